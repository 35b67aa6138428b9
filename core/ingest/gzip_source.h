// gzip, every member, through ISA-L.
#pragma once

#include "core/ingest/byte_source.h"
#include "core/ingest/file_handle.h"

namespace lanescope {

/// `head` was already read from the file.
std::unique_ptr<ByteSource> openGzipSource(FileHandle file, std::string head);

} // namespace lanescope
