#include "core/ingest/gzip_source.h"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace lanescope {

namespace {

constexpr std::size_t inputBytes = std::size_t{256} << 10;

class GzipSource final : public ByteSource {
public:
    GzipSource(FileHandle file, const std::string& head) : m_file(std::move(file)), m_input(inputBytes) {
        std::copy(head.begin(), head.end(), m_input.begin());
        beginMember();
        m_state.next_in = inputAt(0);
        m_state.avail_in = static_cast<std::uint32_t>(head.size());
    }

    Result<std::size_t> read(std::span<char> buffer) override {
        m_state.next_out = reinterpret_cast<std::uint8_t*>(buffer.data());
        m_state.avail_out = static_cast<std::uint32_t>(std::min<std::size_t>(buffer.size(), std::size_t{1} << 30));
        const std::uint32_t asked = m_state.avail_out;
        while (m_state.avail_out == asked && !m_hasEnded) {
            if (const auto fault = advance()) {
                m_hasEnded = true;
                m_fault = fault;
            }
        }
        const std::size_t got = asked - m_state.avail_out;
        if (got > 0 || !m_fault)
            return got;
        const std::size_t held = takeHeld(buffer);
        if (held > 0)
            return held;
        return *m_fault;
    }

    std::uint64_t sourcePosition() const override { return m_file.position() - m_state.avail_in; }
    std::uint64_t sourceSize() const override { return m_file.size(); }
    Compression compression() const override { return Compression::Gzip; }

private:
    std::uint8_t* inputAt(std::size_t i) { return reinterpret_cast<std::uint8_t*>(m_input.data() + i); }

    /// After a fault: what was decoded before it and found no room in the buffers of earlier calls.
    std::size_t takeHeld(std::span<char> buffer) {
        const int held = m_state.tmp_out_valid - m_state.tmp_out_processed;
        const std::size_t taken = std::min(buffer.size(), static_cast<std::size_t>(std::max(held, 0)));
        std::copy_n(m_state.tmp_out_buffer + m_state.tmp_out_processed, taken, buffer.data());
        m_state.tmp_out_processed += static_cast<int>(taken);
        return taken;
    }

    void beginMember() {
        isal_inflate_init(&m_state);
        m_state.crc_flag = ISAL_GZIP;
        m_isInMember = true;
    }

    Error faultHere(ErrorCode code, const char* message) const {
        return {code, message, m_file.path(), sourcePosition(), {}};
    }

    /// False at the end of the file.
    Result<bool> refill() {
        if (m_state.avail_in > 0)
            return true;
        const auto got = m_file.read(m_input);
        if (!got)
            return got.error();
        m_state.next_in = inputAt(0);
        m_state.avail_in = static_cast<std::uint32_t>(*got);
        return *got > 0;
    }

    std::optional<Error> advance() {
        const auto hasInput = refill();
        if (!hasInput)
            return hasInput.error();
        if (!m_isInMember)
            return nextMember(*hasInput);
        const std::uint32_t outBefore = m_state.avail_out;
        const std::uint32_t inBefore = m_state.avail_in;
        if (isal_inflate(&m_state) < 0)
            return faultHere(ErrorCode::MalformedInput,
                             "the gzip data is damaged here: what stands before it was read");
        if (m_state.block_state == ISAL_BLOCK_FINISH) {
            m_isInMember = false;
            return std::nullopt;
        }
        const bool isStuck = outBefore == m_state.avail_out && inBefore == m_state.avail_in;
        if (isStuck && !*hasInput)
            return faultHere(ErrorCode::Truncated,
                             "the gzip data is truncated: the file ends inside it (was the copy complete?)");
        return std::nullopt;
    }

    /// Between members: another one begins, zeros pad the end, or something else follows.
    std::optional<Error> nextMember(bool hasInput) {
        if (!hasInput) {
            m_hasEnded = true;
            return std::nullopt;
        }
        if (*m_state.next_in == 0) {
            ++m_state.next_in;
            --m_state.avail_in;
            return std::nullopt;
        }
        if (*m_state.next_in != 0x1f)
            return faultHere(ErrorCode::MalformedInput, "bytes that are no gzip follow the compressed data: not read");
        std::uint8_t* const next = m_state.next_in;
        const std::uint32_t available = m_state.avail_in;
        std::uint8_t* const out = m_state.next_out;
        const std::uint32_t room = m_state.avail_out;
        beginMember();
        m_state.next_in = next;
        m_state.avail_in = available;
        m_state.next_out = out;
        m_state.avail_out = room;
        return std::nullopt;
    }

    FileHandle m_file;
    std::vector<char> m_input;
    inflate_state m_state{};
    bool m_isInMember = false;
    bool m_hasEnded = false;
    std::optional<Error> m_fault;
};

} // namespace

std::unique_ptr<ByteSource> openGzipSource(FileHandle file, std::string head) {
    return std::make_unique<GzipSource>(std::move(file), head);
}

} // namespace lanescope
