// TimelineScene: the plain record between deciding and drawing. Built by buildScene, painted by widgets/paint.
// All coordinates are logical pixels; y 0 is the top of the visible lane area.
#pragma once

#include "core/index/lane.h"
#include "core/index/row_index.h"
#include "core/scene/time_ticks.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope {

struct Rect {
    double x = 0, y = 0, width = 0, height = 0;
    friend bool operator==(const Rect&, const Rect&) = default;
};

/// A meaning, never a colour: themes turn roles into colours and second cues.
enum class ColorRole : std::uint8_t {
    ComputeMatrix,
    ComputeOther,
    AllReduce,
    AllGather,
    ReduceScatter,
    AllToAll,
    OtherCommunication,
    Memory,
    Sync,
    Annotation,
    Step,
    HostOperator,
    HostRuntime,
    HostPython,
    Other, // one for each ColorClass, same order
    StripHidden,
    StripExposed,
    StripComputeOnly,
    StripOther, // overlap strip; idle is drawn as nothing
};

/// One slice, drawn whole (clipped to the view).
struct Box {
    Rect rect;
    ColorRole role = ColorRole::Other;
    SliceId slice;
    bool isDimmed = false; // does not match the search, or is no evidence of the chosen metric
    bool isHighlighted = false;
};

/// A piece of a communication slice while compute ran: hatched; the rest of the slice is exposed.
struct HiddenPart {
    Rect rect;
    ColorRole role = ColorRole::OtherCommunication;
};

/// Neighbouring pixel columns of equal look: several slices a pixel. coverage 0 to 1 is the true busy share.
struct ColumnRun {
    Rect rect;
    ColorRole role = ColorRole::Other;
    float coverage = 1;
};

struct Label {
    Rect clip; // the painter elides at the right
    std::string text;
    std::string tag;                 // short op tag before the text, may be empty
    ColorRole on = ColorRole::Other; // what it stands on, to pick the ink
};

struct CounterPoint {
    double x = 0, y = 0;
};

struct LaneScene {
    LaneId lane;
    LaneKind kind = LaneKind::HostThread;
    Rect rect;
    std::vector<Box> boxes;
    std::vector<HiddenPart> hidden;
    std::vector<ColumnRun> columns;
    std::vector<ColumnRun> strip; // Overlap lanes: full height for hidden/exposed, lower half for compute only
    std::vector<Label> labels;
    std::vector<CounterPoint> counter; // polyline, stepwise
};

struct HeaderScene {
    std::uint32_t group = 0;
    bool isRecorded = false; // the sub-header of recorded lanes
    bool isFolded = false;
    Rect rect;
    std::string title, detail;
    std::string figures; // short numbers at the right: "exposed 12.3 %"
};

/// A lane's name in the gutter.
struct GutterLabel {
    LaneId lane;
    Rect rect;
    std::string title, detail;
};

struct StepBand {
    double x = 0, width = 0;
    bool isOdd = false;
    std::string label;
};

struct TimelineScene {
    double width = 0, height = 0;
    double devicePixelRatio = 1;
    std::vector<Tick> ticks;
    std::vector<StepBand> steps; // tint behind all lanes
    std::vector<LaneScene> lanes;
    std::vector<HeaderScene> headers;
    std::vector<GutterLabel> gutter;
    std::vector<Rect> selectionRects; // of the selected slice, for the outline
};

} // namespace lanescope
