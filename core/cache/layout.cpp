#include "core/cache/layout.h"

namespace lanescope {

bool Layout::complete(RunIndex& index, std::shared_ptr<const Run> run) {
    index.m_classes = colorClassesOf(*run);
    index.m_steps = StepIndex(*run);
    index.m_launches.m_run = run.get();
    const auto& lanes = index.m_lanes.lanes;
    bool fits = index.m_devices.size() == run->devices.size() && index.m_rows.size() == lanes.size() &&
                index.m_launches.m_hostCalls.size() == run->files.size() &&
                index.m_launches.m_deviceSlices.size() == run->files.size();
    for (std::size_t lane = 0; fits && lane < lanes.size(); ++lane) {
        auto& rows = index.m_rows[lane];
        fits = rows.size() == lanes[lane].rows.size();
        for (std::size_t row = 0; fits && row < rows.size(); ++row) {
            rows[row].m_run = run.get();
            rows[row].m_row = &lanes[lane].rows[row];
            rows[row].m_classes = &index.m_classes;
        }
    }
    index.m_run = std::move(run);
    return fits;
}

} // namespace lanescope
