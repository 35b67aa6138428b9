#include "core/base/string_pool.h"

#include <cstring>
#include <functional>

namespace lanescope {

namespace {

constexpr std::size_t blockBytes = 4096;

std::uint32_t hashOf(std::string_view text) {
    const std::size_t h = std::hash<std::string_view>{}(text);
    return static_cast<std::uint32_t>(h ^ (h >> 32));
}

} // namespace

StringPool::StringPool() : m_slots(64) {}

std::size_t StringPool::slotOf(std::string_view text, std::uint32_t hash) const {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = hash & mask;
    while (m_slots[slot].id != StringId::noneValue) {
        if (m_slots[slot].hash == hash && m_views[m_slots[slot].id] == text)
            return slot;
        slot = (slot + 1) & mask;
    }
    return slot;
}

StringId StringPool::find(std::string_view text) const { return StringId(m_slots[slotOf(text, hashOf(text))].id); }

StringId StringPool::intern(std::string_view text) {
    const std::uint32_t hash = hashOf(text);
    const std::size_t slot = slotOf(text, hash);
    if (m_slots[slot].id != StringId::noneValue)
        return StringId(m_slots[slot].id);
    const StringId id(m_views.size());
    m_views.push_back(store(text));
    m_slots[slot] = {hash, id.value};
    if (m_views.size() * 2 > m_slots.size())
        grow();
    return id;
}

std::string_view StringPool::store(std::string_view text) {
    if (text.empty())
        return {"", 0};
    if (text.size() > m_blockLeft) {
        const std::size_t bytes = std::max(blockBytes, text.size());
        m_blocks.push_back(std::make_unique_for_overwrite<char[]>(bytes));
        m_blockNext = m_blocks.back().get();
        m_blockLeft = bytes;
    }
    std::memcpy(m_blockNext, text.data(), text.size());
    const std::string_view stored(m_blockNext, text.size());
    m_blockNext += text.size();
    m_blockLeft -= text.size();
    return stored;
}

void StringPool::grow() {
    std::vector<Slot> old(m_slots.size() * 2);
    old.swap(m_slots);
    const std::size_t mask = m_slots.size() - 1;
    for (const Slot& entry : old) {
        if (entry.id == StringId::noneValue)
            continue;
        std::size_t slot = entry.hash & mask;
        while (m_slots[slot].id != StringId::noneValue)
            slot = (slot + 1) & mask;
        m_slots[slot] = entry;
    }
}

} // namespace lanescope
