// `lanescope inspect --json`: what a run holds, for scripts. Schema "lanescope.inspect/1", see docs/cli.md.
#pragma once

#include "core/card/card_finding.h"
#include "core/card/workload_card.h"
#include "core/index/run_index.h"

#include <string>
#include <vector>

namespace lanescope {

/// The card beside a run, as reports need it. Null and empty where there is none.
struct ReportedCard {
    const WorkloadCard* card = nullptr;
    std::string path;
    const std::vector<CardFinding>* findings = nullptr;
};

/// JSON text with a line end. Times are integer nanoseconds; what does not exist is null. O(slices).
std::string inspectJson(const RunIndex& index, const ReportedCard& card);

} // namespace lanescope
