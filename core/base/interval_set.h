// IntervalSet: time covered by something, as sorted disjoint spans; the arithmetic of overlap.
//
//   communication {[0,10) [20,30)}, compute {[5,25)}
//   overlap = communication.intersect(compute)   -> {[5,10) [20,25)}, total 10
//   exposed = communication.subtract(compute)    -> {[0,5) [25,30)},  total 10
//   overlap.total() + exposed.total() == communication.total()   always
#pragma once

#include "core/base/packed_column.h"
#include "core/base/time.h"

#include <cstddef>
#include <iterator>
#include <span>
#include <vector>

namespace lanescope {

/// Minimal: spans are non-empty, sorted, and neither overlap nor touch. Immutable once made. Little more than eight
/// bytes a span.
class IntervalSet {
public:
    /// Some of a set's spans, one behind the other; the set must outlive it.
    class Spans {
    public:
        class Iterator {
        public:
            using iterator_category = std::input_iterator_tag;
            using value_type = TimeSpan;
            using difference_type = std::ptrdiff_t;
            using pointer = const TimeSpan*;
            using reference = TimeSpan;
            Iterator(const IntervalSet& set, std::size_t at) : m_set(&set), m_at(at) {}
            TimeSpan operator*() const { return (*m_set)[m_at]; }
            Iterator& operator++() {
                ++m_at;
                return *this;
            }
            friend bool operator==(const Iterator& a, const Iterator& b) { return a.m_at == b.m_at; }

        private:
            const IntervalSet* m_set;
            std::size_t m_at;
        };

        Spans(const IntervalSet& set, std::size_t first, std::size_t last)
            : m_set(&set), m_first(first), m_last(last) {}
        std::size_t size() const { return m_last - m_first; }
        bool empty() const { return m_first == m_last; }
        TimeSpan operator[](std::size_t i) const { return (*m_set)[m_first + i]; }
        Iterator begin() const { return {*m_set, m_first}; }
        Iterator end() const { return {*m_set, m_last}; }

    private:
        const IntervalSet* m_set;
        std::size_t m_first, m_last;
    };

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
    TimeNs total() const { return m_total; }
    /// Length of the common part with `window`, O(log n).
    TimeNs covered(TimeSpan window) const;
    /// The spans that reach into `window`, unclipped; O(log n).
    Spans overlapping(TimeSpan window) const&;
    Spans overlapping(TimeSpan window) && = delete;
    /// True when `t` lies in one of the spans, O(log n).
    bool contains(TimeNs t) const;

    TimeSpan operator[](std::size_t i) const {
        const TimeNs begin = m_begins[i];
        return {begin, begin + m_lengths[i]};
    }
    Spans spans() const& { return {*this, 0, size()}; }
    Spans spans() && = delete; // would point into a set that is gone
    bool isEmpty() const { return size() == 0; }
    std::size_t size() const { return m_begins.size(); }
    std::size_t bytes() const { return m_begins.bytes() + m_lengths.bytes() + m_before.bytes(); }
    friend bool operator==(const IntervalSet& a, const IntervalSet& b);

private:
    friend class Layout;
    explicit IntervalSet(std::span<const TimeSpan> minimalSpans);
    /// Number of spans, from the front, that begin / end before `t`.
    std::size_t begunBefore(TimeNs t) const;
    std::size_t endedBy(TimeNs t) const;
    TimeNs coveredBefore(TimeNs t) const;

    PackedColumn m_begins;
    DurationColumn m_lengths;
    FrozenArray<TimeNs> m_before; // total length of the spans before each 64th
    TimeNs m_total = 0;
};

} // namespace lanescope
