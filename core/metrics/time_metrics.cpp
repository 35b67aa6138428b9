#include "core/metrics/metric_families.h"

#include "core/base/interval_set.h"

namespace lanescope {

namespace {

using SetOf = IntervalSet (*)(const DeviceIndex& device, const IntervalSet& window);

IntervalSet computeIn(const DeviceIndex& d, const IntervalSet& w) { return d.compute().intersect(w); }
IntervalSet communicationIn(const DeviceIndex& d, const IntervalSet& w) { return d.communication().intersect(w); }
IntervalSet overlapIn(const DeviceIndex& d, const IntervalSet& w) { return d.overlap().intersect(w); }
IntervalSet exposedIn(const DeviceIndex& d, const IntervalSet& w) { return d.exposed().intersect(w); }
IntervalSet idleIn(const DeviceIndex& d, const IntervalSet& w) { return w.subtract(d.busy()); }
IntervalSet windowIn(const DeviceIndex&, const IntervalSet& w) { return w; }

constexpr const char* noDevices = "the traces hold no device work";

bool isAnyStepInScope(const MetricContext& context) {
    for (std::size_t i = 0; i < context.run().devices.size(); ++i)
        if (context.stepCountOf(DeviceId(i)) > 0)
            return true;
    return false;
}

template <SetOf set>
std::vector<Evidence> evidenceOf(const MetricContext& context) {
    std::vector<Evidence> evidence;
    for (std::size_t i = 0; i < context.run().devices.size(); ++i) {
        const IntervalSet spans = set(context.index().devices()[i], context.windowOf(DeviceId(i)));
        for (const TimeSpan span : spans.spans())
            evidence.push_back({DeviceId(i), span});
    }
    return evidence;
}

/// ms a step on each device; the run's value is the mean over devices.
template <SetOf set>
MetricResult timePerStep(const MetricContext& context) {
    MetricResult result;
    double sum = 0, total = 0;
    for (std::size_t i = 0; i < context.run().devices.size(); ++i) {
        const IntervalSet& window = context.windowOf(DeviceId(i));
        if (context.stepCountOf(DeviceId(i)) == 0)
            continue;
        const auto ns = static_cast<double>(set(context.index().devices()[i], window).total());
        const double value = ns / static_cast<double>(context.stepCountOf(DeviceId(i))) / 1e6;
        result.perDevice.push_back({DeviceId(i), context.run().devices[i].rank, value});
        sum += value;
        total += ns;
    }
    if (result.perDevice.empty())
        return absent(context.run().devices.empty() ? noDevices : noSuchStep);
    result.value = sum / static_cast<double>(result.perDevice.size());
    result.inputs = {{"total_ms", total / 1e6}, {"devices", static_cast<double>(result.perDevice.size())}};
    result.assumptions = context.assumptions();
    return result;
}

/// 100 * part / whole on each device; the run's value is the ratio of the sums over devices.
template <SetOf part, SetOf whole>
MetricResult share(const MetricContext& context) {
    MetricResult result;
    double parts = 0, wholes = 0;
    for (std::size_t i = 0; i < context.run().devices.size(); ++i) {
        const IntervalSet& window = context.windowOf(DeviceId(i));
        const DeviceIndex& device = context.index().devices()[i];
        const auto above = static_cast<double>(part(device, window).total());
        const auto below = static_cast<double>(whole(device, window).total());
        result.perDevice.push_back({DeviceId(i), context.run().devices[i].rank,
                                    below > 0 ? std::optional(100 * above / below) : std::nullopt});
        parts += above;
        wholes += below;
    }
    if (result.perDevice.empty())
        return absent(noDevices);
    if (!isAnyStepInScope(context))
        return absent(noSuchStep);
    if (wholes <= 0)
        return absent(whole == communicationIn ? "there is no communication in scope" : "the windows have no length");
    result.value = 100 * parts / wholes;
    result.inputs = {{"part_ms", parts / 1e6}, {"whole_ms", wholes / 1e6}};
    result.assumptions = context.assumptions();
    return result;
}

constexpr std::string_view unionSource =
    "interval unions per device over all streams; Holistic Trace Analysis and CCL-Bench use the same parts";

} // namespace

std::vector<Metric> timeMetrics() {
    return {
        {{"compute_time", "Compute time", "ms", Direction::Neither,
          "Time per step in which at least one compute kernel runs on the device (union over streams), mean over "
          "devices. The window of a step is its host mark.",
          "|compute| / steps", unionSource},
         timePerStep<computeIn>,
         evidenceOf<computeIn>},
        {{"communication_time", "Communication time", "ms", Direction::Neither,
          "Time per step in which at least one communication kernel runs on the device (union over streams), waiting "
          "for late peers included; mean over devices. The window of a step is its host mark.",
          "|communication| / steps", unionSource},
         timePerStep<communicationIn>,
         evidenceOf<communicationIn>},
        {{"exposed_communication", "Exposed communication", "ms", Direction::Lower,
          "Time per step in which the device communicates and computes nothing, mean over devices. The window of a "
          "step is "
          "its host mark.",
          "|communication - compute| / steps", unionSource},
         timePerStep<exposedIn>,
         evidenceOf<exposedIn>},
        {{"exposed_communication_share", "Exposed communication, share of step", "%", Direction::Lower,
          "Share of the windows (of a step: its host mark) in which the device communicates and computes nothing, over "
          "all devices.",
          "100 * |communication - compute| / |window|", unionSource},
         share<exposedIn, windowIn>,
         evidenceOf<exposedIn>},
        {{"overlap", "Overlap", "%", Direction::Neither,
          "Share of the communication time in the windows (of a step: its host mark) during which the same device also "
          "computes. More overlap can go with longer "
          "steps, so neither direction is better.",
          "100 * |communication n compute| / |communication|",
          "CCL-Bench 1.0, compute_comm_overlap, per device and not merged over devices"},
         share<overlapIn, communicationIn>,
         evidenceOf<overlapIn>},
        {{"communication_fraction", "Communication fraction", "%", Direction::Neither,
          "Share of the windows (of a step: its host mark) in which at least one communication kernel runs, hidden or "
          "not, over all devices.",
          "100 * |communication| / |window|", unionSource},
         share<communicationIn, windowIn>,
         evidenceOf<communicationIn>},
        {{"idle", "Idle", "%", Direction::Lower,
          "Share of the windows (of a step: its host mark) in which the device runs no kernel, copy or memset, over "
          "all devices.",
          "100 * |window - (compute u communication u memcpy u memset)| / |window|", unionSource},
         share<idleIn, windowIn>,
         evidenceOf<idleIn>},
    };
}

} // namespace lanescope
