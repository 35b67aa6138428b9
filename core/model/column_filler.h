// ColumnFiller: writes the slices into the run's columns, in their final order. Used by RunBuilder alone.
#pragma once

#include "core/base/huge_vector.h"
#include "core/base/progress.h"
#include "core/model/run.h"
#include "core/model/slice_chunk.h"

#include <cstdint>
#include <vector>

namespace lanescope {

class ColumnFiller {
public:
    /// Sets Run::slices; in parallel over stretches of ids. Returns the ids of the communication slices with their
    /// items, sorted by id. O(n). Throws GivenUp.
    struct Placed {
        SliceId slice;
        std::uint32_t item = 0;
    };
    static std::vector<Placed> fill(Run& run, const std::vector<SliceChunk>& chunks,
                                    const HugeVector<std::uint32_t>& order, const Progress& progress,
                                    unsigned threads);
};

} // namespace lanescope
