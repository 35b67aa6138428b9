#include "core/scene/hidden_parts.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

constexpr float leastShare = 0.005f;

int columnOf(double x, const ColumnGrid& grid) {
    return std::clamp(static_cast<int>(std::lround(x * grid.ratio())), 0, grid.count());
}

/// Device pixels of a column `height` high that are hidden.
int hiddenPixels(float hiddenShare, int height) {
    const int pixels = static_cast<int>(std::lround(hiddenShare * static_cast<float>(height)));
    const int most = 1 - hiddenShare >= leastShare ? height - 1 : height;
    return std::clamp(pixels, 0, std::max(0, most));
}

float hiddenShareOfCommunication(const DeviceColumns& device, std::size_t column) {
    const float communication = device.overlap[column] + device.exposed[column];
    return communication > 0 ? device.overlap[column] / communication : 0;
}

/// Calls emit(first, last, pixels) for each run of columns of `rect` with equally many hidden pixels.
template <class ShareOf, class Emit>
void forEachRun(const Rect& rect, const ColumnGrid& grid, ShareOf shareOf, Emit emit) {
    const int end = columnOf(rect.x + rect.width, grid);
    const int height = static_cast<int>(std::lround(rect.height * grid.ratio()));
    int first = columnOf(rect.x, grid), pixels = -1;
    for (int column = first; column < end; ++column) {
        const int here = hiddenPixels(shareOf(static_cast<std::size_t>(column)), height);
        if (here == pixels)
            continue;
        if (pixels >= 0)
            emit(first, column, pixels, height);
        first = column;
        pixels = here;
    }
    if (pixels >= 0)
        emit(first, end, pixels, height);
}

Rect upperPart(const Rect& rect, const ColumnGrid& grid, int first, int last, int pixels) {
    return {grid.xOf(first), rect.y, (last - first) / grid.ratio(), pixels / grid.ratio()};
}

void splitBox(const Box& box, const DeviceColumns& device, const ColumnGrid& grid, LaneScene& lane) {
    const auto share = [&](std::size_t column) { return std::min(1.0f, device.compute[column]); };
    forEachRun(box.rect, grid, share, [&](int first, int last, int pixels, int) {
        if (pixels > 0)
            lane.hidden.push_back({upperPart(box.rect, grid, first, last, pixels), box.role, 1, box.isDimmed});
    });
}

void splitColumns(const ColumnRun& run, const DeviceColumns& device, const ColumnGrid& grid, LaneScene& lane) {
    const auto share = [&](std::size_t column) { return hiddenShareOfCommunication(device, column); };
    forEachRun(run.rect, grid, share, [&](int first, int last, int pixels, int height) {
        const Rect upper = upperPart(run.rect, grid, first, last, pixels);
        const Rect lower{upper.x, upper.y + upper.height, upper.width, run.rect.height - upper.height};
        if (pixels > 0)
            lane.hidden.push_back({upper, run.role, run.coverage, run.isDimmed});
        if (pixels < height)
            lane.columns.push_back({lower, run.role, run.coverage, run.isDimmed});
    });
}

} // namespace

void splitHidden(const DeviceColumns& device, const ColumnGrid& grid, std::size_t firstBox, std::size_t firstColumn,
                 LaneScene& lane) {
    for (std::size_t i = firstBox; i < lane.boxes.size(); ++i)
        if (isCommunication(lane.boxes[i].role))
            splitBox(lane.boxes[i], device, grid, lane);
    const auto begin = lane.columns.begin() + static_cast<std::ptrdiff_t>(firstColumn);
    const std::vector<ColumnRun> whole(begin, lane.columns.end());
    lane.columns.erase(begin, lane.columns.end());
    for (const ColumnRun& run : whole) {
        if (isCommunication(run.role))
            splitColumns(run, device, grid, lane);
        else
            lane.columns.push_back(run);
    }
}

} // namespace lanescope
