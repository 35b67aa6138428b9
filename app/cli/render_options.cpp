#include "app/cli/render_options.h"

#include "core/base/numbers.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

constexpr int leastSide = 200, mostSide = 20000; // logical pixels
constexpr double leastScale = 0.5, mostScale = 8;

Error wrong(std::string message) { return {ErrorCode::MalformedInput, std::move(message), {}, {}, {}}; }

std::optional<int> sideFromText(const std::string& text) {
    const std::optional<std::int64_t> side = integerFromText(text);
    if (!side || *side < leastSide || *side > mostSide)
        return std::nullopt;
    return static_cast<int>(*side);
}

/// Each takes the value of one option; the answer is what is wrong with it, empty when nothing is.
std::string takeSize(const std::string& text, RenderOptions& options) {
    const std::size_t cross = text.find('x');
    const std::string height = cross == std::string::npos ? std::string() : text.substr(cross + 1);
    const std::optional<int> width = sideFromText(text.substr(0, cross));
    options.height = sideFromText(height);
    if (!width || (!height.empty() && !options.height))
        return "is no size like 1600x900, or 1600x for a height that follows; sides are " + std::to_string(leastSide) +
               " to " + std::to_string(mostSide);
    options.width = *width;
    return {};
}

std::string takeScale(const std::string& text, RenderOptions& options) {
    const std::optional<double> scale = doubleFromText(text);
    if (!scale || *scale < leastScale || *scale > mostScale)
        return "is no scale from 0.5 to 8";
    options.scale = *scale;
    return {};
}

std::string takeSpan(const std::string& text, RenderOptions& options) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos || text.size() == 1)
        return "is no span like 1.2s:1.4s; one side may be left out";
    const std::string from = text.substr(0, colon), to = text.substr(colon + 1);
    options.from = timeFromText(from);
    options.to = timeFromText(to);
    if ((!from.empty() && !options.from) || (!to.empty() && !options.to))
        return "has a time that is none; write 1.2s, 300ms, 5us or 17ns";
    if (options.from && options.to && *options.from >= *options.to)
        return "ends before it begins";
    return {};
}

std::string takeStep(const std::string& text, RenderOptions& options) {
    options.step = integerFromText(text);
    return options.step ? std::string() : "is no step number";
}

std::string takeTheme(const std::string& text, RenderOptions& options) {
    if (text == "light")
        options.theme = RenderOptions::Theme::Light;
    else if (text == "dark")
        options.theme = RenderOptions::Theme::Dark;
    else if (text == "print")
        options.theme = RenderOptions::Theme::Print;
    else
        return "is no theme; there are light, dark and print";
    return {};
}

std::string takeThreads(const std::string& text, RenderOptions& options) {
    const std::optional<std::int64_t> threads = integerFromText(text);
    if (!threads || *threads < 1 || *threads > 1024)
        return "is no number of threads";
    options.threads = static_cast<unsigned>(*threads);
    return {};
}

std::string takeOutput(const std::string& text, RenderOptions& options) {
    options.output = text;
    return text.empty() ? "names no file" : std::string();
}

struct ValueOption {
    const char* name;
    std::string (*take)(const std::string&, RenderOptions&);
};

constexpr ValueOption valueOptions[] = {
    {"-o", takeOutput},   {"--output", takeOutput}, {"--size", takeSize},   {"--scale", takeScale},
    {"--span", takeSpan}, {"--step", takeStep},     {"--theme", takeTheme}, {"--threads", takeThreads},
};

std::string whatIsMissing(const RenderOptions& options) {
    if (options.isHelp)
        return {};
    if (options.paths.empty())
        return "no trace is given";
    if (options.output.empty())
        return "no file to write is given: add -o FILE.png";
    if (options.step && (options.from || options.to))
        return "--span and --step exclude each other";
    return {};
}

} // namespace

std::optional<TimeNs> timeFromText(const std::string& text) {
    constexpr std::pair<const char*, const char*> units[] = {{"ns", "e-3"}, {"us", "e0"}, {"ms", "e3"}, {"s", "e6"}};
    if (text.find_first_of("eE") != std::string::npos)
        return std::nullopt; // the exponent is ours to add
    for (const auto& [unit, exponent] : units)
        if (text.ends_with(unit))
            return nanosecondsFromMicroseconds(text.substr(0, text.size() - std::string_view(unit).size()) + exponent);
    return std::nullopt;
}

Result<RenderOptions> parseRenderOptions(const std::vector<std::string>& arguments) {
    RenderOptions options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string name = arguments[i], value;
        const std::size_t equals = name.starts_with("--") ? name.find('=') : std::string::npos;
        const bool hasValue = equals != std::string::npos;
        if (hasValue) {
            value = name.substr(equals + 1);
            name.resize(equals);
        }
        const auto option = std::find_if(std::begin(valueOptions), std::end(valueOptions),
                                         [&](const ValueOption& candidate) { return name == candidate.name; });
        if (option != std::end(valueOptions)) {
            if (!hasValue && ++i == arguments.size())
                return wrong(name + " needs a value");
            const std::string& given = hasValue ? value : arguments[i];
            if (const std::string problem = option->take(given, options); !problem.empty())
                return wrong(name + ": \"" + given + "\" " + problem);
        } else if (name == "--no-cache" && !hasValue) {
            options.usesCache = false;
        } else if ((name == "--help" || name == "-h") && !hasValue) {
            options.isHelp = true;
        } else if (name.size() > 1 && name[0] == '-') {
            return wrong("unknown option " + name);
        } else {
            options.paths.push_back(arguments[i]);
        }
    }
    if (const std::string problem = whatIsMissing(options); !problem.empty())
        return wrong(problem);
    return options;
}

std::string renderHelp() {
    return "lanescope render PATH... -o FILE.png [--size WxH] [--scale S] [--span T0:T1 | --step N]\n"
           "                 [--theme light|dark|print] [--threads N] [--no-cache]\n"
           "\n"
           "Draws the timeline of a run as a figure: every rank's lanes, ruler and legend. It needs no\n"
           "display, and equal input gives equal bytes.\n"
           "\n"
           "  -o FILE.png      the file to write\n"
           "  --size WxH       in pixels; lanes grow or shrink to fit, and groups are folded to their overlap\n"
           "                   strip where they cannot. \"1600x\" (the default) is as high as the lanes need\n"
           "  --scale S        pixels of the file for each pixel of the size: 2 for print\n"
           "  --span T0:T1     the time shown, since the run's start: 1.2s:1.4s, 300ms:, :5us\n"
           "  --step N         the time of that step on all ranks\n"
           "  --theme T        light (default), dark or print\n"
           "\n"
           "Example:\n"
           "  lanescope render runs/llama-fsdp8 -o step3.png --step 3 --size 1200x --scale 2 --theme print\n";
}

} // namespace lanescope
