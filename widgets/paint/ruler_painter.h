// The ruler above the lanes: round times, and the steps' names.
#pragma once

#include "core/scene/timeline_scene.h"
#include "widgets/paint/frame_fonts.h"
#include "widgets/paint/theme.h"

#include <QRectF>

class QPainter;

namespace lanescope {

constexpr double tickRowHeight = 24;
constexpr double stepRowHeight = 16;

/// Ticks along the lower edge of `area`; where it is higher than the row of ticks, the steps' names stand above them.
/// `area` is as wide as the scene.
void paintRuler(QPainter& painter, const TimelineScene& scene, const Theme& theme, FrameFonts& fonts,
                const QRectF& area);

} // namespace lanescope
