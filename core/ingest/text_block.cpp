#include "core/ingest/text_block.h"

#include <algorithm>
#include <cstring>

namespace lanescope {

/// In pieces whose count fits into a byte, which is what vector instructions add fastest.
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

void TextBlock::reserve(std::size_t bytes) {
    if (bytes <= m_capacity)
        return;
    auto larger = std::make_unique_for_overwrite<char[]>(bytes + 2 * margin);
    if (size > 0)
        std::memcpy(larger.get() + margin, data(), size);
    m_bytes = std::move(larger);
    m_capacity = bytes;
}

void TextBlock::dropFront(std::size_t bytes) {
    size -= bytes;
    offset += bytes;
    if (bytes > 0 && size > 0)
        std::memmove(data(), data() + bytes, size);
}

void TextBlock::append(std::string_view text) {
    if (text.empty())
        return;
    if (capacity() < size + text.size())
        reserve(std::max(size + text.size(), 2 * size));
    std::memcpy(data() + size, text.data(), text.size());
    size += text.size();
}

void TextBlock::countLineBreaks() { lineBreaks = lineBreaksIn(text()); }

} // namespace lanescope
