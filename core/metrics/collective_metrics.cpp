#include "core/metrics/metric_families.h"

#include <map>
#include <string>

namespace lanescope {

namespace {

/// Collectives that begin in scope.
template <class Use>
void eachInScope(const MetricContext& context, Use use) {
    for (const Collective& c : context.run().collectives)
        if (c.device.isValid() && !context.run().isStray(c.slice) &&
            context.holds(c.device, context.run().slices.start(c.slice)))
            use(c);
}

std::string opName(CollectiveOp op) { return op == CollectiveOp::None ? "unknown" : std::string(nameOf(op)); }

/// Steps in scope, summed over devices: what "per step and device" divides by.
double deviceSteps(const MetricContext& context) {
    double steps = 0;
    for (std::size_t i = 0; i < context.run().devices.size(); ++i)
        steps += static_cast<double>(context.stepCountOf(DeviceId(i)));
    return steps;
}

/// A sum of amounts of which some may be unknown.
struct Tally {
    double sum = 0;
    std::size_t known = 0, unknown = 0;

    void add(std::optional<double> amount) {
        sum += amount.value_or(0);
        ++(amount ? known : unknown);
    }
    /// Nothing when no amount of several is known.
    std::optional<double> per(double steps) const {
        return known == 0 && unknown > 0 ? std::nullopt : std::optional(sum / steps);
    }
};

using AmountOf = std::optional<double> (*)(const Collective&);

template <AmountOf amountOf>
MetricResult perStep(const MetricContext& context) {
    const Run& run = context.run();
    const double steps = deviceSteps(context);
    if (run.devices.empty())
        return absent("the traces hold no device work");
    if (steps <= 0)
        return absent(noSuchStep);
    std::map<CollectiveOp, Tally> byOp;
    std::vector<Tally> byDevice(run.devices.size());
    Tally total;
    eachInScope(context, [&](const Collective& c) {
        for (Tally* tally : {&byOp[c.op], &byDevice[c.device.index()], &total})
            tally->add(amountOf(c));
    });
    MetricResult result;
    result.value = total.per(steps);
    if (!result.value)
        return absent("the trace records no message sizes");
    for (const auto& [op, tally] : byOp)
        if (const auto value = tally.per(steps))
            result.breakdown.push_back({opName(op), *value});
    for (std::size_t i = 0; i < run.devices.size(); ++i)
        if (const auto count = static_cast<double>(context.stepCountOf(DeviceId(i))); count > 0)
            result.perDevice.push_back({DeviceId(i), run.devices[i].rank, byDevice[i].per(count)});
    result.inputs = {{"total", total.sum},
                     {"steps_times_devices", steps},
                     {"calls_without_size", static_cast<double>(total.unknown)}};
    result.assumptions = context.assumptions();
    if (total.unknown > 0)
        result.assumptions.push_back(std::to_string(total.unknown) +
                                     " calls of unknown size are not counted: the value is a lower bound");
    return result;
}

std::optional<double> oneCall(const Collective&) { return 1.0; }

std::optional<double> bytesOf(const Collective& c) {
    return c.bytes ? std::optional(static_cast<double>(*c.bytes)) : std::nullopt;
}

std::vector<Evidence> evidence(const MetricContext& context) {
    std::vector<Evidence> spans;
    eachInScope(context, [&](const Collective& c) { spans.push_back({c.device, context.run().slices.span(c.slice)}); });
    return spans;
}

} // namespace

std::vector<Metric> collectiveMetrics() {
    return {
        {{"collective_count", "Collective calls", "per step", Direction::Neither,
          "Communication kernels that begin in the windows (of a step: its host mark), per step and device; by "
          "operation below.",
          "calls / (steps * devices)", "the communication records of the trace"},
         perStep<oneCall>,
         evidence},
        {{"collective_bytes", "Collective volume", "B per step", Direction::Neither,
          "Bytes of the whole arrays of the calls that begin in the windows (of a step: its host mark) (output of an "
          "all-gather, input of a "
          "reduce-scatter, else the larger side), per step and "
          "device; by operation below.",
          "sum of elements * element size / (steps * devices)",
          "message sizes recorded by PyTorch; nccl-tests counts sizes alike"},
         perStep<bytesOf>,
         evidence},
    };
}

} // namespace lanescope
