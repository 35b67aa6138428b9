// Numbers from text without a detour over double.
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope {

/// Microseconds written in decimal ("12", "-0.5", "1.7e15", "5.1") as integer nanoseconds, rounded to the
/// nearest, halves away from zero. Nothing when the whole text is no such number or lies outside 64 bits.
/// Blanks around it are not allowed. O(length).
std::optional<TimeNs> nanosecondsFromMicroseconds(std::string_view text);

/// A whole 64-bit decimal integer ("-12"), nothing else around it.
std::optional<std::int64_t> integerFromText(std::string_view text);

/// A whole decimal number, as strtod in the C locale would read it; "inf" and "nan" are none.
std::optional<double> doubleFromText(std::string_view text);

} // namespace lanescope
