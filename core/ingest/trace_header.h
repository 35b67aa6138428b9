// What a Chrome trace says of itself beside its events.
#pragma once

#include "core/model/trace_fragment.h"

#include <string_view>

namespace lanescope {

/// True for the keys at the top of a document whose values are used.
bool isHeaderKey(std::string_view key);
/// `json`: the value of such a key as strict JSON; values of another shape are passed over.
void useHeaderValue(std::string_view key, std::string_view json, ImportedTrace& trace);
/// "xla-json", "kineto-json" or "chrome-json". `hasKinetoKeys`: a header key was found.
std::string_view formatOf(const ImportedTrace& trace, bool hasKinetoKeys);

} // namespace lanescope
