#include "core/index/row_index.h"

#include "core/base/count_while.h"

#include <algorithm>

namespace lanescope {

namespace {

constexpr std::size_t blockSlices = 64;
constexpr std::size_t chunkSlices = 4096;
constexpr std::size_t coarseSlicesPerBucket = 64;
constexpr std::size_t fineSlicesPerBucket = 4;
constexpr double bucketsPerColumn = 4;           // what the levels aim at: they have up to twice as many
constexpr double leastBucketsPerColumn = 3;      // fewer blur the columns: the slices are walked instead
constexpr std::size_t walkedSlicesPerColumn = 4; // that many in view, or fewer, are walked: as fast, and exact

} // namespace

RowIndex::RowIndex(const Run& run, const LaneRow& row, const std::vector<ColorClass>& classes, const Progress& progress)
    : m_run(&run), m_row(&row), m_classes(&classes) {
    CancelPoint point(progress);
    TimeNs busy = 0;
    std::vector<TimeNs> busyBeforeBlock;
    busyBeforeBlock.reserve((row.size() + blockSlices - 1) / blockSlices);
    for (std::size_t i = 0; i < row.size(); ++i) {
        point();
        if (i % blockSlices == 0)
            busyBeforeBlock.push_back(busy);
        busy += run.slices.duration(row[i]);
    }
    m_busyBeforeBlock = FrozenArray<TimeNs>(std::move(busyBeforeBlock));
    if (row.size() > chunkSlices / 4) // shorter rows are always walked
        buildPyramids(point);
}

void RowIndex::buildPyramids(CancelPoint& point) {
    const auto builderOf = [&](std::size_t first, std::size_t last, std::size_t slicesPerBucket) {
        const TimeSpan span{m_run->slices.start((*m_row)[first]), m_run->slices.end((*m_row)[last - 1])};
        return PyramidBuilder(span, last - first, slicesPerBucket);
    };
    const std::size_t count = m_row->size();
    m_fine.reserve((count + chunkSlices - 1) / chunkSlices);
    PyramidBuilder coarse = builderOf(0, count, coarseSlicesPerBucket);
    for (std::size_t begin = 0; begin < count; begin += chunkSlices) {
        const std::size_t end = std::min(count, begin + chunkSlices);
        point.ask();
        PyramidBuilder fine = builderOf(begin, end, fineSlicesPerBucket);
        for (std::size_t i = begin; i < end; ++i) {
            const SliceId slice = (*m_row)[i];
            const TimeSpan span = m_run->slices.span(slice);
            const ColorClass colorClass = (*m_classes)[m_run->slices.descriptor(slice).index()];
            fine.add(span, colorClass);
            coarse.add(span, colorClass);
        }
        m_fine.push_back(fine.finish());
    }
    m_coarse = coarse.finish();
}

std::size_t RowIndex::firstNotBefore(TimeNs t) const {
    return countWhile(m_row ? m_row->size() : 0, [&](std::size_t i) { return m_run->slices.start((*m_row)[i]) < t; });
}

TimeNs RowIndex::busyBefore(TimeNs t) const {
    const std::size_t begun = firstNotBefore(t);
    if (begun == 0)
        return 0;
    const std::size_t block = (begun - 1) / blockSlices;
    TimeNs sum = m_busyBeforeBlock[block];
    for (std::size_t i = block * blockSlices; i < begun; ++i)
        sum += m_run->slices.duration((*m_row)[i]);
    return sum - std::max<TimeNs>(0, m_run->slices.end((*m_row)[begun - 1]) - t);
}

TimeNs RowIndex::busy(TimeSpan window) const {
    return window.isEmpty() ? 0 : busyBefore(window.end) - busyBefore(window.begin);
}

std::pair<std::size_t, std::size_t> RowIndex::slicesIn(TimeSpan window) const {
    std::size_t first = firstNotBefore(window.begin);
    if (first > 0 && m_run->slices.end((*m_row)[first - 1]) > window.begin)
        --first;
    return {first, std::max(first, firstNotBefore(window.end))};
}

void RowIndex::addExactly(std::span<ClassTimes> columns, TimeSpan window, std::size_t first, std::size_t last) const {
    const double columnsPerNs = static_cast<double>(columns.size()) / static_cast<double>(window.duration());
    for (std::size_t i = first; i < last; ++i) {
        const SliceId slice = (*m_row)[i];
        const TimeSpan span = m_run->slices.span(slice).clippedTo(window);
        const auto cls = static_cast<std::size_t>((*m_classes)[m_run->slices.descriptor(slice).index()]);
        const double x1 =
            std::min(static_cast<double>(span.end - window.begin) * columnsPerNs, static_cast<double>(columns.size()));
        for (double x = static_cast<double>(span.begin - window.begin) * columnsPerNs; x < x1;) {
            const auto column = static_cast<std::size_t>(x);
            const double next = std::min(x1, static_cast<double>(column) + 1);
            columns[column][cls] += static_cast<float>(next - x);
            x = next;
        }
    }
}

void RowIndex::addFromPyramids(std::span<ClassTimes> columns, TimeSpan window, std::size_t first,
                               std::size_t last) const {
    const double columnWidth = static_cast<double>(window.duration()) / static_cast<double>(columns.size());
    const double widest = columnWidth / bucketsPerColumn;
    if (m_coarse.finestWidth() <= widest)
        return m_coarse.addTo(columns, window, widest);
    for (std::size_t chunk = first / chunkSlices; chunk * chunkSlices < last; ++chunk) {
        // A chunk with a long pause has wide buckets; but it spans so many columns that few such are in view.
        if (m_fine[chunk].finestWidth() * leastBucketsPerColumn <= columnWidth)
            m_fine[chunk].addTo(columns, window, widest);
        else
            addExactly(columns, window, std::max(first, chunk * chunkSlices),
                       std::min(last, (chunk + 1) * chunkSlices));
    }
}

void RowIndex::summarize(TimeSpan window, std::span<ColumnSummary> columns, bool isExact) const {
    std::fill(columns.begin(), columns.end(), ColumnSummary{});
    if (!m_row || window.isEmpty() || columns.empty())
        return;
    const auto [first, last] = slicesIn(window);
    if (first == last)
        return;
    std::vector<ClassTimes> times(columns.size());
    if (isExact || m_fine.empty() || last - first <= walkedSlicesPerColumn * columns.size())
        addExactly(times, window, first, last);
    else
        addFromPyramids(times, window, first, last);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        float busy = 0;
        for (const float time : times[i])
            busy += time;
        if (busy > 0)
            columns[i] = {
                std::min(busy, 1.0f),
                static_cast<ColorClass>(std::max_element(times[i].begin(), times[i].end()) - times[i].begin())};
    }
}

std::size_t RowIndex::bytes() const {
    std::size_t sum = m_busyBeforeBlock.bytes() + m_coarse.bytes();
    for (const Pyramid& pyramid : m_fine)
        sum += pyramid.bytes() + sizeof pyramid;
    return sum;
}

} // namespace lanescope
