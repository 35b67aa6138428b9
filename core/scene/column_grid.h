// ColumnGrid: time on the pixel columns of a device; the finest thing a scene can show.
#pragma once

#include "core/base/interval_set.h"
#include "core/scene/viewport.h"

#include <vector>

namespace lanescope {

/// Column c is [c, c + 1) device pixels from the left of the lane area.
class ColumnGrid {
public:
    ColumnGrid(const Viewport& viewport, double devicePixelRatio);

    int count() const { return m_count; }
    TimeSpan visible() const { return m_viewport.visible(); }
    double ratio() const { return m_ratio; }
    double nsPerColumn() const { return m_viewport.nsPerPx() / m_ratio; }
    /// In columns, with fraction; may lie outside.
    double positionOf(TimeNs t) const { return m_viewport.xOf(t) * m_ratio; }
    /// The time of the columns [first, last), to the nearest nanosecond.
    TimeSpan spanOf(int first, int last) const;
    /// Logical pixels of a column's left edge.
    double xOf(int column) const { return column / m_ratio; }

private:
    Viewport m_viewport;
    double m_ratio;
    int m_count;
};

/// The share of each column that `set` covers, 0 to 1. Walks the spans when few are in view, else asks the set's sums
/// for each column: O(columns log n).
std::vector<float> coverageOf(const IntervalSet& set, const ColumnGrid& grid);

} // namespace lanescope
