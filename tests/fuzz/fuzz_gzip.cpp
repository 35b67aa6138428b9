// Bytes that claim to be gzip: the same text in steps of any size, and what zlib makes of it where both take it whole.
#include "tests/fuzz/decoded.h"

#include <zlib.h>

namespace lanescope {

namespace {

/// Every member through zlib; nothing when something of it is damaged or longer than `mostDecoded`.
std::optional<std::string> inflateAll(std::string_view bytes) {
    std::string text(mostDecoded + 1, '\0');
    std::size_t filled = 0;
    while (!bytes.empty()) {
        z_stream stream{};
        if (inflateInit2(&stream, 15 + 16) != Z_OK)
            return std::nullopt;
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        stream.avail_in = static_cast<uInt>(bytes.size());
        stream.next_out = reinterpret_cast<Bytef*>(text.data() + filled);
        stream.avail_out = static_cast<uInt>(text.size() - filled);
        const int state = inflate(&stream, Z_FINISH);
        filled += stream.total_out;
        bytes.remove_prefix(stream.total_in);
        inflateEnd(&stream);
        if (state != Z_STREAM_END || filled > mostDecoded)
            return std::nullopt;
    }
    text.resize(filled);
    return text;
}

} // namespace

} // namespace lanescope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace lanescope;
    static const ScratchFile file("fuzz.gz");
    file.write(textOf(data, size));
    const auto decoded = decodeInAnyStep(file.path(), Compression::Gzip);
    if (!decoded)
        return 0;
    const auto reference = inflateAll(textOf(data, size));
    if (reference && decoded->isWhole)
        demand(decoded->text == *reference, "the text is what zlib decodes");
    return 0;
}
