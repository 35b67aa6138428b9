#include "core/cache/index_store.h"

#include "core/base/numbers.h"
#include "core/cache/index_file.h"
#include "core/cache/index_seal.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>

namespace lanescope {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view ending = ".lanescope";
constexpr std::string_view textEnding = ".text.lanescope";
constexpr auto leftoverAge = std::chrono::hours(1); // of a part that a process left behind when it ended

/// "name \0 state".
std::string joined(const SourceIdentity& identity) { return identity.name + '\0' + identity.state; }

std::int64_t nanosecondsOf(fs::file_time_type time) {
    const auto wall = std::chrono::file_clock::to_sys(time);
    return std::chrono::duration_cast<std::chrono::nanoseconds>(wall.time_since_epoch()).count();
}

/// Calls use(entry of the folder); nothing when there is no such folder.
template <class Use>
void forEachFile(const std::string& folder, Use use) {
    std::error_code fault;
    for (fs::directory_iterator at(folder, fault), end; !fault && at != end; at.increment(fault))
        use(*at);
}

bool isSealOfIndex(fs::path path) {
    std::error_code fault;
    return path.extension() == ".seal" && fs::exists(path.replace_extension(ending), fault);
}

/// "20G", "500M" or bytes.
std::optional<std::uint64_t> bytesFromText(std::string_view text) {
    std::int64_t unit = 1;
    if (!text.empty()) {
        const char last = text.back();
        unit = last == 'K' ? 1'000 : last == 'M' ? 1'000'000 : last == 'G' ? 1'000'000'000 : 1;
        if (unit > 1)
            text.remove_suffix(1);
    }
    const auto number = integerFromText(text);
    std::int64_t bytes = 0;
    if (!number || *number < 0 || __builtin_mul_overflow(*number, unit, &bytes))
        return std::nullopt;
    return static_cast<std::uint64_t>(bytes);
}

} // namespace

IndexStore::IndexStore(std::string folder, std::uint64_t limitBytes, std::uint64_t sealedBytes)
    : m_folder(std::move(folder)), m_limitBytes(limitBytes), m_sealedBytes(sealedBytes) {}

std::shared_ptr<const IndexStore> IndexStore::ofUser() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    std::string folder;
    if (cache && *cache == '/')
        folder = cache;
    else if (home && *home == '/')
        folder = std::string(home) + "/.cache";
    else
        return nullptr;
    const char* limit = std::getenv("LANESCOPE_CACHE_LIMIT");
    return std::make_shared<IndexStore>(folder + "/lanescope/index",
                                        bytesFromText(limit ? limit : "").value_or(defaultLimit));
}

std::string IndexStore::pathWith(const SourceIdentity& identity, std::string_view fileEnding) const {
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx",
                  static_cast<unsigned long long>(checksumOf(std::as_bytes(std::span(identity.name)))));
    return m_folder + "/" + digits.data() + std::string(fileEnding);
}

std::string IndexStore::pathOf(const SourceIdentity& identity) const { return pathWith(identity, ending); }
std::string IndexStore::textPathOf(const SourceIdentity& identity) const { return pathWith(identity, textEnding); }

std::optional<Error> IndexStore::makeFolder() const {
    std::error_code fault;
    fs::create_directories(m_folder, fault);
    if (!fault)
        return std::nullopt;
    return Error{ErrorCode::FileNotReadable, "the cache folder cannot be made: " + fault.message(), m_folder, {}, {}};
}

IndexStore::Found IndexStore::find(const SourceIdentity& identity, unsigned threads) const {
    const std::string path = pathOf(identity);
    auto file = IndexFile::open(path);
    if (!file)
        return {nullptr, file.error().code == ErrorCode::NotFound ? std::string() : file.error().message};
    if ((*file)->identity() != joined(identity))
        return {nullptr, "the sources changed since the index was made: it is made again"};
    const bool wasSealed = isSealed(**file);
    auto stored = mapRun(*file, wasSealed ? Checksums::OfTable : Checksums::All, threads);
    if (!stored)
        return {nullptr, stored.error().message};
    noteUse(**file, wasSealed);
    return {stored->index, {}};
}

/// A sealed index is not touched, as its seal would not fit any more: the seal is.
void IndexStore::noteUse(const IndexFile& file, bool wasSealed) const {
    if (!wasSealed && file.bytes().size() >= m_sealedBytes)
        return seal(file);
    std::error_code ignored; // of a folder that cannot be written to
    fs::last_write_time(wasSealed ? sealPathOf(file.path()) : file.path(), fs::file_time_type::clock::now(), ignored);
}

Result<std::uint64_t> IndexStore::save(const SourceIdentity& identity, const RunIndex& index,
                                       const Progress& progress) const {
    if (const auto fault = makeFolder())
        return *fault;
    auto bytes = storeRun(index, {}, nullptr, pathOf(identity), joined(identity), progress);
    if (!bytes)
        return bytes;
    if (*bytes >= m_sealedBytes)
        if (const auto file = IndexFile::open(pathOf(identity)))
            seal(**file);
    evict();
    return bytes;
}

IndexStore::FoundTexts IndexStore::findTexts(const SourceIdentity& identity) const {
    const auto file = IndexFile::open(textPathOf(identity));
    if (!file || (*file)->identity() != joined(identity))
        return {};
    auto texts = mapTexts(*file);
    return texts ? FoundTexts{*file, std::move(*texts)} : FoundTexts{};
}

Result<std::uint64_t> IndexStore::saveTexts(const SourceIdentity& identity, const StoreTexts& texts,
                                            const Progress& progress) const {
    if (const auto fault = makeFolder())
        return *fault;
    auto bytes = storeTexts(texts, textPathOf(identity), joined(identity), progress);
    if (bytes)
        evict();
    return bytes;
}

std::vector<IndexStore::Entry> IndexStore::files() const {
    std::vector<Entry> entries;
    forEachFile(m_folder, [&](const fs::directory_entry& found) {
        std::error_code fault;
        if (found.path().extension() != ending || !found.is_regular_file(fault))
            return;
        Entry entry;
        entry.path = found.path().string();
        entry.isText = entry.path.ends_with(textEnding);
        entry.bytes = found.file_size(fault);
        const auto written = found.last_write_time(fault);
        if (fault)
            return; // removed meanwhile
        const auto sealed = fs::last_write_time(sealPathOf(entry.path), fault);
        entry.usedAtNs = nanosecondsOf(fault ? written : std::max(written, sealed));
        entries.push_back(std::move(entry));
    });
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.usedAtNs != b.usedAtNs ? a.usedAtNs > b.usedAtNs : a.path < b.path;
    });
    return entries;
}

std::vector<IndexStore::Entry> IndexStore::entries() const {
    std::vector<Entry> entries = files();
    for (Entry& entry : entries)
        if (const auto file = IndexFile::open(entry.path); file && (*file)->verifyTable())
            entry.name = (*file)->identity().substr(0, (*file)->identity().find('\0'));
    return entries;
}

void IndexStore::evict() const {
    const auto now = fs::file_time_type::clock::now();
    forEachFile(m_folder, [&](const fs::directory_entry& found) {
        std::error_code fault;
        const auto written = found.last_write_time(fault);
        const bool isPart = found.path().extension() != ending && !isSealOfIndex(found.path());
        if (!fault && isPart && now - written > leftoverAge)
            fs::remove(found.path(), fault);
    });
    std::uint64_t sum = 0;
    for (const Entry& entry : files()) {
        std::error_code fault;
        if ((sum += entry.bytes) <= m_limitBytes)
            continue;
        fs::remove(entry.path, fault);
        fs::remove(sealPathOf(entry.path), fault);
    }
}

std::uint64_t IndexStore::clear() const {
    std::uint64_t freed = 0;
    forEachFile(m_folder, [&](const fs::directory_entry& found) {
        std::error_code fault;
        const std::uint64_t bytes = found.is_regular_file(fault) ? found.file_size(fault) : 0;
        if (fs::remove(found.path(), fault))
            freed += bytes;
    });
    return freed;
}

} // namespace lanescope
