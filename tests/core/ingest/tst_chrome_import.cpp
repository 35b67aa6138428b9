#include "tests/support/trace_text.h"

#include <QTest>

#include <algorithm>

using namespace lanescope;

namespace {

std::string listOf(const Run& run) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < run.slices.size(); ++i) {
        const SliceId s(i);
        const Track& track = run.track(run.trackOf(s));
        lines.push_back(std::string(run.nameOf(s)) + " " + std::string(run.text(track.tid)) + " " +
                        std::to_string(run.slices.start(s)) + "+" + std::to_string(run.slices.duration(s)) + " " +
                        std::string(nameOf(run.kind(s))) + " " + std::to_string(run.slices.correlation(s)));
    }
    std::sort(lines.begin(), lines.end());
    std::string text;
    for (const std::string& line : lines)
        text += line + "\n";
    return text;
}

const Diagnostic* findingOf(const Run& run, std::string_view code) {
    for (const Diagnostic& d : run.diagnostics.entries())
        if (d.code == code)
            return &d;
    return nullptr;
}

/// More than three stretches of events, whose names hold what looks like the border of two events.
TraceText largeTrace() {
    TraceText trace;
    const std::string hostile = R"(op }, {\"ph\": \"X\" ],)";
    for (int i = 0; i < 24000; ++i) {
        trace.slice("cpu_op", i % 7 ? "aten::mm" : hostile, 4242, 4242 + i % 3, std::to_string(i * 10), "7.25",
                    "\"shape\": \"[[1, 2], [3, 4]]\"");
        trace.kernel("gemm_" + std::to_string(i % 50), 7, std::to_string(i * 10) + ".125", "9.5",
                     "\"correlation\": " + std::to_string(i + 1));
    }
    return trace;
}

} // namespace

class TestChromeImport : public QObject {
    Q_OBJECT
private slots:
    void timesAreExactWhereADoubleIsNot();
    void aTraceCutAnywhereKeepsItsWholeEventsAndReportsOneLoss();
    void aBareArrayMayLackItsBracket();
    void careAndSpeedReadTheSame();
    void threadsChangeNothing();
    void aDamagedEventIsSkippedAndCountedWithItsPlace();
    void eventsThatCannotBeSlicesAreRefusedWithAReason();
    void aKeyThatComesTwiceCountsLast();
    void idsCompareAsTextAtFullWidth();
    void textBehindTheDocumentIsALoss();
    void headerValuesMayStandBehindTheEvents();
    void countersAndInstantsAreKept();
};

void TestChromeImport::timesAreExactWhereADoubleIsNot() {
    TestFolder folder;
    TraceText trace;
    trace.kernel("a", 7, "1700000000000000.125", "0.375").kernel("b", 7, "1700000000000000.500", "0.300");
    const auto run = opened({folder.write("t.json", trace.text())}).run;
    QCOMPARE(run->rows.size(), std::size_t{1}); // the two only touch
    QCOMPARE(run->slices.start(SliceId(std::size_t{1})), TimeNs{375});
    QCOMPARE(run->slices.duration(SliceId(std::size_t{1})), TimeNs{300});
    QCOMPARE(run->origin, TimeNs{1700000000000000125});
}

void TestChromeImport::aTraceCutAnywhereKeepsItsWholeEventsAndReportsOneLoss() {
    TestFolder folder;
    const std::string text = smallTrace().text();
    const std::size_t eventsBegin = text.find("traceEvents") + 15;
    const std::size_t eventsEnd = text.rfind(']');
    std::vector<std::size_t> ends; // of each event
    for (std::size_t at = text.find("}}", eventsBegin); at != std::string::npos; at = text.find("}}", at + 2))
        ends.push_back(at + 2);
    for (std::size_t length = eventsBegin; length < eventsEnd; ++length) {
        const auto run = opened({folder.write("cut.json", text.substr(0, length))}).run;
        const auto whole = std::count_if(ends.begin(), ends.end(), [&](std::size_t end) { return end <= length; });
        QCOMPARE(static_cast<std::ptrdiff_t>(run->keptSlices), static_cast<std::ptrdiff_t>(whole));
        QVERIFY(run->opens == OpenState::Partial);
        QCOMPARE(run->diagnostics.count(Severity::Error), std::uint64_t{1});
    }
    QVERIFY(opened({folder.write("cut.json", text)}).run->opens == OpenState::Yes);
}

void TestChromeImport::aBareArrayMayLackItsBracket() {
    TestFolder folder;
    const auto run =
        opened({folder.write("a.json", "[\n{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":8,\"pid\":3,\"tid\":3},")})
            .run;
    QVERIFY(run->opens == OpenState::Yes);
    QCOMPARE(run->keptSlices, std::uint64_t{1});
}

void TestChromeImport::careAndSpeedReadTheSame() {
    TestFolder folder;
    const std::string text = largeTrace().text();
    QVERIFY(text.size() > 5000000);
    const auto fast = opened({folder.write("fast.json", text)}).run;
    std::string odd = text;
    const std::size_t at = odd.find("aten::mm", odd.size() / 2);
    odd[at] = '\x01'; // one raw control character: that stretch is read with care
    const auto careful = opened({folder.write("careful.json", odd)}).run;
    QCOMPARE(careful->keptSlices, fast->keptSlices);
    QCOMPARE(fast->keptSlices, std::uint64_t{48000});
    const Diagnostic* finding = findingOf(*careful, "control-character");
    QVERIFY(finding);
    QCOMPARE(*finding->byteOffset, static_cast<std::uint64_t>(at));
    QCOMPARE(finding->count, std::uint64_t{1});
    std::string expected = listOf(*fast), got = listOf(*careful);
    QCOMPARE(std::count(expected.begin(), expected.end(), '\n'), std::count(got.begin(), got.end(), '\n'));
    std::size_t differences = 0;
    for (std::size_t i = 0; i < std::min(fast->slices.size(), careful->slices.size()); ++i)
        differences += fast->slices.start(SliceId(i)) != careful->slices.start(SliceId(i)) ||
                       fast->nameOf(SliceId(i)) != careful->nameOf(SliceId(i));
    QCOMPARE(differences, std::size_t{1});
}

void TestChromeImport::threadsChangeNothing() {
    TestFolder folder;
    const std::string path = folder.write("t.json", largeTrace().text());
    const auto one = opened({path}, 1).run, eight = opened({path}, 8).run;
    QCOMPARE(one->slices.size(), eight->slices.size());
    for (std::size_t i = 0; i < one->slices.size(); ++i) {
        const SliceId s(i);
        QVERIFY(one->slices.start(s) == eight->slices.start(s) &&
                one->slices.descriptor(s) == eight->slices.descriptor(s) &&
                one->slices.sourceOffset(s) == eight->slices.sourceOffset(s));
    }
}

void TestChromeImport::aDamagedEventIsSkippedAndCountedWithItsPlace() {
    TestFolder folder;
    std::string text = smallTrace().text();
    const std::size_t at = text.find("\"dur\": 30");
    text.replace(at, 5, "xdurx");
    const auto run = opened({folder.write("t.json", text)}).run;
    QVERIFY(run->opens == OpenState::Partial);
    QCOMPARE(run->droppedSlices, std::uint64_t{1});
    QCOMPARE(run->keptSlices, std::uint64_t{6});
    const Diagnostic* finding = findingOf(*run, "damaged-event");
    QVERIFY(finding && *finding->byteOffset >= at - 10 && *finding->byteOffset <= at + 10);
}

void TestChromeImport::eventsThatCannotBeSlicesAreRefusedWithAReason() {
    TestFolder folder;
    TraceText trace;
    trace.event(R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":"100a","dur":5})")
        .event(R"({"ph":"X","name":"b","pid":1,"tid":1,"ts":5})")
        .event(R"({"ph":"X","name":"c","pid":1,"tid":1,"ts":5,"dur":NaN})")
        .event(R"({"ph":"X","name":"d","pid":1,"tid":1,"ts":"7.5","dur":"2"})")
        .event(R"({"ph":"X","name":"e","pid":1,"tid":1,"ts":9,"dur":-3})");
    const auto run = opened({folder.write("t.json", trace.text())}).run;
    QVERIFY(run->opens == OpenState::Yes);
    QCOMPARE(run->keptSlices, std::uint64_t{2});
    QCOMPARE(run->droppedSlices, std::uint64_t{3});
    for (const char* code : {"bad-timestamp", "missing-duration", "bad-duration", "negative-duration"})
        QVERIFY2(findingOf(*run, code), code);
    QVERIFY(findingOf(*run, "bad-duration")->message.find("not finite") != std::string::npos);
}

void TestChromeImport::aKeyThatComesTwiceCountsLast() {
    TestFolder folder;
    TraceText trace;
    trace.event(
        R"({"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":1,"dur":10,"dur":12,"args":{"device":9},"args":{"device":0}})");
    const auto run = opened({folder.write("t.json", trace.text())}).run;
    QCOMPARE(run->slices.duration(SliceId(std::size_t{0})), TimeNs{12000});
    QCOMPARE(run->text(run->devices.at(0).key), std::string_view("0"));
    QVERIFY(findingOf(*run, "duplicate-key"));
}

void TestChromeImport::idsCompareAsTextAtFullWidth() {
    TestFolder folder;
    TraceText trace;
    const auto add = [&](const char* pid, const char* tid) {
        trace.event(std::string(R"({"ph":"X","name":"a","ts":1,"dur":1,"pid":)") + pid + ",\"tid\":" + tid + "}");
    };
    add("7", "\"7\"");
    add("\"7\"", "7");
    add("99999999999999999999999", "7");
    add("7168000000", "29");
    add("2873032704", "29"); // the same modulo 2^32
    const auto run = opened({folder.write("t.json", trace.text())}).run;
    QCOMPARE(run->tracks.size(), std::size_t{4});
}

void TestChromeImport::textBehindTheDocumentIsALoss() {
    TestFolder folder;
    const auto run = opened({folder.write("t.json", smallTrace().text() + "{\"more\": 1}")}).run;
    QVERIFY(run->opens == OpenState::Partial);
    QVERIFY(findingOf(*run, "data-after-document"));
    QCOMPARE(run->keptSlices, std::uint64_t{7});
}

void TestChromeImport::headerValuesMayStandBehindTheEvents() {
    TestFolder folder;
    const std::string text =
        R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":1,"dur":1,"args":{}}],
        "junk": {"deep": ["]}", {"x": "\""}]}, "deviceProperties":[{"id":0,"name":"Model X"}],"distributedInfo":{"rank":5},"baseTimeNanoseconds": 1000})";
    const auto run = opened({folder.write("t.json", text)}).run;
    QVERIFY(run->opens == OpenState::Yes);
    QCOMPARE(run->files[0].rank.value_or(-1), 5);
    QCOMPARE(run->text(run->devices.at(0).name), std::string_view("Model X"));
    QCOMPARE(run->origin, TimeNs{2000});
}

void TestChromeImport::countersAndInstantsAreKept() {
    TestFolder folder;
    TraceText trace;
    trace.event(R"({"ph":"C","name":"mem","pid":1,"ts":5,"args":{"used":10,"free":"2.5","note":"x"}})")
        .event(R"({"ph":"C","name":"mem","pid":1,"ts":1,"args":{"used":7}})")
        .event(R"({"ph":"i","name":"mark","pid":1,"tid":1,"ts":3,"s":"g"})");
    const auto run = opened({folder.write("t.json", trace.text())}).run;
    QCOMPARE(run->counters.size(), std::size_t{2});
    QCOMPARE(run->counters[0].values, (std::vector<double>{7, 10})); // in time order
    QCOMPARE(run->instants.size(), std::size_t{1});
}

QTEST_APPLESS_MAIN(TestChromeImport)
#include "tst_chrome_import.moc"
