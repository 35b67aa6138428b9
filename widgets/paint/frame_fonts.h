// The fonts of what stands around the lanes, with their shaped texts.
#pragma once

#include "widgets/paint/label_painter.h"

namespace lanescope {

/// Keep one per view.
struct FrameFonts {
    /// `family` gives the family alone.
    explicit FrameFonts(const QFont& family);
    LabelPainter plain; // 11 px
    LabelPainter bold;
};

} // namespace lanescope
