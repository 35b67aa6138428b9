// zstd, every frame, skippable ones passed over.
#pragma once

#include "core/ingest/byte_source.h"
#include "core/ingest/file_handle.h"

namespace lanescope {

/// `head` was already read from the file.
std::unique_ptr<ByteSource> openZstdSource(FileHandle file, std::string head);

} // namespace lanescope
