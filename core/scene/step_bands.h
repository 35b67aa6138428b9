// The steps as bands behind all lanes.
#pragma once

#include "core/index/step_index.h"
#include "core/scene/timeline_scene.h"
#include "core/scene/viewport.h"

namespace lanescope {

/// The bands of the file's steps in view, clipped to it; none where they are too narrow to tell apart. O(log n +
/// bands).
std::vector<StepBand> stepBands(const Run& run, const StepIndex& steps, FileId file, const Viewport& viewport);

} // namespace lanescope
