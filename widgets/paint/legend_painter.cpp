#include "widgets/paint/legend_painter.h"

#include "widgets/paint/raster.h"

#include <QPaintDevice>
#include <QPainter>

#include <cmath>
#include <functional>
#include <string>

namespace lanescope {

namespace {

constexpr double swatchWidth = 28, swatchHeight = 12, lineHeight = 20, textGap = 6, entryGap = 16;

/// Calls `place` with the top left of each entry; returns the height of all.
double flow(std::span<const LegendEntry> entries, FrameFonts& fonts, double width,
            const std::function<void(const LegendEntry&, double x, double y)>& place) {
    double x = 0, y = 0;
    for (const LegendEntry& entry : entries) {
        const double needed = swatchWidth + textGap + fonts.plain.widthOf(std::string(entry.text));
        if (x > 0 && x + needed > width) {
            x = 0;
            y += lineHeight;
        }
        place(entry, x, y);
        x += needed + entryGap;
    }
    return entries.empty() ? 0 : y + lineHeight;
}

Rect markRect(ColorRole role) {
    if (role == ColorRole::StripComputeOnly)
        return {0, swatchHeight / 2, swatchWidth, swatchHeight / 2};
    if (role == ColorRole::Memory)
        return {0, swatchHeight / 4, swatchWidth, swatchHeight / 2};
    if (role == ColorRole::StripOther)
        return {0, 3 * swatchHeight / 4, swatchWidth, swatchHeight / 4};
    return {0, 0, swatchWidth, swatchHeight};
}

} // namespace

QImage legendSwatch(const LegendEntry& entry, const Theme& theme, double devicePixelRatio) {
    const auto device = [&](double logical) { return static_cast<int>(std::lround(logical * devicePixelRatio)); };
    QImage image(device(swatchWidth), device(swatchHeight), QImage::Format_RGB32);
    image.setDevicePixelRatio(devicePixelRatio);
    image.fill(theme.lane);
    Raster raster(image, devicePixelRatio);
    const RoleLook& look = theme.look(entry.role);
    const Rect mark = markRect(entry.role);
    if (entry.isHidden)
        raster.hatch(mark, look.hiddenFill, look.hiddenHatch);
    else
        raster.fill(mark, look.fill);
    if (entry.role == ColorRole::StripIdle)
        raster.outline(mark, theme.separator);
    else if (isCommunication(entry.role))
        raster.outline(mark, look.edge);
    return image;
}

void paintLegend(QPainter& painter, std::span<const LegendEntry> entries, const Theme& theme, FrameFonts& fonts,
                 const QRectF& area) {
    const double ratio = painter.device()->devicePixelRatioF();
    flow(entries, fonts, area.width(), [&](const LegendEntry& entry, double x, double y) {
        const QRectF mark(area.left() + std::round(x), area.top() + y + (lineHeight - swatchHeight) / 2, swatchWidth,
                          swatchHeight);
        painter.drawImage(mark, legendSwatch(entry, theme, ratio));
        const std::string tag(entry.tag), text(entry.text);
        const double tagWidth = fonts.plain.widthOf(tag);
        fonts.plain.draw(painter, mark.adjusted((swatchWidth - tagWidth) / 2, 0, 2, 0), tag,
                         theme.look(entry.role).ink);
        const QRectF label(mark.right() + textGap, area.top() + y, fonts.plain.widthOf(text) + 1, lineHeight);
        fonts.plain.draw(painter, label, text, theme.text);
    });
}

double legendHeight(std::span<const LegendEntry> entries, FrameFonts& fonts, double width) {
    return flow(entries, fonts, width, [](const LegendEntry&, double, double) {});
}

} // namespace lanescope
