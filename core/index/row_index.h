// RowIndex: what one lane row shows at any zoom: exact busy time by prefix sums, and pyramids of busy share and
// dominant class for frames that look at millions of slices.
#pragma once

#include "core/base/cancel_point.h"
#include "core/index/color_class.h"
#include "core/index/lane.h"
#include "core/index/pyramid.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace lanescope {

/// One pixel column of a row.
struct ColumnSummary {
    float busy = 0;                          // share of the column covered by slices, 0 to 1
    ColorClass dominant = ColorClass::Other; // the class with the longest time in the column
};

/// A coarse pyramid spans the row; a fine one spans each 4,096 slices with its own resolution, so that bursts of short
/// slices stay right. Up to 2.5 bytes a slice. Keeps pointers to the run and the row: both must outlive it.
class RowIndex {
public:
    RowIndex() = default;
    /// `classes` by descriptor row. O(slices). Throws GivenUp.
    RowIndex(const Run& run, const LaneRow& row, const std::vector<ColorClass>& classes, const Progress& progress);

    /// Exact time covered by slices in `window`; O(log n).
    TimeNs busy(TimeSpan window) const;
    /// Positions [first, last) in the row of the slices that reach into `window`, zero-length ones included; O(log n).
    std::pair<std::size_t, std::size_t> slicesIn(TimeSpan window) const;
    /// Fills `columns` with equal parts of `window`, from the pyramids or, when few slices are in view, exactly.
    /// The busy share is then off by 3 % in the mean at most. O(columns) when zoomed out. With `isExact` the pyramids
    /// are not used (for exports): O(columns + slices in view).
    void summarize(TimeSpan window, std::span<ColumnSummary> columns, bool isExact = false) const;
    std::size_t bytes() const;

private:
    TimeNs busyBefore(TimeNs t) const;
    std::size_t firstNotBefore(TimeNs t) const; // position of the first slice with start >= t
    void addExactly(std::span<ClassTimes> columns, TimeSpan window, std::size_t first, std::size_t last) const;
    void addFromPyramids(std::span<ClassTimes> columns, TimeSpan window, std::size_t first, std::size_t last) const;
    void buildPyramids(CancelPoint& point);

    friend class Layout;
    const Run* m_run = nullptr;
    const LaneRow* m_row = nullptr;
    const std::vector<ColorClass>* m_classes = nullptr;
    FrozenArray<TimeNs> m_busyBeforeBlock; // each 64 slices
    Pyramid m_coarse;
    std::vector<Pyramid> m_fine;
};

} // namespace lanescope
