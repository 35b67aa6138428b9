// From a plan to a frozen run: imports the traces side by side, settles ranks, and lets RunBuilder merge.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/ingest/run_folder.h"
#include "core/ingest/snapshot_maker.h"
#include "core/model/run.h"

#include <memory>

namespace lanescope {

/// An Error only when cancelled: a run that could not be opened still says why, file by file (Run::opens is No).
/// `threads` are shared among the files. The run does not depend on their number, nor on whether snapshots of it are
/// shown while it loads.
Result<std::shared_ptr<const Run>> loadRun(LoadPlan plan, Progress& progress, unsigned threads,
                                           SnapshotMaker::Show showSnapshot = {});

} // namespace lanescope
