#include "core/ingest/zstd_source.h"

#include <zstd.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace lanescope {

namespace {

constexpr std::size_t inputBytes = std::size_t{256} << 10;
constexpr std::size_t blockHeaderBytes = 3;
constexpr int largestWindowLog = 27; // 128 MiB of history at the most, zstd's own default

class ZstdSource final : public ByteSource {
public:
    ZstdSource(FileHandle file, const std::string& head)
        : m_file(std::move(file)), m_input(inputBytes), m_context(ZSTD_createDCtx()) {
        ZSTD_DCtx_setParameter(m_context.get(), ZSTD_d_windowLogMax, largestWindowLog);
        std::copy(head.begin(), head.end(), m_input.begin());
        m_in = {m_input.data(), head.size(), 0};
    }

    /// zstd forgets what it wrote in a call that fails, so it is given one block a call, and nothing while it may still
    /// hold text that found no room.
    Result<std::size_t> read(std::span<char> buffer) override {
        ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
        while (out.pos == 0 && !m_hasEnded && !buffer.empty()) {
            if (const auto fault = advance(out)) {
                m_hasEnded = true;
                m_fault = fault;
            }
        }
        if (out.pos == 0 && m_fault)
            return *m_fault;
        return out.pos;
    }

    std::uint64_t sourcePosition() const override { return m_file.position() - (m_in.size - m_in.pos); }
    std::uint64_t sourceSize() const override { return m_file.size(); }
    Compression compression() const override { return Compression::Zstd; }

private:
    Error faultHere(ErrorCode code, std::string message) const {
        return {code, std::move(message), m_file.path(), sourcePosition(), {}};
    }

    std::optional<Error> advance(ZSTD_outBuffer& out) {
        bool isAtEnd = false;
        if (m_in.pos == m_in.size) {
            const auto got = m_file.read(m_input);
            if (!got)
                return got.error();
            m_in = {m_input.data(), *got, 0};
            isAtEnd = *got == 0;
        }
        if (isAtEnd && m_isFrameDone) {
            m_hasEnded = true;
            return std::nullopt;
        }
        if (m_isFrameDone && !isNextFrame())
            return std::nullopt;
        if (m_isFrameDone && !canBeginFrame(inputAt(m_in.pos)))
            return faultHere(ErrorCode::MalformedInput, "bytes that are no zstd follow the compressed data: not read");
        const std::size_t given = m_holdsText ? 0 : std::min(m_in.size - m_in.pos, m_wanted);
        ZSTD_inBuffer block{inputFrom(m_in.pos), given, 0};
        const std::size_t left = ZSTD_decompressStream(m_context.get(), &out, &block);
        m_in.pos += block.pos;
        if (ZSTD_isError(left))
            return faultHere(ErrorCode::MalformedInput, std::string("the zstd data is damaged here (") +
                                                            ZSTD_getErrorName(left) +
                                                            "): what stands before it was read");
        m_isFrameDone = left == 0;
        // zstd asks for the header of the next block too: it comes in a call of its own.
        m_wanted = left > blockHeaderBytes ? left - blockHeaderBytes : std::max<std::size_t>(left, 1);
        const bool heldText = std::exchange(m_holdsText, out.pos == out.size);
        if (isAtEnd && !heldText && out.pos == 0 && !m_isFrameDone)
            return faultHere(ErrorCode::Truncated,
                             "the zstd data is truncated: the file ends inside a frame (was the copy complete?)");
        return std::nullopt;
    }

    const char* inputFrom(std::size_t at) const { return m_input.data() + at; }
    unsigned char inputAt(std::size_t at) const { return static_cast<unsigned char>(m_input[at]); }

    /// Of a frame with data or a skippable one.
    static bool canBeginFrame(unsigned char first) { return first == 0x28 || (first & 0xF0) == 0x50; }

    /// Passes over zeros, which pad the end of some files; false when nothing else is in memory.
    bool isNextFrame() {
        while (m_in.pos < m_in.size && inputAt(m_in.pos) == 0)
            ++m_in.pos;
        return m_in.pos < m_in.size;
    }

    struct FreeContext {
        void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    };
    FileHandle m_file;
    std::vector<char> m_input;
    std::unique_ptr<ZSTD_DCtx, FreeContext> m_context;
    ZSTD_inBuffer m_in{};
    std::size_t m_wanted = 1; // bytes up to the end of the block, at the most
    bool m_holdsText = false; // perhaps: the last call filled the buffer
    bool m_isFrameDone = false;
    bool m_hasEnded = false;
    std::optional<Error> m_fault;
};

} // namespace

std::unique_ptr<ByteSource> openZstdSource(FileHandle file, std::string head) {
    return std::make_unique<ZstdSource>(std::move(file), head);
}

} // namespace lanescope
