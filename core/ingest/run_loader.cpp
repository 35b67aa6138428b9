#include "core/ingest/run_loader.h"

#include "core/base/task_pool.h"
#include "core/base/text.h"
#include "core/ingest/run_ranks.h"
#include "core/ingest/snapshot_maker.h"
#include "core/model/run_builder.h"

#include <algorithm>
#include <atomic>

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

Diagnostic finding(Severity severity, std::string code, std::string message) {
    return {severity, std::move(code), std::move(message), {}, {}, {}, {}, 1};
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

/// Imports the traces of a plan side by side and tells how far they are.
class TraceImports {
public:
    TraceImports(const LoadPlan& plan, LoadProgress& loadProgress, Progress& progress, SnapshotMaker* snapshots)
        : m_plan(plan), m_loadProgress(loadProgress), m_progress(progress), m_snapshots(snapshots) {}

    /// By file of the plan.
    std::vector<Imported> all(unsigned threads) const {
        std::vector<std::size_t> traces;
        for (std::size_t i = 0; i < m_plan.files.size(); ++i)
            if (m_plan.files[i].importer)
                traces.push_back(i);
        std::vector<Imported> imported(m_plan.files.size());
        const auto files =
            static_cast<unsigned>(std::min<std::size_t>(std::max<std::size_t>(traces.size(), 1), threads));
        runTasks(traces.size(), files, [&](std::size_t i) {
            imported[traces[i]].trace = one(traces[i], std::max(1u, threads / files));
            imported[traces[i]].change = changeOf(m_plan.files[traces[i]]);
        });
        return imported;
    }

private:
    Result<ImportedTrace> one(std::size_t i, unsigned threads) const {
        auto source = openByteSource(m_plan.files[i].file.path);
        if (!source)
            return source.error();
        ImportContext context{threads, m_progress,
                              [this](std::uint64_t decoded, std::uint64_t events, std::uint64_t position) {
                                  m_loadProgress.advance(decoded, events, position);
                              }};
        if (m_snapshots)
            context.grown = [this, i](const ImportedTrace& trace) { m_snapshots->add(i, trace); };
        auto trace = m_plan.files[i].importer->import(**source, context);
        if (m_snapshots && trace)
            m_snapshots->finish(i, *trace);
        return trace;
    }

    const LoadPlan& m_plan;
    LoadProgress& m_loadProgress;
    Progress& m_progress;
    SnapshotMaker* m_snapshots;
};

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
    settleRank(file, trace.rank);
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

Result<std::shared_ptr<const Run>> loadRun(LoadPlan plan, Progress& progress, unsigned threads,
                                           SnapshotMaker::Show showSnapshot) {
    std::uint64_t sourceTotal = 0;
    for (const PlannedFile& planned : plan.files)
        sourceTotal += planned.importer ? planned.file.fileBytes : 0;
    LoadProgress loadProgress(progress, sourceTotal);
    std::optional<SnapshotMaker> snapshots;
    if (showSnapshot)
        snapshots.emplace(plan, progress, std::move(showSnapshot));
    std::vector<Imported> imported =
        TraceImports(plan, loadProgress, progress, snapshots ? &*snapshots : nullptr).all(threads);
    snapshots.reset();
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
