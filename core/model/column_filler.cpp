#include "core/model/column_filler.h"

#include "core/base/cancel_point.h"
#include "core/base/task_pool.h"

#include <algorithm>

namespace lanescope {

namespace {

constexpr std::size_t stretchSlices = std::size_t{1} << 16; // a multiple of PackedColumn::blockSize

/// What a stretch of ids has besides what fits into the columns.
struct Rest {
    std::vector<ColumnFiller::Placed> communication;
    std::vector<FarValue> starts, durations, sources;
};

void append(std::vector<FarValue>& all, const std::vector<FarValue>& some) {
    all.insert(all.end(), some.begin(), some.end());
}

} // namespace

std::vector<ColumnFiller::Placed> ColumnFiller::fill(Run& run, const std::vector<SliceChunk>& chunks,
                                                     const HugeVector<std::uint32_t>& order, const Progress& progress,
                                                     unsigned threads) {
    PackedColumnWriter startColumn(order.size()), sourceColumn(order.size());
    DurationColumnWriter durationColumn(order.size());
    HugeVector<DescriptorId> descriptors(order.size());
    HugeVector<std::uint32_t> correlations(order.size());
    std::vector<Rest> rests((order.size() + stretchSlices - 1) / stretchSlices);
    runTasks(rests.size(), threads, [&](std::size_t stretch) {
        CancelPoint(progress).ask();
        ItemReader slices(chunks);
        Rest& rest = rests[stretch];
        const std::size_t end = std::min(order.size(), (stretch + 1) * stretchSlices);
        std::int64_t starts[PackedColumn::blockSize];
        std::int64_t sources[PackedColumn::blockSize];
        for (std::size_t begin = stretch * stretchSlices; begin < end;) {
            const std::size_t count = std::min(PackedColumn::blockSize, end - begin);
            for (std::size_t i = 0; i < count; ++i) {
                const RawSlice& slice = slices[order[begin + i]];
                starts[i] = slice.start;
                sources[i] = static_cast<std::int64_t>(slices.chunk().sourceBegin + slice.place);
                durationColumn.set(begin + i, slice.duration, rest.durations);
                descriptors[begin + i] = DescriptorId(slice.descriptor);
                correlations[begin + i] = slice.correlation;
                if (run.descriptors[slice.descriptor].kind == SliceKind::Communication)
                    rest.communication.push_back({SliceId(begin + i), order[begin + i]});
            }
            startColumn.setBlock(begin, {starts, count}, rest.starts);
            sourceColumn.setBlock(begin, {sources, count}, rest.sources);
            begin += count;
        }
    });
    Rest all;
    for (const Rest& rest : rests) {
        all.communication.insert(all.communication.end(), rest.communication.begin(), rest.communication.end());
        append(all.starts, rest.starts);
        append(all.durations, rest.durations);
        append(all.sources, rest.sources);
    }
    SliceTable& table = run.slices;
    table.m_start = startColumn.finish(std::move(all.starts));
    table.m_duration = durationColumn.finish(std::move(all.durations));
    table.m_descriptor = FrozenArray<DescriptorId>(std::move(descriptors));
    table.m_correlation = FrozenArray<std::uint32_t>(std::move(correlations));
    table.m_source = sourceColumn.finish(std::move(all.sources));
    return std::move(all.communication);
}

} // namespace lanescope
