#include "core/scene/hit_test.h"

#include "tests/core/scene/scene_test_support.h"

#include <QTest>

using namespace lanescope;

namespace {

Viewport viewOf(TimeSpan span) {
    Viewport view({0, 1'000'000}, 1000);
    view.setVisible(span);
    return view;
}

struct Fixture {
    std::shared_ptr<const RunIndex> index = testIndex(fiveSlices());
    LaneLayout layout{index->lanes()};
    double y = layout.bandOf(laneOf(*index, LaneKind::Compute))->y + 5;

    std::string nameAt(double x, const Viewport& view) const {
        const Hit hit = hitTest(*index, layout, view, x, y);
        return hit.slice.isValid() ? std::string(index->run().nameOf(hit.slice)) : std::string();
    }
};

} // namespace

class TestHitTest : public QObject {
    Q_OBJECT

private slots:
    void aPointInASliceFindsIt() {
        const Fixture run;
        const Viewport view = viewOf({0, 1'000'000});
        QCOMPARE(run.nameAt(100, view), std::string("gemm"));
        QCOMPARE(run.nameAt(500, view), std::string("add"));
    }

    void twoPixelsBesideStillReachesFartherDoesNot() {
        const Fixture run;
        const Viewport view = viewOf({0, 1'000'000});
        QCOMPARE(run.nameAt(301.5, view), std::string("gemm"));
        QCOMPARE(run.nameAt(398.5, view), std::string("add"));
        QCOMPARE(run.nameAt(350, view), std::string());
    }

    void theNearerOfTwoWins() {
        std::vector<TestSlice> slices = {{"left", SliceKind::Compute, "7", 0, 100},
                                         {"right", SliceKind::Compute, "7", 103, 200}};
        const auto index = testIndex(slices);
        const LaneLayout layout(index->lanes());
        const double y = layout.bandOf(laneOf(*index, LaneKind::Compute))->y + 1;
        const Viewport view = viewOf({0, 1'000'000});
        QCOMPARE(index->run().nameOf(hitTest(*index, layout, view, 101, y).slice), std::string_view("left"));
        QCOMPARE(index->run().nameOf(hitTest(*index, layout, view, 102, y).slice), std::string_view("right"));
    }

    void theSliceUnderThePointIsFoundAmongThousandsInAPixel() {
        std::vector<TestSlice> slices;
        for (int i = 0; i < 5000; ++i)
            slices.push_back({"k" + std::to_string(i), SliceKind::Compute, "7", i * 0.2, i * 0.2 + 0.2});
        const auto index = testIndex(slices);
        const LaneLayout layout(index->lanes());
        Viewport view({0, 1'000'000}, 4);
        view.setVisible({0, 1'000'000});
        const double y = layout.bandOf(laneOf(*index, LaneKind::Compute))->y + 1;
        const Hit hit = hitTest(*index, layout, view, 2.25, y);
        QVERIFY(index->run().slices.span(hit.slice).contains(hit.time));
    }

    void headersAndGapsHaveNoSlice() {
        const Fixture run;
        const Viewport view = viewOf({0, 1'000'000});
        const Hit header = hitTest(*run.index, run.layout, view, 10, 3);
        QVERIFY(header.band && header.band->what == LaneBand::What::GroupHeader && !header.slice.isValid());
        const Hit below = hitTest(*run.index, run.layout, view, 10, run.layout.height() + 50);
        QVERIFY(!below.band && !below.slice.isValid());
        QCOMPARE(below.time, 10'000);
    }
};

QTEST_APPLESS_MAIN(TestHitTest)
#include "tst_hit_test.moc"
