// What the colours and marks of a timeline mean, for the kinds of work a run holds.
#pragma once

#include "core/index/run_index.h"
#include "core/scene/timeline_scene.h"

#include <string_view>
#include <vector>

namespace lanescope {

struct LegendEntry {
    ColorRole role = ColorRole::Other;
    bool isHidden = false; // draw the hatched form
    std::string_view text; // a literal
    std::string_view tag;  // the short tag on slices of this kind, may be empty
};

/// The strip's marks first when the run has devices, then the kinds of work that occur, in the order of the roles.
/// O(descriptors).
std::vector<LegendEntry> legendOf(const RunIndex& index);

} // namespace lanescope
