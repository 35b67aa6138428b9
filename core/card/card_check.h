// Holds the card against the run it describes, and against itself.
#pragma once

#include "core/card/card_finding.h"
#include "core/card/workload_card.h"

#include <cstdint>
#include <vector>

namespace lanescope {

/// What the traces showed.
struct RunFacts {
    std::vector<std::int64_t> ranks; // present, in any order
    std::int64_t devices = 0;        // with device work, over all files
};

/// Ranks missing or beyond the card's count, more devices than it states, a parallel plan that does not multiply to
/// the accelerators. A run whose devices cover the count misses no rank (one file may hold all devices of a host).
std::vector<CardFinding> checkCard(const WorkloadCard& card, const RunFacts& run);

} // namespace lanescope
