#include "core/ingest/trace_header.h"

#include "core/base/numbers.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string>

namespace lanescope {

namespace {

using Json = nlohmann::json;

constexpr std::string_view headerKeys[] = {"schemaVersion", "deviceProperties", "distributedInfo",
                                           "baseTimeNanoseconds", "traceName"};
constexpr std::string_view kinetoCategories[] = {"cpu_op",     "cuda_runtime",    "cuda_driver",        "kernel",
                                                 "gpu_memcpy", "python_function", "gpu_user_annotation"};

std::optional<std::int64_t> integerOf(const Json& value) {
    if (value.is_string())
        return integerFromText(value.get_ref<const std::string&>());
    return value.is_number_integer() ? std::optional(value.get<std::int64_t>()) : std::nullopt;
}

std::optional<int> countOf(const Json& object, const char* name) {
    const auto number = object.contains(name) ? integerOf(object[name]) : std::nullopt;
    return number && *number >= 0 && *number <= INT32_MAX ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

void useDevice(const Json& device, ImportedTrace& trace) {
    const bool isNamed = device.is_object() && device.contains("id") && device.contains("name");
    if (!isNamed || !device["name"].is_string())
        return;
    if (const auto id = integerOf(device["id"]))
        trace.deviceNames.emplace_back(std::to_string(*id), device["name"].get<std::string>());
}

template <class Words>
bool isAmong(const Words& words, std::string_view word) {
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool namesTpu(const std::shared_ptr<TraceFragment>& fragment) {
    return std::any_of(fragment->names.begin(), fragment->names.end(), [&](const RawTrackName& name) {
        return name.what == RawTrackName::What::ProcessName &&
               fragment->strings.view(name.name).find("/device:TPU:") != std::string_view::npos;
    });
}

bool hasKinetoCategory(const std::shared_ptr<TraceFragment>& fragment) {
    return std::any_of(fragment->descriptors.begin(), fragment->descriptors.end(), [&](const SliceDescriptor& d) {
        return isAmong(kinetoCategories, fragment->strings.view(d.category));
    });
}

} // namespace

bool isHeaderKey(std::string_view key) { return isAmong(headerKeys, key); }

void useHeaderValue(std::string_view key, std::string_view json, ImportedTrace& trace) {
    const Json value = Json::parse(json, nullptr, false);
    if (key == "baseTimeNanoseconds") {
        trace.baseTimeNs = integerOf(value).value_or(0);
    } else if (key == "distributedInfo" && value.is_object()) {
        trace.rank = countOf(value, "rank");
        trace.worldSize = countOf(value, "world_size");
    } else if (key == "deviceProperties" && value.is_array()) {
        for (const Json& device : value)
            useDevice(device, trace);
    }
}

std::string_view formatOf(const ImportedTrace& trace, bool hasKinetoKeys) {
    const auto& fragments = trace.fragments;
    if (std::any_of(fragments.begin(), fragments.end(), namesTpu))
        return "xla-json";
    if (hasKinetoKeys || std::any_of(fragments.begin(), fragments.end(), hasKinetoCategory))
        return "kineto-json";
    return "chrome-json";
}

} // namespace lanescope
