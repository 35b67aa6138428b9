#include "core/scene/step_bands.h"

#include <algorithm>

namespace lanescope {

namespace {

constexpr double leastMeanWidth = 4; // px

} // namespace

std::vector<StepBand> stepBands(const Run& run, const StepIndex& steps, FileId file, const Viewport& viewport) {
    const std::span<const std::uint32_t> all = steps.stepsOf(file);
    const TimeSpan visible = viewport.visible();
    const auto spanOf = [&](std::uint32_t row) { return run.steps[row].span; };
    const auto first =
        std::partition_point(all.begin(), all.end(), [&](auto row) { return spanOf(row).end <= visible.begin; });
    const auto last = std::partition_point(first, all.end(), [&](auto row) { return spanOf(row).begin < visible.end; });
    std::vector<StepBand> bands;
    if (static_cast<double>(last - first) * leastMeanWidth > viewport.widthPx())
        return bands;
    for (auto row = first; row != last; ++row) {
        const Step& step = run.steps[*row];
        const double left = std::max(0.0, viewport.xOf(step.span.begin));
        const double right = std::min(viewport.widthPx(), viewport.xOf(step.span.end));
        bands.push_back({left, right - left, step.number % 2 != 0, "step " + std::to_string(step.number)});
    }
    return bands;
}

} // namespace lanescope
