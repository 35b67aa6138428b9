#include "core/ingest/snapshot_maker.h"

#include "core/ingest/run_ranks.h"
#include "core/model/run_builder.h"

#include <unistd.h>

#include <algorithm>

namespace lanescope {

namespace {

constexpr std::chrono::milliseconds firstAfter{250};
constexpr int pause = 3;                      // times what the last one took
constexpr std::uint64_t bytesOfASlice = 150;  // while a snapshot is made: copied, sorted, in columns and indexed
constexpr std::uint64_t shareOfTheMemory = 4; // one in so many

std::uint64_t slicesThatFit() {
    const auto bytes =
        static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return bytes / shareOfTheMemory / bytesOfASlice;
}

} // namespace

/// Ends with the load or with the maker.
class SnapshotMaker::Stoppable final : public Progress {
public:
    explicit Stoppable(const Progress& load) : m_load(load) {}
    void report(const ProgressState&) override {}
    bool isCancelled() const override { return m_isStopped || m_load.isCancelled(); }
    void stop() { m_isStopped = true; }

private:
    const Progress& m_load;
    std::atomic<bool> m_isStopped{false};
};

SnapshotMaker::SnapshotMaker(const LoadPlan& plan, const Progress& progress, Show show)
    : m_plan(plan), m_progress(std::make_unique<Stoppable>(progress)), m_show(std::move(show)),
      m_mostSlices(slicesThatFit()), m_parts(plan.files.size()), m_due(Clock::now() + firstAfter), m_queue(2) {}

SnapshotMaker::~SnapshotMaker() { m_progress->stop(); }

void SnapshotMaker::add(std::size_t file, const ImportedTrace& soFar) {
    const std::lock_guard lock(m_mutex);
    Part& part = m_parts[file];
    if (part.trace.fragments.empty()) { // what stands before the events is known by now
        part.trace.baseTimeNs = soFar.baseTimeNs;
        part.trace.rank = soFar.rank;
        part.trace.deviceNames = soFar.deviceNames;
    }
    part.trace.fragments.push_back(soFar.fragments.back());
    m_slices += soFar.fragments.back()->slices.size();
    if (m_isMaking || m_slices > m_mostSlices || Clock::now() < m_due)
        return;
    m_isMaking = true;
    m_queue.run([this] { make(); });
}

void SnapshotMaker::finish(std::size_t file, const ImportedTrace& trace) {
    const std::lock_guard lock(m_mutex);
    m_parts[file] = {trace, true};
}

void SnapshotMaker::make() {
    const Clock::time_point begin = Clock::now();
    std::vector<Part> parts;
    {
        const std::lock_guard lock(m_mutex);
        parts = m_parts;
    }
    if (auto run = runOf(std::move(parts)))
        m_show(std::move(run), *m_progress);
    const Clock::time_point end = Clock::now();
    const std::lock_guard lock(m_mutex);
    m_due = end + pause * (end - begin);
    m_isMaking = false;
}

/// Null when stopped. A trace that is not whole and has no base time yet is left out where others have one: it would
/// stand years away from them.
std::shared_ptr<const Run> SnapshotMaker::runOf(std::vector<Part> parts) const {
    const bool haveBase =
        std::any_of(parts.begin(), parts.end(), [](const Part& part) { return part.trace.baseTimeNs != 0; });
    std::vector<InputFile> files;
    std::vector<ImportedTrace> traces;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        Part& part = parts[i];
        if (part.trace.fragments.empty() || (haveBase && !part.isWhole && part.trace.baseTimeNs == 0))
            continue;
        InputFile& file = files.emplace_back(m_plan.files[i].file);
        file.role = InputRole::Trace;
        file.status = InputStatus::Read;
        settleRank(file, part.trace.rank);
        traces.push_back(std::move(part.trace));
    }
    if (traces.empty())
        return nullptr;
    assumeRanks(files);
    RunBuilder builder;
    for (std::size_t i = 0; i < files.size(); ++i)
        builder.addTrace(builder.addFile(std::move(files[i])), std::move(traces[i]));
    return builder.finish(m_plan.name, *m_progress);
}

} // namespace lanescope
