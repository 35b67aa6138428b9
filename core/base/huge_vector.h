// HugeVector: a vector for long columns, whose memory comes in huge pages where the system has them: the first touch
// of fresh memory is then three times as fast (docs/performance.md).
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace lanescope {

namespace detail {
/// Throws std::bad_alloc.
void* allocateHuge(std::size_t bytes);
void freeHuge(void* address, std::size_t bytes);
} // namespace detail

/// Small blocks come from the heap as ever. Elements that a resize adds are not initialised when their type is trivial:
/// whoever resizes writes them.
template <class T>
struct HugeAllocator {
    using value_type = T;
    HugeAllocator() = default;
    template <class U>
    HugeAllocator(const HugeAllocator<U>&) {}
    T* allocate(std::size_t count) { return static_cast<T*>(detail::allocateHuge(count * sizeof(T))); }
    void deallocate(T* address, std::size_t count) { detail::freeHuge(address, count * sizeof(T)); }
    template <class U>
    void construct(U* at) {
        ::new (static_cast<void*>(at)) U;
    }
    template <class U, class... Args>
    void construct(U* at, Args&&... args) {
        ::new (static_cast<void*>(at)) U(static_cast<Args&&>(args)...);
    }
    template <class U>
    friend bool operator==(const HugeAllocator&, const HugeAllocator<U>&) {
        return true;
    }
};

template <class T>
using HugeVector = std::vector<T, HugeAllocator<T>>;

} // namespace lanescope
