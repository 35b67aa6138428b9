#include "core/scene/carry_over.h"
#include "tests/core/scene/scene_test_support.h"

#include <QTest>

using namespace lanescope;

namespace {

constexpr TimeNs us = 1000;

/// A file as far as it has been read: slices at byte 100, 200, ... in the order given.
struct Part {
    std::string path;
    std::string device = "0";
    std::vector<TestSlice> slices;
};

std::shared_ptr<const RunIndex> indexOf(const std::vector<Part>& parts) {
    RunBuilder builder;
    int rank = 0;
    for (const Part& part : parts) {
        InputFile file;
        file.path = part.path;
        file.role = InputRole::Trace;
        file.status = InputStatus::Read;
        file.rank = rank++;
        auto fragment = std::make_shared<TraceFragment>();
        for (const TestSlice& slice : part.slices) {
            addTestSlice(*fragment, slice, part.device);
            fragment->slices.back().place = static_cast<std::uint32_t>(100 * fragment->slices.size());
        }
        ImportedTrace trace;
        trace.fragments.push_back(fragment);
        builder.addTrace(builder.addFile(file), std::move(trace));
    }
    NullProgress progress;
    return buildRunIndex(builder.finish("run", progress, 1), progress, 1);
}

SliceId sliceNamed(const RunIndex& index, std::string_view name) {
    for (std::size_t i = 0; i < index.run().slices.size(); ++i)
        if (index.run().nameOf(SliceId(i)) == name)
            return SliceId(i);
    return {};
}

const TestSlice early{"early", SliceKind::Compute, "7", 10, 20};
const TestSlice gemm{"gemm", SliceKind::Compute, "7", 100, 150};
const TestSlice twin{"twin", SliceKind::Compute, "9", 100, 150};
const TestSlice reduce{"reduce", SliceKind::Communication, "20", 120, 180, CollectiveOp::AllReduce};
const TestSlice host{"aten::mm", SliceKind::HostOperator, "1", 90, 95};

} // namespace

class TestCarryOver : public QObject {
    Q_OBJECT
private slots:
    void aSliceIsFoundThoughNumbersAndOriginMove() {
        const auto before = indexOf({{"b.json", "0", {gemm, twin}}});
        const auto after = indexOf({{"a.json", "0", {early, gemm}}, {"b.json", "0", {gemm, twin, early, reduce}}});
        const CarryOver carried(*before, *after);
        QCOMPARE(carried.shift(), 90 * us);
        QCOMPARE(carried.span({0, 50 * us}), (TimeSpan{90 * us, 140 * us}));
        for (const char* name : {"gemm", "twin"}) {
            const SliceId slice = carried.slice(sliceNamed(*before, name));
            QVERIFY(slice.isValid());
            QCOMPARE(after->run().nameOf(slice), std::string_view(name));
            QCOMPARE(after->run().file(after->run().track(after->run().trackOf(slice)).file).path,
                     std::string("b.json"));
        }
        QVERIFY(!carried.slice({}).isValid());
    }

    void whatIsNotThereIsNotFound() {
        const auto before = indexOf({{"a.json", "0", {gemm, twin}}});
        const auto without = indexOf({{"a.json", "0", {gemm}}});
        QVERIFY(!CarryOver(*before, *without).slice(sliceNamed(*before, "twin")).isValid());
        const auto other = indexOf({{"b.json", "0", {gemm, twin}}});
        QVERIFY(!CarryOver(*before, *other).slice(sliceNamed(*before, "gemm")).isValid());
    }

    void foldingFollowsTheDevice() {
        const auto before = indexOf({{"b.json", "0", {gemm}}});
        LaneLayout layout(before->lanes());
        layout.setFolded(0, true);
        layout.setRecordedOpen(0, true);
        const auto after = indexOf({{"a.json", "0", {gemm}}, {"b.json", "0", {gemm, reduce}}});
        const LaneLayout carried = CarryOver(*before, *after).layout(layout);
        QVERIFY(!carried.isFolded(0) && !carried.isRecordedOpen(0));
        QVERIFY(carried.isFolded(1) && carried.isRecordedOpen(1));
    }

    void hostLanesMakeRoomForTheDeviceThatComes() {
        const auto before = indexOf({{"a.json", "0", {host}}});
        LaneLayout layout(before->lanes());
        QVERIFY(layout.isRecordedOpen(0)); // there is nothing else to show
        layout.setFolded(0, true);
        const auto after = indexOf({{"a.json", "0", {host, gemm}}});
        const LaneLayout carried = CarryOver(*before, *after).layout(layout);
        QVERIFY(carried.isFolded(0));
        QVERIFY(!carried.isRecordedOpen(0));
    }

    void theLaneAtTheTopStaysThere() {
        const auto before = indexOf({{"b.json", "0", {gemm, reduce}}});
        const auto after = indexOf({{"a.json", "0", {gemm, reduce}}, {"b.json", "0", {gemm, reduce}}});
        const LaneLayout layoutBefore(before->lanes()), layout(after->lanes());
        const CarryOver carried(*before, *after);
        const auto laneOf = [](const RunIndex& index, const LaneLayout& in, std::size_t group) {
            for (const LaneId lane : index.lanes().groups[group].lanes)
                if (index.lanes().lane(lane).kind == LaneKind::Collective)
                    return in.bandOf(lane);
            return static_cast<const LaneBand*>(nullptr);
        };
        const double y = laneOf(*before, layoutBefore, 0)->y + 3;
        QCOMPARE(carried.scrollY(y, layoutBefore, layout), laneOf(*after, layout, 1)->y + 3);
        QCOMPARE(carried.scrollY(0, layoutBefore, layout), 0.0); // the top stays the top
    }
};

QTEST_GUILESS_MAIN(TestCarryOver)
#include "tst_carry_over.moc"
