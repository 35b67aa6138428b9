// Sizes of tensor elements, by the names that profilers write.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope {

/// Bytes of one element of "BFloat16", "Float", "c10::Half", "Float8_e4m3fn", ...; nothing for unknown names.
std::optional<std::int64_t> elementBytes(std::string_view dtype);

} // namespace lanescope
