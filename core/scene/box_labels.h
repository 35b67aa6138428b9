// The texts in boxes.
#pragma once

#include "core/index/run_index.h"
#include "core/scene/device_columns.h"
#include "core/scene/timeline_scene.h"

namespace lanescope {

/// Adds labels for the boxes [firstBox..] of `lane` that are wide enough. A communication box is labelled in its widest
/// stretch that is all hidden or all exposed, so that text never runs across both; `device` may be null elsewhere.
void addLabels(const RunIndex& index, const Lane& recorded, const DeviceColumns* device, const ColumnGrid& grid,
               std::size_t firstBox, LaneScene& lane);

} // namespace lanescope
