// SliceChunk: the slices of one fragment on their way into the run's columns. Used by RunBuilder and its parts alone.
#pragma once

#include "core/base/ids.h"
#include "core/model/trace_fragment.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <vector>

namespace lanescope {

/// What a chunk holds of one track. Times are absolute.
struct TrackShare {
    std::uint32_t track = 0; // row of Run::tracks
    std::uint32_t count = 0;
    std::uint32_t atBase = 0;       // of them at timestamp 0 of their file
    bool hasDeviceActivity = false;
    TimeNs earliest = INT64_MAX;    // start of those that are not at timestamp 0
    TimeNs latestEnd = INT64_MIN;   // of all
    std::uint32_t nextPlace = 0;    // where its next slice goes, while they are being placed
};

/// RawSlice::track is a row of `shares` here, RawSlice::descriptor one of the run. Slices of all chunks are numbered
/// through as items: chunk.first + position.
struct SliceChunk {
    FileId file;
    std::uint64_t sourceBegin = 0; // what RawSlice::place counts from
    std::uint32_t first = 0;
    std::shared_ptr<SlabMemory> memory; // of the slices, which go before it; null: the heap
    std::pmr::vector<RawSlice> slices;
    std::vector<TrackShare> shares;
};

/// Finds slices by item; fastest when neighbours are asked for one after another.
class ItemReader {
public:
    explicit ItemReader(const std::vector<SliceChunk>& chunks) : m_chunks(chunks) {}
    /// Of the slice that was asked for last.
    const SliceChunk& chunk() const { return *m_chunk; }
    const RawSlice& operator[](std::uint32_t item) {
        if (!m_chunk || item - m_chunk->first >= m_chunk->slices.size())
            m_chunk = &*std::prev(
                std::upper_bound(m_chunks.begin(), m_chunks.end(), item,
                                 [](std::uint32_t wanted, const SliceChunk& c) { return wanted < c.first; }));
        return m_chunk->slices[item - m_chunk->first];
    }

private:
    const std::vector<SliceChunk>& m_chunks;
    const SliceChunk* m_chunk = nullptr;
};

} // namespace lanescope
