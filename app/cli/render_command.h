// `lanescope render`: the timeline as a picture file, without a display.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

/// Runs the command with the arguments after `render`; returns the exit status: 0 done, 1 failed, 2 wrong usage.
/// Makes a QGuiApplication on the offscreen platform, so none may exist yet.
int runRender(const std::vector<std::string>& arguments);

} // namespace lanescope
