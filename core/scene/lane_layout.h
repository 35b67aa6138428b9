// LaneLayout: which lanes are shown, in which order, and where each stands vertically.
#pragma once

#include "core/index/lane.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

/// Heights in logical pixels; see docs (visual language).
struct LaneMetrics {
    double rowHeight = 22;     // semantic lanes and streams
    double hostRowHeight = 16; // nested host rows
    double memoryHeight = 14;
    double stripHeight = 12;
    double stepHeight = 18;
    double counterHeight = 32;
    double gap = 2;
    double groupHeader = 26;
    double recordedHeader = 20;
};

/// What stands at a y: a group's header, the header of its recorded lanes, or a lane.
struct LaneBand {
    enum class What : std::uint8_t { GroupHeader, RecordedHeader, Lane };
    What what = What::Lane;
    std::uint32_t group = 0; // row of LaneSet::groups
    LaneId lane;
    double y = 0, height = 0;
    double rowPitch = 0; // of lanes with rows: height of one row with its gap
    std::uint32_t rowCount = 1;
};

/// Groups in the order of the lane set, which must outlive the layout. All groups start unfolded, and their recorded
/// lanes closed where there are others to show.
class LaneLayout {
public:
    LaneLayout() = default;
    explicit LaneLayout(const LaneSet& lanes, LaneMetrics metrics = {});

    /// All bands from the top, disjoint and sorted by y.
    const std::vector<LaneBand>& bands() const { return m_bands; }
    double height() const { return m_height; }
    const LaneMetrics& metrics() const { return m_metrics; }

    bool isFolded(std::uint32_t group) const { return m_folded[group]; }
    bool isRecordedOpen(std::uint32_t group) const { return m_recordedOpen[group]; }
    /// A folded group keeps its header and overlap strip. Each change is O(lanes).
    void setFolded(std::uint32_t group, bool folded);
    void setRecordedOpen(std::uint32_t group, bool open);
    void setAllFolded(bool folded);
    /// Figures leave recorded lanes out, header and all, where a group has others to show.
    void setRecordedShown(bool shown);
    /// The band at y, null between and below; O(log n).
    const LaneBand* bandAt(double y) const;
    /// The bands that reach into [top, bottom); O(log n).
    std::span<const LaneBand> bandsIn(double top, double bottom) const;
    /// The band of a lane, null when it is not shown.
    const LaneBand* bandOf(LaneId lane) const;

private:
    void rebuild();
    static constexpr std::uint32_t noBand = 0xffffffffu;
    const LaneSet* m_lanes = nullptr;
    LaneMetrics m_metrics;
    bool m_isRecordedShown = true;
    std::vector<bool> m_folded, m_recordedOpen;
    std::vector<LaneBand> m_bands;
    std::vector<std::uint32_t> m_bandOfLane; // by lane; noBand where it is not shown
    double m_height = 0;
};

} // namespace lanescope
