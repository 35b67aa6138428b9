// Bytes that claim to be zstd: the same text in steps of any size, and what zstd's one-shot decoder makes of it where
// both take it whole.
#include "tests/fuzz/decoded.h"

#include <zstd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace lanescope;
    static const ScratchFile file("fuzz.zst");
    file.write(textOf(data, size));
    const auto decoded = decodeInAnyStep(file.path(), Compression::Zstd);
    if (!decoded)
        return 0;
    std::string reference(mostDecoded, '\0');
    const std::size_t got = ZSTD_decompress(reference.data(), reference.size(), data, size);
    if (!ZSTD_isError(got) && decoded->isWhole)
        demand(decoded->text == reference.substr(0, got), "the text is what zstd decodes");
    return 0;
}
