// Chrome trace JSON: PyTorch Kineto and everything else that writes trace events.
#pragma once

#include "core/ingest/importer.h"

namespace lanescope {

std::unique_ptr<Importer> makeChromeTraceImporter();

} // namespace lanescope
