// From a run to the figure that shows it.
#pragma once

#include "app/cli/render_options.h"
#include "core/index/run_index.h"

#include <QImage>

namespace lanescope {

/// Draws what the options ask for. Needs a QGuiApplication. The error says which step is missing or which height would
/// be enough.
Result<QImage> renderFigure(const RunIndex& index, const RenderOptions& options);

} // namespace lanescope
