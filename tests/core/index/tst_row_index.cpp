#include "core/index/row_index.h"
#include "core/model/run_builder.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace lanescope;

namespace {

/// A run with one row of `count` slices. With `burst`, a pause some hundred times as long follows every `burst` slices.
std::shared_ptr<const Run> longRow(int count, int burst) {
    std::mt19937 random(3);
    ImportedTrace trace;
    TraceFragment& f = *trace.fragments.emplace_back(std::make_shared<TraceFragment>());
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
        at += static_cast<TimeNs>(random() % 3000) * (burst > 0 && i % burst == 0 ? 3000000 : 1);
        const auto duration = static_cast<TimeNs>(1 + random() % 4000);
        f.slices.push_back(
            {at, duration, static_cast<std::uint32_t>(i), f.trackRow(key), descriptors[random() % 3], 0});
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
        const auto run = longRow(3000, 0);
        const LaneRow row(run->rows.at(0).slices);
        const auto classes = colorClassesOf(*run);
        const RowIndex index(*run, row, classes, NullProgress());
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

    void pyramidsStayCloseToTheExactSharesAtEveryZoom_data() {
        QTest::addColumn<int>("burst");
        QTest::newRow("uniform") << 0;
        QTest::newRow("bursts") << 20000;
        QTest::newRow("bursts of other length") << 7000;
    }
    void pyramidsStayCloseToTheExactSharesAtEveryZoom() {
        QFETCH(int, burst);
        const auto run = longRow(200000, burst);
        const LaneRow row(run->rows.at(0).slices);
        const auto classes = colorClassesOf(*run);
        const RowIndex index(*run, row, classes, NullProgress());
        std::mt19937 random(4);
        for (double inView = 2000; inView < 200000; inView *= 1.25) {
            const std::size_t count = static_cast<std::size_t>(inView), first = random() % (row.size() - count);
            const TimeSpan window{run->slices.start(row[first]), run->slices.end(row[first + count - 1])};
            std::vector<ColumnSummary> exact(1920), quick(1920);
            index.summarize(window, exact, true);
            index.summarize(window, quick, false);
            double error = 0, busy = 0;
            for (std::size_t i = 0; i < exact.size(); ++i) {
                error += std::abs(exact[i].busy - quick[i].busy) / 1920;
                busy += exact[i].busy;
            }
            QVERIFY2(error <= 0.03, qPrintable(QStringLiteral("%1 with %2 in view").arg(error).arg(count)));
            const double exactBusy =
                static_cast<double>(index.busy(window)) / static_cast<double>(window.duration()) * 1920;
            QVERIFY(std::abs(busy - exactBusy) < 1);
        }
        QVERIFY2(static_cast<double>(index.bytes()) <= 2.5 * static_cast<double>(row.size()),
                 qPrintable(QString::number(index.bytes())));
    }

    void fewSlicesInViewAreShownExactly() {
        const auto run = longRow(50000, 0);
        const LaneRow row(run->rows.at(0).slices);
        const auto classes = colorClassesOf(*run);
        const RowIndex index(*run, row, classes, NullProgress());
        const TimeSpan window{run->slices.start(row[30000]) + 7, run->slices.start(row[31000]) + 11};
        std::vector<ColumnSummary> exact(500), quick(500);
        index.summarize(window, exact, true);
        index.summarize(window, quick, false);
        for (std::size_t i = 0; i < exact.size(); ++i) {
            QCOMPARE(quick[i].busy, exact[i].busy);
            QCOMPARE(quick[i].dominant, exact[i].dominant);
        }
    }

    void aRowOfRareShortSlicesIsNeverShownAsEmpty() {
        constexpr TimeNs pause = 1000000; // 1 ns of work a millisecond: a millionth
        PyramidBuilder builder({0, 4096 * pause}, 4096, 4);
        for (TimeNs i = 0; i < 4096; ++i)
            builder.add({i * pause, i * pause + 1}, ColorClass::Memory);
        std::vector<ClassTimes> columns(100);
        builder.finish().addTo(columns, {0, 4096 * pause}, 1e7);
        for (const ClassTimes& column : columns)
            QVERIFY(column[static_cast<std::size_t>(ColorClass::Memory)] > 0);
    }
};

QTEST_APPLESS_MAIN(TestRowIndex)
#include "tst_row_index.moc"
