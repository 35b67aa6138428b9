#include "app/gui/application_palette.h"

namespace lanescope {

QPalette paletteFor(ThemeKind kind) {
    const Theme& theme = Theme::of(kind);
    const bool isDark = kind == ThemeKind::Dark;
    const QColor base = isDark ? QColor(0x1b, 0x1f, 0x26) : QColor(Qt::white);
    const QColor window = isDark ? QColor(0x23, 0x28, 0x31) : QColor(0xf5, 0xf6, 0xf8);
    QPalette palette(window);
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, mixed(theme.text, base, 0.035));
    palette.setColor(QPalette::Button, mixed(theme.text, window, 0.05));
    palette.setColor(QPalette::ToolTipBase, isDark ? QColor(0x2d, 0x33, 0x3e) : QColor(Qt::white));
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText, QPalette::BrightText})
        palette.setColor(role, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.mutedText);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, inkOn(theme.accent));
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::Light, mixed(theme.text, window, 0.12));
    palette.setColor(QPalette::Midlight, mixed(theme.text, window, 0.08));
    palette.setColor(QPalette::Mid, mixed(theme.text, window, 0.2));
    palette.setColor(QPalette::Dark, mixed(theme.text, window, 0.3));
    palette.setColor(QPalette::Shadow, QColor(0, 0, 0));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, mixed(theme.text, window, 0.45));
    return palette;
}

bool isDarkPalette(const QPalette& palette) { return palette.color(QPalette::Window).lightness() < 128; }

} // namespace lanescope
