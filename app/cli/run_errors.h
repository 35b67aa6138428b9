// Why a run could not be opened, on standard error.
#pragma once

#include "core/model/run.h"

namespace lanescope {

/// A line an error, for who reads no JSON.
void tellErrors(const Run& run);

} // namespace lanescope
