#include "core/index/search.h"

#include "core/base/text.h"

#include <utility>

namespace lanescope {

std::vector<bool> matchingDescriptors(const Run& run, std::string_view text) {
    std::vector<bool> matching;
    if (text.empty())
        return matching;
    matching.reserve(run.descriptors.size());
    for (const SliceDescriptor& d : run.descriptors)
        matching.push_back(containsIgnoringCase(run.text(d.name), text));
    return matching;
}

std::uint64_t countMatches(const Run& run, const std::vector<bool>& matching) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; !matching.empty() && i < run.slices.size(); ++i)
        count += matching[run.slices.descriptor(SliceId(i)).index()];
    return count;
}

SliceId nextMatch(const Run& run, const std::vector<bool>& matching, SliceId from, bool isForward) {
    using Place = std::pair<TimeNs, std::uint32_t>;
    if (matching.empty())
        return {};
    const auto placeOf = [&](SliceId s) { return Place(run.slices.start(s), s.value); };
    const auto isBetter = [&](Place a, Place b) { return isForward ? a < b : a > b; };
    std::optional<Place> next, around; // the nearest behind `from`; the one to start over with
    for (std::size_t i = 0; i < run.slices.size(); ++i) {
        const SliceId slice(i);
        if (!matching[run.slices.descriptor(slice).index()])
            continue;
        const Place place = placeOf(slice);
        if (!around || isBetter(place, *around))
            around = place;
        if (from.isValid() && isBetter(placeOf(from), place) && (!next || isBetter(place, *next)))
            next = place;
    }
    const auto found = next ? next : around;
    return found ? SliceId(std::size_t{found->second}) : SliceId{};
}

} // namespace lanescope
