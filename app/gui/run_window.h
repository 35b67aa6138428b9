// The window of the executable.
#pragma once

#include "core/cache/index_store.h"

#include <memory>
#include <string>
#include <vector>

namespace lanescope {

/// Runs the application until its window is closed; returns the exit status. Paths are opened as one run; without any
/// the start page is shown, or the built-in sample with `opensSample`. `indexes` may be
/// null.
int runWindow(int& argc, char** argv, const std::vector<std::string>& paths, bool opensSample,
              std::shared_ptr<const IndexStore> indexes);

} // namespace lanescope
