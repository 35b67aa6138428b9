// The overlap strip: what communication is hidden, what is exposed, what is compute alone, what is idle.
//
// A column's shares are stacked from the bottom: exposed, hidden, compute only (at half height), copies only (at a
// quarter). A column of one kind is therefore full height when exposed or hidden, the lower half when compute only and
// empty when idle; a mixed column shows each share by area. Any exposed time shows at least one device pixel.
#pragma once

#include "core/scene/device_columns.h"
#include "core/scene/timeline_scene.h"

namespace lanescope {

/// Fills `lane.strip` within `lane.rect`. O(columns).
void buildOverlapStrip(const DeviceColumns& device, const ColumnGrid& grid, LaneScene& lane);

} // namespace lanescope
