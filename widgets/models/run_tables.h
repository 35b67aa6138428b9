// The tables of the panels: which columns they have and what each row says. Times of one column share one unit.
#pragma once

#include "core/index/selection_summary.h"
#include "core/session/loaded_run.h"
#include "widgets/models/column_table_model.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lanescope {

/// Names in a selection: kind, count, total, mean, min, max, 95th percentile. Kernels, copies and memsets only, unless
/// host slices, annotations and waits are asked for too.
TableContent nameTable(std::shared_ptr<const LoadedRun> run, SelectionSummary summary, bool withHost);
/// Figures a device in a selection, and their sum where there are several.
TableContent deviceTable(std::shared_ptr<const LoadedRun> run, SelectionSummary summary);
/// Findings about the traces and the card.
TableContent diagnosticTable(std::shared_ptr<const LoadedRun> run);
/// What was opened, what was skipped and why.
TableContent inputTable(std::shared_ptr<const LoadedRun> run);
/// Name and value pairs.
TableContent fieldTable(std::vector<std::pair<std::string, std::string>> fields);

} // namespace lanescope
