#include "core/index/launch_index.h"

#include "core/index/merge_runs.h"

#include <algorithm>

namespace lanescope {

LaunchIndex::LaunchIndex(const Run& run)
    : m_hostCalls(run.files.size()), m_deviceSlices(run.files.size()), m_run(&run) {
    for (const Track& track : run.tracks) {
        const bool isDevice = track.kind == TrackKind::Device;
        auto& entries = (isDevice ? m_deviceSlices : m_hostCalls)[track.file.index()];
        for (std::uint32_t i = 0; i < track.slices.count; ++i) {
            const SliceId slice = track.slices[i];
            const SliceKind kind = run.kind(slice);
            const bool counts = isDevice ? kind != SliceKind::DeviceAnnotation : kind == SliceKind::HostRuntime;
            if (const std::uint32_t correlation = run.slices.correlation(slice); correlation != 0 && counts)
                entries.push_back({correlation, slice});
        }
    }
    for (auto* tables : {&m_hostCalls, &m_deviceSlices})
        for (auto& entries : *tables) {
            mergeRuns(entries, [](const Entry& a, const Entry& b) {
                return a.correlation != b.correlation ? a.correlation < b.correlation : a.slice < b.slice;
            });
            entries.shrink_to_fit();
        }
}

namespace {

template <class Entries>
auto entriesOf(const Entries& entries, std::uint32_t correlation) {
    const auto first = std::partition_point(entries.begin(), entries.end(),
                                            [&](const auto& e) { return e.correlation < correlation; });
    const auto last =
        std::partition_point(first, entries.end(), [&](const auto& e) { return e.correlation == correlation; });
    return std::pair(first, last);
}

} // namespace

SliceId LaunchIndex::launchOf(SliceId deviceSlice) const {
    const std::uint32_t correlation = m_run->slices.correlation(deviceSlice);
    const Track& track = m_run->track(m_run->trackOf(deviceSlice));
    if (correlation == 0 || track.kind != TrackKind::Device)
        return {};
    const auto [first, last] = entriesOf(m_hostCalls[track.file.index()], correlation);
    return first != last ? first->slice : SliceId{};
}

std::vector<SliceId> LaunchIndex::launchedBy(SliceId hostSlice) const {
    const std::uint32_t correlation = m_run->slices.correlation(hostSlice);
    const Track& track = m_run->track(m_run->trackOf(hostSlice));
    std::vector<SliceId> slices;
    if (correlation == 0 || track.kind == TrackKind::Device || m_run->kind(hostSlice) != SliceKind::HostRuntime)
        return slices;
    const auto [first, last] = entriesOf(m_deviceSlices[track.file.index()], correlation);
    for (auto entry = first; entry != last; ++entry)
        slices.push_back(entry->slice);
    std::sort(slices.begin(), slices.end(),
              [&](SliceId a, SliceId b) { return m_run->slices.start(a) < m_run->slices.start(b); });
    return slices;
}

} // namespace lanescope
