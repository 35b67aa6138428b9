#include "core/model/track_sorter.h"

#include "core/base/task_pool.h"
#include "core/model/row_packing.h"

#include <algorithm>
#include <span>

namespace lanescope {

namespace {

/// What orders slices of one track; the source offset makes the order total.
struct SortKey {
    TimeNs start;
    TimeNs duration;
    std::uint64_t sourceOffset;
    std::uint32_t item;
};

bool comesBefore(const SortKey& a, const SortKey& b) {
    if (a.start != b.start)
        return a.start < b.start;
    if (a.duration != b.duration)
        return a.duration > b.duration;
    return a.sourceOffset < b.sourceOffset;
}

/// Leaves the items of one track in (row, start) order and returns how many slices each row holds.
std::vector<std::uint32_t> sortOneTrack(const std::vector<RawSlice>& slices, std::span<std::uint32_t> items) {
    std::vector<SortKey> keys;
    keys.reserve(items.size());
    for (const std::uint32_t item : items)
        keys.push_back({slices[item].start, slices[item].duration, slices[item].sourceOffset, item});
    if (!std::is_sorted(keys.begin(), keys.end(), comesBefore))
        std::sort(keys.begin(), keys.end(), comesBefore);
    RowPacker packer;
    std::vector<std::uint32_t> rowOfKey, counts;
    rowOfKey.reserve(keys.size());
    for (const SortKey& key : keys) {
        const std::uint32_t row = packer.place({key.start, saturatingAdd(key.start, key.duration)});
        rowOfKey.push_back(row);
        counts.resize(packer.rowCount());
        ++counts[row];
    }
    std::vector<std::uint32_t> next(counts.size());
    for (std::size_t row = 1; row < counts.size(); ++row)
        next[row] = next[row - 1] + counts[row - 1];
    for (std::size_t i = 0; i < keys.size(); ++i)
        items[next[rowOfKey[i]]++] = keys[i].item;
    return counts;
}

} // namespace

SortedTracks sortTracks(const std::vector<RawSlice>& slices, std::vector<Track>& tracks, const Progress& progress,
                        unsigned threads) {
    for (const RawSlice& slice : slices)
        ++tracks[slice.track].slices.count;
    std::uint32_t first = 0;
    for (Track& track : tracks) {
        track.slices.first = first;
        first += track.slices.count;
    }
    SortedTracks sorted;
    sorted.order.resize(slices.size());
    std::vector<std::uint32_t> next(tracks.size());
    for (std::uint32_t item = 0; item < slices.size(); ++item) {
        const std::uint32_t track = slices[item].track;
        sorted.order[tracks[track].slices.first + next[track]++] = item;
    }
    std::vector<std::vector<std::uint32_t>> rowCounts(tracks.size());
    runTasks(tracks.size(), threads, [&](std::size_t i) {
        if (!progress.isCancelled())
            rowCounts[i] =
                sortOneTrack(slices, std::span(sorted.order).subspan(tracks[i].slices.first, tracks[i].slices.count));
    });
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        tracks[i].firstRow = static_cast<std::uint32_t>(sorted.rows.size());
        tracks[i].rowCount = static_cast<std::uint32_t>(rowCounts[i].size());
        std::uint32_t begin = tracks[i].slices.first;
        for (std::uint32_t depth = 0; depth < rowCounts[i].size(); ++depth) {
            sorted.rows.push_back({TrackId(i), depth, {begin, rowCounts[i][depth]}});
            begin += rowCounts[i][depth];
        }
    }
    return sorted;
}

} // namespace lanescope
