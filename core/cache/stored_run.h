// A run with its index, written to an index file and mapped from it again.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/cache/index_file.h"
#include "core/cache/stored_text.h"
#include "core/index/run_index.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// The card of a run that is to open without its sources.
struct StoredCard {
    std::string path; // where it was; empty: there is none
    std::string text;
};

/// Writes the texts that a file is to hold.
using StoreTexts = std::function<Result<std::vector<StoredText>>(IndexFileWriter& file)>;

/// Writes `index`, its run, the card and the texts (none without `texts`) to `path`; the bytes of the file, or an
/// Error, Cancelled among them. O(run).
Result<std::uint64_t> storeRun(const RunIndex& index, const StoredCard& card, const StoreTexts& texts,
                               const std::string& path, std::string_view identity, const Progress& progress);
/// The same of texts alone.
Result<std::uint64_t> storeTexts(const StoreTexts& texts, const std::string& path, std::string_view identity,
                                 const Progress& progress);

struct StoredRun {
    std::shared_ptr<const RunIndex> index;
    StoredCard card;
    std::vector<StoredText> texts;
};

/// The run whose columns lie in the mapped file, which it keeps alive. An Error when anything in the file is not as it
/// was written. Reads the file once, O(tables) besides.
enum class Checksums : std::uint8_t {
    All,
    OfTable, // the rest was compared before: the file is sealed
};
Result<StoredRun> mapRun(std::shared_ptr<const IndexFile> file, Checksums checksums, unsigned threads);
/// What storeTexts() wrote. Only the table is read and compared here: frames have checksums of their own.
Result<std::vector<StoredText>> mapTexts(std::shared_ptr<const IndexFile> file);

} // namespace lanescope
