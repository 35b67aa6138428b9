#include "core/cache/stored_run.h"

#include "core/base/cancel_point.h"
#include "core/cache/table.h"

namespace lanescope {

namespace {

Error damagedIndex(const IndexFile& file) {
    return {ErrorCode::MalformedInput, "the index is damaged: it is made again", file.path(), {}, {}};
}

/// `put` writes the table.
template <class Put>
Result<std::uint64_t> storeFile(const StoreTexts& texts, const std::string& path, std::string_view identity,
                                const Progress& progress, Put put) try {
    auto writer = IndexFileWriter::create(path, identity, progress);
    if (!writer)
        return writer.error();
    auto stored = texts ? texts(**writer) : Result<std::vector<StoredText>>(std::vector<StoredText>());
    if (!stored)
        return stored.error();
    TableWriter table(**writer);
    put(table, *stored);
    return (*writer)->finish(table.table());
} catch (const GivenUp&) {
    return cancelledError();
}

} // namespace

Result<std::uint64_t> storeRun(const RunIndex& index, const StoredCard& card, const StoreTexts& texts,
                               const std::string& path, std::string_view identity, const Progress& progress) {
    return storeFile(texts, path, identity, progress, [&](TableWriter& table, std::vector<StoredText>& stored) {
        // A Layout names members for reading too; a TableWriter leaves them as they are.
        table(const_cast<Run&>(index.run()), const_cast<RunIndex&>(index), const_cast<StoredCard&>(card), stored);
    });
}

Result<std::uint64_t> storeTexts(const StoreTexts& texts, const std::string& path, std::string_view identity,
                                 const Progress& progress) {
    return storeFile(texts, path, identity, progress,
                     [](TableWriter& table, std::vector<StoredText>& stored) { table(stored); });
}

Result<StoredRun> mapRun(std::shared_ptr<const IndexFile> file, Checksums checksums, unsigned threads) {
    if (!(checksums == Checksums::All ? file->verify(threads) : file->verifyTable()))
        return damagedIndex(*file);
    const auto run = std::make_shared<Run>();
    const auto index = std::make_shared<RunIndex>();
    run->memory = file;
    StoredRun stored{index, {}, {}};
    TableReader table(file);
    table(*run, *index, stored.card, stored.texts);
    if (!table.isSound() || !Layout::complete(*index, run))
        return damagedIndex(*file);
    return stored;
}

Result<std::vector<StoredText>> mapTexts(std::shared_ptr<const IndexFile> file) {
    if (!file->verifyTable())
        return damagedIndex(*file);
    std::vector<StoredText> texts;
    TableReader table(file);
    table(texts);
    if (!table.isSound())
        return damagedIndex(*file);
    return texts;
}

} // namespace lanescope
