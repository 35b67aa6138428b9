// Reads a workload card: whatever is wrong with it becomes findings, never an exception.
#pragma once

#include "core/card/card_finding.h"
#include "core/card/workload_card.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// A card, unless it could not be read at all; then the findings hold an Error that says why and where.
struct CardReading {
    std::optional<WorkloadCard> card;
    std::vector<CardFinding> findings; // in the order of their lines
};

/// Reads YAML text in any line ends, with or without byte order mark. Time and memory are bounded for hostile text.
CardReading readCardText(std::string_view bytes);

/// The same from a file.
CardReading readCard(const std::string& path);

} // namespace lanescope
