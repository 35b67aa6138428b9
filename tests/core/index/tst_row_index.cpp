#include "core/index/row_index.h"
#include "core/model/run_builder.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace lanescope;

namespace {

/// A run with one row of `count` slices; in bursts all but a few stand in a hundredth of the time.
std::shared_ptr<const Run> longRow(int count, bool isBursty) {
    std::mt19937 random(3);
    ImportedTrace trace;
    TraceFragment& f = trace.fragments.emplace_back();
    TrackKey key;
    key.pid = key.tid = key.device = f.strings.intern("0");
    key.kind = TrackKind::Device;
    std::uint32_t descriptors[3];
    const ComputeClass classes[] = {ComputeClass::MatrixMultiply, ComputeClass::Elementwise, ComputeClass::None};
    for (int i = 0; i < 3; ++i) {
        SliceDescriptor d;
        d.name = f.strings.intern(std::to_string(i));
        d.kind = i == 2 ? SliceKind::Communication : SliceKind::Compute;
        d.computeClass = classes[i];
        descriptors[i] = f.descriptorRow(d);
    }
    TimeNs at = 0;
    for (int i = 0; i < count; ++i) {
        at += static_cast<TimeNs>(random() % 3000) * (isBursty && i % 20000 == 0 ? 200000 : 1);
        const auto duration = static_cast<TimeNs>(1 + random() % 4000);
        f.slices.push_back(
            {at, duration, static_cast<std::uint64_t>(i), f.trackRow(key), descriptors[random() % 3], 0});
        at += duration;
    }
    RunBuilder builder;
    InputFile file;
    file.role = InputRole::Trace;
    file.status = InputStatus::Read;
    builder.addTrace(builder.addFile(file), std::move(trace));
    NullProgress progress;
    return builder.finish("row", progress);
}

} // namespace

class TestRowIndex : public QObject {
    Q_OBJECT
private slots:
    void busyTimeIsExactInAnyWindow() {
        const auto run = longRow(3000, false);
        const LaneRow row(run->rows.at(0).slices);
        const auto classes = colorClassesOf(*run);
        const RowIndex index(*run, row, classes);
        std::mt19937 random(9);
        for (int round = 0; round < 300; ++round) {
            const TimeNs a = static_cast<TimeNs>(random()) % run->span->end,
                         b = static_cast<TimeNs>(random()) % run->span->end;
            const TimeSpan window{std::min(a, b), std::max(a, b)};
            TimeNs busy = 0;
            for (std::size_t i = 0; i < row.size(); ++i)
                busy += run->slices.span(row[i]).clippedTo(window).duration();
            QCOMPARE(index.busy(window), busy);
            const auto [first, last] = index.slicesIn(window);
            for (std::size_t i = 0; i < row.size(); ++i)
                QCOMPARE(i >= first && i < last, run->slices.span(row[i]).overlaps(window));
        }
    }

    void pyramidsStayCloseToTheExactShares_data() {
        QTest::addColumn<bool>("isBursty");
        QTest::newRow("uniform") << false;
        QTest::newRow("bursts") << true;
    }
    void pyramidsStayCloseToTheExactShares() {
        QFETCH(bool, isBursty);
        const auto run = longRow(200000, isBursty);
        const LaneRow row(run->rows.at(0).slices);
        const auto classes = colorClassesOf(*run);
        const RowIndex index(*run, row, classes);
        const TimeNs length = run->span->duration();
        for (const double zoom : {1.0, 0.5, 0.2}) {
            const TimeSpan window{length / 3,
                                  length / 3 + static_cast<TimeNs>(static_cast<double>(length) * zoom * 0.6)};
            std::vector<ColumnSummary> exact(1920), quick(1920);
            index.summarize(window, exact, true);
            index.summarize(window, quick, false);
            double error = 0, busy = 0;
            for (std::size_t i = 0; i < exact.size(); ++i) {
                error += std::abs(exact[i].busy - quick[i].busy);
                busy += exact[i].busy;
            }
            QVERIFY2(error / 1920 <= 0.03, qPrintable(QString::number(error / 1920)));
            const double exactBusy =
                static_cast<double>(index.busy(window)) / static_cast<double>(window.duration()) * 1920;
            QVERIFY(std::abs(busy - exactBusy) < 1);
        }
        QVERIFY(index.bytes() < 3 * row.size());
    }
};

QTEST_APPLESS_MAIN(TestRowIndex)
#include "tst_row_index.moc"
