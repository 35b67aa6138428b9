#include "core/scene/lane_layout.h"

#include <QTest>

using namespace lanescope;

namespace {

Lane laneOf(LaneKind kind, std::size_t rows) {
    Lane lane;
    lane.kind = kind;
    lane.rows.assign(rows, LaneRow(SliceRange{}));
    return lane;
}

/// Two ranks: overlap strip, compute, a collective lane of two rows; recorded: one stream.
LaneSet twoRanks() {
    LaneSet set;
    for (int rank = 0; rank < 2; ++rank) {
        LaneGroup group;
        group.rank = rank;
        for (const auto& [kind, rows] :
             {std::pair{LaneKind::Overlap, 0}, {LaneKind::Compute, 1}, {LaneKind::Collective, 2}}) {
            group.lanes.push_back(LaneId(set.lanes.size()));
            set.lanes.push_back(laneOf(kind, static_cast<std::size_t>(rows)));
        }
        group.recordedLanes.push_back(LaneId(set.lanes.size()));
        set.lanes.push_back(laneOf(LaneKind::DeviceStream, 1));
        set.groups.push_back(group);
    }
    return set;
}

void checkDisjoint(const LaneLayout& layout) {
    double bottom = 0;
    for (const LaneBand& band : layout.bands()) {
        QVERIFY(band.y >= bottom);
        QVERIFY(band.height > 0);
        bottom = band.y + band.height;
    }
    QVERIFY(layout.height() >= bottom);
}

} // namespace

class TestLaneLayout : public QObject {
    Q_OBJECT

private slots:
    void theStripStandsDirectlyUnderItsHeader() {
        const LaneSet set = twoRanks();
        const LaneLayout layout(set);
        checkDisjoint(layout);
        QCOMPARE(layout.bands()[0].what, LaneBand::What::GroupHeader);
        QCOMPARE(layout.bands()[1].lane, set.groups[0].lanes[0]);
        QCOMPARE(layout.bands()[1].y, layout.metrics().groupHeader + layout.metrics().gap);
    }

    void recordedLanesAreClosedUntilOpened() {
        const LaneSet set = twoRanks();
        LaneLayout layout(set);
        QCOMPARE(layout.bandOf(set.groups[1].recordedLanes[0]), nullptr);
        const double before = layout.height();
        layout.setRecordedOpen(1, true);
        QVERIFY(layout.bandOf(set.groups[1].recordedLanes[0]) != nullptr);
        QCOMPARE(layout.bandOf(set.groups[0].recordedLanes[0]), nullptr);
        QCOMPARE(layout.height(), before + layout.metrics().rowHeight + layout.metrics().gap);
        checkDisjoint(layout);
    }

    void aFigureLeavesRecordedLanesOutUnlessThereIsNothingElse() {
        LaneSet set = twoRanks();
        set.groups[1].lanes.clear();
        LaneLayout layout(set);
        layout.setRecordedOpen(0, true);
        layout.setRecordedShown(false);
        QCOMPARE(layout.bandOf(set.groups[0].recordedLanes[0]), nullptr);
        QVERIFY(layout.bandOf(set.groups[1].recordedLanes[0]) != nullptr);
        layout.setRecordedShown(true);
        QVERIFY(layout.bandOf(set.groups[0].recordedLanes[0]) != nullptr);
    }

    void aFoldedGroupKeepsHeaderAndStripAlone() {
        const LaneSet set = twoRanks();
        LaneLayout layout(set);
        layout.setFolded(0, true);
        QVERIFY(layout.bandOf(set.groups[0].lanes[0]) != nullptr);
        QCOMPARE(layout.bandOf(set.groups[0].lanes[1]), nullptr);
        QVERIFY(layout.bandOf(set.groups[1].lanes[1]) != nullptr);
        layout.setAllFolded(true);
        QCOMPARE(layout.bands().size(), std::size_t(4));
        layout.setAllFolded(false);
        QCOMPARE(layout.height(), LaneLayout(set).height());
    }

    void aLaneIsAsHighAsItsRows() {
        const LaneSet set = twoRanks();
        const LaneLayout layout(set);
        const LaneBand& collective = *layout.bandOf(set.groups[0].lanes[2]);
        QCOMPARE(collective.rowCount, 2u);
        QCOMPARE(collective.height, 2 * layout.metrics().rowHeight + layout.metrics().gap);
    }

    void everyHeightFindsItsBandAndGapsFindNone() {
        const LaneSet set = twoRanks();
        const LaneLayout layout(set);
        for (const LaneBand& band : layout.bands()) {
            QCOMPARE(layout.bandAt(band.y), &band);
            QCOMPARE(layout.bandAt(band.y + band.height - 0.01), &band);
            QCOMPARE(layout.bandAt(band.y + band.height + layout.metrics().gap / 2), nullptr);
        }
        QCOMPARE(layout.bandAt(-1), nullptr);
        QCOMPARE(layout.bandAt(layout.height() + 100), nullptr);
    }

    void onlyTheBandsInSightAreGiven() {
        const LaneSet set = twoRanks();
        const LaneLayout layout(set);
        const LaneBand& second = layout.bands()[1];
        const auto seen = layout.bandsIn(second.y + 1, second.y + second.height + layout.metrics().gap + 1);
        QCOMPARE(seen.size(), std::size_t(2));
        QCOMPARE(&seen.front(), &second);
        QVERIFY(layout.bandsIn(layout.height(), layout.height() + 50).empty());
    }

    void aFileWithoutDevicesShowsItsRecordedLanes() {
        LaneSet set;
        set.lanes.push_back(laneOf(LaneKind::HostThread, 3));
        set.groups.emplace_back().recordedLanes.push_back(LaneId(0));
        const LaneLayout layout(set);
        QVERIFY(layout.bandOf(LaneId(0)) != nullptr);
    }

    void nothingHasNoHeight() {
        const LaneSet none;
        const LaneLayout layout(none);
        QCOMPARE(layout.height(), 0.0);
        QCOMPARE(layout.bandAt(0), nullptr);
    }
};

QTEST_APPLESS_MAIN(TestLaneLayout)
#include "tst_lane_layout.moc"
