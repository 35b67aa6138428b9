#include "app/cli/inspect_command.h"

#include "app/cli/terminal_progress.h"
#include "core/base/numbers.h"
#include "core/report/inspect_report.h"
#include "core/report/metric_report.h"
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
    print(line.isJson ? metricsJson(context, metrics) : metricsText(context, metrics));
    return loaded->run->opens == OpenState::No ? 1 : 0;
}

int runInspect(const CommandLine& line) {
    const auto loaded = open(line);
    if (!loaded)
        return cancelledStatus;
    const ReportedCard card{loaded->card ? &*loaded->card : nullptr, loaded->cardPath, &loaded->cardFindings};
    print(line.isJson ? inspectJson(*loaded->index, card) : runSummary(*loaded->index, card));
    return loaded->run->opens == OpenState::No ? 1 : 0;
}

} // namespace lanescope
