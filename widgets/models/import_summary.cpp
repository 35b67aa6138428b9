#include "widgets/models/import_summary.h"

#include "core/base/text.h"
#include "widgets/models/count_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lanescope {

namespace {

constexpr qsizetype mostReasons = 3;

QString tr(const char* text) { return QCoreApplication::translate("ImportSummary", text); }
QString shown(std::string_view text) { return QString::fromStdString(displayText(text)); }

struct Counts {
    std::uint64_t opened = 0, partial = 0, failed = 0, skipped = 0, dropped = 0, findings = 0;
    bool hasErrors = false;
    bool isClean() const { return partial + failed + skipped + dropped + findings == 0; }
};

bool isUnexpected(const InputFile& file) {
    const bool couldBeTrace = file.role == InputRole::Trace || file.role == InputRole::Other;
    return file.status == InputStatus::Failed || file.status == InputStatus::Partial ||
           (file.status == InputStatus::Skipped && couldBeTrace);
}

bool isWorthTelling(const Diagnostic& d) { return d.severity != Severity::Info && d.code != "no-step-marks"; }

Counts countsOf(const Run& run) {
    Counts counts;
    for (const InputFile& file : run.files) {
        const bool isRead = file.status == InputStatus::Read || file.status == InputStatus::Partial;
        counts.opened += file.role == InputRole::Trace && isRead;
        counts.partial += file.status == InputStatus::Partial;
        counts.failed += file.status == InputStatus::Failed;
        counts.skipped += file.status == InputStatus::Skipped && isUnexpected(file);
        counts.dropped += file.droppedSlices;
    }
    for (const Diagnostic& d : run.diagnostics.entries()) {
        counts.findings += isWorthTelling(d);
        counts.hasErrors = counts.hasErrors || d.severity == Severity::Error;
    }
    return counts;
}

QString textOf(const Counts& counts) {
    QStringList parts{tr("Opened %1").arg(countText(counts.opened, tr("trace"), tr("traces")))};
    const auto add = [&](std::uint64_t count, const char* one, const char* many) {
        if (count > 0)
            parts << countText(count, tr(one), tr(many));
    };
    add(counts.partial, QT_TRANSLATE_NOOP("ImportSummary", "trace incomplete"),
        QT_TRANSLATE_NOOP("ImportSummary", "traces incomplete"));
    add(counts.failed, QT_TRANSLATE_NOOP("ImportSummary", "file failed"),
        QT_TRANSLATE_NOOP("ImportSummary", "files failed"));
    add(counts.skipped, QT_TRANSLATE_NOOP("ImportSummary", "file skipped"),
        QT_TRANSLATE_NOOP("ImportSummary", "files skipped"));
    add(counts.dropped, QT_TRANSLATE_NOOP("ImportSummary", "slice dropped"),
        QT_TRANSLATE_NOOP("ImportSummary", "slices dropped"));
    add(counts.findings, QT_TRANSLATE_NOOP("ImportSummary", "finding"), QT_TRANSLATE_NOOP("ImportSummary", "findings"));
    return parts.join(QStringLiteral(" · "));
}

/// Files first, since a loss explains the findings that follow from it.
QStringList reasonsOf(const Run& run) {
    QStringList reasons;
    for (const InputFile& file : run.files)
        if (isUnexpected(file) && !file.reason.empty())
            reasons << QStringLiteral("%1: %2").arg(shown(baseName(file.path)), shown(file.reason));
    std::vector<const Diagnostic*> findings;
    for (const Diagnostic& d : run.diagnostics.entries())
        if (isWorthTelling(d))
            findings.push_back(&d);
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Diagnostic* a, const Diagnostic* b) { return a->severity > b->severity; });
    const auto isTold = [&](const QString& text) {
        return std::any_of(reasons.begin(), reasons.end(), [&](const QString& reason) { return reason.contains(text); });
    };
    for (const Diagnostic* d : findings)
        if (const QString text = shown(d->message); !isTold(text))
            reasons << text;
    return reasons.mid(0, mostReasons);
}

} // namespace

std::optional<ImportSummary> importSummaryOf(const LoadedRun& run) {
    const Counts counts = countsOf(*run.run);
    if (counts.isClean())
        return std::nullopt;
    const bool isLoss = counts.hasErrors || counts.partial + counts.failed > 0;
    return ImportSummary{isLoss ? Severity::Error : Severity::Warning, textOf(counts), reasonsOf(*run.run)};
}

} // namespace lanescope
