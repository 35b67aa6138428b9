#include "core/base/format.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lanescope {

namespace {

std::string fixed(double value, int decimals) {
    char buffer[400];
    std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
    return buffer;
}

struct Unit {
    double size; // in base units
    const char* name;
};

/// The largest unit in which the value, rounded to three figures, is at least 1.
template <std::size_t N>
std::string withUnit(double value, const Unit (&units)[N]) {
    const Unit* unit = &units[0];
    for (const Unit& candidate : units)
        if (std::abs(value) >= candidate.size * 0.9995)
            unit = &candidate;
    return formatSignificant(value / unit->size, 3) + " " + unit->name;
}

constexpr Unit timeUnits[] = {{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}};
constexpr Unit byteUnits[] = {{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}};

} // namespace

std::string formatSignificant(double value, int digits) {
    if (value == 0 || !std::isfinite(value))
        return fixed(value, 0);
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
    const int decimals = std::max(0, digits - 1 - exponent);
    const std::string text = fixed(value, decimals);
    const double rounded = std::abs(std::stod(text)); // 9.996 -> "10.00": one digit too many
    if (decimals > 0 && rounded >= std::pow(10, exponent + 1))
        return fixed(value, decimals - 1);
    return text;
}

std::string formatDuration(TimeNs duration) {
    if (duration > -1000 && duration < 1000)
        return std::to_string(duration) + " ns";
    return withUnit(static_cast<double>(duration), timeUnits);
}

std::string formatNanoseconds(TimeNs duration) { return formatCount(duration) + " ns"; }

std::string formatInstant(TimeNs instant, TimeNs resolution) {
    const TimeNs reach = std::max(std::abs(instant), resolution);
    const Unit& unit = reach >= 1000000000 ? timeUnits[3]
                       : reach >= 1000000  ? timeUnits[2]
                       : reach >= 1000     ? timeUnits[1]
                                           : timeUnits[0];
    int decimals = 0;
    for (double step = static_cast<double>(std::max<TimeNs>(resolution, 1)) / unit.size; step < 0.9995 && decimals < 9;
         step *= 10)
        ++decimals;
    return fixed(static_cast<double>(instant) / unit.size, decimals) + " " + unit.name;
}

std::string formatBytes(double bytes) {
    if (std::abs(bytes) < 1000 && bytes == std::floor(bytes))
        return fixed(bytes, 0) + " B";
    return withUnit(bytes, byteUnits);
}

std::string formatBandwidth(double gigabytesPerSecond) { return formatSignificant(gigabytesPerSecond, 3) + " GB/s"; }

std::string formatPercent(double percent) { return formatSignificant(percent, 3) + " %"; }

std::string formatCount(std::int64_t count) {
    std::string digits = std::to_string(count);
    const std::size_t sign = count < 0 ? 1 : 0;
    for (std::size_t i = digits.size(); i > sign + 3; i -= 3)
        digits.insert(i - 3, ",");
    return digits;
}

} // namespace lanescope
