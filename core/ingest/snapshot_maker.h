// SnapshotMaker: runs made of what a load has read so far, so that there is something to look at before it ends.
#pragma once

#include "core/base/progress.h"
#include "core/base/task_queue.h"
#include "core/ingest/run_folder.h"
#include "core/model/trace_fragment.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace lanescope {

/// Makes them on a thread of its own, from fragments it shares with the load: the first after a quarter of a second,
/// the next after a pause three times as long as the last one took, so that snapshots cost a quarter of one processor
/// at most. They stop where they would need more memory than a quarter of what the machine has; the last one stays
/// valid.
class SnapshotMaker {
public:
    /// Called on the maker's thread. The progress tells when the snapshot is not wanted any more.
    using Show = std::function<void(std::shared_ptr<const Run> snapshot, const Progress& progress)>;

    /// `plan` and `progress` must outlive the maker.
    SnapshotMaker(const LoadPlan& plan, const Progress& progress, Show show);
    /// Gives up the snapshot under way and waits for it: then it holds no fragment any more.
    ~SnapshotMaker();
    SnapshotMaker(const SnapshotMaker&) = delete;
    SnapshotMaker& operator=(const SnapshotMaker&) = delete;

    /// The last fragment of what was read of a file of the plan. From any thread, in order for each file.
    void add(std::size_t file, const ImportedTrace& soFar);
    /// All of it: what the file says of itself behind its events, too.
    void finish(std::size_t file, const ImportedTrace& trace);

private:
    using Clock = std::chrono::steady_clock;
    struct Part {
        ImportedTrace trace;
        bool isWhole = false;
    };
    class Stoppable;

    void make();
    std::shared_ptr<const Run> runOf(std::vector<Part> parts) const;

    const LoadPlan& m_plan;
    std::unique_ptr<Stoppable> m_progress;
    Show m_show;
    std::uint64_t m_mostSlices;
    std::mutex m_mutex;
    std::vector<Part> m_parts; // by file of the plan
    std::uint64_t m_slices = 0;
    Clock::time_point m_due;
    bool m_isMaking = false;
    TaskQueue m_queue; // last: its thread ends before the rest goes
};

} // namespace lanescope
