#include "core/scene/viewport.h"

#include <QTest>

#include <cmath>
#include <cstdint>
#include <limits>

using namespace lanescope;

class TestViewport : public QObject {
    Q_OBJECT

private slots:
    void theEndsOfTheVisibleSpanAreTheEdges() {
        Viewport view({0, 1'000'003}, 1237);
        view.setVisible({1001, 77'777});
        QCOMPARE(view.xOf(1001), 0.0);
        QCOMPARE(view.xOf(77'777), 1237.0);
        QCOMPARE(view.timeAt(0), 1001);
        QCOMPARE(view.timeAt(1237), 77'777);
    }

    void aTimeSurvivesTheWayToThePixelAndBack() {
        Viewport view({0, 3'600'000'000'000}, 1920);
        view.fitAll();
        for (TimeNs t = 0; t <= 3'600'000'000'000; t += 123'456'789'123)
            QCOMPARE(view.timeAt(view.xOf(t)), t);
    }

    void zoomingKeepsTheTimeUnderTheCursor() {
        for (const double x : {100.0, 512.25, 900.0}) {
            Viewport view({0, 1'000'000'000}, 1000);
            const TimeNs under = view.timeAt(x);
            for (int notch = 0; notch < 12; ++notch) {
                view.zoomAbout(x, 1.3);
                QVERIFY(std::abs(view.xOf(under) - x) < 0.5);
            }
            for (int notch = 0; notch < 12; ++notch) {
                view.zoomAbout(x, 1 / 1.3);
                QVERIFY(std::abs(view.xOf(under) - x) < 0.5);
            }
        }
    }

    void zoomingStopsAtAFewNanosecondsAndAtTheWholeRun() {
        Viewport view({500, 1'000'000'500}, 1000);
        view.zoomAbout(500, 1e30);
        QCOMPARE(view.visible().duration(), Viewport::minimumSpan);
        view.zoomAbout(500, 1e-30);
        QVERIFY(view.visible().begin <= 500 && view.visible().end >= 1'000'000'500);
        QVERIFY(view.visible().duration() <= 1'200'000'000);
    }

    void fittingLeavesAMarginOfFivePercent() {
        Viewport view({0, 100'000'000}, 1000);
        view.fit({40'000'000, 58'000'000});
        QVERIFY(std::abs(view.xOf(40'000'000) - 50) < 0.01);
        QVERIFY(std::abs(view.xOf(58'000'000) - 950) < 0.01);
    }

    void panningNeverLosesTheRun() {
        Viewport view({0, 1'000'000}, 800);
        view.zoomAbout(400, 8);
        view.panBy(1e12);
        QVERIFY(view.visible().overlaps(view.bounds()));
        view.panBy(-1e12);
        QVERIFY(view.visible().overlaps(view.bounds()));
    }

    void panningThereAndBackIsNothing() {
        Viewport view({0, 1'000'000'000}, 1000);
        view.setVisible({400'000'000, 500'000'000});
        const Viewport before = view;
        view.panBy(37);
        QVERIFY(view != before);
        view.panBy(-37);
        QCOMPARE(view.visible().begin, before.visible().begin);
        QCOMPARE(view.visible().duration(), before.visible().duration());
    }

    void senselessInputChangesNothingOrIsHeld() {
        Viewport view({0, 1'000'000}, 800);
        const Viewport before = view;
        view.zoomAbout(400, 0);
        view.zoomAbout(400, -3);
        view.zoomAbout(400, std::numeric_limits<double>::infinity());
        view.zoomAbout(std::nan(""), 2);
        QVERIFY(view == before);
        view.setWidth(0);
        QCOMPARE(view.widthPx(), 1.0);
        view.setWidth(std::nan(""));
        QCOMPARE(view.widthPx(), 1.0);
    }

    void theLongestSpansDoNotOverflow() {
        Viewport view({INT64_MIN, INT64_MAX}, 1000);
        for (const double factor : {0.001, 1000.0, 0.5, 3.0})
            view.zoomAbout(999, factor);
        view.panBy(1e18);
        QVERIFY(view.visible().duration() >= Viewport::minimumSpan);
        QVERIFY(std::isfinite(view.xOf(INT64_MIN)) && std::isfinite(view.xOf(INT64_MAX)));
        QVERIFY(view.timeAt(1e300) > view.timeAt(-1e300));
        Viewport edge({INT64_MAX - 1, INT64_MAX}, 1000);
        QVERIFY(edge.visible().duration() >= Viewport::minimumSpan);
    }

    void anEmptySpanBecomesTheShortestOne() {
        Viewport view({100, 100}, 800);
        QVERIFY(view.visible().duration() >= Viewport::minimumSpan);
        view.setVisible({50, 20});
        QVERIFY(view.visible().duration() >= Viewport::minimumSpan);
    }
};

QTEST_APPLESS_MAIN(TestViewport)
#include "tst_viewport.moc"
