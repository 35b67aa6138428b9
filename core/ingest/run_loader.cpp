#include "core/ingest/run_loader.h"

#include "core/base/task_pool.h"
#include "core/base/text.h"
#include "core/ingest/rank_names.h"
#include "core/model/run_builder.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <set>

namespace lanescope {

namespace {

constexpr double readingShare = 0.8; // of the whole work; the rest is merging

/// Adds up what all files' importers report.
class LoadProgress {
public:
    LoadProgress(Progress& progress, std::uint64_t sourceTotal) : m_progress(progress), m_total(sourceTotal) {}

    void advance(std::uint64_t decoded, std::uint64_t events, std::uint64_t source) {
        ProgressState state;
        state.stage = "Reading";
        state.bytesDone = m_decoded += decoded;
        state.events = m_events += events;
        state.sourceBytesDone = m_source += source;
        state.sourceBytesTotal = m_total;
        state.fraction = m_total ? readingShare * std::min(1.0, static_cast<double>(state.sourceBytesDone) /
                                                                    static_cast<double>(m_total))
                                 : 0;
        m_progress.report(state);
    }

    void merging() { m_progress.report({"Sorting", m_decoded, m_source, m_total, m_events, readingShare}); }

private:
    Progress& m_progress;
    std::uint64_t m_total;
    std::atomic<std::uint64_t> m_decoded{0}, m_events{0}, m_source{0};
};

struct Imported {
    std::optional<Result<ImportedTrace>> trace;
    std::optional<Diagnostic> change; // the file is not what it was when the plan was made
};

Diagnostic finding(Severity severity, std::string code, std::string message, FileId file = {}) {
    return {severity, std::move(code), std::move(message), file, {}, {}, {}, 1};
}

std::optional<Diagnostic> changeOf(const PlannedFile& planned) {
    const std::optional<FileStamp> now = stampOf(planned.file.path);
    if (now == planned.stamp)
        return std::nullopt;
    if (!now)
        return finding(Severity::Warning, "file-removed",
                       "the file was removed while being read: the arguments of its events cannot be shown");
    return finding(Severity::Warning, "file-changed",
                   "the file was changed while being read (" +
                       std::to_string(planned.stamp ? planned.stamp->bytes : 0) + " bytes before, " +
                       std::to_string(now->bytes) +
                       " after): figures may mix old and new; open it again once it is written");
}

Result<ImportedTrace> importOne(const PlannedFile& planned, LoadProgress& loadProgress, Progress& progress,
                                unsigned threads) {
    auto source = openByteSource(planned.file.path);
    if (!source)
        return source.error();
    const ImportContext context{threads, progress,
                                [&](std::uint64_t decoded, std::uint64_t events, std::uint64_t position) {
                                    loadProgress.advance(decoded, events, position);
                                }};
    return planned.importer->import(**source, context);
}

std::vector<Imported> importAll(const LoadPlan& plan, LoadProgress& loadProgress, Progress& progress,
                                unsigned threads) {
    std::vector<std::size_t> traces;
    for (std::size_t i = 0; i < plan.files.size(); ++i)
        if (plan.files[i].importer)
            traces.push_back(i);
    std::vector<Imported> imported(plan.files.size());
    const auto files = static_cast<unsigned>(std::min<std::size_t>(std::max<std::size_t>(traces.size(), 1), threads));
    runTasks(traces.size(), files, [&](std::size_t i) {
        imported[traces[i]].trace =
            importOne(plan.files[traces[i]], loadProgress, progress, std::max(1u, threads / files));
        imported[traces[i]].change = changeOf(plan.files[traces[i]]);
    });
    return imported;
}

/// What became of one file.
void settle(InputFile& file, const PlannedFile& planned, const Imported& imported) {
    if (!imported.trace)
        return;
    if (!*imported.trace) {
        file.reason = imported.trace->error().message;
        const bool isForeign = !planned.isGiven && planned.file.role == InputRole::Other &&
                               imported.trace->error().code == ErrorCode::UnknownFormat;
        file.status = isForeign ? InputStatus::Skipped : InputStatus::Failed;
        if (isForeign)
            file.format.clear();
        return;
    }
    const ImportedTrace& trace = **imported.trace;
    file.role = InputRole::Trace;
    file.format = trace.format;
    file.status = trace.lossReason.empty() ? InputStatus::Read : InputStatus::Partial;
    file.reason = trace.lossReason;
    if (imported.change && imported.change->code == "file-changed" && file.status == InputStatus::Read) {
        file.status = InputStatus::Partial;
        file.reason = imported.change->message;
    }
    if (trace.rank) {
        file.rank = trace.rank;
        file.rankSource = RankSource::Metadata;
    } else if ((file.rank = rankFromFileName(baseName(file.path)))) {
        file.rankSource = RankSource::FileName;
    }
}

/// Files that state no rank get the smallest free ones, by name.
void assumeRanks(std::vector<InputFile>& files) {
    std::set<int> taken;
    std::vector<InputFile*> unknown;
    for (InputFile& file : files) {
        if (!isOpenTrace(file))
            continue;
        if (file.rank)
            taken.insert(*file.rank);
        else
            unknown.push_back(&file);
    }
    std::sort(unknown.begin(), unknown.end(), [](const InputFile* a, const InputFile* b) { return a->path < b->path; });
    int next = 0;
    for (InputFile* file : unknown) {
        while (taken.contains(next))
            ++next;
        file->rank = next;
        taken.insert(next);
    }
}

/// "3" or "5-31": a gap takes one entry however wide it is.
std::string rangeText(int first, int last) {
    return std::to_string(first) + (last > first ? "-" + std::to_string(last) : "");
}

void tellRanks(const std::vector<InputFile>& files, RunBuilder& builder) {
    std::map<int, std::vector<std::size_t>> byRank;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!isOpenTrace(files[i]) || !files[i].rank)
            continue;
        byRank[*files[i].rank].push_back(i);
        if (files[i].rankSource == RankSource::Assumed)
            builder.addDiagnostic(finding(Severity::Info, "rank-assumed",
                                          "neither the trace nor its name states a rank: rank " +
                                              std::to_string(*files[i].rank) + " is assumed",
                                          FileId(i)));
    }
    std::string missing;
    int expected = 0;
    for (const auto& [rank, at] : byRank) {
        if (expected < rank)
            missing += (missing.empty() ? "" : ", ") + rangeText(expected, rank - 1);
        expected = rank + 1;
        if (at.size() > 1)
            builder.addDiagnostic(finding(Severity::Warning, "rank-doubled",
                                          "rank " + std::to_string(rank) + " is stated by " +
                                              std::to_string(at.size()) + " traces: all are kept",
                                          FileId(at[1])));
    }
    if (byRank.size() > 1 && !missing.empty())
        builder.addDiagnostic(
            finding(Severity::Info, "rank-gap", "there is no trace of rank " + missing + ": no rank is renumbered"));
}

void tellFindings(const LoadPlan& plan, const std::vector<Imported>& imported, const std::vector<InputFile>& files,
                  RunBuilder& builder) {
    bool isAnyOpen = false;
    bool isExplained = false;
    for (std::size_t i = 0; i < files.size(); ++i) {
        isAnyOpen |= isOpenTrace(files[i]);
        std::optional<Diagnostic> told = plan.files[i].finding;
        if (files[i].status == InputStatus::Failed && imported[i].trace && !*imported[i].trace)
            told = failureOf(imported[i].trace->error());
        if (imported[i].change) {
            Diagnostic change = *imported[i].change;
            change.file = FileId(i);
            builder.addDiagnostic(std::move(change));
        }
        if (told) {
            isExplained |= told->severity == Severity::Error;
            told->file = FileId(i);
            builder.addDiagnostic(std::move(*told));
        }
    }
    if (!isAnyOpen && !isExplained)
        builder.addDiagnostic(finding(Severity::Error, "no-trace",
                                      files.empty() ? "there are no files to read"
                                                    : "none of the files is a trace that this version reads"));
}

} // namespace

Result<std::shared_ptr<const Run>> loadRun(LoadPlan plan, Progress& progress, unsigned threads) {
    std::uint64_t sourceTotal = 0;
    for (const PlannedFile& planned : plan.files)
        sourceTotal += planned.importer ? planned.file.fileBytes : 0;
    LoadProgress loadProgress(progress, sourceTotal);
    std::vector<Imported> imported = importAll(plan, loadProgress, progress, threads);
    if (progress.isCancelled())
        return cancelledError();
    std::vector<InputFile> files;
    for (std::size_t i = 0; i < plan.files.size(); ++i) {
        files.push_back(plan.files[i].file);
        settle(files.back(), plan.files[i], imported[i]);
    }
    assumeRanks(files);
    RunBuilder builder;
    for (const InputFile& file : files)
        builder.addFile(file);
    tellRanks(files, builder);
    tellFindings(plan, imported, files, builder);
    for (std::size_t i = 0; i < files.size(); ++i)
        if (imported[i].trace && *imported[i].trace)
            builder.addTrace(FileId(i), std::move(imported[i].trace->value()));
    loadProgress.merging();
    auto run = builder.finish(plan.name, progress, threads);
    if (!run)
        return cancelledError();
    return run;
}

} // namespace lanescope
