#include "tests/support/trace_text.h"
#include "widgets/models/import_summary.h"

#include <QTest>

using namespace lanescope;

class TestImportSummary : public QObject {
    Q_OBJECT
private slots:
    void aCleanDataPointIsNotSpokenOf() {
        const TestFolder folder;
        folder.write("rank0.json", smallTrace(0).text());
        folder.write("run.sh", "#!/bin/sh\n");
        QVERIFY(!importSummaryOf(opened({folder.path()})));
    }

    void aCutTraceIsALoss() {
        const TestFolder folder;
        const std::string text = smallTrace().text();
        const auto summary = importSummaryOf(opened({folder.write("cut.json", text.substr(0, text.size() - 40))}));
        QVERIFY(summary);
        QCOMPARE(summary->severity, Severity::Error);
        QVERIFY(summary->text.startsWith(QStringLiteral("Opened 1 trace · 1 trace incomplete")));
        QVERIFY(!summary->reasons.isEmpty());
        QCOMPARE(summary->reasons.filter(QStringLiteral("truncated")).size(), 1); // a file's reason is not told twice
    }

    void aStrangeFileIsSkippedWithItsReason() {
        const TestFolder folder;
        folder.write("rank0.json", smallTrace().text());
        folder.write("notes.bin", "neither a trace nor a card");
        const auto summary = importSummaryOf(opened({folder.path()}));
        QVERIFY(summary);
        QCOMPARE(summary->severity, Severity::Warning);
        QCOMPARE(summary->text, QStringLiteral("Opened 1 trace · 1 file skipped"));
        QCOMPARE(summary->reasons.size(), 1);
        QVERIFY(summary->reasons.front().startsWith(QStringLiteral("notes.bin: ")));
    }

    void refusedEventsAreCountedAndOnlyThreeReasonsGiven() {
        const TestFolder folder;
        TraceText trace = smallTrace();
        trace.kernel("no time", 7, "\"never\"", "5").kernel("backwards", 7, "50", "-5");
        trace.event("{\"ph\": \"E\", \"pid\": 1, \"tid\": 1, \"ts\": 5}");
        trace.event("{\"ph\": \"?\", \"pid\": 1, \"tid\": 1, \"ts\": 5}");
        const auto summary = importSummaryOf(opened({folder.write("odd.json", trace.text())}));
        QVERIFY(summary);
        QVERIFY2(summary->text.contains(QStringLiteral("dropped")), qPrintable(summary->text));
        QVERIFY2(summary->text.contains(QStringLiteral("findings")), qPrintable(summary->text));
        QVERIFY(!summary->reasons.isEmpty() && summary->reasons.size() <= 3);
    }
};

QTEST_GUILESS_MAIN(TestImportSummary)
#include "tst_import_summary.moc"
