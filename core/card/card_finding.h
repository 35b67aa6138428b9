// What was odd in a workload card, and where.
#pragma once

#include "core/model/diagnostics.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope {

/// One finding about the card; findings never stop a trace from opening.
struct CardFinding {
    Severity severity = Severity::Warning;
    std::string code;                    // kebab-case, e.g. "duplicate-key"
    std::string message;                 // one sentence: what was found and what was done about it
    std::optional<std::uint32_t> line;   // 1-based
    std::optional<std::uint32_t> column; // 1-based, in bytes
    std::string key;                     // dotted path, empty when the finding is about no key
};

} // namespace lanescope
