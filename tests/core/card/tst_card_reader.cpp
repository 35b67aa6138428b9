#include "card_test_support.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

using namespace lanescope;

class TestCardReader : public QObject {
    Q_OBJECT

private slots:
    void everyKeyStaysInOrderWithItsLine();
    void listsAreOneLeafAndNestedOnesAreText();
    void keysWithDotsAreFound();
    void aliasesAreCopiedAndStandWhereTheyAreUsed();
    void lineEndsAndByteOrderMarkChangeNothing_data();
    void lineEndsAndByteOrderMarkChangeNothing();
    void aTabIsNamedWithItsPlace_data();
    void aTabIsNamedWithItsPlace();
    void aDuplicateKeyTellsBothLinesAndTheLaterCounts();
    void aComplexKeyIsKeptAsText();
    void badBytesAreReplacedAndTold();
    void controlCharactersAreReplacedAndTold();
    void onlyTheFirstDocumentIsRead();
    void anEmptyTextIsAnEmptyCardWithAWarning_data();
    void anEmptyTextIsAnEmptyCardWithAWarning();
    void brokenTextIsRefusedWithPlaceAndCause_data();
    void brokenTextIsRefusedWithPlaceAndCause();
    void bombsAreRefused_data();
    void bombsAreRefused();
    void anAliasInsideItselfIsLeftEmpty();
    void everyBeginningOfACardIsReadOrRefused();
    void aMissingFileAndAFolderAreNotReadable();
    void aFileReadsAsItsText();
};

void TestCardReader::everyKeyStaysInOrderWithItsLine() {
    const WorkloadCard card = cardOf("zebra: 1\nworkload:\n  data:\n    my_own: {a: x, b: [1]}\n  empty: {}\nant:\n");
    QString seen;
    for (const CardLeaf& leaf : card.leaves())
        seen += qt(leaf.path) + '@' + QString::number(leaf.node->line) + ' ';
    QCOMPARE(seen, QString("zebra@1 workload.data.my_own.a@4 workload.data.my_own.b@4 workload.empty@5 ant@6 "));
    QCOMPARE(card.find("workload.data.my_own.b")->children.size(), std::size_t(1));
    QVERIFY(!card.find("workload.data.absent"));
    QVERIFY(!card.find("work"));
    QVERIFY(!card.find(""));
}

void TestCardReader::listsAreOneLeafAndNestedOnesAreText() {
    const WorkloadCard card = cardOf("a: [1, two, [3, 4], {k: v, n: }]\n");
    QCOMPARE(card.leaves().size(), std::size_t(1));
    QCOMPARE(qt(textOf(*card.find("a"))), QString("1, two, [3, 4], {k: v, n: }"));
}

void TestCardReader::keysWithDotsAreFound() {
    const WorkloadCard card = cardOf("env:\n  A: {C: 1}\n  A.B: 2\n");
    QCOMPARE(card.find("env.A.B")->scalar.integer, 2);
    QCOMPARE(card.find("env.A.C")->scalar.integer, 1);
}

void TestCardReader::aliasesAreCopiedAndStandWhereTheyAreUsed() {
    const WorkloadCard card = cardOf("base: &b {tp: 4}\nplan: *b\n");
    QCOMPARE(card.find("plan.tp")->scalar.integer, 4);
    QCOMPARE(card.find("plan")->line, 2u);
}

void TestCardReader::lineEndsAndByteOrderMarkChangeNothing_data() {
    QTest::addColumn<QByteArray>("text");
    const QByteArray plain = "version: 1\ndescription: \"a # b\"   # comment\nmetric_source:\n  traces:\n    - "
                             "json\nnote: |\n  one\n  two\n";
    QTest::newRow("LF") << plain;
    QTest::newRow("CRLF") << QByteArray(plain).replace("\n", "\r\n");
    QTest::newRow("CR") << QByteArray(plain).replace("\n", "\r");
    QTest::newRow("mark and CRLF") << "\xEF\xBB\xBF" + QByteArray(plain).replace("\n", "\r\n");
}

void TestCardReader::lineEndsAndByteOrderMarkChangeNothing() {
    QFETCH(QByteArray, text);
    const CardReading reading = readCardText(text.toStdString());
    QVERIFY(reading.card && reading.findings.empty());
    QCOMPARE(reading.card->find("version")->scalar.integer, 1);
    QCOMPARE(qt(reading.card->find("description")->scalar.text), QString("a # b"));
    QCOMPARE(qt(textOf(*reading.card->find("metric_source.traces"))), QString("json"));
    QCOMPARE(qt(reading.card->find("note")->scalar.text), QString("one\ntwo\n"));
    QCOMPARE(reading.card->find("note")->line, 6u);
}

void TestCardReader::aTabIsNamedWithItsPlace_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::newRow("first below a key") << "version: 1\nworkload:\n  model:\n\tphase: training\n    moe: false\n"
                                       << 4 << 1;
    QTest::newRow("after blanks") << "a:\n  b: 1\n  \tc: 2\n" << 3 << 3;
    QTest::newRow("at the top") << "\ta: 1\n" << 1 << 1;
    QTest::newRow("in a list") << "a:\n  - x\n \t- y\n" << 3 << 2;
}

void TestCardReader::aTabIsNamedWithItsPlace() {
    QFETCH(QString, text);
    QFETCH(int, line);
    QFETCH(int, column);
    const CardReading reading = readCardText(text.toStdString());
    QVERIFY(!reading.card);
    const auto finding = findingOf(reading.findings, "card-tab-indent");
    QVERIFY(finding);
    QCOMPARE(int(*finding->line), line);
    QCOMPARE(int(*finding->column), column);
    QVERIFY(qt(finding->message).contains(QString("line %1, column %2 is indented with a tab").arg(line).arg(column)));
}

void TestCardReader::aDuplicateKeyTellsBothLinesAndTheLaterCounts() {
    const CardReading reading =
        readCardText("workload:\n  data:\n    batch_size: 4\n    seq_len: 1\n    batch_size: 8\n");
    QCOMPARE(reading.card->find("workload.data.batch_size")->scalar.integer, 8);
    QCOMPARE(reading.card->find("workload.data")->children.size(), std::size_t(2));
    const auto finding = findingOf(reading.findings, "duplicate-key");
    QCOMPARE(qt(finding->message),
             QString("key batch_size stands twice, on line 3 (4) and line 5 (8); the later counts"));
    QCOMPARE(qt(finding->key), QString("workload.data.batch_size"));
    QCOMPARE(*finding->line, 5u);
}

void TestCardReader::aComplexKeyIsKeptAsText() {
    const CardReading reading = readCardText("? [x, y]\n: 3\n~: 4\n");
    QCOMPARE(reading.card->find("x, y")->scalar.integer, 3);
    QCOMPARE(reading.card->find("null")->scalar.integer, 4);
    QVERIFY(findingOf(reading.findings, "complex-key"));
}

void TestCardReader::badBytesAreReplacedAndTold() {
    const CardReading reading = readCardText("version: 1\ncontributor: Gen\xE9ve caf\xE9\n");
    QCOMPARE(qt(reading.card->find("contributor")->scalar.text), QString::fromUtf8("Gen\uFFFDve caf\uFFFD"));
    const auto finding = findingOf(reading.findings, "bad-utf8");
    QVERIFY(qt(finding->message).startsWith("2 bytes"));
    QCOMPARE(*finding->line, 2u);
    QCOMPARE(*finding->column, 17u);
}

void TestCardReader::controlCharactersAreReplacedAndTold() {
    // 0x04 would end the text for the YAML library without a word.
    const CardReading reading = readCardText(std::string_view("a: x\x04y\nb: \0\nc: 3\n", 17));
    QCOMPARE(reading.card->find("c")->scalar.integer, 3);
    const auto finding = findingOf(reading.findings, "control-character");
    QVERIFY(qt(finding->message).startsWith("2 control characters"));
    QCOMPARE(*finding->line, 1u);
}

void TestCardReader::onlyTheFirstDocumentIsRead() {
    for (const char* text : {"version: 1\n---\nversion: 2\n", "version: 1\n---\na: b: c\n"}) {
        const CardReading reading = readCardText(text);
        QCOMPARE(reading.card->find("version")->scalar.integer, 1);
        QVERIFY(findingOf(reading.findings, "card-more-documents"));
    }
    QVERIFY(readCardText("---\nversion: 1\n...\n").findings.empty());
}

void TestCardReader::anEmptyTextIsAnEmptyCardWithAWarning_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "# nothing\n", "\xEF\xBB\xBF", "---\n", "~"})
        QTest::newRow(*text ? text : "no byte") << QString::fromUtf8(text);
}

void TestCardReader::anEmptyTextIsAnEmptyCardWithAWarning() {
    QFETCH(QString, text);
    const CardReading reading = readCardText(text.toStdString());
    QVERIFY(reading.card && reading.card->leaves().empty());
    QCOMPARE(qt(briefly(reading.findings)), QString("0:0 card-empty \n"));
}

void TestCardReader::brokenTextIsRefusedWithPlaceAndCause_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("said");
    QTest::newRow("two colons") << QByteArray("version: 1\ntrace_url: here // TODO: there\n") << "card-not-yaml" << 2
                                << "must stand in quotes";
    QTest::newRow("stray word") << QByteArray("data:\n  a: 1\n  i\n  b: 2\n") << "card-not-yaml" << 4
                                << "line 3, \"i\", is no key with a value";
    QTest::newRow("open quote") << QByteArray("version: 1\ndescription: 'it''s\nworkload: {}\n") << "card-not-yaml" << 2
                                << "opens a quote that nothing closes";
    QTest::newRow("open double quote") << QByteArray("a: \"x \\\"\nb: 1\n") << "card-not-yaml" << 1 << "opens a quote";
    QTest::newRow("unknown anchor") << QByteArray("a: *nowhere\n") << "card-not-yaml" << 1 << "anchor";
    QTest::newRow("a list") << QByteArray("- a\n- b\n") << "card-not-a-mapping" << 1 << "expected";
    QTest::newRow("a word") << QByteArray("hello\n") << "card-not-a-mapping" << 1 << "expected";
    QTest::newRow("UTF-16") << QByteArray("\xFF\xFE"
                                          "a\0:\0 \0",
                                          8)
                            << "card-not-utf8" << 0 << "UTF-8";
}

void TestCardReader::brokenTextIsRefusedWithPlaceAndCause() {
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    QFETCH(int, line);
    QFETCH(QString, said);
    const CardReading reading = readCardText(text.toStdString());
    QVERIFY(!reading.card);
    QCOMPARE(reading.findings.size(), std::size_t(1));
    QCOMPARE(reading.findings[0].severity, Severity::Error);
    QCOMPARE(qt(reading.findings[0].code), code);
    QCOMPARE(int(reading.findings[0].line.value_or(0)), line);
    QVERIFY2(qt(reading.findings[0].message).contains(said), reading.findings[0].message.c_str());
}

void TestCardReader::bombsAreRefused_data() {
    QTest::addColumn<QByteArray>("text");
    QByteArray aliases = "a: &a [x,x,x,x,x,x,x,x,x]\n";
    for (char c = 'b'; c < 'k'; ++c)
        aliases += QByteArray(1, c) + ": &" + c + " [" +
                   QByteArray("*" + QByteArray(1, char(c - 1)) + ",").repeated(9) + "]\n";
    QTest::newRow("aliases of aliases") << aliases;
    QTest::newRow("brackets without end") << QByteArray(100000, '[');
    QTest::newRow("anchors around anchors")
        << "a: " + QByteArray("&x [").repeated(90) + QByteArray("1,").repeated(50000) + QByteArray(90, ']');
    QTest::newRow("many keys") << QByteArray("- 1\n").repeated(250000);
    QTest::newRow("many bytes") << "a: " + QByteArray(5 << 20, 'x');
}

void TestCardReader::bombsAreRefused() {
    QFETCH(QByteArray, text);
    const CardReading reading = readCardText(text.toStdString());
    QVERIFY(!reading.card);
    QVERIFY(findingOf(reading.findings, "card-too-large"));
}

void TestCardReader::anAliasInsideItselfIsLeftEmpty() {
    const CardReading reading = readCardText("a: &x {b: *x, c: 1}\n");
    QCOMPARE(reading.card->find("a.b")->scalar.kind, ScalarKind::Null);
    QCOMPARE(reading.card->find("a.c")->scalar.integer, 1);
    QVERIFY(findingOf(reading.findings, "recursive-alias"));
}

void TestCardReader::everyBeginningOfACardIsReadOrRefused() {
    const std::string text = "version: 1\nworkload: &w\n  model: {phase: 'training', moe: no}\n  data:\n    - "
                             "\"a\\n\"\n    - |\n      x\nother: *w\n";
    for (std::size_t length = 0; length <= text.size(); ++length) {
        const CardReading reading = readCardText(std::string_view(text).substr(0, length));
        QVERIFY(reading.card || findingOf(reading.findings, reading.findings.back().code)->severity == Severity::Error);
    }
}

void TestCardReader::aMissingFileAndAFolderAreNotReadable() {
    QTemporaryDir folder;
    for (const QString& path : {folder.path(), folder.filePath("absent.yaml")}) {
        const CardReading reading = readCard(path.toStdString());
        QVERIFY(!reading.card);
        QVERIFY(findingOf(reading.findings, "card-not-readable"));
    }
}

void TestCardReader::aFileReadsAsItsText() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("card.yaml").toStdString();
    std::ofstream(path) << "version: 3\n";
    QCOMPARE(readCard(path).card->find("version")->scalar.integer, 3);
}

QTEST_APPLESS_MAIN(TestCardReader)
#include "tst_card_reader.moc"
