// What a set of paths holds: which files are traces and which are companions, by their content.
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/ingest/file_stamp.h"
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
    std::optional<FileStamp> stamp;     // taken before its first byte was read
    std::optional<Diagnostic> finding;  // why it was passed over or could not be looked at; its file is not set
};

/// The files in the order they were given or, within a folder, by name.
struct LoadPlan {
    std::string name; // of the folder or the first file
    std::vector<PlannedFile> files;
};

/// Judges decoded first bytes and base name; for roles whose code stands above this floor (cards).
using RoleRecognizer = std::function<std::optional<InputRole>(std::string_view head, std::string_view fileName)>;

/// Looks at the first bytes of each file that listFiles() names, on up to `threads` threads at once; `recognize` is
/// called from all of them. Once cancelled the plan is incomplete and of no use.
LoadPlan planRun(const std::vector<std::string>& paths, const RoleRecognizer& recognize, Progress& progress,
                 unsigned threads);

/// What an error that kept a file from being read is called in the run.
Diagnostic failureOf(const Error& error);

} // namespace lanescope
