#include "core/model/run_builder.h"

#include <QTest>

#include <algorithm>
#include <string>

using namespace lanescope;

namespace {

struct Event {
    const char* name;
    SliceKind kind;
    TimeNs start, duration;
    const char* tid = "7";
};

/// One file's events cut into fragments of `perFragment` events.
ImportedTrace traceOf(const std::vector<Event>& events, TimeNs base = 0, std::size_t perFragment = 1000) {
    ImportedTrace trace;
    trace.baseTimeNs = base;
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (i % perFragment == 0) {
            trace.fragments.push_back(std::make_shared<TraceFragment>());
            trace.fragments.back()->sourceBegin = i * 100;
        }
        TraceFragment& f = *trace.fragments.back();
        const Event& e = events[i];
        TrackKey key;
        key.pid = f.strings.intern("0");
        key.tid = f.strings.intern(e.tid);
        key.kind = isDeviceKind(e.kind) ? TrackKind::Device : TrackKind::Host;
        key.device = isDeviceKind(e.kind) ? key.pid : StringId::none();
        SliceDescriptor d;
        d.name = f.strings.intern(e.name);
        d.category = f.strings.intern(isDeviceKind(e.kind) ? "kernel" : "user_annotation");
        d.kind = e.kind;
        f.slices.push_back({e.start, e.duration, static_cast<std::uint32_t>(i * 100 - f.sourceBegin), f.trackRow(key),
                            f.descriptorRow(d), 0});
        ++f.events;
    }
    return trace;
}

InputFile traceFile(const std::string& path, int rank) {
    InputFile file;
    file.path = path;
    file.role = InputRole::Trace;
    file.status = InputStatus::Read;
    file.rank = rank;
    return file;
}

struct Ranked {
    int rank = 0;
    ImportedTrace trace;
};

void addTo(RunBuilder& builder, Ranked ranked) {
    builder.addTrace(builder.addFile(traceFile("rank" + std::to_string(ranked.rank), ranked.rank)),
                     std::move(ranked.trace));
}

std::shared_ptr<const Run> frozen(RunBuilder& builder, unsigned threads) {
    NullProgress progress;
    return builder.finish("run", progress, threads);
}

std::shared_ptr<const Run> runOf(Ranked only) {
    RunBuilder builder;
    addTo(builder, std::move(only));
    return frozen(builder, 1);
}

std::shared_ptr<const Run> runOf(Ranked first, Ranked second, unsigned threads = 1) {
    RunBuilder builder;
    addTo(builder, std::move(first));
    addTo(builder, std::move(second));
    return frozen(builder, threads);
}

/// Everything a reader could tell two runs apart by, as text.
std::string textOf(const Run& run) {
    std::string text;
    for (const Row& row : run.rows) {
        const Track& track = run.track(row.track);
        text += run.file(track.file).path + " " + std::string(run.text(track.tid)) + " row " +
                std::to_string(row.depth) + ":";
        for (std::uint32_t i = 0; i < row.slices.count; ++i) {
            const SliceId s = row.slices[i];
            text += " " + std::string(run.nameOf(s)) + "@" + std::to_string(run.slices.start(s)) + "+" +
                    std::to_string(run.slices.duration(s)) + "/" + std::to_string(run.slices.sourceOffset(s)) + "#" +
                    std::to_string(run.slices.descriptor(s).value);
        }
        text += "\n";
    }
    return text;
}

std::vector<Event> manyEvents() {
    std::vector<Event> events;
    for (int i = 0; i < 500; ++i)
        events.push_back(
            {i % 3 ? "gemm" : "norm", SliceKind::Compute, (i * 7919) % 5000, 1 + i % 40, i % 2 ? "7" : "20"});
    return events;
}

} // namespace

class TestRunBuilder : public QObject {
    Q_OBJECT
private slots:
    void ofSlicesThatBeginTogetherTheLongestIsOutermostHoweverLong() {
        constexpr TimeNs hour = 3600LL * 1000000000LL;
        const auto run = runOf({0, traceOf({{"inner", SliceKind::Compute, 0, hour, "7"},
                                            {"outer", SliceKind::Compute, 0, 3 * hour, "7"},
                                            {"middle", SliceKind::Compute, 0, 2 * hour, "7"},
                                            {"short", SliceKind::Compute, 0, 5, "7"}})});
        QCOMPARE(run->rows.size(), std::size_t{4});
        const char* names[] = {"outer", "middle", "inner", "short"};
        for (std::size_t row = 0; row < 4; ++row)
            QCOMPARE(std::string(run->nameOf(run->rows[row].slices[0])), std::string(names[row]));
    }
    void slicesOfARowAreSortedAndDisjoint() {
        const auto run = runOf({0, traceOf(manyEvents())});
        QCOMPARE(run->slices.size(), std::size_t{500});
        for (const Row& row : run->rows)
            for (std::uint32_t i = 1; i < row.slices.count; ++i)
                QVERIFY(run->slices.end(row.slices[i - 1]) <= run->slices.start(row.slices[i]));
    }

    void theRunDoesNotDependOnThreadsFragmentsOrTheOrderOfFiles() {
        const std::string expected = textOf(*runOf({0, traceOf(manyEvents())}, {1, traceOf(manyEvents())}));
        QCOMPARE(textOf(*runOf({0, traceOf(manyEvents())}, {1, traceOf(manyEvents())}, 8)), expected);
        QCOMPARE(textOf(*runOf({1, traceOf(manyEvents())}, {0, traceOf(manyEvents())}, 3)), expected);
        QCOMPARE(textOf(*runOf({0, traceOf(manyEvents(), 0, 17)}, {1, traceOf(manyEvents(), 0, 1)})), expected);
    }

    void filesOfDifferentBaseTimeStandOnOneClock() {
        const auto run = runOf({0, traceOf({{"a", SliceKind::Compute, 100, 10}}, 1000000)},
                               {1, traceOf({{"b", SliceKind::Compute, 50, 10}}, 1000020)});
        QCOMPARE(run->origin, TimeNs{1000070});
        QCOMPARE(run->slices.start(SliceId(std::size_t{0})), TimeNs{30});
        QCOMPARE(run->slices.start(SliceId(std::size_t{1})), TimeNs{0});
        QVERIFY((run->span == TimeSpan{0, 40}));
    }

    void aStrayAtZeroIsKeptOutsideTheSpan() {
        const TimeNs now = 1700000000000000000;
        const auto run = runOf({0, traceOf({{"lost", SliceKind::Compute, 0, 0}, {"a", SliceKind::Compute, now, 90}})});
        QCOMPARE(run->keptSlices, std::uint64_t{2});
        QVERIFY((run->span == TimeSpan{0, 90}));
        QVERIFY(run->isStray(SliceId(std::size_t{0})));
        QVERIFY(std::any_of(run->diagnostics.entries().begin(), run->diagnostics.entries().end(),
                            [](const Diagnostic& d) { return d.code == "stray-timestamp"; }));
    }

    void hostAndDeviceRecordsOfOneIdAreTwoTracksAndOneDeviceIsListed() {
        const auto run =
            runOf({3, traceOf({{"gemm", SliceKind::Compute, 0, 5}, {"op", SliceKind::HostOperator, 0, 9}})});
        QCOMPARE(run->tracks.size(), std::size_t{2});
        QCOMPARE(run->devices.size(), std::size_t{1});
        QCOMPARE(run->devices[0].rank.value_or(-1), 3);
    }

    void extremeTimesStayWithinSixtyFourBits() {
        const auto run = runOf({0, traceOf({{"a", SliceKind::Compute, -INT64_MAX, 5},
                                            {"b", SliceKind::Compute, INT64_MAX - 1, INT64_MAX}})});
        QVERIFY(run->span->end >= 0);
        for (std::size_t i = 0; i < run->slices.size(); ++i)
            QVERIFY(run->slices.end(SliceId(i)) >= run->slices.start(SliceId(i)));
    }

    void nothingOpenedIsSaid() {
        RunBuilder builder;
        InputFile file;
        file.role = InputRole::Trace;
        file.status = InputStatus::Failed;
        builder.addFile(file);
        NullProgress progress;
        const auto run = builder.finish("none", progress);
        QVERIFY(run->opens == OpenState::No);
        QVERIFY(!run->span);
    }

    void bytesOfACollectiveAreTheWholeArray() {
        ImportedTrace trace;
        TraceFragment& f = *trace.fragments.emplace_back(std::make_shared<TraceFragment>());
        TrackKey key;
        key.pid = key.device = f.strings.intern("0");
        key.tid = f.strings.intern("20");
        key.kind = TrackKind::Device;
        const auto add = [&](CollectiveOp op, std::int64_t in, std::int64_t out, const char* dtype) {
            SliceDescriptor d;
            d.name = f.strings.intern(nameOf(op));
            d.kind = SliceKind::Communication;
            d.op = op;
            const auto row = static_cast<std::uint32_t>(f.slices.size());
            f.slices.push_back({row * 100, 50, row, f.trackRow(key), f.descriptorRow(d), 0});
            RawCollective c;
            c.slice = row;
            c.dtype = f.strings.intern(dtype);
            c.inElements = in;
            c.outElements = out;
            c.groupSize = 4;
            f.collectives.push_back(c);
        };
        add(CollectiveOp::AllGather, 10, 40, "BFloat16");
        add(CollectiveOp::ReduceScatter, 40, 10, "Float");
        add(CollectiveOp::AllToAll, 40, 44, "Byte");
        add(CollectiveOp::AllReduce, 40, 40, "mystery");
        const auto run = runOf({0, std::move(trace)});
        QCOMPARE(run->collectives[0].bytes.value_or(-1), std::int64_t{80});
        QCOMPARE(run->collectives[1].bytes.value_or(-1), std::int64_t{160});
        QCOMPARE(run->collectives[2].bytes.value_or(-1), std::int64_t{44});
        QVERIFY(!run->collectives[3].bytes);
        QCOMPARE(*run->collectives[0].algorithmBandwidth(50), 1.6);
        QCOMPARE(*run->collectives[0].busBandwidth(50), 1.6 * 3 / 4);
        QVERIFY(!run->collectives[0].algorithmBandwidth(0));
    }
};

QTEST_APPLESS_MAIN(TestRunBuilder)
#include "tst_run_builder.moc"
