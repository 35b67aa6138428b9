// FileStamp: what tells whether a file is still the one that was looked at before.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope {

/// Equal as long as nobody wrote to the file or put another in its place.
struct FileStamp {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t bytes = 0;
    std::int64_t changedAtNs = 0; // last modification, since 1970

    bool operator==(const FileStamp&) const = default;
};

/// Nothing when no file stands at `path`.
std::optional<FileStamp> stampOf(const std::string& path);

} // namespace lanescope
