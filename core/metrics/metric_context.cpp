#include "core/metrics/metric_context.h"

#include <algorithm>

namespace lanescope {

std::string MetricScope::text() const {
    switch (kind) {
    case Kind::Run:
        return "run";
    case Kind::Steady:
        return "steady";
    case Kind::Step:
        break;
    }
    return "step:" + std::to_string(step);
}

std::vector<const Step*> MetricContext::stepsOf(FileId file) const {
    std::vector<const Step*> steps;
    for (const std::uint32_t i : m_index.steps().stepsOf(file))
        steps.push_back(&run().steps[i]);
    if (m_scope.kind == MetricScope::Kind::Step)
        std::erase_if(steps, [&](const Step* step) { return step->number != m_scope.step; });
    else if (m_scope.kind == MetricScope::Kind::Steady && steps.size() > 2)
        steps = {steps.begin() + 1, steps.end() - 1};
    return steps;
}

MetricContext::MetricContext(const RunIndex& index, const WorkloadCard* card, MetricScope scope)
    : m_index(index), m_scope(scope) {
    if (card)
        m_card = factsOf(*card);
    bool lacksSteps = false;
    bool isShort = false;
    for (std::size_t i = 0; i < run().devices.size(); ++i) {
        const FileId file = run().devices[i].file;
        const TimeSpan whole = index.devices()[i].span();
        const auto steps = stepsOf(file);
        std::vector<TimeSpan> spans;
        for (const Step* step : steps)
            spans.push_back(step->span);
        const bool hasMarks = !index.steps().stepsOf(file).empty();
        const bool isWhole =
            scope.kind == MetricScope::Kind::Run || (scope.kind == MetricScope::Kind::Steady && !hasMarks);
        lacksSteps |= scope.kind == MetricScope::Kind::Steady && !hasMarks;
        isShort |= scope.kind == MetricScope::Kind::Steady && hasMarks && index.steps().stepsOf(file).size() <= 2;
        m_windows.push_back(IntervalSet::fromUnsorted(isWhole ? std::vector{whole} : spans));
        m_stepCounts.push_back(isWhole ? std::max<std::size_t>(1, index.steps().stepsOf(file).size()) : steps.size());
    }
    if (lacksSteps)
        m_assumptions.push_back("no step marks: the whole trace counts as one window");
    if (isShort)
        m_assumptions.push_back("no more than two steps: none is left out as warm-up");
    if (scope.kind == MetricScope::Kind::Steady && !lacksSteps && !isShort)
        m_assumptions.push_back("the first and the last step of each rank are left out");
}

} // namespace lanescope
