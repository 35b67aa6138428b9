// One event read again from its file, with everything it says: what panels show of a slice.
#pragma once

#include "core/base/result.h"
#include "core/ingest/byte_source.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lanescope {

/// Fields in file order, nested ones by dotted keys ("args.grid" -> "[1, 2, 3]"); texts unescaped, valid UTF-8.
struct EventText {
    std::vector<std::pair<std::string, std::string>> fields;
};

/// The JSON object that begins at `byteOffset` of the decoded text of `path`. O(1) in plain files; compressed ones are
/// decoded up to there. An event of more than 64 MiB is not read.
Result<EventText> readEvent(const std::string& path, std::uint64_t byteOffset);
/// The same from a source of that text; `path` is for messages.
Result<EventText> readEvent(ByteSource& source, const std::string& path, std::uint64_t byteOffset);

} // namespace lanescope
