#include "core/index/step_index.h"

#include <algorithm>

namespace lanescope {

StepIndex::StepIndex(const Run& run) : m_byFile(run.files.size()), m_run(&run) {
    for (std::uint32_t i = 0; i < run.steps.size(); ++i)
        m_byFile[run.steps[i].file.index()].push_back(i);
}

std::span<const std::uint32_t> StepIndex::stepsOf(FileId file) const {
    return file.index() < m_byFile.size() ? std::span<const std::uint32_t>(m_byFile[file.index()])
                                          : std::span<const std::uint32_t>();
}

std::optional<std::uint32_t> StepIndex::stepAt(FileId file, TimeNs t) const {
    const auto steps = stepsOf(file);
    const auto after = std::partition_point(steps.begin(), steps.end(),
                                            [&](std::uint32_t i) { return m_run->steps[i].span.begin <= t; });
    if (after == steps.begin() || !m_run->steps[*(after - 1)].span.contains(t))
        return std::nullopt;
    return *(after - 1);
}

} // namespace lanescope
