#include "core/model/step_finder.h"

#include "core/base/cancel_point.h"
#include "core/base/numbers.h"
#include "core/base/text.h"

#include <algorithm>
#include <tuple>

namespace lanescope {

namespace {

constexpr std::string_view profilerStepPrefix = "ProfilerStep#";

bool isDigits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// "execute_context_..." or, as newer vLLM writes, "execute_<n>_context_...".
bool isExecuteContext(std::string_view name) {
    constexpr std::string_view prefix = "execute_";
    if (!name.starts_with(prefix))
        return false;
    name.remove_prefix(prefix.size());
    if (name.starts_with("context_"))
        return true;
    const std::size_t underscore = name.find('_');
    return underscore != std::string_view::npos && isDigits(name.substr(0, underscore)) &&
           name.substr(underscore).starts_with("_context_");
}

bool isRunBatchFrame(std::string_view name) { return name.ends_with(": run_batch"); }

/// Old profilers record their steps among the operators.
bool mayHoldProfilerSteps(std::string_view category) {
    const std::string lower = lowerCase(category);
    return lower == "user_annotation" || lower == "operator" || lower == "cpu_op";
}

} // namespace

std::optional<StepMark> stepMarkOf(std::string_view name, std::string_view category, SliceKind kind) {
    if (isDeviceKind(kind))
        return std::nullopt;
    if (name.starts_with(profilerStepPrefix) && mayHoldProfilerSteps(category)) {
        const std::string_view digits = name.substr(profilerStepPrefix.size());
        if (isDigits(digits))
            return StepMark{StepSource::ProfilerStep, integerFromText(digits)};
    }
    if (isExecuteContext(name) && lowerCase(category) == "user_annotation")
        return StepMark{StepSource::ExecuteContext, std::nullopt};
    if (isRunBatchFrame(name) && lowerCase(category) == "python_function")
        return StepMark{StepSource::RunBatch, std::nullopt};
    return std::nullopt;
}

namespace {

using Marks = std::vector<std::optional<StepMark>>; // by descriptor

Marks marksOf(const Run& run) {
    Marks marks;
    marks.reserve(run.descriptors.size());
    for (const SliceDescriptor& d : run.descriptors)
        marks.push_back(stepMarkOf(run.text(d.name), run.text(d.category), d.kind));
    return marks;
}

void appendStepsOf(const Run& run, const Track& track, const Marks& marks, std::vector<Step>& steps,
                   CancelPoint& point) {
    for (std::uint32_t i = 0; i < track.slices.count; ++i) {
        point();
        const SliceId slice = track.slices[i];
        const auto& mark = marks[run.slices.descriptor(slice).index()];
        if (!mark || run.isStray(slice))
            continue;
        steps.push_back({track.file, run.file(track.file).rank, mark->number.value_or(-1), run.descriptor(slice).name,
                         run.slices.span(slice), mark->source, slice});
    }
}

/// Keeps the first source each file has.
void keepOneSource(std::vector<Step>& steps, std::size_t fileCount) {
    std::vector<StepSource> first(fileCount, StepSource::Inferred);
    for (const Step& step : steps)
        first[step.file.index()] = std::min(first[step.file.index()], step.source);
    std::erase_if(steps, [&](const Step& step) { return step.source != first[step.file.index()]; });
}

void numberUnnumbered(std::vector<Step>& steps) {
    std::int64_t next = 0;
    FileId file;
    for (Step& step : steps) {
        if (step.file != file)
            next = 0;
        file = step.file;
        if (step.number < 0)
            step.number = next;
        ++next;
    }
}

} // namespace

std::vector<Step> findSteps(const Run& run, const Progress& progress) {
    CancelPoint point(progress);
    const Marks marks = marksOf(run);
    std::vector<Step> steps;
    if (std::none_of(marks.begin(), marks.end(), [](const auto& mark) { return mark.has_value(); }))
        return steps;
    for (const Track& track : run.tracks)
        if (track.kind != TrackKind::Device)
            appendStepsOf(run, track, marks, steps, point);
    std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
        return std::tie(a.file, a.span.begin, a.slice) < std::tie(b.file, b.span.begin, b.slice);
    });
    keepOneSource(steps, run.files.size());
    numberUnnumbered(steps);
    return steps;
}

} // namespace lanescope
