#include "core/metrics/metric_families.h"

namespace lanescope {

namespace {

std::vector<FileId> filesWithSteps(const MetricContext& context) {
    std::vector<FileId> files;
    for (const Step& step : context.run().steps)
        if (files.empty() || files.back() != step.file)
            files.push_back(step.file);
    return files;
}

/// A device to show a file's value at: its first, none for host-only files.
DeviceId firstDeviceOf(const Run& run, FileId file) {
    for (std::size_t i = 0; i < run.devices.size(); ++i)
        if (run.devices[i].file == file)
            return DeviceId(i);
    return {};
}

MetricResult compute(const MetricContext& context) {
    MetricResult result;
    double sum = 0;
    std::size_t steps = 0;
    for (const FileId file : filesWithSteps(context)) {
        TimeNs total = 0;
        const auto inScope = context.stepsOf(file);
        for (const Step* step : inScope)
            total += step->span.duration();
        if (inScope.empty())
            continue;
        const double mean = static_cast<double>(total) / static_cast<double>(inScope.size()) / 1e6;
        result.perDevice.push_back({firstDeviceOf(context.run(), file), context.run().file(file).rank, mean});
        sum += mean;
        steps += inScope.size();
    }
    if (result.perDevice.empty())
        return absent(context.run().steps.empty()
                          ? "the traces have no step marks (ProfilerStep#N, execute_context, run_batch)"
                          : noSuchStep);
    result.value = sum / static_cast<double>(result.perDevice.size());
    result.inputs = {{"steps", static_cast<double>(steps)}, {"ranks", static_cast<double>(result.perDevice.size())}};
    result.assumptions = context.assumptions();
    return result;
}

std::vector<Evidence> evidence(const MetricContext& context) {
    std::vector<Evidence> spans;
    for (const FileId file : filesWithSteps(context))
        for (const Step* step : context.stepsOf(file))
            spans.push_back({firstDeviceOf(context.run(), file), step->span});
    return spans;
}

} // namespace

std::vector<Metric> stepTimeMetrics() {
    return {{{"avg_step_time", "Average step time", "ms", Direction::Lower,
              "Mean duration of the host's step marks in scope, first per rank, then over the ranks.",
              "mean over ranks of (sum of step durations / steps)",
              "CCL-Bench 1.0, avg_step_time: trimmed mean of ProfilerStep, execute_context or run_batch marks"},
             compute,
             evidence}};
}

} // namespace lanescope
