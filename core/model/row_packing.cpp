#include "core/model/row_packing.h"

#include <algorithm>

namespace lanescope {

void RowPacker::grow() {
    const std::uint32_t leaves = std::max(4u, m_leaves * 2);
    std::vector<TimeNs> least(2 * std::size_t{leaves}, INT64_MIN);
    std::copy(m_least.begin() + m_leaves, m_least.end(), least.begin() + leaves);
    for (std::uint32_t node = leaves - 1; node >= 1; --node)
        least[node] = std::min(least[2 * node], least[2 * node + 1]);
    m_least = std::move(least);
    m_leaves = leaves;
}

std::uint32_t RowPacker::place(TimeSpan span) {
    if (m_leaves == 0 || m_least[1] > span.begin)
        grow();
    std::uint32_t node = 1;
    while (node < m_leaves)
        node = m_least[2 * node] <= span.begin ? 2 * node : 2 * node + 1;
    const std::uint32_t row = node - m_leaves;
    m_least[node] = std::max(span.begin, span.end);
    for (node /= 2; node >= 1; node /= 2)
        m_least[node] = std::min(m_least[2 * node], m_least[2 * node + 1]);
    m_rowCount = std::max(m_rowCount, row + 1);
    return row;
}

} // namespace lanescope
