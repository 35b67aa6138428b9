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

/// A source that can be read anywhere: reading on is reading from where the last read ended.
class SeekableSource : public ByteSource {
public:
    Result<std::size_t> read(std::span<char> buffer) final;
    std::uint64_t sourcePosition() const final { return m_position; }
    Compression compression() const final { return Compression::None; }
    bool isSeekable() const final { return true; }

private:
    std::uint64_t m_position = 0;
};

/// Fills `buffer` as far as the bytes go and says how far that is; an Error only when there is none before it.
Result<std::size_t> readFully(ByteSource& source, std::span<char> buffer);

/// The compression is recognised by content, never by the name.
Result<std::unique_ptr<ByteSource>> openByteSource(const std::string& path);

} // namespace lanescope
