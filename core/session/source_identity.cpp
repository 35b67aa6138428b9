#include "core/session/source_identity.h"

#include "core/cache/index_file.h"
#include "core/ingest/file_handle.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace lanescope {

namespace {

constexpr std::size_t probeBytes = 4096;

/// Of head, middle and tail; nothing when the file cannot be read any more.
std::optional<std::uint64_t> digestOf(const std::string& path) {
    const auto file = FileHandle::open(path);
    if (!file || !file->isRegular())
        return std::nullopt;
    const std::uint64_t last = file->size() - std::min<std::uint64_t>(file->size(), probeBytes);
    std::uint64_t digest = 0;
    std::array<char, probeBytes> probe{};
    for (const std::uint64_t at : {std::uint64_t{0}, last / 2, last}) {
        const auto got = file->readAt(at, probe);
        if (!got)
            return std::nullopt;
        digest = checksumOf(std::as_bytes(std::span(probe).first(*got)), digest);
    }
    return digest;
}

} // namespace

std::optional<SourceIdentity> identityOf(const LoadPlan& plan) {
    SourceIdentity identity;
    for (const PlannedFile& planned : plan.files) {
        std::error_code fault;
        const std::string& path = planned.file.path;
        identity.name += path + '\t' + std::filesystem::absolute(path, fault).string() + '\n';
        if (planned.finding) { // it was passed over, and is as long as that is found
            identity.state += planned.finding->code + '\n';
            continue;
        }
        const auto digest = planned.stamp ? digestOf(path) : std::nullopt;
        if (!digest || fault)
            return std::nullopt;
        identity.state += std::to_string(planned.stamp->bytes) + ' ' + std::to_string(planned.stamp->changedAtNs) +
                          ' ' + std::to_string(*digest) + '\n';
    }
    if (plan.files.empty())
        return std::nullopt;
    return identity;
}

} // namespace lanescope
