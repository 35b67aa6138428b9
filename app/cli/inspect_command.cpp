#include "app/cli/inspect_command.h"

#include "app/cli/terminal_progress.h"
#include "core/report/inspect_report.h"
#include "core/report/run_summary.h"
#include "core/session/open_run.h"

#include <cstdio>

namespace lanescope {

namespace {

constexpr int cancelledStatus = 130;

Result<LoadedRun> open(const CommandLine& line) {
    TerminalProgress progress;
    return openRun(line.paths, {line.threads}, progress);
}

void print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

} // namespace

int runInspect(const CommandLine& line) {
    const auto loaded = open(line);
    if (!loaded)
        return cancelledStatus;
    const ReportedCard card{loaded->card ? &*loaded->card : nullptr, loaded->cardPath, &loaded->cardFindings};
    print(line.isJson ? inspectJson(*loaded->index, card) : runSummary(*loaded->index, card));
    return loaded->run->opens == OpenState::No ? 1 : 0;
}

} // namespace lanescope
