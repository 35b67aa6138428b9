#include "core/metrics/metric.h"
#include "tests/support/trace_text.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

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

TraceText oneSecondSteps() {
    TraceText trace;
    trace.step(1, "0", "1000000").step(2, "1000000", "1000000").kernel("gemm", 7, "5", "10");
    return trace;
}

std::string cardOf(const std::string& accelerator) {
    return "workload:\n  model:\n    phase: training\n    model_arch:\n      num_params: 2000000000\n"
           "      num_params_embedding: 1000000000\n      num_layers: 10\n      num_heads: 10\n      head_dim: 100\n"
           "  data:\n    batch_size: 4\n    seq_len: 1000\n  hardware:\n    xpu_spec:\n      model: " +
           accelerator + "\n      total_count: 2\nmetric_source:\n  traces:\n    - json\n";
}

using SpansByDevice = std::map<DeviceId, std::vector<TimeSpan>>;

SpansByDevice evidenceOf(const MetricContext& context, std::string_view id) {
    SpansByDevice spans;
    for (const Evidence& evidence : findMetric(id)->evidence(context))
        spans[evidence.device].push_back(evidence.span);
    return spans;
}

double lengthOf(const std::vector<TimeSpan>& spans) {
    TimeNs sum = 0;
    for (const TimeSpan span : spans)
        sum += span.duration();
    return static_cast<double>(sum);
}

/// The bytes of the calls that ran at `spans`.
double bytesAt(const Run& run, DeviceId device, const std::vector<TimeSpan>& spans) {
    double bytes = 0;
    for (const TimeSpan span : spans)
        for (const Collective& c : run.collectives)
            if (c.device == device && run.slices.span(c.slice) == span)
                bytes += static_cast<double>(c.bytes.value());
    return bytes;
}

/// The run's value from nothing but the evidence and the windows it lies in.
double fromEvidence(const MetricContext& context, const Metric& metric) {
    const std::string_view id = metric.definition.id;
    auto spans = evidenceOf(context, id);
    auto communication = evidenceOf(context, "communication_time");
    double length = 0, wholes = 0, steps = 0, means = 0, markMeans = 0, devices = 0, calls = 0, bytes = 0;
    for (std::size_t i = 0; i < context.run().devices.size(); ++i) {
        const DeviceId device(i);
        const auto count = static_cast<double>(context.stepCountOf(device));
        if (count == 0)
            continue;
        const auto& ran = spans[device];
        length += lengthOf(ran);
        wholes +=
            id == "overlap" ? lengthOf(communication[device]) : static_cast<double>(context.windowOf(device).total());
        steps += count;
        means += lengthOf(ran) / count / 1e6;
        markMeans += lengthOf(ran) / static_cast<double>(ran.size()) / 1e6;
        calls += static_cast<double>(ran.size());
        bytes += id == "collective_bytes" ? bytesAt(context.run(), device, ran) : 0;
        ++devices;
    }
    if (id == "avg_step_time")
        return markMeans / devices;
    if (id == "collective_count")
        return calls / steps;
    if (id == "collective_bytes")
        return bytes / steps;
    return metric.definition.unit == "ms" ? means / devices : 100 * length / wholes;
}

/// How docs/metrics.md describes a metric.
std::string sectionOf(const MetricDefinition& d) {
    const char* direction = d.better == Direction::Lower    ? "Lower is better."
                            : d.better == Direction::Higher ? "Higher is better."
                                                            : "Neither direction is better by itself.";
    std::string text;
    for (const std::string_view part :
         {std::string_view("\n## "), d.title, std::string_view("\n\n`"), d.id, std::string_view("`, unit: "), d.unit,
          std::string_view(". "), std::string_view(direction), std::string_view("\n\n"), d.definition,
          std::string_view("\n\n- Formula: "), d.formula, std::string_view("\n- Source: "), d.source,
          std::string_view("\n")})
        text += part;
    return text;
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

    void theReasonOfAbsenceIsTheTrueOne() {
        TestFolder folder;
        const LoadedRun run = opened({folder.write("t.json", fourSteps().text())});
        const MetricScope noSuchStep{MetricScope::Kind::Step, 99};
        for (const Metric& metric : builtinMetrics()) {
            const MetricResult result = metric.compute(MetricContext(*run.index, nullptr, noSuchStep));
            QVERIFY2(!result.value, metric.definition.id.data());
            if (metric.definition.id != "mfu")
                QCOMPARE(result.absentBecause, std::string("no step of that number was recorded"));
        }
    }

    void aRunIsToldHowItsStepsWereChosen() {
        TestFolder folder;
        const std::string four = folder.write("a.json", fourSteps().text());
        const std::string two = folder.write("b.json", smallTrace(1).text());
        TraceText bare(2), host(3);
        bare.kernel("gemm", 7, "0", "5");
        for (int i = 0; i < 4; ++i)
            host.step(i, std::to_string(i * 10), "10");
        const auto said = [](const LoadedRun& run, MetricScope scope, std::string_view part) {
            const MetricContext context(*run.index, nullptr, scope);
            const auto& all = context.assumptions();
            return std::any_of(all.begin(), all.end(),
                               [&](const std::string& text) { return text.find(part) != std::string::npos; });
        };
        constexpr const char *trimmed = "first and the last", *kept = "one or two steps",
                             *unmarked = "without step marks";
        const LoadedRun mixed = opened({four, two, folder.write("c.json", bare.text())});
        for (const char* part : {trimmed, kept, unmarked, "host mark"})
            QVERIFY2(said(mixed, {}, part), part);
        const LoadedRun onlyFour = opened({four});
        QVERIFY(said(onlyFour, {}, trimmed) && !said(onlyFour, {}, kept) && !said(onlyFour, {}, unmarked));
        const MetricScope whole{MetricScope::Kind::Run, 0};
        QVERIFY(said(onlyFour, whole, "divided by the number of steps") && !said(onlyFour, whole, trimmed));
        const LoadedRun hostOnly = opened({folder.write("d.json", host.text())});
        QVERIFY(said(hostOnly, {}, trimmed)); // steps without any device are trimmed, too
    }

    void callsOfNoLengthAtTheVeryEndAreCounted() {
        TestFolder folder;
        TraceText trace;
        trace.kernel("gemm", 7, "0", "10").allReduce(20, "5", "2").allReduce(20, "10", "0");
        const LoadedRun run = opened({folder.write("t.json", trace.text())});
        QCOMPARE(*valueOf(run, "collective_count").value, static_cast<double>(run.run->collectives.size()));
    }

    void anUnknownSizeIsNeverZero() {
        TestFolder folder;
        TraceText trace, unsized(1);
        trace.allReduce(20, "0", "5").kernel("ncclDevKernel_AllGather_RING_LL(a)", 20, "10", "5");
        unsized.kernel("ncclDevKernel_AllGather_RING_LL(a)", 20, "10", "5");
        const LoadedRun run = opened({folder.write("a.json", trace.text()), folder.write("b.json", unsized.text())});
        const MetricResult bytes = valueOf(run, "collective_bytes");
        QCOMPARE(*bytes.value, 1000.0); // 2000 B over two devices
        QCOMPARE(bytes.breakdown.size(), std::size_t{1});
        QCOMPARE(bytes.breakdown[0].name, std::string("all_reduce"));
        QCOMPARE(*bytes.perDevice[0].value, 2000.0);
        QVERIFY(!bytes.perDevice[1].value);
        QVERIFY(bytes.assumptions.back().find("2 calls of unknown size") != std::string::npos);
        QCOMPARE(valueOf(run, "collective_count").breakdown.size(), std::size_t{2});
    }

    void noPeakIsGuessedForBoardsOfAnotherPeak() {
        const auto mfuOf = [](const std::string& accelerator) {
            TestFolder folder;
            folder.write("t.json", oneSecondSteps().text());
            folder.write("card.yaml", cardOf(accelerator));
            return valueOf(opened({folder.path()}), "mfu", {});
        };
        QVERIFY(mfuOf("nvidia_h100").value);
        for (const char* board : {"nvidia_h100_pcie", "NVIDIA H100 NVL", "nvidia_gtx"}) {
            const MetricResult result = mfuOf(board);
            QVERIFY2(!result.value && result.absentBecause.find(board) != std::string::npos, board);
        }
    }

    void theEvidenceGivesTheValueAgain() {
        TestFolder folder;
        folder.write("a.json", fourSteps().text());
        folder.write("b.json", smallTrace(1).text());
        const LoadedRun run = opened({folder.path()});
        for (const MetricScope scope :
             {MetricScope{MetricScope::Kind::Run, 0}, MetricScope{}, MetricScope{MetricScope::Kind::Step, 1}}) {
            const MetricContext context(*run.index, nullptr, scope);
            for (const Metric& metric : builtinMetrics()) {
                if (metric.definition.id == "mfu")
                    continue; // needs a card; its evidence is that of the step time
                const std::optional<double> value = metric.compute(context).value;
                const double again = fromEvidence(context, metric);
                QVERIFY2(value && std::abs(again - *value) <= 1e-9 * std::abs(*value),
                         qPrintable(QStringLiteral("%1 in %2: %3, from the evidence %4")
                                        .arg(metric.definition.id.data(), QString::fromStdString(scope.text()))
                                        .arg(value.value_or(-1))
                                        .arg(again)));
            }
        }
    }

    void modelFlopsUtilisationByHand() {
        TestFolder folder;
        folder.write("t.json", oneSecondSteps().text());
        folder.write("card.yaml", cardOf("nvidia_a100_40gb"));
        const LoadedRun run = opened({folder.path()});
        // (6 * 1e9 + 12 * 10 * 10 * 100 * 1000) * 4000 tokens/s / (2 * 312e12)
        const double expected = 100 * (6e9 + 12e7) * 4000 / (2 * 312e12);
        QVERIFY(std::abs(*valueOf(run, "mfu", {}).value - expected) < 1e-9);
    }

    void theDocumentSaysExactlyWhatTheRegistrySays() {
        QFile file(QStringLiteral(LANESCOPE_SOURCE_DIR "/docs/metrics.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string text = file.readAll().toStdString();
        std::string expected;
        for (const Metric& metric : builtinMetrics())
            expected += sectionOf(metric.definition);
        const auto sections = text.find("\n## ");
        QVERIFY(sections != std::string::npos);
        QCOMPARE(QString::fromStdString(text.substr(sections)), QString::fromStdString(expected));
    }
};

QTEST_APPLESS_MAIN(TestMetrics)
#include "tst_metrics.moc"
