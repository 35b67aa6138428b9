// A counter as a stepwise line.
#pragma once

#include "core/model/run.h"
#include "core/scene/column_grid.h"
#include "core/scene/timeline_scene.h"

namespace lanescope {

/// Fills `lane.counter` within `lane.rect`, scaled to the whole series (from 0 when nothing is below): O(values). A
/// column with several values shows the range they span.
void buildCounterLane(const CounterSeries& series, const ColumnGrid& grid, LaneScene& lane);

/// The range a counter's lane spans: "0 to 79.2".
std::string counterRangeText(const CounterSeries& series);

} // namespace lanescope
