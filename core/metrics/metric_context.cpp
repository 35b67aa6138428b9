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

bool MetricContext::isWhole(FileId file) const {
    return m_scope.kind == MetricScope::Kind::Run ||
           (m_scope.kind == MetricScope::Kind::Steady && m_index.steps().stepsOf(file).empty());
}

MetricContext::MetricContext(const RunIndex& index, const WorkloadCard* card, MetricScope scope)
    : m_index(index), m_scope(scope) {
    if (card)
        m_card = factsOf(*card);
    for (std::size_t i = 0; i < run().devices.size(); ++i) {
        const FileId file = run().devices[i].file;
        const auto steps = stepsOf(file);
        std::vector<TimeSpan> spans;
        for (const Step* step : steps)
            spans.push_back(step->span);
        m_isWhole.push_back(isWhole(file));
        m_windows.push_back(
            IntervalSet::fromUnsorted(m_isWhole.back() ? std::vector{index.devices()[i].span()} : std::move(spans)));
        m_stepCounts.push_back(m_isWhole.back() ? std::max<std::size_t>(1, steps.size()) : steps.size());
    }
    sayHowStepsWereChosen();
}

void MetricContext::sayHowStepsWereChosen() {
    bool isAnyTrimmed = false, isAnyShort = false, isAnyUnmarked = false;
    for (std::size_t i = 0; i < run().files.size(); ++i) {
        const std::size_t steps = m_index.steps().stepsOf(FileId(i)).size();
        isAnyTrimmed |= steps > 2;
        isAnyShort |= steps == 1 || steps == 2;
    }
    for (const Device& device : run().devices)
        isAnyUnmarked |= m_index.steps().stepsOf(device.file).empty();
    const bool hasMarks = isAnyTrimmed || isAnyShort;
    const auto say = [&](bool isSo, const char* text) {
        if (isSo)
            m_assumptions.push_back(text);
    };
    const bool isRun = m_scope.kind == MetricScope::Kind::Run, isSteady = m_scope.kind == MetricScope::Kind::Steady;
    say(isSteady && isAnyTrimmed, "the first and the last step of each rank with more than two are left out");
    say(isSteady && isAnyShort, "ranks with one or two steps keep them all");
    say(isRun && hasMarks,
        "values per step are those of the whole trace divided by the number of steps recorded in it");
    say((isRun || isSteady) && isAnyUnmarked, "a trace without step marks counts whole, as one step");
    say(!isRun && hasMarks && !run().devices.empty(),
        "the window of a step is its host mark; device work that runs on behind it counts where it runs");
}

} // namespace lanescope
