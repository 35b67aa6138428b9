// From a scalar's text to its value: the rules of YAML 1.2, what the field must be, and every surprise told.
#pragma once

#include "core/card/card_fields.h"
#include "core/card/card_finding.h"
#include "core/card/workload_card.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// The value by the YAML 1.2 core schema alone: 8e9 and 0o10 are numbers, "no" and 1_000 are text, 010 is ten.
CardScalar scalarByYaml(std::string_view plainText);

/// Types every scalar below `node` by its path; what readers of YAML 1.1 and 1.2 take differently, or what is not what
/// its field must be, becomes a finding. Versions and names stay text as written (2.20 is not 2.2); "no" is false where
/// a boolean must stand; 8e9 is an integer where one must stand.
void typeScalars(CardNode& node, const std::string& path, std::vector<CardFinding>& findings);

} // namespace lanescope
