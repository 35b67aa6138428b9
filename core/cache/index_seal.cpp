#include "core/cache/index_seal.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>

namespace lanescope {

namespace {

constexpr std::string_view start = "lanescope seal\n";
constexpr auto clockStep = std::chrono::milliseconds(20); // file systems count the time of changes in up to 10 ms

std::optional<std::string> contentsOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

/// Nothing where the system does not tell one start of the machine from another.
std::optional<std::string> sealOf(const IndexFile& file) {
    const auto boot = contentsOf("/proc/sys/kernel/random/boot_id");
    if (!boot || boot->empty())
        return std::nullopt;
    return std::string(start) + *boot + file.stamp() + "\n";
}

} // namespace

std::string sealPathOf(const std::string& indexPath) {
    return std::filesystem::path(indexPath).replace_extension(".seal").string();
}

bool isSealed(const IndexFile& file) {
    const auto expected = sealOf(file);
    return expected && contentsOf(sealPathOf(file.path())) == expected;
}

void seal(const IndexFile& file) {
    const auto text = sealOf(file);
    if (!text)
        return;
    std::this_thread::sleep_for(clockStep);
    std::ofstream(sealPathOf(file.path()), std::ios::binary) << *text;
}

} // namespace lanescope
