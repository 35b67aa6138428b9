// Keys, wheel and mouse of the timeline: events in, commands of TimelineView out. Perfetto's conventions.
#include "widgets/timeline/physical_keys.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanescope {

namespace {

constexpr double zoomStep = 1.5;
constexpr double fastFactor = 2.5; // with Shift
constexpr double panStep = 0.15;   // of the visible width
constexpr double wheelNotch = 120;
constexpr double gutterGrip = 4; // px at either side of the gutter's edge
constexpr double mostGutterShare = 0.5;

} // namespace

bool TimelineView::handleMoveKey(QKeyEvent* event) {
    const double speed = event->modifiers().testFlag(Qt::ShiftModifier) ? fastFactor : 1;
    switch (physicalKeyOf(*event)) {
    case PhysicalKey::W:
        zoomBy(std::pow(zoomStep, speed));
        return true;
    case PhysicalKey::S:
        zoomBy(std::pow(zoomStep, -speed));
        return true;
    case PhysicalKey::A:
        panBy(-panStep * speed);
        return true;
    case PhysicalKey::D:
        panBy(panStep * speed);
        return true;
    case PhysicalKey::None:
        break;
    }
    switch (event->key()) {
    case Qt::Key_Left:
        panBy(-panStep * speed);
        return true;
    case Qt::Key_Right:
        panBy(panStep * speed);
        return true;
    case Qt::Key_Up:
        verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
        return true;
    case Qt::Key_Down:
        verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(zoomStep);
        return true;
    case Qt::Key_Minus:
        zoomBy(1 / zoomStep);
        return true;
    case Qt::Key_PageUp:
        goToStep(-1);
        return true;
    case Qt::Key_PageDown:
        goToStep(1);
        return true;
    default:
        return false;
    }
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
    constexpr auto commandModifiers = Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
    if (!m_index || event->modifiers() & commandModifiers)
        return QAbstractScrollArea::keyPressEvent(event);
    if (handleMoveKey(event))
        return;
    switch (event->key()) {
    case Qt::Key_0:
    case Qt::Key_Home:
        return fitAll();
    case Qt::Key_F:
        return fitSelection();
    case Qt::Key_Escape:
        return clearSelection();
    case Qt::Key_Slash:
        emit findRequested();
        return;
    case Qt::Key_Question:
        emit helpRequested();
        return;
    case Qt::Key_Period:
        return goToSlice(1);
    case Qt::Key_Comma:
        return goToSlice(-1);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void TimelineView::wheelEvent(QWheelEvent* event) {
    if (!m_index)
        return;
    const QPoint delta = event->angleDelta();
    const double notches = (delta.y() != 0 ? delta.y() : delta.x()) / wheelNotch;
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        m_cursorX = event->position().x();
        zoomBy(std::pow(1.25, notches));
    } else if (event->modifiers().testFlag(Qt::ShiftModifier) || delta.y() == 0) {
        panBy(-notches * panStep * 0.6);
    } else {
        verticalScrollBar()->setValue(verticalScrollBar()->value() -
                                      static_cast<int>(notches * 3 * verticalScrollBar()->singleStep()));
    }
    event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
    if (!m_index)
        return;
    settleAnimation();
    m_pressedAt = m_lastAt = event->position();
    const bool isPan = event->button() == Qt::MiddleButton ||
                       (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier));
    if (event->button() == Qt::LeftButton && std::abs(event->position().x() - m_gutterWidth) <= gutterGrip)
        m_drag = Drag::Gutter;
    else if (isPan)
        m_drag = Drag::Pan;
    else if (event->button() == Qt::LeftButton)
        m_drag = Drag::Pending;
    if (m_drag == Drag::Pan)
        viewport()->setCursor(Qt::ClosedHandCursor);
    m_hovered = {};
    m_hoverTimer.stop();
    QToolTip::hideText();
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
    if (!m_index)
        return;
    const QPointF at = event->position();
    const QRectF lanes = laneArea();
    const bool isOverTime = at.x() >= lanes.left() && at.y() < lanes.bottom();
    m_cursorX = isOverTime ? std::optional(at.x()) : std::nullopt;
    const bool isFar = (at - m_pressedAt).manhattanLength() >= QApplication::startDragDistance();
    if (m_drag == Drag::Pending && isFar && m_pressedAt.x() >= lanes.left() && m_pressedAt.y() < lanes.bottom())
        m_drag = Drag::Span;
    switch (m_drag) {
    case Drag::Span: {
        const TimeNs a = m_shown.timeAt(xInLanes(m_pressedAt.x()));
        const TimeNs b = m_shown.timeAt(std::clamp(xInLanes(at.x()), 0.0, lanes.width()));
        m_span = TimeSpan{std::min(a, b), std::max(a, b)};
        break;
    }
    case Drag::Pan: {
        Viewport next = m_target;
        next.panBy(m_lastAt.x() - at.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() +
                                      static_cast<int>(std::lround(m_lastAt.y() - at.y())));
        showTimes(next.visible(), false);
        break;
    }
    case Drag::Gutter:
        setGutterWidth(std::min(at.x(), viewport()->width() * mostGutterShare));
        break;
    case Drag::Pending:
        break;
    case Drag::None:
        viewport()->setCursor(std::abs(at.x() - m_gutterWidth) <= gutterGrip ? Qt::SplitHCursor : Qt::ArrowCursor);
        break;
    }
    m_lastAt = at;
    followHover(at);
    viewport()->update();
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event) {
    const Drag drag = std::exchange(m_drag, Drag::None);
    viewport()->setCursor(Qt::ArrowCursor);
    if (!m_index)
        return;
    if (drag == Drag::Pending)
        clickAt(event->position());
    else if (drag == Drag::Span && m_span)
        selectSpan(*m_span);
    viewport()->update();
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (!m_index || event->button() != Qt::LeftButton || !laneArea().contains(event->position()))
        return;
    const Hit hit = hitAt(event->position());
    if (hit.slice.isValid()) {
        selectSlice(hit.slice);
        fitSelection();
    }
}

void TimelineView::toggleFold(const LaneBand& band) {
    const std::uint32_t group = band.group;
    if (band.what == LaneBand::What::GroupHeader)
        m_layout.setFolded(group, !m_layout.isFolded(group));
    else
        m_layout.setRecordedOpen(group, !m_layout.isRecordedOpen(group));
    updateGeometryOfLanes();
}

void TimelineView::clickAt(QPointF position) {
    const QRectF lanes = laneArea();
    if (position.y() < lanes.top() || position.y() >= lanes.bottom())
        return;
    const LaneBand* band = m_layout.bandAt(yInLayout(position.y()));
    if (band && band->what != LaneBand::What::Lane)
        return toggleFold(*band);
    if (position.x() < lanes.left())
        return;
    const Hit hit = hitAt(position);
    if (!hit.slice.isValid() && m_span)
        clearSelection();
    selectSlice(hit.slice);
}

} // namespace lanescope
