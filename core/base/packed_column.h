// Columns of 64-bit integers in little more than four bytes each.
//
// They are written in parallel: resize() first, then each writer sets rows that no other one sets and collects the
// values that do not fit; those of all writers, sorted by row, are handed over last.
#pragma once

#include "core/base/huge_vector.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

/// A value that does not fit into its column's 32 bits.
struct FarValue {
    std::uint64_t row;
    std::int64_t value;
};

/// Integers that mostly lie near their neighbours: each 64 values share a 64-bit base (the smallest of them) and keep a
/// 32-bit distance from it. Reading is O(1), or O(log) of the far values for one of them.
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

    void resize(std::size_t rows);
    /// Sets the values from `begin` on, a multiple of 64; only the last block is shorter than 64.
    void setBlock(std::size_t begin, std::span<const std::int64_t> block, std::vector<FarValue>& farValues);
    void setFar(std::vector<FarValue> farValues) { m_far = std::move(farValues); }

private:
    static constexpr std::uint32_t far = 0xffffffffu;
    std::int64_t farValue(std::size_t row) const;

    HugeVector<std::int64_t> m_bases;
    HugeVector<std::uint32_t> m_distances;
    std::vector<FarValue> m_far; // sorted by row
};

/// Non-negative durations; those above 4.29 s are far.
class DurationColumn {
public:
    std::int64_t operator[](std::size_t row) const {
        const std::uint32_t value = m_values[row];
        return value != far ? value : farValue(row);
    }
    std::size_t size() const { return m_values.size(); }
    std::size_t bytes() const;

    void resize(std::size_t rows) { m_values.resize(rows); }
    void set(std::size_t row, std::int64_t value, std::vector<FarValue>& farValues) {
        const bool isFar = value >= static_cast<std::int64_t>(far);
        m_values[row] = isFar ? far : static_cast<std::uint32_t>(value);
        if (isFar)
            farValues.push_back({row, value});
    }
    void setFar(std::vector<FarValue> farValues) { m_far = std::move(farValues); }

private:
    static constexpr std::uint32_t far = 0xffffffffu;
    std::int64_t farValue(std::size_t row) const;

    HugeVector<std::uint32_t> m_values;
    std::vector<FarValue> m_far; // sorted by row
};

} // namespace lanescope
