// TimelineView: the lanes of a run, to look at, move through and select in. It paints what core/scene decided.
#pragma once

#include "core/index/run_index.h"
#include "core/scene/hit_test.h"
#include "core/scene/lane_layout.h"
#include "core/scene/legend.h"
#include "core/scene/scene_builder.h"
#include "core/scene/viewport.h"
#include "widgets/paint/frame_fonts.h"
#include "widgets/paint/scene_painter.h"
#include "widgets/paint/theme.h"

#include <QAbstractScrollArea>
#include <QTimer>
#include <QVariantAnimation>

#include <memory>
#include <optional>
#include <vector>

namespace lanescope {

/// Holds no data: a pointer to a run's index, and what the reader chose. Times are ns since the run's origin.
class TimelineView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    /// Shows the whole run; null clears.
    void setIndex(std::shared_ptr<const RunIndex> index);
    /// Shows a later state of the same run. The visible times stay (the whole run, if that was shown), and so do
    /// folding, scrolling and what is selected.
    void growTo(std::shared_ptr<const RunIndex> index);
    void setTheme(ThemeKind kind);
    /// Slices whose descriptor does not match are dimmed; empty ends the search.
    void setMatching(std::vector<bool> matching);
    /// Spans to highlight, per device; empty ends it.
    void setEvidence(std::vector<SceneFocus::Evidence> evidence);

    /// Selects a slice and brings it into view (unfolding its group); none clears.
    void revealSlice(SliceId slice);
    void selectSpan(TimeSpan span);
    void clearSelection();

    double gutterWidth() const { return m_gutterWidth; }
    void setGutterWidth(double width); // never too narrow for short names

    SliceId selectedSlice() const { return m_focus.selected; }
    std::optional<TimeSpan> selectedSpan() const { return m_span; }
    const Viewport& timeViewport() const { return m_target; } // where an animation under way will end
    const LaneLayout& layoutOfLanes() const { return m_layout; }
    /// Time the last frame took from decision to image, in ms.
    double lastFrameMs() const { return m_lastFrameMs; }

    void zoomBy(double factor); // about the cursor, else the middle
    void panBy(double widths);  // by that many visible widths
    void fitAll();
    void fitSelection();
    void goToStep(int direction);  // -1 the step before, 1 the one after the middle of the view
    void goToSlice(int direction); // neighbour of the selected slice in its lane
    void setAllFolded(bool folded);

signals:
    void sliceSelected(lanescope::SliceId slice); // none when the selection was cleared
    void spanSelected(lanescope::TimeSpan span);  // empty when the selection was cleared
    void visibleChanged(lanescope::TimeSpan visible);
    void findRequested();
    void helpRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool viewportEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    enum class Drag { None, Pending, Span, Pan, Gutter };
    struct SlicePlace {
        LaneId lane;
        std::size_t row = 0, position = 0;
    };

    // geometry, in logical pixels of the viewport widget
    double rulerHeight() const;
    double legendHeightHere() const;
    QRectF laneArea() const;
    double xInLanes(double x) const { return x - laneArea().left(); }
    double yInLayout(double y) const;
    Hit hitAt(QPointF position) const;

    void takeIndex(std::shared_ptr<const RunIndex> index, LaneLayout layout);
    void updateGeometryOfLanes();
    void showTimes(TimeSpan span, bool isAnimated);
    void settleAnimation();
    void renderLanes();
    void invalidateScene();
    void paintOverlays(QPainter& painter);
    void paintSpan(QPainter& painter, const QRectF& lanes);
    void paintEmptyState(QPainter& painter);
    void followHover(QPointF position);
    void showHover();
    QString hoverText(SliceId slice) const;
    void clickAt(QPointF position);
    void toggleFold(const LaneBand& band);
    bool handleMoveKey(QKeyEvent* event);
    void selectSlice(SliceId slice);
    /// A shown lane before a folded one; O(lanes x log slices).
    std::optional<SlicePlace> placeOf(SliceId slice) const;
    void revealLane(LaneId lane);

    std::shared_ptr<const RunIndex> m_index;
    LaneLayout m_layout;
    Viewport m_shown;  // what is on the screen
    Viewport m_target; // where it is going
    QVariantAnimation m_animation;
    TimeSpan m_animationFrom;
    SceneFocus m_focus;
    std::optional<TimeSpan> m_span;
    std::vector<LegendEntry> m_legend;

    const Theme* m_theme;
    ScenePainter m_painter;
    mutable FrameFonts m_fonts;
    TimelineScene m_scene;
    QImage m_image;
    bool m_isSceneValid = false;
    double m_lastFrameMs = 0;

    double m_gutterWidth;
    Drag m_drag = Drag::None;
    QPointF m_pressedAt, m_lastAt;
    std::optional<double> m_cursorX; // in the viewport widget, while the cursor is over the lanes
    SliceId m_hovered;
    QTimer m_hoverTimer; // runs out when the cursor has rested on a slice
};

} // namespace lanescope
