#include "widgets/timeline/timeline_view.h"

#include "core/base/format.h"
#include "core/scene/carry_over.h"
#include "core/scene/slice_caption.h"
#include "widgets/paint/gutter_painter.h"
#include "widgets/paint/legend_painter.h"
#include "widgets/paint/ruler_painter.h"

#include <QElapsedTimer>
#include <QEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

constexpr int animationMs = 120;
constexpr int hoverMs = 150; // the cursor rests
constexpr double legendMargin = 6;
constexpr double leastGutter = 80;
constexpr qsizetype longestUnbroken = 80; // letters of a name in a caption

} // namespace

TimelineView::TimelineView(QWidget* parent)
    : QAbstractScrollArea(parent), m_theme(&Theme::of(ThemeKind::Light)), m_painter(font()), m_fonts(font()),
      m_gutterWidth(defaultGutterWidth) {
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Timeline"));
    m_animation.setDuration(animationMs);
    m_animation.setStartValue(0.0);
    m_animation.setEndValue(1.0);
    m_animation.setEasingCurve(QEasingCurve::OutCubic);
    m_hoverTimer.setSingleShot(true);
    m_hoverTimer.setInterval(hoverMs);
    connect(&m_hoverTimer, &QTimer::timeout, this, &TimelineView::showHover);
    connect(&m_animation, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        const double share = value.toDouble();
        const TimeSpan to = m_target.visible();
        const auto between = [&](TimeNs a, TimeNs b) {
            return a + static_cast<TimeNs>(std::llround(static_cast<double>(b - a) * share));
        };
        m_shown.setVisible(
            share >= 1 ? to : TimeSpan{between(m_animationFrom.begin, to.begin), between(m_animationFrom.end, to.end)});
        invalidateScene();
    });
}

TimelineView::~TimelineView() = default;

/// Shows all of it, with nothing selected.
void TimelineView::takeIndex(std::shared_ptr<const RunIndex> index, LaneLayout layout) {
    m_animation.stop();
    m_hoverTimer.stop();
    m_index = std::move(index);
    m_focus = {};
    m_span.reset();
    m_hovered = {};
    m_layout = std::move(layout);
    m_legend = m_index ? legendOf(*m_index) : std::vector<LegendEntry>();
    const TimeSpan bounds = m_index && m_index->run().span ? *m_index->run().span : TimeSpan{0, 1};
    m_target = Viewport(bounds, std::max(1.0, laneArea().width()));
    m_target.fitAll();
    m_shown = m_target;
    updateGeometryOfLanes();
}

void TimelineView::setIndex(std::shared_ptr<const RunIndex> index) {
    LaneLayout layout = index ? LaneLayout(index->lanes()) : LaneLayout();
    takeIndex(std::move(index), std::move(layout));
    verticalScrollBar()->setValue(0);
    emit visibleChanged(m_target.visible());
}

void TimelineView::growTo(std::shared_ptr<const RunIndex> index) {
    if (!m_index || !index)
        return setIndex(std::move(index));
    const auto before = m_index; // what is carried over refers to it
    const CarryOver carried(*before, *index);
    const SliceId selected = carried.slice(m_focus.selected);
    const auto span = m_span ? std::optional(carried.span(*m_span)) : std::nullopt;
    const TimeSpan visible = carried.span(m_target.visible());
    Viewport whole = m_target;
    whole.fitAll();
    const bool showsWhole = whole == m_target;
    LaneLayout layout = carried.layout(m_layout);
    const double scrollY = carried.scrollY(verticalScrollBar()->value(), m_layout, layout);
    takeIndex(std::move(index), std::move(layout));
    m_focus.selected = selected;
    m_span = span;
    if (!showsWhole)
        m_target.setVisible(visible);
    m_shown = m_target;
    verticalScrollBar()->setValue(static_cast<int>(scrollY));
    emit visibleChanged(m_target.visible());
}

void TimelineView::setTheme(ThemeKind kind) {
    m_theme = &Theme::of(kind);
    invalidateScene();
}

void TimelineView::setMatching(std::vector<bool> matching) {
    m_focus.matching = std::move(matching);
    invalidateScene();
}

void TimelineView::setEvidence(std::vector<SceneFocus::Evidence> evidence) {
    m_focus.evidence = std::move(evidence);
    invalidateScene();
}

// ---- geometry

double TimelineView::rulerHeight() const {
    const bool hasSteps = m_index && !m_index->run().steps.empty();
    return tickRowHeight + (hasSteps ? stepRowHeight : 0);
}

double TimelineView::legendHeightHere() const {
    return m_legend.empty()
               ? 0
               : legendHeight(m_legend, m_fonts, viewport()->width() - 2 * legendMargin) + 2 * legendMargin;
}

QRectF TimelineView::laneArea() const {
    const double height = viewport()->height() - rulerHeight() - legendHeightHere();
    return {m_gutterWidth, rulerHeight(), std::max(1.0, viewport()->width() - m_gutterWidth), std::max(1.0, height)};
}

double TimelineView::yInLayout(double y) const { return y - laneArea().top() + verticalScrollBar()->value(); }

Hit TimelineView::hitAt(QPointF position) const {
    return hitTest(*m_index, m_layout, m_shown, xInLanes(position.x()), yInLayout(position.y()));
}

void TimelineView::setGutterWidth(double width) {
    m_gutterWidth = std::max(leastGutter, width);
    updateGeometryOfLanes();
}

void TimelineView::updateGeometryOfLanes() {
    const QRectF area = laneArea();
    m_shown.setWidth(area.width());
    m_target.setWidth(area.width());
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(m_layout.height() - area.height()))));
    verticalScrollBar()->setPageStep(static_cast<int>(area.height()));
    verticalScrollBar()->setSingleStep(24);
    invalidateScene();
}

void TimelineView::resizeEvent(QResizeEvent*) { updateGeometryOfLanes(); }

void TimelineView::scrollContentsBy(int, int) { invalidateScene(); }

void TimelineView::invalidateScene() {
    m_isSceneValid = false;
    viewport()->update();
}

// ---- painting

void TimelineView::renderLanes() {
    if (m_isSceneValid)
        return;
    QElapsedTimer timer;
    timer.start();
    SceneRequest request;
    request.viewport = m_shown;
    request.scrollY = verticalScrollBar()->value();
    request.height = laneArea().height();
    request.devicePixelRatio = devicePixelRatioF();
    request.focus = m_focus;
    m_scene = buildScene(*m_index, m_layout, request);
    const QSize size = (laneArea().size() * devicePixelRatioF()).toSize();
    if (m_image.size() != size)
        m_image = QImage(size, QImage::Format_RGB32);
    m_painter.paint(m_scene, *m_theme, m_image);
    m_lastFrameMs = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    m_isSceneValid = true;
}

void TimelineView::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), m_theme->window);
    if (!m_index)
        return paintEmptyState(painter);
    renderLanes();
    const QRectF lanes = laneArea();
    painter.drawImage(lanes.topLeft(), m_image);
    painter.save();
    painter.setClipRect(QRectF(0, lanes.top(), m_gutterWidth, lanes.height()));
    paintGutter(painter, m_scene, *m_theme, m_fonts, {0, lanes.top(), m_gutterWidth, lanes.height()});
    painter.restore();
    painter.fillRect(QRectF(0, 0, viewport()->width(), lanes.top()), m_theme->ruler);
    paintRuler(painter, m_scene, *m_theme, m_fonts, {lanes.left(), 0, lanes.width(), lanes.top()});
    paintOverlays(painter);
    const double legendTop = lanes.bottom();
    painter.fillRect(QRectF(0, legendTop, viewport()->width(), viewport()->height() - legendTop), m_theme->gutter);
    painter.fillRect(QRectF(0, legendTop, viewport()->width(), 1), m_theme->separator);
    paintLegend(painter, m_legend, *m_theme, m_fonts,
                {legendMargin, legendTop + legendMargin, viewport()->width() - 2 * legendMargin,
                 viewport()->height() - legendTop - 2 * legendMargin});
}

void TimelineView::paintEmptyState(QPainter& painter) {
    painter.setPen(m_theme->mutedText);
    painter.drawText(viewport()->rect(), Qt::AlignCenter, tr("Open a trace or a data-point folder to see its lanes"));
}

void TimelineView::paintSpan(QPainter& painter, const QRectF& lanes) {
    const double x0 = std::clamp(m_shown.xOf(m_span->begin), 0.0, lanes.width()) + lanes.left();
    const double x1 = std::clamp(m_shown.xOf(m_span->end), 0.0, lanes.width()) + lanes.left();
    QColor shade = m_theme->accent;
    shade.setAlphaF(0.14f);
    painter.fillRect(QRectF(x0, 0, x1 - x0, lanes.bottom()), shade);
    painter.setPen(QPen(m_theme->accent, 1));
    painter.drawLine(QPointF(x0, 0), QPointF(x0, lanes.bottom()));
    painter.drawLine(QPointF(x1, 0), QPointF(x1, lanes.bottom()));
    const QString length = QString::fromStdString(formatDuration(m_span->duration()));
    const QRectF pill = QRectF(QPointF(), m_fonts.bold.widthOf(length.toStdString()) > 0
                                              ? QSizeF(m_fonts.bold.widthOf(length.toStdString()) + 12, 18)
                                              : QSizeF())
                            .translated(std::clamp((x0 + x1) / 2 - m_fonts.bold.widthOf(length.toStdString()) / 2 - 6,
                                                   lanes.left(), lanes.right() - 60),
                                        3);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme->accent);
    painter.drawRoundedRect(pill, 3, 3);
    m_fonts.bold.draw(painter, pill.adjusted(6, 0, 0, 0), length.toStdString(), inkOn(m_theme->accent));
}

void TimelineView::paintOverlays(QPainter& painter) {
    const QRectF lanes = laneArea();
    painter.save();
    painter.setClipRect(QRectF(lanes.left(), 0, lanes.width(), lanes.bottom()));
    if (m_span && !m_span->isEmpty())
        paintSpan(painter, lanes);
    if (m_cursorX && m_drag != Drag::Pan) {
        QColor guide = m_theme->text;
        guide.setAlphaF(0.35f);
        painter.setPen(QPen(guide, 1, Qt::DashLine));
        painter.drawLine(QPointF(*m_cursorX, 0), QPointF(*m_cursorX, lanes.bottom()));
    }
    painter.restore();
}

QString TimelineView::hoverText(SliceId slice) const {
    const SliceCaption caption = captionOf(*m_index, slice);
    QString title = QString::fromStdString(caption.title);
    for (qsizetype i = longestUnbroken; i < title.size(); i += longestUnbroken + 1)
        title.insert(title.at(i).isLowSurrogate() ? i + 1 : i, QChar(0x200b)); // kernel names have no spaces to wrap at
    QString html = QStringLiteral("<p style='white-space:pre-wrap'><b>%1</b></p><table cellspacing='0'>")
                       .arg(title.toHtmlEscaped());
    for (const CaptionLine& line : caption.lines)
        html += QStringLiteral("<tr><td style='padding-right:10px; color:%3'>%1</td><td>%2</td></tr>")
                    .arg(QString::fromStdString(line.name).toHtmlEscaped(),
                         QString::fromStdString(line.value).toHtmlEscaped(), m_theme->mutedText.name());
    return html + QStringLiteral("</table>");
}

/// The caption comes when the cursor rests on a slice, and goes when it leaves it.
void TimelineView::followHover(QPointF position) {
    const bool mayHover = m_drag == Drag::None && laneArea().contains(position);
    const SliceId slice = mayHover ? hitAt(position).slice : SliceId{};
    if (slice == m_hovered)
        return;
    m_hovered = slice;
    QToolTip::hideText();
    if (slice.isValid())
        m_hoverTimer.start();
    else
        m_hoverTimer.stop();
}

void TimelineView::showHover() {
    if (m_hovered.isValid())
        QToolTip::showText(viewport()->mapToGlobal(m_lastAt.toPoint()), hoverText(m_hovered), viewport());
}

bool TimelineView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip)
        return true; // followHover is quicker
    if (event->type() == QEvent::Leave) {
        m_cursorX.reset();
        followHover({-1, -1});
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace lanescope
