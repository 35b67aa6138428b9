// What the user asked the executable to do.
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace lanescope {

enum class Command { Window, Inspect, Metrics, Render, Index, Help, Version };

struct CommandLine {
    Command command = Command::Window;
    std::vector<std::string> paths;
    bool isJson = false;
    bool isHelp = false;      // --help behind a command
    bool opensSample = false; // --sample
    unsigned threads = 0;     // 0: as many as the machine has
    bool usesCache = true;
    bool showsStatus = false;         // --status of `index`
    bool clears = false;              // --clear of `index`
    std::string output;               // -o of `index`
    std::vector<std::string> metrics; // --metric, in order; empty: all
    std::string scope = "steady";     // --scope
    std::vector<std::string> rest;    // of `render`: all its arguments
};

/// The arguments behind the program's name. An error says which argument is wrong and what would be right.
Result<CommandLine> parseCommandLine(const std::vector<std::string>& arguments);

/// The text of `lanescope --help`, or of `lanescope COMMAND --help` with an example.
std::string helpText(Command command);

} // namespace lanescope
