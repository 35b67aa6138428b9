#include "core/ingest/file_handle.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lanescope {

namespace {

Error notReadable(const std::string& path, int reason) {
    std::string message = std::string("cannot be read: ") + std::strerror(reason);
    if (reason == EACCES)
        message += "; give yourself permission to read it (chmod) or copy it";
    else if (reason == ENOENT)
        message += "; check the path";
    return {ErrorCode::FileNotReadable, std::move(message), path, {}, {}};
}

} // namespace

FileHandle::FileHandle(FileHandle&& other) noexcept { *this = std::move(other); }

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_isRegular, other.m_isRegular);
    std::swap(m_size, other.m_size);
    std::swap(m_position, other.m_position);
    std::swap(m_path, other.m_path);
    return *this;
}

FileHandle::~FileHandle() {
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Result<FileHandle> FileHandle::open(const std::string& path) {
    FileHandle file;
    file.m_path = path;
    file.m_descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (file.m_descriptor < 0 || ::fstat(file.m_descriptor, &status) != 0)
        return notReadable(path, errno);
    if (S_ISDIR(status.st_mode))
        return Error{ErrorCode::FileNotReadable, "is a folder, not a file", path, {}, {}};
    file.m_isRegular = S_ISREG(status.st_mode);
    file.m_size = file.m_isRegular ? static_cast<std::uint64_t>(status.st_size) : 0;
    return file;
}

Result<std::size_t> FileHandle::read(std::span<char> buffer) {
    for (;;) {
        const ssize_t got = ::read(m_descriptor, buffer.data(), buffer.size());
        if (got >= 0) {
            m_position += static_cast<std::uint64_t>(got);
            return static_cast<std::size_t>(got);
        }
        if (errno != EINTR)
            return notReadable(m_path, errno);
    }
}

Result<std::size_t> FileHandle::readAt(std::uint64_t offset, std::span<char> buffer) const {
    std::size_t filled = 0;
    while (filled < buffer.size()) {
        const ssize_t got = ::pread(m_descriptor, buffer.data() + filled, buffer.size() - filled,
                                    static_cast<off_t>(offset + filled));
        if (got == 0)
            break;
        if (got < 0 && errno != EINTR)
            return notReadable(m_path, errno);
        filled += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    return filled;
}

} // namespace lanescope
