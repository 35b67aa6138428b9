#include "app/cli/inspect_command.h"

#include "app/cli/run_errors.h"
#include "app/cli/terminal_progress.h"
#include "core/base/numbers.h"
#include "core/base/text.h"
#include "core/report/inspect_report.h"
#include "core/report/metric_report.h"
#include "core/report/run_summary.h"
#include "core/session/open_run.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace lanescope {

namespace {

constexpr int failedStatus = 1;
constexpr int cancelledStatus = 130;

Result<LoadedRun> open(const CommandLine& line) {
    TerminalProgress progress;
    auto loaded = openRun(line.paths, {line.threads, line.usesCache ? IndexStore::ofUser() : nullptr}, progress);
    if (loaded && !loaded->indexNote.empty())
        std::fprintf(stderr, "lanescope: %s\n", displayText(loaded->indexNote).c_str());
    return loaded;
}

/// After the answer was given; that the cache cannot be written to is nobody's concern here.
int keepIndex(const LoadedRun& loaded, int status) {
    (void)saveIndex(loaded, NullProgress());
    return status;
}

/// `status`, or 1 when the text could not be written whole: a full disk must not pass for a result.
int print(const std::string& text, int status) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
        return status;
    std::fprintf(stderr, "lanescope: standard output: %s\n", std::strerror(errno));
    return failedStatus;
}

MetricScope scopeOf(const std::string& text) {
    if (text == "run")
        return {MetricScope::Kind::Run, 0};
    if (text == "steady")
        return {MetricScope::Kind::Steady, 0};
    return {MetricScope::Kind::Step, integerFromText(std::string_view(text).substr(5)).value_or(0)};
}

} // namespace

int runMetrics(const CommandLine& line) {
    std::vector<const Metric*> metrics;
    for (const std::string& id : line.metrics) {
        metrics.push_back(findMetric(id));
        if (!metrics.back()) {
            std::fprintf(stderr, "lanescope: there is no metric %s; `lanescope metrics PATH` lists all\n", id.c_str());
            return 2;
        }
    }
    if (metrics.empty())
        for (const Metric& metric : builtinMetrics())
            metrics.push_back(&metric);
    const auto loaded = open(line);
    if (!loaded)
        return cancelledStatus;
    const MetricContext context(*loaded->index, loaded->card ? &*loaded->card : nullptr, scopeOf(line.scope));
    if (loaded->run->opens != OpenState::No)
        return keepIndex(*loaded,
                         print(line.isJson ? metricsJson(context, metrics) : metricsText(context, metrics), 0));
    tellErrors(*loaded->run);
    return line.isJson ? print(metricsJson(context, metrics), failedStatus) : failedStatus;
}

int runInspect(const CommandLine& line) {
    const auto loaded = open(line);
    if (!loaded)
        return cancelledStatus;
    const ReportedCard card{loaded->card ? &*loaded->card : nullptr, loaded->cardPath, &loaded->cardFindings};
    const int status = loaded->run->opens == OpenState::No ? failedStatus : 0;
    return keepIndex(*loaded,
                     print(line.isJson ? inspectJson(*loaded->index, card) : runSummary(*loaded->index, card), status));
}

} // namespace lanescope
