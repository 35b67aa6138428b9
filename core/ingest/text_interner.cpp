#include "core/ingest/text_interner.h"

#include <bit>
#include <cstdint>
#include <cstring>

namespace lanescope {

namespace {

template <class Word>
std::uint64_t wordAt(const char* text) {
    Word word = 0;
    std::memcpy(&word, text, sizeof word);
    return word;
}

std::uint64_t cheapHash(std::string_view text) {
    const char* begin = text.data();
    const std::size_t size = text.size();
    std::uint64_t letters = 0;
    if (size >= 8)
        letters = wordAt<std::uint64_t>(begin) ^ std::rotl(wordAt<std::uint64_t>(begin + (size - 8) / 2), 21) ^
                  std::rotl(wordAt<std::uint64_t>(begin + size - 8), 42);
    else if (size >= 4)
        letters = wordAt<std::uint32_t>(begin) ^ (wordAt<std::uint32_t>(begin + size - 4) << 32);
    else
        for (const char c : text)
            letters = letters << 8 | static_cast<unsigned char>(c);
    return (letters + size) * 0x9E3779B97F4A7C15ull;
}

} // namespace

StringId TextInterner::intern(std::string_view text) {
    StringId& recent = m_recent[cheapHash(text) >> (64 - std::bit_width(remembered - 1))];
    if (!recent.isValid() || m_pool.view(recent) != text)
        recent = m_pool.intern(text);
    return recent;
}

} // namespace lanescope
