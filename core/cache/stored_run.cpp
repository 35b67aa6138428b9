#include "core/cache/stored_run.h"

#include "core/cache/table.h"

namespace lanescope {

Result<std::uint64_t> storeRun(const RunIndex& index, const StoredCard& card, const std::string& path,
                               std::string_view identity, const Progress& progress) {
    auto writer = IndexFileWriter::create(path, identity);
    if (!writer)
        return writer.error();
    TableWriter table(**writer);
    // A Layout names members for reading too; a TableWriter leaves them as they are.
    table(const_cast<Run&>(index.run()), const_cast<RunIndex&>(index), const_cast<StoredCard&>(card));
    if (progress.isCancelled())
        return Error{ErrorCode::Cancelled, "cancelled", {}, {}, {}};
    return (*writer)->finish(table.table());
}

Result<StoredRun> mapRun(std::shared_ptr<const IndexFile> file, unsigned threads) {
    const Error damaged{ErrorCode::MalformedInput, "the index is damaged: it is made again", file->path(), {}, {}};
    if (!file->verify(threads))
        return damaged;
    const auto run = std::make_shared<Run>();
    const auto index = std::make_shared<RunIndex>();
    run->memory = file;
    TableReader table(file);
    StoredCard card;
    table(*run, *index, card);
    if (!table.isSound() || !Layout::complete(*index, run))
        return damaged;
    return StoredRun{index, std::move(card)};
}

} // namespace lanescope
