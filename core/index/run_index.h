// RunIndex: everything derived from a Run once and asked often; immutable after building.
#pragma once

#include "core/base/progress.h"
#include "core/index/device_index.h"
#include "core/index/lane.h"
#include "core/index/launch_index.h"
#include "core/index/row_index.h"
#include "core/index/step_index.h"
#include "core/model/run.h"

#include <memory>
#include <vector>

namespace lanescope {

/// Keeps the run it was built from alive. Built in parallel per device and lane; the result does not depend on the
/// number of threads.
class RunIndex {
public:
    const Run& run() const { return *m_run; }
    std::shared_ptr<const Run> sharedRun() const { return m_run; }
    const LaneSet& lanes() const { return m_lanes; }
    const DeviceIndex& device(DeviceId id) const { return m_devices[id.index()]; }
    const std::vector<DeviceIndex>& devices() const { return m_devices; }
    const RowIndex& row(LaneId lane, std::size_t row) const { return m_rows[lane.index()][row]; }
    ColorClass colorClass(DescriptorId descriptor) const { return m_classes[descriptor.index()]; }
    const StepIndex& steps() const { return m_steps; }
    const LaunchIndex& launches() const { return m_launches; }
    /// Sum over devices; nothing without devices.
    std::optional<DeviceFigures> totals() const;

private:
    friend class Layout;
    friend std::shared_ptr<const RunIndex> buildRunIndex(std::shared_ptr<const Run>, const Progress&, unsigned);
    std::shared_ptr<const Run> m_run;
    LaneSet m_lanes;
    std::vector<DeviceIndex> m_devices;
    std::vector<std::vector<RowIndex>> m_rows; // by lane, row
    StepIndex m_steps;
    LaunchIndex m_launches;
    std::vector<ColorClass> m_classes; // by descriptor
};

/// Null when cancelled.
std::shared_ptr<const RunIndex> buildRunIndex(std::shared_ptr<const Run> run, const Progress& progress,
                                              unsigned threads);

} // namespace lanescope
