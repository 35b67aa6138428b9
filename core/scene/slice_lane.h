// One row of slices in a scene.
#pragma once

#include "core/index/run_index.h"
#include "core/scene/column_grid.h"
#include "core/scene/timeline_scene.h"

#include <vector>

namespace lanescope {

/// Where a row stands, in logical pixels.
struct RowPlace {
    double y = 0, height = 0;
};

struct RowRequest {
    RowPlace place;
    const ColumnGrid& grid;
    const std::vector<bool>& matching; // descriptors that match the search, by row; empty: no search
    bool isExact = false;
};

/// Adds the boxes and columns of a lane's row. Stretches with more than some slices a pixel come from the pyramid, so
/// that a frame is O(width) at any zoom; when exact, or while searching, every slice is looked at.
void addRow(const RunIndex& index, LaneId lane, std::size_t row, const RowRequest& request, LaneScene& scene);

} // namespace lanescope
