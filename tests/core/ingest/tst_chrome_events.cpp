#include "chrome_dump.h"

#include "core/ingest/importer.h"

#include <QTest>

using namespace lanescope;

namespace {

ImportedTrace traceOf(const std::string& events) { return readTrace("[" + events + "]"); }

SliceText sliceOf(const std::string& event) {
    const auto slices = slicesOf(traceOf(event));
    if (slices.size() != 1)
        qFatal("%zu slices in %s", slices.size(), event.c_str());
    return slices.front();
}

std::string kernelWith(const std::string& fields) {
    return R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":1,)" + fields + "}";
}

/// Equal keys mean that the two records belong together.
bool arePaired(const std::string& first, const std::string& second) {
    const ImportedTrace trace = traceOf(first + "," + second);
    const auto& flows = trace.fragments.front()->flows;
    const auto& edges = trace.fragments.front()->edges;
    return flows.size() == 2 ? flows[0].key == flows[1].key : edges[0].asyncKey == edges[1].asyncKey;
}

SniffScore sniffed(std::string_view head) { return builtinImporters().front()->sniff(head, "a.json"); }

} // namespace

class TestChromeEvents : public QObject {
    Q_OBJECT

private slots:
    void timesBecomeNanoseconds_data();
    void timesBecomeNanoseconds();
    void eventsThatCannotBeSlicesAreRefused_data();
    void eventsThatCannotBeSlicesAreRefused();
    void negativeDurationsAreKeptWithoutLengthAndCounted();
    void deviceRecordsAreFiledUnderTheirDevice();
    void correlationsArePositive32BitNumbers();
    void collectivesKeepTheirArguments();
    void theArgumentNamesTheCollective();
    void eventsOfOneNameAreClassifiedEachForItself();
    void asyncPairsMeetByCategoryScopeAndId();
    void flowsMeetByCategoryNameAndId();
    void counterSeriesAreTheNumericArguments();
    void tracksAreNamedWithoutATime();
    void phasesThatAreNotDrawnAreSaidOnce();
    void theHeaderTellsRankBaseAndDevices();
    void theFormatIsTakenFromTheContent();
    void tracesAreRecognisedByContent();
};

void TestChromeEvents::timesBecomeNanoseconds_data() {
    QTest::addColumn<QByteArray>("ts");
    QTest::addColumn<qint64>("ns");
    QTest::newRow("beyond a double") << QByteArray("1700000000000000.123") << qint64{1700000000000000123};
    QTest::newRow("its neighbour") << QByteArray("1700000000000000.124") << qint64{1700000000000000124};
    QTest::newRow("in quotes") << QByteArray("\"12.5\"") << qint64{12500};
    QTest::newRow("rounded up") << QByteArray("0.0005") << qint64{1};
    QTest::newRow("rounded down") << QByteArray("0.00049999") << qint64{0};
    QTest::newRow("away from zero") << QByteArray("-0.0005") << qint64{-1};
    QTest::newRow("exponent") << QByteArray("1.5e3") << qint64{1500000};
}

void TestChromeEvents::timesBecomeNanoseconds() {
    QFETCH(QByteArray, ts);
    QFETCH(qint64, ns);
    const std::string event = R"({"ph":"X","name":"a","dur":1,"ts":)" + ts.toStdString() + "}";
    QCOMPARE(qint64{sliceOf(event).start}, ns);
}

void TestChromeEvents::eventsThatCannotBeSlicesAreRefused_data() {
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char* fields, const char* code, const char* word) {
        QTest::newRow(fields) << QByteArray(fields) << QByteArray(code) << QByteArray(word);
    };
    row(R"("dur":1)", "missing-timestamp", "ts");
    row(R"("ts":null,"dur":1)", "missing-timestamp", "ts");
    row(R"("ts":1)", "missing-duration", "dur");
    row(R"("ts":"100a","dur":1)", "bad-timestamp", "100a");
    row(R"("ts":1,"dur":"1 ms")", "bad-duration", "1 ms");
    row(R"("ts":1,"dur":NaN)", "bad-duration", "not finite");
    row(R"("ts":-Infinity,"dur":1)", "bad-timestamp", "not finite");
    row(R"("ts":1e40,"dur":1)", "bad-timestamp", "ts");
    row(R"("ts":{"a":1},"dur":1)", "missing-timestamp", "ts");
    row(R"("ts":true,"dur":1)", "bad-timestamp", "true");
}

void TestChromeEvents::eventsThatCannotBeSlicesAreRefused() {
    QFETCH(QByteArray, fields);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, word);
    const ImportedTrace trace = traceOf(R"({"ph":"X","name":"a",)" + fields.toStdString() + "}");
    QVERIFY(slicesOf(trace).empty());
    QCOMPARE(droppedOf(trace), std::uint64_t{1});
    QVERIFY(trace.lossReason.empty()); // refused, not lost
    const auto findings = findingsOf(trace);
    const Diagnostic* refusal = findingOf(findings, code.toStdString());
    QVERIFY(refusal);
    QCOMPARE(refusal->severity, Severity::Warning);
    QVERIFY2(refusal->message.find(word.toStdString()) != std::string::npos, refusal->message.c_str());
}

void TestChromeEvents::negativeDurationsAreKeptWithoutLengthAndCounted() {
    const std::string event = R"({"ph":"X","name":"a","ts":5,"dur":-2.5})";
    const ImportedTrace trace = traceOf(event + "," + event);
    QCOMPARE(slicesOf(trace).size(), std::size_t{2});
    QCOMPARE(slicesOf(trace)[0].duration, TimeNs{0});
    const auto findings = findingsOf(trace);
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].code, std::string("negative-duration"));
    QCOMPARE(findings[0].count, std::uint64_t{2});
    QCOMPARE(findings[0].byteOffset.value_or(99), std::uint64_t{1});
}

void TestChromeEvents::deviceRecordsAreFiledUnderTheirDevice() {
    QCOMPARE(sliceOf(kernelWith(R"("args":{"device":3})")).device, std::string("3"));
    QCOMPARE(sliceOf(kernelWith(R"("args":{"device":"3"})")).device, std::string("3"));
    QCOMPARE(sliceOf(kernelWith(R"("args":{})")).device, std::string("0")); // the pid
    QCOMPARE(sliceOf(kernelWith(R"("args":{})")).track, TrackKind::Device);
    const SliceText host =
        sliceOf(R"({"ph":"X","cat":"cpu_op","name":"a","pid":0,"ts":1,"dur":1,"args":{"device":3}})");
    QCOMPARE(host.track, TrackKind::Host);
    QCOMPARE(host.device, std::string());
    QCOMPARE(host.tid, std::string());
}

void TestChromeEvents::correlationsArePositive32BitNumbers() {
    const auto correlation = [](const char* text) {
        return sliceOf(kernelWith(std::string(R"("args":{"correlation":)") + text + "}")).correlation;
    };
    QCOMPARE(correlation("7"), 7u);
    QCOMPARE(correlation("\"7\""), 7u);
    QCOMPARE(correlation("4294967295"), 4294967295u);
    for (const char* none : {"4294967296", "-1", "0", "1.5", "\"x\"", "null", "[7]"})
        QCOMPARE(correlation(none), 0u);
}

void TestChromeEvents::collectivesKeepTheirArguments() {
    const ImportedTrace trace = traceOf(
        R"({"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce_Sum_bf16_RING_LL","pid":0,"tid":7,"ts":1,"dur":1,"args":{)"
        R"("Collective name":"allreduce","In msg nelems":1024,"Out msg nelems":2048,"Group size":8,"dtype":"BFloat16",)"
        R"("Process Group Name":"0","Process Group Description":"tp","Process Group Ranks":"[0, 1]","Seq":17}})");
    const TraceFragment& f = *trace.fragments.front();
    QCOMPARE(f.collectives.size(), std::size_t{1});
    const RawCollective& c = f.collectives.front();
    QCOMPARE(c.inElements.value_or(0), std::int64_t{1024});
    QCOMPARE(c.outElements.value_or(0), std::int64_t{2048});
    QCOMPARE(c.groupSize, 8u);
    QCOMPARE(c.sequence.value_or(0), std::int64_t{17});
    QCOMPARE(f.strings.view(c.dtype), std::string_view("BFloat16"));
    QCOMPARE(f.strings.view(c.groupName), std::string_view("0"));
    QCOMPARE(f.strings.view(c.groupDescription), std::string_view("tp"));
    QCOMPARE(f.strings.view(c.groupRanks), std::string_view("[0, 1]"));
}

void TestChromeEvents::theArgumentNamesTheCollective() {
    const auto opOf = [](const std::string& args) {
        const ImportedTrace trace = traceOf(
            R"({"ph":"X","cat":"kernel","name":"ncclDevKernel_Generic","pid":0,"tid":7,"ts":1,"dur":1,"args":)" + args +
            "}");
        return trace.fragments.front()->descriptors.front().op;
    };
    QCOMPARE(opOf(R"({"Collective name":"all_gather"})"), CollectiveOp::AllGather);
    QCOMPARE(opOf(R"({"Collective name":"reduce_scatter"})"), CollectiveOp::ReduceScatter);
    QCOMPARE(opOf("{}"), CollectiveOp::None);
}

void TestChromeEvents::eventsOfOneNameAreClassifiedEachForItself() {
    const auto event = [](const std::string& category, const std::string& collective) {
        const std::string args = collective.empty() ? "" : R"("Collective name":")" + collective + "\"";
        return R"({"ph":"X","name":"same","pid":0,"tid":7,"ts":1,"dur":1,"cat":")" + category + R"(","args":{)" + args +
               "}}";
    };
    const ImportedTrace trace =
        traceOf(event("kernel", "") + "," + event("cpu_op", "") + "," + event("kernel", "allreduce") + "," +
                event("kernel", "_allgather_base") + "," + event("kernel", "") + "," + event("kernel", "allreduce"));
    const TraceFragment& fragment = *trace.fragments.front();
    std::vector<SliceDescriptor> kinds;
    for (const RawSlice& slice : fragment.slices)
        kinds.push_back(fragment.descriptors[slice.descriptor]);
    QCOMPARE(kinds[0].kind, SliceKind::Compute);
    QCOMPARE(kinds[1].kind, SliceKind::HostOperator);
    QCOMPARE(kinds[2].op, CollectiveOp::AllReduce);
    QCOMPARE(kinds[3].op, CollectiveOp::AllGather);
    QCOMPARE(kinds[4], kinds[0]);
    QCOMPARE(kinds[5], kinds[2]);
    QCOMPARE(fragment.descriptors.size(), std::size_t{4});
}

void TestChromeEvents::asyncPairsMeetByCategoryScopeAndId() {
    const auto edge = [](const char* fields) { return std::string(R"({"name":"a","ts":1,)") + fields + "}"; };
    const std::string begin = edge(R"("ph":"b","cat":"c","pid":1,"id":"0x7")");
    QVERIFY(arePaired(begin, edge(R"("ph":"e","cat":"c","pid":1,"id":"0x7")")));
    QVERIFY(arePaired(begin, edge(R"("ph":"e","cat":"c","pid":2,"id":"0x7")"))); // a plain id spans processes
    QVERIFY(!arePaired(begin, edge(R"("ph":"e","cat":"d","pid":1,"id":"0x7")")));
    QVERIFY(!arePaired(begin, edge(R"("ph":"e","cat":"c","pid":1,"id":"0x7","scope":"s")")));
    const std::string local = edge(R"("ph":"b","cat":"c","pid":1,"id2":{"local":5})");
    QVERIFY(arePaired(local, edge(R"("ph":"e","cat":"c","pid":1,"id2":{"local":"5"})")));
    QVERIFY(!arePaired(local, edge(R"("ph":"e","cat":"c","pid":2,"id2":{"local":5})")));
    QVERIFY(arePaired(edge(R"("ph":"b","cat":"c","pid":1,"id2":{"global":5})"),
                      edge(R"("ph":"e","cat":"c","pid":2,"id2":{"global":5})")));
    const ImportedTrace stack = traceOf(edge(R"("ph":"B","pid":1)") + "," + R"({"ph":"E","pid":1,"ts":2})");
    QCOMPARE(stack.fragments.front()->edges[0].asyncKey, std::uint64_t{0});
    QCOMPARE(stack.fragments.front()->edges[1].isBegin, false);
}

void TestChromeEvents::flowsMeetByCategoryNameAndId() {
    const auto flow = [](const char* phase, const char* cat, const char* name, const char* id) {
        return std::string(R"({"ts":1,"pid":0,"tid":1,"ph":")") + phase + R"(","cat":")" + cat + R"(","name":")" +
               name + R"(","id":)" + id + "}";
    };
    const std::string start = flow("s", "ac2g", "n", "7");
    QVERIFY(arePaired(start, flow("f", "ac2g", "n", "7")));
    QVERIFY(arePaired(start, flow("t", "ac2g", "n", "\"7\"")));
    QVERIFY(!arePaired(start, flow("f", "ac2g", "n", "8")));
    QVERIFY(!arePaired(start, flow("f", "fwdbwd", "n", "7")));
    QVERIFY(!arePaired(start, flow("f", "ac2g", "m", "7")));
    QVERIFY(!arePaired(flow("s", "ab", "c", "1"), flow("f", "a", "bc", "1")));
    QVERIFY(!arePaired(flow("s", "a", "b", "18446744073709551617"), flow("f", "a", "b", "1"))); // 2^64 + 1
    QVERIFY(traceOf(start).fragments.front()->flows.front().isLaunch);
    QVERIFY(!traceOf(flow("s", "fwdbwd", "n", "7")).fragments.front()->flows.front().isLaunch);
}

void TestChromeEvents::counterSeriesAreTheNumericArguments() {
    const std::string args = R"("args":{"a":1.5,"b":"2","c":"x","d":[1],"e":null,"bytes":9,"f":{"g":1}})";
    for (const std::string& event : {R"({"ph":"C","name":"m","pid":1,"ts":3,)" + args + "}",
                                     "{" + args + R"(,"ph":"C","name":"m","pid":1,"ts":3})"}) {
        const ImportedTrace trace = traceOf(event);
        const TraceFragment& f = *trace.fragments.front();
        QCOMPARE(f.counters.size(), std::size_t{3});
        QCOMPARE(f.strings.view(f.counters[0].series), std::string_view("a"));
        QCOMPARE(f.counters[0].value, 1.5);
        QCOMPARE(f.counters[1].value, 2.0);
        QCOMPARE(f.strings.view(f.counters[2].series), std::string_view("bytes"));
    }
}

void TestChromeEvents::tracksAreNamedWithoutATime() {
    const ImportedTrace trace =
        traceOf(R"({"ph":"M","name":"process_name","pid":1,"ts":"never","args":{"name":"python"}},)"
                R"({"ph":"M","name":"thread_sort_index","pid":1,"tid":2,"ts":null,"args":{"sort_index":-5}},)"
                R"({"ph":"M","name":"process_labels","pid":1,"args":{"labels":"GPU 0"}})");
    const TraceFragment& f = *trace.fragments.front();
    QCOMPARE(f.names.size(), std::size_t{3});
    QCOMPARE(f.strings.view(f.names[0].name), std::string_view("python"));
    QVERIFY(!f.names[0].tid.isValid());
    QCOMPARE(f.names[1].sortIndex, std::int64_t{-5});
    QCOMPARE(f.strings.view(f.names[1].tid), std::string_view("2"));
    QCOMPARE(f.strings.view(f.names[2].name), std::string_view("GPU 0"));
    QVERIFY(findingsOf(trace).empty());
}

void TestChromeEvents::phasesThatAreNotDrawnAreSaidOnce() {
    const ImportedTrace trace = traceOf(R"({"ph":"N","ts":1},{"ph":"D","ts":2},{"name":"a"},{})");
    const auto findings = findingsOf(trace);
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].severity, Severity::Info);
    QCOMPARE(findings[0].count, std::uint64_t{3}); // an empty element is not worth a word
    QCOMPARE(droppedOf(trace), std::uint64_t{0});
}

void TestChromeEvents::theHeaderTellsRankBaseAndDevices() {
    const ImportedTrace trace = readTrace(
        R"({"displayTimeUnit":"ns","traceEvents":[],"baseTimeNanoseconds":1700000000000000000,)"
        R"("distributedInfo":{"rank":3,"world_size":8},"deviceProperties":[{"id":0,"name":"H100"},{"id":1}]})");
    QCOMPARE(trace.baseTimeNs, TimeNs{1700000000000000000});
    QCOMPARE(trace.rank.value_or(-1), 3);
    QCOMPARE(trace.worldSize.value_or(-1), 8);
    QCOMPARE(trace.deviceNames.size(), std::size_t{1});
    QCOMPARE(trace.deviceNames[0].second, std::string("H100"));
}

void TestChromeEvents::theFormatIsTakenFromTheContent() {
    QCOMPARE(traceOf(R"({"ph":"X","cat":"foo","name":"a","ts":1,"dur":1})").format, std::string("chrome-json"));
    QCOMPARE(traceOf(R"({"ph":"X","cat":"cpu_op","name":"a","ts":1,"dur":1})").format, std::string("kineto-json"));
    QCOMPARE(readTrace(R"({"schemaVersion":1,"traceEvents":[]})").format, std::string("kineto-json"));
    QCOMPARE(traceOf(R"({"ph":"M","name":"process_name","pid":1,"args":{"name":"/device:TPU:0"}})").format,
             std::string("xla-json"));
}

void TestChromeEvents::tracesAreRecognisedByContent() {
    QCOMPARE(sniffed(R"({"traceEvents": [)"), SniffScore::Yes);
    QCOMPARE(sniffed("\xEF\xBB\xBF{\"schemaVersion\": 1, \"deviceProperties\": ["), SniffScore::Yes);
    QCOMPARE(sniffed(" \n[\n {\"ph\": \"X\""), SniffScore::Yes);
    QCOMPARE(sniffed(R"({"schema": "1.1.1-chakra.0.0.4", "pid": 1, "nodes": [{"id": 1}]})"), SniffScore::No);
    for (const char* other :
         {"[[1, 2], [3]]", "[1, 2]", "key: value", "", "SQLite format 3", "\x0a\x07\x08", "[{\"a\": 1}]"})
        QCOMPARE(sniffed(other), SniffScore::No);
}

QTEST_APPLESS_MAIN(TestChromeEvents)
#include "tst_chrome_events.moc"
