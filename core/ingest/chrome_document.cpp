#include "core/ingest/chrome_document.h"

#include "core/base/numbers.h"
#include "core/base/task_queue.h"
#include "core/base/text.h"
#include "core/ingest/json_repair.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <deque>

namespace lanescope {

namespace {

constexpr std::size_t stretchBytes = std::size_t{1} << 20;
constexpr std::size_t cutSearchBytes = std::size_t{256} << 10; // how far behind a stretch its cut may lie
constexpr std::size_t largestObject = std::size_t{64} << 20;   // an event or header value beyond it is not read
constexpr std::string_view blanks = " \n\r\t";
constexpr std::string_view blanksAndCommas = " \n\r\t,";

std::string_view codeOf(JsonFault fault) {
    switch (fault) {
    case JsonFault::IllegalEscape:
        return "illegal-escape";
    case JsonFault::ControlCharacter:
        return "control-character";
    case JsonFault::BadUtf8:
        return "bad-utf8";
    case JsonFault::UnescapedQuote:
        return "unescaped-quote";
    case JsonFault::NotFinite:
        return "not-finite";
    case JsonFault::TooDeep:
        break;
    }
    return "too-deep";
}

std::string_view messageOf(JsonFault fault) {
    switch (fault) {
    case JsonFault::IllegalEscape:
        return "illegal escape in a string: the backslash is kept as text";
    case JsonFault::ControlCharacter:
        return "raw control character in a string: kept, shown escaped";
    case JsonFault::BadUtf8:
        return "bad UTF-8 in a string: shown as U+FFFD";
    case JsonFault::UnescapedQuote:
        return "unescaped quote in a string: kept as text";
    case JsonFault::NotFinite:
        return "a value is not finite (NaN or Infinity, which JSON does not have): treated as not recorded";
    case JsonFault::TooDeep:
        break;
    }
    return "brackets nested too deeply: the inner ones are left out";
}

} // namespace

std::unique_ptr<EventParser> ParserPool::take() {
    const std::lock_guard lock(m_mutex);
    if (m_idle.empty())
        return std::make_unique<EventParser>();
    auto parser = std::move(m_idle.back());
    m_idle.pop_back();
    return parser;
}

void ParserPool::giveBack(std::unique_ptr<EventParser> parser) {
    const std::lock_guard lock(m_mutex);
    m_idle.push_back(std::move(parser));
}

/// A piece of the document that a worker parses; its text is the mapped file's or its own copy.
struct ChromeDocument::Stretch {
    std::uint64_t begin = 0; // in the decoded text
    std::uint64_t next = 0;  // where the event after it begins
    std::future<std::optional<TraceFragment>> fragment;
};

ChromeDocument::ChromeDocument(ByteSource& source, const ImportContext& context)
    : m_stream(source), m_context(context) {}

// ---- the document around the events

/// Passes over these characters; false at the end of the text.
bool ChromeDocument::skip(std::string_view characters) {
    while (m_stream.more(1)) {
        const std::string_view text = m_stream.view();
        const std::size_t end = text.find_first_not_of(characters);
        m_stream.consume(std::min(end, text.size()));
        if (end != std::string_view::npos)
            return true;
        m_stream.keep(m_stream.offset());
        if (isCancelled())
            return false;
    }
    return false;
}

Result<ImportedTrace> ChromeDocument::read() {
    if (m_stream.more(3) && m_stream.view().starts_with("\xEF\xBB\xBF"))
        m_stream.consume(3);
    const char first = skip(blanks) ? m_stream.view().front() : '\0';
    if (first == '[') {
        m_stream.consume(1);
        readEvents();
        finishDocument(m_isArrayClosed, true);
    } else if (first == '{') {
        m_stream.consume(1);
        readObject();
    }
    if (isCancelled())
        return Error{ErrorCode::Cancelled, "cancelled", {}, {}, {}};
    if (!m_hasEvents)
        return m_stream.fault() ? *m_stream.fault()
                                : Error{ErrorCode::UnknownFormat,
                                        "no \"traceEvents\" array was found: this is no Chrome trace",
                                        {},
                                        m_stream.offset(),
                                        {}};
    m_trace.decodedBytes = m_stream.offset();
    m_trace.format = formatOfTrace();
    return std::move(m_trace);
}

void ChromeDocument::readObject() {
    for (;;) {
        if (!skip(blanksAndCommas))
            return finishDocument(false, false);
        const char c = m_stream.view().front();
        if (c == '}') {
            m_stream.consume(1);
            return finishDocument(true, false);
        }
        if (c == '"')
            readMember();
        else
            recoverDocument();
        if (isCancelled())
            return;
    }
}

/// The text of the string at the current place, escapes left as written; empty when it does not end soon.
std::string ChromeDocument::readKey() {
    m_stream.more(cutSearchBytes);
    const std::string_view text = m_stream.view().substr(0, cutSearchBytes);
    std::size_t end = 1;
    while (end < text.size() && text[end] != '"')
        end += text[end] == '\\' ? 2 : 1;
    if (end >= text.size())
        return {};
    std::string key(text.substr(1, end - 1));
    m_stream.consume(end + 1);
    return key;
}

void ChromeDocument::readMember() {
    const std::uint64_t place = m_stream.offset();
    const std::string key = readKey();
    if (m_stream.offset() == place || !skip(blanks) || m_stream.view().front() != ':')
        return recoverDocument();
    m_stream.consume(1);
    if (!skip(blanks))
        return;
    if (key == "traceEvents" && m_stream.view().front() == '[') {
        m_stream.consume(1);
        readEvents();
        return;
    }
    useHeaderValue(key);
}

/// Something at the top of the document is no member: goes on at the events, if they are still to come.
void ChromeDocument::recoverDocument() {
    constexpr std::string_view marker = "\"traceEvents\"";
    lose("damaged-document", "the text around the events is damaged here: skipped", m_stream.offset());
    while (!m_hasEvents && m_stream.more(marker.size()) && !isCancelled()) {
        const std::string_view text = m_stream.view();
        const std::size_t found = text.find(marker);
        if (found != std::string_view::npos) {
            m_stream.consume(found);
            return;
        }
        m_stream.consume(text.size() - marker.size() + 1);
        m_stream.keep(m_stream.offset());
    }
    while (m_stream.more(1) && !isCancelled()) {
        m_stream.consume(m_stream.view().size());
        m_stream.keep(m_stream.offset());
    }
}

void ChromeDocument::skipValue() {
    int depth = 0;
    bool isInString = false;
    while (m_stream.more(1) && !isCancelled()) {
        const std::string_view text = m_stream.view();
        std::size_t i = 0;
        for (; i < text.size(); ++i) {
            const char c = text[i];
            if (isInString) {
                if (c == '\\' && i + 1 == text.size())
                    break; // the escaped character is not here yet
                if (c == '\\')
                    ++i;
                else if (c == '"')
                    isInString = false;
                continue;
            }
            if (depth == 0 && (c == ',' || c == '}' || c == ']'))
                return m_stream.consume(i);
            isInString = c == '"';
            depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        }
        if (i == 0 && !m_stream.more(text.size() + 1))
            return m_stream.consume(text.size());
        m_stream.consume(i);
        m_stream.keep(m_stream.offset());
    }
}

/// The value at the current place as strict JSON, empty when it is too large or damaged; it is passed over either way.
std::string ChromeDocument::captureValue() {
    const char first = m_stream.view().front();
    if (first == '{' || first == '[')
        return captureBrackets();
    m_stream.more(cutSearchBytes);
    const std::uint64_t begin = m_stream.offset();
    const std::string text(m_stream.view().substr(0, cutSearchBytes));
    skipValue();
    return std::string(trimmed(std::string_view(text).substr(0, m_stream.offset() - begin)));
}

std::string ChromeDocument::captureBrackets() {
    RepairedObject value;
    for (std::size_t bytes = cutSearchBytes;; bytes *= 4) {
        const bool isAll = !m_stream.more(bytes);
        value = repairJson(m_stream.view().substr(0, bytes));
        if (value.state != RepairedObject::State::Cut || isAll || bytes >= largestObject)
            break;
    }
    if (value.state != RepairedObject::State::Whole) {
        skipValue();
        return {};
    }
    m_stream.consume(value.length);
    return std::move(value.text);
}

void ChromeDocument::useHeaderValue(const std::string& key) {
    constexpr std::string_view used[] = {"schemaVersion", "deviceProperties", "distributedInfo", "baseTimeNanoseconds",
                                         "traceName"};
    if (std::find(std::begin(used), std::end(used), key) == std::end(used))
        return skipValue();
    m_hasKinetoKeys = true;
    const auto value = nlohmann::json::parse(captureValue(), nullptr, false);
    const auto integer = [](const nlohmann::json& number) -> std::optional<std::int64_t> {
        if (number.is_string())
            return integerFromText(number.get_ref<const std::string&>());
        return number.is_number_integer() ? std::optional(number.get<std::int64_t>()) : std::nullopt;
    };
    const auto smallInteger = [&](const char* name) -> std::optional<int> {
        const auto number = value.contains(name) ? integer(value[name]) : std::nullopt;
        return number && *number >= 0 && *number <= INT32_MAX ? std::optional(static_cast<int>(*number)) : std::nullopt;
    };
    if (key == "baseTimeNanoseconds") {
        m_trace.baseTimeNs = integer(value).value_or(0);
    } else if (key == "distributedInfo" && value.is_object()) {
        m_trace.rank = smallInteger("rank");
        m_trace.worldSize = smallInteger("world_size");
    } else if (key == "deviceProperties" && value.is_array()) {
        for (const auto& device : value)
            if (device.is_object() && device.contains("id") && device.contains("name") && device["name"].is_string() &&
                integer(device["id"]))
                m_trace.deviceNames.emplace_back(std::to_string(*integer(device["id"])),
                                                 device["name"].get<std::string>());
    }
}

/// What stands behind the last event. A bare array may lack its bracket: the format allows it.
void ChromeDocument::finishDocument(bool isClosed, bool isBareArray) {
    const bool hasMore = isClosed && skip(blanks);
    if (isCancelled())
        return;
    if (hasMore)
        lose("data-after-document", "text follows the end of the document: not read", m_stream.offset());
    if (!isClosed && !isBareArray && m_trace.lossReason.empty() && !m_stream.fault())
        lose("truncated", "the file is truncated: it ends before the closing brackets of the document", m_stream.offset());
    if (const auto& fault = m_stream.fault())
        lose(fault->code == ErrorCode::Truncated ? "truncated-compression" : "damaged-compression", fault->message,
             fault->byteOffset.value_or(0));
}

std::string ChromeDocument::formatOfTrace() const {
    for (const TraceFragment& fragment : m_trace.fragments)
        for (const RawTrackName& name : fragment.names)
            if (name.what == RawTrackName::What::ProcessName &&
                fragment.strings.view(name.name).find("/device:TPU:") != std::string_view::npos)
                return "xla-json";
    return m_hasKinetoKeys ? "kineto-json" : "chrome-json";
}

void ChromeDocument::lose(std::string_view code, std::string message, std::uint64_t offset,
                          std::uint64_t eventsInFragment) {
    if (m_trace.lossReason.empty())
        m_trace.lossReason = message + " (byte " + std::to_string(offset) + ")";
    m_trace.diagnostics.add(
        {Severity::Error, std::string(code), std::move(message), {}, offset, {}, m_events + eventsInFragment, 1});
}

// ---- the events

void ChromeDocument::readEvents() {
    m_hasEvents = true;
    m_isArrayClosed = false;
    while (!m_isArrayClosed && !isCancelled()) {
        const std::uint64_t careUntil = readStretches();
        readWithCare(careUntil);
        if (!m_isArrayClosed && m_stream.isAtEnd())
            return;
    }
}

/// Likely ends of a stretch look like "}, {\"": a guess that parsing the stretch proves or refutes.
std::optional<ChromeDocument::Cut> ChromeDocument::findCut() {
    if (!m_stream.more(stretchBytes + cutSearchBytes) && m_stream.view().size() < stretchBytes)
        return std::nullopt;
    const std::string_view text = m_stream.view().substr(0, stretchBytes + cutSearchBytes);
    for (std::size_t open = text.find('{', stretchBytes); open != std::string_view::npos;
         open = text.find('{', open + 1)) {
        const std::size_t comma = text.find_last_not_of(blanks, open - 1);
        const std::size_t brace = comma != std::string_view::npos && comma > 0 && text[comma] == ','
                                      ? text.find_last_not_of(blanks, comma - 1)
                                      : std::string_view::npos;
        const std::size_t quote = text.find_first_not_of(blanks, open + 1);
        if (brace != std::string_view::npos && text[brace] == '}' && quote != std::string_view::npos &&
            text[quote] == '"')
            return Cut{brace + 1, open};
    }
    return std::nullopt;
}

ChromeDocument::Stretch ChromeDocument::beginStretch(TaskQueue& workers, const Cut& cut) {
    Stretch stretch;
    stretch.begin = m_stream.offset();
    stretch.next = stretch.begin + cut.nextBegin;
    const std::string_view inPlace = m_stream.view().substr(0, cut.textEnd);
    const bool isMapped = !m_stream.source().mapped().empty();
    auto copy = std::make_shared<std::string>(isMapped ? std::string_view() : inPlace);
    stretch.fragment =
        workers.run([this, inPlace, isMapped, copy, begin = stretch.begin]() -> std::optional<TraceFragment> {
            if (isCancelled())
                return std::nullopt;
            TraceFragment fragment;
            fragment.sourceBegin = begin;
            auto parser = m_parsers.take();
            const bool isStrict = parser->parseStretch(isMapped ? inPlace : std::string_view(*copy), begin, fragment);
            m_parsers.giveBack(std::move(parser));
            return isStrict ? std::optional(std::move(fragment)) : std::nullopt;
        });
    m_stream.consume(cut.nextBegin);
    return stretch;
}

/// Parses stretch after stretch for as long as each turns out strict; by induction every cut was then right. Returns
/// how far the text must be read with care: the rest, or the first stretch that was not strict.
std::uint64_t ChromeDocument::readStretches() {
    if (!skip(blanksAndCommas) || m_stream.view().front() != '{')
        return m_stream.offset() + 1;
    const std::size_t most = m_context.threads > 1 ? m_context.threads + 2 : 1;
    std::deque<Stretch> pending;
    TaskQueue workers(m_context.threads); // after `pending`: its threads end before the stretches go
    for (;;) {
        std::optional<Cut> cut;
        while (pending.size() < most && (cut = findCut()))
            pending.push_back(beginStretch(workers, *cut));
        if (pending.empty())
            return UINT64_MAX;
        Stretch oldest = std::move(pending.front());
        pending.pop_front();
        auto fragment = oldest.fragment.get();
        if (!fragment) {
            m_stream.rewind(oldest.begin);
            return oldest.next;
        }
        addFragment(std::move(*fragment), oldest.next - oldest.begin);
        m_stream.keep(oldest.next);
        if (isCancelled())
            return 0;
    }
}

void ChromeDocument::addFragment(TraceFragment fragment, std::uint64_t decodedBytes) {
    m_events += fragment.events;
    if (m_context.advance) {
        const std::uint64_t position =
            m_stream.source().mapped().empty() ? m_stream.source().sourcePosition() : m_stream.offset();
        m_context.advance(decodedBytes, fragment.events, position - std::min(position, m_reportedSource));
        m_reportedSource = std::max(position, m_reportedSource);
    }
    if (fragment.events || !fragment.diagnostics.isEmpty() || fragment.droppedSlices)
        m_trace.fragments.push_back(std::move(fragment));
}

/// Reads events one by one until one begins at or behind `until`, or the array ends.
void ChromeDocument::readWithCare(std::uint64_t until) {
    auto parser = m_parsers.take();
    bool hasMore = true;
    while (hasMore && m_stream.offset() < until && !isCancelled()) {
        TraceFragment fragment;
        fragment.sourceBegin = m_stream.offset();
        const std::uint64_t end = std::min(until, m_stream.offset() + stretchBytes);
        while (hasMore && m_stream.offset() < end && !isCancelled())
            hasMore = readOneWithCare(fragment, *parser);
        const std::uint64_t bytes = m_stream.offset() - fragment.sourceBegin;
        addFragment(std::move(fragment), bytes);
        m_stream.keep(m_stream.offset());
    }
    m_parsers.giveBack(std::move(parser));
}

/// False when the array or the text has ended.
bool ChromeDocument::readOneWithCare(TraceFragment& fragment, EventParser& parser) {
    if (!skip(blanksAndCommas))
        return false;
    const char c = m_stream.view().front();
    if (c == ']') {
        m_stream.consume(1);
        m_isArrayClosed = true;
        return false;
    }
    if (c == '{')
        return readObjectWithCare(fragment, parser);
    ++fragment.droppedSlices;
    lose("damaged-event", "no event begins here: skipped to the next one", m_stream.offset(), fragment.events);
    resynchronize();
    return true;
}

bool ChromeDocument::readObjectWithCare(TraceFragment& fragment, EventParser& parser) {
    using State = RepairedObject::State;
    RepairedObject object;
    bool isAll = false;
    for (std::size_t bytes = cutSearchBytes;; bytes *= 4) {
        isAll = !m_stream.more(bytes);
        object = repairJson(m_stream.view().substr(0, bytes));
        if (object.state != State::Cut || isAll || bytes >= largestObject)
            break;
    }
    const std::uint64_t begin = m_stream.offset();
    if (object.state == State::Whole && parser.parseOne(object.text, begin, fragment)) {
        for (const JsonFaultPlace& place : object.faults)
            fragment.diagnostics.add({Severity::Warning,
                                      std::string(codeOf(place.fault)),
                                      std::string(messageOf(place.fault)),
                                      {},
                                      begin + place.position,
                                      {},
                                      fragment.events - 1,
                                      1});
        m_stream.consume(object.length);
        return true;
    }
    ++fragment.droppedSlices;
    if (object.state == State::Cut && isAll) {
        m_stream.consume(m_stream.view().size());
        lose("truncated", "the file is truncated inside an event: unexpected end of the text", m_stream.offset(),
             fragment.events);
        return false;
    }
    lose("damaged-event", "an event is damaged here: skipped to the next one", begin + object.length, fragment.events);
    m_stream.consume(std::max<std::size_t>(object.length, 1));
    resynchronize();
    return true;
}

/// Goes to the next place that looks like the begin of an event: a brace behind a comma or at the begin of a line, and
/// a quote behind it.
void ChromeDocument::resynchronize() {
    while (m_stream.more(1) && !isCancelled()) {
        m_stream.more(cutSearchBytes);
        const std::string_view text = m_stream.view();
        for (std::size_t open = text.find('{', 1); open != std::string_view::npos; open = text.find('{', open + 1)) {
            std::size_t before = open - 1;
            while (before > 0 && (text[before] == ' ' || text[before] == '\t'))
                --before;
            const std::size_t quote = text.find_first_not_of(blanks, open + 1);
            if ((text[before] == ',' || text[before] == '\n') &&
                (quote == std::string_view::npos || text[quote] == '"'))
                return m_stream.consume(open);
        }
        m_stream.consume(m_stream.more(text.size() + 1) ? std::max<std::size_t>(text.size(), 2) - 1 : text.size());
        m_stream.keep(m_stream.offset());
    }
}

} // namespace lanescope
