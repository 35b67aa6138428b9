// Viewport: which time is visible and how many pixels wide; zoom, pan, fit and clamp.
#pragma once

#include "core/base/time.h"

namespace lanescope {

/// Maps time to x in logical pixels. The visible span is at least `minimumSpan` long, at most the bounds with their
/// margin, and its middle lies within the bounds. Times beyond +-4e18 ns are held there, so nothing overflows.
class Viewport {
public:
    static constexpr TimeNs minimumSpan = 10;

    Viewport() = default;
    Viewport(TimeSpan bounds, double widthPx);

    TimeSpan bounds() const { return m_bounds; }
    TimeSpan visible() const { return m_visible; }
    double widthPx() const { return m_widthPx; }
    double nsPerPx() const;

    /// Exact for the ends of the visible span; x may lie outside the widget.
    double xOf(TimeNs t) const;
    /// The nearest nanosecond.
    TimeNs timeAt(double x) const;

    void setBounds(TimeSpan bounds); // keeps the visible span where possible
    void setWidth(double widthPx);
    void setVisible(TimeSpan span);
    /// factor > 1 shows less; the time under `x` stays under `x` unless the limits forbid it.
    void zoomAbout(double x, double factor);
    void panBy(double dxPx);
    /// Shows `span` with a margin of 5 % on both sides.
    void fit(TimeSpan span);
    void fitAll();
    friend bool operator==(const Viewport&, const Viewport&) = default;

private:
    void show(TimeNs begin, TimeNs duration);
    TimeNs longest() const;
    TimeSpan m_bounds{0, minimumSpan};
    TimeSpan m_visible{0, minimumSpan};
    double m_widthPx = 1;
};

} // namespace lanescope
