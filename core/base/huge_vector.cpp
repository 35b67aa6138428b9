#include "core/base/huge_vector.h"

#include <cstdlib>
#include <sys/mman.h>

namespace lanescope::detail {

namespace {

constexpr std::size_t hugePage = std::size_t{2} << 20;

std::size_t roundedUp(std::size_t bytes) { return (bytes + hugePage - 1) / hugePage * hugePage; }

} // namespace

void* allocateHuge(std::size_t bytes) {
    if (bytes < hugePage)
        return ::operator new(bytes);
    void* address = std::aligned_alloc(hugePage, roundedUp(bytes));
    if (!address)
        throw std::bad_alloc();
    ::madvise(address, bytes / hugePage * hugePage, MADV_HUGEPAGE); // a wish; the last part page stays as it is
    return address;
}

void freeHuge(void* address, std::size_t bytes) {
    if (bytes < hugePage)
        ::operator delete(address);
    else
        std::free(address);
}

} // namespace lanescope::detail
