// LabelPainter: many short texts a frame, each shaped once and elided without asking the font again.
#pragma once

#include <QColor>
#include <QFont>
#include <QRawFont>
#include <QRectF>
#include <QVector>

#include <string>
#include <unordered_map>

class QPainter;

namespace lanescope {

/// One font; keeps the glyphs of the texts it has drawn (it starts anew after 20,000 distinct ones).
class LabelPainter {
public:
    explicit LabelPainter(const QFont& font);

    /// The text at the left of `box`, vertically centred, cut with an ellipsis where it is too long; nothing where not
    /// even a letter fits. Returns the width drawn.
    double draw(QPainter& painter, const QRectF& box, const std::string& utf8, const QColor& ink);
    /// At the right of `box` instead.
    double drawRight(QPainter& painter, const QRectF& box, const std::string& utf8, const QColor& ink);
    double widthOf(const std::string& utf8);
    const QFont& font() const { return m_font; }

private:
    struct Shaped {
        QVector<quint32> glyphs;
        QVector<qreal> ends; // x after each glyph
        QString text;        // of scripts that need real shaping; then there are no glyphs
        qreal width = 0;
    };
    const Shaped& shaped(const std::string& utf8);
    double drawGlyphs(QPainter& painter, const QRectF& box, const Shaped& shaped);
    double drawText(QPainter& painter, const QRectF& box, const Shaped& shaped);
    double baselineIn(const QRectF& box) const;

    QFont m_font;
    QRawFont m_raw;
    quint32 m_ellipsis = 0;
    qreal m_ellipsisWidth = 0;
    std::unordered_map<std::string, Shaped> m_shaped;
};

} // namespace lanescope
