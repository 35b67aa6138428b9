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

/// Made by openByteSource; used by one thread at a time, but for readAt().
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
    /// True when any place can be read at any time, by several threads at once: a plain file.
    virtual bool isSeekable() const { return false; }
    /// Fills `buffer` with the bytes from `offset` on and says how many there were; fewer only at the end. Of seekable
    /// sources only.
    virtual Result<std::size_t> readAt(std::uint64_t offset, std::span<char> buffer) const;
};

/// The compression is recognised by content, never by the name.
Result<std::unique_ptr<ByteSource>> openByteSource(const std::string& path);

} // namespace lanescope
