// Finds the final place of every slice: sorted by track, row and start. Used by RunBuilder alone.
#pragma once

#include "core/base/huge_vector.h"
#include "core/base/progress.h"
#include "core/model/run.h"
#include "core/model/slice_chunk.h"

#include <cstdint>
#include <vector>

namespace lanescope {

/// `order[i]` is the item that gets slice id i; `rows` are in track order with their slice ranges.
struct SortedTracks {
    HugeVector<std::uint32_t> order;
    std::vector<Row> rows;
};

/// Orders the slices of every track by start (longer first, then as in the file), packs them into rows, and sets
/// firstRow, rowCount and slices of each track. Chunks and tracks are worked on in parallel. O(n) where the slices of
/// a track come nearly sorted, else O(n log n). Throws GivenUp.
SortedTracks sortTracks(std::vector<SliceChunk>& chunks, std::vector<Track>& tracks, const Progress& progress,
                        unsigned threads);

} // namespace lanescope
