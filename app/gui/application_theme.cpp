#include "app/gui/application_theme.h"

#include <QApplication>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleOption>

#include <array>
#include <utility>

namespace lanescope {

namespace {

constexpr int cellMargin = 6, headerInset = 3, sortMarkSize = 8, dockTitleMargin = 6, scrollBarWidth = 13,
              tooltipMs = 300;

constexpr std::array<std::pair<ThemeChoice, const char*>, 3> themeNames = {
    {{ThemeChoice::System, "system"}, {ThemeChoice::Light, "light"}, {ThemeChoice::Dark, "dark"}}};

class ApplicationStyle final : public QProxyStyle {
public:
    ApplicationStyle() : QProxyStyle(QStringLiteral("fusion")) {}

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        switch (metric) {
        case PM_FocusFrameHMargin: // item views put it at both sides of a cell's text
            return cellMargin;
        case PM_HeaderMarkSize: // kept free in every header, so columns need not be wide for it
            return sortMarkSize;
        case PM_DockWidgetTitleMargin:
            return dockTitleMargin;
        case PM_ScrollBarExtent:
            return scrollBarWidth;
        default:
            return QProxyStyle::pixelMetric(metric, option, widget);
        }
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* answer) const override {
        return hint == SH_ToolTip_WakeUpDelay ? tooltipMs : QProxyStyle::styleHint(hint, option, widget, answer);
    }

    /// Fusion derives outlines from darker windows, which on dark ones nobody can see.
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck)
            return;
        painter->save();
        painter->setPen(option->palette.color(QPalette::PlaceholderText));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
    }

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
        if (element == CE_HeaderLabel)
            return drawHeaderLabel(option, painter, widget);
        if (element != CE_DockWidgetTitle)
            return QProxyStyle::drawControl(element, option, painter, widget);
        painter->save();
        QFont bold = painter->font();
        bold.setBold(true);
        painter->setFont(bold);
        QProxyStyle::drawControl(element, option, painter, widget);
        painter->restore();
    }

private:
    /// Header texts stand over the texts of their cells.
    void drawHeaderLabel(const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
        const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
        if (!header)
            return QProxyStyle::drawControl(CE_HeaderLabel, option, painter, widget);
        QStyleOptionHeader inset = *header;
        inset.rect.adjust(headerInset, 0, -headerInset, 0);
        QProxyStyle::drawControl(CE_HeaderLabel, &inset, painter, widget);
    }
};

/// By the palette the desktop gave, whatever was set since.
ThemeKind themeOfDesktop() {
    QApplication::setPalette(QPalette());
    const bool isDark = QApplication::palette().color(QPalette::Window).lightness() < 128;
    return isDark ? ThemeKind::Dark : ThemeKind::Light;
}

} // namespace

QString nameOf(ThemeChoice choice) {
    for (const auto& [known, name] : themeNames)
        if (known == choice)
            return QString::fromLatin1(name);
    return {};
}

ThemeChoice themeChoiceOf(const QString& name) {
    for (const auto& [choice, known] : themeNames)
        if (name == QLatin1String(known))
            return choice;
    return ThemeChoice::System;
}

ThemeKind applyTheme(ThemeChoice choice) {
    const ThemeKind kind = choice == ThemeChoice::System  ? themeOfDesktop()
                           : choice == ThemeChoice::Light ? ThemeKind::Light
                                                          : ThemeKind::Dark;
    QApplication::setPalette(paletteFor(kind));
    return kind;
}

QStyle* makeApplicationStyle() { return new ApplicationStyle; }

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

} // namespace lanescope
