// Raster: plain rectangles on the pixels of an image, many times faster than one QPainter call each.
#pragma once

#include "core/scene/timeline_scene.h"

#include <QColor>
#include <QImage>

#include <cstddef>

namespace lanescope {

/// Rectangles are given in logical pixels and rounded to device pixels (at least one each way); what lies outside is
/// clipped. The image must be RGB32 and stay alive.
class Raster {
public:
    Raster(QImage& image, double devicePixelRatio);

    void fill(const Rect& rect, const QColor& color, double opacity = 1);
    /// As `fill`, but of the rectangle's first line only; repeatTopLine() makes all lines of a rectangle like its first.
    /// For many narrow rectangles side by side over a ground whose lines are all alike: line by line, memory is gone
    /// through as it lies.
    void fillTopLine(const Rect& rect, const QColor& color, double opacity = 1);
    void repeatTopLine(const Rect& rect);
    /// `fill` with lines at 45 degrees, six logical pixels apart, that run on from one rectangle to the next.
    void hatch(const Rect& rect, const QColor& fill, const QColor& line, double opacity = 1);
    /// A frame inside the rectangle, one logical pixel strong.
    void outline(const Rect& rect, const QColor& color, double opacity = 1, double thickness = 1);
    double devicePixelRatio() const { return m_ratio; }

private:
    struct Area {
        int left, top, right, bottom;
    };
    Area areaOf(const Rect& rect) const;
    void fillArea(const Area& area, const QColor& color, double opacity);
    template <class DrawLine>
    void forEachLine(const Area& area, DrawLine drawLine) const;
    QRgb* m_pixels; // asking the image for each line would cost more than most lines
    std::ptrdiff_t m_stride;
    int m_width, m_height;
    double m_ratio;
    int m_hatchPeriod, m_hatchWidth;
};

} // namespace lanescope
