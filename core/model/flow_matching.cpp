#include "core/model/flow_matching.h"

#include <algorithm>
#include <tuple>

namespace lanescope {

Flows matchFlows(std::vector<RawFlow> flows) {
    std::stable_sort(flows.begin(), flows.end(), [](const RawFlow& a, const RawFlow& b) {
        return std::tie(a.key, a.time, a.phase) < std::tie(b.key, b.time, b.phase);
    });
    Flows matched;
    const RawFlow* start = nullptr;
    bool hasEnd = true; // of `start`
    for (const RawFlow& flow : flows) {
        if (flow.phase == FlowPhase::Start || (start && start->key != flow.key)) {
            matched.dangling += hasEnd ? 0 : 1;
            start = flow.phase == FlowPhase::Start ? &flow : nullptr;
            hasEnd = !start;
        }
        if (flow.phase == FlowPhase::Start)
            continue;
        if (!start) {
            ++matched.dangling;
            continue;
        }
        hasEnd = true;
        ++matched.pairs;
        if (!flow.isLaunch)
            matched.arrows.push_back({TrackId(start->track), TrackId(flow.track), start->time, flow.time});
    }
    matched.dangling += hasEnd ? 0 : 1;
    return matched;
}

} // namespace lanescope
