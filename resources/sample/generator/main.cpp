// Writes the built-in sample as it stands in the repository: traces packed with zstd, the rest as it is.
#include "resources/sample/generator/data_point.h"

#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <iostream>

namespace {

/// One frame with its size and a checksum; empty when zstd refuses.
std::string packed(const std::string& text) {
    std::string bytes(ZSTD_compressBound(text.size()), '\0');
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, ZSTD_maxCLevel());
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    const std::size_t size = ZSTD_compress2(context, bytes.data(), bytes.size(), text.data(), text.size());
    ZSTD_freeCCtx(context);
    bytes.resize(ZSTD_isError(size) ? 0 : size);
    return bytes;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: sample_generator FOLDER      (resources/sample, to renew what is committed)\n";
        return 2;
    }
    for (const lanescope::sample::SampleFile& file : lanescope::sample::sampleFiles()) {
        const bool isTrace = file.path.ends_with(".json");
        const std::filesystem::path target = std::filesystem::path(argv[1]) / (file.path + (isTrace ? ".zst" : ""));
        std::filesystem::create_directories(target.parent_path());
        std::ofstream out(target, std::ios::binary);
        out << (isTrace ? packed(file.text) : file.text) << std::flush;
        if (!out) {
            std::cerr << "sample_generator: cannot write " << target << "\n";
            return 1;
        }
    }
    return 0;
}
