#include "widgets/paint/theme.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

struct RoleColor {
    ColorRole role;
    QRgb light, dark;
};

// Okabe-Ito hues for communication, blues for compute, quiet tones for the host. Every pair of neighbours also
// differs in lightness, and each has a second cue (tag, hatching, height), so that hue alone never decides.
constexpr RoleColor colors[] = {
    {ColorRole::ComputeMatrix, 0x3B76AF, 0x5B9BD5},
    {ColorRole::ComputeOther, 0x9DBFDD, 0x35607F},
    {ColorRole::AllReduce, 0xD55E00, 0xF28E4B},
    {ColorRole::AllGather, 0xE69F00, 0xF5B942},
    {ColorRole::ReduceScatter, 0xB8860B, 0xD9A441},
    {ColorRole::AllToAll, 0xCC79A7, 0xE09BC4},
    {ColorRole::OtherCommunication, 0x8C564B, 0xB58476},
    {ColorRole::Memory, 0x7F7F7F, 0xA0A0A0},
    {ColorRole::Sync, 0xC8CCD2, 0x4A515C},
    {ColorRole::Annotation, 0xD7D3E6, 0x4B4763},
    {ColorRole::Step, 0xD9DEE6, 0x3A424E},
    {ColorRole::HostOperator, 0x8CC3B1, 0x2F6F5F},
    {ColorRole::HostRuntime, 0xC3B1DC, 0x66548A},
    {ColorRole::HostPython, 0xD9D0A6, 0x6B6339},
    {ColorRole::Other, 0xBFC3C9, 0x565D68},
    {ColorRole::StripHidden, 0xD55E00, 0xF28E4B},
    {ColorRole::StripExposed, 0xD55E00, 0xF28E4B},
    {ColorRole::StripComputeOnly, 0x9DBFDD, 0x35607F},
    {ColorRole::StripOther, 0x7F7F7F, 0xA0A0A0},
};
static_assert(std::size(colors) == Theme::roleCount - 1); // idle is the lane itself

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color) {
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

RoleLook lookOf(const QColor& fill, const QColor& lane, bool isDark) {
    RoleLook look;
    look.fill = fill;
    look.edge = mixed(QColor(Qt::black), fill, isDark ? 0.45 : 0.35);
    look.ink = inkOn(fill);
    look.hiddenFill = mixed(fill, lane, isDark ? 0.42 : 0.38);
    // Lines darker than the fill on dark, stronger on light: either way the ink stays readable across them.
    look.hiddenHatch = mixed(fill, lane, isDark ? 0.15 : 0.7);
    look.hiddenInk = inkOn(look.hiddenFill);
    return look;
}

} // namespace

double contrastRatio(const QColor& a, const QColor& b) {
    const double first = luminance(a) + 0.05, second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

QColor inkOn(const QColor& background) {
    const QColor black(Qt::black), white(Qt::white);
    return contrastRatio(black, background) >= contrastRatio(white, background) ? black : white;
}

QColor mixed(const QColor& top, const QColor& bottom, double share) {
    const auto mix = [&](int over, int under) {
        return static_cast<int>(std::lround(share * over + (1 - share) * under));
    };
    return QColor(mix(top.red(), bottom.red()), mix(top.green(), bottom.green()), mix(top.blue(), bottom.blue()));
}

Theme::Theme(ThemeKind kind) : m_kind(kind) {
    const bool isDark = kind == ThemeKind::Dark;
    const bool isPrint = kind == ThemeKind::Print;
    window = isDark ? QColor(0x15181D) : QColor(0xFFFFFF);
    lane = isDark ? QColor(0x1C2027) : isPrint ? QColor(0xFFFFFF) : QColor(0xF6F7F9);
    header = isDark ? QColor(0x272D36) : isPrint ? QColor(0xF2F2F2) : QColor(0xE9ECF1);
    recordedHeader = isDark ? QColor(0x20252D) : isPrint ? QColor(0xF8F8F8) : QColor(0xF1F3F6);
    gutter = window;
    ruler = window;
    text = isDark ? QColor(0xE7EAEF) : QColor(0x1B1F24);
    mutedText = isDark ? QColor(0xA3ACB9) : QColor(0x57606A);
    stepTint = isDark ? QColor(255, 255, 255, 9) : QColor(0, 0, 0, isPrint ? 5 : 9);
    grid = isDark ? QColor(255, 255, 255, 20) : QColor(0, 0, 0, 18);
    separator = isDark ? QColor(0x343B46) : QColor(0xD5DAE1);
    accent = isDark ? QColor(0x4CC2A0) : QColor(0x00795C);
    selection = isDark ? QColor(0xF9FAFB) : QColor(0x111827);
    for (const RoleColor& color : colors)
        m_looks[static_cast<std::size_t>(color.role)] = lookOf(QColor(isDark ? color.dark : color.light), lane, isDark);
    m_looks[static_cast<std::size_t>(ColorRole::StripIdle)] = lookOf(lane, lane, isDark);
}

const Theme& Theme::of(ThemeKind kind) {
    static const Theme light(ThemeKind::Light), dark(ThemeKind::Dark), print(ThemeKind::Print);
    return kind == ThemeKind::Light ? light : kind == ThemeKind::Dark ? dark : print;
}

} // namespace lanescope
