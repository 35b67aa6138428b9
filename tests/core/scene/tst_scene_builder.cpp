#include "core/scene/scene_builder.h"

#include "tests/core/scene/scene_test_support.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace lanescope;

namespace {

/// A microsecond a pixel from 0 on, a thousand pixels wide, the whole layout high.
SceneRequest requestFor(const LaneLayout& layout, double ratio = 1) {
    SceneRequest request;
    request.viewport = Viewport({0, 1'000'000}, 1000);
    request.viewport.setVisible({0, 1'000'000});
    request.height = layout.height();
    request.devicePixelRatio = ratio;
    return request;
}

std::vector<const LaneScene*> lanesOf(const TimelineScene& scene, LaneKind kind) {
    std::vector<const LaneScene*> lanes;
    for (const LaneScene& lane : scene.lanes)
        if (lane.kind == kind)
            lanes.push_back(&lane);
    return lanes;
}

std::vector<Box> boxesOf(const TimelineScene& scene, LaneKind kind) {
    std::vector<Box> boxes;
    for (const LaneScene* lane : lanesOf(scene, kind))
        boxes.insert(boxes.end(), lane->boxes.begin(), lane->boxes.end());
    std::sort(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) { return a.rect.x < b.rect.x; });
    return boxes;
}

std::vector<HiddenPart> hiddenOf(const TimelineScene& scene) {
    std::vector<HiddenPart> parts;
    for (const LaneScene* lane : lanesOf(scene, LaneKind::Collective))
        parts.insert(parts.end(), lane->hidden.begin(), lane->hidden.end());
    return parts;
}

/// "role x..x+width" of each run, for comparing at a glance.
QStringList textOf(const std::vector<ColumnRun>& strip) {
    QStringList lines;
    for (const ColumnRun& run : strip) {
        const char* name = run.role == ColorRole::StripExposed       ? "exposed"
                           : run.role == ColorRole::StripHidden      ? "hidden"
                           : run.role == ColorRole::StripComputeOnly ? "compute"
                                                                     : "other";
        lines << QStringLiteral("%1 %2..%3 x%4")
                     .arg(name)
                     .arg(run.rect.x)
                     .arg(run.rect.x + run.rect.width)
                     .arg(run.rect.height);
    }
    return lines;
}

/// Compute and communication on several streams with lengths from 1 us to 1 ms.
std::vector<TestSlice> randomSlices(unsigned seed, int count) {
    std::mt19937 random(seed);
    std::vector<TestSlice> slices = {
        {"gemm", SliceKind::Compute, "7", 0, 1, CollectiveOp::None, ComputeClass::MatrixMultiply}};
    for (const char* stream : {"7", "9", "20"}) {
        double t = 1;
        for (int i = 0; i < count; ++i) {
            const double begin = t + random() % 40,
                         end = begin + 1 + (random() % 10 == 0 ? random() % 1000 : random() % 20);
            const bool isCommunication = stream == std::string("20");
            slices.push_back({isCommunication ? "ncclAllGather"
                              : random() % 2  ? "gemm"
                                              : "add",
                              isCommunication ? SliceKind::Communication : SliceKind::Compute, stream, begin, end,
                              isCommunication ? CollectiveOp::AllGather : CollectiveOp::None,
                              isCommunication ? ComputeClass::None : ComputeClass::Elementwise});
            t = end;
        }
    }
    return slices;
}

/// Area of what is drawn of one row, in columns of its full height.
double drawnColumns(const LaneScene& lane, double y, double height, double ratio) {
    double sum = 0;
    const auto isIn = [&](const Rect& rect) { return rect.y >= y - 1e-6 && rect.y + rect.height <= y + height + 1e-6; };
    for (const Box& box : lane.boxes)
        sum += isIn(box.rect) ? box.rect.width * ratio : 0;
    for (const ColumnRun& run : lane.columns)
        sum +=
            isIn(run.rect) ? run.rect.width * ratio * static_cast<double>(run.coverage) * run.rect.height / height : 0;
    const auto isOverABox = [&](const Rect& rect) {
        return std::any_of(lane.boxes.begin(), lane.boxes.end(), [&](const Box& box) {
            return box.rect.y == rect.y && rect.x >= box.rect.x && rect.x < box.rect.x + box.rect.width;
        });
    };
    for (const HiddenPart& part : lane.hidden)
        if (isIn(part.rect) && !isOverABox(part.rect))
            sum += part.rect.width * ratio * static_cast<double>(part.coverage) * part.rect.height / height;
    return sum;
}

} // namespace

class TestSceneBuilder : public QObject {
    Q_OBJECT

private slots:
    void computeSlicesAreBoxesAtTheirTimes() {
        const auto index = testIndex(fiveSlices());
        const LaneLayout layout(index->lanes());
        const std::vector<Box> boxes = boxesOf(buildScene(*index, layout, requestFor(layout)), LaneKind::Compute);
        QCOMPARE(boxes.size(), std::size_t(2));
        const double y = layout.bandOf(laneOf(*index, LaneKind::Compute))->y;
        QVERIFY((boxes[0].rect == Rect{0, y, 300, 22}));
        QVERIFY((boxes[1].rect == Rect{400, y, 200, 22}));
        QCOMPARE(boxes[0].role, ColorRole::ComputeMatrix);
        QCOMPARE(boxes[1].role, ColorRole::ComputeOther);
        QCOMPARE(std::string(index->run().nameOf(boxes[0].slice)), std::string("gemm"));
    }

    void communicationIsHiddenExactlyWhereComputeRuns() {
        const auto index = testIndex(fiveSlices());
        const LaneLayout layout(index->lanes());
        const TimelineScene scene = buildScene(*index, layout, requestFor(layout));
        const std::vector<Box> boxes = boxesOf(scene, LaneKind::Collective);
        QCOMPARE(boxes.size(), std::size_t(2));
        QCOMPARE(boxes[0].rect.x, 200.0);
        QCOMPARE(boxes[0].rect.width, 300.0);
        QCOMPARE(boxes[1].rect.x, 850.0);
        const std::vector<HiddenPart> hidden = hiddenOf(scene);
        QCOMPARE(hidden.size(), std::size_t(2));
        QCOMPARE(hidden[0].rect.x, 200.0);
        QCOMPARE(hidden[0].rect.width, 100.0);
        QCOMPARE(hidden[0].rect.height, 22.0);
        QCOMPARE(hidden[1].rect.x, 400.0);
        QCOMPARE(hidden[1].rect.width, 100.0);
    }

    void theStripTellsTheWholeStory() {
        const auto index = testIndex(fiveSlices());
        const LaneLayout layout(index->lanes());
        const TimelineScene scene = buildScene(*index, layout, requestFor(layout));
        QCOMPARE(textOf(lanesOf(scene, LaneKind::Overlap).at(0)->strip),
                 (QStringList{"compute 0..200 x6", "hidden 200..300 x12", "exposed 300..400 x12", "hidden 400..500 x12",
                              "compute 500..600 x6", "other 700..800 x3", "exposed 850..950 x12"}));
    }

    void aPixelOfTheStripIsSharedByTime() {
        // Of each 10 us: 5 exposed, 2.5 hidden, nothing else.
        std::vector<TestSlice> slices;
        for (double t = 0; t < 10'000; t += 10) {
            slices.push_back({"nccl", SliceKind::Communication, "20", t, t + 7.5, CollectiveOp::AllReduce});
            slices.push_back({"gemm", SliceKind::Compute, "7", t, t + 2.5});
        }
        const auto index = testIndex(slices);
        const LaneLayout layout(index->lanes());
        SceneRequest request = requestFor(layout);
        request.viewport.setBounds({0, 10'000'000});
        request.viewport.setVisible({0, 10'000'000});
        const TimelineScene scene = buildScene(*index, layout, request);
        QCOMPARE(textOf(lanesOf(scene, LaneKind::Overlap).at(0)->strip),
                 (QStringList{"exposed 0..1000 x6", "hidden 0..1000 x3"}));
    }

    void exposedTimeNeverVanishes() {
        // 30 ns of exposed communication in a millisecond of compute.
        const auto index = testIndex({{"gemm", SliceKind::Compute, "7", 0, 500},
                                      {"nccl", SliceKind::Communication, "20", 500, 500.3, CollectiveOp::AllReduce},
                                      {"gemm", SliceKind::Compute, "7", 500.3, 1000}});
        const LaneLayout layout(index->lanes());
        const TimelineScene scene = buildScene(*index, layout, requestFor(layout));
        QVERIFY(textOf(lanesOf(scene, LaneKind::Overlap).at(0)->strip).filter("exposed 500..501").size() == 1);
    }

    void headersGiveTheSharesOfTheDevicesTimeInView() {
        const auto index = testIndex(fiveSlices());
        const LaneLayout layout(index->lanes());
        SceneRequest request = requestFor(layout);
        const TimelineScene whole = buildScene(*index, layout, request);
        QCOMPARE(QString::fromStdString(whole.headers.at(0).figures), QStringLiteral("exposed 21.1 % · idle 15.8 %"));
        request.viewport.setVisible({200'000, 400'000});
        const TimelineScene part = buildScene(*index, layout, request);
        QCOMPARE(QString::fromStdString(part.headers.at(0).figures), QStringLiteral("exposed 50.0 % · idle 0.0 %"));
    }

    void labelsStandInWideBoxesOnlyAndOnOneGround() {
        const auto index = testIndex(fiveSlices());
        const LaneLayout layout(index->lanes());
        SceneRequest request = requestFor(layout);
        const TimelineScene near = buildScene(*index, layout, request);
        for (const LaneScene& lane : near.lanes)
            for (const Label& label : lane.labels) {
                QVERIFY(label.clip.width >= 14);
                const bool isWithinABox = std::any_of(lane.boxes.begin(), lane.boxes.end(), [&](const Box& box) {
                    return label.clip.x >= box.rect.x && label.clip.x + label.clip.width <= box.rect.x + box.rect.width;
                });
                QVERIFY(isWithinABox);
            }
        std::vector<Label> gathers;
        for (const LaneScene* lane : lanesOf(near, LaneKind::Collective))
            std::copy_if(lane->labels.begin(), lane->labels.end(), std::back_inserter(gathers),
                         [](const Label& label) { return label.tag == "AG"; });
        QCOMPARE(gathers.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(gathers[0].text), QStringLiteral("33.6 MB"));
        QVERIFY(gathers[0].clip.width <= 100);
        request.viewport.setBounds({0, 20'000'000});
        request.viewport.setVisible({0, 20'000'000});
        for (const LaneScene& lane : buildScene(*index, layout, request).lanes)
            QVERIFY(lane.labels.empty());
    }

    void theSelectedSliceIsMarkedWhereverItIsDrawn() {
        const auto index = testIndex(fiveSlices());
        LaneLayout layout(index->lanes());
        SceneRequest request = requestFor(layout);
        request.focus.selected = boxesOf(buildScene(*index, layout, request), LaneKind::Compute).at(0).slice;
        QCOMPARE(buildScene(*index, layout, request).selectionRects.size(), std::size_t(1));
        layout.setRecordedOpen(0, true);
        request.height = layout.height();
        const std::vector<Rect> rects = buildScene(*index, layout, request).selectionRects;
        QCOMPARE(rects.size(), std::size_t(2)); // as compute and on its stream
        QCOMPARE(rects[1].width, 300.0);
    }

    void searchingDimsWhatDoesNotMatch() {
        const auto index = testIndex(fiveSlices());
        const LaneLayout layout(index->lanes());
        SceneRequest request = requestFor(layout);
        for (const SliceDescriptor& descriptor : index->run().descriptors)
            request.focus.matching.push_back(index->run().text(descriptor.name) == "gemm");
        const std::vector<Box> boxes = boxesOf(buildScene(*index, layout, request), LaneKind::Compute);
        QVERIFY(!boxes[0].isDimmed && boxes[1].isDimmed);
    }

    void evidenceMarksItsDeviceAlone() {
        const auto index = testIndex(fiveSlices(), 2);
        const LaneLayout layout(index->lanes());
        SceneRequest request = requestFor(layout);
        const DeviceId second = index->lanes().groups[1].device;
        request.focus.evidence = {
            {second, {300'000, 400'000}}, {second, {400'000, 450'000}}, {second, {5'000'000, 6'000'000}}};
        const TimelineScene scene = buildScene(*index, layout, request);
        QCOMPARE(scene.evidence.size(), std::size_t(1)); // neighbours are one, what is out of view is none
        QCOMPARE(scene.evidence[0].x, 300.0);
        QCOMPARE(scene.evidence[0].width, 150.0);
        const auto header =
            std::find_if(scene.headers.begin(), scene.headers.end(), [](const HeaderScene& h) { return h.group == 1; });
        QCOMPARE(scene.evidence[0].y, header->rect.y);
    }

    void onlyWhatIsInSightIsBuilt() {
        const auto index = testIndex(fiveSlices(), 8);
        const LaneLayout layout(index->lanes());
        SceneRequest request = requestFor(layout);
        request.scrollY = layout.height() / 2;
        request.height = 60;
        const TimelineScene scene = buildScene(*index, layout, request);
        QVERIFY(scene.lanes.size() + scene.headers.size() <= 5);
        for (const LaneScene& lane : scene.lanes)
            QVERIFY(lane.rect.y < 60 && lane.rect.y + lane.rect.height > 0);
    }

    void theNameOfATallLaneStaysInSight() {
        std::vector<TestSlice> slices = fiveSlices();
        for (int depth = 0; depth < 20; ++depth)
            slices.push_back({"frame", SliceKind::HostPython, "1", double(depth), 900.0 - depth});
        const auto index = testIndex(slices);
        LaneLayout layout(index->lanes());
        layout.setRecordedOpen(0, true);
        const LaneId thread = laneOf(*index, LaneKind::HostThread);
        SceneRequest request = requestFor(layout);
        request.scrollY = layout.bandOf(thread)->y + 100;
        request.height = 50;
        const TimelineScene scene = buildScene(*index, layout, request);
        QVERIFY(scene.gutter.front().lane == thread);
        QCOMPARE(scene.gutter.front().rect.y, 0.0);
        QCOMPARE(scene.gutter.front().rect.height, layout.metrics().hostRowHeight);
    }

    void recordedStreamsShowWhatIsHiddenToo() {
        const auto index = testIndex(fiveSlices());
        LaneLayout layout(index->lanes());
        layout.setRecordedOpen(0, true);
        SceneRequest request = requestFor(layout);
        const TimelineScene scene = buildScene(*index, layout, request);
        std::size_t hidden = 0;
        for (const LaneScene* lane : lanesOf(scene, LaneKind::DeviceStream))
            hidden += lane->hidden.size();
        QCOMPARE(hidden, std::size_t(2));
    }

    void stepsAlternateBehindTheLanes() {
        std::vector<TestSlice> slices = fiveSlices();
        slices.push_back({"ProfilerStep#4", SliceKind::HostAnnotation, "1", 0, 500});
        slices.push_back({"ProfilerStep#5", SliceKind::HostAnnotation, "1", 500, 1000});
        const auto index = testIndex(slices);
        QCOMPARE(index->run().steps.size(), std::size_t(2));
        const LaneLayout layout(index->lanes());
        const TimelineScene scene = buildScene(*index, layout, requestFor(layout));
        QCOMPARE(scene.steps.size(), std::size_t(2));
        QCOMPARE(scene.steps[1].x, 500.0);
        QVERIFY(scene.steps[0].isOdd != scene.steps[1].isOdd);
        QCOMPARE(QString::fromStdString(scene.steps[1].label), QStringLiteral("step 5"));
        QCOMPARE(QString::fromStdString(lanesOf(scene, LaneKind::Steps).at(0)->labels.at(0).text),
                 QStringLiteral("step 4"));
    }

    void allStaysInItsLaneAndTheSumIsTheBusyTime_data() {
        QTest::addColumn<qint64>("begin");
        QTest::addColumn<qint64>("duration");
        QTest::addColumn<double>("ratio");
        QTest::addColumn<bool>("isExact");
        for (const bool isExact : {true, false})
            for (const double ratio : {1.0, 2.0})
                for (const auto& [begin, duration] : {std::pair<qint64, qint64>{0, 100'000'000},
                                                      {3'000'000, 20'000'000},
                                                      {7'000'000, 1'000'000},
                                                      {9'000'000, 40'000}})
                    QTest::addRow("%lld+%lld at %g %s", begin, duration, ratio, isExact ? "exact" : "fast")
                        << begin << duration << ratio << isExact;
    }
    void allStaysInItsLaneAndTheSumIsTheBusyTime() {
        QFETCH(qint64, begin);
        QFETCH(qint64, duration);
        QFETCH(double, ratio);
        QFETCH(bool, isExact);
        static const auto index = testIndex(randomSlices(5, 3000));
        LaneLayout layout(index->lanes());
        layout.setRecordedOpen(0, true);
        SceneRequest request = requestFor(layout, ratio);
        request.viewport = Viewport({0, 200'000'000}, 1000);
        request.viewport.setVisible({begin, begin + duration});
        request.isExact = isExact;
        const TimelineScene scene = buildScene(*index, layout, request);
        const double nsPerColumn = request.viewport.nsPerPx() / ratio;
        for (const LaneScene& lane : scene.lanes) {
            std::vector<Rect> rects;
            for (const Box& box : lane.boxes)
                rects.push_back(box.rect);
            for (const ColumnRun& run : lane.columns)
                rects.push_back(run.rect);
            std::sort(rects.begin(), rects.end(),
                      [](const Rect& a, const Rect& b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); });
            for (std::size_t i = 0; i < rects.size(); ++i) {
                QVERIFY(rects[i].x >= 0 && rects[i].x + rects[i].width <= 1000 + 1e-6);
                QVERIFY(rects[i].y >= lane.rect.y &&
                        rects[i].y + rects[i].height <= lane.rect.y + lane.rect.height + 1e-6);
                if (i > 0 && rects[i].y == rects[i - 1].y)
                    QVERIFY(rects[i].x >= rects[i - 1].x + rects[i - 1].width - 1e-6);
            }
            const LaneBand& band = *layout.bandOf(lane.lane);
            for (std::size_t row = 0; row < index->lanes().lane(lane.lane).rows.size(); ++row) {
                const double height = band.rowPitch - layout.metrics().gap;
                const double drawn =
                    drawnColumns(lane, lane.rect.y + static_cast<double>(row) * band.rowPitch, height, ratio);
                const double busy =
                    static_cast<double>(index->row(lane.lane, row).busy(request.viewport.visible())) / nsPerColumn;
                const double slack =
                    1.5 + std::sqrt(static_cast<double>(lane.boxes.size())) + (isExact ? 0 : 0.04 * busy);
                QVERIFY2(std::abs(drawn - busy) <= slack, qPrintable(QStringLiteral("%1 of %2").arg(drawn).arg(busy)));
            }
        }
    }

    void emptyRunsAndHeightsGiveEmptyScenes() {
        const auto index = testIndex({});
        const LaneLayout layout(index->lanes());
        SceneRequest request;
        QVERIFY(buildScene(*index, layout, request).lanes.empty());
    }
};

QTEST_APPLESS_MAIN(TestSceneBuilder)
#include "tst_scene_builder.moc"
