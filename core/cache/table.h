// The table of an index file: members one behind the other as a Layout names them. Arrays stand in the file; the table
// holds their places.
#pragma once

#include "core/base/frozen_array.h"
#include "core/cache/index_file.h"
#include "core/cache/layout.h"

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lanescope {

class TableWriter {
public:
    static constexpr bool isReader = false;
    explicit TableWriter(IndexFileWriter& file) : m_file(file) {}

    template <class... Members>
    void operator()(Members&... members) {
        (put(members), ...);
    }
    const std::string& table() const { return m_table; }

private:
    void raw(const void* bytes, std::size_t count) { m_table.append(static_cast<const char*>(bytes), count); }
    void count(std::size_t n) {
        const std::uint64_t wide = n;
        raw(&wide, sizeof wide);
    }
    void put(std::string_view text) {
        count(text.size());
        raw(text.data(), text.size());
    }
    void put(std::string& text) { put(std::string_view(text)); }
    template <class T>
    void put(FrozenArray<T>& array) {
        count(array.size());
        count(array.isEmpty() ? 0 : m_file.append(std::as_bytes(array.span())));
    }
    template <class T>
    void put(std::vector<T>& elements) {
        count(elements.size());
        if constexpr (std::is_trivially_copyable_v<T> && !std::is_same_v<T, std::string_view>)
            raw(elements.data(), elements.size() * sizeof(T));
        else
            for (T& element : elements)
                put(element);
    }
    template <class T>
    void put(T& value) {
        if constexpr (std::is_trivially_copyable_v<T>)
            raw(&value, sizeof value);
        else
            Layout::of(*this, value);
    }

    IndexFileWriter& m_file;
    std::string m_table;
};

/// Never reads beyond the table: what is missing there is empty, and isSound() tells.
class TableReader {
public:
    static constexpr bool isReader = true;
    explicit TableReader(std::shared_ptr<const IndexFile> file) : m_file(std::move(file)), m_rest(m_file->table()) {}

    template <class... Members>
    void operator()(Members&... members) {
        (get(members), ...);
    }
    /// Everything asked for was there.
    bool isSound() const { return m_isSound; }

private:
    std::string_view take(std::uint64_t bytes) {
        m_isSound = m_isSound && bytes <= m_rest.size();
        const std::string_view taken = m_isSound ? m_rest.substr(0, bytes) : std::string_view();
        m_rest.remove_prefix(taken.size());
        return taken;
    }
    std::uint64_t count() {
        std::uint64_t n = 0;
        get(n);
        return m_isSound ? n : 0;
    }
    /// Texts stay in the mapped file.
    void get(std::string_view& text) { text = take(count()); }
    void get(std::string& text) { text = take(count()); }
    template <class T>
    void get(FrozenArray<T>& array) {
        const std::uint64_t n = count();
        const std::uint64_t at = count();
        const auto bytes = m_file->bytes();
        m_isSound = m_isSound && at <= bytes.size() && at % alignof(T) == 0 && n <= (bytes.size() - at) / sizeof(T);
        if (m_isSound && n > 0)
            array = FrozenArray<T>({reinterpret_cast<const T*>(bytes.data() + at), n}, m_file);
    }
    template <class T>
    void get(std::vector<T>& elements) {
        const std::uint64_t n = count();
        if constexpr (std::is_trivially_copyable_v<T> && !std::is_same_v<T, std::string_view>) {
            const std::string_view taken = n <= m_rest.size() ? take(n * sizeof(T)) : take(UINT64_MAX);
            elements.resize(taken.size() / sizeof(T));
            if (!taken.empty())
                std::memcpy(static_cast<void*>(elements.data()), taken.data(), taken.size());
        } else {
            m_isSound = m_isSound && n <= m_rest.size(); // an element is a byte at least
            elements.resize(m_isSound ? n : 0);
            for (T& element : elements)
                get(element);
        }
    }
    template <class T>
    void get(T& value) {
        if constexpr (std::is_trivially_copyable_v<T>) {
            const std::string_view taken = take(sizeof value);
            if (!taken.empty())
                std::memcpy(static_cast<void*>(&value), taken.data(), sizeof value);
        } else {
            Layout::of(*this, value);
        }
    }

    std::shared_ptr<const IndexFile> m_file;
    std::string_view m_rest;
    bool m_isSound = true;
};

} // namespace lanescope
