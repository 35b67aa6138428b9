// `lanescope inspect --summary`: the same for a person.
#pragma once

#include "core/index/run_index.h"
#include "core/report/inspect_report.h"

#include <string>

namespace lanescope {

/// What was opened, what was skipped and why, devices with their overlap, steps, findings. Safe for a terminal.
std::string runSummary(const RunIndex& index, const ReportedCard& card);

} // namespace lanescope
