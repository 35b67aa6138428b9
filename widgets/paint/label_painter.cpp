#include "widgets/paint/label_painter.h"

#include <QFontMetricsF>
#include <QGlyphRun>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

constexpr std::size_t mostTexts = 20'000;
constexpr double leastText = 6; // px: below, not even a letter and the ellipsis fit

/// From here on letters may join, stack or run to the left.
constexpr char16_t firstComplexLetter = 0x0300;

} // namespace

LabelPainter::LabelPainter(const QFont& font) : m_font(font), m_raw(QRawFont::fromFont(font)) {
    const QVector<quint32> ellipsis = m_raw.glyphIndexesForString(QStringLiteral("\u2026"));
    if (ellipsis.isEmpty() || ellipsis[0] == 0)
        return;
    m_ellipsis = ellipsis[0];
    m_ellipsisWidth = m_raw.advancesForGlyphIndexes(ellipsis)[0].x();
}

const LabelPainter::Shaped& LabelPainter::shaped(const std::string& utf8) {
    const auto found = m_shaped.find(utf8);
    if (found != m_shaped.end())
        return found->second;
    if (m_shaped.size() >= mostTexts)
        m_shaped.clear();
    Shaped& shaped = m_shaped[utf8];
    const QString text = QString::fromStdString(utf8);
    shaped.glyphs = m_raw.glyphIndexesForString(text);
    const bool isSimple =
        std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < firstComplexLetter; });
    if (!isSimple || shaped.glyphs.contains(0) || m_ellipsis == 0) {
        shaped.glyphs.clear();
        shaped.text = text;
        shaped.width = QFontMetricsF(m_font).horizontalAdvance(text);
        return shaped;
    }
    for (const QPointF& advance : m_raw.advancesForGlyphIndexes(shaped.glyphs))
        shaped.ends.append(shaped.width += advance.x());
    return shaped;
}

double LabelPainter::widthOf(const std::string& utf8) { return shaped(utf8).width; }

double LabelPainter::baselineIn(const QRectF& box) const {
    // Whole pixels keep letters crisp; capitals, not descenders, are what the eye centres.
    return std::round(box.center().y() + m_raw.capHeight() / 2);
}

double LabelPainter::draw(QPainter& painter, const QRectF& box, const std::string& utf8, const QColor& ink) {
    if (utf8.empty() || box.width() < leastText)
        return 0;
    const Shaped& text = shaped(utf8);
    painter.setPen(ink);
    return text.glyphs.isEmpty() ? drawText(painter, box, text) : drawGlyphs(painter, box, text);
}

double LabelPainter::drawRight(QPainter& painter, const QRectF& box, const std::string& utf8, const QColor& ink) {
    const double left = std::max(box.left(), box.right() - std::ceil(widthOf(utf8)));
    return draw(painter, QRectF(left, box.top(), box.right() - left, box.height()), utf8, ink);
}

double LabelPainter::drawGlyphs(QPainter& painter, const QRectF& box, const Shaped& text) {
    QVector<quint32> glyphs = text.glyphs;
    const bool isElided = text.width > box.width();
    if (isElided) {
        const auto end = std::upper_bound(text.ends.begin(), text.ends.end(), box.width() - m_ellipsisWidth);
        glyphs.resize(end - text.ends.begin());
        if (glyphs.isEmpty())
            return 0;
        glyphs.append(m_ellipsis);
    }
    QVector<QPointF> positions(glyphs.size());
    for (qsizetype i = 1; i < positions.size(); ++i)
        positions[i].setX(text.ends[i - 1]);
    QGlyphRun run;
    run.setRawFont(m_raw);
    run.setGlyphIndexes(glyphs);
    run.setPositions(positions);
    painter.drawGlyphRun(QPointF(box.left(), baselineIn(box)), run);
    return isElided ? positions.last().x() + m_ellipsisWidth : text.width;
}

double LabelPainter::drawText(QPainter& painter, const QRectF& box, const Shaped& text) {
    painter.setFont(m_font);
    const QString elided = QFontMetricsF(m_font).elidedText(text.text, Qt::ElideRight, box.width());
    painter.drawText(QPointF(box.left(), baselineIn(box)), elided);
    return std::min<double>(text.width, box.width());
}

} // namespace lanescope
