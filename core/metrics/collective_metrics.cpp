#include "core/metrics/metric_families.h"

#include <map>
#include <string>

namespace lanescope {

namespace {

/// Collectives that begin inside the windows of their device.
template <class Use>
void eachInScope(const MetricContext& context, Use use) {
    for (const Collective& c : context.run().collectives)
        if (c.device.isValid() && !context.run().isStray(c.slice) &&
            context.windowOf(c.device).contains(context.run().slices.start(c.slice)))
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

template <class Amount>
MetricResult perStep(const MetricContext& context, Amount amount) {
    const double steps = deviceSteps(context);
    if (context.run().devices.empty())
        return absent("the traces hold no device work");
    if (steps <= 0)
        return absent("no step of that number was recorded");
    MetricResult result;
    std::map<CollectiveOp, double> byOp;
    std::map<DeviceId, double> byDevice;
    double total = 0, unsized = 0;
    eachInScope(context, [&](const Collective& c) {
        const double value = amount(c);
        byOp[c.op] += value;
        byDevice[c.device] += value;
        total += value;
        unsized += c.bytes ? 0 : 1;
    });
    for (const auto& [op, value] : byOp)
        result.breakdown.push_back({opName(op), value / steps});
    for (std::size_t i = 0; i < context.run().devices.size(); ++i)
        if (const auto count = context.stepCountOf(DeviceId(i)); count > 0)
            result.perDevice.push_back(
                {DeviceId(i), context.run().devices[i].rank, byDevice[DeviceId(i)] / static_cast<double>(count)});
    result.value = total / steps;
    result.inputs = {{"total", total}, {"steps_times_devices", steps}, {"calls_without_size", unsized}};
    result.assumptions = context.assumptions();
    return result;
}

MetricResult count(const MetricContext& context) {
    return perStep(context, [](const Collective&) { return 1.0; });
}

MetricResult bytes(const MetricContext& context) {
    double sized = 0, calls = 0;
    eachInScope(context, [&](const Collective& c) {
        sized += c.bytes ? 1 : 0;
        ++calls;
    });
    if (calls > 0 && sized == 0)
        return absent("the trace records no message sizes");
    MetricResult result =
        perStep(context, [](const Collective& c) { return static_cast<double>(c.bytes.value_or(0)); });
    if (result.value && sized < calls)
        result.assumptions.push_back(std::to_string(static_cast<long long>(calls - sized)) +
                                     " calls of unknown size are not counted");
    return result;
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
          "Communication kernels that begin in the windows, per step and device; by operation below.",
          "calls / (steps * devices)", "the communication records of the trace"},
         count,
         evidence},
        {{"collective_bytes", "Collective volume", "B per step", Direction::Neither,
          "Bytes of the whole arrays of the calls that begin in the windows (output of an all-gather, input of a "
          "reduce-scatter, else the larger side), per step and "
          "device; by operation below.",
          "sum of elements * element size / (steps * devices)",
          "message sizes recorded by PyTorch; nccl-tests counts sizes alike"},
         bytes,
         evidence},
    };
}

} // namespace lanescope
