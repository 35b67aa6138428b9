#include "core/scene/row_sweep.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace lanescope;

namespace {

/// 1000 columns of `nsPerColumn` each, at that many device pixels a logical one.
Viewport viewOf(TimeNs nsPerColumn, double ratio = 1) {
    Viewport view({0, 1000 * nsPerColumn}, 1000 / ratio);
    view.setVisible({0, 1000 * nsPerColumn});
    return view;
}

struct Swept {
    explicit Swept(TimeNs nsPerColumn, double ratio = 1)
        : grid(viewOf(nsPerColumn, ratio), ratio), sweep(grid, 10, 22, lane) {}
    void add(TimeNs begin, TimeNs end, ColorRole role = ColorRole::ComputeMatrix) {
        sweep.addSlice(SliceId(next++), {begin, end}, role, true);
        busy += static_cast<double>(end - begin);
    }
    double drawnColumns() const {
        double sum = 0;
        for (const Box& box : lane.boxes)
            sum += box.rect.width * grid.ratio();
        for (const ColumnRun& run : lane.columns)
            sum += run.rect.width * grid.ratio() * static_cast<double>(run.coverage);
        return sum;
    }
    ColumnGrid grid;
    LaneScene lane;
    RowSweep sweep;
    std::size_t next = 0;
    double busy = 0;
};

std::vector<Rect> allRects(const LaneScene& lane) {
    std::vector<Rect> rects;
    for (const Box& box : lane.boxes)
        rects.push_back(box.rect);
    for (const ColumnRun& run : lane.columns)
        rects.push_back(run.rect);
    std::sort(rects.begin(), rects.end(), [](const Rect& a, const Rect& b) { return a.x < b.x; });
    return rects;
}

void addRandomSlices(Swept& swept, unsigned seed, double meanNs) {
    std::mt19937 random(seed);
    std::exponential_distribution<double> length(1 / meanNs);
    for (TimeNs t = 0; t < 1'000'000;) {
        const TimeNs begin = t + static_cast<TimeNs>(length(random));
        const TimeNs end = std::min<TimeNs>(1'000'000, begin + 1 + static_cast<TimeNs>(length(random)));
        if (begin >= end)
            break;
        swept.add(begin, end, random() % 2 ? ColorRole::ComputeMatrix : ColorRole::ComputeOther);
        t = end;
    }
    swept.sweep.finish();
}

} // namespace

class TestRowSweep : public QObject {
    Q_OBJECT

private slots:
    void aWideSliceIsABoxOnWholePixels() {
        Swept swept(1000);
        swept.add(100'000, 200'000);
        swept.sweep.finish();
        QCOMPARE(swept.lane.boxes.size(), std::size_t(1));
        QVERIFY(swept.lane.boxes[0] == (Box{{100, 10, 100, 22}, ColorRole::ComputeMatrix, SliceId(0), false}));
        QVERIFY(swept.lane.columns.empty());
    }

    void aLonelyEdgeIsRounded() {
        Swept swept(1000);
        swept.add(100'400, 200'600);
        swept.sweep.finish();
        QCOMPARE(swept.lane.boxes[0].rect.x, 100.0);
        QCOMPARE(swept.lane.boxes[0].rect.width, 101.0);
        QVERIFY(swept.lane.columns.empty());
    }

    void boxesThatMeetWithinAPixelShareItTruly() {
        Swept swept(1000);
        swept.add(100'000, 200'300);
        swept.add(200'500, 300'000);
        swept.sweep.finish();
        QCOMPARE(swept.lane.boxes.size(), std::size_t(2));
        QCOMPARE(swept.lane.columns.size(), std::size_t(1));
        QCOMPARE(swept.lane.columns[0].rect.x, 200.0);
        QVERIFY(std::abs(swept.lane.columns[0].coverage - 0.8f) < 1e-5f);
    }

    void aPixelHasTheColourOfTheLongestTimeNotOfTheFirstSlice() {
        Swept swept(1000);
        swept.add(50'000, 50'100, ColorRole::ComputeOther);
        swept.add(50'200, 50'700, ColorRole::ComputeMatrix);
        swept.sweep.finish();
        QCOMPARE(swept.lane.columns.size(), std::size_t(1));
        QCOMPARE(swept.lane.columns[0].role, ColorRole::ComputeMatrix);
        QVERIFY(std::abs(swept.lane.columns[0].coverage - 0.6f) < 1e-5f);
    }

    void equalNeighboursBecomeOneRun() {
        Swept swept(1000);
        for (TimeNs t = 0; t < 1'000'000; t += 1000)
            swept.add(t, t + 500);
        swept.sweep.finish();
        QCOMPARE(swept.lane.columns.size(), std::size_t(1));
        QCOMPARE(swept.lane.columns[0].rect.width, 1000.0);
        QVERIFY(std::abs(swept.lane.columns[0].coverage - 0.5f) < 1e-4f);
    }

    void nothingOverlapsAndTheSumIsTheBusyTime_data() {
        QTest::addColumn<double>("mean");
        QTest::addColumn<double>("ratio");
        for (const double mean : {40.0, 400.0, 1500.0, 3000.0, 9000.0, 60000.0})
            for (const double ratio : {1.0, 1.5, 2.0})
                QTest::addRow("mean %g ns at %g", mean, ratio) << mean << ratio;
    }
    void nothingOverlapsAndTheSumIsTheBusyTime() {
        QFETCH(double, mean);
        QFETCH(double, ratio);
        Swept swept(1000, ratio);
        addRandomSlices(swept, 7, mean);
        double right = 0;
        for (const Rect& rect : allRects(swept.lane)) {
            QVERIFY(rect.x >= right - 1e-6);
            QVERIFY(rect.y >= 10 && rect.y + rect.height <= 32);
            right = rect.x + rect.width;
        }
        QVERIFY(right * ratio <= 1000 + 1e-6);
        // Only lonely box edges are rounded, by half a pixel at most and either way.
        const double slack = 1 + std::sqrt(static_cast<double>(swept.lane.boxes.size()));
        QVERIFY2(std::abs(swept.drawnColumns() - swept.busy / 1000) <= slack,
                 qPrintable(QString::number(swept.drawnColumns() - swept.busy / 1000)));
    }

    void withoutBoxesTheSumIsExact() {
        Swept swept(1000);
        addRandomSlices(swept, 11, 150);
        QVERIFY(swept.lane.boxes.empty());
        QVERIFY(std::abs(swept.drawnColumns() - swept.busy / 1000) < 0.01);
    }

    void aSliceWithoutDurationStillLeavesAMark() {
        Swept swept(1000);
        swept.add(70'500, 70'500);
        swept.sweep.finish();
        QCOMPARE(swept.lane.columns.size(), std::size_t(1));
        QCOMPARE(swept.lane.columns[0].rect.x, 70.0);
        QCOMPARE(swept.lane.columns[0].coverage, 0.0f);
    }

    void slicesThatReachOutOfViewAreCut() {
        Swept swept(1000);
        swept.add(-500'000, 10'000);
        swept.add(990'000, 5'000'000'000);
        swept.sweep.finish();
        QCOMPARE(swept.lane.boxes[0].rect.x, 0.0);
        QCOMPARE(swept.lane.boxes[0].rect.width, 10.0);
        QCOMPARE(swept.lane.boxes[1].rect.width, 10.0);
    }

    void givenColumnsReplaceWhatWasGatheredThere() {
        Swept swept(1000);
        swept.add(0, 10'600); // its end lies in column 10
        QCOMPARE(swept.sweep.nextColumn(), 10);
        swept.sweep.beginColumns(10);
        swept.sweep.addColumn(10, 0.9f, ColorRole::ComputeOther);
        swept.add(5'000, 15'000); // began before the columns: only the rest is drawn
        swept.sweep.finish();
        QCOMPARE(swept.lane.columns.size(), std::size_t(1));
        QCOMPARE(swept.lane.columns[0].coverage, 0.9f);
        QCOMPARE(swept.lane.boxes[0].rect.width, 10.0);
        QCOMPARE(swept.lane.boxes[1].rect.x, 11.0);
    }

    void copiesAreThinBars() {
        Swept swept(1000);
        swept.add(100'000, 200'000, ColorRole::Memory);
        swept.sweep.finish();
        QCOMPARE(swept.lane.boxes[0].rect.height, 11.0);
    }
};

QTEST_APPLESS_MAIN(TestRowSweep)
#include "tst_row_sweep.moc"
