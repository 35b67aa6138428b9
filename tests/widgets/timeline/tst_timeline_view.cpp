#include "tests/support/trace_text.h"
#include "widgets/timeline/timeline_view.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>
#include <memory>

using namespace lanescope;

namespace {

constexpr int gutter = 180;

void sendWheel(TimelineView& view, QPointF at, int notches, Qt::KeyboardModifiers modifiers = {}) {
    QWheelEvent event(at, view.viewport()->mapToGlobal(at), {}, QPoint(0, notches * 120), Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view.viewport(), &event);
}

double seconds(TimeSpan span) { return static_cast<double>(span.duration()); }

} // namespace

/// Drives the view as a user would: a run of two ranks, 1200 x 300 pixels.
class TestTimelineView : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_view = std::make_unique<TimelineView>();
        m_view->resize(1200, 300);
        const std::string a = m_folder.write("a.json", smallTrace(0).text()),
                          b = m_folder.write("b.json", smallTrace(1).text());
        m_run = opened({a, b});
        m_view->setIndex(m_run.index);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        m_view->setFocus();
    }

    void theWholeRunIsShownAtFirst() { QVERIFY(visible().begin <= 0 && visible().end >= 100000); }

    void keysZoomAndPan() {
        const TimeSpan before = visible();
        QTest::keyClick(m_view.get(), Qt::Key_W);
        QVERIFY(seconds(visible()) < seconds(before) * 0.7);
        const TimeSpan zoomed = visible();
        QTest::keyClick(m_view.get(), Qt::Key_D);
        QVERIFY(visible().begin > zoomed.begin);
        QVERIFY(std::abs(seconds(visible()) - seconds(zoomed)) <= 2);
        QTest::keyClick(m_view.get(), Qt::Key_A);
        QTest::keyClick(m_view.get(), Qt::Key_Left);
        QVERIFY(visible().begin < zoomed.begin);
        QTest::keyClick(m_view.get(), Qt::Key_S);
        QVERIFY(seconds(visible()) > seconds(zoomed));
        QTest::keyClick(m_view.get(), Qt::Key_W, Qt::ShiftModifier);
        const double slow = seconds(zoomed) / seconds(before);
        QTest::keyClick(m_view.get(), Qt::Key_0);
        const double all = seconds(visible());
        QTest::keyClick(m_view.get(), Qt::Key_W, Qt::ShiftModifier);
        QVERIFY(seconds(visible()) / all < slow); // Shift is faster
    }

    void controlWheelKeepsTheTimeUnderTheCursor() {
        const QPointF at(gutter + 300, 100);
        const TimeNs under = m_view->timeViewport().timeAt(300);
        sendWheel(*m_view, at, 3, Qt::ControlModifier);
        QVERIFY(std::abs(m_view->timeViewport().timeAt(300) - under) <=
                1 + static_cast<TimeNs>(m_view->timeViewport().nsPerPx()));
        QVERIFY(seconds(visible()) < 100000);
    }

    void theWheelScrollsLanesAndWithShiftPans() {
        QVERIFY(m_view->verticalScrollBar()->maximum() > 0);
        sendWheel(*m_view, {gutter + 50, 100}, -1);
        QVERIFY(m_view->verticalScrollBar()->value() > 0);
        QTest::keyClick(m_view.get(), Qt::Key_W);
        const TimeSpan before = visible();
        sendWheel(*m_view, {gutter + 50, 100}, -1, Qt::ShiftModifier);
        QVERIFY(visible().begin > before.begin);
    }

    void aDragSelectsTheRangeUnderIt() {
        QSignalSpy selected(m_view.get(), &TimelineView::spanSelected);
        drag(Qt::LeftButton, {}, {gutter + 100, 90}, {gutter + 400, 95});
        QCOMPARE(selected.count(), 1);
        const auto span = m_view->selectedSpan();
        QVERIFY(span.has_value());
        QCOMPARE(span->begin, m_view->timeViewport().timeAt(100));
        QCOMPARE(span->end, m_view->timeViewport().timeAt(400));
        QTest::keyClick(m_view.get(), Qt::Key_F);
        QVERIFY(visible().begin < span->begin && visible().end > span->end &&
                seconds(visible()) < seconds(*span) * 1.2);
        QTest::keyClick(m_view.get(), Qt::Key_Escape);
        QVERIFY(!m_view->selectedSpan());
        QCOMPARE(selected.count(), 2);
    }

    void shiftDragAndMiddleDragPan() {
        QTest::keyClick(m_view.get(), Qt::Key_W);
        for (const auto& [button, modifiers] : {std::pair(Qt::LeftButton, Qt::KeyboardModifiers(Qt::ShiftModifier)),
                                                std::pair(Qt::MiddleButton, Qt::KeyboardModifiers())}) {
            QTest::qWait(200); // an animation would move on
            const TimeNs grabbed = m_view->timeViewport().timeAt(300);
            drag(button, modifiers, {gutter + 300, 90}, {gutter + 350, 90});
            QVERIFY(std::abs(m_view->timeViewport().timeAt(350) - grabbed) <=
                    2 * static_cast<TimeNs>(m_view->timeViewport().nsPerPx()) + 2);
            QVERIFY(!m_view->selectedSpan());
        }
    }

    void aClickSelectsTheSliceUnderIt() {
        QSignalSpy selected(m_view.get(), &TimelineView::sliceSelected);
        const QPoint at = placeOf(LaneKind::Compute, 20000); // inside the first kernel, [10,40) us
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(selected.count(), 1);
        QCOMPARE(m_run.run->nameOf(m_view->selectedSlice()), std::string_view("sm90_xmma_gemm_bf16bf16"));
        QTest::keyClick(m_view.get(), Qt::Key_Period);
        QCOMPARE(m_run.run->slices.start(m_view->selectedSlice()), TimeNs{60000});
        QTest::keyClick(m_view.get(), Qt::Key_Comma);
        QCOMPARE(m_run.run->slices.start(m_view->selectedSlice()), TimeNs{10000});
        QTest::keyClick(m_view.get(), Qt::Key_Escape);
        QVERIFY(!m_view->selectedSlice().isValid());
    }

    void aRestingCursorIsToldWhatItRestsOn() {
        moveTo(placeOf(LaneKind::Compute, 20000));
        QTRY_VERIFY(QToolTip::text().contains(QStringLiteral("sm90_xmma_gemm_bf16bf16")));
        QVERIFY(QToolTip::text().contains(QStringLiteral("30.0 µs")));
        moveTo(placeOf(LaneKind::Collective, 35000));
        QTRY_VERIFY(QToolTip::text().contains(QStringLiteral("mesh_tp")));
        QVERIFY(QToolTip::text().contains(QStringLiteral("Bus bandwidth")));
        QTest::keyClick(m_view.get(), Qt::Key_D); // the slice moves away
        QTRY_VERIFY(!QToolTip::isVisible());
    }

    void theGutterIsDraggedByItsEdge() {
        drag(Qt::LeftButton, {}, {gutter, 100}, {gutter + 60, 100});
        QCOMPARE(m_view->gutterWidth(), double(gutter + 60));
        QVERIFY(!m_view->selectedSpan());
        drag(Qt::LeftButton, {}, {gutter + 60, 100}, {5, 100});
        QVERIFY(m_view->gutterWidth() >= 80);
        m_view->setGutterWidth(1100);
        drag(Qt::LeftButton, {}, {1100, 100}, {1150, 100});
        QVERIFY(m_view->gutterWidth() <= 600);
    }

    void aMoveTakesOverFromTheOneUnderWay() {
        const double all = seconds(visible());
        for (int i = 0; i < 3; ++i) {
            QTest::keyClick(m_view.get(), Qt::Key_W); // each starts where the one before would have ended
            QTest::qWait(10);
        }
        QVERIFY(std::abs(seconds(visible()) / all - 1 / (1.5 * 1.5 * 1.5)) < 0.01);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, placeOf(LaneKind::Compute, 50000)); // ends it
        QVERIFY(std::abs(seconds(visible()) / all - 1 / (1.5 * 1.5 * 1.5)) < 0.01);
    }

    void aClickOnAHeaderFoldsItsGroup() {
        const double height = m_view->layoutOfLanes().height();
        const LaneBand header = m_view->layoutOfLanes().bands().front();
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, QPoint(60, topOf(header) + 5));
        QVERIFY(m_view->layoutOfLanes().isFolded(0));
        QVERIFY(m_view->layoutOfLanes().height() < height);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, QPoint(60, topOf(header) + 5));
        QCOMPARE(m_view->layoutOfLanes().height(), height);
    }

    void pageKeysGoFromStepToStep() {
        m_view->fitAll();
        QTest::keyClick(m_view.get(), Qt::Key_PageDown);
        const TimeNs second = (visible().begin + visible().end) / 2;
        QVERIFY(std::abs(second - 75000) < 1000);
        QTest::keyClick(m_view.get(), Qt::Key_PageUp);
        QVERIFY(std::abs((visible().begin + visible().end) / 2 - 25000) < 1000);
    }

    void commandsAreAskedForAndControlKeysLeftAlone() {
        QSignalSpy find(m_view.get(), &TimelineView::findRequested), help(m_view.get(), &TimelineView::helpRequested);
        QTest::keyClick(m_view.get(), Qt::Key_Slash);
        QTest::keyClick(m_view.get(), Qt::Key_Question, Qt::ShiftModifier);
        QCOMPARE(find.count(), 1);
        QCOMPARE(help.count(), 1);
        const TimeSpan before = visible();
        QTest::keyClick(m_view.get(), Qt::Key_W, Qt::ControlModifier);
        QVERIFY(visible() == before);
    }

    void revealingASliceUnfoldsItsGroupAndShowsIt() {
        m_view->setAllFolded(true);
        SliceId launch;
        for (std::size_t i = 0; i < m_run.run->slices.size(); ++i)
            if (m_run.run->kind(SliceId(i)) == SliceKind::HostRuntime)
                launch = SliceId(i);
        m_view->revealSlice(launch);
        const TimeSpan span = m_run.run->slices.span(launch);
        QVERIFY(visible().begin <= span.begin && visible().end >= span.end);
        QCOMPARE(m_view->selectedSlice(), launch);
        QVERIFY(static_cast<double>(span.duration()) / m_view->timeViewport().nsPerPx() >= 2);
    }

    void framesArePaintedInBothThemesAndWithoutARun() {
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
            m_view->setTheme(kind);
            const QImage image = m_view->grab().toImage();
            QVERIFY(image.pixelColor(gutter + 500, 20) != image.pixelColor(gutter + 500, 90));
        }
        m_view->setIndex(nullptr);
        QVERIFY(!m_view->grab().isNull());
        for (const Qt::Key key : {Qt::Key_W, Qt::Key_F, Qt::Key_0, Qt::Key_PageDown, Qt::Key_Period})
            QTest::keyClick(m_view.get(), key);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, QPoint(500, 100));
    }

private:
    TimeSpan visible() const { return m_view->timeViewport().visible(); }

    int topOf(const LaneBand& band) const {
        return static_cast<int>(band.y) + 40 - m_view->verticalScrollBar()->value();
    } // below the ruler

    QPoint placeOf(LaneKind kind, TimeNs time) const {
        const auto& lanes = m_run.index->lanes();
        for (const LaneBand& band : m_view->layoutOfLanes().bands())
            if (band.what == LaneBand::What::Lane && lanes.lane(band.lane).kind == kind)
                return {gutter + static_cast<int>(m_view->timeViewport().xOf(time)),
                        topOf(band) + static_cast<int>(band.height / 2)};
        return {};
    }

    void moveTo(QPoint at) {
        QMouseEvent move(QEvent::MouseMove, at, m_view->viewport()->mapToGlobal(at), Qt::NoButton, {}, {});
        QCoreApplication::sendEvent(m_view->viewport(), &move);
    }

    void drag(Qt::MouseButton button, Qt::KeyboardModifiers modifiers, QPoint from, QPoint to) {
        QTest::mousePress(m_view->viewport(), button, modifiers, from);
        for (int i = 1; i <= 5; ++i) {
            const QPoint at = from + (to - from) * i / 5;
            QMouseEvent move(QEvent::MouseMove, at, m_view->viewport()->mapToGlobal(at), Qt::NoButton, button,
                             modifiers);
            QCoreApplication::sendEvent(m_view->viewport(), &move);
        }
        QTest::mouseRelease(m_view->viewport(), button, modifiers, to);
    }

    TestFolder m_folder;
    LoadedRun m_run;
    std::unique_ptr<TimelineView> m_view;
};

QTEST_MAIN(TestTimelineView)
#include "tst_timeline_view.moc"
