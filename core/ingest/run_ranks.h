// Which rank each trace of a run is of: what it states itself, what its name states, else the smallest free one.
#pragma once

#include "core/model/run_builder.h"

#include <optional>
#include <vector>

namespace lanescope {

/// `stated`: by the trace itself.
void settleRank(InputFile& file, std::optional<int> stated);

/// Traces that state no rank get the smallest free ones, by name. O(n log n).
void assumeRanks(std::vector<InputFile>& files);

/// Says which ranks are assumed, stated twice, or missing. The files are the builder's, in the same order.
void tellRanks(const std::vector<InputFile>& files, RunBuilder& builder);

} // namespace lanescope
