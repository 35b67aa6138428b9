#include "tests/support/trace_text.h"
#include "widgets/panels/card_panel.h"
#include "widgets/panels/details_panel.h"
#include "widgets/panels/scripts_panel.h"
#include "widgets/panels/selection_panel.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>
#include <QTreeView>

using namespace lanescope;

namespace {

int leaves(const QAbstractItemModel& model) {
    int count = 0;
    for (int section = 0; section < model.rowCount(); ++section)
        count += model.rowCount(model.index(section, 0));
    return count;
}

/// The first slice of that kind; none when there is none.
SliceId firstOf(const Run& run, SliceKind kind) {
    for (std::size_t i = 0; i < run.slices.size(); ++i)
        if (run.kind(SliceId(i)) == kind)
            return SliceId(i);
    return {};
}

} // namespace

class TestPanels : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        m_folder.write("rank0.json", smallTrace(0).text());
        m_folder.write("run.sh", "#!/bin/sh\necho launch\n");
        m_folder.write("long.sh", std::string(300 << 10, 'x'));
        m_folder.write(
            "card.yaml",
            "workload:\n  model:\n    phase: training\n    moe: false\nmetric_source:\n  traces:\n    - json\n");
        m_run = std::make_shared<const LoadedRun>(opened({m_folder.path()}));
        QVERIFY(m_run->card);
    }

    void theCardIsFilteredByWhatIsTyped() {
        CardPanel panel;
        panel.setRun(m_run);
        const auto* model = panel.findChild<QTreeView*>()->model();
        const int all = leaves(*model);
        QVERIFY(all > 1);
        QTest::keyClicks(panel.findChild<QLineEdit*>(), QStringLiteral("TRAIN"));
        QCOMPARE(leaves(*model), 1);
        panel.findChild<QLineEdit*>()->clear();
        QCOMPARE(leaves(*model), all);
    }

    void aRowOfTheCardIsCopied() {
        CardPanel panel;
        panel.setRun(m_run);
        panel.show();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        QTest::keyClicks(panel.findChild<QLineEdit*>(), QStringLiteral("training"));
        auto* tree = panel.findChild<QTreeView*>();
        tree->setFocus();
        tree->setCurrentIndex(tree->model()->index(0, 0, tree->model()->index(0, 0)));
        QTest::keyClick(tree, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Phase\ttraining"));
    }

    void figuresAreCopiedWithAllTheirDigits() {
        SelectionPanel panel;
        QSignalSpy summarized(&panel, &SelectionPanel::summarized);
        panel.setRun(m_run);
        panel.showSpan({5, 2000035001});
        QVERIFY(summarized.wait());
        panel.show();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        auto* devices = panel.findChild<QTableView*>(QStringLiteral("devices"));
        devices->setFocus();
        devices->selectAll();
        QTest::keyClick(devices, Qt::Key_C, Qt::ControlModifier);
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.startsWith(QStringLiteral("Rank 0\t0.060000\t0.040000\t0.020000\t0.020000\t")),
                 qPrintable(copied));
        QVERIFY2(copied.contains(QStringLiteral("\t50\t")), qPrintable(copied)); // % hidden
        QVERIFY(!copied.contains(QLatin1Char('\n')));
        auto* names = panel.findChild<QTableView*>(QStringLiteral("names"));
        names->setFocus();
        names->selectAll();
        QTest::keyClick(names, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("Name\tKind\tCount\tTotal (")));
    }

    void scriptsAreShownAndLongOnesSaySo() {
        ScriptsPanel panel;
        QSignalSpy shown(&panel, &ScriptsPanel::scriptShown);
        panel.setRun(m_run);
        auto* choice = panel.findChild<QComboBox*>();
        QCOMPARE(choice->count(), 2);
        const auto* text = panel.findChild<QPlainTextEdit*>();
        choice->setCurrentText(QStringLiteral("run.sh"));
        QTRY_COMPARE(text->toPlainText(), QStringLiteral("#!/bin/sh\necho launch\n"));
        choice->setCurrentText(QStringLiteral("long.sh"));
        QTRY_VERIFY(
            text->toPlainText().endsWith(QStringLiteral("[Only the first 256 KiB of 307200 bytes are shown.]")));
        QVERIFY(text->isReadOnly());
        QVERIFY(shown.count() >= 2);
    }

    void aLinkOfTheDetailsLeadsToTheLaunch() {
        DetailsPanel panel;
        QSignalSpy activated(&panel, &DetailsPanel::sliceActivated);
        panel.setRun(m_run);
        panel.showSlice(firstOf(*m_run->run, SliceKind::Compute));
        auto* text = panel.findChild<QTextBrowser*>();
        QVERIFY(text->toPlainText().contains(QStringLiteral("Launched by cudaLaunchKernel")));
        const SliceId launch = firstOf(*m_run->run, SliceKind::HostRuntime);
        emit text->anchorClicked(QUrl(QString::number(launch.value)));
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated.at(0).at(0).value<SliceId>(), launch);
        QVERIFY(text->toHtml().contains(QStringLiteral("href=\"%1\"").arg(launch.value)));
    }

    void argumentsThatCannotBeReadAreSaidToBe() {
        const TestFolder gone;
        const std::string path = gone.write("gone.json", smallTrace().text());
        const auto run = std::make_shared<const LoadedRun>(opened({path}));
        QVERIFY(QFile::remove(QString::fromStdString(path)));
        DetailsPanel panel;
        QSignalSpy shown(&panel, &DetailsPanel::argumentsShown);
        panel.setRun(run);
        panel.showSlice(firstOf(*run->run, SliceKind::Compute));
        QVERIFY(shown.wait());
        const QString text = panel.findChild<QTextBrowser*>()->toPlainText();
        QVERIFY(text.contains(QStringLiteral("The arguments cannot be shown")));
        QVERIFY(text.contains(QStringLiteral("30.0 µs"))); // what is known stays
        QCOMPARE(panel.findChild<QTableView*>()->model()->rowCount(), 0);
    }

    void theArgumentsShownAreThoseOfTheSliceChosenLast() {
        DetailsPanel panel;
        QSignalSpy shown(&panel, &DetailsPanel::argumentsShown);
        panel.setRun(m_run);
        for (int round = 0; round < 20; ++round)
            for (const SliceKind kind : {SliceKind::Compute, SliceKind::HostRuntime})
                panel.showSlice(firstOf(*m_run->run, kind));
        QVERIFY(shown.wait());
        QTest::qWait(50);
        QCOMPARE(shown.count(), 1);
        const auto* fields = panel.findChild<QTableView*>()->model();
        QStringList texts;
        for (int row = 0; row < fields->rowCount(); ++row)
            texts << fields->index(row, 1).data().toString();
        QVERIFY(texts.contains(QStringLiteral("cudaLaunchKernel")));
    }

private:
    TestFolder m_folder;
    std::shared_ptr<const LoadedRun> m_run;
};

QTEST_MAIN(TestPanels)
#include "tst_panels.moc"
