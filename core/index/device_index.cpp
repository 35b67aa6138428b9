#include "core/index/device_index.h"

#include "core/base/cancel_point.h"
#include "core/index/merge_runs.h"

#include <algorithm>

namespace lanescope {

std::optional<double> DeviceFigures::overlapPercent() const {
    if (communication == 0)
        return std::nullopt;
    return 100.0 * static_cast<double>(overlap) / static_cast<double>(communication);
}

DeviceFigures& DeviceFigures::operator+=(const DeviceFigures& other) {
    compute += other.compute;
    communication += other.communication;
    overlap += other.overlap;
    exposedCommunication += other.exposedCommunication;
    memcpy += other.memcpy;
    memset += other.memset;
    idle += other.idle;
    span += other.span;
    computeSum += other.computeSum;
    communicationSum += other.communicationSum;
    return *this;
}

namespace {

/// The device's work by kind, in no order.
struct WorkSpans {
    std::vector<TimeSpan> compute, communication, memcpy, memset;
    std::optional<TimeSpan> bounds;
};

void addSlice(WorkSpans& work, const Run& run, SliceId slice) {
    std::vector<TimeSpan>* spans = nullptr;
    switch (run.kind(slice)) {
    case SliceKind::Compute:
        spans = &work.compute;
        break;
    case SliceKind::Communication:
        spans = &work.communication;
        break;
    case SliceKind::Memcpy:
        spans = &work.memcpy;
        break;
    case SliceKind::Memset:
        spans = &work.memset;
        break;
    default:
        return;
    }
    const TimeSpan span = run.slices.span(slice);
    spans->push_back(span);
    work.bounds =
        work.bounds ? TimeSpan{std::min(work.bounds->begin, span.begin), std::max(work.bounds->end, span.end)} : span;
}

WorkSpans workOf(const Run& run, DeviceId device, CancelPoint& point) {
    WorkSpans work;
    for (const Track& track : run.tracks) {
        if (track.device != device)
            continue;
        for (std::uint32_t i = 0; i < track.slices.count; ++i) {
            point();
            if (!run.isStray(track.slices[i]))
                addSlice(work, run, track.slices[i]);
        }
    }
    return work;
}

TimeNs sumOf(const std::vector<TimeSpan>& spans) {
    TimeNs sum = 0;
    for (const TimeSpan& span : spans)
        sum = saturatingAdd(sum, span.duration());
    return sum;
}

/// `spans` come row after row, each row sorted.
IntervalSet unionOf(std::vector<TimeSpan> spans, CancelPoint& point) {
    mergeRuns(spans, cancellable([](TimeSpan a, TimeSpan b) { return a.begin < b.begin; }, point));
    point.ask();
    return IntervalSet::fromSorted(spans);
}

} // namespace

DeviceIndex::DeviceIndex(const Run& run, DeviceId device, const Progress& progress) {
    CancelPoint point(progress);
    WorkSpans work = workOf(run, device, point);
    m_span = work.bounds.value_or(TimeSpan{});
    const TimeNs computeSum = sumOf(work.compute);
    const TimeNs communicationSum = sumOf(work.communication);
    m_compute = unionOf(std::move(work.compute), point);
    m_communication = unionOf(std::move(work.communication), point);
    m_memcpy = unionOf(std::move(work.memcpy), point);
    m_memset = unionOf(std::move(work.memset), point);
    m_overlap = m_communication.intersect(m_compute);
    m_exposed = m_communication.subtract(m_compute);
    m_computeOnly = m_compute.subtract(m_communication);
    m_busy = m_compute.unite(m_communication).unite(m_memcpy.unite(m_memset));
    m_total = within(m_span);
    m_total.computeSum = computeSum;
    m_total.communicationSum = communicationSum;
}

DeviceFigures DeviceIndex::within(TimeSpan window) const {
    DeviceFigures figures;
    figures.compute = m_compute.covered(window);
    figures.communication = m_communication.covered(window);
    figures.overlap = m_overlap.covered(window);
    figures.exposedCommunication = m_exposed.covered(window);
    figures.memcpy = m_memcpy.covered(window);
    figures.memset = m_memset.covered(window);
    figures.span = window.duration();
    figures.idle = figures.span - m_busy.covered(window);
    return figures;
}

} // namespace lanescope
