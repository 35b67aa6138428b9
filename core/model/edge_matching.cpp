#include "core/model/edge_matching.h"

#include <algorithm>
#include <tuple>

namespace lanescope {

namespace {

using OpenBegins = std::vector<const RawEdge*>;

auto scopeOf(const RawEdge& edge) { return std::make_tuple(edge.asyncKey, edge.asyncKey ? 0 : edge.track); }

/// Where the begin that `end` closes stands among the open ones; open.end() when there is none.
OpenBegins::iterator beginFor(OpenBegins& open, const RawEdge& end, const std::vector<SliceDescriptor>& descriptors) {
    if (open.empty())
        return open.end();
    const StringId name = descriptors[end.descriptor].name;
    const auto named = std::find_if(open.rbegin(), open.rend(),
                                    [&](const RawEdge* begin) { return descriptors[begin->descriptor].name == name; });
    return named != open.rend() ? named.base() - 1 : open.end() - 1;
}

RawSlice sliceFrom(const RawEdge& begin, TimeNs end) {
    return {begin.time,         std::max<TimeNs>(0, saturatingSubtract(end, begin.time)),
            begin.sourceOffset, begin.track,
            begin.descriptor,   0};
}

} // namespace

MatchedEdges matchEdges(std::vector<RawEdge> edges, TimeNs traceEnd, const std::vector<SliceDescriptor>& descriptors) {
    std::stable_sort(edges.begin(), edges.end(), [](const RawEdge& a, const RawEdge& b) {
        return std::make_tuple(scopeOf(a), a.time) < std::make_tuple(scopeOf(b), b.time);
    });
    for (const RawEdge& edge : edges)
        traceEnd = std::max(traceEnd, edge.time);
    MatchedEdges matched;
    OpenBegins open;
    const auto leaveOpen = [&] {
        for (const RawEdge* begin : open) {
            matched.slices.push_back(sliceFrom(*begin, traceEnd));
            matched.unterminated.push_back(*begin);
        }
        open.clear();
    };
    const RawEdge* previous = nullptr;
    for (const RawEdge& edge : edges) {
        if (previous && scopeOf(*previous) != scopeOf(edge))
            leaveOpen();
        previous = &edge;
        if (edge.isBegin) {
            open.push_back(&edge);
            continue;
        }
        const auto begin = beginFor(open, edge, descriptors);
        if (begin == open.end()) {
            matched.strayEnds.push_back(edge);
            continue;
        }
        matched.slices.push_back(sliceFrom(**begin, edge.time));
        open.erase(begin);
    }
    leaveOpen();
    return matched;
}

} // namespace lanescope
