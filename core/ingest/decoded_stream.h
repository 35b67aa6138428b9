// DecodedStream: a moving window over the decoded bytes of a source, contiguous in memory.
#pragma once

#include "core/base/progress.h"
#include "core/ingest/byte_source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// A mapped plain file is looked at in place; anything else goes through a buffer that holds what is not yet consumed.
class DecodedStream {
public:
    explicit DecodedStream(ByteSource& source);

    /// The bytes from the current place on that are in memory; valid until the next call of more() or consume().
    std::string_view view() const;
    /// Decodes further until view() holds `bytes` or the text ends; false when it already ended before that.
    bool more(std::size_t bytes);
    void consume(std::size_t bytes);
    /// Passes over blanks, letting go of them; false at the end of the text or when cancelled.
    bool skipBlanks(const Progress& progress);
    /// Goes back to a place that is not before the last keep().
    void rewind(std::uint64_t offset);
    /// Bytes before `offset` will not be asked for again.
    void keep(std::uint64_t offset);
    /// Place of view().front() in the decoded text.
    std::uint64_t offset() const { return m_offset; }
    /// The line, counted from 1, in which `offset` stands: a place in memory, not before the last keep(). Lines of a
    /// mapped file are counted when first asked for.
    std::uint64_t lineAt(std::uint64_t offset);
    bool isAtEnd() { return !more(1); }
    /// Why the decoded text ended early (cut or damaged compression).
    const std::optional<Error>& fault() const { return m_fault; }
    ByteSource& source() { return m_source; }

private:
    std::uint64_t breaksBetween(std::uint64_t begin, std::uint64_t end) const;

    ByteSource& m_source;
    std::string_view m_mapped;
    bool m_isMapped = false;
    std::vector<char> m_buffer; // bytes [m_bufferOffset, m_bufferOffset + m_filled)
    std::size_t m_filled = 0;
    std::uint64_t m_bufferOffset = 0;
    std::uint64_t m_offset = 0;
    std::uint64_t m_countedTo = 0; // before it stand m_lineBreaks line breaks
    std::uint64_t m_lineBreaks = 0;
    bool m_hasEnded = false;
    std::optional<Error> m_fault;
};

} // namespace lanescope
