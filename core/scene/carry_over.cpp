#include "core/scene/carry_over.h"

#include <algorithm>

namespace lanescope {

namespace {

/// The slice of a row whose event stands at `offset`; none when there is none. O(log n).
SliceId sliceAt(const SliceTable& slices, const SliceRange& row, TimeNs start, std::uint64_t offset) {
    std::uint32_t low = 0, high = row.count;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (slices.start(row[middle]) < start)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < row.count && slices.start(row[low]) == start; ++low)
        if (slices.sourceOffset(row[low]) == offset)
            return row[low];
    return {};
}

} // namespace

TimeNs CarryOver::shift() const { return m_from.run().origin - m_to.run().origin; }

TimeSpan CarryOver::span(TimeSpan before) const { return {before.begin + shift(), before.end + shift()}; }

std::optional<FileId> CarryOver::file(FileId before) const {
    const auto& files = m_to.run().files;
    const std::string& path = m_from.run().file(before).path;
    const auto at = std::find_if(files.begin(), files.end(), [&](const InputFile& f) { return f.path == path; });
    return at == files.end() ? std::nullopt : std::optional(FileId(static_cast<std::size_t>(at - files.begin())));
}

std::optional<TrackId> CarryOver::track(TrackId before) const {
    const Run& from = m_from.run();
    const Run& to = m_to.run();
    const Track& wanted = from.track(before);
    const auto inFile = file(wanted.file);
    if (!inFile)
        return std::nullopt;
    for (const Track& candidate : to.tracksOf(*inFile))
        if (candidate.kind == wanted.kind && candidate.isPidNumber == wanted.isPidNumber &&
            candidate.isTidNumber == wanted.isTidNumber && to.text(candidate.pid) == from.text(wanted.pid) &&
            to.text(candidate.tid) == from.text(wanted.tid))
            return TrackId(static_cast<std::size_t>(&candidate - to.tracks.data()));
    return std::nullopt;
}

SliceId CarryOver::slice(SliceId before) const {
    if (!before.isValid())
        return {};
    const Run& from = m_from.run();
    const auto onTrack = track(from.trackOf(before));
    if (!onTrack)
        return {};
    for (const Row& row : m_to.run().rowsOf(m_to.run().track(*onTrack)))
        if (const SliceId slice = sliceAt(m_to.run().slices, row.slices, from.slices.start(before) + shift(),
                                          from.slices.sourceOffset(before));
            slice.isValid())
            return slice;
    return {};
}

bool CarryOver::isSameDevice(DeviceId before, DeviceId after) const {
    if (!before.isValid() || !after.isValid())
        return before.isValid() == after.isValid();
    const Device& from = m_from.run().device(before);
    const Device& to = m_to.run().device(after);
    return from.isKeyNumber == to.isKeyNumber && m_from.run().text(from.key) == m_to.run().text(to.key);
}

/// The lanes of a file that showed no device yet become those of its first one.
std::optional<std::uint32_t> CarryOver::group(std::uint32_t before) const {
    const LaneGroup& wanted = m_from.lanes().groups[before];
    const auto inFile = file(wanted.file);
    std::optional<std::uint32_t> first;
    const auto& groups = m_to.lanes().groups;
    for (std::uint32_t g = 0; inFile && g < groups.size(); ++g) {
        if (groups[g].file != *inFile)
            continue;
        if (isSameDevice(wanted.device, groups[g].device))
            return g;
        if (!first)
            first = g;
    }
    return wanted.device.isValid() ? std::nullopt : first;
}

LaneLayout CarryOver::layout(const LaneLayout& before) const {
    LaneLayout layout(m_to.lanes(), before.metrics());
    const auto& groups = m_from.lanes().groups;
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
        const auto there = group(g);
        if (!there)
            continue;
        if (before.isFolded(g))
            layout.setFolded(*there, true);
        if (before.isRecordedOpen(g) && !groups[g].lanes.empty())
            layout.setRecordedOpen(*there, true);
    }
    return layout;
}

/// The same header, or the lane of the same kind and title in the same group; null when it is not shown.
const LaneBand* CarryOver::band(const LaneBand& before, const LaneLayout& layout) const {
    const auto there = group(before.group);
    for (const LaneBand& band : layout.bands()) {
        if (!there || band.group != *there || band.what != before.what)
            continue;
        if (band.what != LaneBand::What::Lane)
            return &band;
        const Lane& wanted = m_from.lanes().lane(before.lane);
        const Lane& lane = m_to.lanes().lane(band.lane);
        if (lane.kind == wanted.kind && lane.title == wanted.title)
            return &band;
    }
    return nullptr;
}

double CarryOver::scrollY(double before, const LaneLayout& layoutBefore, const LaneLayout& layout) const {
    const auto fromTop = layoutBefore.bandsIn(before, before + 1e9);
    for (const LaneBand& at : fromTop)
        if (const LaneBand* there = band(at, layout); there && before > 0)
            return std::max(0.0, there->y + (before - at.y));
    return before;
}

} // namespace lanescope
