// StringPool: each distinct text once, known by a small number.
//
//   StringPool pool;
//   StringId a = pool.intern("stream 7");   // a == pool.intern("stream 7")
//   pool.view(a);                           // "stream 7", stable until the pool goes
#pragma once

#include "core/base/ids.h"

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace lanescope {

/// Ids count from 0 in order of first appearance. Not for several threads at once while interning.
class StringPool {
public:
    StringPool();
    StringPool(StringPool&&) noexcept = default;
    StringPool& operator=(StringPool&&) noexcept = default;

    /// Amortised O(length).
    StringId intern(std::string_view text);
    /// The id of a text already interned, else none.
    StringId find(std::string_view text) const;
    /// Empty for none.
    std::string_view view(StringId id) const { return id.isValid() ? m_views[id.index()] : std::string_view{}; }
    std::size_t size() const { return m_views.size(); }
    /// Gives back what only intern() and find() need: neither may be called any more.
    void seal() { m_slots = {}; }

private:
    friend class Layout;
    std::size_t slotOf(std::string_view text, std::uint32_t hash) const;
    std::string_view store(std::string_view text);
    void grow();

    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t id = StringId::noneValue;
    };
    std::vector<Slot> m_slots; // open addressing, a power of two
    std::vector<std::string_view> m_views;
    std::vector<std::unique_ptr<char[]>> m_blocks;
    std::size_t m_blockLeft = 0;
    char* m_blockNext = nullptr;
};

} // namespace lanescope
