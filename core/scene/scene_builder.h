// Decides everything the timeline shows.
#pragma once

#include "core/index/run_index.h"
#include "core/scene/lane_layout.h"
#include "core/scene/timeline_scene.h"
#include "core/scene/viewport.h"

#include <functional>
#include <optional>
#include <vector>

namespace lanescope {

/// What the reader has chosen; decides highlights and dimming.
struct SceneFocus {
    SliceId selected;
    /// Descriptors that match the search, by row; empty: no search.
    std::vector<bool> matching;
    /// Spans to highlight per device (evidence of a metric); empty: none.
    struct Evidence {
        DeviceId device;
        TimeSpan span;
    };
    std::vector<Evidence> evidence;
};

struct SceneRequest {
    Viewport viewport;
    double scrollY = 0, height = 0; // the visible part of the layout
    double devicePixelRatio = 1;    // columns are made per device pixel
    bool isExact = false;           // exports: no pyramid
    SceneFocus focus;
};

/// O(visible lanes x width) zoomed out, O(slices in view) zoomed in.
TimelineScene buildScene(const RunIndex& index, const LaneLayout& layout, const SceneRequest& request);

} // namespace lanescope
