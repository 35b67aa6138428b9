// The rank that a trace's file name states.
#pragma once

#include <optional>
#include <string_view>

namespace lanescope {

/// "rank0_trace.json" 0, "rank-34.Jul_15.pt.trace.json" 34, "megatron_kineto_6.json.gz" 6,
/// "1782-TP-2-DECODE.trace.json" 2, "worker3.1623.pt.trace.json" 3; nothing when the name states none.
std::optional<int> rankFromFileName(std::string_view fileName);

} // namespace lanescope
