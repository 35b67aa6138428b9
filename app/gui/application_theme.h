// How the widgets around the timeline look: a palette to match its theme, and a style with room to breathe.
#pragma once

#include "widgets/paint/theme.h"

#include <QPalette>
#include <QString>

class QStyle;

namespace lanescope {

/// What the reader asked for; System follows the desktop.
enum class ThemeChoice { System, Light, Dark };
/// "system", "light", "dark": as settings keep it.
QString nameOf(ThemeChoice choice);
/// System for anything unknown.
ThemeChoice themeChoiceOf(const QString& name);

/// Gives the application the palette of the choice and says which theme that is.
ThemeKind applyTheme(ThemeChoice choice);
QPalette paletteFor(ThemeKind kind);

/// Fusion with roomier cells, bold dock titles and quick tooltips; the caller owns it.
QStyle* makeApplicationStyle();

} // namespace lanescope
