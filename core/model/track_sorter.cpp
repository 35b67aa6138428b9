#include "core/model/track_sorter.h"

#include "core/base/cancel_point.h"
#include "core/base/task_pool.h"
#include "core/model/row_packing.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>

namespace lanescope {

namespace {

/// What orders slices of one track; the item makes the order total.
struct SortKey {
    TimeNs start;
    std::uint32_t duration; // of longer ones the longest that fits
    std::uint32_t item;
};

/// Earlier ones first, of those the longer ones, of those as in the file.
class Order {
public:
    explicit Order(const std::vector<SliceChunk>& chunks) : m_chunks(chunks) {}

    SortKey keyOf(const RawSlice& slice, std::uint32_t item) const {
        return {slice.start, static_cast<std::uint32_t>(std::min<TimeNs>(slice.duration, longest)), item};
    }
    bool operator()(const SortKey& a, const SortKey& b) const {
        if (a.start != b.start)
            return a.start < b.start;
        if (a.duration != b.duration)
            return a.duration > b.duration;
        return a.duration < longest ? a.item < b.item : isLonger(a.item, b.item);
    }

private:
    static constexpr std::uint32_t longest = 0xffffffffu;

    bool isLonger(std::uint32_t a, std::uint32_t b) const {
        const TimeNs durationA = ItemReader(m_chunks)[a].duration;
        const TimeNs durationB = ItemReader(m_chunks)[b].duration;
        return durationA != durationB ? durationA > durationB : a < b;
    }

    const std::vector<SliceChunk>& m_chunks;
};

/// Profilers write most slices in order and some too late: those are sorted apart and merged.
void sortMostlySorted(HugeVector<SortKey>& keys, const Order& comesBefore, CancelPoint& point) {
    std::vector<SortKey> late;
    auto end = keys.begin();
    for (const SortKey& key : keys) {
        point();
        if (end == keys.begin() || comesBefore(*(end - 1), key))
            *end++ = key;
        else
            late.push_back(key);
    }
    if (late.empty())
        return;
    std::sort(late.begin(), late.end(), cancellable(std::cref(comesBefore), point));
    auto out = keys.end(); // filled from the back: what is merged never overtakes what is still to be
    while (!late.empty()) {
        point();
        if (end == keys.begin() || comesBefore(*(end - 1), late.back())) {
            *--out = late.back();
            late.pop_back();
        } else {
            *--out = *--end;
        }
    }
}

/// What a thread needs to sort a track, kept from track to track: fresh memory costs more than the sorting.
struct Scratch {
    HugeVector<SortKey> keys;
    HugeVector<std::uint32_t> rows; // by key
};

class ScratchPool {
public:
    std::unique_ptr<Scratch> take() {
        const std::lock_guard lock(m_mutex);
        if (m_idle.empty())
            return std::make_unique<Scratch>();
        auto scratch = std::move(m_idle.back());
        m_idle.pop_back();
        return scratch;
    }
    void giveBack(std::unique_ptr<Scratch> scratch) {
        const std::lock_guard lock(m_mutex);
        m_idle.push_back(std::move(scratch));
    }

private:
    std::mutex m_mutex;
    std::vector<std::unique_ptr<Scratch>> m_idle;
};

void fillSorted(HugeVector<SortKey>& keys, const std::vector<SliceChunk>& chunks, std::span<const std::uint32_t> items,
                CancelPoint& point) {
    ItemReader slices(chunks);
    const Order order(chunks);
    keys.resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        point();
        keys[i] = order.keyOf(slices[items[i]], items[i]);
    }
    sortMostlySorted(keys, order, point);
}

/// Leaves the items of one track in (row, start) order and returns how many slices each row holds.
std::vector<std::uint32_t> sortOneTrack(const std::vector<SliceChunk>& chunks, std::span<std::uint32_t> items,
                                        Scratch& scratch, CancelPoint& point) {
    auto& [keys, rowOfKey] = scratch;
    fillSorted(keys, chunks, items, point);
    rowOfKey.resize(keys.size());
    RowPacker packer;
    ItemReader slices(chunks);
    std::vector<std::uint32_t> counts;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        point();
        const RawSlice& slice = slices[keys[i].item];
        rowOfKey[i] = packer.place({slice.start, saturatingAdd(slice.start, slice.duration)});
        if (rowOfKey[i] == counts.size())
            counts.push_back(0);
        ++counts[rowOfKey[i]];
    }
    std::vector<std::uint32_t> next(counts.size());
    std::exclusive_scan(counts.begin(), counts.end(), next.begin(), std::uint32_t{0});
    for (std::size_t i = 0; i < keys.size(); ++i) {
        point();
        items[next[rowOfKey[i]]++] = keys[i].item;
    }
    return counts;
}

/// Each track's stretch of ids, and in it that of each chunk's share. Shares without slices may be of no track.
void reservePlaces(std::vector<SliceChunk>& chunks, std::vector<Track>& tracks) {
    const auto eachShare = [&](auto visit) {
        for (SliceChunk& chunk : chunks)
            for (TrackShare& share : chunk.shares)
                if (share.count > 0)
                    visit(share, tracks[share.track].slices);
    };
    eachShare([](TrackShare& share, SliceRange& slices) {
        share.nextPlace = slices.count; // within the track
        slices.count += share.count;
    });
    std::uint32_t first = 0;
    for (Track& track : tracks) {
        track.slices.first = first;
        first += track.slices.count;
    }
    eachShare([](TrackShare& share, SliceRange& slices) { share.nextPlace += slices.first; });
}

/// The largest first, so that no thread is left with one at the end.
std::vector<std::uint32_t> bySize(const std::vector<Track>& tracks) {
    std::vector<std::uint32_t> order(tracks.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return tracks[a].slices.count > tracks[b].slices.count;
    });
    return order;
}

} // namespace

SortedTracks sortTracks(std::vector<SliceChunk>& chunks, std::vector<Track>& tracks, const Progress& progress,
                        unsigned threads) {
    reservePlaces(chunks, tracks);
    SortedTracks sorted;
    sorted.order.resize(tracks.empty() ? 0 : tracks.back().slices.first + tracks.back().slices.count);
    runTasks(chunks.size(), threads, [&](std::size_t i) {
        CancelPoint(progress).ask();
        std::uint32_t item = chunks[i].first;
        for (const RawSlice& slice : chunks[i].slices)
            sorted.order[chunks[i].shares[slice.track].nextPlace++] = item++;
    });
    std::vector<std::vector<std::uint32_t>> rowCounts(tracks.size());
    ScratchPool scratches;
    const std::vector<std::uint32_t> bigFirst = bySize(tracks);
    runTasks(tracks.size(), threads, [&](std::size_t i) {
        const SliceRange& range = tracks[bigFirst[i]].slices;
        CancelPoint point(progress);
        auto scratch = scratches.take();
        rowCounts[bigFirst[i]] =
            sortOneTrack(chunks, std::span(sorted.order).subspan(range.first, range.count), *scratch, point);
        scratches.giveBack(std::move(scratch));
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
