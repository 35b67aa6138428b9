// Pyramid: busy share and dominant class of a stretch of a row at halving time resolutions.
#pragma once

#include "core/base/time.h"
#include "core/index/color_class.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

/// A slice as the pyramid needs it.
struct TimedClass {
    TimeSpan span;
    ColorClass colorClass = ColorClass::Other;
};

/// Per column: time covered by each class.
using ClassTimes = std::array<float, colorClassCount>;

/// Level 0 has about `slicesPerBucket` slices a bucket, each further level half as many buckets; 2 bytes a bucket. Busy
/// share and dominant class are exact per bucket before rounding to 1/255.
class Pyramid {
public:
    Pyramid() = default;
    /// `slices` sorted and disjoint. O(slices + buckets x levels).
    Pyramid(std::span<const TimedClass> slices, std::size_t slicesPerBucket);

    TimeSpan span() const { return m_span; }
    /// Width of the narrowest buckets, in ns; 0 when empty.
    TimeNs finestWidth() const { return m_levels.empty() ? 0 : TimeNs{1} << m_baseShift; }
    /// Adds what lies in `window` to its equal parts `columns`, from the widest buckets not wider than `widest`
    /// (or the narrowest there are). O(buckets in the window).
    void addTo(std::span<ClassTimes> columns, TimeSpan window, double widest) const;
    std::size_t bytes() const;

private:
    struct Bucket {
        std::uint8_t busy = 0; // share of 255
        ColorClass dominant = ColorClass::Other;
    };
    TimeSpan m_span;
    int m_baseShift = 0; // bucket width at level 0 is 2^shift ns
    std::vector<std::vector<Bucket>> m_levels;

    friend class PyramidBuilder;
};

} // namespace lanescope
