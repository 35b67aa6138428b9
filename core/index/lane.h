// Lanes: what is drawn. A track is what the trace recorded; a lane is what a reader looks at.
#pragma once

#include "core/base/ids.h"
#include "core/base/progress.h"
#include "core/model/run.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope {

using LaneId = Id<struct LaneTag>;

enum class LaneKind : std::uint8_t {
    Overlap,      // the strip: hidden, exposed, compute only, idle (from DeviceIndex, has no slices)
    Steps,        // step marks of the rank
    Compute,      // compute kernels of all streams of a device
    Collective,   // communication of one process group (or op, when groups are not recorded) of a device
    Memory,       // copies and memsets of a device
    DeviceStream, // one device track as recorded
    HostThread,   // one host track as recorded
    Async,        // begin/end pairs by id, as recorded
    Counter,      // one counter series (has no slices)
};

/// One row of a lane: slices sorted by start that do not overlap. Either a stretch of the slice table or a list of ids.
class LaneRow {
public:
    LaneRow() = default;
    explicit LaneRow(SliceRange range) : m_range(range) {}
    explicit LaneRow(FrozenArray<SliceId> slices) : m_slices(std::move(slices)), m_isList(true) {}
    std::size_t size() const { return m_isList ? m_slices.size() : m_range.count; }
    SliceId operator[](std::size_t i) const { return m_isList ? m_slices[i] : m_range[i]; }

private:
    friend class Layout;
    SliceRange m_range;
    FrozenArray<SliceId> m_slices;
    bool m_isList = false;
};

struct Lane {
    LaneKind kind = LaneKind::HostThread;
    std::string title;  // "Compute", "All-gather · mesh_fsdp (8)", "stream 7", "thread 123 (python3)"
    std::string detail; // secondary text, grey: op tags, group ranks, pid/tid
    FileId file;
    DeviceId device;                      // of device lanes
    TrackId track;                        // of recorded lanes
    GroupId group;                        // of collective lanes when recorded
    CollectiveOp op = CollectiveOp::None; // of collective lanes split by op
    std::uint32_t counter = 0xffffffffu;  // row of Run::counters
    std::vector<LaneRow> rows;
};

/// The lanes of one device (or, for files without devices, of one file), in display order.
struct LaneGroup {
    std::string title;  // "Rank 0"
    std::string detail; // "GPU 0 · NVIDIA A100-SXM4-80GB" or the file name
    FileId file;
    DeviceId device; // none for a file without devices
    std::optional<int> rank;
    std::vector<LaneId> lanes;         // semantic: Overlap, Steps, Compute, Collective..., Memory
    std::vector<LaneId> recordedLanes; // DeviceStream, HostThread, Async, Counter: collapsed by default
};

/// Makes all lanes of a run; the groups are sorted by rank, file, device. O(n log n).
struct LaneSet {
    std::vector<Lane> lanes;
    std::vector<LaneGroup> groups;
    const Lane& lane(LaneId id) const { return lanes[id.index()]; }
};
LaneSet makeLanes(const Run& run, const Progress& progress);

} // namespace lanescope
