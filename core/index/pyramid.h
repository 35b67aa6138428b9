// Pyramid: busy share and dominant class of a stretch of a row at halving time resolutions.
#pragma once

#include "core/base/frozen_array.h"
#include "core/base/time.h"
#include "core/index/color_class.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

/// Per column: time covered by each class.
using ClassTimes = std::array<float, colorClassCount>;

/// Each level has half the buckets of the one before; 2 bytes a bucket. Busy share and dominant class are exact per
/// bucket before rounding to 1/255; a bucket that holds any time is never rounded to nothing.
class Pyramid {
public:
    Pyramid() = default;

    TimeSpan span() const { return m_span; }
    /// Width of the narrowest buckets, in ns.
    double finestWidth() const;
    /// Adds what lies in `window` to its equal parts `columns`, from the widest buckets not wider than `widest`
    /// (or the narrowest there are). O(buckets in the window).
    void addTo(std::span<ClassTimes> columns, TimeSpan window, double widest) const;
    std::size_t bytes() const { return m_buckets.bytes(); }

private:
    friend class PyramidBuilder;
    friend class Layout;
    struct Bucket {
        std::uint8_t busy = 0; // share of 255
        ColorClass dominant = ColorClass::Other;
    };
    struct Level {
        std::size_t first = 0, count = 0; // stretch of m_buckets
        int shift = 0;                    // a bucket is 2^shift ns wide
    };
    Level finestLevel() const { return {0, m_finestCount, m_finestShift}; }
    /// The next level up; only below the single bucket at the top.
    static Level above(Level level) { return {level.first + level.count, (level.count + 1) / 2, level.shift + 1}; }
    Level levelFor(double widest) const;

    TimeSpan m_span;
    std::size_t m_finestCount = 0;
    int m_finestShift = 0;
    FrozenArray<Bucket> m_buckets; // finest level first
};

/// Makes a pyramid from slices handed over one by one; holds one open bucket a level and no slice.
class PyramidBuilder {
public:
    /// For `count` slices within `span`; the finest buckets hold `slicesPerBucket` of them or fewer, down to half, on
    /// average.
    PyramidBuilder(TimeSpan span, std::size_t count, std::size_t slicesPerBucket);
    /// Slices come sorted and disjoint. Amortised O(1 + finest buckets it touches).
    void add(TimeSpan slice, ColorClass colorClass);
    Pyramid finish();

private:
    struct Open {
        Pyramid::Level level;
        std::uint64_t bucket = 0;
        std::array<TimeNs, colorClassCount> times{};
        bool isEmpty = true;
    };
    /// The open bucket of a level, moved to `bucket`.
    Open& openAt(std::size_t level, std::uint64_t bucket);
    void close(std::size_t level); // writes the bucket and hands its times to the level above

    Pyramid m_pyramid;
    std::vector<Pyramid::Bucket> m_buckets;
    std::vector<Open> m_open;
};

} // namespace lanescope
