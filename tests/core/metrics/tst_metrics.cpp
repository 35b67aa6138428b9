#include "core/metrics/metric.h"
#include "tests/support/trace_text.h"

#include <QFile>
#include <QTest>

#include <cmath>

using namespace lanescope;

namespace {

MetricResult valueOf(const LoadedRun& run, const char* id, MetricScope scope = {MetricScope::Kind::Run, 0}) {
    return findMetric(id)->compute(MetricContext(*run.index, run.card ? &*run.card : nullptr, scope));
}

/// Four steps of 100 us, each with 60 us of compute of which 10 us overlap 30 us of communication.
TraceText fourSteps() {
    TraceText trace;
    for (int i = 0; i < 4; ++i) {
        const auto at = [&](int us) { return std::to_string(i * 100 + us); };
        trace.step(i, at(0), "100").kernel("gemm", 7, at(10), "60").allReduce(20, at(60), "30");
    }
    return trace;
}

} // namespace

class TestMetrics : public QObject {
    Q_OBJECT
private slots:
    void valuesByHand() {
        TestFolder folder;
        const LoadedRun run = opened({folder.write("t.json", fourSteps().text())});
        const MetricScope steady;
        QCOMPARE(*valueOf(run, "avg_step_time", steady).value, 0.1);
        QCOMPARE(*valueOf(run, "compute_time", steady).value, 0.06);
        QCOMPARE(*valueOf(run, "communication_time", steady).value, 0.03);
        QCOMPARE(*valueOf(run, "exposed_communication", steady).value, 0.02);
        QCOMPARE(*valueOf(run, "exposed_communication_share", steady).value, 20.0);
        QVERIFY(std::abs(*valueOf(run, "overlap", steady).value - 100.0 / 3) < 1e-9);
        QCOMPARE(*valueOf(run, "idle", steady).value, 20.0);
        QCOMPARE(*valueOf(run, "communication_fraction", steady).value, 30.0);
        QCOMPARE(*valueOf(run, "collective_count", steady).value, 1.0);
        QCOMPARE(*valueOf(run, "collective_bytes", steady).value, 2000.0);
        QCOMPARE(*valueOf(run, "collective_bytes", {MetricScope::Kind::Step, 3}).value, 2000.0);
    }

    void whatCannotBeIsAbsentWithAReason() {
        TestFolder folder;
        TraceText host;
        host.slice("cpu_op", "aten::mm", 1, 1, "0", "5");
        const LoadedRun hostOnly = opened({folder.write("h.json", host.text())});
        TraceText noCommunication;
        noCommunication.kernel("gemm", 7, "0", "5");
        const LoadedRun computeOnly = opened({folder.write("c.json", noCommunication.text())});
        for (const Metric& metric : builtinMetrics()) {
            const MetricResult result = metric.compute(MetricContext(*hostOnly.index, nullptr, {}));
            QVERIFY2(!result.value && !result.absentBecause.empty(), metric.definition.id.data());
        }
        QVERIFY(!valueOf(computeOnly, "overlap").value);
        QCOMPARE(*valueOf(computeOnly, "communication_time").value, 0.0);
        QVERIFY(!valueOf(computeOnly, "avg_step_time").value);
        QVERIFY(!valueOf(computeOnly, "exposed_communication_share", {MetricScope::Kind::Step, 99}).value);
    }

    void theEvidenceGivesTheValueAgain() {
        TestFolder folder;
        const LoadedRun run =
            opened({folder.write("a.json", fourSteps().text()), folder.write("b.json", smallTrace(1).text())});
        for (const MetricScope scope :
             {MetricScope{MetricScope::Kind::Run, 0}, MetricScope{}, MetricScope{MetricScope::Kind::Step, 1}}) {
            const MetricContext context(*run.index, nullptr, scope);
            const auto evidenceTotal = [&](const Metric& metric, DeviceId device) {
                TimeNs sum = 0;
                for (const Evidence& e : metric.evidence(context))
                    sum += e.device == device ? e.span.duration() : 0;
                return static_cast<double>(sum);
            };
            const auto windowTotal = [&](DeviceId device) {
                return static_cast<double>(context.windowOf(device).total());
            };
            for (const Metric& metric : builtinMetrics()) {
                const std::string_view id = metric.definition.id;
                for (const DeviceValue& value : metric.compute(context).perDevice) {
                    if (!value.value)
                        continue;
                    const double total = evidenceTotal(metric, value.device);
                    const auto steps = static_cast<double>(context.stepCountOf(value.device));
                    double again = *value.value;
                    if (metric.definition.unit == "ms" && id != "avg_step_time")
                        again = total / steps / 1e6;
                    else if (id == "overlap")
                        again = 100 * total / evidenceTotal(*findMetric("communication_time"), value.device);
                    else if (metric.definition.unit == "%")
                        again = 100 * total / windowTotal(value.device);
                    QVERIFY2(std::abs(again - *value.value) <= 1e-9 * std::abs(again),
                             qPrintable(QStringLiteral("%1 in %2: %3, from the evidence %4")
                                            .arg(id.data(), QString::fromStdString(scope.text()))
                                            .arg(*value.value)
                                            .arg(again)));
                }
            }
        }
    }

    void modelFlopsUtilisationByHand() {
        TestFolder folder;
        TraceText trace;
        trace.step(1, "0", "1000000").step(2, "1000000", "1000000").kernel("gemm", 7, "5", "10");
        folder.write("t.json", trace.text());
        folder.write("card.yaml", "workload:\n  model:\n    phase: training\n    model_arch:\n      num_params: "
                                  "2000000000\n      num_params_embedding: 1000000000\n"
                                  "      num_layers: 10\n      num_heads: 10\n      head_dim: 100\n  data:\n    "
                                  "batch_size: 4\n    seq_len: 1000\n"
                                  "  hardware:\n    xpu_spec:\n      model: nvidia_a100_40gb\n      total_count: "
                                  "2\nmetric_source:\n  traces:\n    - json\n");
        const LoadedRun run = opened({folder.path()});
        // (6 * 1e9 + 12 * 10 * 10 * 100 * 1000) * 4000 tokens/s / (2 * 312e12)
        const double expected = 100 * (6e9 + 12e7) * 4000 / (2 * 312e12);
        QVERIFY(std::abs(*valueOf(run, "mfu", {}).value - expected) < 1e-9);
    }

    void theDocumentSaysWhatTheRegistrySays() {
        QFile file(QStringLiteral(LANESCOPE_SOURCE_DIR "/docs/metrics.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string text = file.readAll().toStdString();
        for (const Metric& metric : builtinMetrics())
            for (const std::string_view part :
                 {metric.definition.id, metric.definition.title, metric.definition.definition,
                  metric.definition.formula, metric.definition.source})
                QVERIFY2(text.find(part) != std::string::npos, std::string(part).c_str());
    }
};

QTEST_APPLESS_MAIN(TestMetrics)
#include "tst_metrics.moc"
