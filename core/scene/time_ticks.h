// Ticks of a ruler: round times, at a comfortable distance.
#pragma once

#include "core/scene/viewport.h"

#include <string>
#include <vector>

namespace lanescope {

struct Tick {
    double x = 0;
    TimeNs time = 0;
    bool isMajor = false;
    std::string label; // of major ticks
};

/// Major ticks at 1, 2 or 5 times a power of ten ns, at least `minimumDistancePx` apart.
std::vector<Tick> timeTicks(const Viewport& viewport, double minimumDistancePx = 110);

} // namespace lanescope
