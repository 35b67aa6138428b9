#include "core/ingest/decoded_stream.h"

#include "core/ingest/json_token.h"

#include <algorithm>
#include <cstring>

namespace lanescope {

namespace {

constexpr std::size_t readBytes = std::size_t{1} << 20;

/// O(length), in pieces whose count fits into a byte, which is what vector instructions add fastest.
std::uint64_t lineBreaksIn(std::string_view text) {
    constexpr std::size_t piece = 192;
    std::uint64_t sum = 0;
    for (; text.size() >= piece; text.remove_prefix(piece)) {
        std::uint8_t breaks = 0;
        for (std::size_t i = 0; i < piece; ++i)
            breaks = static_cast<std::uint8_t>(breaks + (text[i] == '\n'));
        sum += breaks;
    }
    return sum + static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

} // namespace

DecodedStream::DecodedStream(ByteSource& source) : m_source(source) {
    const std::span<const char> mapped = source.mapped();
    m_mapped = {mapped.data(), mapped.size()};
    m_isMapped = !mapped.empty();
}

std::string_view DecodedStream::view() const {
    if (m_isMapped)
        return m_mapped.substr(m_offset);
    const auto skipped = static_cast<std::size_t>(m_offset - m_bufferOffset);
    return {m_buffer.data() + skipped, m_filled - skipped};
}

bool DecodedStream::more(std::size_t bytes) {
    if (m_isMapped)
        return m_mapped.size() - m_offset >= bytes;
    while (view().size() < bytes && !m_hasEnded) {
        if (m_buffer.size() < m_filled + readBytes)
            m_buffer.resize(std::max(m_filled + readBytes, m_buffer.size() * 2));
        const auto got = m_source.read({m_buffer.data() + m_filled, m_buffer.size() - m_filled});
        if (!got)
            m_fault = got.error();
        m_hasEnded = !got || *got == 0;
        m_filled += got ? *got : 0;
    }
    return view().size() >= bytes;
}

void DecodedStream::consume(std::size_t bytes) { m_offset += bytes; }

bool DecodedStream::skipBlanks(const Progress& progress) {
    while (more(1) && !progress.isCancelled()) {
        consume(blanksAtFront(view().substr(0, readBytes), false));
        if (!view().empty() && blanksAtFront(view().substr(0, 1), false) == 0)
            return true;
        keep(m_offset);
    }
    return false;
}

void DecodedStream::rewind(std::uint64_t offset) { m_offset = offset; }

void DecodedStream::keep(std::uint64_t offset) {
    const auto unneeded = static_cast<std::size_t>(offset - m_bufferOffset);
    if (m_isMapped || unneeded < std::max(readBytes, m_filled / 2))
        return;
    lineAt(offset); // what goes out of memory cannot be counted later
    std::memmove(m_buffer.data(), m_buffer.data() + unneeded, m_filled - unneeded);
    m_filled -= unneeded;
    m_bufferOffset = offset;
}

std::uint64_t DecodedStream::breaksBetween(std::uint64_t begin, std::uint64_t end) const {
    const char* text = m_isMapped ? m_mapped.data() : m_buffer.data();
    const std::uint64_t first = m_isMapped ? 0 : m_bufferOffset;
    return lineBreaksIn({text + (begin - first), static_cast<std::size_t>(end - begin)});
}

std::uint64_t DecodedStream::lineAt(std::uint64_t offset) {
    if (offset >= m_countedTo)
        m_lineBreaks += breaksBetween(m_countedTo, offset);
    else
        m_lineBreaks -= breaksBetween(offset, m_countedTo);
    m_countedTo = offset;
    return m_lineBreaks + 1;
}

} // namespace lanescope
