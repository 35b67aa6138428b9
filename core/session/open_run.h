// Opens paths as one run: traces, card and companions, indexed and checked against each other.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/session/loaded_run.h"

#include <string>
#include <vector>

namespace lanescope {

struct OpenOptions {
    unsigned threads = 0; // 0: as many as the machine has
};

/// An Error only when cancelled: what could not be opened is said in the run (Run::opens is No, files and diagnostics
/// tell why). A path that is a card alone stands for the folder it lies in.
Result<LoadedRun> openRun(const std::vector<std::string>& paths, const OpenOptions& options, Progress& progress);

} // namespace lanescope
