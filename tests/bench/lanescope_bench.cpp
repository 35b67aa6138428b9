// How long opening a run and drawing a frame of it take.
//
//   lanescope_bench trace.json [more traces or a folder] [--benchmark_filter=Frame]
//
// With LANESCOPE_LIMIT naming a program that walks a trace with two threads (PROGRAM FILE 2 1) the first trace is
// walked by it in the same run, as the limit to hold the times of opening against. Reopening uses a cache folder of its
// own.
//
// Frames are those of a window of 1920 x 1080 with every group open, seen at zooms from the whole run to a millionth.
#include "core/scene/scene_builder.h"
#include "core/session/open_run.h"
#include "core/session/slice_arguments.h"
#include "widgets/paint/figure_painter.h"
#include "widgets/paint/scene_painter.h"

#include <QGuiApplication>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

using namespace lanescope;

namespace {

constexpr int cancelMoments = 50;
constexpr double laneWidth = 1740, laneHeight = 1040; // what gutter, ruler and minimap leave of 1920 x 1080

struct Subject {
    std::vector<std::string> paths;
    std::shared_ptr<const RunIndex> index;
    LaneLayout layout;
};

struct TemporaryFolder {
    TemporaryFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "lanescope-bench-XXXXXX").string();
        if (const char* made = ::mkdtemp(pattern.data()))
            path = made;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    std::string path;
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

void countEvents(benchmark::State& state) {
    std::uint64_t events = 0;
    for (const InputFile& file : subject().index->run().files)
        events += file.events;
    state.counters["events"] = static_cast<double>(events);
    state.counters["slices"] = static_cast<double>(subject().index->run().slices.size());
}

void openPaths(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(openIndex(static_cast<unsigned>(state.range(0))));
    countEvents(state);
}

class SwitchedOff final : public Progress {
public:
    void report(const ProgressState&) override {}
    bool isCancelled() const override { return m_isOff; }
    void switchOff() { m_isOff = true; }

private:
    std::atomic<bool> m_isOff{false};
};

/// From the wish to cancel, which comes at 50 moments spread over the opening, until nothing of it is left.
void cancelOpening(benchmark::State& state) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    openIndex(0);
    const auto whole = Clock::now() - begin;
    std::int64_t round = 0;
    double worst = 0;
    for (auto _ : state) {
        SwitchedOff progress;
        std::thread opening([&] { benchmark::DoNotOptimize(openRun(subject().paths, {}, progress)); });
        std::this_thread::sleep_for(whole * (round++ % cancelMoments) / cancelMoments);
        const auto wished = Clock::now();
        progress.switchOff();
        opening.join();
        const double seconds = std::chrono::duration<double>(Clock::now() - wished).count();
        state.SetIterationTime(seconds);
        worst = std::max(worst, seconds);
    }
    state.counters["worst_ms"] = 1e3 * worst;
}

void walkByLimit(benchmark::State& state, const std::string& program) {
    const std::string command = "'" + program + "' '" + subject().paths.front() + "' 2 1 >/dev/null";
    for (auto _ : state)
        if (std::system(command.c_str()) != 0)
            return state.SkipWithError("the limit program failed");
}

LoadedRun openWith(const std::shared_ptr<const IndexStore>& indexes) {
    NullProgress progress;
    return std::move(openRun(subject().paths, {0, indexes}, progress)).value();
}

/// Up to a frame that could be drawn, checksums compared.
void reopen(benchmark::State& state, const std::shared_ptr<const IndexStore>& indexes) {
    const LoadedRun kept = openWith(indexes);
    const auto bytes = indexes->save(*kept.identity, *kept.index, NullProgress());
    for (auto _ : state)
        benchmark::DoNotOptimize(openWith(indexes).index);
    countEvents(state);
    state.counters["bytes_per_event"] = static_cast<double>(bytes ? *bytes : 0) / state.counters["events"];
}

void saveRun(benchmark::State& state, const std::shared_ptr<const IndexStore>& indexes) {
    const LoadedRun kept = openWith(indexes);
    for (auto _ : state)
        benchmark::DoNotOptimize(indexes->save(*kept.identity, *kept.index, NullProgress()));
    countEvents(state);
}

/// Of slices all over the run, one after the other.
void readSliceArguments(benchmark::State& state, const std::shared_ptr<const IndexStore>& indexes) {
    const LoadedRun run = openWith(indexes);
    if (!saveTexts(run, NullProgress()))
        return state.SkipWithError("the texts cannot be kept");
    std::size_t slice = 0;
    for (auto _ : state) {
        slice = (slice + 1'000'003) % run.run->slices.size();
        benchmark::DoNotOptimize(readArguments(run, SliceId(slice)));
    }
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

void registerOpening() {
    const auto unit = benchmark::kMillisecond;
    if (const char* limit = std::getenv("LANESCOPE_LIMIT"))
        benchmark::RegisterBenchmark("limit", walkByLimit, std::string(limit))->UseRealTime()->Unit(unit);
    benchmark::RegisterBenchmark("open", openPaths)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime()->Unit(unit);
    benchmark::RegisterBenchmark("cancel", cancelOpening)->Iterations(cancelMoments)->UseManualTime()->Unit(unit);
    static const TemporaryFolder folder;
    const auto indexes = std::make_shared<const IndexStore>(folder.path);
    benchmark::RegisterBenchmark("reopen", reopen, indexes)->UseRealTime()->Unit(unit);
    benchmark::RegisterBenchmark("save", saveRun, indexes)->UseRealTime()->Unit(unit);
    benchmark::RegisterBenchmark("arguments", readSliceArguments, indexes)->UseRealTime()->Unit(unit);
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
    registerOpening();
    registerFrames("scene", buildFrame);
    registerFrames("paint", paintFrame);
    registerFrames("frame", panFrame);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
