// CarryOver: what a reader looks at in one state of a run, found again in a later one of the same files.
#pragma once

#include "core/index/run_index.h"
#include "core/scene/lane_layout.h"

#include <cstdint>
#include <optional>

namespace lanescope {

/// While a run is read its tables grow: rows get other numbers, and the origin moves when something earlier is found.
/// Things are told by what they are: a file by its path, a device by its key, a slice by where its event stands.
class CarryOver {
public:
    /// Both must outlive this.
    CarryOver(const RunIndex& from, const RunIndex& to) : m_from(from), m_to(to) {}

    /// To add to a time of the state before.
    TimeNs shift() const;
    TimeSpan span(TimeSpan before) const;
    /// None when it is not there. O(tracks + rows of its track x log slices).
    SliceId slice(SliceId before) const;
    /// What was folded and opened is so again; what is new is as in any layout. O(lanes + groups^2).
    LaneLayout layout(const LaneLayout& before) const;
    /// Scrolls to where the lane (or header) at the top of the view has gone. O(lanes).
    double scrollY(double before, const LaneLayout& layoutBefore, const LaneLayout& layout) const;

private:
    std::optional<FileId> file(FileId before) const;
    std::optional<TrackId> track(TrackId before) const;
    bool isSameDevice(DeviceId before, DeviceId after) const;
    std::optional<std::uint32_t> group(std::uint32_t before) const;
    const LaneBand* band(const LaneBand& before, const LaneLayout& layout) const;

    const RunIndex& m_from;
    const RunIndex& m_to;
};

} // namespace lanescope
