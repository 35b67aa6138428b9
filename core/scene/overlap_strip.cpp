#include "core/scene/overlap_strip.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope {

namespace {

constexpr float leastShare = 1e-4f; // below, rounding
constexpr std::array<ColorRole, 4> stacked = {ColorRole::StripExposed, ColorRole::StripHidden,
                                              ColorRole::StripComputeOnly, ColorRole::StripOther};
using Heights = std::array<int, stacked.size()>; // device pixels, from the bottom

Heights heightsOf(const DeviceColumns& device, std::size_t column, int height) {
    const float others =
        device.busy[column] - device.overlap[column] - device.exposed[column] - device.computeOnly[column];
    const std::array<float, 4> shares = {device.exposed[column], device.overlap[column], device.computeOnly[column] / 2,
                                         others / 4};
    Heights heights{};
    float reached = 0;
    int top = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        if (shares[i] < leastShare)
            continue;
        reached += shares[i];
        const int wanted = static_cast<int>(std::lround(reached * static_cast<float>(height))) - top;
        const int least = stacked[i] == ColorRole::StripExposed ? 1 : 0;
        heights[i] = std::clamp(wanted, least, height - top);
        top += heights[i];
    }
    return heights;
}

void appendStack(const Heights& heights, int first, int count, const ColumnGrid& grid, LaneScene& lane) {
    double bottom = lane.rect.y + lane.rect.height;
    for (std::size_t i = 0; i < heights.size(); ++i) {
        if (heights[i] == 0)
            continue;
        const double height = heights[i] / grid.ratio();
        bottom -= height;
        lane.strip.push_back({{grid.xOf(first), bottom, count / grid.ratio(), height}, stacked[i], 1, false});
    }
}

} // namespace

void buildOverlapStrip(const DeviceColumns& device, const ColumnGrid& grid, LaneScene& lane) {
    const int height = static_cast<int>(std::lround(lane.rect.height * grid.ratio()));
    int first = 0;
    Heights run{};
    for (int column = 0; column < grid.count(); ++column) {
        const Heights heights = heightsOf(device, static_cast<std::size_t>(column), height);
        if (heights == run)
            continue;
        appendStack(run, first, column - first, grid, lane);
        run = heights;
        first = column;
    }
    appendStack(run, first, grid.count() - first, grid, lane);
}

} // namespace lanescope
