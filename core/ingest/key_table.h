// KeyTable: finds which of a few known keys stands at a place of JSON text, without taking the key out of it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace lanescope {

/// Entry has a `text`, the key: ASCII, not empty. Most keys asked for are unknown, and their first letter tells; the
/// others mostly differ within one word of eight letters.
template <class Entry, std::size_t N>
class KeyTable {
public:
    constexpr explicit KeyTable(const std::array<Entry, N>& entries) {
        std::size_t filled = 0;
        for (std::size_t letter = 0; letter < letters; ++letter) {
            m_begin[letter] = static_cast<std::uint8_t>(filled);
            for (const Entry& entry : entries)
                if (static_cast<std::size_t>(entry.text[0]) == letter)
                    add(entry, filled++);
        }
        m_begin[letters] = static_cast<std::uint8_t>(filled);
    }

    /// The entry whose key stands at `raw`, behind its opening quote; null when there is none. At least a word and as
    /// much as the longest key and its quote must be readable there.
    const Entry* find(const char* raw) const {
        const auto letter = static_cast<unsigned char>(*raw);
        if (letter >= letters)
            return nullptr;
        std::uint64_t head = 0;
        std::memcpy(&head, raw, sizeof head);
        for (std::size_t i = m_begin[letter]; i < m_begin[letter + 1]; ++i)
            if ((head & m_masks[i]) == m_words[i] && hasTail(raw, m_entries[i].text))
                return &m_entries[i];
        return nullptr;
    }
    /// Below N, another for each entry.
    std::size_t indexOf(const Entry* entry) const { return static_cast<std::size_t>(entry - m_entries.data()); }

private:
    static constexpr std::size_t letters = 128;
    static constexpr std::size_t wordLength = sizeof(std::uint64_t);

    constexpr void add(const Entry& entry, std::size_t row) {
        std::array<char, wordLength> word{}, mask{};
        for (std::size_t i = 0; i < std::min(entry.text.size() + 1, wordLength); ++i) {
            word[i] = i < entry.text.size() ? entry.text[i] : '"';
            mask[i] = '\xff';
        }
        m_entries[row] = entry;
        m_words[row] = std::bit_cast<std::uint64_t>(word);
        m_masks[row] = std::bit_cast<std::uint64_t>(mask);
    }

    static bool hasTail(const char* raw, std::string_view key) {
        return key.size() < wordLength ||
               (raw[key.size()] == '"' &&
                !std::memcmp(raw + wordLength, key.data() + wordLength, key.size() - wordLength));
    }

    std::array<Entry, N> m_entries{};                // by first letter
    std::array<std::uint64_t, N> m_words{};          // the begin of each key, with its quote when that fits
    std::array<std::uint64_t, N> m_masks{};          // how much of it counts
    std::array<std::uint8_t, letters + 1> m_begin{}; // of the entries with that first letter
};

} // namespace lanescope
