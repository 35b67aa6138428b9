// Everything the trace says of one slice, read again when it is asked for.
#pragma once

#include "core/ingest/event_reader.h"
#include "core/session/loaded_run.h"

namespace lanescope {

/// O(1) in plain files and where the text of compressed ones is kept (saveTexts(), exportIndex()); else the trace is
/// decoded up to the event.
Result<EventText> readArguments(const LoadedRun& loaded, SliceId slice);

/// Keeps the text of compressed traces beside the index; 0 when there is nothing to keep, else the bytes written.
Result<std::uint64_t> saveTexts(const LoadedRun& loaded, const Progress& progress);

/// Writes the texts of all traces, or of the compressed ones, into an index file.
Result<std::vector<StoredText>> storeTextsOf(const Run& run, bool areAll, IndexFileWriter& file,
                                             const Progress& progress);

} // namespace lanescope
