// IndexFile: a checksummed file of arrays that are used where they lie, and of one table that says what they are.
//
//   head      magic, format, fingerprint of the program's model, length of the identity
//   identity  of the sources, as the caller states it
//   arrays    each on its own 64-byte line
//   table     what a Layout wrote
//   checksums CRC-64 of each MiB of all before
//   foot      where the parts are, the file's length, CRC-64 of checksums and foot
//
// Numbers are as in memory: an index made by a machine of another byte order or word size is refused by its head.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

std::uint64_t checksumOf(std::span<const std::byte> bytes, std::uint64_t before = 0);

/// What has to be equal for an index to be understood: changes with every change of the code that makes runs.
std::string_view modelFingerprint();

/// Writes beside the final place and moves the whole file there when it is finished: nobody ever sees a part of it.
class IndexFileWriter {
public:
    /// An Error when the folder cannot be written to. Writing throws GivenUp when `progress`, which must outlive the
    /// writer, is cancelled.
    static Result<std::unique_ptr<IndexFileWriter>> create(const std::string& path, std::string_view identity,
                                                           const Progress& progress);
    /// Removes what was not finished.
    ~IndexFileWriter();
    IndexFileWriter(const IndexFileWriter&) = delete;
    IndexFileWriter& operator=(const IndexFileWriter&) = delete;

    /// Where in the file the bytes begin: a multiple of 64. Faults are told by finish().
    std::uint64_t append(std::span<const std::byte> bytes);
    /// Bytes of the finished file.
    Result<std::uint64_t> finish(std::string_view table);

private:
    IndexFileWriter(std::string path, std::string temporary, int descriptor, const Progress& progress);
    void put(std::span<const std::byte> bytes);
    void flush();
    Error fault() const;

    std::string m_path, m_temporary;
    int m_descriptor;
    const Progress& m_progress;
    int m_errno = 0; // of the first write that failed
    std::uint64_t m_written = 0;
    std::vector<std::byte> m_block; // up to a MiB that is not written yet
    std::vector<std::uint64_t> m_checksums;
};

/// A mapped index; immutable. Other processes may replace or remove the file meanwhile.
class IndexFile {
public:
    /// True for the first bytes of an index file of any version.
    static bool isIndex(std::string_view head);
    /// Head and foot fit each other, this program and the length of the file; the rest is verify()'s.
    static Result<std::shared_ptr<const IndexFile>> open(const std::string& path);
    ~IndexFile();
    IndexFile(const IndexFile&) = delete;
    IndexFile& operator=(const IndexFile&) = delete;

    std::string_view identity() const;
    std::string_view table() const;
    std::span<const std::byte> bytes() const { return m_bytes; }
    const std::string& path() const { return m_path; }
    /// Another one after any change of the file: device, inode, size and time of the last change, in decimal digits.
    const std::string& stamp() const { return m_stamp; }

    /// Compares every checksum; reads the whole file, on `threads` threads.
    bool verify(unsigned threads) const;
    /// Compares those of the head, the identity and the table.
    bool verifyTable() const;

private:
    explicit IndexFile(std::string path) : m_path(std::move(path)) {}
    Error damaged() const;
    std::string_view text(std::uint64_t offset, std::uint64_t size) const;
    bool verifyBlocks(std::uint64_t begin, std::uint64_t end) const;

    std::string m_path, m_stamp;
    std::span<const std::byte> m_bytes;
    std::uint64_t m_identityBytes = 0;
    std::uint64_t m_tableAt = 0, m_tableBytes = 0;
    std::uint64_t m_checksumsAt = 0;
};

} // namespace lanescope
