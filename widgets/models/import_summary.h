// What a reader must know about an opening before trusting what it shows.
#pragma once

#include "core/session/loaded_run.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace lanescope {

struct ImportSummary {
    Severity severity = Severity::Warning;
    QString text;        // "Opened 8 traces · 2 files skipped · 3 findings"
    QStringList reasons; // why, the gravest first; at most three
};

/// Nothing when all that was given was read as it is and nothing in it was odd. Companions that are listed and never
/// drawn (scripts, latencies, further cards) are no loss and not spoken of, nor is a trace without step marks.
std::optional<ImportSummary> importSummaryOf(const LoadedRun& run);

} // namespace lanescope
