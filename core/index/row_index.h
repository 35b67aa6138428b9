// RowIndex: what one lane row shows at any zoom: exact busy time by prefix sums, and a pyramid of busy share and
// dominant kind for frames that look at millions of slices.
#pragma once

#include "core/index/lane.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

/// What decides a slice's colour; few enough for a histogram a bucket.
enum class ColorClass : std::uint8_t {
    ComputeMatrix, // matrix multiply, attention
    ComputeOther,
    AllReduce,
    AllGather,
    ReduceScatter,
    AllToAll,
    OtherCommunication,
    Memory,
    Sync,
    Annotation,
    Step,
    HostOperator,
    HostRuntime,
    HostPython,
    Other,
    Count
};
ColorClass colorClassOf(const SliceDescriptor& descriptor);

/// One pixel column of a row.
struct ColumnSummary {
    float busy = 0;                          // share of the column covered by slices, 0 to 1
    ColorClass dominant = ColorClass::Other; // the class with the longest time in the column
};

class RowIndex {
public:
    RowIndex() = default;
    RowIndex(const Run& run, const LaneRow& row);

    /// Exact time covered by slices in `window`; O(log n).
    TimeNs busy(TimeSpan window) const;
    /// Positions [first, last) in the row of the slices that reach into `window` (zero-length ones at its inner points
    /// too); O(log n).
    std::pair<std::size_t, std::size_t> slicesIn(TimeSpan window) const;
    /// Fills `columns` with equal parts of `window`, from the pyramid or, when few slices are in view, exactly.
    /// O(columns) when zoomed out. With `exact` the pyramid is not used (for exports): O(columns + slices in view).
    void summarize(TimeSpan window, std::span<ColumnSummary> columns, bool exact = false) const;
    std::size_t bytes() const;

private:
    const Run* m_run = nullptr;
    const LaneRow* m_row = nullptr;
    // prefix sums and pyramid: see row_index.cpp
};

} // namespace lanescope
