// Numbers for people: one place for units and digits.
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <string>

namespace lanescope {

/// Three significant figures with the unit that fits: "0 ns", "812 ns", "1.23 us", "45.6 ms", "2.00 s".
std::string formatDuration(TimeNs duration);
/// Exact, with thousands separated: "1,234,567 ns".
std::string formatNanoseconds(TimeNs duration);
/// An instant of a run, fit for a ruler whose ticks are `resolution` apart: "1.234 ms", "12.5 s".
std::string formatInstant(TimeNs instant, TimeNs resolution);
/// Decimal units (1 GB = 1e9 bytes), three significant figures: "1.05 MB".
std::string formatBytes(double bytes);
/// "41.9 GB/s" (1e9 bytes a second).
std::string formatBandwidth(double gigabytesPerSecond);
/// "63.0 %"; the argument is in percent.
std::string formatPercent(double percent);
/// "1,234,567".
std::string formatCount(std::int64_t count);
/// Significant figures without an exponent, trailing zeros kept ("2.00").
std::string formatSignificant(double value, int digits);

} // namespace lanescope
