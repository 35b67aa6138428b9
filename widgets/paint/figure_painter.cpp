#include "widgets/paint/figure_painter.h"

#include "widgets/paint/gutter_painter.h"
#include "widgets/paint/legend_painter.h"
#include "widgets/paint/ruler_painter.h"

#include <QFile>
#include <QFontDatabase>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

constexpr double margin = 16;
constexpr double titleHeight = 22, captionHeight = 18, titleGap = 6, legendGap = 10;
constexpr double dotsPerMetre = 96 / 0.0254;

QFont titleFont(QFont font) {
    font.setPixelSize(15);
    font.setBold(true);
    return font;
}

double rulerHeight(const TimelineScene& scene) {
    return scene.steps.empty() ? tickRowHeight : tickRowHeight + stepRowHeight;
}

double lanesTop(const Figure& figure) {
    const double caption = figure.caption.empty() ? 0 : captionHeight;
    return margin + titleHeight + caption + titleGap + rulerHeight(figure.scene);
}

} // namespace

QFont figureFont() {
    static const QString bundled = [] {
        const QString path = QStringLiteral(":/fonts/DejaVuSans.ttf");
        const int id = QFile::exists(path) ? QFontDatabase::addApplicationFont(path) : -1;
        return id >= 0 ? QFontDatabase::applicationFontFamilies(id).value(0) : QStringLiteral("DejaVu Sans");
    }();
    QFont font(bundled);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::NoSubpixelAntialias));
    return font;
}

FigurePainter::FigurePainter(const QFont& family, ThemeKind theme)
    : m_theme(Theme::of(theme)), m_title(titleFont(family)), m_fonts(family), m_scenePainter(family) {}

double FigurePainter::laneWidth(double figureWidth) {
    return std::max(1.0, figureWidth - 2 * margin - defaultGutterWidth);
}

double FigurePainter::heightAround(const Figure& figure, double figureWidth) {
    const double legend = legendHeight(figure.legend, m_fonts, figureWidth - 2 * margin);
    return lanesTop(figure) + (legend > 0 ? legendGap + legend : 0) + margin;
}

void FigurePainter::paintTitle(QPainter& painter, const Figure& figure, double width) {
    const double text = width - 2 * margin;
    m_title.draw(painter, QRectF(margin, margin, text, titleHeight), figure.title, m_theme.text);
    m_fonts.plain.draw(painter, QRectF(margin, margin + titleHeight, text, captionHeight), figure.caption,
                       m_theme.mutedText);
}

QImage FigurePainter::paint(const Figure& figure, double width, double height) {
    const TimelineScene& scene = figure.scene;
    const double ratio = scene.devicePixelRatio;
    const auto device = [&](double logical) { return std::max(1, static_cast<int>(std::lround(logical * ratio))); };
    QImage image(device(width), device(height), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(m_theme.window);
    const QImage lanes = m_scenePainter.paint(scene, m_theme);
    QPainter painter(&image);
    paintTitle(painter, figure, width);
    const double top = lanesTop(figure), ruler = rulerHeight(scene), left = margin + defaultGutterWidth;
    paintRuler(painter, scene, m_theme, m_fonts, QRectF(left, top - ruler, scene.width, ruler));
    paintGutter(painter, scene, m_theme, m_fonts, QRectF(margin, top, defaultGutterWidth, scene.height));
    painter.drawImage(QPointF(left, top), lanes);
    const double legend = top + scene.height + legendGap;
    paintLegend(painter, figure.legend, m_theme, m_fonts, QRectF(margin, legend, width - 2 * margin, height - legend));
    painter.end();
    image.setDotsPerMeterX(static_cast<int>(std::lround(dotsPerMetre * ratio)));
    image.setDotsPerMeterY(static_cast<int>(std::lround(dotsPerMetre * ratio)));
    return image;
}

} // namespace lanescope
