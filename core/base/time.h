// Time as Lanescope knows it: integer nanoseconds and half-open spans.
#pragma once

#include <algorithm>
#include <cstdint>

namespace lanescope {

/// Nanoseconds since the run's origin (the origin itself stands once, in Run).
using TimeNs = std::int64_t;

/// The half-open span [begin, end); empty when end <= begin.
struct TimeSpan {
    TimeNs begin = 0;
    TimeNs end = 0;

    constexpr TimeNs duration() const { return isEmpty() ? 0 : end - begin; }
    constexpr bool isEmpty() const { return end <= begin; }
    constexpr bool contains(TimeNs t) const { return t >= begin && t < end; }
    constexpr bool overlaps(TimeSpan other) const { return begin < other.end && other.begin < end; }
    /// The common part; empty when there is none.
    constexpr TimeSpan clippedTo(TimeSpan other) const {
        return {std::max(begin, other.begin), std::min(end, other.end)};
    }
    friend constexpr bool operator==(TimeSpan, TimeSpan) = default;
};

/// a + b, held at the ends of the range instead of overflowing.
constexpr TimeNs saturatingAdd(TimeNs a, TimeNs b) {
    TimeNs sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        return b > 0 ? INT64_MAX : INT64_MIN;
    return sum;
}

/// a - b, held at the ends of the range instead of overflowing.
constexpr TimeNs saturatingSubtract(TimeNs a, TimeNs b) {
    TimeNs difference = 0;
    if (__builtin_sub_overflow(a, b, &difference))
        return b < 0 ? INT64_MAX : INT64_MIN;
    return difference;
}

} // namespace lanescope
