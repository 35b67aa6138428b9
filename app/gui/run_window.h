// The window of the executable.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

/// Runs the application until its window is closed; returns the exit status. Paths are opened as one run; without any
/// the start page is shown, or the built-in sample with `opensSample`.
int runWindow(int& argc, char** argv, const std::vector<std::string>& paths, bool opensSample);

} // namespace lanescope
