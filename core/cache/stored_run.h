// A run with its index, written to an index file and mapped from it again.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/cache/index_file.h"
#include "core/index/run_index.h"

#include <memory>
#include <string>
#include <string_view>

namespace lanescope {

/// The card of a run that is to open without its sources.
struct StoredCard {
    std::string path; // where it was; empty: there is none
    std::string text;
};

/// Writes `index`, its run and the card to `path`; the bytes of the file, or an Error, Cancelled among them. O(run).
Result<std::uint64_t> storeRun(const RunIndex& index, const StoredCard& card, const std::string& path,
                               std::string_view identity, const Progress& progress);

struct StoredRun {
    std::shared_ptr<const RunIndex> index;
    StoredCard card;
};

/// The run whose columns lie in the mapped file, which it keeps alive. An Error when anything in the file is not as it
/// was written. Reads the file once, O(tables) besides.
Result<StoredRun> mapRun(std::shared_ptr<const IndexFile> file, unsigned threads);

} // namespace lanescope
