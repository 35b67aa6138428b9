#include "core/base/packed_column.h"

#include <algorithm>
#include <cassert>

namespace lanescope {

namespace {

/// 0 for a row that is not in the table.
std::int64_t lookUp(const FrozenArray<FarValue>& table, std::size_t row) {
    const auto found = std::lower_bound(table.begin(), table.end(), row,
                                        [](const FarValue& entry, std::size_t wanted) { return entry.row < wanted; });
    return found != table.end() && found->row == row ? found->value : 0;
}

} // namespace

PackedColumn::PackedColumn(std::span<const std::int64_t> values) {
    PackedColumnWriter writer(values.size());
    std::vector<FarValue> farValues;
    for (std::size_t begin = 0; begin < values.size(); begin += blockSize)
        writer.setBlock(begin, values.subspan(begin, std::min(blockSize, values.size() - begin)), farValues);
    *this = writer.finish(std::move(farValues));
}

std::int64_t PackedColumn::farValue(std::size_t row) const { return lookUp(m_far, row); }

PackedColumnWriter::PackedColumnWriter(std::size_t rows) {
    m_distances.resize(rows);
    m_bases.resize((rows + PackedColumn::blockSize - 1) / PackedColumn::blockSize);
}

void PackedColumnWriter::setBlock(std::size_t begin, std::span<const std::int64_t> block,
                                  std::vector<FarValue>& farValues) {
    assert(begin % PackedColumn::blockSize == 0 && !block.empty() && block.size() <= PackedColumn::blockSize);
    const std::int64_t base = *std::min_element(block.begin(), block.end());
    m_bases[begin / PackedColumn::blockSize] = base;
    for (std::size_t i = 0; i < block.size(); ++i) {
        const auto distance = static_cast<std::uint64_t>(block[i]) - static_cast<std::uint64_t>(base);
        const bool isFar = distance >= PackedColumn::far;
        m_distances[begin + i] = isFar ? PackedColumn::far : static_cast<std::uint32_t>(distance);
        if (isFar)
            farValues.push_back({begin + i, block[i]});
    }
}

PackedColumn PackedColumnWriter::finish(std::vector<FarValue> farValues) {
    PackedColumn column;
    column.m_bases = FrozenArray<std::int64_t>(std::move(m_bases));
    column.m_distances = FrozenArray<std::uint32_t>(std::move(m_distances));
    column.m_far = FrozenArray<FarValue>(std::move(farValues));
    return column;
}

DurationColumn::DurationColumn(std::span<const std::int64_t> values) {
    DurationColumnWriter writer(values.size());
    std::vector<FarValue> farValues;
    for (std::size_t i = 0; i < values.size(); ++i)
        writer.set(i, values[i], farValues);
    *this = writer.finish(std::move(farValues));
}

std::int64_t DurationColumn::farValue(std::size_t row) const { return lookUp(m_far, row); }

DurationColumn DurationColumnWriter::finish(std::vector<FarValue> farValues) {
    DurationColumn column;
    column.m_values = FrozenArray<std::uint32_t>(std::move(m_values));
    column.m_far = FrozenArray<FarValue>(std::move(farValues));
    return column;
}

} // namespace lanescope
