// Importer: one trace format. Each lives in one file, writes only fragments, and stands in one list.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/ingest/byte_source.h"
#include "core/model/trace_fragment.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace lanescope {

struct ImporterDescriptor {
    std::string_view id;    // "chrome-json"
    std::string_view title; // "Chrome trace JSON (PyTorch Kineto and others)"
};

enum class SniffScore : std::uint8_t { No, Maybe, Yes };

/// How an import may use the machine and whom it tells. `advance` is called from any worker as decoded bytes are
/// parsed.
struct ImportContext {
    unsigned threads = 1;
    const Progress& progress; // asked for cancellation only
    std::function<void(std::uint64_t decodedBytes, std::uint64_t events, std::uint64_t sourcePosition)>
        advance{}; // amounts since the last call; may be empty
    std::function<void(const ImportedTrace& soFar)>
        grown{}; // a fragment was added, the last one of `soFar`, and is not changed any more; may be empty
};

class Importer {
public:
    virtual ~Importer() = default;
    virtual const ImporterDescriptor& descriptor() const = 0;
    /// Judges the first decoded bytes (up to 64 KiB) and the file's base name.
    virtual SniffScore sniff(std::string_view head, std::string_view fileName) const = 0;
    /// Reads the whole source. An Error only when nothing of it is usable, or Cancelled.
    virtual Result<ImportedTrace> import(ByteSource& source, const ImportContext& context) const = 0;
};

/// All formats, in the order they are asked. The one list.
const std::vector<std::unique_ptr<Importer>>& builtinImporters();

} // namespace lanescope
