#include "widgets/paint/ruler_painter.h"

#include <QPainter>

#include <algorithm>

namespace lanescope {

namespace {

constexpr double majorLength = 7, minorLength = 3, labelGap = 4;

void paintTicks(QPainter& painter, const TimelineScene& scene, const Theme& theme, FrameFonts& fonts,
                const QRectF& row) {
    double free = row.left(); // where the last label ends
    for (const Tick& tick : scene.ticks) {
        const double x = row.left() + tick.x, length = tick.isMajor ? majorLength : minorLength;
        painter.fillRect(QRectF(x, row.bottom() - length, 1, length), theme.mutedText);
        const double width = fonts.plain.widthOf(tick.label);
        const double left = std::max(row.left(), x - width / 2);
        if (!tick.isMajor || left < free || left + width > row.right())
            continue;
        const QRectF box(left, row.top(), width + 1, row.height() - majorLength - 1);
        free = left + fonts.plain.draw(painter, box, tick.label, theme.mutedText) + labelGap;
    }
}

void paintSteps(QPainter& painter, const TimelineScene& scene, const Theme& theme, FrameFonts& fonts,
                const QRectF& row) {
    for (const StepBand& step : scene.steps) {
        const double left = std::max(0.0, step.x), right = std::min(scene.width, step.x + step.width);
        const QRectF band(row.left() + left, row.top(), right - left, row.height());
        if (step.isOdd)
            painter.fillRect(band, theme.stepTint);
        if (step.x >= 0)
            painter.fillRect(QRectF(band.left(), band.top(), 1, row.height()), theme.separator);
        if (fonts.plain.widthOf(step.label) + 2 * labelGap <= band.width())
            fonts.plain.draw(painter, band.adjusted(labelGap, 0, 0, 0), step.label, theme.text);
    }
}

} // namespace

void paintRuler(QPainter& painter, const TimelineScene& scene, const Theme& theme, FrameFonts& fonts,
                const QRectF& area) {
    painter.save();
    painter.setClipRect(area);
    painter.fillRect(area, theme.ruler);
    const double top = std::max(area.top(), area.bottom() - tickRowHeight);
    paintTicks(painter, scene, theme, fonts, QRectF(area.left(), top, area.width(), area.bottom() - top));
    if (top > area.top())
        paintSteps(painter, scene, theme, fonts, QRectF(area.left(), area.top(), area.width(), top - area.top()));
    painter.restore();
}

} // namespace lanescope
