// Bytes that claim to be zstd: the same text in steps of any size, and what zstd's one-shot decoder makes of it where
// both take it whole.
#include "tests/fuzz/decoded.h"

#include <zstd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace lanescope;
    constexpr std::size_t most = std::size_t{1} << 20;
    static const ScratchFile file("fuzz.zst");
    file.write(textOf(data, size));
    const auto coarse = decode(file.path(), Compression::Zstd, std::size_t{1} << 18, most);
    if (!coarse)
        return 0;
    const auto fine = decode(file.path(), Compression::Zstd, 61, most);
    demand(fine && areOneText(*fine, *coarse), "any step reads the same");
    std::string reference(most, '\0');
    const std::size_t got = ZSTD_decompress(reference.data(), reference.size(), data, size);
    if (!ZSTD_isError(got) && coarse->isWhole)
        demand(coarse->text == reference.substr(0, got), "the text is what zstd decodes");
    return 0;
}
