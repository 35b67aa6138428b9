#include "core/cache/index_file.h"

#include "core/base/cancel_point.h"
#include "core/base/task_pool.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <isa-l/crc64.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lanescope {

namespace {

constexpr std::string_view magic = "lanescope index\n";
constexpr std::uint32_t formatVersion = 1;
constexpr std::uint32_t byteOrder = 0x01020304;
constexpr std::size_t blockBytes = std::size_t{1} << 20;
constexpr std::size_t lineBytes = 64;
constexpr std::size_t fingerprintBytes = 32;

struct Head {
    char magic[16];
    std::uint32_t formatVersion;
    std::uint32_t byteOrder;
    char fingerprint[fingerprintBytes];
    std::uint64_t identityBytes;
};
static_assert(sizeof(Head) == lineBytes);

struct Foot {
    std::uint64_t tableAt, tableBytes;
    std::uint64_t checksumsAt;
    std::uint64_t fileBytes;
    std::uint64_t unused[3];
    std::uint64_t checksum; // of the checksums and of the foot up to here
};
static_assert(sizeof(Foot) == lineBytes);

template <class T>
std::span<const std::byte> bytesOf(const T& value) {
    return std::as_bytes(std::span(&value, 1));
}

std::span<const std::byte> bytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }

std::uint64_t checksumOfEnd(const Foot& foot, std::span<const std::byte> checksums) {
    return checksumOf(bytesOf(foot).first(offsetof(Foot, checksum)), checksumOf(checksums));
}

std::string stampOf(const struct stat& status) {
    std::string stamp;
    for (const auto number :
         {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino),
          static_cast<std::uint64_t>(status.st_size), static_cast<std::uint64_t>(status.st_ctim.tv_sec),
          static_cast<std::uint64_t>(status.st_ctim.tv_nsec)})
        stamp += std::to_string(number) + " ";
    return stamp;
}

} // namespace

std::uint64_t checksumOf(std::span<const std::byte> bytes, std::uint64_t before) {
    return crc64_ecma_refl(before, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

// ---- writing

IndexFileWriter::IndexFileWriter(std::string path, std::string temporary, int descriptor, const Progress& progress)
    : m_path(std::move(path)), m_temporary(std::move(temporary)), m_descriptor(descriptor), m_progress(progress) {
    m_block.reserve(blockBytes);
}

Result<std::unique_ptr<IndexFileWriter>> IndexFileWriter::create(const std::string& path, std::string_view identity,
                                                                 const Progress& progress) {
    std::string temporary = path + ".XXXXXX";
    const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0)
        return Error{ErrorCode::FileNotReadable,
                     std::string("the index cannot be written: ") + std::strerror(errno),
                     path,
                     {},
                     {}};
    std::unique_ptr<IndexFileWriter> writer(new IndexFileWriter(path, temporary, descriptor, progress));
    Head head{};
    std::copy(magic.begin(), magic.end(), head.magic);
    head.formatVersion = formatVersion;
    head.byteOrder = byteOrder;
    std::copy_n(modelFingerprint().begin(), std::min(fingerprintBytes, modelFingerprint().size()), head.fingerprint);
    head.identityBytes = identity.size();
    writer->put(bytesOf(head));
    writer->put(bytesOf(identity));
    return writer;
}

IndexFileWriter::~IndexFileWriter() {
    if (m_descriptor < 0)
        return;
    ::close(m_descriptor);
    ::unlink(m_temporary.c_str());
}

void IndexFileWriter::flush() {
    if (m_block.empty())
        return;
    CancelPoint(m_progress).ask();
    m_checksums.push_back(checksumOf(m_block));
    for (std::size_t done = 0; done < m_block.size() && m_errno == 0;) {
        const ssize_t wrote = ::write(m_descriptor, m_block.data() + done, m_block.size() - done);
        if (wrote < 0 && errno != EINTR)
            m_errno = errno;
        done += wrote > 0 ? static_cast<std::size_t>(wrote) : 0;
    }
    m_block.clear();
}

void IndexFileWriter::put(std::span<const std::byte> bytes) {
    m_written += bytes.size();
    while (!bytes.empty()) {
        const std::size_t taken = std::min(bytes.size(), blockBytes - m_block.size());
        m_block.insert(m_block.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(taken));
        bytes = bytes.subspan(taken);
        if (m_block.size() == blockBytes)
            flush();
    }
}

std::uint64_t IndexFileWriter::append(std::span<const std::byte> bytes) {
    static constexpr std::byte zeros[lineBytes]{};
    put(std::span(zeros).first((lineBytes - m_written % lineBytes) % lineBytes));
    const std::uint64_t place = m_written;
    put(bytes);
    return place;
}

Error IndexFileWriter::fault() const {
    return {ErrorCode::FileNotReadable,
            std::string("the index could not be written whole: ") + std::strerror(m_errno) +
                "; free some space or give another cache folder (XDG_CACHE_HOME)",
            m_path,
            {},
            {}};
}

Result<std::uint64_t> IndexFileWriter::finish(std::string_view table) {
    Foot foot{};
    foot.tableAt = append(bytesOf(table));
    foot.tableBytes = table.size();
    append({});
    foot.checksumsAt = m_written;
    flush();
    const std::vector<std::uint64_t> checksums = std::move(m_checksums);
    foot.fileBytes = m_written + checksums.size() * sizeof(std::uint64_t) + sizeof foot;
    put(std::as_bytes(std::span(checksums)));
    foot.checksum = checksumOfEnd(foot, std::as_bytes(std::span(checksums)));
    put(bytesOf(foot));
    flush();
    if (m_errno == 0 && ::rename(m_temporary.c_str(), m_path.c_str()) != 0)
        m_errno = errno;
    if (m_errno != 0)
        return fault();
    ::close(std::exchange(m_descriptor, -1));
    return foot.fileBytes;
}

// ---- reading

bool IndexFile::isIndex(std::string_view head) { return head.starts_with(magic); }

Error IndexFile::damaged() const {
    return {ErrorCode::MalformedInput,
            "the index is damaged or was not written to its end: it is not used",
            m_path,
            {},
            {}};
}

std::string_view IndexFile::text(std::uint64_t offset, std::uint64_t size) const {
    return {reinterpret_cast<const char*>(m_bytes.data()) + offset, size};
}

std::string_view IndexFile::identity() const { return text(sizeof(Head), m_identityBytes); }
std::string_view IndexFile::table() const { return text(m_tableAt, m_tableBytes); }

Result<std::shared_ptr<const IndexFile>> IndexFile::open(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (descriptor < 0 || ::fstat(descriptor, &status) != 0) {
        const int reason = errno;
        if (descriptor >= 0)
            ::close(descriptor);
        return Error{reason == ENOENT ? ErrorCode::NotFound : ErrorCode::FileNotReadable,
                     std::string("the index cannot be read: ") + std::strerror(reason),
                     path,
                     {},
                     {}};
    }
    const std::shared_ptr<IndexFile> file(new IndexFile(path));
    const auto size = static_cast<std::size_t>(status.st_size);
    file->m_stamp = stampOf(status);
    if (S_ISREG(status.st_mode) && size >= sizeof(Head) + sizeof(Foot))
        if (void* address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0); address != MAP_FAILED)
            file->m_bytes = {static_cast<const std::byte*>(address), size};
    ::close(descriptor);
    if (file->m_bytes.empty())
        return file->damaged();
    Head head;
    Foot foot;
    std::memcpy(&head, file->m_bytes.data(), sizeof head);
    std::memcpy(&foot, file->m_bytes.data() + size - sizeof foot, sizeof foot);
    if (!isIndex({head.magic, sizeof head.magic}))
        return file->damaged();
    if (head.formatVersion != formatVersion || head.byteOrder != byteOrder ||
        std::string_view(head.fingerprint, fingerprintBytes) != modelFingerprint())
        return Error{ErrorCode::Unsupported,
                     "the index was made by another version of Lanescope: it is made again",
                     path,
                     {},
                     {}};
    const std::uint64_t blocks = (foot.checksumsAt + blockBytes - 1) / blockBytes;
    const std::uint64_t checksumBytes = blocks * sizeof(std::uint64_t);
    const bool fits = foot.fileBytes == size && foot.checksumsAt <= size &&
                      foot.checksumsAt + checksumBytes + sizeof foot == size && foot.tableAt <= foot.checksumsAt &&
                      foot.tableBytes <= foot.checksumsAt - foot.tableAt && head.identityBytes <= foot.tableAt &&
                      sizeof head + head.identityBytes <= foot.tableAt;
    if (!fits || checksumOfEnd(foot, file->m_bytes.subspan(foot.checksumsAt, checksumBytes)) != foot.checksum)
        return file->damaged();
    file->m_identityBytes = head.identityBytes;
    file->m_tableAt = foot.tableAt;
    file->m_tableBytes = foot.tableBytes;
    file->m_checksumsAt = foot.checksumsAt;
    return std::shared_ptr<const IndexFile>(file);
}

IndexFile::~IndexFile() {
    if (!m_bytes.empty())
        ::munmap(const_cast<std::byte*>(m_bytes.data()), m_bytes.size());
}

bool IndexFile::verifyBlocks(std::uint64_t begin, std::uint64_t end) const {
    for (std::uint64_t block = begin / blockBytes; block * blockBytes < end; ++block) {
        const std::uint64_t first = block * blockBytes;
        const std::uint64_t last = std::min<std::uint64_t>(first + blockBytes, m_checksumsAt);
        std::uint64_t expected = 0;
        std::memcpy(&expected, m_bytes.data() + m_checksumsAt + block * sizeof expected, sizeof expected);
        if (checksumOf(m_bytes.subspan(first, last - first)) != expected)
            return false;
    }
    return true;
}

bool IndexFile::verify(unsigned threads) const {
    constexpr std::uint64_t portion = 16 * blockBytes;
    auto* const address = const_cast<std::byte*>(m_bytes.data());
    ::madvise(address, m_bytes.size(), MADV_WILLNEED); // wishes both
    std::atomic<bool> isSound{true};
    runTasks((m_checksumsAt + portion - 1) / portion, threads, [&](std::size_t i) {
        if (isSound && !verifyBlocks(i * portion, std::min<std::uint64_t>((i + 1) * portion, m_checksumsAt)))
            isSound = false;
    });
    ::madvise(address, m_bytes.size(), MADV_RANDOM);
    return isSound;
}

bool IndexFile::verifyTable() const {
    return verifyBlocks(0, sizeof(Head) + m_identityBytes) && verifyBlocks(m_tableAt, m_tableAt + m_tableBytes);
}

} // namespace lanescope
