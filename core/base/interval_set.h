// IntervalSet: time covered by something, as sorted disjoint spans; the arithmetic of overlap.
//
//   communication {[0,10) [20,30)}, compute {[5,25)}
//   overlap = communication.intersect(compute)   -> {[5,10) [20,25)}, total 10
//   exposed = communication.subtract(compute)    -> {[0,5) [25,30)},  total 10
//   overlap.total() + exposed.total() == communication.total()   always
#pragma once

#include "core/base/time.h"

#include <cstddef>
#include <span>
#include <vector>

namespace lanescope {

/// Minimal: spans are non-empty, sorted, and neither overlap nor touch. Immutable once made.
class IntervalSet {
public:
    IntervalSet() = default;
    /// O(n log n); empty spans are ignored.
    static IntervalSet fromUnsorted(std::vector<TimeSpan> spans);
    /// O(n); `spans` sorted by begin.
    static IntervalSet fromSorted(std::span<const TimeSpan> spans);

    /// Each O(n + m).
    IntervalSet unite(const IntervalSet& other) const;
    IntervalSet intersect(const IntervalSet& other) const;
    IntervalSet subtract(const IntervalSet& other) const;

    /// O(1).
    TimeNs total() const;
    /// Length of the common part with `window`, O(log n).
    TimeNs covered(TimeSpan window) const;
    /// The spans that reach into `window`, unclipped; O(log n).
    std::span<const TimeSpan> overlapping(TimeSpan window) const&;
    std::span<const TimeSpan> overlapping(TimeSpan window) && = delete;
    /// True when `t` lies in one of the spans, O(log n).
    bool contains(TimeNs t) const;

    std::span<const TimeSpan> spans() const& { return m_spans; }
    std::span<const TimeSpan> spans() && = delete; // would point into a set that is gone
    bool isEmpty() const { return m_spans.empty(); }
    std::size_t size() const { return m_spans.size(); }
    friend bool operator==(const IntervalSet& a, const IntervalSet& b) { return a.m_spans == b.m_spans; }

private:
    explicit IntervalSet(std::vector<TimeSpan> minimalSpans);
    TimeNs coveredBefore(TimeNs t) const;

    std::vector<TimeSpan> m_spans;
    std::vector<TimeNs> m_before; // m_before[i]: total length of the spans before span i
};

} // namespace lanescope
