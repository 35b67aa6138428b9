#include "core/base/interval_set.h"

#include "core/base/count_while.h"

#include <algorithm>

namespace lanescope {

namespace {

constexpr std::size_t blockSpans = PackedColumn::blockSize;

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

IntervalSet::IntervalSet(std::span<const TimeSpan> minimalSpans) {
    PackedColumnWriter begins(minimalSpans.size());
    DurationColumnWriter lengths(minimalSpans.size());
    std::vector<FarValue> farBegins, farLengths;
    std::vector<TimeNs> before;
    before.reserve((minimalSpans.size() + blockSpans - 1) / blockSpans);
    std::int64_t block[blockSpans];
    for (std::size_t first = 0; first < minimalSpans.size(); first += blockSpans) {
        const auto spans = minimalSpans.subspan(first, std::min(blockSpans, minimalSpans.size() - first));
        before.push_back(m_total);
        for (std::size_t i = 0; i < spans.size(); ++i) {
            block[i] = spans[i].begin;
            lengths.set(first + i, spans[i].duration(), farLengths);
            m_total += spans[i].duration();
        }
        begins.setBlock(first, {block, spans.size()}, farBegins);
    }
    m_begins = begins.finish(std::move(farBegins));
    m_lengths = lengths.finish(std::move(farLengths));
    m_before = FrozenArray<TimeNs>(std::move(before));
}

IntervalSet IntervalSet::fromUnsorted(std::vector<TimeSpan> spans) {
    std::sort(spans.begin(), spans.end(), [](TimeSpan a, TimeSpan b) { return a.begin < b.begin; });
    return fromSorted(spans);
}

IntervalSet IntervalSet::fromSorted(std::span<const TimeSpan> spans) {
    std::vector<TimeSpan> merged;
    merged.reserve(spans.size());
    for (const TimeSpan& span : spans)
        appendMerged(merged, span);
    return IntervalSet(merged);
}

IntervalSet IntervalSet::unite(const IntervalSet& other) const {
    if (other.isEmpty())
        return *this;
    std::vector<TimeSpan> merged;
    merged.reserve(size() + other.size());
    std::size_t a = 0, b = 0;
    while (a < size() || b < other.size()) {
        const bool takeA = b == other.size() || (a < size() && m_begins[a] < other.m_begins[b]);
        appendMerged(merged, takeA ? (*this)[a++] : other[b++]);
    }
    return IntervalSet(merged);
}

IntervalSet IntervalSet::intersect(const IntervalSet& other) const {
    std::vector<TimeSpan> common;
    std::size_t a = 0, b = 0;
    while (a < size() && b < other.size()) {
        const TimeSpan x = (*this)[a], y = other[b];
        appendMerged(common, x.clippedTo(y));
        ++(x.end < y.end ? a : b);
    }
    return IntervalSet(common);
}

IntervalSet IntervalSet::subtract(const IntervalSet& other) const {
    if (other.isEmpty())
        return *this;
    std::vector<TimeSpan> rest;
    rest.reserve(size());
    std::size_t cut = 0;
    for (TimeSpan span : spans()) {
        while (cut < other.size() && other[cut].end <= span.begin)
            ++cut;
        for (std::size_t c = cut; c < other.size() && other.m_begins[c] < span.end; ++c) {
            const TimeSpan gone = other[c];
            appendMerged(rest, {span.begin, gone.begin});
            span.begin = gone.end;
        }
        appendMerged(rest, span);
    }
    return IntervalSet(rest);
}

std::size_t IntervalSet::begunBefore(TimeNs t) const {
    return countWhile(size(), [&](std::size_t i) { return m_begins[i] < t; });
}

std::size_t IntervalSet::endedBy(TimeNs t) const {
    return countWhile(size(), [&](std::size_t i) { return (*this)[i].end <= t; });
}

TimeNs IntervalSet::coveredBefore(TimeNs t) const {
    const std::size_t begun = begunBefore(t);
    if (begun == 0)
        return 0;
    const std::size_t last = begun - 1;
    TimeNs sum = m_before[last / blockSpans];
    for (std::size_t i = last / blockSpans * blockSpans; i < last; ++i)
        sum += m_lengths[i];
    return sum + std::min(t - m_begins[last], m_lengths[last]);
}

TimeNs IntervalSet::covered(TimeSpan window) const {
    return window.isEmpty() ? 0 : coveredBefore(window.end) - coveredBefore(window.begin);
}

IntervalSet::Spans IntervalSet::overlapping(TimeSpan window) const& {
    const std::size_t first = endedBy(window.begin);
    return {*this, first, std::max(first, begunBefore(window.end))};
}

bool IntervalSet::contains(TimeNs t) const { return !overlapping({t, t + 1}).empty(); }

bool operator==(const IntervalSet& a, const IntervalSet& b) {
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] != b[i])
            return false;
    return true;
}

} // namespace lanescope
