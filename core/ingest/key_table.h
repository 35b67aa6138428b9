// KeyTable: which of a few known keys a key of JSON text is, in one look.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace lanescope {

/// Entry has a `text`, the key: ASCII, not empty. Each entry has a slot of its own, which the first eight letters and
/// the length of a key lead to; the factor that makes it so is searched when the table is compiled.
template <class Entry, std::size_t N>
class KeyTable {
public:
    constexpr explicit KeyTable(const std::array<Entry, N>& entries) : m_entries(entries) {
        while (!fill())
            m_factor = (m_factor * 0xD1342543DE82EF95ull + 2) | 1;
    }

    /// The entry with that key, null when there is none. Eight bytes from its first letter on must be readable.
    const Entry* find(std::string_view key) const {
        std::uint64_t head = 0;
        std::memcpy(&head, key.data(), sizeof head);
        head &= maskOf(key.size());
        const std::size_t slot = slotOf(head, key.size());
        const std::size_t row = m_rows[slot];
        const bool isThere = m_heads[slot] == head && m_sizes[slot] == key.size();
        return isThere && (key.size() <= wordLength || key == m_entries[row].text) ? &m_entries[row] : nullptr;
    }
    /// Below N, another for each entry.
    std::size_t indexOf(const Entry* entry) const { return static_cast<std::size_t>(entry - m_entries.data()); }
    const Entry& operator[](std::size_t index) const { return m_entries[index]; }

private:
    static constexpr std::size_t wordLength = sizeof(std::uint64_t);
    static constexpr std::size_t slots = std::bit_ceil(4 * N);

    /// Of the bytes of a word that belong to a key of that length.
    static constexpr std::uint64_t maskOf(std::size_t size) {
        if (size >= wordLength)
            return ~std::uint64_t{0};
        const std::uint64_t low = (std::uint64_t{1} << 8 * size) - 1;
        return std::endian::native == std::endian::little ? low : ~(~std::uint64_t{0} >> 8 * size);
    }
    static constexpr std::uint64_t headOf(std::string_view key) {
        std::array<char, wordLength> word{};
        for (std::size_t i = 0; i < wordLength && i < key.size(); ++i)
            word[i] = key[i];
        return std::bit_cast<std::uint64_t>(word);
    }
    constexpr std::size_t slotOf(std::uint64_t head, std::size_t size) const {
        return static_cast<std::size_t>((head + size) * m_factor >> (64 - std::bit_width(slots - 1)));
    }

    /// False when two keys lead to one slot. (Keys of equal heads and lengths never part: none may be given.)
    constexpr bool fill() {
        m_sizes = {};
        for (std::size_t row = 0; row < N; ++row) {
            const std::string_view key = m_entries[row].text;
            const std::size_t slot = slotOf(headOf(key), key.size());
            if (m_sizes[slot] != 0)
                return false;
            m_sizes[slot] = key.size();
            m_heads[slot] = headOf(key);
            m_rows[slot] = static_cast<std::uint8_t>(row);
        }
        return true;
    }

    std::array<Entry, N> m_entries;
    std::uint64_t m_factor = 0x9E3779B97F4A7C15ull;
    std::array<std::uint64_t, slots> m_heads{};
    std::array<std::size_t, slots> m_sizes{}; // 0: a free slot
    std::array<std::uint8_t, slots> m_rows{};
};

} // namespace lanescope
