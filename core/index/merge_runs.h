// Sorting what is mostly sorted: the slices of a few rows, one row after another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace lanescope {

/// Stable sort by merging the ascending runs that `items` already consists of; O(n log runs), O(n) for one run.
template <class T, class Before>
void mergeRuns(std::vector<T>& items, Before before) {
    std::vector<std::size_t> bounds{0}; // run i is [bounds[i], bounds[i + 1])
    for (std::size_t i = 1; i < items.size(); ++i)
        if (before(items[i], items[i - 1]))
            bounds.push_back(i);
    bounds.push_back(items.size());
    if (bounds.size() == 2)
        return;
    std::vector<T> merged(items.size());
    const auto at = [&](std::vector<T>& of, std::size_t i) { return of.begin() + static_cast<std::ptrdiff_t>(i); };
    while (bounds.size() > 2) {
        std::vector<std::size_t> pairs{0};
        for (std::size_t i = 0; i + 1 < bounds.size(); i += 2) {
            const std::size_t end = bounds[std::min(i + 2, bounds.size() - 1)];
            std::merge(at(items, bounds[i]), at(items, bounds[i + 1]), at(items, bounds[i + 1]), at(items, end),
                       at(merged, bounds[i]), before);
            pairs.push_back(end);
        }
        items.swap(merged);
        bounds = std::move(pairs);
    }
}

} // namespace lanescope
