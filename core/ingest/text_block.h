// TextBlock: a piece of decoded text with room around it, so that it can be parsed where it stands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace lanescope {

/// Memory is neither cleared nor given back when a block shrinks.
class TextBlock {
public:
    /// Bytes before and behind the text that may be read and written.
    static constexpr std::size_t margin = 128;

    std::uint64_t offset = 0;                // of the first byte in the decoded text
    std::size_t size = 0;                    // of the text, at most the capacity
    std::optional<std::uint64_t> lineBreaks; // in the text, once counted

    std::size_t capacity() const { return m_capacity; }
    char* data() { return m_bytes.get() + margin; }
    const char* data() const { return m_bytes.get() + margin; }
    std::string_view text() const { return size > 0 ? std::string_view(data(), size) : std::string_view(); }
    std::uint64_t end() const { return offset + size; }
    /// Makes the capacity at least `bytes`; the text stays.
    void reserve(std::size_t bytes);
    /// Forgets the first `bytes` of the text. O(what is left).
    void dropFront(std::size_t bytes);
    void append(std::string_view text);
    void countLineBreaks();

private:
    std::unique_ptr<char[]> m_bytes;
    std::size_t m_capacity = 0;
};

/// O(length).
std::uint64_t lineBreaksIn(std::string_view text);

} // namespace lanescope
