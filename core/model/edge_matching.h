// Begins and ends ("B"/"E", "b"/"e") made into slices.
#pragma once

#include "core/base/progress.h"
#include "core/model/run.h"
#include "core/model/trace_fragment.h"

#include <cstdint>
#include <vector>

namespace lanescope {

/// A slice whose place is not within a fragment.
struct MatchedSlice {
    RawSlice slice;
    std::uint64_t sourceOffset = 0; // of the begin in the decoded text
};

struct MatchedEdges {
    std::vector<MatchedSlice> slices;      // pairs, and begins without an end drawn open to `traceEnd`
    std::vector<RawEdge> unterminated; // those begins
    std::vector<RawEdge> strayEnds;    // ends without a begin: refused
};

/// `edges` of one file, with rows of the run's tracks and descriptors. Stack pairs: an end closes the innermost begin
/// of its track that has its name, else the innermost begin. Async pairs: the innermost begin of the same key. O(n log
/// n), however deep they nest and in whatever order they end. Throws GivenUp.
MatchedEdges matchEdges(std::vector<RawEdge> edges, TimeNs traceEnd, const std::vector<SliceDescriptor>& descriptors,
                        const Progress& progress);

} // namespace lanescope
