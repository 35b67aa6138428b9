#include "core/model/edge_matching.h"

#include "core/base/cancel_point.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lanescope {

namespace {

auto scopeOf(const RawEdge& edge) { return std::make_tuple(edge.asyncKey, edge.asyncKey ? 0 : edge.track); }

/// The begins of one scope that have no end yet. Taking one is O(1) amortised, however many are open.
class OpenBegins {
public:
    explicit OpenBegins(const std::vector<SliceDescriptor>& descriptors) : m_descriptors(descriptors) {}

    void add(const RawEdge& begin) {
        m_byName[nameOf(begin)].push_back(m_begins.size());
        m_begins.push_back(&begin);
    }
    /// The innermost one that has the name of `end`, else the innermost of all; null when none is open.
    const RawEdge* take(const RawEdge& end) {
        while (!m_begins.empty() && !m_begins.back())
            m_begins.pop_back();
        if (m_begins.empty())
            return nullptr;
        auto named = m_byName.find(nameOf(end));
        if (named == m_byName.end() || named->second.empty())
            named = m_byName.find(nameOf(*m_begins.back())); // it stands last among those of its own name as well
        const std::size_t place = named->second.back();
        named->second.pop_back();
        return std::exchange(m_begins[place], nullptr);
    }
    /// Those that are left, outermost first.
    std::vector<const RawEdge*> takeAll() {
        m_byName.clear();
        std::erase(m_begins, nullptr);
        return std::exchange(m_begins, {});
    }

private:
    StringId nameOf(const RawEdge& edge) const { return m_descriptors[edge.descriptor].name; }

    const std::vector<SliceDescriptor>& m_descriptors;
    std::vector<const RawEdge*> m_begins; // innermost last; null: closed
    std::unordered_map<StringId, std::vector<std::size_t>> m_byName; // places of the open ones
};

MatchedSlice sliceFrom(const RawEdge& begin, TimeNs end) {
    RawSlice slice;
    slice.start = begin.time;
    slice.duration = std::max<TimeNs>(0, saturatingSubtract(end, begin.time));
    slice.track = begin.track;
    slice.descriptor = begin.descriptor;
    return {slice, begin.sourceOffset};
}

} // namespace

MatchedEdges matchEdges(std::vector<RawEdge> edges, TimeNs traceEnd, const std::vector<SliceDescriptor>& descriptors,
                        const Progress& progress) {
    CancelPoint point(progress);
    const auto before = [](const RawEdge& a, const RawEdge& b) {
        return std::make_tuple(scopeOf(a), a.time) < std::make_tuple(scopeOf(b), b.time);
    };
    std::stable_sort(edges.begin(), edges.end(), cancellable(before, point));
    for (const RawEdge& edge : edges)
        traceEnd = std::max(traceEnd, edge.time);
    MatchedEdges matched;
    OpenBegins open(descriptors);
    const auto leaveOpen = [&] {
        for (const RawEdge* begin : open.takeAll()) {
            matched.slices.push_back(sliceFrom(*begin, traceEnd));
            matched.unterminated.push_back(*begin);
        }
    };
    const RawEdge* previous = nullptr;
    for (const RawEdge& edge : edges) {
        point();
        if (previous && scopeOf(*previous) != scopeOf(edge))
            leaveOpen();
        previous = &edge;
        if (edge.isBegin) {
            open.add(edge);
        } else if (const RawEdge* begin = open.take(edge)) {
            matched.slices.push_back(sliceFrom(*begin, edge.time));
        } else {
            matched.strayEnds.push_back(edge);
        }
    }
    leaveOpen();
    return matched;
}

} // namespace lanescope
