// The colours of widgets around the timeline, to match its theme.
#pragma once

#include "widgets/paint/theme.h"

#include <QPalette>

namespace lanescope {

QPalette paletteFor(ThemeKind kind);
/// True when the desktop's own palette is dark.
bool isDarkPalette(const QPalette& palette);

} // namespace lanescope
