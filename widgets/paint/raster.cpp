#include "widgets/paint/raster.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

/// `alpha` of 256 parts of `color` over `under`, two channels at a time.
inline QRgb blended(QRgb color, QRgb under, unsigned alpha) {
    const unsigned rest = 256 - alpha;
    const unsigned redBlue = ((color & 0xff00ffu) * alpha + (under & 0xff00ffu) * rest) >> 8;
    const unsigned green = ((color & 0x00ff00u) * alpha + (under & 0x00ff00u) * rest) >> 8;
    return 0xff000000u | (redBlue & 0xff00ffu) | (green & 0x00ff00u);
}

unsigned alphaOf(const QColor& color, double opacity) {
    return static_cast<unsigned>(std::lround(256 * std::clamp(opacity * color.alphaF(), 0.0, 1.0)));
}

} // namespace

Raster::Raster(QImage& image, double devicePixelRatio)
    : m_pixels(reinterpret_cast<QRgb*>(image.bits())),
      m_stride(image.bytesPerLine() / static_cast<std::ptrdiff_t>(sizeof(QRgb))), m_width(image.width()),
      m_height(image.height()), m_ratio(devicePixelRatio),
      m_hatchPeriod(std::max(3, static_cast<int>(std::lround(6 * devicePixelRatio)))),
      m_hatchWidth(std::max(1, static_cast<int>(std::lround(1.5 * devicePixelRatio)))) {}

Raster::Area Raster::areaOf(const Rect& rect) const {
    const auto device = [&](double value, int most) {
        return static_cast<int>(std::clamp(std::round(value * m_ratio), -1.0, static_cast<double>(most) + 1));
    };
    Area area{device(rect.x, m_width), device(rect.y, m_height), device(rect.x + rect.width, m_width),
              device(rect.y + rect.height, m_height)};
    area.right = std::max(area.right, area.left + 1);
    area.bottom = std::max(area.bottom, area.top + 1);
    return {std::max(area.left, 0), std::max(area.top, 0), std::min(area.right, m_width),
            std::min(area.bottom, m_height)};
}

template <class DrawLine>
void Raster::forEachLine(const Area& area, DrawLine drawLine) const {
    const int width = area.right - area.left;
    QRgb* line = m_pixels + area.top * m_stride + area.left;
    for (int y = area.top; width > 0 && y < area.bottom; ++y, line += m_stride)
        drawLine(line, line + width);
}

void Raster::fill(const Rect& rect, const QColor& color, double opacity) { fillArea(areaOf(rect), color, opacity); }

void Raster::fillTopLine(const Rect& rect, const QColor& color, double opacity) {
    Area area = areaOf(rect);
    area.bottom = std::min(area.bottom, area.top + 1);
    fillArea(area, color, opacity);
}

void Raster::repeatTopLine(const Rect& rect) {
    const Area area = areaOf(rect);
    const QRgb* top = m_pixels + area.top * m_stride + area.left;
    forEachLine({area.left, area.top + 1, area.right, area.bottom},
                [&](QRgb* begin, QRgb* end) { std::copy(top, top + (end - begin), begin); });
}

void Raster::fillArea(const Area& area, const QColor& color, double opacity) {
    const unsigned alpha = alphaOf(color, opacity);
    const QRgb rgb = color.rgb();
    if (alpha == 256)
        forEachLine(area, [&](QRgb* begin, QRgb* end) { std::fill(begin, end, rgb); });
    else
        forEachLine(area, [&](QRgb* begin, QRgb* end) {
            for (QRgb* pixel = begin; pixel < end; ++pixel)
                *pixel = blended(rgb, *pixel, alpha);
        });
}

void Raster::hatch(const Rect& rect, const QColor& fill, const QColor& lineColor, double opacity) {
    const Area area = areaOf(rect);
    const unsigned alpha = alphaOf(fill, opacity);
    const QRgb inside = fill.rgb(), onLine = lineColor.rgb();
    int linePhase = (area.left + area.top) % m_hatchPeriod;
    const auto next = [&](int phase) { return phase + 1 == m_hatchPeriod ? 0 : phase + 1; };
    forEachLine(area, [&](QRgb* begin, QRgb* end) {
        int phase = linePhase;
        for (QRgb* pixel = begin; pixel < end; ++pixel) {
            *pixel = blended(phase < m_hatchWidth ? onLine : inside, *pixel, alpha);
            phase = next(phase);
        }
        linePhase = next(linePhase);
    });
}

void Raster::outline(const Rect& rect, const QColor& color, double opacity, double thickness) {
    const double t = std::min({thickness, rect.width / 2, rect.height / 2});
    fill({rect.x, rect.y, rect.width, t}, color, opacity);
    fill({rect.x, rect.y + rect.height - t, rect.width, t}, color, opacity);
    fill({rect.x, rect.y + t, t, rect.height - 2 * t}, color, opacity);
    fill({rect.x + rect.width - t, rect.y + t, t, rect.height - 2 * t}, color, opacity);
}

} // namespace lanescope
