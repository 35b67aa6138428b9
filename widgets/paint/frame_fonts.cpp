#include "widgets/paint/frame_fonts.h"

#include "widgets/paint/scene_painter.h"

namespace lanescope {

namespace {

QFont boldOf(QFont font) {
    font.setBold(true);
    return font;
}

} // namespace

FrameFonts::FrameFonts(const QFont& family) : plain(labelFont(family)), bold(boldOf(labelFont(family))) {}

} // namespace lanescope
