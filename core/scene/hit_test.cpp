#include "core/scene/hit_test.h"

#include <algorithm>

namespace lanescope {

namespace {

constexpr double reachPx = 2;

/// Distance of `t` from the slice in ns; 0 within it.
TimeNs distanceTo(TimeSpan span, TimeNs t) {
    return t < span.begin ? saturatingSubtract(span.begin, t) : t >= span.end ? saturatingSubtract(t, span.end) : 0;
}

SliceId nearestSlice(const RunIndex& index, const LaneBand& band, std::size_t row, const Viewport& viewport, double x) {
    const TimeNs time = viewport.timeAt(x);
    const TimeSpan reach{viewport.timeAt(x - reachPx), std::max(viewport.timeAt(x + reachPx), saturatingAdd(time, 1))};
    const LaneRow& slices = index.lanes().lane(band.lane).rows[row];
    auto [first, last] = index.row(band.lane, row).slicesIn(reach);
    const SliceTable& table = index.run().slices;
    // The last that starts at or before the time, and its successor, are the only ones that can be nearest.
    std::size_t low = first, high = last;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        (table.start(slices[middle]) <= time ? low : high) = table.start(slices[middle]) <= time ? middle + 1 : middle;
    }
    SliceId nearest;
    TimeNs best = INT64_MAX;
    for (std::size_t i = std::max(first, low > 0 ? low - 1 : 0); i < std::min(last, low + 1); ++i) {
        const TimeNs distance = distanceTo(table.span(slices[i]), time);
        if (distance < best) {
            best = distance;
            nearest = slices[i];
        }
    }
    return nearest;
}

} // namespace

Hit hitTest(const RunIndex& index, const LaneLayout& layout, const Viewport& viewport, double x, double y) {
    Hit hit;
    hit.time = viewport.timeAt(x);
    hit.band = layout.bandAt(y);
    if (!hit.band || hit.band->what != LaneBand::What::Lane)
        return hit;
    const auto row = static_cast<std::size_t>((y - hit.band->y) / hit.band->rowPitch);
    if (row < index.lanes().lane(hit.band->lane).rows.size())
        hit.slice = nearestSlice(index, *hit.band, row, viewport, x);
    return hit;
}

} // namespace lanescope
