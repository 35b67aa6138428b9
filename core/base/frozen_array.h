// FrozenArray: elements that never change any more, shared by its copies, wherever their memory is: a vector's, or a
// file's that is mapped.
//
//   FrozenArray<TimeNs> a(std::move(vector));
//   FrozenArray<TimeNs> b(std::span(mapped, count), mapping);   // keeps the mapping alive
#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace lanescope {

template <class T>
class FrozenArray {
    static_assert(std::is_trivially_copyable_v<T>, "may stand in a mapped file");

public:
    FrozenArray() = default;
    /// Takes a vector over; O(1).
    template <class Vector>
    requires std::is_rvalue_reference_v<Vector&&>
    explicit FrozenArray(Vector&& elements) {
        const auto owner = std::make_shared<const std::remove_cvref_t<Vector>>(std::move(elements));
        m_elements = std::span<const T>(*owner);
        m_owner = owner;
    }
    FrozenArray(std::span<const T> elements, std::shared_ptr<const void> owner)
        : m_elements(elements), m_owner(std::move(owner)) {}

    const T& operator[](std::size_t i) const {
        assert(i < m_elements.size());
        return m_elements[i];
    }
    std::size_t size() const { return m_elements.size(); }
    bool isEmpty() const { return m_elements.empty(); }
    const T* begin() const { return m_elements.data(); }
    const T* end() const { return m_elements.data() + m_elements.size(); }
    std::span<const T> span() const { return m_elements; }
    std::size_t bytes() const { return m_elements.size_bytes(); }

private:
    std::span<const T> m_elements;
    std::shared_ptr<const void> m_owner;
};

} // namespace lanescope
