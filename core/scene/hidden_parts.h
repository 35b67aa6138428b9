// Which part of the communication on a lane is hidden behind compute.
//
// A column that a box fills is hidden for the share of it in which the device computed. A column of several small
// slices takes the hidden share of all communication of the device in that column. Both are split by height: hidden
// above, exposed below, where any exposed time keeps at least one device pixel.
#pragma once

#include "core/scene/device_columns.h"
#include "core/scene/timeline_scene.h"

namespace lanescope {

/// Adds hidden parts to the boxes [firstBox..] and columns [firstColumn..] of `lane`, those of one row. Columns are
/// replaced by their exposed parts. O(columns).
void splitHidden(const DeviceColumns& device, const ColumnGrid& grid, std::size_t firstBox, std::size_t firstColumn,
                 LaneScene& lane);

} // namespace lanescope
