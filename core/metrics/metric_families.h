// The families that builtin_metrics.cpp puts together; each stands in a file of its own.
#pragma once

#include "core/metrics/metric.h"

#include <vector>

namespace lanescope {

std::vector<Metric> stepTimeMetrics();
std::vector<Metric> timeMetrics();       // compute, communication, overlap, exposed, idle
std::vector<Metric> collectiveMetrics(); // calls and bytes by operation
std::vector<Metric> mfuMetrics();

/// Why nothing of a numbered step can be told.
inline constexpr const char* noSuchStep = "no step of that number was recorded";

/// Shorthand for results that cannot be.
inline MetricResult absent(std::string because) {
    MetricResult result;
    result.absentBecause = std::move(because);
    return result;
}

} // namespace lanescope
