// `lanescope index`.
#pragma once

#include "app/cli/command_line.h"

namespace lanescope {

/// Exit status: 0 done, 1 could not be opened or written, 130 cancelled.
int runIndex(const CommandLine& line);

} // namespace lanescope
