// `lanescope inspect` and `lanescope metrics`.
#pragma once

#include "app/cli/command_line.h"

namespace lanescope {

/// Exit status: 0 opened, 1 could not be opened or not be written, 130 cancelled.
int runInspect(const CommandLine& line);
/// 2 when a metric of that id does not exist.
int runMetrics(const CommandLine& line);

} // namespace lanescope
