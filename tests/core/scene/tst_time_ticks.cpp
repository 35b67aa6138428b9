#include "core/scene/time_ticks.h"

#include <QTest>

#include <algorithm>
#include <cstdint>
#include <set>

using namespace lanescope;

namespace {

std::vector<Tick> majorsOf(const std::vector<Tick>& ticks) {
    std::vector<Tick> majors;
    std::copy_if(ticks.begin(), ticks.end(), std::back_inserter(majors), [](const Tick& t) { return t.isMajor; });
    return majors;
}

} // namespace

class TestTimeTicks : public QObject {
    Q_OBJECT

private slots:
    void aMillisecondOverAThousandPixelsHasATickEachTwoHundredMicroseconds() {
        Viewport view({0, 1'000'000}, 1000);
        view.setVisible({0, 1'000'000});
        const std::vector<Tick> majors = majorsOf(timeTicks(view));
        QCOMPARE(majors.size(), std::size_t(6));
        QCOMPARE(majors[1].time, 200'000);
        QCOMPARE(majors[1].x, 200.0);
        QCOMPARE(QString::fromStdString(majors[1].label), QStringLiteral("200 µs"));
    }

    void majorTicksAreRoundDistantAndToldApart() {
        Viewport view({0, 7'000'000'000'000}, 1600);
        for (int notch = 0; notch < 120; ++notch) {
            const std::vector<Tick> majors = majorsOf(timeTicks(view));
            std::set<std::string> labels;
            for (std::size_t i = 0; i < majors.size(); ++i) {
                QVERIFY(labels.insert(majors[i].label).second);
                if (i > 0)
                    QVERIFY(majors[i].x - majors[i - 1].x >= 109.9 || view.nsPerPx() < 0.01);
            }
            QVERIFY(majors.size() <= 16);
            QVERIFY(view.visible().duration() < 2000 || !majors.empty());
            view.zoomAbout(700, 1.25);
        }
    }

    void ticksLieWithinTheViewInOrder() {
        Viewport view({-5'000'000, 5'000'000}, 900);
        view.setVisible({-1'234'567, 765'433});
        const std::vector<Tick> ticks = timeTicks(view);
        QVERIFY(ticks.size() > 10);
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            QVERIFY(ticks[i].x >= 0 && ticks[i].x <= 900);
            QVERIFY(i == 0 || ticks[i].time > ticks[i - 1].time);
        }
    }

    void theLongestSpanStillHasTicks() {
        const Viewport view({INT64_MIN, INT64_MAX}, 1000);
        const std::vector<Tick> ticks = timeTicks(view);
        QVERIFY(!majorsOf(ticks).empty());
        QVERIFY(ticks.size() < 200);
    }
};

QTEST_APPLESS_MAIN(TestTimeTicks)
#include "tst_time_ticks.moc"
