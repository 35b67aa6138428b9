#include "core/index/run_index.h"

#include "core/base/cancel_point.h"
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
                                              unsigned threads) try {
    const auto index = std::make_shared<RunIndex>();
    index->m_run = run;
    index->m_classes = colorClassesOf(*run);
    index->m_devices.resize(run->devices.size());
    runTasks(3, threads, [&](std::size_t i) {
        if (i == 0)
            index->m_lanes = makeLanes(*run, progress);
        else if (i == 1)
            index->m_launches = LaunchIndex(*run, progress);
        else
            index->m_steps = StepIndex(*run);
    });
    const std::size_t devices = run->devices.size();
    const auto& lanes = index->m_lanes.lanes;
    index->m_rows.resize(lanes.size());
    runTasks(devices + lanes.size(), threads, [&](std::size_t i) { // the devices first: they take longest
        CancelPoint(progress).ask();
        if (i < devices)
            index->m_devices[i] = DeviceIndex(*run, DeviceId(i), progress);
        else
            for (const LaneRow& row : lanes[i - devices].rows)
                index->m_rows[i - devices].emplace_back(*run, row, index->m_classes, progress);
    });
    return index;
} catch (const GivenUp&) {
    return nullptr;
}

} // namespace lanescope
