#include "core/index/run_index.h"

#include "core/base/task_pool.h"

namespace lanescope {

std::optional<DeviceFigures> RunIndex::totals() const {
    if (m_devices.empty())
        return std::nullopt;
    DeviceFigures sum;
    for (const DeviceIndex& device : m_devices)
        sum += device.total();
    return sum;
}

std::shared_ptr<const RunIndex> buildRunIndex(std::shared_ptr<const Run> run, const Progress& progress,
                                              unsigned threads) {
    const auto index = std::make_shared<RunIndex>();
    index->m_run = run;
    index->m_classes = colorClassesOf(*run);
    index->m_devices.resize(run->devices.size());
    const std::size_t devices = run->devices.size();
    // The devices' sets and the three indexes of the whole run stand side by side.
    runTasks(devices + 3, threads, [&](std::size_t i) {
        if (progress.isCancelled())
            return;
        if (i == 0)
            index->m_lanes = makeLanes(*run);
        else if (i == 1)
            index->m_launches = LaunchIndex(*run);
        else if (i == 2)
            index->m_steps = StepIndex(*run);
        else
            index->m_devices[i - 3] = DeviceIndex(*run, DeviceId(i - 3));
    });
    const auto& lanes = index->m_lanes.lanes;
    index->m_rows.resize(lanes.size());
    runTasks(lanes.size(), threads, [&](std::size_t i) {
        for (const LaneRow& row : lanes[i].rows)
            if (!progress.isCancelled())
                index->m_rows[i].emplace_back(*run, row, index->m_classes);
    });
    if (progress.isCancelled())
        return nullptr;
    return index;
}

} // namespace lanescope
