// Metric: a number with its definition, what it was computed from, and the spans that prove it.
#pragma once

#include "core/base/time.h"
#include "core/metrics/metric_context.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

enum class Direction { Lower, Higher, Neither };
/// "lower", "higher", "neither".
std::string_view nameOf(Direction direction);

/// What panel, command line and documents print.
struct MetricDefinition {
    std::string_view id;    // "exposed_communication"
    std::string_view title; // "Exposed communication"
    std::string_view unit;  // "ms", "%", ""
    Direction better = Direction::Neither;
    std::string_view definition; // one sentence a reader of a report can check
    std::string_view formula;    // in terms of named quantities
    std::string_view source;     // where the definition is from
};

/// A span that went into the value.
struct Evidence {
    DeviceId device; // none: of the rank as a whole
    TimeSpan span;
};

struct DeviceValue {
    DeviceId device;
    std::optional<int> rank;
    std::optional<double> value;
};

/// A named part of the value or of its inputs.
struct NamedNumber {
    std::string name;
    double value = 0;
};

/// Exactly one of value and absentBecause is filled.
struct MetricResult {
    std::optional<double> value;
    std::string absentBecause; // a sentence
    std::vector<DeviceValue> perDevice;
    std::vector<NamedNumber> breakdown; // by operation, where the metric has one
    std::vector<NamedNumber> inputs;
    std::vector<std::string> assumptions;
};

/// A metric is its description and two functions: no class hierarchy.
struct Metric {
    MetricDefinition definition;
    MetricResult (*compute)(const MetricContext& context);
    /// The spans behind the value; empty where a value has none. Recomputing the value from them gives the value.
    std::vector<Evidence> (*evidence)(const MetricContext& context);
};

/// All metrics in display order. The one list.
const std::vector<Metric>& builtinMetrics();
/// Null when there is none of that id.
const Metric* findMetric(std::string_view id);

} // namespace lanescope
