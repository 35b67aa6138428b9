// SlabMemory: memory for many arrays that live and go together.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <utility>
#include <vector>

namespace lanescope {

/// Takes slabs, small ones first and then huge pages where the system has them, fills them one after the other, and gives them back when it is
/// destroyed, not before. For one thread at a time.
class SlabMemory final : public std::pmr::memory_resource {
public:
    SlabMemory() = default;
    ~SlabMemory() override;
    SlabMemory(const SlabMemory&) = delete;
    SlabMemory& operator=(const SlabMemory&) = delete;

private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override;
    void do_deallocate(void*, std::size_t, std::size_t) override {}
    bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

    std::vector<std::pair<void*, std::size_t>> m_slabs;
    std::byte* m_next = nullptr;
    std::size_t m_left = 0; // of the last slab
};

} // namespace lanescope
