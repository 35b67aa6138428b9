// How long opening a run and drawing a frame of it take.
//
//   lanescope_bench trace.json [more traces or a folder] [--benchmark_filter=Frame]
//
// Frames are those of a window of 1920 x 1080 with every group open, seen at zooms from the whole run to a millionth.
#include "core/scene/scene_builder.h"
#include "core/session/open_run.h"
#include "widgets/paint/figure_painter.h"
#include "widgets/paint/scene_painter.h"

#include <QGuiApplication>
#include <benchmark/benchmark.h>

#include <cstdio>
#include <string>
#include <vector>

using namespace lanescope;

namespace {

constexpr double laneWidth = 1740, laneHeight = 1040; // what gutter, ruler and minimap leave of 1920 x 1080

struct Subject {
    std::vector<std::string> paths;
    std::shared_ptr<const RunIndex> index;
    LaneLayout layout;
};

Subject& subject() {
    static Subject instance;
    return instance;
}

std::shared_ptr<const RunIndex> openIndex(unsigned threads) {
    NullProgress progress;
    Result<LoadedRun> loaded = openRun(subject().paths, {threads}, progress);
    return loaded ? loaded->index : nullptr;
}

void openPaths(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(openIndex(static_cast<unsigned>(state.range(0))));
    state.counters["slices"] = static_cast<double>(subject().index->run().slices.size());
}

/// Around the middle of the run; argument 0 is the zoom, argument 1 the device pixel ratio.
SceneRequest requestOf(const benchmark::State& state) {
    SceneRequest request;
    request.viewport = Viewport(subject().index->run().span.value_or(TimeSpan{}), laneWidth);
    request.viewport.zoomAbout(laneWidth / 2, static_cast<double>(state.range(0)));
    request.height = laneHeight;
    request.devicePixelRatio = static_cast<double>(state.range(1));
    return request;
}

void countContents(const TimelineScene& scene, benchmark::State& state) {
    std::size_t boxes = 0, runs = 0, labels = 0;
    for (const LaneScene& lane : scene.lanes) {
        boxes += lane.boxes.size();
        runs += lane.columns.size() + lane.hidden.size() + lane.strip.size();
        labels += lane.labels.size();
    }
    state.counters["boxes"] = static_cast<double>(boxes);
    state.counters["runs"] = static_cast<double>(runs);
    state.counters["labels"] = static_cast<double>(labels);
}

void buildFrame(benchmark::State& state) {
    const SceneRequest request = requestOf(state);
    for (auto _ : state)
        benchmark::DoNotOptimize(buildScene(*subject().index, subject().layout, request));
    countContents(buildScene(*subject().index, subject().layout, request), state);
}

void paintFrame(benchmark::State& state) {
    const TimelineScene scene = buildScene(*subject().index, subject().layout, requestOf(state));
    ScenePainter painter(figureFont());
    QImage image = painter.paint(scene, Theme::of(ThemeKind::Light));
    for (auto _ : state)
        painter.paint(scene, Theme::of(ThemeKind::Light), image);
    countContents(scene, state);
}

/// Pan by a pixel, build, paint: what a drag costs.
void panFrame(benchmark::State& state) {
    SceneRequest request = requestOf(state);
    ScenePainter painter(figureFont());
    QImage image = painter.paint(buildScene(*subject().index, subject().layout, request), Theme::of(ThemeKind::Light));
    for (auto _ : state) {
        request.viewport.panBy(1);
        painter.paint(buildScene(*subject().index, subject().layout, request), Theme::of(ThemeKind::Light), image);
    }
}

void registerFrames(const char* name, void (*run)(benchmark::State&)) {
    benchmark::RegisterBenchmark(name, run)
        ->ArgNames({"zoom", "ratio"})
        ->ArgsProduct({{1, 10, 100, 1000, 10000, 1000000}, {1, 2}})
        ->Unit(benchmark::kMillisecond);
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    subject().paths.assign(argv + 1, argv + argc);
    subject().index = openIndex(0);
    if (!subject().index || subject().index->run().slices.size() == 0) {
        std::fprintf(stderr, "usage: lanescope_bench TRACE... [--benchmark_filter=REGEX]\n");
        return 2;
    }
    subject().layout = LaneLayout(subject().index->lanes());
    for (std::uint32_t group = 0; group < subject().index->lanes().groups.size(); ++group)
        subject().layout.setRecordedOpen(group, true);
    benchmark::RegisterBenchmark("open", openPaths)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
    registerFrames("scene", buildFrame);
    registerFrames("paint", paintFrame);
    registerFrames("frame", panFrame);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
