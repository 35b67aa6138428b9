// DecodedStream: a moving window over the decoded bytes of a source, contiguous in memory.
#pragma once

#include "core/base/progress.h"
#include "core/ingest/byte_source.h"
#include "core/ingest/text_block.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lanescope {

/// The window is a block that grows; whole pieces of it can be detached for others to parse. Of a seekable source any
/// place can be gone to without reading what is between.
class DecodedStream {
public:
    explicit DecodedStream(ByteSource& source) : m_source(source) {}

    /// The bytes from the current place on that are in memory; valid until any other call that is not const.
    std::string_view view() const;
    /// Decodes further until view() holds `bytes` or the text ends; false when it already ended before that.
    bool more(std::size_t bytes);
    void consume(std::size_t bytes) { m_offset += bytes; }
    /// Passes over blanks, letting go of them; false at the end of the text or when cancelled.
    bool skipBlanks(const Progress& progress);
    /// Goes anywhere in a seekable source; in others not before the last keep().
    void seek(std::uint64_t offset);
    /// The first `bytes` of view() as a block of their own, and the place behind them. It stays until keep() passes it,
    /// and with it the text can be read again: nobody else may use it any more when seek() goes back into it.
    TextBlock& detach(std::size_t bytes);
    /// Bytes before `offset` will not be asked for again.
    void keep(std::uint64_t offset);
    /// Place of view().front() in the decoded text.
    std::uint64_t offset() const { return m_offset; }
    /// The line, counted from 1, in which `offset` stands: not before the last keep(). Lines of a seekable source are
    /// counted when asked for.
    std::uint64_t lineAt(std::uint64_t offset);
    bool isAtEnd() { return !more(1); }
    /// Why the decoded text ended early (cut or damaged compression).
    const std::optional<Error>& fault() const { return m_fault; }
    ByteSource& source() { return m_source; }
    /// Bytes of the file that were needed so far, for progress.
    std::uint64_t sourcePosition() const { return m_source.isSeekable() ? m_offset : m_source.sourcePosition(); }

private:
    void readOn(std::size_t bytes);
    void goBackInto(std::uint64_t offset);
    std::unique_ptr<TextBlock> emptyBlock(std::uint64_t offset);
    void splitAt(std::uint64_t offset);
    void dropFirstBlock();
    std::uint64_t breaksInMemory(std::uint64_t begin, std::uint64_t end) const;
    std::uint64_t breaksInFile(std::uint64_t begin, std::uint64_t end) const;

    ByteSource& m_source;
    std::deque<std::unique_ptr<TextBlock>> m_detached; // one behind the other, up to m_block
    std::unique_ptr<TextBlock> m_block = std::make_unique<TextBlock>();
    std::vector<std::unique_ptr<TextBlock>> m_spare;
    std::uint64_t m_offset = 0;
    std::uint64_t m_countedTo = 0; // before it stand m_lineBreaks line breaks
    std::uint64_t m_lineBreaks = 0;
    bool m_hasEnded = false;
    std::optional<Error> m_fault;
};

} // namespace lanescope
