#include "core/model/flow_matching.h"

#include "core/base/cancel_point.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

namespace lanescope {

namespace {

bool comesBefore(const RawFlow& a, const RawFlow& b) {
    return std::tie(a.key, a.time, a.phase, a.track) < std::tie(b.key, b.time, b.phase, b.track);
}

/// Equal keys together, in time order. They are dealt out by key into buckets of a few and sorted there: O(n), unless
/// most have one key.
HugeVector<RawFlow> sorted(const HugeVector<RawFlow>& flows, CancelPoint& point) {
    constexpr std::size_t flowsPerBucket = 8;
    const int bits = static_cast<int>(std::bit_width(flows.size() / flowsPerBucket)) + 1;
    const auto bucketOf = [&](const RawFlow& flow) {
        return static_cast<std::size_t>(flow.key * 0x9E3779B97F4A7C15ull >> (64 - bits));
    };
    HugeVector<std::uint32_t> ends((std::size_t{1} << bits) + 1, 0);
    for (const RawFlow& flow : flows) {
        point();
        ++ends[bucketOf(flow) + 1];
    }
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    HugeVector<RawFlow> dealt(flows.size());
    HugeVector<std::uint32_t> next(ends.begin(), ends.end() - 1);
    for (const RawFlow& flow : flows) {
        point();
        dealt[next[bucketOf(flow)]++] = flow;
    }
    for (std::size_t i = 0; i + 1 < ends.size(); ++i)
        std::sort(dealt.begin() + ends[i], dealt.begin() + ends[i + 1], cancellable(comesBefore, point));
    return dealt;
}

} // namespace

Flows matchFlows(const HugeVector<RawFlow>& unsorted, const Progress& progress) {
    CancelPoint point(progress);
    const HugeVector<RawFlow> flows = sorted(unsorted, point);
    Flows matched;
    const RawFlow* start = nullptr;
    bool hasEnd = true; // of `start`
    for (const RawFlow& flow : flows) {
        point();
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
