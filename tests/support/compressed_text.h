// Texts compressed as profilers and people compress traces.
#pragma once

#include <algorithm>
#include <string>

#include <zlib.h>
#include <zstd.h>

namespace lanescope {

/// One member.
inline std::string gzip(const std::string& text) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

/// One frame.
inline std::string zstd(const std::string& text) {
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
    return out;
}

/// One frame of small blocks.
inline std::string zstdInBlocks(const std::string& text, std::size_t blockBytes) {
    ZSTD_CCtx* const context = ZSTD_createCCtx();
    std::string out(2 * ZSTD_compressBound(text.size()) + text.size() / blockBytes * 16, '\0');
    ZSTD_outBuffer compressed{out.data(), out.size(), 0};
    for (std::size_t at = 0; at < text.size(); at += blockBytes) {
        ZSTD_inBuffer block{text.data() + at, std::min(blockBytes, text.size() - at), 0};
        ZSTD_compressStream2(context, &compressed, &block, at + blockBytes < text.size() ? ZSTD_e_flush : ZSTD_e_end);
    }
    ZSTD_freeCCtx(context);
    out.resize(compressed.pos);
    return out;
}

} // namespace lanescope
