#include "core/card/card_recognition.h"

#include <QtTest>

using namespace lanescope;

class TestCardRecognition : public QObject {
    Q_OBJECT

private slots:
    void contentTellsACard_data();
    void contentTellsACard();
};

void TestCardRecognition::contentTellsACard_data() {
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isCard");
    QTest::newRow("a card") << QByteArray("version: 1\nworkload:\n  model:\n") << "llama.yaml" << true;
    QTest::newRow("executor first") << QByteArray("Model-executor:\n  framework:\n") << "x.yml" << true;
    QTest::newRow("mark and CRLF") << QByteArray("\xEF\xBB\xBFworkload:\r\n  model:\r\n") << "x.yaml.yaml" << true;
    QTest::newRow("mark and CR") << QByteArray("version: 1\rmetric_source:\r") << "x.yaml" << true;
    QTest::newRow("quoted keys") << QByteArray("\"workload\":\n  a: 1\n") << "x.yaml" << true;
    QTest::newRow("broken by a tab") << QByteArray("workload:\n  model:\n\tphase: x\n") << "x.yaml" << true;
    QTest::newRow("other ending, two keys") << QByteArray("workload:\n a: 1\nmetric_source:\n") << "x.txt" << true;
    QTest::newRow("other ending, one key") << QByteArray("workload: heavy\n") << "notes.md" << false;
    QTest::newRow("empty, called a card") << QByteArray() << "Workload-Card.yaml" << true;
    QTest::newRow("empty") << QByteArray() << "x.yaml" << false;
    QTest::newRow("score weights") << QByteArray("weight: 0.5\nbaseline:\n  workload: x\n")
                                   << "gpu_step_score_config.yaml" << false;
    QTest::newRow("trace description") << QByteArray("framework: torchtitan\ngpus: 4\n") << "trace_meta.yaml" << false;
    QTest::newRow("commented out") << QByteArray("# workload:\nname: x\n") << "x.yaml" << false;
    QTest::newRow("a trace") << QByteArray("{\"traceEvents\": [\nworkload: \nmetric_source:\n") << "card.yaml" << false;
    QTest::newRow("a longer word") << QByteArray("workloads:\n  - a\n") << "x.yaml" << false;
}

void TestCardRecognition::contentTellsACard() {
    QFETCH(QByteArray, head);
    QFETCH(QString, name);
    QFETCH(bool, isCard);
    QCOMPARE(looksLikeCard(head.toStdString(), name.toStdString()), isCard);
}

QTEST_APPLESS_MAIN(TestCardRecognition)
#include "tst_card_recognition.moc"
