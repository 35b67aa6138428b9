// DeviceIndex: when a device computed, communicated and copied, as interval sets; the arithmetic of overlap.
#pragma once

#include "core/base/interval_set.h"
#include "core/base/progress.h"
#include "core/model/run.h"

#include <optional>

namespace lanescope {

/// Lengths of unions over all streams of one device, in ns; "sum" are plain sums of durations (never to be headlined).
struct DeviceFigures {
    TimeNs compute = 0;
    TimeNs communication = 0;
    TimeNs overlap = 0;              // compute and communication at once
    TimeNs exposedCommunication = 0; // communication - overlap
    TimeNs memcpy = 0;
    TimeNs memset = 0;
    TimeNs idle = 0; // span - union of compute, communication, memcpy, memset
    TimeNs span = 0; // first start to last end of these (of the window when one was asked for)
    TimeNs computeSum = 0;
    TimeNs communicationSum = 0;

    /// 100 * overlap / communication; nothing without communication.
    std::optional<double> overlapPercent() const;
    DeviceFigures& operator+=(const DeviceFigures& other);
};

/// Half-open sets of one device. exposed = communication - compute; overlap + exposed = communication, always.
class DeviceIndex {
public:
    DeviceIndex() = default;
    /// O(n log rows). Throws GivenUp.
    DeviceIndex(const Run& run, DeviceId device, const Progress& progress);

    const IntervalSet& compute() const { return m_compute; }
    const IntervalSet& communication() const { return m_communication; }
    const IntervalSet& overlap() const { return m_overlap; }
    const IntervalSet& exposed() const { return m_exposed; }
    const IntervalSet& computeOnly() const { return m_computeOnly; }
    const IntervalSet& memcpy() const { return m_memcpy; }
    const IntervalSet& memset() const { return m_memset; }
    const IntervalSet& busy() const { return m_busy; } // union of compute, communication, memcpy, memset
    /// First start to last end of the device's work; empty without any.
    TimeSpan span() const { return m_span; }

    const DeviceFigures& total() const { return m_total; }
    /// The unions clipped to `window`; span is the window's length and idle what no work covers of it. O(log n).
    /// Sums are 0 here: ask total() for them.
    DeviceFigures within(TimeSpan window) const;

private:
    friend class Layout;
    IntervalSet m_compute, m_communication, m_overlap, m_exposed, m_computeOnly, m_memcpy, m_memset, m_busy;
    TimeSpan m_span;
    DeviceFigures m_total;
};

} // namespace lanescope
