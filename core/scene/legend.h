// What the colours and marks of a timeline mean.
#pragma once

#include "core/index/run_index.h"
#include "core/scene/timeline_scene.h"

#include <string_view>
#include <vector>

namespace lanescope {

struct LegendEntry {
    ColorRole role = ColorRole::Other;
    bool isHidden = false;     // draw the hatched form
    std::string_view text;     // a literal
    std::string_view tag = {}; // the short tag on slices of this kind, may be empty
};

/// All kinds of work that the run holds: the strip's marks first (with devices), then by role. O(descriptors).
std::vector<LegendEntry> legendOf(const RunIndex& index);
/// What can be seen in this scene alone, in the same order; for figures. O(scene).
std::vector<LegendEntry> legendOf(const TimelineScene& scene);

} // namespace lanescope
