#include "app/cli/index_command.h"

#include "app/cli/run_errors.h"
#include "app/cli/terminal_progress.h"
#include "core/base/text.h"
#include "core/session/open_run.h"
#include "core/session/slice_arguments.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <ctime>

namespace lanescope {

namespace {

constexpr int failedStatus = 1;
constexpr int cancelledStatus = 130;

int fail(const Error& error) {
    if (error.code == ErrorCode::Cancelled)
        return cancelledStatus;
    std::fprintf(stderr, "lanescope: %s\n", displayText(error.text()).c_str());
    return failedStatus;
}

std::string dateOf(std::int64_t ns) {
    const std::time_t seconds = ns / 1'000'000'000;
    char text[32] = "";
    if (const std::tm* local = std::localtime(&seconds))
        std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", local);
    return text;
}

/// "run/rank_0.json (and 7 more)"; the lines of a name are "path as given \t whole path".
std::string sourcesOf(const std::string& name) {
    const std::size_t line = name.find('\n');
    const std::string first = name.substr(0, line);
    const auto count = std::count(name.begin(), name.end(), '\n');
    std::string text = first.substr(first.find('\t') == std::string::npos ? 0 : first.find('\t') + 1);
    if (count > 1)
        text += " (and " + std::to_string(count - 1) + " more)";
    return text.empty() ? "unreadable or of another version" : displayText(text);
}

int showStatus(const IndexStore& indexes) {
    std::uint64_t sum = 0;
    const auto entries = indexes.entries();
    for (const IndexStore::Entry& entry : entries) {
        sum += entry.bytes;
        std::printf("%s  %10" PRIu64 "  %s\n", dateOf(entry.usedAtNs).c_str(), entry.bytes,
                    (sourcesOf(entry.name) + (entry.isText ? ": text of events" : "")).c_str());
    }
    std::printf("%zu indexes, %" PRIu64 " of %" PRIu64 " bytes, in %s\n", entries.size(), sum, indexes.limitBytes(),
                displayText(indexes.folder()).c_str());
    return 0;
}

int makeIndex(const CommandLine& line, const std::shared_ptr<const IndexStore>& indexes) {
    TerminalProgress progress;
    const auto loaded = openRun(line.paths, {line.threads, indexes}, progress);
    if (!loaded)
        return cancelledStatus;
    if (loaded->run->opens == OpenState::No) {
        tellErrors(*loaded->run);
        return failedStatus;
    }
    const auto written =
        line.output.empty() ? saveIndex(*loaded, progress) : exportIndex(*loaded, line.output, progress);
    if (!written)
        return fail(written.error());
    if (line.output.empty())
        if (const auto texts = saveTexts(*loaded, progress); !texts)
            return fail(texts.error());
    if (*written > 0)
        std::printf("%" PRIu64 " bytes written to %s\n", *written,
                    displayText(line.output.empty() ? indexes->pathOf(*loaded->identity) : line.output).c_str());
    else
        std::printf("%s\n", loaded->isFromIndex ? "the index is up to date"
                            : loaded->identity
                                ? "no index is kept: the run is small enough to be read each time"
                                : "no index is kept: its files changed or vanished while they were read");
    return 0;
}

} // namespace

int runIndex(const CommandLine& line) {
    const auto indexes = line.usesCache ? IndexStore::ofUser() : nullptr;
    if (!indexes && line.output.empty()) {
        std::fprintf(stderr, "lanescope: there is no cache folder: set XDG_CACHE_HOME or HOME, and leave out "
                             "--no-cache\n");
        return failedStatus;
    }
    if (line.clears)
        std::printf("%" PRIu64 " bytes freed in %s\n", indexes->clear(), displayText(indexes->folder()).c_str());
    if (line.showsStatus)
        return showStatus(*indexes);
    return line.clears ? 0 : makeIndex(line, indexes);
}

} // namespace lanescope
