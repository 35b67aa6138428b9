#include "core/ingest/byte_source.h"

#include "core/ingest/file_handle.h"
#include "core/ingest/gzip_source.h"
#include "core/ingest/zstd_source.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lanescope {

namespace {

/// A plain regular file: mapped, never copied.
class MappedSource final : public ByteSource {
public:
    MappedSource(FileHandle file, std::span<const char> bytes) : m_file(std::move(file)), m_bytes(bytes) {}
    ~MappedSource() override { ::munmap(const_cast<char*>(m_bytes.data()), m_bytes.size()); }
    Result<std::size_t> read(std::span<char> buffer) override {
        const std::size_t count = std::min(buffer.size(), m_bytes.size() - m_position);
        std::memcpy(buffer.data(), m_bytes.data() + m_position, count);
        m_position += count;
        return count;
    }
    std::uint64_t sourcePosition() const override { return m_position; }
    std::uint64_t sourceSize() const override { return m_bytes.size(); }
    Compression compression() const override { return Compression::None; }
    std::span<const char> mapped() const override { return m_bytes; }

private:
    FileHandle m_file;
    std::span<const char> m_bytes;
    std::size_t m_position = 0;
};

/// Anything that can be read but not mapped: a pipe, an empty file.
class StreamedSource final : public ByteSource {
public:
    StreamedSource(FileHandle file, std::string head) : m_file(std::move(file)), m_head(std::move(head)) {}
    Result<std::size_t> read(std::span<char> buffer) override {
        const std::size_t fromHead = std::min(buffer.size(), m_head.size() - m_position);
        if (fromHead > 0) {
            std::memcpy(buffer.data(), m_head.data() + m_position, fromHead);
            m_position += fromHead;
            return fromHead;
        }
        return m_file.read(buffer);
    }
    std::uint64_t sourcePosition() const override { return m_file.position(); }
    std::uint64_t sourceSize() const override { return m_file.size(); }
    Compression compression() const override { return Compression::None; }

private:
    FileHandle m_file;
    std::string m_head; // read to find out the compression
    std::size_t m_position = 0;
};

Compression compressionOf(std::string_view head) {
    if (head.starts_with("\x1f\x8b"))
        return Compression::Gzip;
    const bool isSkippable = head.size() >= 4 && (head[0] & 0xF0) == 0x50 && head.substr(1, 3) == "\x2a\x4d\x18";
    return head.starts_with("\x28\xb5\x2f\xfd") || isSkippable ? Compression::Zstd : Compression::None;
}

std::unique_ptr<ByteSource> openPlain(FileHandle file, std::string head) {
    if (file.isRegular() && file.size() > 0) {
        void* address = ::mmap(nullptr, file.size(), PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
        if (address != MAP_FAILED) {
            ::madvise(address, file.size(), MADV_SEQUENTIAL);
            const std::span<const char> bytes(static_cast<const char*>(address), file.size());
            return std::make_unique<MappedSource>(std::move(file), bytes);
        }
    }
    return std::make_unique<StreamedSource>(std::move(file), std::move(head));
}

} // namespace

Result<std::unique_ptr<ByteSource>> openByteSource(const std::string& path) {
    auto file = FileHandle::open(path);
    if (!file)
        return file.error();
    std::string head(4, '\0');
    std::size_t filled = 0;
    while (filled < head.size()) {
        const auto got = file->read({head.data() + filled, head.size() - filled});
        if (!got)
            return got.error();
        if (*got == 0)
            break;
        filled += *got;
    }
    head.resize(filled);
    switch (compressionOf(head)) {
    case Compression::Gzip:
        return openGzipSource(std::move(*file), std::move(head));
    case Compression::Zstd:
        return openZstdSource(std::move(*file), std::move(head));
    case Compression::None:
        break;
    }
    return openPlain(std::move(*file), std::move(head));
}

} // namespace lanescope
