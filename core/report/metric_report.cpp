#include "core/report/metric_report.h"

#include "core/base/format.h"
#include "core/base/numbers.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace lanescope {

namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json orNull(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json numbersOf(const std::vector<NamedNumber>& numbers) {
    Json out = Json::object();
    for (const NamedNumber& number : numbers)
        out[number.name] = number.value;
    return out;
}

/// As `inspect` writes it, so that scripts can join the two.
Json deviceKey(const Run& run, DeviceId id) {
    if (!id.isValid())
        return nullptr;
    const Device& device = run.device(id);
    const auto number = device.isKeyNumber ? integerFromText(run.text(device.key)) : std::nullopt;
    return number ? Json(*number) : Json(validUtf8(run.text(device.key)));
}

Json perDevice(const Run& run, const MetricResult& result) {
    Json list = Json::array();
    for (const DeviceValue& value : result.perDevice)
        list.push_back(
            {{"rank", orNull(value.rank)}, {"device", deviceKey(run, value.device)}, {"value", orNull(value.value)}});
    return list;
}

Json metricJson(const MetricContext& context, const Metric& metric) {
    const MetricDefinition& d = metric.definition;
    const MetricResult result = metric.compute(context);
    TimeNs total = 0;
    const auto evidence = result.value ? metric.evidence(context) : std::vector<Evidence>();
    for (const Evidence& e : evidence)
        total = saturatingAdd(total, e.span.duration());
    return {{"id", d.id},
            {"title", d.title},
            {"unit", d.unit},
            {"better", nameOf(d.better)},
            {"value", orNull(result.value)},
            {"absent_because", result.value ? Json(nullptr) : Json(validUtf8(result.absentBecause))},
            {"definition", d.definition},
            {"formula", d.formula},
            {"source", d.source},
            {"assumptions", result.assumptions},
            {"inputs", numbersOf(result.inputs)},
            {"breakdown", numbersOf(result.breakdown)},
            {"per_rank", perDevice(context.run(), result)},
            {"evidence", {{"spans", evidence.size()}, {"total_ns", total}}},
            {"reference", nullptr}};
}

} // namespace

std::string metricValueText(const MetricDefinition& definition, const std::optional<double>& value) {
    if (!value)
        return "n/a";
    if (definition.unit == "B per step")
        return formatBytes(*value) + " per step";
    return formatSignificant(*value, 4) + (definition.unit.empty() ? "" : " " + std::string(definition.unit));
}

std::string metricsJson(const MetricContext& context, const std::vector<const Metric*>& metrics) {
    Json list = Json::array();
    for (const Metric* metric : metrics)
        list.push_back(metricJson(context, *metric));
    const Run& run = context.run();
    const Json out = {
        {"schema", "lanescope.metrics/1"},
        {"run", {{"name", validUtf8(run.name)}, {"opens", nameOf(run.opens)}, {"devices", run.devices.size()}}},
        {"scope", {{"kind", context.scope().text()}}},
        {"metrics", list}};
    return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string metricsText(const MetricContext& context, const std::vector<const Metric*>& metrics) {
    std::size_t widest = 0;
    for (const Metric* metric : metrics)
        widest = std::max(widest, metric->definition.title.size());
    std::string out = displayText(context.run().name) + ", scope " + context.scope().text() + "\n\n";
    for (const Metric* metric : metrics) {
        const MetricResult result = metric->compute(context);
        const std::string_view title = metric->definition.title;
        out += "  " + std::string(title) + std::string(widest - title.size() + 2, ' ') +
               metricValueText(metric->definition, result.value);
        if (!result.value)
            out += ": " + displayText(result.absentBecause);
        out += "\n";
        for (const NamedNumber& part : result.breakdown)
            out += "    " + part.name + "  " + metricValueText(metric->definition, part.value) + "\n";
    }
    for (const std::string& assumption : context.assumptions())
        out += "\n  " + assumption;
    return out + "\n";
}

} // namespace lanescope
