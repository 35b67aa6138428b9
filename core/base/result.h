// Result<T>: a value or an Error, with the names of std::expected (C++23) so that it can become an alias.
#pragma once

#include "core/base/error.h"

#include <cassert>
#include <utility>
#include <variant>

namespace lanescope {

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    bool has_value() const { return m_state.index() == 0; }
    explicit operator bool() const { return has_value(); }

    T& value() & { return std::get<0>(m_state); }
    const T& value() const& { return std::get<0>(m_state); }
    T&& value() && { return std::get<0>(std::move(m_state)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    Error& error() & { return std::get<1>(m_state); }
    const Error& error() const& { return std::get<1>(m_state); }

private:
    std::variant<T, Error> m_state;
};

} // namespace lanescope
