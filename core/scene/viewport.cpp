#include "core/scene/viewport.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

constexpr TimeNs limit = 4'000'000'000'000'000'000; // two of them still fit into 64 bits

TimeNs held(TimeNs t) { return std::clamp(t, -limit, limit); }

/// Rounded to the nearest, held within the limits; 0 for NaN.
TimeNs rounded(double ns) {
    if (std::isnan(ns))
        return 0;
    const double far = static_cast<double>(limit);
    return ns >= far ? limit : ns <= -far ? -limit : static_cast<TimeNs>(std::llround(ns));
}

/// The span made at least minimumSpan long around its middle.
TimeSpan widened(TimeSpan span) {
    const TimeNs begin = held(std::min(span.begin, limit - Viewport::minimumSpan));
    return {begin, std::max(held(span.end), begin + Viewport::minimumSpan)};
}

TimeNs marginOf(TimeNs duration) { return duration / 18; } // 5 % of what is seen then: 1/18 : (1 + 2/18) = 1/20

} // namespace

Viewport::Viewport(TimeSpan bounds, double widthPx) : m_bounds(widened(bounds)) {
    setWidth(widthPx);
    fitAll();
}

double Viewport::nsPerPx() const { return static_cast<double>(m_visible.duration()) / m_widthPx; }

double Viewport::xOf(TimeNs t) const {
    const double distance = static_cast<double>(saturatingSubtract(t, m_visible.begin));
    return m_widthPx * (distance / static_cast<double>(m_visible.duration()));
}

TimeNs Viewport::timeAt(double x) const {
    return saturatingAdd(m_visible.begin, rounded(x / m_widthPx * static_cast<double>(m_visible.duration())));
}

void Viewport::setBounds(TimeSpan bounds) {
    m_bounds = widened(bounds);
    show(m_visible.begin, m_visible.duration());
}

void Viewport::setWidth(double widthPx) { m_widthPx = widthPx >= 1 ? widthPx : 1; }

void Viewport::setVisible(TimeSpan span) {
    const TimeSpan wide = widened(span);
    show(wide.begin, wide.duration());
}

void Viewport::zoomAbout(double x, double factor) {
    if (!(factor > 0) || !std::isfinite(factor) || !std::isfinite(x))
        return;
    const double share = x / m_widthPx;
    const double before = static_cast<double>(m_visible.duration());
    const TimeNs duration = std::clamp(rounded(before / factor), minimumSpan, longest());
    show(saturatingAdd(m_visible.begin, rounded(share * (before - static_cast<double>(duration)))), duration);
}

void Viewport::panBy(double dxPx) {
    show(saturatingAdd(m_visible.begin, rounded(dxPx * nsPerPx())), m_visible.duration());
}

void Viewport::fit(TimeSpan span) {
    const TimeSpan wide = widened(span);
    const TimeNs margin = marginOf(wide.duration());
    setVisible({saturatingSubtract(wide.begin, margin), saturatingAdd(wide.end, margin)});
}

void Viewport::fitAll() { fit(m_bounds); }

TimeNs Viewport::longest() const { return saturatingAdd(m_bounds.duration(), 2 * marginOf(m_bounds.duration())); }

void Viewport::show(TimeNs begin, TimeNs duration) {
    const TimeNs length = std::clamp(duration, minimumSpan, std::max(longest(), minimumSpan));
    const TimeNs first = saturatingSubtract(m_bounds.begin, length / 2);
    const TimeNs last = saturatingSubtract(m_bounds.end, length / 2);
    // Too long a span is cut on both sides alike.
    const TimeNs start = std::clamp(saturatingAdd(begin, (duration - length) / 2), first, last);
    m_visible = {start, saturatingAdd(start, length)};
}

} // namespace lanescope
