// What `lanescope render` is asked for.
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

struct RenderOptions {
    enum class Theme { Light, Dark, Print };
    std::vector<std::string> paths;
    std::string output;
    int width = 1600;           // logical pixels
    std::optional<int> height;  // as high as the lanes need when absent
    double scale = 1;           // device pixels a logical one
    std::optional<TimeNs> from; // since the run's origin; its start when absent
    std::optional<TimeNs> to;
    std::optional<std::int64_t> step;
    Theme theme = Theme::Light;
    unsigned threads = 0; // 0: as many as the machine has
    bool usesCache = true;
    bool isHelp = false;
};

/// The arguments after `render`. An error says what is wrong with which of them.
Result<RenderOptions> parseRenderOptions(const std::vector<std::string>& arguments);

/// "1.2s", "300ms", "5us", "17ns"; exact to the nanosecond.
std::optional<TimeNs> timeFromText(const std::string& text);

/// What `lanescope render --help` prints.
std::string renderHelp();

} // namespace lanescope
