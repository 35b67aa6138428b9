#include "core/base/packed_column.h"

#include <algorithm>
#include <cassert>

namespace lanescope {

namespace {

template <class FarTable>
std::int64_t lookUp(const FarTable& table, std::size_t row) {
    const auto found = std::lower_bound(table.begin(), table.end(), row,
                                        [](const auto& entry, std::size_t wanted) { return entry.row < wanted; });
    assert(found != table.end() && found->row == row);
    return found->value;
}

} // namespace

PackedColumn::PackedColumn(std::span<const std::int64_t> values) {
    reserve(values.size());
    for (std::size_t begin = 0; begin < values.size(); begin += blockSize)
        appendBlock(values.subspan(begin, std::min(blockSize, values.size() - begin)));
}

void PackedColumn::reserve(std::size_t rows) {
    m_distances.reserve(rows);
    m_bases.reserve((rows + blockSize - 1) / blockSize);
}

void PackedColumn::appendBlock(std::span<const std::int64_t> block) {
    assert(m_distances.size() % blockSize == 0 && block.size() <= blockSize);
    if (block.empty())
        return;
    const std::int64_t base = *std::min_element(block.begin(), block.end());
    m_bases.push_back(base);
    for (const std::int64_t value : block) {
        const auto distance = static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(base);
        if (distance >= far)
            m_far.push_back({m_distances.size(), value});
        m_distances.push_back(distance >= far ? far : static_cast<std::uint32_t>(distance));
    }
}

std::int64_t PackedColumn::farValue(std::size_t row) const { return lookUp(m_far, row); }

std::size_t PackedColumn::bytes() const {
    return m_bases.capacity() * sizeof(std::int64_t) + m_distances.capacity() * sizeof(std::uint32_t) +
           m_far.capacity() * sizeof(FarValue);
}

void DurationColumn::append(std::int64_t value) {
    assert(value >= 0);
    if (value >= static_cast<std::int64_t>(far)) {
        m_far.push_back({m_values.size(), value});
        m_values.push_back(far);
        return;
    }
    m_values.push_back(static_cast<std::uint32_t>(value));
}

std::int64_t DurationColumn::farValue(std::size_t row) const { return lookUp(m_far, row); }

std::size_t DurationColumn::bytes() const {
    return m_values.capacity() * sizeof(std::uint32_t) + m_far.capacity() * sizeof(FarValue);
}

} // namespace lanescope
