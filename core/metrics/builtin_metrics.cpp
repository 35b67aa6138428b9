#include "core/metrics/metric_families.h"

#include <algorithm>

namespace lanescope {

std::string_view nameOf(Direction direction) {
    switch (direction) {
    case Direction::Lower:
        return "lower";
    case Direction::Higher:
        return "higher";
    case Direction::Neither:
        break;
    }
    return "neither";
}

const std::vector<Metric>& builtinMetrics() {
    static const std::vector<Metric> metrics = [] {
        std::vector<Metric> all;
        for (const auto family : {stepTimeMetrics, timeMetrics, collectiveMetrics, mfuMetrics})
            for (const Metric& metric : family())
                all.push_back(metric);
        return all;
    }();
    return metrics;
}

const Metric* findMetric(std::string_view id) {
    const auto& metrics = builtinMetrics();
    const auto found =
        std::find_if(metrics.begin(), metrics.end(), [&](const Metric& m) { return m.definition.id == id; });
    return found != metrics.end() ? &*found : nullptr;
}

} // namespace lanescope
