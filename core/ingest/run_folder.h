// What a set of paths holds: which files are traces and which are companions, by their content.
#pragma once

#include "core/base/result.h"
#include "core/ingest/importer.h"
#include "core/model/run.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct PlannedFile {
    InputFile file;
    const Importer* importer = nullptr; // of traces that can be read
    bool isGiven = false;               // named by the user, not found in a folder
    std::optional<Error> error;         // why the file could not be looked at
};

/// The files in the order they were given or, within a folder, by name.
struct LoadPlan {
    std::string name; // of the folder or the first file
    std::vector<PlannedFile> files;
};

/// Judges decoded first bytes and base name; for roles whose code stands above this floor (cards).
using RoleRecognizer = std::function<std::optional<InputRole>(std::string_view head, std::string_view fileName)>;

/// Folders are searched four levels deep; hidden files and links to folders are passed over. Each path is looked at
/// once.
LoadPlan planRun(const std::vector<std::string>& paths, const RoleRecognizer& recognize);

} // namespace lanescope
