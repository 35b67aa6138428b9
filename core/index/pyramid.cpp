#include "core/index/pyramid.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lanescope {

PyramidBuilder::PyramidBuilder(TimeSpan span, std::size_t count, std::size_t slicesPerBucket) {
    const auto length = static_cast<std::uint64_t>(span.duration());
    const std::uint64_t buckets = std::max<std::uint64_t>(1, count / slicesPerBucket);
    m_pyramid.m_span = span;
    m_pyramid.m_finestShift = static_cast<int>(std::bit_width(std::max<std::uint64_t>(1, length / buckets))) - 1;
    m_pyramid.m_finestCount = static_cast<std::size_t>(length >> m_pyramid.m_finestShift) + 1;
    Pyramid::Level level = m_pyramid.finestLevel();
    m_open.push_back({level, 0, {}, true});
    while (level.count > 1) {
        level = Pyramid::above(level);
        m_open.push_back({level, 0, {}, true});
    }
    m_buckets.resize(level.first + level.count);
}

PyramidBuilder::Open& PyramidBuilder::openAt(std::size_t level, std::uint64_t bucket) {
    if (m_open[level].bucket != bucket)
        close(level);
    m_open[level].bucket = bucket;
    m_open[level].isEmpty = false;
    return m_open[level];
}

void PyramidBuilder::add(TimeSpan slice, ColorClass colorClass) {
    const int shift = m_pyramid.m_finestShift;
    const auto end = static_cast<std::uint64_t>(slice.end - m_pyramid.m_span.begin);
    for (auto at = static_cast<std::uint64_t>(slice.begin - m_pyramid.m_span.begin); at < end;) {
        const std::uint64_t bucket = at >> shift;
        const std::uint64_t until = std::min(end, (bucket + 1) << shift);
        openAt(0, bucket).times[static_cast<std::size_t>(colorClass)] += static_cast<TimeNs>(until - at);
        at = until;
    }
}

void PyramidBuilder::close(std::size_t level) {
    Open& open = m_open[level];
    if (open.isEmpty)
        return;
    TimeNs busy = 0;
    for (const TimeNs time : open.times)
        busy += time;
    const auto dominant = std::max_element(open.times.begin(), open.times.end()) - open.times.begin();
    const double share = std::ldexp(static_cast<double>(busy), -open.level.shift);
    m_buckets[open.level.first + open.bucket] = {
        static_cast<std::uint8_t>(std::clamp(std::lround(255 * share), 1L, 255L)), static_cast<ColorClass>(dominant)};
    if (level + 1 < m_open.size()) {
        Open& parent = openAt(level + 1, open.bucket / 2);
        for (std::size_t i = 0; i < colorClassCount; ++i)
            parent.times[i] += open.times[i];
    }
    open.times = {};
    open.isEmpty = true;
}

Pyramid PyramidBuilder::finish() {
    for (std::size_t level = 0; level < m_open.size(); ++level)
        close(level);
    m_pyramid.m_buckets = FrozenArray<Pyramid::Bucket>(std::move(m_buckets));
    return std::move(m_pyramid);
}

double Pyramid::finestWidth() const { return std::ldexp(1.0, m_finestShift); }

Pyramid::Level Pyramid::levelFor(double widest) const {
    Level level = finestLevel();
    while (level.count > 1 && std::ldexp(1.0, level.shift + 1) <= widest)
        level = above(level);
    return level;
}

void Pyramid::addTo(std::span<ClassTimes> columns, TimeSpan window, double widest) const {
    const TimeSpan view = window.clippedTo(m_span);
    if (view.isEmpty())
        return;
    const Level level = levelFor(widest);
    const double columnsPerNs = static_cast<double>(columns.size()) / static_cast<double>(window.duration());
    const double bucketColumns = std::ldexp(1.0, level.shift) * columnsPerNs;
    const double origin = static_cast<double>(m_span.begin - window.begin) * columnsPerNs;
    const auto columnCount = static_cast<double>(columns.size());
    const auto first = static_cast<std::uint64_t>(view.begin - m_span.begin) >> level.shift;
    const auto last = static_cast<std::uint64_t>(view.end - 1 - m_span.begin) >> level.shift;
    for (std::uint64_t i = first; i <= last; ++i) {
        const Bucket bucket = m_buckets[level.first + i];
        if (bucket.busy == 0)
            continue;
        const double x1 = std::min(origin + static_cast<double>(i + 1) * bucketColumns, columnCount);
        const double share = bucket.busy / 255.0;
        for (double x = std::max(0.0, origin + static_cast<double>(i) * bucketColumns); x < x1;) {
            const auto column = static_cast<std::size_t>(x);
            const double next = std::min(x1, static_cast<double>(column) + 1);
            columns[column][static_cast<std::size_t>(bucket.dominant)] += static_cast<float>(share * (next - x));
            x = next;
        }
    }
}

} // namespace lanescope
