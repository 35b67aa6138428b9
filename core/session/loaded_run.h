// LoadedRun: one opened data point, as the window and the command line share it.
#pragma once

#include "core/cache/index_store.h"
#include "core/card/card_finding.h"
#include "core/card/workload_card.h"
#include "core/index/run_index.h"
#include "core/model/run.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

/// Run and index are never null and never change.
struct LoadedRun {
    std::shared_ptr<const Run> run;
    std::shared_ptr<const RunIndex> index;
    std::optional<WorkloadCard> card; // absent when there is none or it could not be read
    std::string cardPath;             // empty when there is none
    std::vector<CardFinding> cardFindings;
    std::vector<std::string> scripts; // paths
    std::shared_ptr<const IndexStore> indexes; // where it is kept; null: nowhere
    std::optional<SourceIdentity> identity;    // of the sources before they were read, when indexes are kept
    IndexStore::FoundTexts texts;              // of the traces, when they come with the index
    bool isFromIndex = false;
    std::string indexNote; // why an index that was there was not used
};

} // namespace lanescope
