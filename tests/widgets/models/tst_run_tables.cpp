#include "tests/support/trace_text.h"
#include "widgets/models/card_model.h"
#include "widgets/models/run_tables.h"

#include <QAbstractItemModelTester>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTest>

using namespace lanescope;

namespace {

QString cell(const QAbstractItemModel& model, int row, int column) {
    return model.index(row, column).data().toString();
}

} // namespace

class TestRunTables : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        m_folder.write("rank0.json", smallTrace(0).text());
        m_folder.write("rank1.json", smallTrace(1).text());
        m_folder.write("run.sh", "#!/bin/sh\n");
        m_folder.write(
            "card.yaml",
            "workload:\n  model:\n    phase: training\n  odd_key: 3\nmetric_source:\n  traces:\n    - json\n");
        m_run = std::make_shared<const LoadedRun>(opened({m_folder.path()}));
    }

    void everyTableIsAWellBehavedModel() {
        const SelectionSummary summary = summarizeSelection(*m_run->index, *m_run->run->span);
        for (TableContent content :
             {nameTable(m_run, summary, true), deviceTable(m_run, summary), diagnosticTable(m_run), inputTable(m_run),
              fieldTable({{"ts", "1"}, {"args.x", "y"}}), TableContent{}}) {
            ColumnTableModel model;
            QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
            model.setContent(content);
            QCOMPARE(model.rowCount(), content.rows);
            model.setContent({});
            QCOMPARE(model.rowCount(), 0);
        }
    }

    void theCardIsATreeOfSections() {
        QStandardItemModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        fillCardModel(model, &*m_run->card);
        QVERIFY(model.rowCount() >= 2);
        QVERIFY(!model.findItems(QStringLiteral("Phase"), Qt::MatchRecursive | Qt::MatchExactly).isEmpty());
        QVERIFY(!model.findItems(QStringLiteral("workload.odd_key"), Qt::MatchRecursive | Qt::MatchExactly).isEmpty());
        fillCardModel(model, nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void figuresOfDevicesStandInOneUnitWithTheirSum() {
        ColumnTableModel model;
        model.setContent(deviceTable(m_run, summarizeSelection(*m_run->index, *m_run->run->span)));
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(cell(model, 0, 0), QStringLiteral("Sum"));
        QCOMPARE(cell(model, 0, 3), QStringLiteral("40.000"));
        QCOMPARE(cell(model, 1, 0), QStringLiteral("Rank 0"));
        QCOMPARE(cell(model, 1, 1), QStringLiteral("60.000"));
        QCOMPARE(cell(model, 1, 6), QStringLiteral("50.0"));
        QCOMPARE(cell(model, 1, 7), QStringLiteral("3.000"));
    }

    void numbersSortByValue() {
        ColumnTableModel model;
        model.setContent(nameTable(m_run, summarizeSelection(*m_run->index, *m_run->run->span), false));
        QSortFilterProxyModel sorted;
        sorted.setSourceModel(&model);
        sorted.setSortRole(ColumnTableModel::sortRole);
        sorted.sort(3, Qt::AscendingOrder);
        for (int row = 1; row < sorted.rowCount(); ++row)
            QVERIFY(sorted.index(row - 1, 3).data(ColumnTableModel::sortRole).toLongLong() <=
                    sorted.index(row, 3).data(ColumnTableModel::sortRole).toLongLong());
        for (int row = 0; row < model.rowCount(); ++row)
            QVERIFY(!cell(model, row, 0).startsWith(QStringLiteral("ProfilerStep"))); // device work only
    }

    void inputsTellRolesAndRanks() {
        ColumnTableModel model;
        model.setContent(inputTable(m_run));
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(cell(model, 1, 0), QStringLiteral("rank1.json"));
        QCOMPARE(cell(model, 1, 1), QStringLiteral("trace"));
        QCOMPARE(cell(model, 1, 3), QStringLiteral("1"));
        QCOMPARE(cell(model, 1, 4), QStringLiteral("7"));
    }

private:
    TestFolder m_folder;
    std::shared_ptr<const LoadedRun> m_run;
};

QTEST_GUILESS_MAIN(TestRunTables)
#include "tst_run_tables.moc"
