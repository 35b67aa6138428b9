// RunBuilder: the only writer of a Run. Takes each file's fragments, merges, sorts, packs rows, pairs begins
// with ends, flows and steps, and freezes the whole.
//
//   RunBuilder builder;
//   FileId file = builder.addFile(inputFile);
//   builder.addTrace(file, std::move(importedTrace));
//   std::shared_ptr<const Run> run = builder.finish("my run", progress);
#pragma once

#include "core/base/progress.h"
#include "core/model/run.h"
#include "core/model/trace_fragment.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lanescope {

/// Files may be added in any order; the frozen run does not depend on it (files are sorted by rank, then path).
class RunBuilder {
public:
    RunBuilder();
    ~RunBuilder();
    RunBuilder(const RunBuilder&) = delete;
    RunBuilder& operator=(const RunBuilder&) = delete;

    FileId addFile(InputFile file);
    InputFile& file(FileId id);
    /// The events of a trace file. keptSlices, droppedSlices and events of the file are filled by finish().
    void addTrace(FileId file, ImportedTrace trace);
    /// A finding about the run, or about a file as a whole.
    void addDiagnostic(Diagnostic diagnostic);

    /// Freezes. `threads` work in parallel, per file and per track; the result does not depend on their number. O(n log
    /// n). Returns null when cancelled.
    std::shared_ptr<const Run> finish(std::string name, Progress& progress, unsigned threads = 1);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope
