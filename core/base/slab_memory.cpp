#include "core/base/slab_memory.h"

#include "core/base/huge_vector.h"

#include <algorithm>
#include <memory>

namespace lanescope {

namespace {

constexpr std::size_t slabBytes = std::size_t{4} << 20;

} // namespace

SlabMemory::~SlabMemory() {
    for (const auto& [slab, bytes] : m_slabs)
        detail::freeHuge(slab, bytes);
}

void* SlabMemory::do_allocate(std::size_t bytes, std::size_t alignment) {
    void* place = m_next;
    if (!m_next || !std::align(alignment, bytes, place, m_left)) {
        m_left = std::max(slabBytes, bytes);
        place = detail::allocateHuge(m_left);
        m_slabs.emplace_back(place, m_left);
    }
    m_next = static_cast<std::byte*>(place) + bytes;
    m_left -= bytes;
    return place;
}

} // namespace lanescope
