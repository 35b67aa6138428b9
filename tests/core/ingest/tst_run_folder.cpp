#include "core/ingest/event_reader.h"
#include "core/ingest/rank_names.h"
#include "core/ingest/run_folder.h"
#include "tests/support/trace_text.h"

#include <QTest>

#include <algorithm>
#include <filesystem>

using namespace lanescope;

class TestRunFolder : public QObject {
    Q_OBJECT
private slots:
    void namesStateRanks_data();
    void namesStateRanks();
    void companionsAreListedAndNeverTakenForTraces();
    void aFileOfSeveralNamesIsReadOnce();
    void damagedAndUnreachableFilesAreLostTraces();
    void foldersTooDeepAreSaidToBe();
    void everyMissingRankIsNamed();
    void anEventIsReadAgainWithItsDigits();
    void cancelledLoadsGiveNoRun();
};

void TestRunFolder::namesStateRanks_data() {
    QTest::addColumn<int>("rank"); // -1: none
    QTest::newRow("rank0_trace.json") << 0;
    QTest::newRow("trace_rank2.json") << 2;
    QTest::newRow("rank-34.Jul_15_10_52_41.1074.pt.trace.json.gz") << 34;
    QTest::newRow("megatron_kineto_6.json.gz") << 6;
    QTest::newRow("kineto_trace_11.json") << 11;
    QTest::newRow("1782843274.77-TP-3-DECODE.trace.json.gz") << 3;
    QTest::newRow("worker1.1623143089861.pt.trace.json") << 1;
    QTest::newRow("bs_32_rank7.json") << 7;
    QTest::newRow("control.json") << -1;
    QTest::newRow("benchmark_result_2869224_1695835535_trace.json") << -1;
    QTest::newRow("mi250_ROCm6_2_kineto.json") << -1;
    QTest::newRow("Qwen1.5-0.5B-Chat__1016005.json") << -1;
}

void TestRunFolder::namesStateRanks() {
    QFETCH(int, rank);
    QCOMPARE(rankFromFileName(QTest::currentDataTag()).value_or(-1), rank);
}

void TestRunFolder::companionsAreListedAndNeverTakenForTraces() {
    TestFolder folder;
    folder.write("rank0.json", smallTrace().text());
    folder.write("sub/rank1.json", smallTrace(1).text());
    folder.write("run.sh", "#!/bin/sh\ntorchrun train.py\n");
    folder.write("bench.latency.json", "{\"avg_latency\": 1.5}");
    folder.write("pytorch_et_0.json", "{\"schema\": \"1.0.2\", \"pid\": 3, \"nodes\": []}");
    folder.write("notes.txt", "nothing");
    folder.write("report.sqlite", std::string("SQLite format 3\0", 16));
    folder.write("card.yaml", "workload:\n  model:\n    phase: training\nmetric_source:\n  traces:\n    - json\n");
    folder.write(".hidden.json", smallTrace().text());
    const LoadedRun loaded = opened({folder.path()});
    const auto roleOf = [&](std::string_view name) -> std::string {
        for (const InputFile& file : loaded.run->files)
            if (std::string_view(file.path).ends_with(name))
                return std::string(nameOf(file.role)) + " " + std::string(nameOf(file.status));
        return "absent";
    };
    QCOMPARE(roleOf("/rank0.json"), std::string("trace read"));
    QCOMPARE(roleOf("/rank1.json"), std::string("trace read"));
    QCOMPARE(roleOf("run.sh"), std::string("script skipped"));
    QCOMPARE(roleOf("latency.json"), std::string("latency skipped"));
    QCOMPARE(roleOf("et_0.json"), std::string("execution-trace skipped"));
    QCOMPARE(roleOf("notes.txt"), std::string("other skipped"));
    QCOMPARE(roleOf("report.sqlite"), std::string("trace skipped"));
    QCOMPARE(roleOf("card.yaml"), std::string("card read"));
    QCOMPARE(roleOf(".hidden.json"), std::string("absent"));
    QVERIFY(loaded.run->opens == OpenState::Yes);
    QCOMPARE(loaded.scripts.size(), std::size_t{1});
}

namespace {

std::uint64_t countOf(const LoadedRun& loaded, std::string_view code) {
    std::uint64_t count = 0;
    for (const Diagnostic& d : loaded.run->diagnostics.entries())
        count += d.code == code ? d.count : 0;
    return count;
}

} // namespace

void TestRunFolder::aFileOfSeveralNamesIsReadOnce() {
    TestFolder folder;
    const std::string trace = folder.write("rank3.json", smallTrace(3).text());
    std::filesystem::create_symlink("rank3.json", folder.path() + "/a_link.json");
    std::filesystem::create_directory_symlink(".", folder.path() + "/itself");
    const LoadedRun loaded = opened({folder.path() + "/./rank3.json", folder.path(), trace});
    QVERIFY(loaded.run->opens == OpenState::Yes);
    QCOMPARE(loaded.run->keptSlices, std::uint64_t{7});
    QCOMPARE(loaded.run->files.front().path, folder.path() + "/./rank3.json");
    QCOMPARE(countOf(loaded, "same-file"), std::uint64_t{3}); // the link, and the file once more twice
    QCOMPARE(countOf(loaded, "rank-doubled"), std::uint64_t{0});
}

void TestRunFolder::damagedAndUnreachableFilesAreLostTraces() {
    for (const char* name : {"rank1.json.gz", "rank1.json"}) {
        TestFolder folder;
        folder.write("rank0.json", smallTrace().text());
        if (QByteArray(name).endsWith("gz"))
            folder.write(name, "\x1f\x8b\b");
        else
            std::filesystem::create_symlink("nowhere", folder.path() + "/" + name);
        std::filesystem::create_symlink("nowhere", folder.path() + "/notes.txt"); // no trace by its name
        const LoadedRun loaded = opened({folder.path()});
        QVERIFY2(loaded.run->opens == OpenState::Partial, name);
        const auto lost = [](const InputFile& f) {
            return f.role == InputRole::Trace && f.status == InputStatus::Failed;
        };
        QCOMPARE(std::count_if(loaded.run->files.begin(), loaded.run->files.end(), lost), std::ptrdiff_t{1});
    }
}

void TestRunFolder::foldersTooDeepAreSaidToBe() {
    TestFolder folder;
    folder.write("a/b/c/rank0.json", smallTrace(0).text());
    folder.write("a/b/c/d/rank1.json", smallTrace(1).text());
    const LoadedRun loaded = opened({folder.path()});
    QCOMPARE(loaded.run->traceCount(), std::size_t{1});
    QCOMPARE(countOf(loaded, "folder-not-searched"), std::uint64_t{1});
}

void TestRunFolder::everyMissingRankIsNamed() {
    TestFolder folder;
    for (const int rank : {1, 3, 900})
        folder.write(QStringLiteral("t%1.json").arg(rank), smallTrace(rank).text());
    const LoadedRun loaded = opened({folder.path()});
    const auto& entries = loaded.run->diagnostics.entries();
    const auto gap = std::find_if(entries.begin(), entries.end(), [](const auto& d) { return d.code == "rank-gap"; });
    QVERIFY(gap != entries.end());
    QCOMPARE(gap->message, std::string("there is no trace of rank 0, 2, 4-899: no rank is renumbered"));
}

void TestRunFolder::anEventIsReadAgainWithItsDigits() {
    TestFolder folder;
    const std::string text =
        "[\n "
        R"({"ph": "X", "ts": 1700000000000000.125, "name": "a\nb", "args": {"grid": [1, 2, {"x": "y"}], "deep": {"k": 1.50}, "e": {}}})"
        "]";
    const auto event = readEvent(folder.write("t.json", text), 3);
    QVERIFY(event.has_value());
    const std::vector<std::pair<std::string, std::string>> expected = {{"ph", "X"},
                                                                       {"ts", "1700000000000000.125"},
                                                                       {"name", "a\nb"},
                                                                       {"args.grid", "[1, 2, {\"x\": \"y\"}]"},
                                                                       {"args.deep.k", "1.50"}};
    QCOMPARE(event->fields, expected);
    QVERIFY(!readEvent(folder.write("t.json", text), 5).has_value());
}

void TestRunFolder::cancelledLoadsGiveNoRun() {
    struct Cancelled final : Progress {
        void report(const ProgressState&) override {}
        bool isCancelled() const override { return true; }
    } progress;
    TestFolder folder;
    const auto run = openRun({folder.write("t.json", smallTrace().text())}, {}, progress);
    QVERIFY(!run.has_value());
    QVERIFY(run.error().code == ErrorCode::Cancelled);
}

QTEST_APPLESS_MAIN(TestRunFolder)
#include "tst_run_folder.moc"
