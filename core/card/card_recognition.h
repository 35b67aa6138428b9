// Tells a workload card from the other files of a data point.
#pragma once

#include <string_view>

namespace lanescope {

/// Judges the first bytes of a file (64 KiB do) and its base name: YAML with the top-level keys of a card, broken
/// cards included. Other YAML files of a data point (gpu_step_score_config.yaml, trace_meta.yaml) are none. An empty
/// or unusual file counts only when its name calls it a card ("card.yaml", "workload-card.yml").
bool looksLikeCard(std::string_view head, std::string_view fileName);

} // namespace lanescope
