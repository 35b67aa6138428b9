// The legend: each mark beside its meaning.
#pragma once

#include "core/scene/legend.h"
#include "widgets/paint/frame_fonts.h"
#include "widgets/paint/theme.h"

#include <QImage>
#include <QRectF>

#include <span>

class QPainter;

namespace lanescope {

/// Swatches with their texts from the top left of `area`, in as many lines as its width asks for.
void paintLegend(QPainter& painter, std::span<const LegendEntry> entries, const Theme& theme, FrameFonts& fonts,
                 const QRectF& area);
/// The height paintLegend needs.
double legendHeight(std::span<const LegendEntry> entries, FrameFonts& fonts, double width);
/// The mark of an entry as a lane shows it, 28 x 12 logical pixels.
QImage legendSwatch(const LegendEntry& entry, const Theme& theme, double devicePixelRatio);

} // namespace lanescope
