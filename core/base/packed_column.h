// PackedColumn: 64-bit integers that mostly lie near their neighbours, in about 4.1 bytes each.
//
// Each 64 values share a 64-bit base (the smallest of them) and keep a 32-bit distance from it; a value
// too far away goes into a side table. Reading is O(1), or O(log) of the side table for such a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

class PackedColumn {
public:
    static constexpr std::size_t blockSize = 64;

    PackedColumn() = default;
    explicit PackedColumn(std::span<const std::int64_t> values);

    std::int64_t operator[](std::size_t row) const {
        const std::uint32_t distance = m_distances[row];
        return distance != far ? m_bases[row / blockSize] + distance : farValue(row);
    }
    std::size_t size() const { return m_distances.size(); }
    std::size_t bytes() const;

    /// Makes room for what append() will bring.
    void reserve(std::size_t rows);
    /// Values are taken in blocks of 64: collect them and call it with whole blocks, the last one may be short.
    void appendBlock(std::span<const std::int64_t> block);

private:
    static constexpr std::uint32_t far = 0xffffffffu;
    struct FarValue {
        std::uint64_t row;
        std::int64_t value;
    };
    std::int64_t farValue(std::size_t row) const;

    std::vector<std::int64_t> m_bases;
    std::vector<std::uint32_t> m_distances;
    std::vector<FarValue> m_far; // sorted by row
};

/// Non-negative durations in 4 bytes each; longer ones (above 4.29 s) stand in a side table.
class DurationColumn {
public:
    std::int64_t operator[](std::size_t row) const {
        const std::uint32_t value = m_values[row];
        return value != far ? value : farValue(row);
    }
    std::size_t size() const { return m_values.size(); }
    std::size_t bytes() const;
    void reserve(std::size_t rows) { m_values.reserve(rows); }
    void append(std::int64_t value);

private:
    static constexpr std::uint32_t far = 0xffffffffu;
    struct FarValue {
        std::uint64_t row;
        std::int64_t value;
    };
    std::int64_t farValue(std::size_t row) const;

    std::vector<std::uint32_t> m_values;
    std::vector<FarValue> m_far; // sorted by row
};

} // namespace lanescope
