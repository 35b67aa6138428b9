// Run: everything a set of traces holds, frozen. Made by RunBuilder, shared as shared_ptr<const Run>, read by
// any thread without locks.
//
// Tables refer to each other by typed row numbers. The way of a slice: file -> track (what the trace recorded:
// one pid/tid) -> rows (a track's slices spread so that none overlap) -> slices, contiguous and sorted in a row.
#pragma once

#include "core/base/ids.h"
#include "core/base/packed_column.h"
#include "core/base/string_pool.h"
#include "core/base/time.h"
#include "core/model/collective_op.h"
#include "core/model/diagnostics.h"
#include "core/model/slice_kind.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// ---- inputs

enum class InputRole : std::uint8_t { Trace, Card, Script, Latency, ExecutionTrace, Other };
enum class Compression : std::uint8_t { None, Gzip, Zstd };
enum class InputStatus : std::uint8_t { Read, Partial, Skipped, Failed };
enum class RankSource : std::uint8_t { Metadata, FileName, Assumed };
std::string_view nameOf(InputRole role);
std::string_view nameOf(Compression compression);
std::string_view nameOf(InputStatus status);
std::string_view nameOf(RankSource source);

/// One file that was given or found, trace or not.
struct InputFile {
    std::string path; // as given or found
    InputRole role = InputRole::Other;
    std::string format; // "kineto-json", "chrome-json", ...; empty for companions
    Compression compression = Compression::None;
    InputStatus status = InputStatus::Skipped;
    std::string reason; // why skipped, partial or failed; a sentence
    std::optional<int> rank;
    RankSource rankSource = RankSource::Assumed;
    std::uint64_t keptSlices = 0;
    std::uint64_t droppedSlices = 0;
    std::uint64_t fileBytes = 0;
    std::uint64_t decodedBytes = 0;
    std::uint64_t events = 0;
    TimeNs baseTimeNs = 0;   // baseTimeNanoseconds of the file, 0 when it has none
    TimeNs clockShiftNs = 0; // added to its times by clock alignment
};

/// A trace whose events are in the run, all or some of them.
bool isOpenTrace(const InputFile& file);

// ---- slices

/// What slices of one name and category are; the name column of a slice points here.
struct SliceDescriptor {
    StringId name;
    StringId category; // as written, none when absent
    SliceKind kind = SliceKind::HostOther;
    CollectiveOp op = CollectiveOp::None;
    ComputeClass computeClass = ComputeClass::None;
    friend bool operator==(const SliceDescriptor&, const SliceDescriptor&) = default;
};

/// Consecutive slice ids [first, first + count).
struct SliceRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    SliceId operator[](std::size_t i) const { return SliceId(first + i); }
};

/// Columns, about 20 bytes a slice. Slices of a row are contiguous, sorted by start, and do not overlap.
class SliceTable {
public:
    std::size_t size() const { return m_duration.size(); }
    TimeNs start(SliceId s) const { return m_start[s.index()]; }
    TimeNs duration(SliceId s) const { return m_duration[s.index()]; }
    TimeNs end(SliceId s) const { return start(s) + duration(s); }
    TimeSpan span(SliceId s) const {
        const TimeNs begin = start(s);
        return {begin, begin + duration(s)};
    }
    DescriptorId descriptor(SliceId s) const { return m_descriptor[s.index()]; }
    /// Launch correlation; 0 when there is none.
    std::uint32_t correlation(SliceId s) const { return m_correlation[s.index()]; }
    /// Where the event's text stands: byte offset in its file's decoded text.
    std::uint64_t sourceOffset(SliceId s) const { return static_cast<std::uint64_t>(m_source[s.index()]); }
    std::size_t bytes() const;

private:
    friend class ColumnFiller;
    friend class Layout;
    PackedColumn m_start;
    DurationColumn m_duration;
    FrozenArray<DescriptorId> m_descriptor;
    FrozenArray<std::uint32_t> m_correlation;
    PackedColumn m_source;
};

/// One row of a track: its slices never overlap.
struct Row {
    TrackId track;
    std::uint32_t depth = 0; // 0 is the outermost
    SliceRange slices;
};

enum class TrackKind : std::uint8_t { Host, Device, Async };
std::string_view nameOf(TrackKind kind);

/// What the trace recorded under one (file, pid, tid); host and device records of one pid/tid are two tracks.
struct Track {
    FileId file;
    TrackKind kind = TrackKind::Host;
    StringId pid; // text as written
    StringId tid;
    bool isPidNumber = true;
    bool isTidNumber = true;
    StringId name;        // thread_name, none when not recorded
    StringId processName; // process_name, none when not recorded
    std::int64_t processSortIndex = 0;
    std::int64_t sortIndex = 0;
    DeviceId device; // of device tracks
    std::uint32_t firstRow = 0;
    std::uint32_t rowCount = 0;
    SliceRange slices; // of all rows
};

/// One accelerator of one file: listed when it has device work (kernels, copies, memsets, syncs).
struct Device {
    FileId file;
    std::optional<int> rank;
    StringId key; // args.device, else the pid, as text
    bool isKeyNumber = true;
    StringId name; // "NVIDIA A100-SXM4-80GB", none when not recorded
};

/// A process group as the trace describes it.
struct ProcessGroup {
    StringId name;          // "Process Group Name"
    StringId description;   // "Process Group Description": "mesh_tp", "default_pg", ...
    StringId ranks;         // "Process Group Ranks" as written: "[0, 1, 2, 3]"
    std::uint32_t size = 0; // "Group size"; 0 when not recorded
};

/// One communication record.
struct Collective {
    SliceId slice;
    DeviceId device;
    CollectiveOp op = CollectiveOp::None;
    std::optional<std::int64_t> bytes;    // the whole array: see docs/metrics (output of all-gather, input of
                                          // reduce-scatter, else the larger side)
    StringId dtype;                       // as written, none when absent
    std::uint32_t groupSize = 0;          // 0: not recorded
    GroupId group;                        // none: not recorded
    std::optional<std::int64_t> sequence; // "Seq", when recorded

    /// bytes / duration in 1e9 bytes a second; nothing without bytes or duration.
    std::optional<double> algorithmBandwidth(TimeNs duration) const;
    /// algorithm bandwidth times the bus factor; nothing without a group size either.
    std::optional<double> busBandwidth(TimeNs duration) const;
};

struct CounterSeries {
    FileId file;
    StringId pid;
    StringId name;             // event name
    StringId series;           // key in args
    std::vector<TimeNs> times; // sorted
    std::vector<double> values;
};

struct Instant {
    TrackId track;
    TimeNs time = 0;
    StringId name;
    std::uint64_t sourceOffset = 0;
};

enum class StepSource : std::uint8_t { ProfilerStep, ExecuteContext, RunBatch, XlaStep, Nvtx, Inferred };
std::string_view nameOf(StepSource source);

/// One training or engine step of one file, from a host mark.
struct Step {
    FileId file;
    std::optional<int> rank;
    std::int64_t number = 0; // as written, else 0, 1, 2... in time order
    StringId name;
    TimeSpan span;
    StepSource source = StepSource::ProfilerStep;
    SliceId slice;
};

/// An arrow between two places of the trace.
struct FlowArrow {
    TrackId fromTrack;
    TrackId toTrack;
    TimeNs fromTime = 0;
    TimeNs toTime = 0;
};

struct Flows {
    std::uint64_t pairs = 0;
    std::uint64_t dangling = 0;
    std::vector<FlowArrow> arrows; // of flows that correlation ids do not already tell (all but ac2g)
};

enum class OpenState : std::uint8_t { Yes, Partial, No };
/// "yes", "partial", "no".
std::string_view nameOf(OpenState state);

class Run {
public:
    // Every table is readable by all and written by RunBuilder alone (a Run is only handed out const).
    std::shared_ptr<const void> memory; // of texts that lie in a mapped file
    std::string name;                   // of the folder or the first file
    OpenState opens = OpenState::No;
    StringPool strings;
    std::vector<InputFile> files;
    std::vector<SliceDescriptor> descriptors;
    std::vector<Track> tracks; // sorted by file, process sort index, pid, sort index, tid
    std::vector<Row> rows;     // of all tracks, in track order
    SliceTable slices;
    std::vector<Device> devices; // sorted by rank, file, key
    std::vector<ProcessGroup> groups;
    std::vector<Collective> collectives; // sorted by slice
    std::vector<CounterSeries> counters; // sorted by file
    std::vector<Instant> instants; // sorted by time
    std::vector<Step> steps;       // sorted by file, start
    Flows flows;
    Diagnostics diagnostics;
    std::uint64_t keptSlices = 0;
    std::uint64_t droppedSlices = 0;
    /// Wall time of instant 0 in nanoseconds: the earliest slice of all inputs.
    TimeNs origin = 0;
    /// All slices but strays at timestamp 0; nothing without slices.
    std::optional<TimeSpan> span;

    std::string_view text(StringId id) const { return strings.view(id); }
    const Track& track(TrackId id) const { return tracks[id.index()]; }
    const Row& row(RowId id) const { return rows[id.index()]; }
    const Device& device(DeviceId id) const { return devices[id.index()]; }
    const InputFile& file(FileId id) const { return files[id.index()]; }
    const SliceDescriptor& descriptor(SliceId s) const { return descriptors[slices.descriptor(s).index()]; }
    std::string_view nameOf(SliceId s) const { return text(descriptor(s).name); }
    SliceKind kind(SliceId s) const { return descriptor(s).kind; }

    /// The row / track a slice lies in; O(log rows).
    RowId rowOf(SliceId s) const;
    TrackId trackOf(SliceId s) const { return row(rowOf(s)).track; }
    /// What belongs to a file; O(log n).
    std::span<const Track> tracksOf(FileId file) const { return ofFile(tracks, file); }
    std::span<const CounterSeries> countersOf(FileId file) const { return ofFile(counters, file); }
    std::span<const Step> stepsOf(FileId file) const { return ofFile(steps, file); }
    std::span<const Row> rowsOf(const Track& track) const {
        return std::span(rows).subspan(track.firstRow, track.rowCount);
    }
    /// The record of a communication slice, null for others; O(log collectives).
    const Collective* collectiveOf(SliceId s) const;
    /// True for a slice at timestamp 0 far before all others: kept, but outside every span and figure.
    bool isStray(SliceId s) const { return span && slices.start(s) < span->begin; }
    std::size_t traceCount() const;

private:
    /// Of a table that is sorted by file.
    template <class Entry>
    static std::span<const Entry> ofFile(const std::vector<Entry>& table, FileId file) {
        const auto begin = std::lower_bound(table.begin(), table.end(), file,
                                            [](const Entry& entry, FileId wanted) { return entry.file < wanted; });
        const auto end = std::upper_bound(begin, table.end(), file,
                                          [](FileId wanted, const Entry& entry) { return wanted < entry.file; });
        return {begin, end};
    }
};

} // namespace lanescope
