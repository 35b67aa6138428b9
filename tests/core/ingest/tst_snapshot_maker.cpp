#include "core/ingest/snapshot_maker.h"
#include "tests/core/scene/scene_test_support.h"

#include <QTest>

#include <chrono>
#include <mutex>
#include <thread>

using namespace lanescope;

namespace {

LoadPlan planOf(std::initializer_list<const char*> paths) {
    LoadPlan plan;
    plan.name = "run";
    for (const char* path : paths) {
        PlannedFile planned;
        planned.file.path = path;
        plan.files.push_back(planned);
    }
    return plan;
}

/// One more stretch of a trace: a kernel that starts at this microsecond.
void grow(ImportedTrace& trace, double beginUs) {
    auto fragment = std::make_shared<TraceFragment>();
    addTestSlice(*fragment, {"kernel", SliceKind::Compute, "7", beginUs, beginUs + 1}, "0");
    trace.fragments.push_back(fragment);
}

/// What a maker has shown.
class Shown {
public:
    SnapshotMaker::Show taker() {
        return [this](std::shared_ptr<const Run> run, const Progress&) {
            const std::lock_guard lock(m_mutex);
            m_runs.push_back(std::move(run));
        };
    }
    std::size_t count() const { return runs().size(); }
    std::vector<std::shared_ptr<const Run>> runs() const {
        const std::lock_guard lock(m_mutex);
        return m_runs;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<std::shared_ptr<const Run>> m_runs;
};

/// Snapshots come at intervals: reads on until there is one more.
template <class Step>
void stepUntil(const Shown& shown, std::size_t count, Step step) {
    const auto begin = std::chrono::steady_clock::now();
    while (shown.count() < count && std::chrono::steady_clock::now() - begin < std::chrono::seconds(20)) {
        step();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

} // namespace

class TestSnapshotMaker : public QObject {
    Q_OBJECT
private slots:
    void snapshotsHoldWhatHasBeenReadAndGrow() {
        const LoadPlan plan = planOf({"rank3.json", "rank5.json"});
        NullProgress progress;
        Shown shown;
        ImportedTrace first, second;
        SnapshotMaker maker(plan, progress, shown.taker());
        double time = 0;
        const auto readOn = [&] {
            grow(first, time += 10);
            maker.add(0, first);
        };
        stepUntil(shown, 1, readOn);
        stepUntil(shown, 2, readOn);
        grow(second, 5);
        maker.add(1, second);
        maker.finish(1, second);
        stepUntil(shown, 4, readOn); // the third may have begun before
        const auto runs = shown.runs();
        QVERIFY(runs.size() >= 4);
        std::uint64_t before = 0;
        for (const auto& run : runs) {
            QVERIFY(run->keptSlices > before); // every one holds more
            QCOMPARE(run->devices.front().rank.value_or(-1), 3);
            before = run->keptSlices;
        }
        QVERIFY(before <= first.fragments.size() + 1);
        QCOMPARE(runs.front()->devices.size(), std::size_t{1});
        QCOMPARE(runs.back()->devices.size(), std::size_t{2});
        QCOMPARE(runs.back()->devices.back().rank.value_or(-1), 5);
    }

    void thereIsNoneOfALoadThatEndsSoon() {
        const LoadPlan plan = planOf({"rank0.json"});
        NullProgress progress;
        Shown shown;
        {
            ImportedTrace trace;
            SnapshotMaker maker(plan, progress, shown.taker());
            grow(trace, 0);
            maker.add(0, trace);
        }
        QCOMPARE(shown.count(), std::size_t{0});
    }

    void noFragmentIsHeldOnceTheMakerIsGone() {
        const LoadPlan plan = planOf({"rank0.json"});
        NullProgress progress;
        Shown shown;
        ImportedTrace trace;
        {
            SnapshotMaker maker(plan, progress, shown.taker());
            stepUntil(shown, 1, [&] {
                grow(trace, 0);
                maker.add(0, trace);
            });
        }
        QVERIFY(shown.count() >= 1);
        for (const auto& fragment : trace.fragments)
            QCOMPARE(fragment.use_count(), 1L);
    }

    void aTraceWithoutItsTimeBaseDoesNotStandYearsAway() {
        const LoadPlan plan = planOf({"rank0.json", "rank1.json"});
        NullProgress progress;
        Shown shown;
        ImportedTrace based, plain;
        based.baseTimeNs = 1'700'000'000'000'000'000;
        SnapshotMaker maker(plan, progress, shown.taker());
        grow(plain, 0);
        maker.add(1, plain); // its base may stand behind its events
        stepUntil(shown, 1, [&] {
            grow(based, 10);
            maker.add(0, based);
        });
        QVERIFY(shown.count() >= 1);
        QCOMPARE(shown.runs().front()->devices.size(), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestSnapshotMaker)
#include "tst_snapshot_maker.moc"
