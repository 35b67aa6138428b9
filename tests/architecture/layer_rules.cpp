#include "tests/architecture/layer_rules.h"

#include <algorithm>
#include <array>
#include <regex>

namespace lanescope {

const std::vector<Floor>& house() {
    static const std::vector<std::string_view> windowLibraries = {"Qt", "QtWidgets"};
    static const std::vector<std::string_view> windowFloors = {"core",           "widgets/paint",  "widgets/timeline",
                                                               "widgets/panels", "widgets/models", "widgets/compare",
                                                               "widgets/load"};
    static const std::vector<Floor> floors = {
        {"core/base", {}, {}},
        {"core/model", {"core/base"}, {}},
        {"core/ingest", {"core/model", "core/base"}, {"simdjson", "nlohmann", "zstd", "zlib", "isa-l", "sqlite3"}},
        {"core/card", {"core/model", "core/base"}, {"yaml-cpp"}},
        {"core/index", {"core/model", "core/base"}, {}},
        {"core/cache", {"core/index", "core/model", "core/base"}, {"isa-l", "zstd"}},
        {"core/metrics", {"core/index", "core/card", "core/model", "core/base"}, {}},
        {"core/scene", {"core/index", "core/model", "core/base"}, {}},
        {"core/compare", {"core/metrics", "core/index", "core/model", "core/base"}, {}},
        {"core/session",
         {"core/ingest", "core/cache", "core/index", "core/card", "core/model", "core/base"},
         {"nlohmann"}},
        {"core/report",
         {"core/metrics", "core/compare", "core/index", "core/card", "core/model", "core/base"},
         {"nlohmann"}},
        {"widgets/paint", {"core/scene", "core/model", "core/base"}, {"Qt"}},
        {"widgets/timeline", windowFloors, windowLibraries},
        {"widgets/panels", windowFloors, windowLibraries},
        {"widgets/models", windowFloors, windowLibraries},
        {"widgets/compare", windowFloors, windowLibraries},
        {"widgets/load", windowFloors, windowLibraries},
        {"resources", {"core/base"}, {"Qt"}},
        {"resources/sample/generator", {"core/base"}, {"zstd"}},
        {"app/cli", {"core", "widgets/paint"}, {"nlohmann", "Qt"}},
        {"app/gui", {"core", "widgets", "resources"}, {"nlohmann", "Qt", "QtWidgets"}},
        {"app", {"core", "widgets", "resources", "app"}, {"Qt", "QtWidgets"}}, // main() itself
    };
    return floors;
}

namespace {

bool liesIn(std::string_view path, std::string_view folder) {
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

/// The innermost floor that holds the file, so that app/cli wins over app.
const Floor* floorOf(std::string_view path) {
    const Floor* found = nullptr;
    for (const Floor& floor : house())
        if (liesIn(path, floor.folder) && (!found || floor.folder.size() > found->folder.size()))
            found = &floor;
    return found;
}

/// The library an include in angle brackets comes from; empty for the standard library and the system.
std::string libraryOf(const std::string& header) {
    static const std::regex qtWidgets(
        "QtWidgets/.*|Q(Application|MainWindow|DockWidget|Action.*|Menu.*|Tool.*|StatusBar|Dialog|.*Dialog|Widget.*|"
        "AbstractScrollArea|ScrollBar|Label|.*Button|.*Layout|Splitter|.*View|Header.*|LineEdit|ComboBox|Style|"
        "StyleOption.*)");
    static const std::regex qt("Qt?[A-Z].*|qt?[a-z]+\\.h");
    static const std::array<std::string_view, 7> system = {"sys/",    "unistd.h",    "fcntl.h", "pthread.h",
                                                           "sched.h", "immintrin.h", "cxxabi.h"};
    if (std::regex_match(header, qtWidgets))
        return "QtWidgets";
    if (std::regex_match(header, qt))
        return "Qt";
    const bool isSystem =
        std::any_of(system.begin(), system.end(), [&](std::string_view part) { return header.starts_with(part); });
    if (isSystem || header.find_first_of("./") == std::string::npos)
        return {};
    if (header.starts_with("zstd"))
        return "zstd";
    if (header == "igzip_lib.h" || header == "crc.h")
        return "isa-l";
    return header.substr(0, header.find_first_of("./"));
}

std::string checkOwn(const Floor& floor, const std::string& header) {
    if (header.ends_with(".moc"))
        return {};
    const Floor* target = floorOf(header);
    if (!target)
        return "\"" + header + "\" does not start with a folder of the house";
    const auto allows = [&](std::string_view allowed) {
        return target->folder == allowed || liesIn(target->folder, allowed);
    };
    if (target == &floor || std::any_of(floor.floors.begin(), floor.floors.end(), allows))
        return {};
    return std::string(floor.folder) + " must not know " + std::string(target->folder) + " (\"" + header + "\")";
}

std::string checkLibrary(std::string_view path, const Floor& floor, const std::string& header) {
    const std::string library = libraryOf(header);
    if (library.empty())
        return {};
    if (std::find(floor.libraries.begin(), floor.libraries.end(), library) == floor.libraries.end())
        return std::string(floor.folder) + " must not use " + library + " (<" + header + ">)";
    if (liesIn(path, "core") && path.ends_with(".h") && !path.ends_with("_p.h")) // _p.h: private to its folder
        return "<" + header + "> belongs in a .cpp file: headers of core show no library";
    return {};
}

} // namespace

std::vector<std::string> layerViolations(std::string_view path, std::string_view text) {
    const Floor* floor = floorOf(path);
    if (!floor)
        return {std::string(path) + ": its folder has no row in the table of floors"};
    static const std::regex includeLine("(?:^|\\n)[ \\t]*#[ \\t]*include[ \\t]*([<\"])([^>\"\\n]+)[>\"]");
    std::vector<std::string> violations;
    const std::string source(text);
    for (std::sregex_iterator line(source.begin(), source.end(), includeLine), end; line != end; ++line) {
        const std::string header = (*line)[2];
        const std::string broken = (*line)[1] == "<" ? checkLibrary(path, *floor, header) : checkOwn(*floor, header);
        if (!broken.empty())
            violations.push_back(std::string(path) + ": " + broken);
    }
    return violations;
}

} // namespace lanescope
