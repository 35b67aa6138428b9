#include "core/cache/stored_text.h"

#include <algorithm>
#include <zstd.h>

namespace lanescope {

namespace {

constexpr std::size_t frameBytes = std::size_t{256} << 10;
constexpr int level = 1; // the fastest: traces compress well at any

struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

} // namespace

Result<StoredText> StoredText::store(const std::string& path, const ReadOn& readOn, IndexFileWriter& file) {
    const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    std::vector<char> text(frameBytes);
    std::vector<std::byte> packed(ZSTD_compressBound(frameBytes));
    StoredText stored;
    stored.m_path = path;
    std::vector<Place> frames;
    for (;;) {
        const auto got = readOn(text);
        if (!got && got.error().code == ErrorCode::Cancelled)
            return got.error();
        if (!got || *got == 0)
            break; // the text of a damaged file ends where it could not be read
        const std::size_t bytes = ZSTD_compress2(context.get(), packed.data(), packed.size(), text.data(), *got);
        if (ZSTD_isError(bytes))
            return Error{ErrorCode::Unsupported, ZSTD_getErrorName(bytes), path, {}, {}};
        frames.push_back({file.append(std::span(packed).first(bytes)), bytes});
        stored.m_bytes += *got;
    }
    stored.m_frames = FrozenArray<Place>(std::move(frames));
    return stored;
}

bool StoredText::decode(std::uint64_t number, const IndexFile& file, Frame& frame) const {
    const std::uint64_t begin = number * frameBytes;
    const Place place = m_frames[number];
    const auto bytes = file.bytes();
    if (place.at > bytes.size() || place.bytes > bytes.size() - place.at)
        return false;
    frame.number = UINT64_MAX;
    frame.text.resize(std::min<std::uint64_t>(frameBytes, m_bytes - begin));
    const std::size_t got = ZSTD_decompress(frame.text.data(), frame.text.size(), bytes.data() + place.at, place.bytes);
    if (got != frame.text.size())
        return false;
    frame.number = number;
    return true;
}

Result<std::size_t> StoredText::readAt(std::uint64_t offset, std::span<char> buffer, const IndexFile& file,
                                       Frame& frame) const {
    std::size_t filled = 0;
    while (filled < buffer.size() && offset + filled < m_bytes) {
        const std::uint64_t number = (offset + filled) / frameBytes;
        if (number >= m_frames.size() || (frame.number != number && !decode(number, file, frame)))
            return Error{ErrorCode::MalformedInput, "the stored text is damaged", file.path(), {}, {}};
        const std::size_t from = (offset + filled) % frameBytes;
        const std::size_t taken = std::min(buffer.size() - filled, frame.text.size() - from);
        std::copy_n(frame.text.data() + from, taken, buffer.data() + filled);
        filled += taken;
    }
    return filled;
}

} // namespace lanescope
