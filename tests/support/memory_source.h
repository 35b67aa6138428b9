// MemorySource: a text as a ByteSource, seekable as a plain file or in small bites as a decompressor gives it.
#pragma once

#include "core/ingest/byte_source.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace lanescope {

class MemorySource final : public ByteSource {
public:
    /// `bite`: the most bytes a read gives; 0: seekable.
    explicit MemorySource(std::string text, std::size_t bite = 0) : m_text(std::move(text)), m_bite(bite) {}

    Result<std::size_t> read(std::span<char> buffer) override {
        const std::size_t n = std::min({buffer.size(), m_text.size() - m_at, m_bite ? m_bite : m_text.size()});
        if (n == 0 && m_fault)
            return *m_fault;
        std::memcpy(buffer.data(), m_text.data() + m_at, n);
        m_at += n;
        return n;
    }
    std::uint64_t sourcePosition() const override { return m_at; }
    std::uint64_t sourceSize() const override { return m_text.size(); }
    Compression compression() const override { return Compression::None; }
    bool isSeekable() const override { return m_bite == 0; }
    Result<std::size_t> readAt(std::uint64_t offset, std::span<char> buffer) const override {
        const std::size_t begin = std::min<std::size_t>(offset, m_text.size());
        const std::size_t n = std::min(buffer.size(), m_text.size() - begin);
        std::memcpy(buffer.data(), m_text.data() + begin, n);
        return n;
    }
    /// After the text comes this instead of the end, as from a damaged compressed file.
    void endWith(Error fault) { m_fault = std::move(fault); }

private:
    std::string m_text;
    std::size_t m_bite;
    std::size_t m_at = 0;
    std::optional<Error> m_fault;
};

} // namespace lanescope
