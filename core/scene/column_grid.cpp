#include "core/scene/column_grid.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

constexpr std::size_t walkedPerColumn = 8;

std::vector<float> walked(const IntervalSet::Spans& spans, const ColumnGrid& grid) {
    std::vector<float> shares(static_cast<std::size_t>(grid.count()), 0.0f);
    for (const TimeSpan span : spans) {
        const double begin = std::max(0.0, grid.positionOf(span.begin));
        const double end = std::min<double>(grid.count(), grid.positionOf(span.end));
        for (auto column = static_cast<std::size_t>(begin); static_cast<double>(column) < end; ++column) {
            const auto left = static_cast<double>(column);
            shares[column] += static_cast<float>(std::min(end, left + 1) - std::max(begin, left));
        }
    }
    return shares;
}

std::vector<float> asked(const IntervalSet& set, const ColumnGrid& grid) {
    std::vector<float> shares(static_cast<std::size_t>(grid.count()));
    for (int column = 0; column < grid.count(); ++column) {
        const TimeSpan span = grid.spanOf(column, column + 1);
        const double length = std::max<double>(1, static_cast<double>(span.duration()));
        shares[static_cast<std::size_t>(column)] = static_cast<float>(static_cast<double>(set.covered(span)) / length);
    }
    return shares;
}

} // namespace

ColumnGrid::ColumnGrid(const Viewport& viewport, double devicePixelRatio)
    : m_viewport(viewport), m_ratio(devicePixelRatio > 0 ? devicePixelRatio : 1),
      m_count(static_cast<int>(std::ceil(viewport.widthPx() * m_ratio))) {}

TimeSpan ColumnGrid::spanOf(int first, int last) const {
    return {m_viewport.timeAt(xOf(first)), m_viewport.timeAt(xOf(last))};
}

std::vector<float> coverageOf(const IntervalSet& set, const ColumnGrid& grid) {
    const IntervalSet::Spans spans = set.overlapping(grid.visible());
    return spans.size() <= walkedPerColumn * static_cast<std::size_t>(grid.count()) ? walked(spans, grid)
                                                                                    : asked(set, grid);
}

} // namespace lanescope
