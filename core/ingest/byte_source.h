// ByteSource: the decoded bytes of one file, plain, gzip (every member) or zstd (every frame), as one stream.
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace lanescope {

/// Made by openByteSource; used by one thread at a time.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    /// Fills `buffer` from the front and says how many bytes were written; 0 only at the end. A damaged or cut
    /// compressed stream first gives all bytes that could be decoded, then an Error whose byteOffset counts in the
    /// file.
    virtual Result<std::size_t> read(std::span<char> buffer) = 0;
    /// Bytes of the file consumed so far, for progress.
    virtual std::uint64_t sourcePosition() const = 0;
    virtual std::uint64_t sourceSize() const = 0;
    virtual Compression compression() const = 0;
    /// All bytes at once when the file is plain and mapped, else empty.
    virtual std::span<const char> mapped() const { return {}; }
};

/// The compression is recognised by content, never by the name.
Result<std::unique_ptr<ByteSource>> openByteSource(const std::string& path);

} // namespace lanescope
