// Theme: which colour, second cue and ink each role has; the one place where meanings become colours.
#pragma once

#include "core/scene/timeline_scene.h"

#include <QColor>

#include <array>

namespace lanescope {

enum class ThemeKind { Light, Dark, Print };

/// How a role is drawn. Inks have a contrast of at least 4.5 : 1 on what they stand on.
struct RoleLook {
    QColor fill;
    QColor edge;        // outline of exposed communication, left edge of other boxes
    QColor ink;         // of text on `fill`
    QColor hiddenFill;  // hidden communication: some 40 % of the fill over the lane ...
    QColor hiddenHatch; // ... with lines at 45 degrees
    QColor hiddenInk;
};

class Theme {
public:
    static constexpr int roleCount = static_cast<int>(ColorRole::StripIdle) + 1;

    /// The theme of that kind; lives as long as the program.
    static const Theme& of(ThemeKind kind);

    const RoleLook& look(ColorRole role) const { return m_looks[static_cast<std::size_t>(role)]; }
    ThemeKind kind() const { return m_kind; }

    QColor window;         // behind everything
    QColor lane;           // lane background; also idle time
    QColor header;         // group headers and the gutter's header rows
    QColor recordedHeader; // the quieter sub-header
    QColor gutter;
    QColor ruler;
    QColor text, mutedText; // on window, header, gutter and ruler
    QColor stepTint;        // translucent, over every other step
    QColor grid;            // translucent, at major ticks
    QColor separator;
    QColor accent;    // counters, evidence, guides
    QColor selection; // 2 px outline

private:
    explicit Theme(ThemeKind kind);
    ThemeKind m_kind;
    std::array<RoleLook, roleCount> m_looks;
};

/// WCAG 2.1 contrast ratio, 1 to 21.
double contrastRatio(const QColor& a, const QColor& b);
/// Black or white, whichever stands out more.
QColor inkOn(const QColor& background);
/// `share` (0 to 1) of `top` over `bottom`, opaque.
QColor mixed(const QColor& top, const QColor& bottom, double share);

} // namespace lanescope
