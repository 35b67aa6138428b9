// FragmentMerger: the fragments of all files under the run's own row numbers, still unsorted. Used by RunBuilder alone.
#pragma once

#include "core/base/progress.h"
#include "core/model/edge_matching.h"
#include "core/model/run.h"
#include "core/model/slice_chunk.h"
#include "core/model/trace_fragment.h"

#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace lanescope {

/// A collective's arguments, waiting for the final id of its slice.
struct PendingCollective {
    std::uint32_t item = 0;
    RawCollective arguments; // strings are the run's
};

/// Everything that is not yet in its final place. Times are absolute: baseTimeNanoseconds added.
struct MergedEvents {
    std::vector<SliceChunk> chunks;
    std::vector<PendingCollective> collectives; // sorted by item
    Flows flows;
};

/// Merges in the order of the files, so that ids depend on the input alone.
class FragmentMerger {
public:
    /// `run` and `progress` must outlive the merger.
    FragmentMerger(Run& run, const Progress& progress, unsigned threads)
        : m_run(run), m_progress(progress), m_threads(threads) {}

    /// `file` and its diagnostics are updated: events, kept and dropped slices. Fragments that nobody else
    /// holds are consumed, others copied. O(events), in parallel over its fragments where slices and flows are
    /// concerned. Throws GivenUp; the run is then of no use.
    void merge(FileId file, ImportedTrace&& trace);
    MergedEvents& events() { return m_events; }
    /// The key of the device a track row belongs to, none for host tracks.
    StringId deviceKey(std::size_t track) const { return m_tracks[track].key; }
    bool isDeviceKeyNumber(std::size_t track) const { return m_tracks[track].isKeyNumber; }

private:
    struct Remap {
        std::vector<StringId> strings;
        std::vector<std::uint32_t> tracks, descriptors;
    };
    struct DeviceKey {
        StringId key;
        bool isKeyNumber = true;
    };
    using TrackIdentity = std::tuple<FileId, TrackKind, StringId, StringId, StringId>; // pid, tid, device key
    using DescriptorIdentity = std::tuple<StringId, StringId, SliceKind, CollectiveOp>;
    struct FlowShare {
        std::vector<RawFlow> flows;        // rows of tracks as in the fragment
        std::vector<std::uint32_t> tracks; // and what they are in the run
    };
    /// What can only be settled when all fragments of a file are in.
    struct FileState {
        FileId file;
        TimeNs base = 0;
        std::vector<RawEdge> edges;
        std::vector<FlowShare> flows;
        std::vector<RawTrackName> names;
        std::vector<std::vector<std::uint32_t>> descriptors; // by chunk: rows in the run
        std::size_t firstChunk = 0;
        std::size_t firstTrack = 0;
    };

    Remap remapOf(const TraceFragment& fragment, FileId file);
    std::uint32_t trackRow(const TrackKey& key, FileId file, const Remap& remap);
    std::uint32_t descriptorRow(SliceDescriptor descriptor, const Remap& remap);
    void takeFragment(const std::shared_ptr<TraceFragment>& held, FileState& state);
    void takeSlices(const TraceFragment& fragment, std::pmr::vector<RawSlice> slices, FileState& state, Remap& remap);
    void takeCollectives(const TraceFragment& fragment, const Remap& remap);
    void takeCounters(const TraceFragment& fragment, const FileState& state, const Remap& remap);
    void takeMarks(const TraceFragment& fragment, FileState& state, const Remap& remap);
    void takeDiagnostics(const Diagnostics& diagnostics, FileId file, std::uint64_t eventsBefore);
    void settleSlices(const FileState& state);
    void closeEdges(FileState& state);
    void addMatched(const std::vector<MatchedSlice>& matched, const FileState& state);
    void addChunk(const std::vector<MatchedSlice>& slices, std::uint64_t sourceBegin, const FileState& state);
    void nameTracks(const FileState& state);
    void matchFlowsOf(const FileState& state);
    std::vector<std::uint32_t> busyTracks(const FileState& state) const;

    Run& m_run;
    const Progress& m_progress;
    unsigned m_threads;
    MergedEvents m_events;
    std::uint32_t m_items = 0;
    std::map<TrackIdentity, std::uint32_t> m_trackRows;
    std::map<DescriptorIdentity, std::uint32_t> m_descriptorRows;
    std::map<std::tuple<FileId, StringId, StringId, StringId>, std::size_t> m_counterRows;
    std::vector<DeviceKey> m_tracks; // by track row
};

} // namespace lanescope
