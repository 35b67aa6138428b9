#include "core/model/edge_matching.h"
#include "core/model/flow_matching.h"
#include "core/model/row_packing.h"
#include "core/model/step_finder.h"

#include <QTest>

#include <random>

using namespace lanescope;

namespace {

RawEdge edge(bool isBegin, TimeNs time, std::uint32_t descriptor, std::uint32_t track = 0, std::uint64_t asyncKey = 0) {
    RawEdge e;
    e.time = time;
    e.track = track;
    e.descriptor = descriptor;
    e.asyncKey = asyncKey;
    e.isBegin = isBegin;
    return e;
}

RawFlow flow(FlowPhase phase, TimeNs time, std::uint64_t key = 1, std::uint32_t track = 0) {
    return {time, key, track, phase, false};
}

SliceDescriptor named(std::uint32_t name) {
    SliceDescriptor d;
    d.name = name == 99 ? StringId::none() : StringId(name);
    return d;
}

} // namespace

class TestMatching : public QObject {
    Q_OBJECT
private slots:
    void nestedSlicesGetTheirDepthAndOverlapsTheirOwnRow() {
        RowPacker packer;
        QCOMPARE(packer.place({0, 10}), 0u);
        QCOMPARE(packer.place({2, 6}), 1u);
        QCOMPARE(packer.place({3, 4}), 2u);
        QCOMPARE(packer.place({6, 12}), 1u); // overlaps the first without nesting
        QCOMPARE(packer.place({12, 12}), 0u);
        QCOMPARE(packer.rowCount(), 3u);
    }

    void rowsNeverOverlapAndAreAsFewAsTheDepthOfTheLoad() {
        std::mt19937 random(5);
        std::vector<TimeSpan> spans;
        for (int i = 0; i < 3000; ++i) {
            const auto begin = static_cast<TimeNs>(random() % 2000);
            spans.push_back({begin, begin + static_cast<TimeNs>(1 + random() % 300)});
        }
        std::sort(spans.begin(), spans.end(),
                  [](TimeSpan a, TimeSpan b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
        RowPacker packer;
        std::vector<TimeNs> ends;
        std::vector<int> load(3000);
        for (const TimeSpan& span : spans) {
            const std::uint32_t row = packer.place(span);
            ends.resize(packer.rowCount(), INT64_MIN);
            QVERIFY(ends[row] <= span.begin);
            ends[row] = span.end;
            for (TimeNs t = span.begin; t < span.end; ++t)
                ++load[static_cast<std::size_t>(t)];
        }
        QCOMPARE(static_cast<int>(packer.rowCount()), *std::max_element(load.begin(), load.end()));
    }

    void anEndClosesTheInnermostBeginOfItsName() {
        const std::vector<SliceDescriptor> descriptors = {named(0), named(1), named(99)};
        const auto matched = matchEdges({edge(true, 0, 0), edge(true, 10, 1), edge(false, 20, 1), edge(false, 30, 2)},
                                        30, descriptors, NullProgress());
        QCOMPARE(matched.slices.size(), std::size_t{2});
        QCOMPARE(matched.slices[0].slice.duration, TimeNs{10}); // b
        QCOMPARE(matched.slices[1].slice.duration, TimeNs{30}); // a, by the end without a name
        QVERIFY(matched.strayEnds.empty() && matched.unterminated.empty());
    }

    /// Against a search through all open begins, from the innermost on.
    void endsInAnyOrderCloseWhatASearchFinds() {
        const std::vector<SliceDescriptor> descriptors = {named(0), named(1), named(2), named(99)};
        std::mt19937 random(7);
        for (int round = 0; round < 200; ++round) {
            std::vector<RawEdge> edges;
            std::vector<std::pair<std::uint32_t, TimeNs>> open; // name, begin
            std::vector<std::pair<TimeNs, TimeNs>> expected;    // begin, duration
            std::size_t strays = 0;
            for (TimeNs time = 0; time < 60; ++time) {
                const std::uint32_t name = random() % 3;
                edges.push_back(edge(random() % 2, time, edges.empty() || random() % 8 ? name : 3));
                const RawEdge& last = edges.back();
                if (last.isBegin) {
                    open.emplace_back(last.descriptor, time);
                    continue;
                }
                auto found = std::find_if(open.rbegin(), open.rend(),
                                          [&](const auto& begin) { return begin.first == last.descriptor; });
                if (found == open.rend())
                    found = open.rbegin();
                if (found == open.rend()) {
                    ++strays;
                    continue;
                }
                expected.emplace_back(found->second, time - found->second);
                open.erase(found.base() - 1);
            }
            const auto matched = matchEdges(edges, 60, descriptors, NullProgress());
            QCOMPARE(matched.strayEnds.size(), strays);
            QCOMPARE(matched.unterminated.size(), open.size());
            std::vector<std::pair<TimeNs, TimeNs>> found;
            for (const MatchedSlice& match : matched.slices)
                found.emplace_back(match.slice.start, match.slice.duration);
            found.resize(expected.size()); // behind them stand those without an end
            QCOMPARE(found, expected);
        }
    }

    void anEndBeforeItsBeginClosesNothing() {
        const auto matched =
            matchEdges({edge(true, 25, 0, 0, 7), edge(false, 0, 0, 0, 7)}, 30, {named(0)}, NullProgress());
        QCOMPARE(matched.strayEnds.size(), std::size_t{1});
        QCOMPARE(matched.unterminated.size(), std::size_t{1});
        QCOMPARE(matched.slices[0].slice.duration, TimeNs{5}); // open to the end of the trace
    }

    void asyncPairsMeetByKeyAcrossTracks() {
        const auto matched = matchEdges(
            {edge(true, 0, 0, 0, 7), edge(true, 1, 0, 0, 8), edge(false, 5, 0, 3, 7), edge(false, 9, 0, 3, 8)}, 9,
            {named(0)}, NullProgress());
        QCOMPARE(matched.slices.size(), std::size_t{2});
        QCOMPARE(matched.slices[0].slice.duration + matched.slices[1].slice.duration, TimeNs{13});
    }

    void aReusedFlowIdStartsANewArrow() {
        const auto flows = matchFlows(
            {flow(FlowPhase::Start, 0), flow(FlowPhase::End, 5), flow(FlowPhase::Start, 10), flow(FlowPhase::End, 15)},
            NullProgress());
        QCOMPARE(flows.pairs, std::uint64_t{2});
        QCOMPARE(flows.dangling, std::uint64_t{0});
        QCOMPARE(flows.arrows[0].toTime, TimeNs{5});
    }

    void whatHasNoPartnerDangles() {
        const auto flows = matchFlows({flow(FlowPhase::End, 0, 1), flow(FlowPhase::Start, 5, 1),
                                       flow(FlowPhase::Start, 6, 2), flow(FlowPhase::End, 7, 3)},
                                      NullProgress());
        QCOMPARE(flows.pairs, std::uint64_t{0});
        QCOMPARE(flows.dangling, std::uint64_t{4});
    }

    void aStartMayHaveSeveralEnds() {
        const auto flows =
            matchFlows({flow(FlowPhase::Start, 0), flow(FlowPhase::Step, 1), flow(FlowPhase::End, 2)}, NullProgress());
        QCOMPARE(flows.pairs, std::uint64_t{2});
        QCOMPARE(flows.dangling, std::uint64_t{0});
    }

    void stepMarksAreReadFromHostNamesAlone() {
        const auto mark = stepMarkOf("ProfilerStep#12", "user_annotation", SliceKind::HostAnnotation);
        QVERIFY(mark && mark->number == 12 && mark->source == StepSource::ProfilerStep);
        QVERIFY(stepMarkOf("ProfilerStep#0", "Operator", SliceKind::HostOperator));
        QVERIFY(stepMarkOf("execute_context_0(0)", "user_annotation", SliceKind::HostAnnotation)->source ==
                StepSource::ExecuteContext);
        QVERIFY(stepMarkOf("execute_128_context_1(64)_generation_7(7)", "user_annotation", SliceKind::HostAnnotation));
        QVERIFY(stepMarkOf("scheduler.py(1234): run_batch", "python_function", SliceKind::HostPython)->source ==
                StepSource::RunBatch);
        QVERIFY(!stepMarkOf("ProfilerStep#12", "gpu_user_annotation", SliceKind::DeviceAnnotation));
        QVERIFY(!stepMarkOf("ProfilerStep#x", "user_annotation", SliceKind::HostAnnotation));
        QVERIFY(!stepMarkOf("execute_model", "user_annotation", SliceKind::HostAnnotation));
        QVERIFY(!stepMarkOf("run_batch", "python_function", SliceKind::HostPython));
    }
};

QTEST_APPLESS_MAIN(TestMatching)
#include "tst_matching.moc"
