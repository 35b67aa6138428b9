#include "core/model/trace_fragment.h"

namespace lanescope {

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    return (hash ^ value) * 0x9E3779B97F4A7C15ull ^ (hash >> 29);
}

std::uint64_t hashOf(const TrackKey& key) {
    return mixed(mixed(mixed(key.pid.value, key.tid.value), key.device.value), static_cast<std::uint64_t>(key.kind));
}

std::uint64_t hashOf(const SliceDescriptor& d) {
    return mixed(mixed(mixed(d.name.value, d.category.value), static_cast<std::uint64_t>(d.kind)),
                 static_cast<std::uint64_t>(d.op));
}

bool isSame(const TrackKey& a, const TrackKey& b) {
    return a.pid == b.pid && a.tid == b.tid && a.device == b.device && a.kind == b.kind;
}

bool isSame(const SliceDescriptor& a, const SliceDescriptor& b) { return a == b; }

template <class Table, class Rows, class Entry>
std::uint32_t rowOf(Table& table, Rows& rows, const Entry& entry) {
    std::vector<std::uint32_t>& candidates = rows[hashOf(entry)];
    for (const std::uint32_t row : candidates)
        if (isSame(table[row], entry))
            return row;
    candidates.push_back(static_cast<std::uint32_t>(table.size()));
    table.push_back(entry);
    return candidates.back();
}

} // namespace

std::uint32_t TraceFragment::trackRow(const TrackKey& key) { return rowOf(tracks, m_trackRows, key); }

std::uint32_t TraceFragment::descriptorRow(const SliceDescriptor& descriptor) {
    return rowOf(descriptors, m_descriptorRows, descriptor);
}

void TraceFragment::seal() {
    strings.seal();
    m_trackRows = {};
    m_descriptorRows = {};
}

} // namespace lanescope
