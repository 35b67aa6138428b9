#include "core/index/launch_index.h"

#include "core/base/cancel_point.h"
#include "core/index/merge_runs.h"

#include <algorithm>

namespace lanescope {

LaunchIndex::LaunchIndex(const Run& run, const Progress& progress)
    : m_hostCalls(run.files.size()), m_deviceSlices(run.files.size()), m_run(&run) {
    struct Entry {
        std::uint32_t correlation;
        SliceId slice;
    };
    CancelPoint point(progress);
    std::vector<Entry> entries;
    const auto collect = [&](FileId file, bool isDevice) {
        entries.clear();
        for (const Track& track : run.tracksOf(file)) {
            if ((track.kind == TrackKind::Device) != isDevice)
                continue;
            for (std::uint32_t i = 0; i < track.slices.count; ++i) {
                point();
                const SliceId slice = track.slices[i];
                const SliceKind kind = run.kind(slice);
                const bool counts = isDevice ? kind != SliceKind::DeviceAnnotation : kind == SliceKind::HostRuntime;
                if (const std::uint32_t correlation = run.slices.correlation(slice); correlation != 0 && counts)
                    entries.push_back({correlation, slice});
            }
        }
        const auto before = [](const Entry& a, const Entry& b) {
            return a.correlation != b.correlation ? a.correlation < b.correlation : a.slice < b.slice;
        };
        mergeRuns(entries, cancellable(before, point));
        std::vector<SliceId> slices(entries.size());
        std::transform(entries.begin(), entries.end(), slices.begin(), [](const Entry& e) { return e.slice; });
        return Slices(std::move(slices));
    };
    for (std::size_t file = 0; file < run.files.size(); ++file) {
        m_hostCalls[file] = collect(FileId(file), false);
        m_deviceSlices[file] = collect(FileId(file), true);
    }
}

std::span<const SliceId> LaunchIndex::slicesOf(const Slices& slices, std::uint32_t correlation) const {
    const auto first = std::partition_point(slices.begin(), slices.end(),
                                            [&](SliceId s) { return m_run->slices.correlation(s) < correlation; });
    const auto last = std::partition_point(first, slices.end(),
                                           [&](SliceId s) { return m_run->slices.correlation(s) == correlation; });
    return {first, last};
}

SliceId LaunchIndex::launchOf(SliceId deviceSlice) const {
    const std::uint32_t correlation = m_run->slices.correlation(deviceSlice);
    const Track& track = m_run->track(m_run->trackOf(deviceSlice));
    if (correlation == 0 || track.kind != TrackKind::Device)
        return {};
    const auto launches = slicesOf(m_hostCalls[track.file.index()], correlation);
    return launches.empty() ? SliceId{} : launches.front();
}

std::vector<SliceId> LaunchIndex::launchedBy(SliceId hostSlice) const {
    const std::uint32_t correlation = m_run->slices.correlation(hostSlice);
    const Track& track = m_run->track(m_run->trackOf(hostSlice));
    if (correlation == 0 || track.kind == TrackKind::Device || m_run->kind(hostSlice) != SliceKind::HostRuntime)
        return {};
    const auto launched = slicesOf(m_deviceSlices[track.file.index()], correlation);
    std::vector<SliceId> slices(launched.begin(), launched.end());
    std::sort(slices.begin(), slices.end(),
              [&](SliceId a, SliceId b) { return m_run->slices.start(a) < m_run->slices.start(b); });
    return slices;
}

} // namespace lanescope
