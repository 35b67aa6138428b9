#include "core/scene/box_labels.h"

#include "core/scene/slice_caption.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

constexpr double inset = 4;
constexpr double leastTagWidth = 14; // "AG" at 11 px
constexpr double ignoredGap = 4;     // px: shorter changes between hidden and exposed do not cut a label

struct Stretch {
    int first = 0, last = 0;
    bool isHidden = false;
};

/// Hidden or exposed stretches of the columns [first, last), short ones taken into what is before them.
std::vector<Stretch> stretchesOf(const DeviceColumns& device, const ColumnGrid& grid, int first, int last) {
    std::vector<Stretch> stretches;
    for (int column = first; column < last; ++column) {
        const bool isHidden = device.compute[static_cast<std::size_t>(column)] >= 0.5f;
        if (stretches.empty() || stretches.back().isHidden != isHidden) {
            const bool isShort =
                !stretches.empty() && grid.xOf(stretches.back().last - stretches.back().first) < ignoredGap;
            if (isShort)
                stretches.pop_back();
            if (stretches.empty() || stretches.back().isHidden != isHidden)
                stretches.push_back({isShort && stretches.empty() ? first : column, column, isHidden});
        }
        stretches.back().last = column + 1;
    }
    return stretches;
}

Stretch widestStretch(const Rect& rect, const DeviceColumns& device, const ColumnGrid& grid) {
    const int first = static_cast<int>(std::lround(rect.x * grid.ratio()));
    const int last = std::min(grid.count(), static_cast<int>(std::lround((rect.x + rect.width) * grid.ratio())));
    const std::vector<Stretch> stretches = stretchesOf(device, grid, first, last);
    const auto widest = std::max_element(stretches.begin(), stretches.end(), [](const Stretch& a, const Stretch& b) {
        return a.last - a.first < b.last - b.first;
    });
    return widest == stretches.end() ? Stretch{first, last, false} : *widest;
}

std::string stepText(const RunIndex& index, FileId file, TimeNs start, SliceId slice) {
    const std::optional<std::uint32_t> step = index.steps().stepAt(file, start);
    return step ? "step " + std::to_string(index.run().steps[*step].number) : labelOf(index.run(), slice);
}

std::string textOf(const RunIndex& index, const Lane& recorded, const Box& box) {
    if (recorded.kind == LaneKind::Steps)
        return stepText(index, recorded.file, index.run().slices.start(box.slice), box.slice);
    return labelOf(index.run(), box.slice);
}

} // namespace

void addLabels(const RunIndex& index, const Lane& recorded, const DeviceColumns* device, const ColumnGrid& grid,
               std::size_t firstBox, LaneScene& lane) {
    for (std::size_t i = firstBox; i < lane.boxes.size(); ++i) {
        const Box& box = lane.boxes[i];
        const bool hasTag = isCommunication(box.role);
        const double least = (hasTag ? leastTagWidth : Label::leastTextWidth) + 2 * inset;
        Rect clip = box.rect;
        bool isOnHidden = false;
        if (clip.width >= least && hasTag && device) {
            const Stretch stretch = widestStretch(box.rect, *device, grid);
            clip.x = grid.xOf(stretch.first);
            clip.width = grid.xOf(stretch.last) - clip.x;
            isOnHidden = stretch.isHidden;
        }
        if (clip.width < least)
            continue;
        clip.x += inset;
        clip.width -= 2 * inset;
        const std::string_view tag = hasTag ? tagOf(index.run().descriptor(box.slice).op) : std::string_view();
        lane.labels.push_back(
            {clip, textOf(index, recorded, box), std::string(tag), box.role, isOnHidden, box.isDimmed});
    }
}

} // namespace lanescope
