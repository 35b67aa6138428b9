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
    StripOther, // overlap strip
    StripIdle,  // never in a scene: idle is the lane's background; legends name it
};

constexpr bool isCommunication(ColorRole role) {
    return role >= ColorRole::AllReduce && role <= ColorRole::OtherCommunication;
}
constexpr ColorRole roleOf(ColorClass colorClass) { return static_cast<ColorRole>(colorClass); }

/// One slice, clipped to the view; its edges lie on device pixels.
struct Box {
    Rect rect;
    ColorRole role = ColorRole::Other;
    SliceId slice;
    bool isDimmed = false; // does not match the search
    friend bool operator==(const Box&, const Box&) = default;
};

/// A piece of communication while compute ran: hatched; what no such piece covers is exposed. Drawn over the boxes.
struct HiddenPart {
    Rect rect;
    ColorRole role = ColorRole::OtherCommunication;
    float coverage = 1; // below 1: of columns, see ColumnRun
    bool isDimmed = false;
    friend bool operator==(const HiddenPart&, const HiddenPart&) = default;
};

/// Neighbouring pixel columns of equal look: several slices a pixel. coverage 0 to 1 is the true busy share (the
/// mean over the run); on communication lanes the column is split by height into exposed (below) and hidden (above).
struct ColumnRun {
    Rect rect;
    ColorRole role = ColorRole::Other;
    float coverage = 1;
    bool isDimmed = false; // nothing in it matches the search
    friend bool operator==(const ColumnRun&, const ColumnRun&) = default;
};

struct Label {
    static constexpr double leastTextWidth = 24; // px; narrower, a text says nothing
    Rect clip; // the painter elides at the right and leaves out what does not fit at all
    std::string text;
    std::string tag;                 // short op tag before the text, may be empty
    ColorRole on = ColorRole::Other; // what it stands on, to pick the ink
    bool isOnHidden = false;         // stands on a hatched part
    bool isDimmed = false;
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
    std::vector<ColumnRun> strip; // Overlap lanes: see overlap_strip.h
    std::vector<Label> labels;
    std::vector<CounterPoint> counter; // polyline, already stepwise
};

struct HeaderScene {
    std::uint32_t group = 0;
    bool isRecorded = false; // the sub-header of recorded lanes
    bool isFolded = false;
    Rect rect;
    std::string title, detail;
    std::string figures; // of the visible time: "exposed 12.3 % · idle 4.1 %"; empty without a device
};

/// A lane's name in the gutter; the rectangle is that of its first row in view.
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
    std::vector<Rect> evidence;       // spans that prove a metric, over the lanes of their device
};

} // namespace lanescope
