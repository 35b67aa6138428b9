#include "card_test_support.h"

#include "core/card/card_scalars.h"

#include <QtTest>

using namespace lanescope;

Q_DECLARE_METATYPE(lanescope::ScalarKind)

class TestCardScalars : public QObject {
    Q_OBJECT

private slots:
    void yamlDecidesTheTypeOfAPlainScalar_data();
    void yamlDecidesTheTypeOfAPlainScalar();
    void aFieldThatMustBeBooleanTakesNoAsFalse();
    void aNumberWithALeadingZeroIsToldWithBothReadings_data();
    void aNumberWithALeadingZeroIsToldWithBothReadings();
    void aCountInScientificFormIsAnInteger();
    void versionsStayTextAsWritten();
    void theCardsOwnVersionIsANumber();
    void quotesMakeTextAndANumberInThemIsTold();
    void aFieldThatMustBeANumberTellsWhatIsNone_data();
    void aFieldThatMustBeANumberTellsWhatIsNone();
    void ordinaryValuesAreNoFindings();
};

void TestCardScalars::yamlDecidesTheTypeOfAPlainScalar_data() {
    QTest::addColumn<ScalarKind>("kind");
    QTest::addColumn<double>("number");
    const auto row = [](const char* text, ScalarKind kind, double number = 0) {
        QTest::newRow(*text ? text : "empty") << kind << number;
    };
    for (const char* text : {"", "~", "null", "Null", "NULL"})
        row(text, ScalarKind::Null);
    row("true", ScalarKind::Boolean, 1);
    row("False", ScalarKind::Boolean, 0);
    row("tRue", ScalarKind::Text);
    row("yes", ScalarKind::Text);
    row("0", ScalarKind::Integer, 0);
    row("-12", ScalarKind::Integer, -12);
    row("+5", ScalarKind::Integer, 5);
    row("010", ScalarKind::Integer, 10);
    row("0o10", ScalarKind::Integer, 8);
    row("0x1F", ScalarKind::Integer, 31);
    row("0x", ScalarKind::Text);
    row("0x-1", ScalarKind::Text);
    row("-0x1", ScalarKind::Text);
    row("8e9", ScalarKind::Real, 8e9);
    row("5.2E8", ScalarKind::Real, 5.2e8);
    row("2.20", ScalarKind::Real, 2.2);
    row(".5", ScalarKind::Real, 0.5);
    row("1.", ScalarKind::Real, 1);
    row("+1.5e-3", ScalarKind::Real, 0.0015);
    row("99999999999999999999", ScalarKind::Real, 99999999999999999999.0);
    row("1e400", ScalarKind::Text);
    row("+-5", ScalarKind::Text);
    row(".", ScalarKind::Text);
    row("e5", ScalarKind::Text);
    row("2.27.5", ScalarKind::Text);
    row(".inf", ScalarKind::Text);
    row("nan", ScalarKind::Text);
    row("1_000", ScalarKind::Text);
    row("N/A", ScalarKind::Text);
}

void TestCardScalars::yamlDecidesTheTypeOfAPlainScalar() {
    QFETCH(ScalarKind, kind);
    QFETCH(double, number);
    const std::string text = QTest::currentDataTag() == std::string("empty") ? "" : QTest::currentDataTag();
    const CardScalar value = scalarByYaml(text);
    QCOMPARE(int(value.kind), int(kind));
    QCOMPARE(qt(value.text), qt(text));
    const double read = kind == ScalarKind::Boolean   ? value.boolean
                        : kind == ScalarKind::Integer ? double(value.integer)
                                                      : value.real;
    QCOMPARE(read, number);
}

void TestCardScalars::aFieldThatMustBeBooleanTakesNoAsFalse() {
    const CardReading reading = readCardText("workload:\n  model:\n    moe: no\nelsewhere: no\n");
    QCOMPARE(reading.card->find("workload.model.moe")->scalar.kind, ScalarKind::Boolean);
    QCOMPARE(reading.card->find("workload.model.moe")->scalar.boolean, false);
    QCOMPARE(reading.card->find("elsewhere")->scalar.kind, ScalarKind::Text);
    QCOMPARE(qt(briefly(reading.findings)),
             QString("3:5 yaml-1.1-boolean workload.model.moe\n4:1 yaml-1.1-boolean elsewhere\n"));
    QVERIFY(cardOf("workload: {model: {moe: On}}").find("workload.model.moe")->scalar.boolean);
    QVERIFY(findingOf(readCardText("workload: {model: {moe: maybe}}").findings, "not-a-boolean"));
    QVERIFY(findingOf(readCardText("workload: {model: {moe: 'no'}}").findings, "not-a-boolean"));
}

void TestCardScalars::aNumberWithALeadingZeroIsToldWithBothReadings_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("value");
    QTest::addColumn<QString>("said");
    QTest::newRow("octal digits") << "010" << qint64(10)
                                  << "batch_size is written 010: 10 by YAML 1.2 (taken), 8 by YAML 1.1";
    QTest::newRow("negative") << "-010" << qint64(-10)
                              << "batch_size is written -010: -10 by YAML 1.2 (taken), -8 by YAML 1.1";
    QTest::newRow("no octal digits") << "089" << qint64(89)
                                     << "batch_size is written 089: 89 by YAML 1.2 (taken), text by YAML 1.1";
}

void TestCardScalars::aNumberWithALeadingZeroIsToldWithBothReadings() {
    QFETCH(QString, text);
    QFETCH(qint64, value);
    QFETCH(QString, said);
    const CardReading reading = readCardText(("workload: {data: {batch_size: " + text + "}}").toStdString());
    QCOMPARE(qint64(reading.card->find("workload.data.batch_size")->scalar.integer), value);
    const auto finding = findingOf(reading.findings, "ambiguous-number");
    QCOMPARE(finding->severity, Severity::Warning);
    QVERIFY2(qt(finding->message).startsWith(said), finding->message.c_str());
}

void TestCardScalars::aCountInScientificFormIsAnInteger() {
    const CardReading reading = readCardText("workload: {model: {model_arch: {num_params: 8e9, num_params_embedding: "
                                             "5.2E8, num_layers: 1.0e+2, head_dim: 12.5}}}");
    QCOMPARE(qint64(reading.card->find("workload.model.model_arch.num_params")->scalar.integer), qint64(8000000000));
    QCOMPARE(qint64(reading.card->find("workload.model.model_arch.num_params_embedding")->scalar.integer),
             qint64(520000000));
    QCOMPARE(qint64(reading.card->find("workload.model.model_arch.num_layers")->scalar.integer), qint64(100));
    QCOMPARE(reading.card->find("workload.model.model_arch.head_dim")->scalar.kind, ScalarKind::Real);
    // 1.0e+2 is a number to every reader; the other two are text to PyYAML.
    QCOMPARE(std::count_if(reading.findings.begin(), reading.findings.end(),
                           [](const CardFinding& f) { return f.code == "yaml-1.2-number"; }),
             2);
    QVERIFY(findingOf(reading.findings, "not-an-integer"));
}

void TestCardScalars::versionsStayTextAsWritten() {
    const WorkloadCard card =
        cardOf("Model-executor:\n  communication_library: {version: 2.20}\n  framework: {version: 0.10}\nworkload:\n  "
               "hardware: {driver_version: 12.40}\n  new: {some_version: 1.10}\n");
    for (const auto& [path, text] :
         {std::pair("Model-executor.communication_library.version", "2.20"),
          std::pair("Model-executor.framework.version", "0.10"), std::pair("workload.hardware.driver_version", "12.40"),
          std::pair("workload.new.some_version", "1.10")}) {
        QCOMPARE(card.find(path)->scalar.kind, ScalarKind::Text);
        QCOMPARE(qt(card.find(path)->scalar.text), QString(text));
    }
}

void TestCardScalars::theCardsOwnVersionIsANumber() {
    QCOMPARE(cardOf("version: 1\n").find("version")->scalar.kind, ScalarKind::Integer);
}

void TestCardScalars::quotesMakeTextAndANumberInThemIsTold() {
    const CardReading reading = readCardText("workload: {data: {seq_len: '1024', batch_size: \"x\"}}\nother: '8'\n");
    QCOMPARE(reading.card->find("workload.data.seq_len")->scalar.kind, ScalarKind::Text);
    QCOMPARE(qt(briefly(reading.findings)),
             QString("1:19 quoted-number workload.data.seq_len\n1:36 not-a-number workload.data.batch_size\n"));
}

void TestCardScalars::aFieldThatMustBeANumberTellsWhatIsNone_data() {
    QTest::addColumn<QString>("code");
    QTest::newRow("TBD") << "no-number";
    QTest::newRow("N/A") << "no-number";
    QTest::newRow("None") << "no-number";
    QTest::newRow("''") << "no-number";
    QTest::newRow("128 tokens") << "not-a-number";
    QTest::newRow("true") << "not-a-number";
    QTest::newRow("1_000") << "yaml-1.1-number";
}

void TestCardScalars::aFieldThatMustBeANumberTellsWhatIsNone() {
    QFETCH(QString, code);
    const CardReading reading =
        readCardText("workload: {data: {batch_size: " + std::string(QTest::currentDataTag()) + "}}");
    QCOMPARE(reading.findings.size(), std::size_t(1));
    QCOMPARE(qt(reading.findings[0].code), code);
    if (code == "yaml-1.1-number")
        QCOMPARE(reading.card->find("workload.data.batch_size")->scalar.integer, 1000);
}

void TestCardScalars::ordinaryValuesAreNoFindings() {
    const CardReading reading =
        readCardText("workload:\n  model: {moe: false, phase: training, epochs: }\n  data: {batch_size: [1, 2, 4]}\n"
                     "  hardware: {network_topo: {bandwidth_gbps: [200, 2400.5]}}\nenv: {NCCL_DEBUG: INFO}\n");
    QCOMPARE(qt(briefly(reading.findings)), QString());
}

QTEST_APPLESS_MAIN(TestCardScalars)
#include "tst_card_scalars.moc"
