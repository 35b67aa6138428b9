#include "card_test_support.h"

#include "core/card/card_check.h"

#include <QtTest>

using namespace lanescope;

namespace {

WorkloadCard cardWith(int accelerators, const std::string& plan = "") {
    return cardOf("workload: {hardware: {xpu_spec: {total_count: " + std::to_string(accelerators) +
                  "}}}\nModel-executor: {model_plan_parallelization: {" + plan + "}}\n");
}

QString messages(const WorkloadCard& card, const RunFacts& run) {
    QString text;
    for (const CardFinding& finding : checkCard(card, run))
        text += qt(finding.message) + '\n';
    return text;
}

} // namespace

class TestCardCheck : public QObject {
    Q_OBJECT

private slots:
    void missingRanksAreListed_data();
    void missingRanksAreListed();
    void aWholeRunHasNoFinding();
    void oneFileWithAllDevicesMissesNoRank();
    void aHugeCountIsAnsweredAtOnce();
    void aRankBeyondTheCardIsTold();
    void moreDevicesThanTheCardStatesAreTold();
    void aPlanThatDoesNotMultiplyToTheAcceleratorsIsTold();
    void aCardWithoutCountIsNotChecked();
    void noAcceleratorsAtAllIsTold();
};

void TestCardCheck::missingRanksAreListed_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<QVector<int>>("present");
    QTest::addColumn<QString>("said");
    QTest::newRow("two of four") << 4 << QVector<int>{2, 0}
                                 << "ranks 1, 3 of 4 are missing; figures are of the ranks present\n";
    QTest::newRow("one") << 4 << QVector<int>{0, 1, 3} << "rank 2 of 4 is missing; figures are of the ranks present\n";
    QTest::newRow("a range") << 16 << QVector<int>{0, 1, 4, 6}
                             << "ranks 2, 3, 5, 7-15 of 16 are missing; figures are of the ranks present\n";
    QTest::newRow("doubled rank") << 3 << QVector<int>{0, 0, 1}
                                  << "rank 2 of 3 is missing; figures are of the ranks present\n";
}

void TestCardCheck::missingRanksAreListed() {
    QFETCH(int, count);
    QFETCH(QVector<int>, present);
    QFETCH(QString, said);
    const RunFacts run{{present.begin(), present.end()}, std::min<int>(count - 1, int(present.size()))};
    QCOMPARE(messages(cardWith(count), run), said);
    QCOMPARE(checkCard(cardWith(count), run)[0].line.value(), 1u);
}

void TestCardCheck::aWholeRunHasNoFinding() {
    QCOMPARE(messages(cardWith(4, "dp_shard: 2, tp: 2"), {{0, 1, 2, 3}, 4}), QString());
}

void TestCardCheck::oneFileWithAllDevicesMissesNoRank() { QCOMPARE(messages(cardWith(8), {{0}, 8}), QString()); }

void TestCardCheck::aHugeCountIsAnsweredAtOnce() {
    QCOMPARE(messages(cardWith(2000000000), {{0}, 1}),
             QString("ranks 1-1999999999 of 2000000000 are missing; figures are of the ranks present\n"));
}

void TestCardCheck::aRankBeyondTheCardIsTold() {
    QVERIFY(findingOf(checkCard(cardWith(2), {{0, 1, 5}, 3}), "rank-beyond-card")
                ->message.starts_with("rank 5 is in the traces"));
}

void TestCardCheck::moreDevicesThanTheCardStatesAreTold() {
    QVERIFY(findingOf(checkCard(cardWith(2), {{0, 1}, 3}), "more-devices"));
    QVERIFY(!findingOf(checkCard(cardWith(3), {{0, 1}, 3}), "more-devices"));
}

void TestCardCheck::aPlanThatDoesNotMultiplyToTheAcceleratorsIsTold() {
    const auto tells = [](int count, const char* plan) {
        return findingOf(checkCard(cardWith(count, plan), {}), "plan-product").has_value();
    };
    QVERIFY(tells(8, "dp_shard: 2, tp: 2"));
    QVERIFY(!tells(8, "dp_shard: 2, tp: 2, pp: 2"));
    QVERIFY(!tells(4, "tp: 1, ep: 4")); // experts spread over the accelerators
    QVERIFY(!tells(8, ""));
    const WorkloadCard nested = cardOf("workload:\n  hardware: {xpu_spec: {total_count: 8}}\n  Model-executor:\n    "
                                       "model_plan_parallelization: {tp: 4}\n");
    QCOMPARE(findingOf(checkCard(nested, {}), "plan-product")->line.value(), 4u);
}

void TestCardCheck::aCardWithoutCountIsNotChecked() {
    QCOMPARE(messages(cardOf("version: 1\n"), {{0, 7}, 2}), QString());
}

void TestCardCheck::noAcceleratorsAtAllIsTold() {
    QVERIFY(findingOf(checkCard(cardWith(0), {{0}, 1}), "no-accelerators"));
}

QTEST_APPLESS_MAIN(TestCardCheck)
#include "tst_card_check.moc"
