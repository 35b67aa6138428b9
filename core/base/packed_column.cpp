#include "core/base/packed_column.h"

#include <algorithm>
#include <cassert>

namespace lanescope {

namespace {

std::int64_t lookUp(const std::vector<FarValue>& table, std::size_t row) {
    const auto found = std::lower_bound(table.begin(), table.end(), row,
                                        [](const FarValue& entry, std::size_t wanted) { return entry.row < wanted; });
    assert(found != table.end() && found->row == row);
    return found->value;
}

} // namespace

PackedColumn::PackedColumn(std::span<const std::int64_t> values) {
    resize(values.size());
    for (std::size_t begin = 0; begin < values.size(); begin += blockSize)
        setBlock(begin, values.subspan(begin, std::min(blockSize, values.size() - begin)), m_far);
}

void PackedColumn::resize(std::size_t rows) {
    m_distances.resize(rows);
    m_bases.resize((rows + blockSize - 1) / blockSize);
}

void PackedColumn::setBlock(std::size_t begin, std::span<const std::int64_t> block, std::vector<FarValue>& farValues) {
    assert(begin % blockSize == 0 && !block.empty() && block.size() <= blockSize);
    const std::int64_t base = *std::min_element(block.begin(), block.end());
    m_bases[begin / blockSize] = base;
    for (std::size_t i = 0; i < block.size(); ++i) {
        const auto distance = static_cast<std::uint64_t>(block[i]) - static_cast<std::uint64_t>(base);
        const bool isFar = distance >= far;
        m_distances[begin + i] = isFar ? far : static_cast<std::uint32_t>(distance);
        if (isFar)
            farValues.push_back({begin + i, block[i]});
    }
}

std::int64_t PackedColumn::farValue(std::size_t row) const { return lookUp(m_far, row); }

std::size_t PackedColumn::bytes() const {
    return m_bases.capacity() * sizeof(std::int64_t) + m_distances.capacity() * sizeof(std::uint32_t) +
           m_far.capacity() * sizeof(FarValue);
}

std::int64_t DurationColumn::farValue(std::size_t row) const { return lookUp(m_far, row); }

std::size_t DurationColumn::bytes() const {
    return m_values.capacity() * sizeof(std::uint32_t) + m_far.capacity() * sizeof(FarValue);
}

} // namespace lanescope
