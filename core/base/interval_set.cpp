#include "core/base/interval_set.h"

#include <algorithm>

namespace lanescope {

namespace {

/// Adds a span to a list kept minimal; `span.begin` must not lie before the last begin.
void appendMerged(std::vector<TimeSpan>& spans, TimeSpan span) {
    if (span.isEmpty())
        return;
    if (!spans.empty() && span.begin <= spans.back().end)
        spans.back().end = std::max(spans.back().end, span.end);
    else
        spans.push_back(span);
}

} // namespace

IntervalSet::IntervalSet(std::vector<TimeSpan> minimalSpans) : m_spans(std::move(minimalSpans)) {
    m_spans.shrink_to_fit();
    m_before.reserve(m_spans.size());
    TimeNs sum = 0;
    for (const TimeSpan& span : m_spans) {
        m_before.push_back(sum);
        sum += span.duration();
    }
}

IntervalSet IntervalSet::fromUnsorted(std::vector<TimeSpan> spans) {
    std::sort(spans.begin(), spans.end(), [](TimeSpan a, TimeSpan b) { return a.begin < b.begin; });
    return fromSorted(spans);
}

IntervalSet IntervalSet::fromSorted(std::span<const TimeSpan> spans) {
    std::vector<TimeSpan> merged;
    for (const TimeSpan& span : spans)
        appendMerged(merged, span);
    return IntervalSet(std::move(merged));
}

IntervalSet IntervalSet::unite(const IntervalSet& other) const {
    std::vector<TimeSpan> merged;
    merged.reserve(m_spans.size() + other.m_spans.size());
    auto a = m_spans.begin();
    auto b = other.m_spans.begin();
    while (a != m_spans.end() || b != other.m_spans.end()) {
        const bool takeA = b == other.m_spans.end() || (a != m_spans.end() && a->begin < b->begin);
        appendMerged(merged, takeA ? *a++ : *b++);
    }
    return IntervalSet(std::move(merged));
}

IntervalSet IntervalSet::intersect(const IntervalSet& other) const {
    std::vector<TimeSpan> common;
    auto a = m_spans.begin();
    auto b = other.m_spans.begin();
    while (a != m_spans.end() && b != other.m_spans.end()) {
        appendMerged(common, a->clippedTo(*b));
        (a->end < b->end ? a : b)++;
    }
    return IntervalSet(std::move(common));
}

IntervalSet IntervalSet::subtract(const IntervalSet& other) const {
    std::vector<TimeSpan> rest;
    auto cut = other.m_spans.begin();
    for (TimeSpan span : m_spans) {
        while (cut != other.m_spans.end() && cut->end <= span.begin)
            ++cut;
        for (auto c = cut; c != other.m_spans.end() && c->begin < span.end; ++c) {
            appendMerged(rest, {span.begin, c->begin});
            span.begin = c->end;
        }
        appendMerged(rest, span);
    }
    return IntervalSet(std::move(rest));
}

TimeNs IntervalSet::total() const { return m_spans.empty() ? 0 : m_before.back() + m_spans.back().duration(); }

TimeNs IntervalSet::coveredBefore(TimeNs t) const {
    const auto next =
        std::lower_bound(m_spans.begin(), m_spans.end(), t, [](TimeSpan s, TimeNs limit) { return s.begin < limit; });
    if (next == m_spans.begin())
        return 0;
    const auto last = next - 1;
    return m_before[static_cast<std::size_t>(last - m_spans.begin())] + std::min(t, last->end) - last->begin;
}

TimeNs IntervalSet::covered(TimeSpan window) const {
    return window.isEmpty() ? 0 : coveredBefore(window.end) - coveredBefore(window.begin);
}

std::span<const TimeSpan> IntervalSet::overlapping(TimeSpan window) const& {
    const auto first = std::lower_bound(m_spans.begin(), m_spans.end(), window.begin,
                                        [](TimeSpan s, TimeNs limit) { return s.end <= limit; });
    const auto last =
        std::lower_bound(first, m_spans.end(), window.end, [](TimeSpan s, TimeNs limit) { return s.begin < limit; });
    return {first, last};
}

bool IntervalSet::contains(TimeNs t) const { return !overlapping({t, t + 1}).empty(); }

} // namespace lanescope
