// The decoded text of a compressed trace, stored so that any place of it is read at once.
#pragma once

#include "core/base/frozen_array.h"
#include "core/base/result.h"
#include "core/cache/index_file.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

/// zstd frames of 256 KiB of text each, with checksums of their own.
class StoredText {
public:
    /// Fills the buffer with what follows as far as the text goes; 0 at the end.
    using ReadOn = std::function<Result<std::size_t>(std::span<char>)>;
    /// Compresses the text into the file; an Error of the source's.
    static Result<StoredText> store(const std::string& path, const ReadOn& readOn, IndexFileWriter& file);

    /// Of the trace it is the text of, as the run names it.
    const std::string& path() const { return m_path; }
    std::uint64_t bytes() const { return m_bytes; }
    /// Bytes from `offset` on that `buffer` was filled with, fewer only at the end; an Error when the file is damaged.
    /// `frame` keeps what was decoded last, for the next call.
    struct Frame {
        std::uint64_t number = UINT64_MAX;
        std::vector<char> text;
    };
    Result<std::size_t> readAt(std::uint64_t offset, std::span<char> buffer, const IndexFile& file, Frame& frame) const;

private:
    friend class Layout;
    struct Place {
        std::uint64_t at, bytes;
    };
    bool decode(std::uint64_t number, const IndexFile& file, Frame& frame) const;

    std::string m_path;
    std::uint64_t m_bytes = 0;
    FrozenArray<Place> m_frames;
};

} // namespace lanescope
