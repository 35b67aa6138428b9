// StepIndex: the steps of each rank and the window in which a device worked for each of them.
#pragma once

#include "core/model/run.h"

#include <span>
#include <vector>

namespace lanescope {

class StepIndex {
public:
    StepIndex() = default;
    explicit StepIndex(const Run& run);
    /// Rows of Run::steps of that file, in time order.
    std::span<const std::uint32_t> stepsOf(FileId file) const;
    /// Row of Run::steps whose span holds `t` in that file; of several the one that began last. O(log n) where steps do
    /// not overlap.
    std::optional<std::uint32_t> stepAt(FileId file, TimeNs t) const;

private:
    std::vector<std::vector<std::uint32_t>> m_byFile;
    std::vector<TimeNs> m_latestEnd; // by row of Run::steps: of it and those before it in its file
    const Run* m_run = nullptr;
};

} // namespace lanescope
