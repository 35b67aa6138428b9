#include "chrome_dump.h"

#include <QTest>

using namespace lanescope;

namespace {

const std::string good = R"({"ph":"X","cat":"kernel","name":"good","pid":0,"tid":7,"ts":1,"dur":1})";

std::string around(const std::string& middle) {
    return "{\"traceEvents\": [\n" + good + ",\n" + middle + ",\n" + good + "\n]}\n";
}

std::string withArgs(const std::string& args) {
    return R"({"ph":"X","cat":"kernel","name":"odd","pid":0,"tid":7,"ts":2,"dur":1,"args":)" + args + "}";
}

/// Read with one large and with small windows: both must agree before anything else is asked.
ImportedTrace readBothWays(const std::string& text) {
    const ImportedTrace careful = readTrace(text);
    const ImportedTrace windowed = readTrace(text, {2, 40, 0});
    if (dumpOf(careful) != dumpOf(windowed))
        qFatal("windows change the trace:\n%s\n%s", dumpOf(careful).c_str(), dumpOf(windowed).c_str());
    return readTrace(text);
}

} // namespace

class TestChromeDamage : public QObject {
    Q_OBJECT

private slots:
    void oddTextIsReadWithoutLoss_data();
    void oddTextIsReadWithoutLoss();
    void aDamagedEventIsLostAlone_data();
    void aDamagedEventIsLostAlone();
    void innerBracketsOfADamagedEventDoNotEndTheEvents();
    void anEventBehindOneThatLacksItsBraceIsKept();
    void aTraceCutAtAnyByteKeepsWhatIsWholeAndSaysSoOnce();
    void aBareArrayCutBetweenEventsIsWhole();
    void dataBehindTheDocumentIsAnError();
    void deepNestingIsBounded();
    void bracketsWithoutEndNeitherCrashNorHang();
    void aFaultOfTheCompressionIsToldWithItsPlace();
    void aRepeatedKeyCountsTheLastAndIsTold();
    void damageInTheHeaderKeepsTheEvents();
    void noEventsAtAllIsAnUnknownFormat();
    void flippedBytesNeverCrash();
};

void TestChromeDamage::oddTextIsReadWithoutLoss_data() {
    QTest::addColumn<QByteArray>("event");
    QTest::addColumn<QByteArray>("code"); // empty: not worth a word
    QTest::addColumn<int>("place");       // of the fault within the event
    QTest::addColumn<QByteArray>("name");
    const auto named = [](const QByteArray& name) {
        return R"({"ph":"X","cat":"kernel","pid":0,"tid":7,"ts":2,"dur":1,"name":")" + name + "\"}";
    };
    const int nameAt = static_cast<int>(named("").size()) - 2;
    QTest::newRow("illegal escape") << named(R"(C:\win)") << QByteArray("illegal-escape") << nameAt + 2
                                    << QByteArray(R"(C:\win)");
    QTest::newRow("half an escape") << named(R"(a\u12)") << QByteArray("illegal-escape") << nameAt + 1
                                    << QByteArray(R"(a\u12)");
    QTest::newRow("control character") << named("a\tb") << QByteArray("control-character") << nameAt + 1
                                       << QByteArray("a\tb");
    QTest::newRow("line break") << named("a\nb") << QByteArray("control-character") << nameAt + 1 << QByteArray("a\nb");
    QTest::newRow("bad UTF-8") << named("a\xff") << QByteArray("bad-utf8") << nameAt + 1 << QByteArray("a\xEF\xBF\xBD");
    QTest::newRow("lone surrogate") << named(R"(a\ud800b)") << QByteArray("bad-utf8") << nameAt + 1
                                    << QByteArray("a\xEF\xBF\xBD"
                                                  "b");
    QTest::newRow("surrogate pair") << named(R"(\ud83d\ude00)") << QByteArray() << 0 << QByteArray("\xF0\x9F\x98\x80");
    QTest::newRow("unescaped quote") << named(R"(a "b" c)") << QByteArray("unescaped-quote") << nameAt + 2
                                     << QByteArray(R"(a "b" c)");
    const auto args = [](const char* text) { return QByteArray::fromStdString(withArgs(text)); };
    const int argsAt = static_cast<int>(withArgs("").size()) - 1;
    QTest::newRow("NaN") << args(R"({"x":NaN})") << QByteArray("not-finite") << argsAt + 5 << QByteArray("odd");
    QTest::newRow("-Infinity") << args(R"({"x":-Infinity})") << QByteArray("not-finite") << argsAt + 5
                               << QByteArray("odd");
    QTest::newRow("NaN within arrays") << args(R"({"x":[1,[NaN]]})") << QByteArray("not-finite") << argsAt + 9
                                       << QByteArray("odd");
    QTest::newRow("Infinity within objects")
        << args(R"({"x":{"y":{"z":Infinity}}})") << QByteArray("not-finite") << argsAt + 15 << QByteArray("odd");
    QTest::newRow("trailing comma") << args(R"({"x":[1,],})") << QByteArray() << 0 << QByteArray("odd");
    QTest::newRow("repeated key")
        << QByteArray(R"({"ph":"X","cat":"kernel","name":"a","name":"b","pid":0,"tid":7,"ts":2,"dur":1})")
        << QByteArray("duplicate-key") << 0 << QByteArray("b");
    QTest::newRow("repeated argument") << args(R"({"correlation":1,"correlation":2})") << QByteArray("duplicate-key")
                                       << 0 << QByteArray("odd");
}

void TestChromeDamage::oddTextIsReadWithoutLoss() {
    QFETCH(QByteArray, event);
    QFETCH(QByteArray, code);
    QFETCH(int, place);
    QFETCH(QByteArray, name);
    const std::string text = around(event.toStdString());
    const ImportedTrace trace = readBothWays(text);
    QCOMPARE(QByteArray::fromStdString(trace.lossReason), QByteArray());
    QCOMPARE(droppedOf(trace), std::uint64_t{0});
    const auto slices = slicesOf(trace);
    QCOMPARE(slices.size(), std::size_t{3});
    QCOMPARE(QByteArray::fromStdString(slices[1].name), name);
    const auto findings = findingsOf(trace);
    QCOMPARE(findings.size(), std::size_t{code.isEmpty() ? 0u : 1u});
    if (code.isEmpty())
        return;
    const std::size_t begin = text.find(event.toStdString());
    QCOMPARE(QByteArray::fromStdString(findings[0].code), code);
    QCOMPARE(findings[0].severity, Severity::Warning);
    QCOMPARE(findings[0].byteOffset.value_or(0), begin + static_cast<std::size_t>(place));
    QCOMPARE(findings[0].line.value_or(0), std::uint64_t{3});
    QCOMPARE(findings[0].eventIndex.value_or(99), std::uint64_t{1});
}

void TestChromeDamage::aDamagedEventIsLostAlone_data() {
    QTest::addColumn<QByteArray>("event");
    const auto row = [](const char* title, const std::string& event) {
        QTest::newRow(title) << QByteArray::fromStdString(event);
    };
    row("a colon is missing", R"({"ph" "X","name":"a","ts":1,"dur":1})");
    row("a comma is missing", R"({"ph":"X" "name":"a","ts":1,"dur":1})");
    row("a word for a value", R"({"ph":"X","name":"a","ts":1,"dur":oops})");
    row("a number that is none", R"({"ph":"X","name":"a","ts":100a,"dur":1})");
    row("a leading zero", R"({"ph":"X","name":"a","ts":0100,"dur":1})");
    row("a number that is none in args", withArgs(R"({"x":12abc})"));
    row("a number that is none deep in args", withArgs(R"({"x":[[1,2],[3,4-]]})"));
    row("a number with a letter inside", R"({"ph":"X","name":"a","pid":1i3,"ts":1,"dur":1})");
    row("a number with a letter inside in args", withArgs(R"({"x":[1,2i3,12345678i9]})"));
    row("a number with two points in args", withArgs(R"({"x":1.2.3})"));
    row("an exponent without digits in args", withArgs(R"({"x":1e+})"));
    row("a minus alone in args", withArgs(R"({"x":[-]})"));
    row("brackets that do not match", withArgs(R"({"x":[1,2}})"));
    row("a missing comma in a list", withArgs(R"({"x":[1 2]})"));
    row("a missing colon in a list of objects", withArgs(R"({"x":[{"y" 1},{"z":2}]})"));
    row("a key without quotes", R"({ph:"X","name":"a","ts":1,"dur":1})");
    row("text between events", R"(oops)");
    row("a number for an event", R"(17)");
    row("an array for an event", R"([1, 2, {"a": 3}])");
}

void TestChromeDamage::aDamagedEventIsLostAlone() {
    QFETCH(QByteArray, event);
    const std::string text = around(event.toStdString());
    const ImportedTrace trace = readBothWays(text);
    QVERIFY(!trace.lossReason.empty());
    QCOMPARE(slicesOf(trace).size(), std::size_t{2});
    QCOMPARE(droppedOf(trace), std::uint64_t{1});
    const auto findings = findingsOf(trace);
    QCOMPARE(errorsIn(findings), std::size_t{1});
    const Diagnostic* damage = findingOf(findings, "damaged-event");
    QVERIFY(damage);
    QCOMPARE(damage->count, std::uint64_t{1});
    QCOMPARE(damage->line.value_or(0), std::uint64_t{3});
    const std::size_t begin = text.find(event.toStdString());
    QVERIFY(damage->byteOffset && *damage->byteOffset >= begin &&
            *damage->byteOffset < begin + static_cast<std::size_t>(event.size()));
}

void TestChromeDamage::innerBracketsOfADamagedEventDoNotEndTheEvents() {
    const std::string damaged = withArgs(R"({"a" 1, "list": [{"x": 1}, {"y": 2}]})");
    const ImportedTrace trace = readBothWays(around(damaged + ",\n" + good));
    QCOMPARE(slicesOf(trace).size(), std::size_t{3});
    QCOMPARE(droppedOf(trace), std::uint64_t{1});
    QVERIFY(!findingOf(findingsOf(trace), "data-after-document"));
}

void TestChromeDamage::anEventBehindOneThatLacksItsBraceIsKept() {
    const std::string text = "[\n" + good + ",\n" + R"({"ph":"X","cat":"kernel","name":"open","ts":1,"dur":1)" + "\n" +
                             good + ",\n" + good + "\n]\n";
    const ImportedTrace trace = readBothWays(text);
    QCOMPARE(slicesOf(trace).size(), std::size_t{3});
    QCOMPARE(droppedOf(trace), std::uint64_t{1});
    QVERIFY(!trace.lossReason.empty());
}

void TestChromeDamage::aTraceCutAtAnyByteKeepsWhatIsWholeAndSaysSoOnce() {
    const std::string event =
        R"({"ph": "X", "cat": "kernel", "name": "a\\ \"{}, {\" \u00e9", "pid": 0, "tid": 7, "ts": 1.5, "dur": 2, "args": {"l": [{"a": 1}, {"b": -2e3}], "n": null}})";
    const std::string head = "{\"schemaVersion\": 1, \"traceEvents\": [\n";
    std::vector<std::size_t> ends;
    std::string text = head;
    for (int i = 0; i < 4; ++i) {
        text += (i ? ",\n" : "") + event;
        ends.push_back(text.size());
    }
    text += "\n], \"traceName\": \"x, {}\"}";
    for (std::size_t length = 1; length < text.size(); ++length)
        for (const std::size_t window : {std::size_t{1}, std::size_t{150}, std::size_t{1} << 20}) {
            const auto trace = tryRead(text.substr(0, length), {2, window, window == 150 ? 11u : 0u});
            if (length < head.size() - 1) {
                QVERIFY(!trace);
                continue;
            }
            QVERIFY(bool(trace));
            const auto whole = std::count_if(ends.begin(), ends.end(), [&](std::size_t end) { return end <= length; });
            QCOMPARE(slicesOf(*trace).size(), static_cast<std::size_t>(whole));
            QVERIFY(!trace->lossReason.empty());
            const auto findings = findingsOf(*trace);
            QCOMPARE(findings.size(), std::size_t{1});
            QCOMPARE(findings[0].count, std::uint64_t{1});
            QCOMPARE(findings[0].code, std::string("truncated"));
            const bool isInside =
                whole < 4 && length > (whole ? ends[static_cast<std::size_t>(whole) - 1] + 2 : head.size());
            QCOMPARE(droppedOf(*trace), std::uint64_t{isInside ? 1u : 0u});
        }
    QVERIFY(readTrace(text).lossReason.empty());
}

void TestChromeDamage::aBareArrayCutBetweenEventsIsWhole() {
    for (const char* tail : {"", ",", ",\n", "\n", " \n]", "]\n"}) {
        const ImportedTrace trace = readBothWays("[\n" + good + ",\n" + good + tail);
        QCOMPARE(slicesOf(trace).size(), std::size_t{2});
        QVERIFY(trace.lossReason.empty());
    }
    QVERIFY(!readTrace("[" + good + "," + good.substr(0, 30)).lossReason.empty());
}

void TestChromeDamage::dataBehindTheDocumentIsAnError() {
    for (const std::string& document : {"[" + good + "]", "{\"traceEvents\":[" + good + "]}"}) {
        for (const std::string& more : {std::string("junk"), document, std::string("{\"a\": 1}")}) {
            const ImportedTrace trace = readBothWays(document + "\n" + more);
            QCOMPARE(slicesOf(trace).size(), std::size_t{1});
            const auto findings = findingsOf(trace);
            QCOMPARE(errorsIn(findings), std::size_t{1});
            const Diagnostic* data = findingOf(findings, "data-after-document");
            QVERIFY(data);
            QCOMPARE(data->byteOffset.value_or(0), document.size() + 1);
            QCOMPARE(data->line.value_or(0), std::uint64_t{2});
        }
        QVERIFY(readTrace(document + " \n\n").lossReason.empty());
    }
}

void TestChromeDamage::deepNestingIsBounded() {
    const std::string deep = withArgs("{\"x\":" + std::string(5000, '[') + std::string(5000, ']') + "}");
    const ImportedTrace trace = readBothWays(around(deep));
    QCOMPARE(slicesOf(trace).size(), std::size_t{3});
    QVERIFY(findingOf(findingsOf(trace), "too-deep"));
    QVERIFY(trace.lossReason.empty());
}

void TestChromeDamage::bracketsWithoutEndNeitherCrashNorHang() {
    for (const char* unit : {"[", "{", "{\"a\":", "[{\"ph\":", "]", "}", "\"", ",{\"ph\"", "{\"ph\" ", "\\"}) {
        std::string bomb;
        while (bomb.size() < 2'000'000)
            bomb += unit;
        for (const std::string& head : {std::string("["), "{\"traceEvents\":[" + good + ",", std::string("{\"a\":")})
            for (const std::size_t window : {std::size_t{5000}, std::size_t{1} << 20})
                (void)tryRead(head + bomb, {2, window, 0});
    }
}

void TestChromeDamage::aFaultOfTheCompressionIsToldWithItsPlace() {
    MemorySource source("{\"traceEvents\": [" + good + ", " + good.substr(0, 20), 16);
    source.endWith({ErrorCode::Truncated, "the compressed stream ends early", {}, 1234, {}});
    const NullProgress progress;
    const ImportContext context{1, progress, {}};
    const auto trace = ChromeDocument(source, context).read();
    QVERIFY(bool(trace));
    QCOMPARE(slicesOf(*trace).size(), std::size_t{1});
    QCOMPARE(droppedOf(*trace), std::uint64_t{1});
    const auto findings = findingsOf(*trace);
    QCOMPARE(errorsIn(findings), std::size_t{1});
    QCOMPARE(findings[0].byteOffset.value_or(0), std::uint64_t{1234});
    QVERIFY(!findings[0].line);
}

void TestChromeDamage::aRepeatedKeyCountsTheLastAndIsTold() {
    const ImportedTrace trace = readBothWays(around(
        R"({"ph":"X","cat":"kernel","name":"n","pid":0,"tid":7,"ts":1,"dur":9,"dur":2,"args":{"device":1},"args":{"device":4}})"));
    const auto slices = slicesOf(trace);
    QCOMPARE(slices[1].duration, TimeNs{2000});
    QCOMPARE(slices[1].device, std::string("4"));
    QCOMPARE(slices.size(), std::size_t{3});
}

void TestChromeDamage::damageInTheHeaderKeepsTheEvents() {
    const ImportedTrace trace = readBothWays(
        "{\"schemaVersion\": 1, oops: [1, 2], \"distributedInfo\": {\"rank\" 3},\n\"traceEvents\": [" + good + "]}");
    QCOMPARE(slicesOf(trace).size(), std::size_t{1});
    QVERIFY(!trace.lossReason.empty());
}

void TestChromeDamage::noEventsAtAllIsAnUnknownFormat() {
    for (const char* text : {"", " ", "{}", "{\"a\": [1, 2]}", "17", "{\"traceEvents\": 5}", "\"traceEvents\""}) {
        const auto trace = tryRead(text);
        QVERIFY(!trace);
        QCOMPARE(trace.error().code, ErrorCode::UnknownFormat);
    }
}

void TestChromeDamage::flippedBytesNeverCrash() {
    const std::string text = around(withArgs(R"({"a": [1, {"b": "c\n"}], "correlation": 3})"));
    for (std::size_t at = 0; at < text.size(); ++at)
        for (const char byte : {'\0', '"', '\\', '{', '}', '[', ']', ',', ':', '\xff', '5'}) {
            std::string spoiled = text;
            spoiled[at] = byte;
            const auto careful = tryRead(spoiled);
            const auto windowed = tryRead(spoiled, {1, 60, 0});
            QCOMPARE(bool(careful), bool(windowed));
            if (careful && dumpOf(*careful) != dumpOf(*windowed))
                QFAIL((spoiled + "\n" + dumpOf(*careful) + "\n" + dumpOf(*windowed)).c_str());
        }
}

QTEST_APPLESS_MAIN(TestChromeDamage)
#include "tst_chrome_damage.moc"
