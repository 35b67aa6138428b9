#include "core/index/pyramid.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lanescope {

/// Streams slices through all levels at once; a level's bucket is closed when the stream leaves it.
class PyramidBuilder {
public:
    PyramidBuilder(Pyramid& pyramid, std::size_t levels) : m_pyramid(pyramid), m_open(levels) {
        pyramid.m_levels.resize(levels);
    }

    void add(const TimedClass& slice) {
        for (std::size_t level = 0; level < m_open.size(); ++level)
            addAt(level, slice);
    }

    void finish() {
        for (std::size_t level = 0; level < m_open.size(); ++level) {
            close(level);
            m_pyramid.m_levels[level].shrink_to_fit();
        }
    }

private:
    struct Open {
        std::uint64_t bucket = 0;
        std::array<TimeNs, colorClassCount> times{};
        bool isEmpty = true;
    };

    void addAt(std::size_t level, const TimedClass& slice) {
        const int shift = m_pyramid.m_baseShift + static_cast<int>(level);
        const auto begin = static_cast<std::uint64_t>(slice.span.begin - m_pyramid.m_span.begin);
        const auto end = static_cast<std::uint64_t>(slice.span.end - m_pyramid.m_span.begin);
        for (std::uint64_t at = begin; at < end;) {
            const std::uint64_t bucket = at >> shift;
            const std::uint64_t until = std::min(end, (bucket + 1) << shift);
            if (m_open[level].bucket != bucket)
                close(level);
            m_open[level].bucket = bucket;
            m_open[level].times[static_cast<std::size_t>(slice.colorClass)] += static_cast<TimeNs>(until - at);
            m_open[level].isEmpty = false;
            at = until;
        }
    }

    void close(std::size_t level) {
        Open& open = m_open[level];
        if (open.isEmpty)
            return;
        TimeNs busy = 0;
        for (const TimeNs time : open.times)
            busy += time;
        const auto dominant = std::max_element(open.times.begin(), open.times.end()) - open.times.begin();
        auto& buckets = m_pyramid.m_levels[level];
        buckets.resize(open.bucket + 1);
        const double width = std::ldexp(1.0, m_pyramid.m_baseShift + static_cast<int>(level));
        buckets[open.bucket] = {static_cast<std::uint8_t>(std::lround(255.0 * static_cast<double>(busy) / width)),
                                static_cast<ColorClass>(dominant)};
        open.times = {};
        open.isEmpty = true;
    }

    Pyramid& m_pyramid;
    std::vector<Open> m_open;
};

Pyramid::Pyramid(std::span<const TimedClass> slices, std::size_t slicesPerBucket) {
    if (slices.empty())
        return;
    m_span = {slices.front().span.begin, slices.back().span.end};
    const auto buckets = std::max<std::uint64_t>(1, slices.size() / slicesPerBucket);
    const std::uint64_t width = static_cast<std::uint64_t>(m_span.duration()) / buckets + 1;
    m_baseShift = static_cast<int>(std::bit_width(width - 1));
    const std::uint64_t finest = (static_cast<std::uint64_t>(m_span.duration()) >> m_baseShift) + 1;
    PyramidBuilder builder(*this, static_cast<std::size_t>(std::bit_width(finest)));
    for (const TimedClass& slice : slices)
        builder.add(slice);
    builder.finish();
}

void Pyramid::addTo(std::span<ClassTimes> columns, TimeSpan window, double widest) const {
    const TimeSpan view = window.clippedTo(m_span);
    if (view.isEmpty() || m_levels.empty())
        return;
    std::size_t level = 0;
    while (level + 1 < m_levels.size() && std::ldexp(1.0, m_baseShift + static_cast<int>(level) + 1) <= widest)
        ++level;
    const int shift = m_baseShift + static_cast<int>(level);
    const auto& buckets = m_levels[level];
    const double bucketWidth = std::ldexp(1.0, shift);
    const double columnsPerNs = static_cast<double>(columns.size()) / static_cast<double>(window.duration());
    const auto first = static_cast<std::uint64_t>(view.begin - m_span.begin) >> shift;
    const auto last =
        std::min<std::uint64_t>(buckets.size(), (static_cast<std::uint64_t>(view.end - m_span.begin) >> shift) + 1);
    const double origin = static_cast<double>(m_span.begin - window.begin);
    const auto columnCount = static_cast<double>(columns.size());
    for (std::uint64_t i = first; i < last; ++i) {
        if (buckets[i].busy == 0)
            continue;
        const double x0 = std::clamp((origin + static_cast<double>(i) * bucketWidth) * columnsPerNs, 0.0, columnCount);
        const double x1 =
            std::clamp((origin + static_cast<double>(i + 1) * bucketWidth) * columnsPerNs, 0.0, columnCount);
        const double share = buckets[i].busy / 255.0;
        const auto cls = static_cast<std::size_t>(buckets[i].dominant);
        for (double x = x0; x < x1;) {
            const auto column = static_cast<std::size_t>(x);
            const double next = std::min(x1, static_cast<double>(column) + 1);
            columns[column][cls] += static_cast<float>(share * (next - x));
            x = next;
        }
    }
}

std::size_t Pyramid::bytes() const {
    std::size_t sum = 0;
    for (const auto& level : m_levels)
        sum += level.capacity() * sizeof(Bucket);
    return sum;
}

} // namespace lanescope
