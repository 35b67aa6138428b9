// TextInterner: interns into a StringPool the texts of events, most of which come again soon.
#pragma once

#include "core/base/string_pool.h"

#include <array>
#include <string_view>

namespace lanescope {

/// Remembers by a cheap hash (of the length, both ends and the middle) which id a text had lately, so that the pool
/// hashes whole texts only when they are new. Answers exactly as the pool, which must outlive it.
class TextInterner {
public:
    explicit TextInterner(StringPool& pool) : m_pool(pool) {}
    StringId intern(std::string_view text);

private:
    static constexpr std::size_t remembered = 512; // a power of two

    StringPool& m_pool;
    std::array<StringId, remembered> m_recent;
};

} // namespace lanescope
