// RowPacker: puts slices into rows so that none of a row overlap. Properly nested slices get their nesting depth.
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <vector>

namespace lanescope {

/// Slices must come sorted by start, longer ones first among equal starts.
///
///   RowPacker packer;
///   packer.place({0, 10});  // row 0
///   packer.place({2, 6});   // row 1, inside the first
///   packer.place({6, 12});  // row 1 again; it overlaps the first without nesting: nothing is clipped
class RowPacker {
public:
    /// The lowest row that is free at span.begin; O(log rows).
    std::uint32_t place(TimeSpan span);
    std::uint32_t rowCount() const { return m_rowCount; }

private:
    void grow();
    /// Tree of least ends: node 1 is the root, the leaf of row r is m_least[m_leaves + r]; unused rows end at the
    /// beginning of time.
    std::vector<TimeNs> m_least;
    std::uint32_t m_leaves = 0;
    std::uint32_t m_rowCount = 0;
};

} // namespace lanescope
