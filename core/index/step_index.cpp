#include "core/index/step_index.h"

#include <algorithm>

namespace lanescope {

StepIndex::StepIndex(const Run& run) : m_byFile(run.files.size()), m_run(&run) {
    m_latestEnd.reserve(run.steps.size());
    for (std::uint32_t i = 0; i < run.steps.size(); ++i) {
        auto& steps = m_byFile[run.steps[i].file.index()];
        const TimeNs end = run.steps[i].span.end;
        m_latestEnd.push_back(steps.empty() ? end : std::max(end, m_latestEnd[steps.back()]));
        steps.push_back(i);
    }
}

std::span<const std::uint32_t> StepIndex::stepsOf(FileId file) const {
    return file.index() < m_byFile.size() ? std::span<const std::uint32_t>(m_byFile[file.index()])
                                          : std::span<const std::uint32_t>();
}

std::optional<std::uint32_t> StepIndex::stepAt(FileId file, TimeNs t) const {
    const auto steps = stepsOf(file);
    auto step = std::partition_point(steps.begin(), steps.end(),
                                     [&](std::uint32_t i) { return m_run->steps[i].span.begin <= t; });
    while (step != steps.begin() && m_latestEnd[*--step] > t)
        if (m_run->steps[*step].span.contains(t))
            return *step;
    return std::nullopt;
}

} // namespace lanescope
