#include "chrome_dump.h"

#include <QTest>

#include <cstdio>

using namespace lanescope;

namespace {

/// Names that look like the places where windows are cut, and everything else that could lead a cut astray.
const std::vector<std::string> hostileNames = {
    R"(}, {)",
    R"(},\n  {\"ph\": \"X\")",
    R"(a\\)",
    R"(\"}, {\"ph\":\"X\")",
    R"(]}, \\\", {)",
    R"(\\\\\", \"ts\": 1}, {)",
    R"(} , { \u007b \u0022)",
    "\xE4\xB8\xAD\xE6\x96\x87 }, {",
    R"([{]}, {\\)",
};

std::string kernel(int i, const std::string& name) {
    char text[512];
    std::snprintf(
        text, sizeof text,
        "  {\n    \"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"%s\", \"pid\": 0, \"tid\": %d,\n    \"ts\": "
        "%d.%03d, \"dur\": 2.5,\n    \"args\": {\"device\": 0, \"correlation\": %d, \"dims\": [[1, 2], {\"k\": "
        "[]}], \"list\": [{\"a\": 1}, {\"b\": \"}, {\"}]}\n  }",
        name.c_str(), 7 + i % 3, 1000 + i, i % 1000, i + 1);
    return text;
}

std::string documentOf(const std::vector<std::string>& events) {
    std::string text =
        "{\"schemaVersion\": 1, \"distributedInfo\": {\"rank\": 3, \"world_size\": 8},\n\"traceEvents\": [\n";
    for (std::size_t i = 0; i < events.size(); ++i)
        text += (i ? ",\n" : "") + events[i];
    return text + "\n], \"traceName\": \"a\"}\n";
}

std::vector<std::string> hostileEvents(int count) {
    std::vector<std::string> events;
    for (int i = 0; i < count; ++i)
        events.push_back(kernel(i, hostileNames[static_cast<std::size_t>(i) % hostileNames.size()]));
    return events;
}

/// Strict and damaged events mixed: about every `period`-th one needs the careful reader.
std::vector<std::string> spoiledEvents(int count, int period) {
    static const std::vector<std::string> spoiled = {
        R"({"ph":"X","cat":"kernel","name":"C:\path\x","pid":0,"tid":7,"ts":5,"dur":1})",
        R"({"ph":"X","cat":"kernel","name":"n","pid":0,"tid":7,"ts":5,"dur":1,"args":{"x":NaN}})",
        R"({"ph":"X","cat":"kernel","name":"n","pid":0,"tid":7,"ts":5,"dur":1,"args":{"x":[1,[NaN]]}})",
        R"({"ph":"X","cat":"kernel","name":"n","pid":0,"tid":7,"ts":5,"dur":1,})",
        "{}",
        R"({"ph":"X","cat":"kernel","name":"n","ts":5,"ts":6,"dur":1})",
        R"({"ph":"X","cat":"kernel","name":"n","pid":0 "tid":7,"ts":5,"dur":1})",
    };
    std::vector<std::string> events = hostileEvents(count);
    for (std::size_t i = 3; i < events.size(); i += static_cast<std::size_t>(period))
        events[i] = spoiled[i / static_cast<std::size_t>(period) % spoiled.size()];
    return events;
}

} // namespace

class TestChromeWindows : public QObject {
    Q_OBJECT

private slots:
    void anyWindowSizeGivesTheSameTrace();
    void mappedAndStreamedTextGiveTheSameTrace();
    void oneAndEightThreadsGiveTheSameFragments();
    void damageGivesTheSameTraceWhateverTheWindows();
    void namesThatLookLikeCutsStayWhole();
    void strictTextIsReadInWholeStretches();
    void careIsTakenOnlyWhereItIsNeeded();
    void windowsNeverCutNestedObjectsApart();
    void everySliceStandsAtItsOffset();
    void longPaddingBetweenEventsIsNoEvent();
    void cancellingEndsTheReading();
    void progressAddsUpToTheText();
};

void TestChromeWindows::anyWindowSizeGivesTheSameTrace() {
    const std::string text = documentOf(hostileEvents(60));
    const std::string expected = dumpOf(readTrace(text));
    QCOMPARE(slicesOf(readTrace(text)).size(), std::size_t{60});
    for (std::size_t window = 1; window < 1200; window += window < 40 ? 1 : 37)
        QCOMPARE(dumpOf(readTrace(text, {1, window, 0})), expected);
}

void TestChromeWindows::mappedAndStreamedTextGiveTheSameTrace() {
    const std::string text = documentOf(spoiledEvents(60, 7));
    const std::string expected = dumpOf(readTrace(text));
    for (const std::size_t bite : {1, 7, 100, 4096})
        QCOMPARE(dumpOf(readTrace(text, {2, 700, bite})), expected);
}

void TestChromeWindows::oneAndEightThreadsGiveTheSameFragments() {
    const std::string text = documentOf(spoiledEvents(400, 29));
    const ImportedTrace one = readTrace(text, {1, 900, 0});
    for (int round = 0; round < 10; ++round) {
        const ImportedTrace eight = readTrace(text, {8, 900, 0});
        QCOMPARE(eight.fragments.size(), one.fragments.size());
        for (std::size_t i = 0; i < one.fragments.size(); ++i) {
            QCOMPARE(eight.fragments[i]->sourceBegin, one.fragments[i]->sourceBegin);
            QCOMPARE(eight.fragments[i]->events, one.fragments[i]->events);
        }
        QCOMPARE(dumpOf(eight), dumpOf(one));
    }
}

void TestChromeWindows::damageGivesTheSameTraceWhateverTheWindows() {
    for (const int period : {1, 2, 5, 17}) {
        const std::string text = documentOf(spoiledEvents(70, period));
        const std::string expected = dumpOf(readTrace(text)); // one window: all of it read with care
        for (const std::size_t window : {1, 50, 333, 1000, 5000})
            QCOMPARE(dumpOf(readTrace(text, {2, window, 0})), expected);
    }
}

void TestChromeWindows::namesThatLookLikeCutsStayWhole() {
    const ImportedTrace trace = readTrace(documentOf(hostileEvents(9)), {2, 1, 0});
    const std::vector<SliceText> slices = slicesOf(trace);
    QCOMPARE(slices.size(), std::size_t{9});
    QCOMPARE(slices[0].name, std::string("}, {"));
    QCOMPARE(slices[1].name, std::string("},\n  {\"ph\": \"X\""));
    QCOMPARE(slices[2].name, std::string("a\\"));
    QCOMPARE(slices[6].name, std::string("} , { { \""));
    QVERIFY(findingsOf(trace).empty());
}

void TestChromeWindows::strictTextIsReadInWholeStretches() {
    const std::string text = documentOf(hostileEvents(400));
    for (const std::size_t bite : {0, 300}) {
        const ImportedTrace trace = readTrace(text, {2, 10'000, static_cast<std::size_t>(bite)});
        QCOMPARE(slicesOf(trace).size(), std::size_t{400});
        QVERIFY(trace.fragments.size() >= text.size() / 11'000);
        QVERIFY(trace.fragments.size() <= text.size() / 10'000 + 1);
    }
}

void TestChromeWindows::careIsTakenOnlyWhereItIsNeeded() {
    std::vector<std::string> events = hostileEvents(400);
    events[100] = R"({"ph" "X"})";
    const std::string text = documentOf(events);
    const ImportedTrace trace = readTrace(text, {2, 10'000, 0});
    QCOMPARE(slicesOf(trace).size(), std::size_t{399});
    QVERIFY(trace.fragments.size() <= text.size() / 10'000 + 3);
}

void TestChromeWindows::windowsNeverCutNestedObjectsApart() {
    std::string list;
    for (int i = 0; i < 200; ++i)
        list += R"({"ph": "X", "name": "inner", "ts": 1, "dur": 1}, )";
    std::vector<std::string> events = hostileEvents(20);
    events[10] =
        R"({"ph": "X", "cat": "kernel", "name": "outer", "pid": 0, "tid": 1, "ts": 1, "dur": 1, "args": {"all": [)" +
        list + "1]}}";
    for (const std::size_t window : {1, 64, 1000, 4000}) {
        const ImportedTrace trace = readTrace(documentOf(events), {2, window, 0});
        const auto slices = slicesOf(trace);
        QCOMPARE(slices.size(), std::size_t{20});
        QCOMPARE(slices[10].name, std::string("outer"));
        QVERIFY(trace.lossReason.empty());
    }
}

void TestChromeWindows::everySliceStandsAtItsOffset() {
    const std::string text = documentOf(spoiledEvents(60, 7));
    for (const std::size_t window : {1, 500, 1 << 20})
        for (const SliceText& slice : slicesOf(readTrace(text, {2, window, 0})))
            QCOMPARE(text[slice.offset], '{');
}

void TestChromeWindows::longPaddingBetweenEventsIsNoEvent() {
    std::vector<std::string> events = hostileEvents(4);
    events[1] += std::string(5'000'000, ' ') + std::string(5, '\n');
    events[2] = R"({"ph":"X","name":"C:\w","ts":1,"dur":1})" + std::string(3'000'000, '\n');
    for (const std::size_t bite : {0, 4096, 3'000'000})
        for (const std::size_t window : {1000, 1 << 20}) {
            const ImportedTrace trace = readTrace(documentOf(events), {2, window, bite});
            QCOMPARE(slicesOf(trace).size(), std::size_t{4});
            const auto findings = findingsOf(trace);
            QCOMPARE(findings.size(), std::size_t{1}); // the Windows path, placed although its text is long gone
            QCOMPARE(findings[0].code, std::string("illegal-escape"));
            QCOMPARE(findings[0].line.value_or(0), std::uint64_t{18});
        }
}

void TestChromeWindows::cancellingEndsTheReading() {
    struct Cancelled final : Progress {
        void report(const ProgressState&) override {}
        bool isCancelled() const override { return true; }
    } progress;
    MemorySource source(documentOf(hostileEvents(100)));
    const ImportContext context{4, progress, {}};
    const auto trace = ChromeDocument(source, context, {500, 500}).read();
    QVERIFY(!trace);
    QCOMPARE(trace.error().code, ErrorCode::Cancelled);
}

void TestChromeWindows::progressAddsUpToTheText() {
    const std::string text = documentOf(hostileEvents(100));
    std::uint64_t bytes = 0, events = 0, source = 0;
    const NullProgress progress;
    const ImportContext context{2, progress, [&](std::uint64_t b, std::uint64_t e, std::uint64_t s) {
                                    bytes += b;
                                    events += e;
                                    source += s;
                                }};
    MemorySource memory(text, 512);
    QVERIFY(ChromeDocument(memory, context, {500, 500}).read());
    QCOMPARE(events, std::uint64_t{100});
    QVERIFY(bytes <= text.size() && bytes > text.size() * 9 / 10);
    QVERIFY(source <= text.size() && source > text.size() * 9 / 10);
}

QTEST_APPLESS_MAIN(TestChromeWindows)
#include "tst_chrome_windows.moc"
