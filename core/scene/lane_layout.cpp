#include "core/scene/lane_layout.h"

#include <algorithm>

namespace lanescope {

namespace {

double heightOfRow(LaneKind kind, const LaneMetrics& metrics) {
    switch (kind) {
    case LaneKind::Overlap:
        return metrics.stripHeight;
    case LaneKind::Steps:
        return metrics.stepHeight;
    case LaneKind::Memory:
        return metrics.memoryHeight;
    case LaneKind::Counter:
        return metrics.counterHeight;
    case LaneKind::HostThread:
    case LaneKind::Async:
        return metrics.hostRowHeight;
    case LaneKind::Compute:
    case LaneKind::Collective:
    case LaneKind::DeviceStream:
        break;
    }
    return metrics.rowHeight;
}

/// Stacks bands from the top.
class BandStack {
public:
    BandStack(const LaneSet& lanes, const LaneMetrics& metrics) : m_lanes(lanes), m_metrics(metrics) {}

    void addHeader(std::uint32_t group, LaneBand::What what) {
        LaneBand band;
        band.what = what;
        band.group = group;
        band.height = what == LaneBand::What::GroupHeader ? m_metrics.groupHeader : m_metrics.recordedHeader;
        push(band);
    }

    void addLane(std::uint32_t group, LaneId id) {
        const Lane& lane = m_lanes.lane(id);
        LaneBand band;
        band.group = group;
        band.lane = id;
        band.rowCount = static_cast<std::uint32_t>(std::max<std::size_t>(1, lane.rows.size()));
        band.rowPitch = heightOfRow(lane.kind, m_metrics) + m_metrics.gap;
        band.height = band.rowCount * band.rowPitch - m_metrics.gap;
        push(band);
    }

    std::vector<LaneBand> bands;
    double height = 0;

private:
    void push(LaneBand band) {
        band.y = height;
        bands.push_back(band);
        height += band.height + m_metrics.gap;
    }
    const LaneSet& m_lanes;
    const LaneMetrics& m_metrics;
};

} // namespace

LaneLayout::LaneLayout(const LaneSet& lanes, LaneMetrics metrics)
    : m_lanes(&lanes), m_metrics(metrics), m_folded(lanes.groups.size()), m_recordedOpen(lanes.groups.size()) {
    // A group without device lanes has nothing but its recorded lanes to show.
    for (std::size_t group = 0; group < lanes.groups.size(); ++group)
        m_recordedOpen[group] = lanes.groups[group].lanes.empty();
    rebuild();
}

void LaneLayout::setFolded(std::uint32_t group, bool folded) {
    m_folded[group] = folded;
    rebuild();
}

void LaneLayout::setRecordedOpen(std::uint32_t group, bool open) {
    m_recordedOpen[group] = open;
    rebuild();
}

void LaneLayout::setAllFolded(bool folded) {
    m_folded.assign(m_folded.size(), folded);
    rebuild();
}

void LaneLayout::setRecordedShown(bool shown) {
    m_isRecordedShown = shown;
    rebuild();
}

void LaneLayout::rebuild() {
    BandStack stack(*m_lanes, m_metrics);
    for (std::uint32_t group = 0; group < m_lanes->groups.size(); ++group) {
        const LaneGroup& lanes = m_lanes->groups[group];
        stack.addHeader(group, LaneBand::What::GroupHeader);
        for (const LaneId lane : lanes.lanes)
            if (!m_folded[group] || m_lanes->lane(lane).kind == LaneKind::Overlap)
                stack.addLane(group, lane);
        const bool isLeftOut = !m_isRecordedShown && !lanes.lanes.empty();
        if (m_folded[group] || lanes.recordedLanes.empty() || isLeftOut)
            continue;
        stack.addHeader(group, LaneBand::What::RecordedHeader);
        if (m_recordedOpen[group])
            for (const LaneId lane : lanes.recordedLanes)
                stack.addLane(group, lane);
    }
    m_bands = std::move(stack.bands);
    m_height = stack.height;
    m_bandOfLane.assign(m_lanes->lanes.size(), noBand);
    for (std::uint32_t band = 0; band < m_bands.size(); ++band)
        if (m_bands[band].what == LaneBand::What::Lane)
            m_bandOfLane[m_bands[band].lane.index()] = band;
}

const LaneBand* LaneLayout::bandAt(double y) const {
    auto after = std::upper_bound(m_bands.begin(), m_bands.end(), y,
                                  [](double value, const LaneBand& band) { return value < band.y; });
    if (after == m_bands.begin())
        return nullptr;
    const LaneBand& band = *--after;
    return y < band.y + band.height ? &band : nullptr;
}

std::span<const LaneBand> LaneLayout::bandsIn(double top, double bottom) const {
    const auto first = std::partition_point(m_bands.begin(), m_bands.end(),
                                            [&](const LaneBand& band) { return band.y + band.height <= top; });
    const auto last = std::partition_point(first, m_bands.end(), [&](const LaneBand& band) { return band.y < bottom; });
    return {first, last};
}

const LaneBand* LaneLayout::bandOf(LaneId lane) const {
    if (!lane.isValid() || lane.index() >= m_bandOfLane.size() || m_bandOfLane[lane.index()] == noBand)
        return nullptr;
    return &m_bands[m_bandOfLane[lane.index()]];
}

} // namespace lanescope
