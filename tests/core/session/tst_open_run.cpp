#include "core/report/inspect_report.h"
#include "core/report/run_summary.h"
#include "tests/support/trace_text.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <atomic>

using namespace lanescope;

namespace {

std::string inspected(const LoadedRun& loaded) {
    return inspectJson(*loaded.index, {loaded.card ? &*loaded.card : nullptr, loaded.cardPath, &loaded.cardFindings});
}

/// Is cancelled at its n-th question, and stays so.
class CancelledLater final : public Progress {
public:
    explicit CancelledLater(int questions) : m_left(questions) {}
    void report(const ProgressState&) override {}
    bool isCancelled() const override { return m_left.fetch_sub(1) <= 0; }

private:
    mutable std::atomic<int> m_left;
};

} // namespace

class TestOpenRun : public QObject {
    Q_OBJECT
private slots:
    void theReportDoesNotDependOnThreadsOrTheOrderOfFiles() {
        TestFolder folder;
        std::vector<std::string> paths;
        for (int rank = 0; rank < 4; ++rank)
            paths.push_back(folder.write(QStringLiteral("rank%1.json").arg(rank), smallTrace(rank).text()));
        LoadedRun first = opened(paths, 1);
        const std::string expected = inspected(first);
        std::reverse(paths.begin(), paths.end());
        QCOMPARE(inspected(opened(paths, 8)), expected);
    }

    void theRunDoesNotDependOnSnapshots() {
        TestFolder folder;
        std::vector<std::string> paths;
        for (int rank = 0; rank < 4; ++rank)
            paths.push_back(folder.write(QStringLiteral("rank%1.json").arg(rank), smallTrace(rank).text()));
        NullProgress progress;
        OpenOptions options;
        options.onSnapshot = [](const std::shared_ptr<const LoadedRun>& snapshot) { QVERIFY(snapshot->index); };
        const auto loaded = openRun(paths, options, progress);
        QCOMPARE(inspected(loaded.value()), inspected(opened(paths)));
    }

    /// Wherever it happens, the answer is a whole run or that it was cancelled.
    void canBeCancelledAnywhere_data() {
        QTest::addColumn<bool>("withSnapshots");
        QTest::newRow("as a command does") << false;
        QTest::newRow("as the window does") << true;
    }
    void canBeCancelledAnywhere() {
        QFETCH(bool, withSnapshots);
        TestFolder folder;
        std::vector<std::string> paths;
        for (int rank = 0; rank < 3; ++rank)
            paths.push_back(folder.write(QStringLiteral("rank%1.json").arg(rank), smallTrace(rank).text()));
        const std::string expected = inspected(opened(paths));
        OpenOptions options;
        if (withSnapshots)
            options.onSnapshot = [](const std::shared_ptr<const LoadedRun>& snapshot) { QVERIFY(snapshot->index); };
        int questions = 0;
        for (bool isWhole = false; !isWhole; ++questions) {
            QVERIFY(questions < 100'000);
            CancelledLater progress(questions);
            const auto loaded = openRun(paths, options, progress);
            isWhole = loaded.has_value();
            if (isWhole)
                QCOMPARE(inspected(*loaded), expected);
            else
                QVERIFY(loaded.error().code == ErrorCode::Cancelled);
        }
        QVERIFY2(questions > 30, qPrintable(QString::number(questions))); // it is asked all along
    }

    void aBrokenCardStopsNothing() {
        TestFolder folder;
        folder.write("rank0.json", smallTrace().text());
        folder.write("card.yaml", "workload:\n\tmodel: x\n");
        const LoadedRun loaded = opened({folder.path()});
        QVERIFY(loaded.run->opens == OpenState::Yes);
        QVERIFY(!loaded.card && !loaded.cardFindings.empty());
        QCOMPARE(*loaded.cardFindings.front().line, 2u);
    }

    void aCardAloneOpensItsFolder() {
        TestFolder folder;
        folder.write("rank0.json", smallTrace().text());
        const std::string card = folder.write(
            "card.yaml", "workload:\n  model:\n    phase: training\nmetric_source:\n  traces:\n    - json\n");
        const LoadedRun loaded = opened({card});
        QVERIFY(loaded.run->opens == OpenState::Yes);
        QVERIFY(loaded.card.has_value());
    }

    void whatCannotBeOpenedSaysWhy() {
        TestFolder folder;
        folder.write("notes/readme.txt", "x");
        folder.write("cards/card.yaml", "workload:\n\tmodel: x\n");
        for (const std::string& path :
             {folder.path() + "/absent.json", folder.path() + "/" + std::string(5000, 'a'), folder.folder("empty"),
              std::string("/dev/null"), folder.path() + "/notes", folder.path() + "/cards",
              folder.write("cut.gz", "\x1f\x8b\b"), folder.write("text.json", "hello"),
              folder.write("object.json", "{\"a\": 1}"), folder.write("empty.json", "")}) {
            const LoadedRun loaded = opened({path});
            QVERIFY2(loaded.run->opens == OpenState::No, path.c_str());
            QVERIFY2(loaded.run->diagnostics.count(Severity::Error) >= 1, path.c_str());
        }
    }

    void oneBadFileAmongGoodOnesIsAPartialRun() {
        TestFolder folder;
        const LoadedRun loaded =
            opened({folder.path() + "/absent.json", folder.write("rank0.json", smallTrace().text())});
        QVERIFY(loaded.run->opens == OpenState::Partial);
        const auto& files = loaded.run->files;
        QCOMPARE(std::count_if(files.begin(), files.end(),
                               [](const InputFile& f) { return f.status == InputStatus::Failed; }),
                 std::ptrdiff_t{1});
        QCOMPARE(loaded.run->keptSlices, std::uint64_t{7});
    }

    void ranksAreStatedAssumedAndDoubled() {
        TestFolder folder;
        TraceText anonymous;
        anonymous.kernel("k", 7, "0", "1");
        std::string text = anonymous.text();
        const std::string info = text.substr(text.find("\"distributedInfo\""),
                                             text.find("\"traceEvents\"") - text.find("\"distributedInfo\""));
        text.replace(text.find(info), info.size(), "");
        const LoadedRun loaded =
            opened({folder.write("rank0.json", smallTrace(0).text()), folder.write("again.json", smallTrace(0).text()),
                    folder.write("x.json", text)});
        const auto has = [&](std::string_view code) {
            const auto& entries = loaded.run->diagnostics.entries();
            return std::any_of(entries.begin(), entries.end(), [&](const Diagnostic& d) { return d.code == code; });
        };
        QVERIFY(has("rank-doubled"));
        QVERIFY(has("rank-assumed"));
        QCOMPARE(loaded.run->files.back().rank.value_or(-1), 1); // the smallest free one
    }

    void theJsonIsValidWhateverTheNames() {
        TestFolder folder;
        TraceText trace;
        trace.kernel("\\u0001\\ud83d\\ude00 \\\"x", 7, "0", "0").kernel("k\xff", 7, "1", "1");
        const std::string text = inspected(opened({folder.write("t.json", trace.text())}));
        const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(text));
        QVERIFY(document.isObject());
        QCOMPARE(document.object()["schema"].toString(), QStringLiteral("lanescope.inspect/1"));
        QVERIFY(text.find("nan") == std::string::npos);
    }

    void theSummaryTellsFilesDevicesStepsAndFindings() {
        TestFolder folder;
        const LoadedRun loaded =
            opened({folder.write("rank0.json", smallTrace().text()), folder.write("odd.txt", "x\x1b[31m")});
        const std::string text = runSummary(*loaded.index, {nullptr, {}, &loaded.cardFindings});
        QVERIFY(text.find("  rank 0, GPU 0  60.0 µs  40.0 µs  20.0 µs  20.0 µs  3.00 µs  5.00 µs  88.0 µs  50.0 %\n") !=
                std::string::npos);
        QVERIFY(text.find("  rank0.json      2  50.0 µs  50.0 µs  50.0 µs  profiler-step\n") != std::string::npos);
        QVERIFY(text.find("odd.txt: no known format\n") != std::string::npos);
        QVERIFY(text.find('\x1b') == std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestOpenRun)
#include "tst_open_run.moc"
