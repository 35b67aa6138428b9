#include "core/scene/time_ticks.h"

#include "core/base/format.h"

#include <cmath>

namespace lanescope {

namespace {

struct TickStep {
    TimeNs major = 1;
    int parts = 1; // minor distances in a major one
};

/// The smallest of 1, 2, 5 times a power of ten that is at least `ns`.
TickStep stepOf(double ns) {
    TimeNs power = 1;
    for (;; power *= 10) {
        for (const TimeNs factor : {1, 2, 5})
            if (static_cast<double>(power * factor) >= ns || (power == 1'000'000'000'000'000'000 && factor == 5))
                return {power * factor, power == 1 ? static_cast<int>(factor) : factor == 2 ? 4 : 5};
    }
}

TimeNs firstMultipleAtOrAfter(TimeNs t, TimeNs step) {
    const TimeNs quotient = t / step;
    return (quotient * step < t ? quotient + 1 : quotient) * step;
}

} // namespace

std::vector<Tick> timeTicks(const Viewport& viewport, double minimumDistancePx) {
    const TickStep step = stepOf(minimumDistancePx * viewport.nsPerPx());
    const TimeNs minor = step.major / step.parts;
    const TimeSpan visible = viewport.visible();
    std::vector<Tick> ticks;
    TimeNs next = 0;
    for (TimeNs t = firstMultipleAtOrAfter(visible.begin, minor); t <= visible.end; t = next) {
        const bool isMajor = t % step.major == 0;
        ticks.push_back({viewport.xOf(t), t, isMajor, isMajor ? formatInstant(t, step.major) : std::string()});
        next = saturatingAdd(t, minor);
        if (next == t)
            break; // held at the end of the range
    }
    return ticks;
}

} // namespace lanescope
