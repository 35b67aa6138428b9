// FileHandle: an open file, its size and how much of it was read.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <span>
#include <string>

namespace lanescope {

/// Owns the descriptor.
class FileHandle {
public:
    /// An Error says what stands at `path` instead of a readable file and what to do.
    static Result<FileHandle> open(const std::string& path);
    FileHandle(FileHandle&& other) noexcept;
    FileHandle& operator=(FileHandle&& other) noexcept;
    ~FileHandle();

    /// 0 at the end.
    Result<std::size_t> read(std::span<char> buffer);
    /// Fills `buffer` with the bytes from `offset` on; fewer only at the end. By several threads at once.
    Result<std::size_t> readAt(std::uint64_t offset, std::span<char> buffer) const;
    bool isRegular() const { return m_isRegular; }
    std::uint64_t size() const { return m_size; } // when opened; 0 for pipes
    std::uint64_t position() const { return m_position; }
    const std::string& path() const { return m_path; }

private:
    FileHandle() = default;
    int m_descriptor = -1;
    bool m_isRegular = false;
    std::uint64_t m_size = 0;
    std::uint64_t m_position = 0;
    std::string m_path;
};

} // namespace lanescope
