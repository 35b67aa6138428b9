// EventArrayReader: reads the events of a Chrome trace in stretches, side by side where the text is what profilers
// write and with care where it is not.
#pragma once

#include "core/ingest/careful_reader.h"
#include "core/ingest/decoded_stream.h"
#include "core/ingest/event_parser.h"
#include "core/ingest/importer.h"
#include "core/ingest/text_block.h"
#include "core/ingest/trace_collector.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace lanescope {

class TaskQueue;

/// What a worker needs; its buffers and classifications live on from stretch to stretch.
struct StretchWorker {
    EventParser parser;
    std::shared_ptr<SlabMemory> memory = std::make_shared<SlabMemory>(); // of the fragments it makes
    TextBlock text; // of a stretch that it reads itself
};

/// Workers that tasks borrow.
class WorkerPool {
public:
    std::unique_ptr<StretchWorker> take();
    void giveBack(std::unique_ptr<StretchWorker> worker);

private:
    std::mutex m_mutex;
    std::vector<std::unique_ptr<StretchWorker>> m_idle;
};

/// How large the stretches are that workers parse.
struct StretchSizes {
    std::size_t stretch = std::size_t{1} << 20;
    std::size_t cutSearch = std::size_t{256} << 10; // how far behind a stretch its cut may lie
};

/// A stretch is cut where an event likely ends. It begins at an event; when it turns out to be whole events up to its
/// cut, then the cut was right and the next one begins at an event as well. When not, that stretch is read again with
/// care, which finds the true place to go on. So the cuts, and with them the fragments, follow from the text alone.
class EventArrayReader {
public:
    EventArrayReader(DecodedStream& stream, TraceCollector& collector, const ImportContext& context,
                     const StretchSizes& sizes)
        : m_stream(stream), m_collector(collector), m_context(context), m_sizes(sizes), m_careful(stream, collector) {}

    /// From behind the opening bracket of the array to behind its closing one or the end of the text.
    CarefulReader::State read();

private:
    /// Distances from the begin of the stretch.
    struct Cut {
        std::size_t textEnd;   // behind the last event of the stretch
        std::size_t nextBegin; // of the event after it, or the bracket
    };
    struct Stretch;

    bool isCancelled() const { return m_context.progress.isCancelled(); }
    std::uint64_t readStretches();
    std::optional<Cut> cutIn(std::string_view text, std::size_t from) const;
    std::optional<Cut> findCutAhead(std::uint64_t begin);
    std::optional<Cut> findCut();
    std::optional<Cut> findLastCut();
    std::optional<Stretch> nextStretch(TaskQueue& queue);
    std::shared_ptr<TraceFragment> work(std::uint64_t begin, std::size_t length, TextBlock* detached);
    void readWithCare(std::uint64_t until);

    DecodedStream& m_stream;
    TraceCollector& m_collector;
    const ImportContext& m_context;
    const StretchSizes m_sizes;
    CarefulReader m_careful;
    CarefulReader::State m_state = CarefulReader::State::More;
    WorkerPool m_workers;
    TextBlock m_ahead; // a look at a later place of a seekable source
};

} // namespace lanescope
