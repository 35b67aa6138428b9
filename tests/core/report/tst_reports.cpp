#include "core/report/inspect_report.h"
#include "core/report/metric_report.h"
#include "core/report/run_summary.h"
#include "tests/support/trace_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace lanescope;

class TestReports : public QObject {
    Q_OBJECT
private slots:
    void theSummaryIsThisText() {
        TestFolder folder;
        const std::string first = folder.write("rank0_\u00e9.json", smallTrace(0).text());
        const LoadedRun loaded = opened({first, folder.write("rank1.json", smallTrace(1).text())});
        std::string text = runSummary(*loaded.index, {nullptr, {}, &loaded.cardFindings});
        text.erase(0, text.find(':')); // the temporary folder's name
        QCOMPARE(QString::fromStdString(text), QStringLiteral(
                                                   R"(: 14 slices, 2 devices, 2 traces, 100 µs

Inputs
  file           role  status  rank  slices  dropped
  rank0_)"
                                                   "\u00e9"
                                                   R"(.json  trace    read     0       7        0
  rank1.json    trace    read     1       7        0

Devices (unions over all streams; hidden: share of communication under compute)
  device         compute     comm  overlap  exposed   memcpy     idle     span  hidden
  rank 0, GPU 0  60.0 µs  40.0 µs  20.0 µs  20.0 µs  3.00 µs  5.00 µs  88.0 µs  50.0 %
  rank 1, GPU 0  60.0 µs  40.0 µs  20.0 µs  20.0 µs  3.00 µs  5.00 µs  88.0 µs  50.0 %
  sum             120 µs  80.0 µs  40.0 µs  40.0 µs  6.00 µs  10.0 µs   176 µs  50.0 %

Steps (host marks)
  file          steps     mean    least     most         source
  rank0_)"
                                                   "\u00e9"
                                                   R"(.json      2  50.0 µs  50.0 µs  50.0 µs  profiler-step
  rank1.json        2  50.0 µs  50.0 µs  50.0 µs  profiler-step
)"));
    }

    void inspectAndMetricsNameADeviceAlike() {
        TestFolder folder;
        const LoadedRun loaded = opened({folder.write("rank0.json", smallTrace().text())});
        const auto parsed = [](const std::string& text) {
            return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
        };
        const MetricContext context(*loaded.index, nullptr, {MetricScope::Kind::Run, 0});
        const auto metrics = parsed(metricsJson(context, {findMetric("compute_time")}))["metrics"].toArray();
        const auto inspected = parsed(inspectJson(*loaded.index, {nullptr, {}, &loaded.cardFindings}));
        const QJsonValue device = metrics[0]["per_rank"][0]["device"];
        QVERIFY(device.isDouble());
        QCOMPARE(device, inspected["devices"][0]["device"]);
    }
};

QTEST_APPLESS_MAIN(TestReports)
#include "tst_reports.moc"
