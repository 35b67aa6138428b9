#include "core/ingest/json_repair.h"

#include <QJsonDocument>
#include <QTest>

#include <string>

using namespace lanescope;
using State = RepairedObject::State;

class TestJsonRepair : public QObject {
    Q_OBJECT
private slots:
    void strictJsonStaysAsItIs();
    void faultsAreMendedAndTold_data();
    void faultsAreMendedAndTold();
    void everyCutIsACut();
    void whatIsNoJsonIsDamage();
    void nestingBombsAreBounded();
};

void TestJsonRepair::strictJsonStaysAsItIs() {
    for (const char* text :
         {"{}", R"({"a":1,"b":[1,2.5,-3e4,{"c":null}],"d":true,"e":"x\n\u00e9\ud83d\ude00"})", "[]", R"([[],{}])"}) {
        const RepairedObject repaired = repairJson(text);
        QVERIFY(repaired.state == State::Whole);
        QVERIFY(repaired.faults.empty());
        QCOMPARE(repaired.text, std::string(text));
        QCOMPARE(repaired.length, std::string_view(text).size());
    }
}

void TestJsonRepair::faultsAreMendedAndTold_data() {
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<int>("fault"); // -1: none is told
    QTest::addColumn<int>("position");
    const auto row = [](const char* name, const char* input, const char* output, int fault, int position) {
        QTest::newRow(name) << QByteArray(input) << QByteArray(output) << fault << position;
    };
    row("illegal escape", R"({"a":"\c"})", R"({"a":"\\c"})", int(JsonFault::IllegalEscape), 6);
    row("cut unicode escape", R"({"a":"\u12g4"})", R"({"a":"\\u12g4"})", int(JsonFault::IllegalEscape), 6);
    row("half a surrogate pair", R"({"a":"\ud83d!"})", R"({"a":"\ufffd!"})", int(JsonFault::BadUtf8), 6);
    row("control character", "{\"a\":\"\x1b\"}", R"({"a":"\u001b"})", int(JsonFault::ControlCharacter), 6);
    row("bad utf-8", "{\"a\":\"\xff\"}", "{\"a\":\"\xEF\xBF\xBD\"}", int(JsonFault::BadUtf8), 6);
    row("quote inside", R"({"a":"say "hi" now"})", R"({"a":"say \"hi\" now"})", int(JsonFault::UnescapedQuote), 10);
    row("NaN", R"({"a":NaN})", R"({"a":"NaN"})", int(JsonFault::NotFinite), 5);
    row("-inf", R"({"a":-inf})", R"({"a":"-inf"})", int(JsonFault::NotFinite), 5);
    row("trailing comma", R"({"a":[1,2,],})", R"({"a":[1,2]})", -1, 0);
}

void TestJsonRepair::faultsAreMendedAndTold() {
    QFETCH(QByteArray, input);
    QFETCH(QByteArray, output);
    QFETCH(int, fault);
    QFETCH(int, position);
    const RepairedObject repaired = repairJson(input.toStdString());
    QVERIFY(repaired.state == State::Whole);
    QCOMPARE(QByteArray::fromStdString(repaired.text), output);
    QCOMPARE(int(repaired.faults.empty()), int(fault < 0));
    if (fault >= 0) {
        QCOMPARE(int(repaired.faults.front().fault), fault);
        QCOMPARE(int(repaired.faults.front().position), position);
    }
}

void TestJsonRepair::everyCutIsACut() {
    const std::string text = R"({"a":"x\u00e9","b":[1,{"c":-2.5e3}],"d":true})";
    for (std::size_t length = 0; length < text.size(); ++length)
        QVERIFY2(repairJson(text.substr(0, length)).state == State::Cut, qPrintable(QString::number(length)));
}

void TestJsonRepair::whatIsNoJsonIsDamage() {
    for (const char* text : {"{a:1}", "{\"a\":xyz}", "{\"a\":1]", "{\"a\":01}", "{1:2}"})
        QVERIFY2(repairJson(text).state == State::Damaged, text);
}

void TestJsonRepair::nestingBombsAreBounded() {
    const std::string bomb = "{\"a\":" + std::string(100000, '[') + std::string(100000, ']') + "}";
    const RepairedObject repaired = repairJson(bomb);
    QVERIFY(repaired.state == State::Whole);
    QVERIFY(repaired.text.size() < 1000);
    QVERIFY(!QJsonDocument::fromJson(QByteArray::fromStdString(repaired.text)).isNull());
    QVERIFY(repaired.faults.front().fault == JsonFault::TooDeep);
}

QTEST_APPLESS_MAIN(TestJsonRepair)
#include "tst_json_repair.moc"
