#include "core/index/search.h"
#include "core/index/selection_summary.h"
#include "tests/support/trace_text.h"

#include <QTest>

#include <map>
#include <numeric>
#include <random>

using namespace lanescope;

namespace {

const Lane* laneOf(const LaneSet& lanes, LaneKind kind) {
    const auto lane =
        std::find_if(lanes.lanes.begin(), lanes.lanes.end(), [&](const Lane& l) { return l.kind == kind; });
    return lane != lanes.lanes.end() ? &*lane : nullptr;
}

std::size_t sliceCount(const Lane& lane) {
    std::size_t count = 0;
    for (const LaneRow& row : lane.rows)
        count += row.size();
    return count;
}

/// Compute, communication and host calls at random places on several streams and threads.
TraceText randomTrace(unsigned seed, int rank) {
    std::mt19937 random(seed);
    TraceText trace(rank);
    const auto below = [&](unsigned limit) { return std::to_string(random() % limit); };
    for (int i = 0; i < 300; ++i) {
        const int place = static_cast<int>(random() % 5);
        const std::string at = below(1000), length = below(30), correlation = "\"correlation\": " + below(90);
        if (i % 3 == 0)
            trace.allReduce(20 + place, at, length);
        else if (i % 3 == 1)
            trace.kernel("kernel " + below(7), place, at, length, correlation);
        else
            trace.slice("cuda_runtime", "call", 9, place, at, length, correlation);
    }
    return trace;
}

} // namespace

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

    void communicationWithoutARecordedGroupIsSplitByOperation() {
        TestFolder folder;
        TraceText trace;
        trace.kernel("ncclDevKernel_AllGather_RING_LL(a)", 20, "0", "5");
        trace.kernel("ncclDevKernel_ReduceScatter_Sum_f32_RING_LL(a)", 20, "10", "5");
        trace.kernel("ncclDevKernel_AllGather_RING_LL(a)", 21, "20", "5").allReduce(22, "30", "5");
        const LoadedRun loaded = opened({folder.write("t.json", trace.text())});
        std::map<std::string, std::size_t> found;
        for (const Lane& lane : loaded.index->lanes().lanes)
            if (lane.kind == LaneKind::Collective)
                found[lane.title] = sliceCount(lane);
        QCOMPARE(found,
                 (std::map<std::string, std::size_t>{{"mesh_tp (4)", 1}, {"All-gather", 2}, {"Reduce-scatter", 1}}));
    }

    void hostThreadsStandWithTheFirstOfSeveralDevicesOfAFile() {
        TestFolder folder;
        TraceText trace;
        trace.slice("cpu_op", "aten::mm", 1, 1, "0", "5");
        for (const char* device : {"0", "1"})
            trace.slice("kernel", "gemm", 0, 7, "10", "5", std::string("\"device\": ") + device);
        const LoadedRun loaded = opened({folder.write("t.json", trace.text())});
        const LaneSet& lanes = loaded.index->lanes();
        QCOMPARE(lanes.groups.size(), std::size_t{2});
        const auto hostThreads = [&](const LaneGroup& group) {
            return std::count_if(group.recordedLanes.begin(), group.recordedLanes.end(),
                                 [&](LaneId id) { return lanes.lane(id).kind == LaneKind::HostThread; });
        };
        QCOMPARE(hostThreads(lanes.groups[0]), 1);
        QCOMPARE(hostThreads(lanes.groups[1]), 0);
    }

    void packedRowsHoldEachSliceOnceSortedAndDisjoint() {
        TestFolder folder;
        const LoadedRun loaded = opened({folder.write("t.json", randomTrace(3, 0).text())});
        const SliceTable& slices = loaded.run->slices;
        for (const LaneKind kind : {LaneKind::Compute, LaneKind::Collective}) {
            std::vector<SliceId> seen;
            for (const LaneRow& row : laneOf(loaded.index->lanes(), kind)->rows)
                for (std::size_t i = 0; i < row.size(); ++i) {
                    QVERIFY(i == 0 || slices.end(row[i - 1]) <= slices.start(row[i]));
                    seen.push_back(row[i]);
                }
            std::sort(seen.begin(), seen.end());
            QVERIFY(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
            QCOMPARE(seen.size(), std::size_t{100});
        }
    }

    void oneAndEightThreadsBuildTheSameIndex() {
        TestFolder folder;
        const LoadedRun loaded = opened(
            {folder.write("a.json", randomTrace(1, 0).text()), folder.write("b.json", randomTrace(2, 1).text())});
        NullProgress progress;
        const auto one = buildRunIndex(loaded.run, progress, 1), eight = buildRunIndex(loaded.run, progress, 8);
        QCOMPARE(one->lanes().lanes.size(), eight->lanes().lanes.size());
        for (std::size_t l = 0; l < one->lanes().lanes.size(); ++l) {
            const Lane &a = one->lanes().lanes[l], &b = eight->lanes().lanes[l];
            QCOMPARE(a.title + a.detail, b.title + b.detail);
            QCOMPARE(a.rows.size(), b.rows.size());
            for (std::size_t r = 0; r < a.rows.size(); ++r) {
                QCOMPARE(a.rows[r].size(), b.rows[r].size());
                for (std::size_t i = 0; i < a.rows[r].size(); ++i)
                    QCOMPARE(a.rows[r][i], b.rows[r][i]);
                const TimeSpan all = *loaded.run->span;
                QCOMPARE(one->row(LaneId(l), r).busy(all), eight->row(LaneId(l), r).busy(all));
            }
        }
        for (std::size_t d = 0; d < one->devices().size(); ++d)
            QCOMPARE(one->devices()[d].exposed(), eight->devices()[d].exposed());
        for (std::size_t i = 0; i < loaded.run->slices.size(); ++i)
            QCOMPARE(one->launches().launchOf(SliceId(i)), eight->launches().launchOf(SliceId(i)));
    }

    void groupsStandInOrderOfRankWithOrWithoutDevices() {
        TestFolder folder;
        TraceText hostOnly(1);
        hostOnly.slice("cpu_op", "aten::mm", 1, 1, "0", "5");
        const LoadedRun loaded =
            opened({folder.write("a.json", smallTrace(2).text()), folder.write("b.json", hostOnly.text()),
                    folder.write("c.json", smallTrace(0).text())});
        std::vector<std::string> titles;
        for (const LaneGroup& group : loaded.index->lanes().groups)
            titles.push_back(group.title);
        QCOMPARE(titles, (std::vector<std::string>{"Rank 0", "Rank 1", "Rank 2"}));
    }

    void straysAreInNoSemanticLaneAndInNoSelection() {
        TestFolder folder;
        TraceText trace;
        trace.kernel("gemm", 7, "0", "900000000000").kernel("gemm", 7, "900000000000", "10");
        const LoadedRun loaded = opened({folder.write("t.json", trace.text())});
        QCOMPARE(loaded.run->slices.size(), std::size_t{2});
        QCOMPARE(sliceCount(*laneOf(loaded.index->lanes(), LaneKind::Compute)), std::size_t{1});
        QCOMPARE(sliceCount(*laneOf(loaded.index->lanes(), LaneKind::DeviceStream)), std::size_t{2});
        const TimeSpan span = *loaded.run->span;
        const SelectionSummary summary = summarizeSelection(*loaded.index, {span.begin - 5, span.end});
        QCOMPARE(summary.names.at(0).count, std::uint64_t{1});
        QCOMPARE(summary.names.at(0).total, summary.sum.compute);
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

    void aSelectionAgreesWithALookAtEverySlice() {
        TestFolder folder;
        const LoadedRun loaded = opened(
            {folder.write("a.json", randomTrace(5, 0).text()), folder.write("b.json", randomTrace(6, 1).text())});
        const Run& run = *loaded.run;
        std::mt19937 random(7);
        for (int round = 0; round < 30; ++round) {
            const TimeNs a = static_cast<TimeNs>(random() % 1000000), b = static_cast<TimeNs>(random() % 1000000);
            const TimeSpan span{std::min(a, b), std::max(a, b)};
            const auto asked = round % 2 == 0 ? std::vector{DeviceId(1)} : std::vector<DeviceId>();
            std::map<DescriptorId, std::vector<TimeNs>> expected;
            for (std::size_t i = 0; i < run.slices.size(); ++i) {
                const SliceId s(i);
                const TimeNs start = run.slices.start(s);
                const bool reaches = start < span.end && (run.slices.end(s) > span.begin || start == span.begin);
                if (reaches && (asked.empty() || run.track(run.trackOf(s)).device == asked[0]))
                    expected[run.slices.descriptor(s)].push_back(run.slices.duration(s));
            }
            const SelectionSummary summary = summarizeSelection(*loaded.index, span, asked);
            QCOMPARE(summary.names.size(), expected.size());
            for (const NameSummary& name : summary.names) {
                auto& durations = expected[name.descriptor];
                std::sort(durations.begin(), durations.end());
                const auto count = static_cast<std::ptrdiff_t>(durations.size());
                QCOMPARE(name.count, std::uint64_t{durations.size()});
                QCOMPARE(name.total, std::accumulate(durations.begin(), durations.end(), TimeNs{0}));
                QCOMPARE(name.min, durations.front());
                QCOMPARE(name.max, durations.back());
                // Of all durations, p95 is the least that 95 % of them do not exceed.
                const auto upTo = std::upper_bound(durations.begin(), durations.end(), name.p95) - durations.begin();
                const auto below = std::lower_bound(durations.begin(), durations.end(), name.p95) - durations.begin();
                QVERIFY(upTo * 100 >= count * 95 && below * 100 < count * 95);
            }
            QCOMPARE(summary.devices.size(), std::size_t(asked.empty() ? 2 : 1));
            QCOMPARE(summary.sum.overlap + summary.sum.exposedCommunication, summary.sum.communication);
        }
    }

    void aStepIsFoundUnderOneThatBeganLaterAndEnded() {
        TestFolder folder;
        TraceText trace;
        trace.step(1, "0", "100").step(2, "10", "20").step(3, "200", "10");
        const LoadedRun loaded = opened({folder.write("t.json", trace.text())});
        for (TimeNs t = -5000; t < 220000; t += 1000) {
            std::optional<std::uint32_t> expected; // the last to begin of those that hold t
            for (std::uint32_t i = 0; i < loaded.run->steps.size(); ++i)
                if (loaded.run->steps[i].span.contains(t))
                    expected = i;
            QCOMPARE(loaded.index->steps().stepAt(loaded.run->steps[0].file, t), expected);
        }
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
