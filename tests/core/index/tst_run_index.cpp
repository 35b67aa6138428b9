#include "core/index/search.h"
#include "core/index/selection_summary.h"
#include "tests/support/trace_text.h"

#include <QTest>

using namespace lanescope;

class TestRunIndex : public QObject {
    Q_OBJECT
private slots:
    void aDeviceHasOneLaneAKindAndOneACommunicatingGroup() {
        TestFolder folder;
        const LoadedRun loaded =
            opened({folder.write("a.json", smallTrace(3).text()), folder.write("b.json", smallTrace(1).text())});
        const LaneSet& lanes = loaded.index->lanes();
        QCOMPARE(lanes.groups.size(), std::size_t{2});
        QCOMPARE(lanes.groups[0].title, std::string("Rank 1")); // by rank, not by name
        std::vector<LaneKind> kinds;
        for (const LaneId id : lanes.groups[0].lanes)
            kinds.push_back(lanes.lane(id).kind);
        QCOMPARE(kinds, (std::vector{LaneKind::Overlap, LaneKind::Steps, LaneKind::Compute, LaneKind::Collective,
                                     LaneKind::Memory}));
        QCOMPARE(lanes.lane(lanes.groups[0].lanes[3]).title, std::string("mesh_tp (4)"));
    }

    void concurrentKernelsStandInRowsThatNeverOverlap() {
        TestFolder folder;
        TraceText trace;
        for (int i = 0; i < 60; ++i)
            trace.kernel("k", i % 5, std::to_string(i * 3), "11");
        const LoadedRun loaded = opened({folder.write("t.json", trace.text())});
        const LaneSet& lanes = loaded.index->lanes();
        const auto compute = std::find_if(lanes.lanes.begin(), lanes.lanes.end(),
                                          [](const Lane& l) { return l.kind == LaneKind::Compute; });
        std::size_t count = 0;
        for (const LaneRow& row : compute->rows)
            for (std::size_t i = 0; i < row.size(); ++i, ++count)
                QVERIFY(i == 0 || loaded.run->slices.end(row[i - 1]) <= loaded.run->slices.start(row[i]));
        QCOMPARE(count, std::size_t{60});
        QCOMPARE(compute->rows.size(), std::size_t{4}); // 11 us long, one each 3 us
    }

    void launchesAreFoundByCorrelationAndNeverByZero() {
        TestFolder folder;
        TraceText trace;
        trace.slice("cuda_runtime", "cudaGraphLaunch", 9, 9, "0", "1", "\"correlation\": 5");
        trace.kernel("a", 7, "10", "2", "\"correlation\": 5").kernel("b", 7, "20", "2", "\"correlation\": 5");
        trace.slice("cuda_runtime", "cudaMalloc", 9, 9, "2", "1", "\"correlation\": 0")
            .kernel("c", 7, "30", "2", "\"correlation\": 0");
        const LoadedRun loaded = opened({folder.write("t.json", trace.text())});
        const auto slice = [&](std::string_view name) {
            for (std::size_t i = 0; i < loaded.run->slices.size(); ++i)
                if (loaded.run->nameOf(SliceId(i)) == name)
                    return SliceId(i);
            return SliceId();
        };
        const LaunchIndex& launches = loaded.index->launches();
        QCOMPARE(launches.launchedBy(slice("cudaGraphLaunch")), (std::vector{slice("a"), slice("b")}));
        QCOMPARE(launches.launchOf(slice("b")), slice("cudaGraphLaunch"));
        QVERIFY(!launches.launchOf(slice("c")).isValid());
        QVERIFY(launches.launchedBy(slice("cudaMalloc")).empty());
    }

    void searchWalksAroundInTimeOrder() {
        TestFolder folder;
        TraceText trace;
        trace.kernel("GEMM one", 7, "10", "1").kernel("other", 7, "20", "1").kernel("gemm two", 9, "5", "1");
        const LoadedRun loaded = opened({folder.write("t.json", trace.text())});
        const auto matching = matchingDescriptors(*loaded.run, "Gemm");
        QCOMPARE(countMatches(*loaded.run, matching), std::uint64_t{2});
        const SliceId first = nextMatch(*loaded.run, matching, {}, true),
                      second = nextMatch(*loaded.run, matching, first, true);
        QCOMPARE(loaded.run->nameOf(first), std::string_view("gemm two"));
        QCOMPARE(loaded.run->nameOf(second), std::string_view("GEMM one"));
        QCOMPARE(nextMatch(*loaded.run, matching, second, true), first);
        QCOMPARE(nextMatch(*loaded.run, matching, first, false), second);
        QVERIFY(!nextMatch(*loaded.run, matchingDescriptors(*loaded.run, "absent"), {}, true).isValid());
        QVERIFY(matchingDescriptors(*loaded.run, "").empty());
    }

    void aSelectionSumsWhatReachesIntoIt() {
        TestFolder folder;
        TraceText trace;
        for (int i = 1; i <= 20; ++i)
            trace.kernel("k", 7, std::to_string(i * 100), std::to_string(i));
        const LoadedRun loaded = opened({folder.write("t.json", trace.text())});
        const TimeSpan all = *loaded.run->span;
        const SelectionSummary summary = summarizeSelection(*loaded.index, all);
        QCOMPARE(summary.names.size(), std::size_t{1});
        const NameSummary& name = summary.names[0];
        QCOMPARE(name.count, std::uint64_t{20});
        QCOMPARE(name.total, TimeNs{210000});
        QCOMPARE(name.min, TimeNs{1000});
        QCOMPARE(name.max, TimeNs{20000});
        QCOMPARE(name.p95, TimeNs{19000}); // the 19th of 20
        const SelectionSummary part = summarizeSelection(*loaded.index, {all.end - 15000, all.end});
        QCOMPARE(part.names[0].count, std::uint64_t{1});
        QCOMPARE(part.names[0].total, TimeNs{20000}); // its whole duration ...
        QCOMPARE(part.sum.compute, TimeNs{15000});    // ... of which the figures count what lies inside
    }

    void aStepIsFoundByTime() {
        TestFolder folder;
        const LoadedRun loaded = opened({folder.write("t.json", smallTrace().text())});
        const FileId file = loaded.run->steps.at(0).file;
        QCOMPARE(loaded.run->steps[*loaded.index->steps().stepAt(file, 49999)].number, std::int64_t{1});
        QCOMPARE(loaded.run->steps[*loaded.index->steps().stepAt(file, 50000)].number, std::int64_t{2});
        QVERIFY(!loaded.index->steps().stepAt(file, 100000));
        QVERIFY(!loaded.index->steps().stepAt(file, -1));
    }
};

QTEST_APPLESS_MAIN(TestRunIndex)
#include "tst_run_index.moc"
