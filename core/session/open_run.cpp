#include "core/session/open_run.h"

#include "core/base/task_pool.h"
#include "core/base/text.h"
#include "core/cache/index_file.h"
#include "core/cache/stored_run.h"
#include "core/card/card_check.h"
#include "core/card/card_reader.h"
#include "core/card/card_recognition.h"
#include "core/ingest/file_handle.h"
#include "core/ingest/run_folder.h"
#include "core/ingest/run_loader.h"
#include "core/model/run_builder.h"
#include "core/session/slice_arguments.h"
#include "core/session/source_identity.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace lanescope {

namespace {

std::optional<InputRole> recognizeCard(std::string_view head, std::string_view fileName) {
    return looksLikeCard(head, fileName) ? std::optional(InputRole::Card) : std::nullopt;
}

LoadPlan planOf(const std::vector<std::string>& paths, Progress& progress, unsigned threads) {
    LoadPlan plan = planRun(paths, recognizeCard, progress, threads);
    if (plan.files.size() != 1 || plan.files.front().file.role != InputRole::Card)
        return plan;
    const auto folder = std::filesystem::path(paths.front()).parent_path();
    return planRun({folder.empty() ? "." : folder.string()}, recognizeCard, progress, threads);
}

/// Among several cards the one named like its folder, else the first: that is the data point's own.
const InputFile* cardOf(const std::vector<PlannedFile>& files) {
    const InputFile* first = nullptr;
    for (const PlannedFile& planned : files) {
        if (planned.file.role != InputRole::Card)
            continue;
        const std::filesystem::path path(planned.file.path);
        if (path.stem() == path.parent_path().filename())
            return &planned.file;
        first = first ? first : &planned.file;
    }
    return first;
}

void settleCards(LoadPlan& plan, LoadedRun& loaded) {
    const InputFile* chosen = cardOf(plan.files);
    if (!chosen)
        return;
    loaded.cardPath = chosen->path;
    CardReading reading = readCard(loaded.cardPath);
    loaded.card = std::move(reading.card);
    loaded.cardFindings = std::move(reading.findings);
    for (PlannedFile& planned : plan.files) {
        InputFile& file = planned.file;
        if (file.role != InputRole::Card)
            continue;
        const bool isChosen = file.path == loaded.cardPath;
        file.status = !isChosen ? InputStatus::Skipped : loaded.card ? InputStatus::Read : InputStatus::Failed;
        if (!isChosen)
            file.reason = "another card of the folder is shown: " + std::string(baseName(loaded.cardPath));
        else if (!loaded.card)
            file.reason = "the card could not be read; the traces open without it";
    }
}

RunFacts factsOf(const Run& run) {
    RunFacts facts;
    for (const InputFile& file : run.files)
        if (file.role == InputRole::Trace && file.rank && file.status != InputStatus::Failed)
            facts.ranks.push_back(*file.rank);
    facts.devices = static_cast<std::int64_t>(run.devices.size());
    return facts;
}

void findIndex(const LoadPlan& plan, LoadedRun& loaded, unsigned threads) {
    loaded.identity = identityOf(plan);
    if (!loaded.identity)
        return;
    IndexStore::Found found = loaded.indexes->find(*loaded.identity, threads);
    loaded.indexNote = std::move(found.note);
    loaded.index = std::move(found.index);
    loaded.isFromIndex = loaded.index != nullptr;
}

/// Hands runs of what has been read so far on, indexed, with what is known of the data point.
SnapshotMaker::Show snapshotsOf(const LoadedRun& loaded, const OpenOptions& options) {
    if (!options.onSnapshot)
        return {};
    return [&loaded, &options](std::shared_ptr<const Run> run, const Progress& progress) {
        auto snapshot = std::make_shared<LoadedRun>(loaded);
        snapshot->run = run;
        snapshot->index = buildRunIndex(std::move(run), progress, 1);
        if (snapshot->index)
            options.onSnapshot(std::move(snapshot));
    };
}

/// False when cancelled.
bool readTraces(LoadPlan plan, LoadedRun& loaded, const OpenOptions& options, Progress& progress, unsigned threads) {
    auto run = loadRun(std::move(plan), progress, threads, snapshotsOf(loaded, options));
    if (!run)
        return false;
    ProgressState state;
    state.stage = "Indexing";
    state.fraction = 0.9;
    progress.report(state);
    loaded.index = buildRunIndex(*run, progress, threads);
    return loaded.index != nullptr;
}

constexpr std::uint64_t leastDecodedBytes = std::uint64_t{4} << 20; // less is read in a few milliseconds

bool isWorthKeeping(const Run& run) {
    std::uint64_t decoded = 0;
    for (const InputFile& file : run.files)
        decoded += file.decodedBytes;
    const auto& findings = run.diagnostics.entries();
    const bool hasChanged = std::any_of(findings.begin(), findings.end(), [](const Diagnostic& d) {
        return d.code == "file-changed" || d.code == "file-removed";
    });
    return run.opens != OpenState::No && decoded >= leastDecodedBytes && !hasChanged;
}

void settleCard(const StoredCard& stored, LoadedRun& loaded) {
    CardReading reading = readCardText(stored.text);
    loaded.cardPath = stored.path;
    loaded.card = std::move(reading.card);
    loaded.cardFindings = std::move(reading.findings);
}

bool isIndexFile(const std::string& path) {
    std::error_code fault;
    if (!std::filesystem::is_regular_file(path, fault)) // opening a pipe would wait for its writer
        return false;
    const auto file = FileHandle::open(path);
    std::array<char, 16> head{};
    const auto got = file ? file->readAt(0, head) : Result<std::size_t>(std::size_t{0});
    return got && IndexFile::isIndex({head.data(), *got});
}

/// A run that holds nothing but why its index cannot be used.
std::shared_ptr<const RunIndex> refused(const std::string& path, Error error, Progress& progress) {
    error.message = "the index cannot be used (damaged, or written by another version of Lanescope): write it again "
                    "from its sources with `lanescope index`";
    RunBuilder builder;
    InputFile file;
    file.path = path;
    file.role = InputRole::Trace;
    file.format = "lanescope-index";
    file.status = InputStatus::Failed;
    file.reason = error.message;
    Diagnostic told = failureOf(error);
    told.file = builder.addFile(file);
    builder.addDiagnostic(std::move(told));
    return buildRunIndex(builder.finish(std::string(baseName(path)), progress, 1), NullProgress(), 1);
}

/// A run that exportIndex() wrote.
LoadedRun openIndexFile(const std::string& path, unsigned threads) {
    NullProgress progress;
    LoadedRun loaded;
    const auto file = IndexFile::open(path);
    const auto stored = file ? mapRun(*file, Checksums::All, threads) : Result<StoredRun>(file.error());
    if (stored && !stored->card.path.empty())
        settleCard(stored->card, loaded);
    if (stored)
        loaded.texts = {*file, stored->texts};
    loaded.index = stored ? stored->index : refused(path, stored.error(), progress);
    loaded.isFromIndex = stored.has_value();
    return loaded;
}

/// What the card and the run say of each other, and the scripts beside them.
void settleCompanions(LoadedRun& loaded) {
    loaded.run = loaded.index->sharedRun();
    if (loaded.card && loaded.run->opens != OpenState::No)
        for (CardFinding& finding : checkCard(*loaded.card, factsOf(*loaded.run)))
            loaded.cardFindings.push_back(std::move(finding));
    for (const InputFile& file : loaded.run->files)
        if (file.role == InputRole::Script)
            loaded.scripts.push_back(file.path);
}

} // namespace

Result<std::uint64_t> exportIndex(const LoadedRun& loaded, const std::string& path, const Progress& progress) {
    StoredCard card{loaded.cardPath, {}};
    std::ifstream text(loaded.cardPath, std::ios::binary);
    card.text.assign(std::istreambuf_iterator<char>(text), {});
    const auto texts = [&](IndexFileWriter& file) { return storeTextsOf(*loaded.run, true, file, progress); };
    return storeRun(*loaded.index, card, texts, path, "exported", progress);
}

Result<std::uint64_t> saveIndex(const LoadedRun& loaded, const Progress& progress) {
    if (loaded.isFromIndex || !loaded.indexes || !loaded.identity || !isWorthKeeping(*loaded.run))
        return std::uint64_t{0};
    return loaded.indexes->save(*loaded.identity, *loaded.index, progress);
}

Result<LoadedRun> openRun(const std::vector<std::string>& paths, const OpenOptions& options, Progress& progress) {
    const unsigned threads = options.threads ? options.threads : hardwareThreads();
    LoadedRun loaded;
    if (paths.size() == 1 && isIndexFile(paths.front())) {
        loaded = openIndexFile(paths.front(), threads);
        settleCompanions(loaded);
        return loaded;
    }
    LoadPlan plan = planOf(paths, progress, threads);
    if (progress.isCancelled())
        return cancelledError();
    settleCards(plan, loaded);
    loaded.indexes = options.indexes;
    if (loaded.indexes)
        findIndex(plan, loaded, threads);
    if (!loaded.index && !readTraces(std::move(plan), loaded, options, progress, threads))
        return cancelledError();
    settleCompanions(loaded);
    return loaded;
}

} // namespace lanescope
