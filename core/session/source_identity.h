// What a planned run would be made from, so that an index of it is only used for the very same files.
#pragma once

#include "core/cache/index_store.h"
#include "core/ingest/run_folder.h"

#include <optional>

namespace lanescope {

/// Of each file its path, and of its state the size, the time of the last change and a digest of head, middle and tail.
/// Nothing when a file cannot be told by these. O(files).
std::optional<SourceIdentity> identityOf(const LoadPlan& plan);

} // namespace lanescope
