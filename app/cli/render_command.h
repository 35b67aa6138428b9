// `lanescope render`: the timeline as a picture file, without a display.
#pragma once

#include "app/cli/render_options.h"
#include "core/base/result.h"
#include "core/index/run_index.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lanescope {

/// Runs the command with the arguments after `render`; returns the exit status: 0 done, 1 failed, 2 wrong usage, 130
/// cancelled. Messages go to stderr. Makes a QGuiApplication on the offscreen platform, so none may exist yet.
int runRender(const std::vector<std::string>& arguments);

/// Opens the options' paths as one run.
using OpenForRender = std::function<Result<std::shared_ptr<const RunIndex>>(const RenderOptions&)>;
/// The same with another way to open.
int runRender(const std::vector<std::string>& arguments, const OpenForRender& open);

} // namespace lanescope
