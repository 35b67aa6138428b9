// The gutter at the left of the lanes: who they are.
#pragma once

#include "core/scene/timeline_scene.h"
#include "widgets/paint/frame_fonts.h"
#include "widgets/paint/theme.h"

#include <QRectF>

class QPainter;

namespace lanescope {

constexpr double defaultGutterWidth = 180;

/// Lane names at the right of `area`; group names in bold at its left, with fold arrow before and detail in grey
/// after where all of it fits. `area` is as high as the scene.
void paintGutter(QPainter& painter, const TimelineScene& scene, const Theme& theme, FrameFonts& fonts,
                 const QRectF& area);

} // namespace lanescope
