#include "app/cli/command_line.h"
#include "app/cli/index_command.h"
#include "app/cli/inspect_command.h"
#include "core/ingest/importer.h"

#ifdef LANESCOPE_GUI
#include "app/cli/render_command.h"
#include "app/gui/run_window.h"
#endif

#include <cstdio>
#include <string>
#include <vector>

using namespace lanescope;

namespace {

constexpr int failedStatus = 1;
constexpr int wrongUsageStatus = 2;

#ifdef LANESCOPE_GUI
constexpr const char* interfaceName = "window";
#else
constexpr const char* interfaceName = "headless only";

int missingInterface(const char* what) {
    std::fprintf(stderr, "lanescope: this build was made without a window and cannot %s; build the preset `release`\n",
                 what);
    return failedStatus;
}
#endif

int printVersion() {
    std::string formats;
    for (const auto& importer : builtinImporters())
        formats += (formats.empty() ? "" : ", ") + std::string(importer->descriptor().title);
    std::printf("lanescope %s (%s, %s)\nReads: %s; plain, gzip, zstd\n", LANESCOPE_VERSION, LANESCOPE_BUILD,
                interfaceName, formats.c_str());
    return 0;
}

int printHelp(Command command) {
    std::fputs(helpText(command).c_str(), stdout);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const auto line = parseCommandLine(arguments);
    if (!line) {
        std::fprintf(stderr, "lanescope: %s\n", line.error().message.c_str());
        return wrongUsageStatus;
    }
    if (line->isHelp)
        return printHelp(line->command);
    switch (line->command) {
    case Command::Help:
        return printHelp(Command::Help);
    case Command::Version:
        return printVersion();
    case Command::Metrics:
        return runMetrics(*line);
    case Command::Inspect:
        return runInspect(*line);
    case Command::Index:
        return runIndex(*line);
#ifdef LANESCOPE_GUI
    case Command::Render:
        return runRender(line->rest);
    case Command::Window:
        return runWindow(argc, argv, line->paths, line->opensSample, line->usesCache ? IndexStore::ofUser() : nullptr);
#else
    case Command::Render:
        return missingInterface("render");
    case Command::Window:
        return missingInterface("open one");
#endif
    }
    return failedStatus;
}
