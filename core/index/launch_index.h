// LaunchIndex: which host call launched a device slice, by correlation id (never 0), within one file.
#pragma once

#include "core/base/progress.h"
#include "core/model/run.h"

#include <span>
#include <vector>

namespace lanescope {

class LaunchIndex {
public:
    LaunchIndex() = default;
    /// O(n log rows). Throws GivenUp.
    LaunchIndex(const Run& run, const Progress& progress);
    /// The runtime call that launched this device slice; none when the trace has none. O(log n).
    SliceId launchOf(SliceId deviceSlice) const;
    /// The device slices a runtime call launched (a graph launch has many), sorted by start; O(log n + answer).
    std::vector<SliceId> launchedBy(SliceId hostSlice) const;

private:
    friend class Layout;
    using Slices = FrozenArray<SliceId>;
    /// Of one file, sorted by correlation; those of one of them.
    std::span<const SliceId> slicesOf(const Slices& slices, std::uint32_t correlation) const;

    std::vector<Slices> m_hostCalls; // by file, sorted by correlation and id
    std::vector<Slices> m_deviceSlices;
    const Run* m_run = nullptr;
};

} // namespace lanescope
