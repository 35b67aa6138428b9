// Binary search over row numbers, for tables that are no plain arrays.
#pragma once

#include <cstddef>

namespace lanescope {

/// How many of `count` rows come before the first for which `isBefore` does not hold; it holds for none behind that.
/// O(log count).
template <class IsBefore>
std::size_t countWhile(std::size_t count, IsBefore isBefore) {
    std::size_t low = 0;
    while (count > 0) {
        const std::size_t half = count / 2;
        if (isBefore(low + half)) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return low;
}

} // namespace lanescope
