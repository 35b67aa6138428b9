// What happened in a span of time: exact figures per device, and a table of names.
#pragma once

#include "core/index/run_index.h"

#include <cstdint>
#include <vector>

namespace lanescope {

/// Slices of one descriptor that reach into the span, with their whole durations.
struct NameSummary {
    DescriptorId descriptor;
    std::uint64_t count = 0;
    TimeNs total = 0, mean = 0, min = 0, max = 0;
    TimeNs p95 = 0; // nearest rank: the least duration not below 95 % of them
};

struct SelectionSummary {
    TimeSpan span;
    struct PerDevice {
        DeviceId device;
        DeviceFigures figures; // clipped to the span
    };
    std::vector<PerDevice> devices;
    DeviceFigures sum;
    std::vector<NameSummary> names; // by total, longest first
};

/// O(slices in the span). An empty `devices` means all; host slices are counted when all are asked for.
SelectionSummary summarizeSelection(const RunIndex& index, TimeSpan span, const std::vector<DeviceId>& devices = {});

} // namespace lanescope
