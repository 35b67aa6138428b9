#include "core/ingest/careful_reader.h"

#include "core/ingest/json_repair.h"
#include "core/ingest/json_token.h"

#include <algorithm>
#include <iterator>

namespace lanescope {

namespace {

constexpr std::size_t firstLook = std::size_t{256} << 10;   // bytes in which a whole event is hoped for
constexpr std::size_t largestEvent = std::size_t{64} << 20; // beyond it an event is taken for damaged
constexpr std::size_t longestPass = std::size_t{1} << 20;
constexpr std::string_view blanks = " \n\r\t";

struct FaultText {
    std::string_view code, message;
};

FaultText textOf(JsonFault fault) {
    switch (fault) {
    case JsonFault::IllegalEscape:
        return {"illegal-escape", "illegal escape in a string: the backslash is kept as text"};
    case JsonFault::ControlCharacter:
        return {"control-character", "raw control character in a string: kept, shown escaped"};
    case JsonFault::BadUtf8:
        return {"bad-utf8", "bad UTF-8 in a string: shown as U+FFFD"};
    case JsonFault::UnescapedQuote:
        return {"unescaped-quote", "unescaped quote in a string: kept as text"};
    case JsonFault::NotFinite:
        return {"not-finite",
                "a value is not finite (NaN or Infinity, which JSON does not have): treated as not recorded"};
    case JsonFault::TooDeep:
        break;
    }
    return {"too-deep", "brackets nested too deeply: the inner ones are left out"};
}

/// Files the object, which begins at `begin` of the decoded text; false when it is none.
bool fileEvent(const RepairedObject& object, std::uint64_t begin, EventParser& parser, TraceFragment& fragment) {
    if (object.state != RepairedObject::State::Whole || !parser.parseOne(object.text, begin, fragment))
        return false;
    for (const JsonFaultPlace& place : object.faults) {
        const auto [code, message] = textOf(place.fault);
        fragment.diagnostics.add({Severity::Warning,
                                  std::string(code),
                                  std::string(message),
                                  {},
                                  begin + place.position,
                                  {},
                                  fragment.events - 1,
                                  1});
    }
    return true;
}

/// True when the first key of the object at text[open] is one that events have (or is not in memory).
bool looksLikeEvent(std::string_view text, std::size_t open) {
    static constexpr std::string_view keys[] = {"ph", "cat", "name", "pid", "tid", "ts", "dur", "args", "id", "id2"};
    const std::size_t quote = text.find_first_not_of(blanks, open + 1);
    if (quote == std::string_view::npos)
        return true;
    if (text[quote] != '"')
        return false;
    const std::string_view key = text.substr(quote + 1, 5);
    return std::any_of(std::begin(keys), std::end(keys), [&](std::string_view known) {
        return key.starts_with(known) && (key.size() == known.size() || key[known.size()] == '"');
    });
}

/// A brace of an event behind a comma or at the begin of a line.
std::size_t findEvent(std::string_view text) {
    for (std::size_t open = text.find('{', 1); open != std::string_view::npos; open = text.find('{', open + 1)) {
        const std::size_t before = text.find_last_not_of(" \t", open - 1);
        const bool isBehindBreak = before != std::string_view::npos && (text[before] == ',' || text[before] == '\n');
        if (isBehindBreak && looksLikeEvent(text, open))
            return open;
    }
    return std::string_view::npos;
}

/// A bracket behind an event and before what may end a document: nothing, a brace and nothing, or a further key.
std::size_t findEnd(std::string_view text) {
    for (std::size_t end = text.find(']', 1); end != std::string_view::npos; end = text.find(']', end + 1)) {
        const std::size_t before = text.find_last_not_of(blanks, end - 1);
        if (before == std::string_view::npos || (text[before] != '}' && text[before] != ','))
            continue;
        std::string_view rest = text.substr(end + 1);
        rest.remove_prefix(blanksAtFront(rest, false));
        const bool isKeyNext =
            rest.starts_with(',') && rest.substr(1 + blanksAtFront(rest.substr(1), false)).starts_with('"');
        if (rest.starts_with('}'))
            rest.remove_prefix(1);
        if (isKeyNext || blanksAtFront(rest, false) == rest.size())
            return end;
    }
    return std::string_view::npos;
}

} // namespace

bool readLeniently(std::string_view text, std::uint64_t sourceOffset, EventParser& parser, TraceFragment& fragment) {
    for (std::size_t at = 0; at < text.size();) {
        const RepairedObject object = repairJson(text.substr(at));
        if (text[at] != '{' || !fileEvent(object, sourceOffset + at, parser, fragment))
            return false;
        at += object.length;
        at += blanksAtFront(text.substr(at), true);
    }
    return true;
}

CarefulReader::State CarefulReader::readNext(EventParser& parser, TraceFragment& fragment) {
    if (m_stream.isAtEnd())
        return State::Open;
    if (m_isSearching) {
        resynchronize();
        return State::More;
    }
    const std::size_t passed = blanksAtFront(m_stream.view().substr(0, longestPass), true);
    m_stream.consume(passed);
    if (m_stream.view().empty() || passed == longestPass)
        return State::More;
    const char c = m_stream.view().front();
    if (c == '{')
        return readObject(parser, fragment);
    if (c == ']' && isEndOfEvents()) {
        m_stream.consume(1);
        return State::Closed;
    }
    if (!m_isBehindDamage)
        loseEvent("no event begins here: skipped to the next one", m_stream.offset(), fragment);
    resynchronize();
    return State::More;
}

CarefulReader::State CarefulReader::readObject(EventParser& parser, TraceFragment& fragment) {
    RepairedObject object;
    bool isAll = false;
    for (std::size_t bytes = firstLook;; bytes *= 4) {
        isAll = !m_stream.more(bytes);
        object = repairJson(m_stream.view().substr(0, bytes));
        if (object.state != RepairedObject::State::Cut || isAll || bytes >= largestEvent)
            break;
    }
    if (fileEvent(object, m_stream.offset(), parser, fragment)) {
        m_isBehindDamage = false;
        m_stream.consume(object.length);
        return State::More;
    }
    if (object.state == RepairedObject::State::Cut && isAll) {
        m_stream.consume(m_stream.view().size());
        ++fragment.droppedSlices;
        if (!m_stream.fault())
            m_collector.lose("truncated", "the file is truncated inside an event: unexpected end of the text",
                             m_stream.offset(), fragment.events);
        return State::Cut;
    }
    loseEvent("an event is damaged here: skipped to the next one", m_stream.offset() + object.length, fragment);
    m_stream.consume(std::max<std::size_t>(object.length, 1) - 1); // the next event may begin where this one broke off
    resynchronize();
    return State::More;
}

/// False for a bracket of a damaged event: other events follow it.
bool CarefulReader::isEndOfEvents() {
    if (!m_isBehindDamage)
        return true;
    m_stream.more(firstLook);
    const std::string_view text = m_stream.view().substr(0, firstLook);
    const std::size_t next = text.find_first_not_of(" \n\r\t,}]");
    return next == std::string_view::npos || text[next] != '{' || !looksLikeEvent(text, next);
}

void CarefulReader::loseEvent(std::string_view message, std::uint64_t place, TraceFragment& fragment) {
    ++fragment.droppedSlices;
    m_isBehindDamage = true;
    m_collector.lose("damaged-event", std::string(message), place, fragment.events);
}

/// Goes to what looks like the next event or, when there is none, the end of the events; never stays where it is.
void CarefulReader::resynchronize() {
    const bool isAll = !m_stream.more(longestPass);
    const std::string_view text = m_stream.view().substr(0, longestPass);
    std::size_t found = findEvent(text);
    if (found == std::string_view::npos && isAll)
        found = std::min(findEnd(text), text.size());
    m_isSearching = found == std::string_view::npos;
    m_stream.consume(m_isSearching ? text.size() - 1 : found);
}

} // namespace lanescope
