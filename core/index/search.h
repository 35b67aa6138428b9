// Finding slices by name: over the few distinct descriptors, not over the slices.
#pragma once

#include "core/index/run_index.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lanescope {

/// By descriptor row: whether its name holds `text`, letter case ignored; empty when `text` is. O(descriptors).
std::vector<bool> matchingDescriptors(const Run& run, std::string_view text);

/// Slices whose descriptor matches. O(slices).
std::uint64_t countMatches(const Run& run, const std::vector<bool>& matching);

/// The next (or previous) match in time order, ids breaking ties, around at the ends; from none the first (or last).
/// Nothing when there is none. O(slices).
SliceId nextMatch(const Run& run, const std::vector<bool>& matching, SliceId from, bool isForward);

} // namespace lanescope
