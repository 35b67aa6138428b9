#include "core/ingest/event_array_reader.h"

#include "core/base/task_queue.h"
#include "core/ingest/json_token.h"

#include <algorithm>
#include <deque>
#include <future>
#include <span>

namespace lanescope {

namespace {

constexpr std::string_view blanks = " \n\r\t";

/// What a worker makes of a stretch; nothing when something of it would be lost. The text ends as it began.
std::shared_ptr<TraceFragment> parse(std::span<char> text, std::uint64_t begin, StretchWorker& worker) {
    auto fragment = std::make_shared<TraceFragment>(worker.memory);
    fragment->sourceBegin = begin;
    if (!worker.parser.parseStretch(text, begin, *fragment)) {
        fragment = std::make_shared<TraceFragment>(worker.memory);
        fragment->sourceBegin = begin;
        if (!readLeniently({text.data(), text.size()}, begin, worker.parser, *fragment))
            return nullptr;
    }
    fragment->seal();
    return fragment;
}

constexpr std::size_t shortSearch = 4096; // where most cuts are found

} // namespace

std::unique_ptr<StretchWorker> WorkerPool::take() {
    const std::lock_guard lock(m_mutex);
    if (m_idle.empty())
        return std::make_unique<StretchWorker>();
    auto worker = std::move(m_idle.back());
    m_idle.pop_back();
    return worker;
}

void WorkerPool::giveBack(std::unique_ptr<StretchWorker> worker) {
    const std::lock_guard lock(m_mutex);
    m_idle.push_back(std::move(worker));
}

/// A piece of the text that a worker parses: where it stands when it was detached, else read from the source.
struct EventArrayReader::Stretch {
    std::uint64_t begin = 0; // in the decoded text
    std::uint64_t next = 0;  // where the event after it begins
    std::future<std::shared_ptr<TraceFragment>> fragment; // null: to be read with care
};

CarefulReader::State EventArrayReader::read() {
    m_state = CarefulReader::State::More;
    while (m_state == CarefulReader::State::More && !isCancelled())
        readWithCare(readStretches());
    return m_state;
}

/// Likely ends of a stretch look like "}, {\"". `text` begins `from` bytes behind the begin of the stretch.
std::optional<EventArrayReader::Cut> EventArrayReader::cutIn(std::string_view text, std::size_t from) const {
    for (std::size_t open = text.find('{', 1); open != std::string_view::npos; open = text.find('{', open + 1)) {
        const std::size_t comma = text.find_last_not_of(blanks, open - 1);
        const bool isBehindComma = comma != std::string_view::npos && comma > 0 && text[comma] == ',';
        const std::size_t brace = isBehindComma ? text.find_last_not_of(blanks, comma - 1) : std::string_view::npos;
        const std::size_t quote = text.find_first_not_of(blanks, open + 1);
        if (brace != std::string_view::npos && text[brace] == '}' && quote != std::string_view::npos &&
            text[quote] == '"')
            return Cut{from + brace + 1, from + open};
    }
    return std::nullopt;
}

/// Of a stretch that begins there, found without reading it. Nothing near the end of the source.
std::optional<EventArrayReader::Cut> EventArrayReader::findCutAhead(std::uint64_t begin) {
    m_ahead.reserve(m_sizes.cutSearch);
    for (const std::size_t search : {std::min(shortSearch, m_sizes.cutSearch), m_sizes.cutSearch}) {
        const auto got = m_stream.source().readAt(begin + m_sizes.stretch, {m_ahead.data(), search});
        if (!got || *got < search)
            return std::nullopt;
        if (const auto cut = cutIn({m_ahead.data(), *got}, m_sizes.stretch))
            return cut;
    }
    return std::nullopt;
}

std::optional<EventArrayReader::Cut> EventArrayReader::findCut() {
    for (const std::size_t search : {std::min(shortSearch, m_sizes.cutSearch), m_sizes.cutSearch}) {
        m_stream.more(m_sizes.stretch + search);
        const std::string_view text = m_stream.view().substr(0, m_sizes.stretch + search);
        if (text.size() < m_sizes.stretch)
            break;
        if (const auto cut = cutIn(text.substr(m_sizes.stretch), m_sizes.stretch))
            return cut;
    }
    return findLastCut();
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

/// The stretch at the stream's place goes to a worker; nothing where none can be cut.
std::optional<EventArrayReader::Stretch> EventArrayReader::nextStretch(TaskQueue& queue) {
    const std::uint64_t begin = m_stream.offset();
    const auto ahead = m_stream.source().isSeekable() ? findCutAhead(begin) : std::nullopt;
    if (!ahead && (!m_stream.more(1) || m_stream.view().front() != '{'))
        return std::nullopt;
    const auto cut = ahead ? ahead : findCut();
    if (!cut)
        return std::nullopt;
    TextBlock* detached = nullptr;
    if (ahead)
        m_stream.seek(begin + cut->nextBegin);
    else
        detached = &m_stream.detach(cut->nextBegin);
    return Stretch{begin, begin + cut->nextBegin,
                   queue.run([this, begin, length = cut->textEnd, detached] { return work(begin, length, detached); })};
}

std::shared_ptr<TraceFragment> EventArrayReader::work(std::uint64_t begin, std::size_t length, TextBlock* detached) {
    if (isCancelled())
        return nullptr;
    auto worker = m_workers.take();
    TextBlock& block = detached ? *detached : worker->text;
    bool isRead = true;
    if (!detached) {
        block.reserve(length);
        const auto got = m_stream.source().readAt(begin, {block.data(), length});
        isRead = got && *got == length; // else the file shrank: the careful reader finds out
    } else if (!m_stream.source().isSeekable()) {
        block.countLineBreaks(); // cheapest while it is in this core's cache
    }
    std::shared_ptr<TraceFragment> fragment;
    if (isRead)
        fragment = parse({block.data(), length}, begin, *worker);
    m_workers.giveBack(std::move(worker));
    return fragment;
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
    TaskQueue queue(m_context.threads); // after `pending`: its threads end before the stretches go
    while (!isCancelled()) {
        while (pending.size() < most) {
            auto stretch = nextStretch(queue);
            if (!stretch)
                break;
            pending.push_back(std::move(*stretch));
        }
        if (pending.empty())
            break;
        Stretch oldest = std::move(pending.front());
        pending.pop_front();
        auto fragment = queue.waitFor(oldest.fragment);
        if (!fragment) {
            for (Stretch& begun : pending)
                queue.waitFor(begun.fragment); // their texts are read again
            m_stream.seek(oldest.begin);
            return oldest.next;
        }
        m_careful.leaveDamageBehind();
        m_collector.add(std::move(fragment), oldest.next - oldest.begin);
        m_stream.keep(oldest.next);
    }
    return m_stream.offset() + m_sizes.stretch;
}

/// Reads events one by one until one begins at or behind `until`, or the array ends.
void EventArrayReader::readWithCare(std::uint64_t until) {
    auto worker = m_workers.take();
    const auto goesOn = [&] { return m_state == CarefulReader::State::More && !isCancelled(); };
    while (m_stream.offset() < until && goesOn()) {
        auto fragment = std::make_shared<TraceFragment>();
        const std::uint64_t begin = fragment->sourceBegin = m_stream.offset();
        const std::uint64_t end = std::min(until, begin + m_sizes.stretch);
        while (m_stream.offset() < end && goesOn())
            m_state = m_careful.readNext(worker->parser, *fragment);
        m_collector.add(std::move(fragment), m_stream.offset() - begin);
        m_stream.keep(m_stream.offset());
    }
    m_workers.giveBack(std::move(worker));
}

} // namespace lanescope
