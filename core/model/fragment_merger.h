// FragmentMerger: the fragments of all files under the run's own row numbers, still unsorted. Used by RunBuilder alone.
#pragma once

#include "core/model/run.h"
#include "core/model/trace_fragment.h"

#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace lanescope {

/// A collective's arguments, waiting for the final id of its slice.
struct PendingCollective {
    std::uint32_t item = 0;  // row of MergedEvents::slices
    RawCollective arguments; // strings are the run's
};

/// Everything that is not yet in its final place. Times are absolute: baseTimeNanoseconds added.
struct MergedEvents {
    std::vector<RawSlice> slices;
    std::vector<PendingCollective> collectives;
    Flows flows;
};

/// Merges in the order of the files, so that ids depend on the input alone.
class FragmentMerger {
public:
    explicit FragmentMerger(Run& run) : m_run(run) {}

    /// `file` and its diagnostics are updated: events, kept and dropped slices. The trace is consumed. O(events).
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
    /// What can only be settled when all fragments of a file are in.
    struct FileState {
        FileId file;
        TimeNs base = 0;
        std::vector<RawEdge> edges;
        std::vector<RawFlow> flows;
        std::vector<RawTrackName> names;
        std::size_t firstSlice = 0;
        std::size_t firstTrack = 0;
    };

    Remap remapOf(const TraceFragment& fragment, FileId file);
    std::uint32_t trackRow(const TrackKey& key, FileId file, const Remap& remap);
    std::uint32_t descriptorRow(SliceDescriptor descriptor, const Remap& remap);
    void takeFragment(TraceFragment& fragment, FileState& state);
    void takeSlices(TraceFragment& fragment, TimeNs base, const Remap& remap);
    void takeCollectives(const TraceFragment& fragment, std::size_t firstSlice, const Remap& remap);
    void takeCounters(const TraceFragment& fragment, const FileState& state, const Remap& remap);
    void takeMarks(TraceFragment& fragment, FileState& state, const Remap& remap);
    void takeDiagnostics(const Diagnostics& diagnostics, FileId file, std::uint64_t eventsBefore);
    void closeEdges(FileState& state);
    void nameTracks(const FileState& state);
    void joinFlows(FileState& state);

    Run& m_run;
    MergedEvents m_events;
    std::map<TrackIdentity, std::uint32_t> m_trackRows;
    std::map<DescriptorIdentity, std::uint32_t> m_descriptorRows;
    std::map<std::tuple<FileId, StringId, StringId, StringId>, std::size_t> m_counterRows;
    std::vector<DeviceKey> m_tracks; // by track row
};

} // namespace lanescope
