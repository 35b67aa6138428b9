// Which files a set of paths stands for, each once, and what was passed over on the way.
#pragma once

#include "core/model/diagnostics.h"

#include <optional>
#include <string>
#include <vector>

namespace lanescope {

/// A file to look at, or a path that was passed over.
struct ListedFile {
    std::string path;
    bool isGiven = false;              // named by the user, not found in a folder
    std::optional<Diagnostic> finding; // why it was passed over; its file is not set
};

/// The files in the order they were given or, within a folder, by name. Folders are searched four levels deep; hidden
/// files and links to folders are left out. A file that several paths lead to is listed under the first, a link only
/// when its target is not; the others are passed over.
std::vector<ListedFile> listFiles(const std::vector<std::string>& paths);

} // namespace lanescope
