#include "core/index/selection_summary.h"

#include <algorithm>

namespace lanescope {

namespace {

bool isAsked(DeviceId device, const std::vector<DeviceId>& devices) {
    return devices.empty() || std::find(devices.begin(), devices.end(), device) != devices.end();
}

/// Slices of a row (sorted, disjoint) that reach into the span.
SliceRange slicesOf(const Run& run, const Row& row, TimeSpan span) {
    const auto position = [&](auto isBefore) {
        std::uint32_t low = 0, high = row.slices.count;
        while (low < high) {
            const std::uint32_t middle = low + (high - low) / 2;
            if (isBefore(row.slices[middle]))
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    };
    const std::uint32_t first =
        position([&](SliceId s) { return run.slices.end(s) <= span.begin && run.slices.start(s) < span.begin; });
    const std::uint32_t last = position([&](SliceId s) { return run.slices.start(s) < span.end; });
    return {row.slices.first + first, last > first ? last - first : 0};
}

NameSummary summaryOf(DescriptorId descriptor, std::vector<TimeNs>& durations) {
    NameSummary name;
    name.descriptor = descriptor;
    name.count = durations.size();
    for (const TimeNs duration : durations)
        name.total = saturatingAdd(name.total, duration);
    name.mean = name.total / static_cast<TimeNs>(name.count);
    const auto [least, most] = std::minmax_element(durations.begin(), durations.end());
    name.min = *least;
    name.max = *most;
    const std::size_t rank = (durations.size() * 95 + 99) / 100; // ceil(0.95 n), counted from 1
    const auto nth = durations.begin() + static_cast<std::ptrdiff_t>(rank - 1);
    std::nth_element(durations.begin(), nth, durations.end());
    name.p95 = *nth;
    return name;
}

} // namespace

SelectionSummary summarizeSelection(const RunIndex& index, TimeSpan span, const std::vector<DeviceId>& devices) {
    const Run& run = index.run();
    SelectionSummary summary;
    summary.span = span;
    for (std::size_t i = 0; i < run.devices.size(); ++i) {
        if (!isAsked(DeviceId(i), devices))
            continue;
        summary.devices.push_back({DeviceId(i), index.devices()[i].within(span)});
        summary.sum += summary.devices.back().figures;
    }
    std::vector<std::vector<TimeNs>> durations(run.descriptors.size());
    for (const Row& row : run.rows) {
        if (!isAsked(run.track(row.track).device, devices))
            continue;
        const SliceRange slices = slicesOf(run, row, span);
        for (std::uint32_t i = 0; i < slices.count; ++i)
            if (!run.isStray(slices[i]))
                durations[run.slices.descriptor(slices[i]).index()].push_back(run.slices.duration(slices[i]));
    }
    for (std::size_t i = 0; i < durations.size(); ++i)
        if (!durations[i].empty())
            summary.names.push_back(summaryOf(DescriptorId(i), durations[i]));
    std::sort(summary.names.begin(), summary.names.end(), [](const NameSummary& a, const NameSummary& b) {
        return a.total != b.total ? a.total > b.total : a.descriptor < b.descriptor;
    });
    return summary;
}

} // namespace lanescope
