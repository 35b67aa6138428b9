// Typed 32-bit row numbers: a TrackId is not a SliceId.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace lanescope {

/// Row number in the table that Tag names; `none` where there is no row.
template <class Tag>
struct Id {
    static constexpr std::uint32_t noneValue = 0xffffffffu;
    std::uint32_t value = noneValue;

    constexpr Id() = default;
    constexpr explicit Id(std::size_t row) : value(static_cast<std::uint32_t>(row)) {}
    static constexpr Id none() { return {}; }
    constexpr bool isValid() const { return value != noneValue; }
    constexpr std::size_t index() const { return value; }
    friend constexpr auto operator<=>(Id, Id) = default;
};

using StringId = Id<struct StringTag>;
using FileId = Id<struct FileTag>;
using TrackId = Id<struct TrackTag>;
using RowId = Id<struct RowTag>;
using SliceId = Id<struct SliceTag>;
using DescriptorId = Id<struct DescriptorTag>;
using DeviceId = Id<struct DeviceTag>;
using GroupId = Id<struct GroupTag>;

} // namespace lanescope

template <class Tag>
struct std::hash<lanescope::Id<Tag>> {
    std::size_t operator()(lanescope::Id<Tag> id) const noexcept { return id.value; }
};
