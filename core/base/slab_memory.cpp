#include "core/base/slab_memory.h"

#include "core/base/huge_vector.h"

#include <algorithm>
#include <memory>

namespace lanescope {

namespace {

constexpr std::size_t firstSlab = std::size_t{16} << 10; // a folder may hold thousands of small files
constexpr std::size_t largestSlab = std::size_t{4} << 20;

} // namespace

SlabMemory::~SlabMemory() {
    for (const auto& [slab, bytes] : m_slabs)
        detail::freeHuge(slab, bytes);
}

void* SlabMemory::do_allocate(std::size_t bytes, std::size_t alignment) {
    void* place = m_next;
    if (!m_next || !std::align(alignment, bytes, place, m_left)) {
        const std::size_t next = m_slabs.empty() ? firstSlab : 2 * m_slabs.back().second;
        m_left = std::max(std::min(next, largestSlab), bytes);
        place = detail::allocateHuge(m_left);
        m_slabs.emplace_back(place, m_left);
    }
    m_next = static_cast<std::byte*>(place) + bytes;
    m_left -= bytes;
    return place;
}

} // namespace lanescope
