#include "core/ingest/byte_source.h"

#include "core/ingest/file_handle.h"
#include "core/ingest/gzip_source.h"
#include "core/ingest/zstd_source.h"

#include <cstring>

namespace lanescope {

namespace {

/// A plain regular file. Read, not mapped: a file that shrinks meanwhile would end the process.
class PlainSource final : public SeekableSource {
public:
    explicit PlainSource(FileHandle file) : m_file(std::move(file)) {}
    std::uint64_t sourceSize() const override { return m_file.size(); }
    Result<std::size_t> readAt(std::uint64_t offset, std::span<char> buffer) const override {
        return m_file.readAt(offset, buffer);
    }

private:
    FileHandle m_file;
};

/// What can only be read from the front: a pipe.
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
    if (file.isRegular())
        return std::make_unique<PlainSource>(std::move(file));
    return std::make_unique<StreamedSource>(std::move(file), std::move(head));
}

} // namespace

Result<std::size_t> ByteSource::readAt(std::uint64_t, std::span<char>) const { return std::size_t{0}; }

Result<std::size_t> SeekableSource::read(std::span<char> buffer) {
    const auto got = readAt(m_position, buffer);
    m_position += got ? *got : 0;
    return got;
}

Result<std::size_t> readFully(ByteSource& source, std::span<char> buffer) {
    std::size_t filled = 0;
    while (filled < buffer.size()) {
        const auto got = source.read(buffer.subspan(filled));
        if (!got && filled == 0)
            return got.error();
        if (!got || *got == 0)
            break;
        filled += *got;
    }
    return filled;
}

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
