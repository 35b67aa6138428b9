#include "widgets/paint/gutter_painter.h"

#include <QPainter>
#include <QPolygonF>

namespace lanescope {

namespace {

constexpr double inset = 8;
constexpr double arrowWidth = 9;

QRectF rowIn(const QRectF& area, const Rect& rect) {
    return {area.left(), area.top() + rect.y, area.width(), rect.height};
}

void paintArrow(QPainter& painter, QPointF center, bool isFolded, const QColor& color) {
    const QPolygonF down({{-4, -2.5}, {4, -2.5}, {0, 2.5}}), right({{-2.5, -4}, {2.5, 0}, {-2.5, 4}});
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon((isFolded ? right : down).translated(center));
    painter.restore();
}

void paintHeader(QPainter& painter, const HeaderScene& header, const Theme& theme, FrameFonts& fonts, QRectF row) {
    painter.fillRect(row, header.isRecorded ? theme.recordedHeader : theme.header);
    const double indent = header.isRecorded ? inset + arrowWidth : inset;
    paintArrow(painter, {row.left() + indent + 4, row.center().y()}, header.isFolded, theme.mutedText);
    QRectF text = row.adjusted(indent + arrowWidth + 6, 0, -inset, 0);
    LabelPainter& font = header.isRecorded ? fonts.plain : fonts.bold;
    const double width = font.draw(painter, text, header.title, header.isRecorded ? theme.mutedText : theme.text);
    text.setLeft(text.left() + width + inset);
    if (fonts.plain.widthOf(header.detail) <= text.width())
        fonts.plain.draw(painter, text, header.detail, theme.mutedText);
}

/// The name gets its room first; the detail stands before it where all of it fits.
void paintName(QPainter& painter, const GutterLabel& label, const Theme& theme, FrameFonts& fonts, const QRectF& row) {
    QRectF text = row.adjusted(inset, 0, -inset, 0);
    const double title = fonts.plain.widthOf(label.title), detail = fonts.plain.widthOf(label.detail);
    fonts.plain.drawRight(painter, text, label.title, theme.text);
    text.setRight(text.right() - title - inset);
    if (detail <= text.width())
        fonts.plain.drawRight(painter, text, label.detail, theme.mutedText);
}

} // namespace

void paintGutter(QPainter& painter, const TimelineScene& scene, const Theme& theme, FrameFonts& fonts,
                 const QRectF& area) {
    painter.save();
    painter.setClipRect(area);
    painter.fillRect(area, theme.gutter);
    for (const GutterLabel& label : scene.gutter)
        paintName(painter, label, theme, fonts, rowIn(area, label.rect));
    for (const HeaderScene& header : scene.headers)
        paintHeader(painter, header, theme, fonts, rowIn(area, header.rect));
    painter.restore();
}

} // namespace lanescope
