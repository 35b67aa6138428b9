// Opens paths as one run: traces, card and companions, indexed and checked against each other.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/session/loaded_run.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lanescope {

struct OpenOptions {
    unsigned threads = 0;                                // 0: as many as the machine has
    std::shared_ptr<const IndexStore> indexes = nullptr; // of runs opened before; null: neither used nor written
    /// Called on a worker thread, at intervals while the traces are read and never after openRun() has returned, with a
    /// run of what has been read so far. May be empty.
    std::function<void(std::shared_ptr<const LoadedRun>)> onSnapshot = nullptr;
};

/// An Error only when cancelled: what could not be opened is said in the run (Run::opens is No, files and diagnostics
/// tell why). A path that is a card alone stands for the folder it lies in.
Result<LoadedRun> openRun(const std::vector<std::string>& paths, const OpenOptions& options, Progress& progress);

/// Writes a file from which the run opens anywhere without its sources. Bytes written.
Result<std::uint64_t> exportIndex(const LoadedRun& loaded, const std::string& path, const Progress& progress);

/// Keeps the index of a run for the next time; 0 when there is nothing to keep: it came from its index, its sources
/// changed meanwhile, or opening it takes no time. Else the bytes written.
Result<std::uint64_t> saveIndex(const LoadedRun& loaded, const Progress& progress);

} // namespace lanescope
