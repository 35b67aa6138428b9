// Flow arrows: which end belongs to which start.
#pragma once

#include "core/base/huge_vector.h"
#include "core/base/progress.h"
#include "core/model/run.h"
#include "core/model/trace_fragment.h"

#include <vector>

namespace lanescope {

/// Among flows of one key, in time order, an end (or step) joins the latest start at or before it; a start may have
/// several ends. What is left over on either side is dangling. Flows carry rows of Run::tracks. The arrows are in no
/// particular order, but equal for equal input. O(n log n), O(n) where most keys are rare. Throws GivenUp.
Flows matchFlows(const HugeVector<RawFlow>& flows, const Progress& progress);

} // namespace lanescope
