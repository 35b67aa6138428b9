// From a point to what lies there.
#pragma once

#include "core/index/run_index.h"
#include "core/scene/lane_layout.h"
#include "core/scene/viewport.h"

#include <optional>

namespace lanescope {

struct Hit {
    const LaneBand* band = nullptr; // lane, header; null in empty space
    SliceId slice;                  // the slice under (or within 2 px of) the point, none
    TimeNs time = 0;
};

/// `x` in the lane area, `y` in layout coordinates (scroll already added). O(log n): works on the index, not on a
/// scene.
Hit hitTest(const RunIndex& index, const LaneLayout& layout, const Viewport& viewport, double x, double y);

} // namespace lanescope
