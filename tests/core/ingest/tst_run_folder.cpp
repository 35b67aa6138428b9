#include "core/ingest/event_reader.h"
#include "core/ingest/rank_names.h"
#include "core/ingest/run_folder.h"
#include "tests/support/trace_text.h"

#include <QTest>

using namespace lanescope;

class TestRunFolder : public QObject {
    Q_OBJECT
private slots:
    void namesStateRanks_data();
    void namesStateRanks();
    void companionsAreListedAndNeverTakenForTraces();
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
