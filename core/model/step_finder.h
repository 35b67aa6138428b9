// Steps from host marks: ProfilerStep#N, execute_context_* ranges, run_batch frames.
#pragma once

#include "core/base/progress.h"
#include "core/model/run.h"

#include <optional>
#include <string_view>
#include <vector>

namespace lanescope {

/// What a host slice's name says about a step.
struct StepMark {
    StepSource source = StepSource::ProfilerStep;
    std::optional<std::int64_t> number; // when the name states one
};

/// Nothing when a slice of this name, category (any letter case) and kind marks no step.
std::optional<StepMark> stepMarkOf(std::string_view name, std::string_view category, SliceKind kind);

/// The steps of every file, sorted by file and start. One source a file, the first it has of: profiler steps, execute
/// ranges, run_batch. Without a written number steps count 0, 1, 2... in time order. O(descriptors + host slices with
/// marks' tracks).
std::vector<Step> findSteps(const Run& run, const Progress& progress);

} // namespace lanescope
