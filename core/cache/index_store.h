// IndexStore: the folder of index files of runs that were opened before, limited in size; the oldest go first.
//
// Several processes may use it at once: files appear whole, and one that is removed stays readable for who has it open.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/cache/stored_run.h"
#include "core/index/run_index.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// What a run was made from: `name` says which sources (the stored index of equal names is replaced), `state` what they
/// were like (an index of another state is of no use).
struct SourceIdentity {
    std::string name;
    std::string state;
};

class IndexStore {
public:
    static constexpr std::uint64_t defaultLimit = 20'000'000'000;

    static constexpr std::uint64_t defaultSealedBytes = 32'000'000; // their checksums take some 5 ms

    /// Nothing is written before the first save(). Indexes of `sealedBytes` and more are sealed (index_seal.h).
    explicit IndexStore(std::string folder, std::uint64_t limitBytes = defaultLimit,
                        std::uint64_t sealedBytes = defaultSealedBytes);
    /// The user's cache folder (XDG_CACHE_HOME, else ~/.cache) and LANESCOPE_CACHE_LIMIT (bytes, or "20G"); nothing
    /// when there is no such folder to be.
    static std::shared_ptr<const IndexStore> ofUser();

    struct Found {
        std::shared_ptr<const RunIndex> index; // null: not there, or not to be used
        std::string note;                      // why an index that is there is not used; a sentence
    };
    /// Maps the index of these sources; to be used now, it becomes the youngest.
    Found find(const SourceIdentity& identity, unsigned threads) const;
    /// Writes the index, then removes the oldest ones beyond the limit. Bytes written; an Error, Cancelled among them,
    /// leaves what was there before.
    Result<std::uint64_t> save(const SourceIdentity& identity, const RunIndex& index, const Progress& progress) const;

    /// The texts of these sources, which the file holds; null when there are none.
    struct FoundTexts {
        std::shared_ptr<const IndexFile> file;
        std::vector<StoredText> texts;
    };
    FoundTexts findTexts(const SourceIdentity& identity) const;
    Result<std::uint64_t> saveTexts(const SourceIdentity& identity, const StoreTexts& texts,
                                    const Progress& progress) const;

    struct Entry {
        std::string path;
        std::string name;    // SourceIdentity::name; empty when it cannot be read
        bool isText = false; // of events, not an index
        std::uint64_t bytes = 0;
        std::int64_t usedAtNs = 0; // since 1970
    };
    /// Youngest first.
    std::vector<Entry> entries() const;
    /// Removes all; the bytes that were freed.
    std::uint64_t clear() const;

    const std::string& folder() const { return m_folder; }
    std::uint64_t limitBytes() const { return m_limitBytes; }
    std::string pathOf(const SourceIdentity& identity) const;

private:
    std::string pathWith(const SourceIdentity& identity, std::string_view fileEnding) const;
    std::string textPathOf(const SourceIdentity& identity) const;
    std::vector<Entry> files() const; // entries() without their names, which stand in the files
    std::optional<Error> makeFolder() const;
    void evict() const;
    void noteUse(const IndexFile& file, bool wasSealed) const;

    std::string m_folder;
    std::uint64_t m_limitBytes, m_sealedBytes;
};

} // namespace lanescope
