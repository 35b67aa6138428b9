// Puts merged slices into their final place: sorted by track, row and start. Used by RunBuilder alone.
#pragma once

#include "core/base/progress.h"
#include "core/model/run.h"
#include "core/model/trace_fragment.h"

#include <cstdint>
#include <vector>

namespace lanescope {

/// `order[i]` is the merged slice that gets id i; `rows` are in track order with their slice ranges.
struct SortedTracks {
    std::vector<std::uint32_t> order;
    std::vector<Row> rows;
};

/// Orders the slices of every track by start (longer first), packs them into rows, and sets firstRow, rowCount and
/// slices of each track. Tracks are worked on in parallel. O(n log n).
SortedTracks sortTracks(const std::vector<RawSlice>& slices, std::vector<Track>& tracks, const Progress& progress,
                        unsigned threads);

} // namespace lanescope
