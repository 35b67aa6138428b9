#include "core/base/interval_set.h"

#include <QTest>

#include <random>

using namespace lanescope;

namespace {

/// Coverage of the first 64 ns, one flag a ns: the slow truth.
std::vector<bool> coverageOf(const std::vector<TimeSpan>& spans) {
    std::vector<bool> covered(64);
    for (const TimeSpan& s : spans)
        for (TimeNs t = s.begin; t < s.end; ++t)
            covered[static_cast<std::size_t>(t)] = true;
    return covered;
}

std::vector<bool> coverageOf(const IntervalSet& set) {
    return coverageOf(std::vector<TimeSpan>(set.spans().begin(), set.spans().end()));
}

std::vector<TimeSpan> randomSpans(std::mt19937& random) {
    std::vector<TimeSpan> spans(random() % 8);
    for (TimeSpan& s : spans) {
        s.begin = static_cast<TimeNs>(random() % 60);
        s.end = s.begin + static_cast<TimeNs>(random() % 5);
    }
    return spans;
}

bool isMinimal(const IntervalSet& set) {
    for (std::size_t i = 0; i < set.size(); ++i)
        if (set.spans()[i].isEmpty() || (i > 0 && set.spans()[i].begin <= set.spans()[i - 1].end))
            return false;
    return true;
}

} // namespace

class TestIntervalSet : public QObject {
    Q_OBJECT
private slots:
    void overlapAndExposedOfTheHeaderExample() {
        const auto communication = IntervalSet::fromUnsorted({{20, 30}, {0, 10}});
        const auto compute = IntervalSet::fromUnsorted({{5, 25}});
        QCOMPARE(communication.intersect(compute).total(), TimeNs{10});
        QCOMPARE(communication.subtract(compute), IntervalSet::fromUnsorted({{0, 5}, {25, 30}}));
    }

    void touchingSpansMerge() { QCOMPARE(IntervalSet::fromUnsorted({{5, 9}, {0, 5}}).size(), std::size_t{1}); }

    void operationsAgreeWithCoverageByTheNanosecond() {
        std::mt19937 random(7);
        for (int round = 0; round < 500; ++round) {
            const auto spansA = randomSpans(random), spansB = randomSpans(random);
            const auto a = IntervalSet::fromUnsorted(spansA), b = IntervalSet::fromUnsorted(spansB);
            const auto coveredA = coverageOf(spansA), coveredB = coverageOf(spansB);
            std::vector<bool> both(64), either(64), onlyA(64);
            for (std::size_t t = 0; t < 64; ++t) {
                both[t] = coveredA[t] && coveredB[t];
                either[t] = coveredA[t] || coveredB[t];
                onlyA[t] = coveredA[t] && !coveredB[t];
            }
            QVERIFY(coverageOf(a.intersect(b)) == both);
            QVERIFY(coverageOf(a.unite(b)) == either);
            QVERIFY(coverageOf(a.subtract(b)) == onlyA);
            QVERIFY(isMinimal(a.intersect(b)) && isMinimal(a.unite(b)) && isMinimal(a.subtract(b)));
            QCOMPARE(a.intersect(b).total() + a.subtract(b).total(), a.total());
            const TimeSpan window{static_cast<TimeNs>(random() % 64), static_cast<TimeNs>(random() % 64)};
            TimeNs inWindow = 0;
            for (TimeNs t = window.begin; t < window.end; ++t)
                inWindow += coveredA[static_cast<std::size_t>(t)];
            QCOMPARE(a.covered(window), inWindow);
            QCOMPARE(a.contains(window.begin), bool(coveredA[static_cast<std::size_t>(window.begin)]));
        }
    }
};

QTEST_APPLESS_MAIN(TestIntervalSet)
#include "tst_interval_set.moc"
