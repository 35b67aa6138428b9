// `lanescope metrics`: values with their definitions, as JSON (schema "lanescope.metrics/1") or for a person.
#pragma once

#include "core/metrics/metric.h"

#include <string>
#include <vector>

namespace lanescope {

/// Either text ends with a line end. What cannot be computed is null, with its reason.
std::string metricsJson(const MetricContext& context, const std::vector<const Metric*>& metrics);
std::string metricsText(const MetricContext& context, const std::vector<const Metric*>& metrics);

/// "12.3 ms", "1.05 GB per step", "n/a".
std::string metricValueText(const MetricDefinition& definition, const std::optional<double>& value);

} // namespace lanescope
