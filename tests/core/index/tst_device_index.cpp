#include "core/index/run_index.h"
#include "tests/support/trace_text.h"

#include <QTest>

#include <random>

using namespace lanescope;

namespace {

/// What each microsecond of a random run holds.
struct Truth {
    std::vector<bool> compute = std::vector<bool>(200), communication = std::vector<bool>(200),
                      copy = std::vector<bool>(200);
};

TraceText randomTrace(std::mt19937& random, Truth& truth) {
    TraceText trace;
    for (int i = 0; i < 25; ++i) {
        const int begin = static_cast<int>(random() % 180), length = static_cast<int>(random() % 15),
                  kind = static_cast<int>(random() % 3);
        const std::string ts = std::to_string(begin), dur = std::to_string(length);
        const int stream = static_cast<int>(random() % 4);
        if (kind == 0)
            trace.kernel("gemm", stream, ts, dur);
        else if (kind == 1)
            trace.allReduce(stream + 20, ts, dur);
        else
            trace.slice("gpu_memcpy", "Memcpy HtoD", 0, stream, ts, dur, "\"device\": 0");
        auto& covered = kind == 0 ? truth.compute : kind == 1 ? truth.communication : truth.copy;
        for (int t = begin; t < begin + length; ++t)
            covered[static_cast<std::size_t>(t)] = true;
    }
    return trace;
}

} // namespace

class TestDeviceIndex : public QObject {
    Q_OBJECT
private slots:
    void figuresOfTheSmallTraceByHand() {
        TestFolder folder;
        const LoadedRun loaded = opened({folder.write("t.json", smallTrace().text())});
        const DeviceFigures& f = loaded.index->devices().at(0).total();
        QCOMPARE(f.compute, TimeNs{60000});
        QCOMPARE(f.communication, TimeNs{40000});
        QCOMPARE(f.overlap, TimeNs{20000}); // [30,40) and [60,70)
        QCOMPARE(f.exposedCommunication, TimeNs{20000});
        QCOMPARE(f.memcpy, TimeNs{3000});
        QCOMPARE(f.span, TimeNs{88000}); // [10,98)
        QCOMPARE(f.idle, TimeNs{5000});  // [90,95)
        QCOMPARE(*f.overlapPercent(), 50.0);
    }

    void unionsAgreeWithCoverageInEveryWindow() {
        std::mt19937 random(11);
        TestFolder folder;
        for (int round = 0; round < 40; ++round) {
            Truth truth;
            const LoadedRun loaded = opened({folder.write("t.json", randomTrace(random, truth).text())});
            const DeviceIndex& device = loaded.index->devices().at(0);
            const TimeNs origin = loaded.run->origin;
            const TimeNs a = static_cast<TimeNs>(random() % 200), b = static_cast<TimeNs>(random() % 200);
            for (const TimeSpan window :
                 {device.span(), TimeSpan{std::min(a, b) * 1000 - origin, std::max(a, b) * 1000 - origin}}) {
                const DeviceFigures f = device.within(window);
                TimeNs compute = 0, communication = 0, overlap = 0, busy = 0;
                for (std::size_t t = 0; t < 200; ++t) {
                    const TimeNs at = static_cast<TimeNs>(t) * 1000 - origin;
                    if (!window.contains(at))
                        continue;
                    compute += truth.compute[t] * 1000;
                    communication += truth.communication[t] * 1000;
                    overlap += (truth.compute[t] && truth.communication[t]) * 1000;
                    busy += (truth.compute[t] || truth.communication[t] || truth.copy[t]) * 1000;
                }
                QCOMPARE(f.compute, compute);
                QCOMPARE(f.communication, communication);
                QCOMPARE(f.overlap, overlap);
                QCOMPARE(f.overlap + f.exposedCommunication, f.communication);
                QCOMPARE(f.idle, window.duration() - busy);
            }
            QVERIFY(device.total().compute <= device.total().computeSum);
            QVERIFY(device.total().communication <= device.total().communicationSum);
        }
    }
};

QTEST_APPLESS_MAIN(TestDeviceIndex)
#include "tst_device_index.moc"
