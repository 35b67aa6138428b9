#include "core/ingest/event_array_reader.h"

#include "core/base/task_queue.h"
#include "core/ingest/json_token.h"

#include <algorithm>
#include <deque>
#include <future>
#include <string>

namespace lanescope {

namespace {

constexpr std::string_view blanks = " \n\r\t";

/// What a worker makes of a stretch; nothing when something of it would be lost.
std::optional<TraceFragment> parse(std::string_view text, std::uint64_t begin, EventParser& parser) {
    std::optional<TraceFragment> fragment(std::in_place);
    fragment->sourceBegin = begin;
    if (parser.parseStretch(text, begin, *fragment))
        return fragment;
    fragment.emplace();
    fragment->sourceBegin = begin;
    if (!readLeniently(text, begin, parser, *fragment))
        fragment.reset();
    return fragment;
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

/// A piece of the text that a worker parses, from the mapped file or from its own copy.
struct EventArrayReader::Stretch {
    std::uint64_t begin = 0; // in the decoded text
    std::uint64_t next = 0;  // where the event after it begins
    std::future<std::optional<TraceFragment>> fragment;
};

CarefulReader::State EventArrayReader::read() {
    m_state = CarefulReader::State::More;
    while (m_state == CarefulReader::State::More && !isCancelled())
        readWithCare(readStretches());
    return m_state;
}

/// Likely ends of a stretch look like "}, {\"".
std::optional<EventArrayReader::Cut> EventArrayReader::findCut() {
    m_stream.more(m_sizes.stretch + m_sizes.cutSearch);
    const std::string_view text = m_stream.view().substr(0, m_sizes.stretch + m_sizes.cutSearch);
    if (!text.starts_with('{'))
        return std::nullopt;
    for (std::size_t open = text.find('{', m_sizes.stretch); open != std::string_view::npos;
         open = text.find('{', open + 1)) {
        const std::size_t comma = text.find_last_not_of(blanks, open - 1);
        const bool isBehindComma = comma != std::string_view::npos && comma > 0 && text[comma] == ',';
        const std::size_t brace = isBehindComma ? text.find_last_not_of(blanks, comma - 1) : std::string_view::npos;
        const std::size_t quote = text.find_first_not_of(blanks, open + 1);
        if (brace != std::string_view::npos && text[brace] == '}' && quote != std::string_view::npos &&
            text[quote] == '"')
            return Cut{brace + 1, open};
    }
    return m_stream.view().size() == text.size() ? findLastCut() : std::nullopt;
}

/// The rest of the text up to its last "}]", when all of it is in memory.
std::optional<EventArrayReader::Cut> EventArrayReader::findLastCut() {
    if (m_stream.more(m_stream.view().size() + 1))
        return std::nullopt;
    const std::string_view text = m_stream.view();
    for (std::size_t close = text.rfind(']'); close != std::string_view::npos && close > 0;
         close = text.rfind(']', close - 1)) {
        const std::size_t brace = text.find_last_not_of(blanks, close - 1);
        if (brace != std::string_view::npos && text[brace] == '}')
            return Cut{brace + 1, close};
    }
    return std::nullopt;
}

EventArrayReader::Stretch EventArrayReader::beginStretch(TaskQueue& workers, const Cut& cut) {
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
            auto parser = m_parsers.take();
            auto fragment = parse(isMapped ? inPlace : std::string_view(*copy), begin, *parser);
            m_parsers.giveBack(std::move(parser));
            return fragment;
        });
    m_stream.consume(cut.nextBegin);
    return stretch;
}

/// Parses stretch after stretch for as long as nothing of them is lost. Returns up to where the text must be read with
/// care after that.
std::uint64_t EventArrayReader::readStretches() {
    m_stream.more(m_sizes.stretch);
    if (!m_careful.isSearching())
        m_stream.consume(blanksAtFront(m_stream.view().substr(0, m_sizes.stretch), true));
    if (m_careful.isSearching() || !m_stream.view().starts_with('{'))
        return m_stream.offset() + 1;
    const std::size_t most = m_context.threads > 1 ? m_context.threads + 2 : 1;
    std::deque<Stretch> pending;
    TaskQueue workers(m_context.threads); // after `pending`: its threads end before the stretches go
    while (!isCancelled()) {
        std::optional<Cut> cut;
        while (pending.size() < most && (cut = findCut()))
            pending.push_back(beginStretch(workers, *cut));
        if (pending.empty())
            break;
        Stretch oldest = std::move(pending.front());
        pending.pop_front();
        auto fragment = oldest.fragment.get();
        if (!fragment) {
            m_stream.rewind(oldest.begin);
            return oldest.next;
        }
        m_careful.leaveDamageBehind();
        m_collector.add(std::move(*fragment), oldest.next - oldest.begin);
        m_stream.keep(oldest.next);
    }
    return m_stream.offset() + m_sizes.stretch;
}

/// Reads events one by one until one begins at or behind `until`, or the array ends.
void EventArrayReader::readWithCare(std::uint64_t until) {
    auto parser = m_parsers.take();
    const auto goesOn = [&] { return m_state == CarefulReader::State::More && !isCancelled(); };
    while (m_stream.offset() < until && goesOn()) {
        TraceFragment fragment;
        const std::uint64_t begin = fragment.sourceBegin = m_stream.offset();
        const std::uint64_t end = std::min(until, begin + m_sizes.stretch);
        while (m_stream.offset() < end && goesOn())
            m_state = m_careful.readNext(*parser, fragment);
        m_collector.add(std::move(fragment), m_stream.offset() - begin);
        m_stream.keep(m_stream.offset());
    }
    m_parsers.giveBack(std::move(parser));
}

} // namespace lanescope
