// Columns of 64-bit integers in little more than four bytes each.
//
// Writers may be used by several threads at once for rows that no other thread sets; each thread collects the values
// that do not fit, and those of all threads, sorted by row, are handed over last.
#pragma once

#include "core/base/frozen_array.h"
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
    std::size_t bytes() const { return m_bases.bytes() + m_distances.bytes() + m_far.bytes(); }

private:
    friend class PackedColumnWriter;
    friend class Layout;
    static constexpr std::uint32_t far = 0xffffffffu;
    std::int64_t farValue(std::size_t row) const;

    FrozenArray<std::int64_t> m_bases;
    FrozenArray<std::uint32_t> m_distances;
    FrozenArray<FarValue> m_far; // sorted by row
};

class PackedColumnWriter {
public:
    explicit PackedColumnWriter(std::size_t rows);
    /// Sets the values from `begin` on, a multiple of 64; only the last block is shorter than 64.
    void setBlock(std::size_t begin, std::span<const std::int64_t> block, std::vector<FarValue>& farValues);
    PackedColumn finish(std::vector<FarValue> farValues);

private:
    HugeVector<std::int64_t> m_bases;
    HugeVector<std::uint32_t> m_distances;
};

/// Non-negative durations; those above 4.29 s are far.
class DurationColumn {
public:
    DurationColumn() = default;
    explicit DurationColumn(std::span<const std::int64_t> values);

    std::int64_t operator[](std::size_t row) const {
        const std::uint32_t value = m_values[row];
        return value != far ? value : farValue(row);
    }
    std::size_t size() const { return m_values.size(); }
    std::size_t bytes() const { return m_values.bytes() + m_far.bytes(); }

private:
    friend class DurationColumnWriter;
    friend class Layout;
    static constexpr std::uint32_t far = 0xffffffffu;
    std::int64_t farValue(std::size_t row) const;

    FrozenArray<std::uint32_t> m_values;
    FrozenArray<FarValue> m_far; // sorted by row
};

class DurationColumnWriter {
public:
    explicit DurationColumnWriter(std::size_t rows) { m_values.resize(rows); }
    void set(std::size_t row, std::int64_t value, std::vector<FarValue>& farValues) {
        const bool isFar = value >= static_cast<std::int64_t>(DurationColumn::far);
        m_values[row] = isFar ? DurationColumn::far : static_cast<std::uint32_t>(value);
        if (isFar)
            farValues.push_back({row, value});
    }
    DurationColumn finish(std::vector<FarValue> farValues);

private:
    HugeVector<std::uint32_t> m_values;
};

} // namespace lanescope
