#include "app/gui/find_bar.h"
#include "app/gui/main_window.h"
#include "app/gui/recent_files.h"
#include "app/gui/start_page.h"
#include "resources/resources.h"
#include "tests/support/trace_text.h"
#include "widgets/load/load_bar.h"
#include "widgets/panels/details_panel.h"
#include "widgets/panels/import_notice.h"
#include "widgets/panels/metrics_panel.h"
#include "widgets/panels/selection_panel.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QDockWidget>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

using namespace lanescope;

namespace {

/// The texts of all visible labels of a widget.
QString labelsOf(const QWidget& widget) {
    QString text;
    for (const QLabel* label : widget.findChildren<QLabel*>())
        text += label->text() + QLatin1Char('\n');
    return text;
}

} // namespace

class TestMainWindow : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        initResources();
        m_folder.write("point/rank0.json", smallTrace(0).text());
        m_folder.write("point/rank1.json", smallTrace(1).text());
        m_folder.write("point/run.sh", "#!/bin/sh\necho launch\n");
        m_folder.write("point/card.yaml",
                       "workload:\n  model:\n    phase: training\nmetric_source:\n  traces:\n    - json\n");
        m_point = QString::fromStdString(m_folder.path() + "/point");
    }

    void aDataPointOpensWithAllItsPanels() {
        MainWindow window;
        window.show();
        open(window, {m_point});
        QCOMPARE(window.run()->run->devices.size(), std::size_t{2});
        QVERIFY(window.windowTitle().contains(QStringLiteral("point")));
        QStringList docks;
        for (const QDockWidget* dock : window.findChildren<QDockWidget*>())
            docks << dock->objectName();
        docks.sort();
        QCOMPARE(docks, (QStringList{"card", "details", "diagnostics", "inputs", "metrics", "scripts", "selection"}));
        const auto trees = window.findChildren<QTreeView*>();
        QVERIFY(std::any_of(trees.begin(), trees.end(),
                            [](const QTreeView* tree) { return tree->model()->rowCount() > 1; }));
    }

    void aSliceShowsAllItsArguments() {
        MainWindow window;
        window.show();
        open(window, {m_point});
        auto* details = window.findChild<DetailsPanel*>();
        QSignalSpy shown(details, &DetailsPanel::argumentsShown);
        const Collective& collective = window.run()->run->collectives.front();
        window.timeline()->revealSlice(collective.slice);
        QVERIFY(shown.wait());
        const auto* table = details->findChild<QTableView*>();
        QStringList fields;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            fields << table->model()->index(row, 0).data().toString() + QLatin1Char('=') +
                          table->model()->index(row, 1).data().toString();
        QVERIFY(fields.contains(QStringLiteral("args.Group size=4")));
        QVERIFY(fields.contains(QStringLiteral("args.Process Group Description=mesh_tp")));
        QVERIFY(details->findChild<QTextBrowser*>()->toPlainText().contains(QStringLiteral("In ProfilerStep#1")));
    }

    void aSelectedRangeIsSummed() {
        MainWindow window;
        window.show();
        open(window, {m_point});
        auto* selection = window.findChild<SelectionPanel*>();
        const auto* devices = selection->findChild<QTableView*>(QStringLiteral("devices"));
        const auto overlapOfRank0 = [&] { return devices->model()->index(1, 3).data().toString(); };
        QTRY_COMPARE(overlapOfRank0(), QStringLiteral("20.000")); // of the whole run: [30,40) and [60,70) us
        window.timeline()->selectSpan({0, 50000});
        QTRY_COMPARE(overlapOfRank0(), QStringLiteral("10.000"));
        QCOMPARE(devices->model()->rowCount(), 3);
        QVERIFY(labelsOf(*selection).contains(QStringLiteral("50.0 µs selected")));
        QTest::keyClick(window.timeline(), Qt::Key_Escape);
        QTRY_COMPARE(overlapOfRank0(), QStringLiteral("20.000"));
    }

    void aMetricLightsUpItsEvidence() {
        MainWindow window;
        window.show();
        auto* metrics = window.findChild<MetricsPanel*>();
        QSignalSpy computed(metrics, &MetricsPanel::computed), chosen(metrics, &MetricsPanel::evidenceChosen);
        open(window, {m_point});
        QVERIFY(!computed.isEmpty() || computed.wait());
        auto* table = metrics->findChild<QTableView*>();
        table->setCurrentIndex(table->model()->index(3, 0));
        QVERIFY(chosen.wait());
        QCOMPARE(chosen.at(0).at(0).toString(), QStringLiteral("Exposed communication"));
        QVERIFY(labelsOf(*metrics).contains(QStringLiteral("|communication - compute| / steps")));
    }

    void findingWalksTheMatches() {
        MainWindow window;
        window.show();
        open(window, {m_point});
        QTest::keyClick(window.timeline(), Qt::Key_Slash);
        auto* bar = window.findChild<FindBar*>();
        QVERIFY(bar->isVisible());
        auto* edit = bar->findChild<QLineEdit*>();
        QTest::keyClicks(edit, QStringLiteral("gemm"));
        QTRY_VERIFY(labelsOf(*bar).contains(QStringLiteral("2 slices")));
        QTest::keyClick(edit, Qt::Key_Return);
        QTRY_VERIFY(labelsOf(*bar).contains(QStringLiteral("1 of 2 slices")));
        const SliceId first = window.timeline()->selectedSlice();
        QVERIFY(window.run()->run->nameOf(first).find("gemm") != std::string_view::npos);
        QTest::keyClick(edit, Qt::Key_Return);
        QTRY_VERIFY(labelsOf(*bar).contains(QStringLiteral("2 of 2 slices")));
        QVERIFY(window.timeline()->selectedSlice() != first);
        QTest::keyClick(edit, Qt::Key_Return, Qt::ShiftModifier);
        QTRY_COMPARE(window.timeline()->selectedSlice(), first);
        QTest::keyClick(edit, Qt::Key_Escape);
        QVERIFY(!bar->isVisible());
    }

    void aSearchEndsWhenAnotherRunIsOpened() {
        MainWindow window;
        window.show();
        open(window, {m_point});
        QTest::keyClick(window.timeline(), Qt::Key_Slash);
        auto* bar = window.findChild<FindBar*>();
        QTest::keyClicks(bar->findChild<QLineEdit*>(), QStringLiteral("gemm"));
        TraceText other; // with more names than the first run has
        for (int i = 0; i < 500; ++i)
            other.kernel("kernel_" + std::to_string(i), 7, std::to_string(i * 10), "5");
        open(window, {QString::fromStdString(m_folder.write("other.json", other.text()))});
        QVERIFY(!bar->isVisible());
        QTest::keyClick(window.timeline(), Qt::Key_Slash); // the text is still there and means the new run
        QTRY_VERIFY(labelsOf(*bar).contains(QStringLiteral("no slice has this in its name")));
        QTest::keyClick(bar->findChild<QLineEdit*>(), Qt::Key_Return);
        QVERIFY(!window.timeline()->selectedSlice().isValid());
    }

    void panelsComeWithARun() {
        MainWindow window;
        window.show();
        const auto* metrics = window.findChild<QDockWidget*>(QStringLiteral("metrics"));
        QVERIFY(!metrics->isVisible());
        open(window, {m_point});
        QVERIFY(metrics->isVisible());
    }

    void aClosedPanelStaysClosed() {
        {
            MainWindow window;
            window.show();
            open(window, {m_point});
            window.findChild<QDockWidget*>(QStringLiteral("card"))->close();
            window.close();
        }
        {
            MainWindow window; // closed before anything is opened
            window.show();
            window.close();
        }
        MainWindow window;
        window.show();
        open(window, {m_point});
        QVERIFY(!window.findChild<QDockWidget*>(QStringLiteral("card"))->isVisible());
        QVERIFY(window.findChild<QDockWidget*>(QStringLiteral("scripts"))->isVisible());
        window.findChild<QDockWidget*>(QStringLiteral("card"))->show();
        window.close();
    }

    void aFailureLeavesTheRunOpen() {
        MainWindow window;
        window.show();
        open(window, {m_point});
        const auto run = window.run();
        window.openPaths({m_point + QStringLiteral("/absent.json")});
        auto* notice = window.findChild<ImportNotice*>();
        QTRY_VERIFY(notice->isVisible() && labelsOf(*notice).contains(QStringLiteral("No such file")));
        QVERIFY(window.timeline()->isVisible());
        QCOMPARE(window.run(), run);
    }

    void whatWasSkippedIsToldAndLeadsToTheInputs() {
        MainWindow window;
        window.show();
        open(window, {m_point});
        auto* notice = window.findChild<ImportNotice*>();
        QVERIFY(!notice->isVisible()); // nothing was
        m_folder.write("odd/rank0.json", smallTrace().text());
        m_folder.write("odd/notes.bin", "neither a trace nor a card");
        open(window, {QString::fromStdString(m_folder.path() + "/odd")});
        QVERIFY(notice->isVisible());
        QVERIFY(labelsOf(*notice).contains(QStringLiteral("Opened 1 trace · 1 file skipped")));
        QVERIFY(labelsOf(*notice).contains(QStringLiteral("notes.bin: ")));
        auto* inputs = window.findChild<QDockWidget*>(QStringLiteral("inputs"));
        inputs->close();
        for (auto* button : notice->findChildren<QToolButton*>())
            if (button->text() == QStringLiteral("Inputs"))
                QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(inputs->isVisible());
    }

    void theSampleIsNoRecentRun() {
        QSettings().remove(QStringLiteral("recent"));
        MainWindow window;
        window.show();
        QSignalSpy shown(&window, &MainWindow::runShown);
        window.openSample(1);
        QVERIFY(shown.wait(20000));
        QVERIFY(recentRuns().isEmpty());
        open(window, {m_point});
        QCOMPARE(recentRuns().size(), 1);
    }

    void aFailureTellsItsReasonOnTheStartPage() {
        MainWindow window;
        window.show();
        window.openPaths({m_point + QStringLiteral("/absent.json")});
        auto* start = window.findChild<StartPage*>();
        QTRY_VERIFY(start->isVisible() && labelsOf(*start).contains(QStringLiteral("No such file")));
    }

    void aLossIsMarked() {
        MainWindow window;
        window.show();
        const std::string text = smallTrace().text();
        open(window, {QString::fromStdString(m_folder.write("cut.json", text.substr(0, text.size() - 40)))});
        QVERIFY(labelsOf(window).contains(QStringLiteral("incomplete")));
    }

    void droppedFilesOpen() {
        MainWindow window;
        window.show();
        QSignalSpy shown(&window, &MainWindow::runShown);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(m_point)});
        QDragEnterEvent enter({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&window, &drop);
        QVERIFY(shown.wait());
    }

    void theThemeOfTheDesktopIsFollowedUntilOneIsChosen() {
        QSettings().remove(QStringLiteral("theme"));
        QApplication::setPalette(QPalette());
        const QColor desktop = QApplication::palette().color(QPalette::Window);
        MainWindow window;
        QCOMPARE(QApplication::palette().color(QPalette::Window).lightness() < 128, desktop.lightness() < 128);
        QCOMPARE(QSettings().value(QStringLiteral("theme")).toString(), QStringLiteral("system"));
        window.setThemeChoice(ThemeChoice::Dark);
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 128);
        window.setThemeChoice(ThemeChoice::System);
        QCOMPARE(QApplication::palette().color(QPalette::Window).lightness() < 128, desktop.lightness() < 128);
    }

    void theThemeIsRemembered() {
        {
            MainWindow window;
            window.setThemeChoice(ThemeChoice::Dark);
        }
        MainWindow window;
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 128);
        window.setThemeChoice(ThemeChoice::Light);
    }

    void theSampleOpensWithinASecond() {
        MainWindow window;
        window.show();
        QSignalSpy shown(&window, &MainWindow::runShown);
        QElapsedTimer timer;
        timer.start();
        window.openSample(0);
        QVERIFY(shown.wait(20000));
        qInfo("the sample opened in %lld ms", static_cast<long long>(timer.elapsed()));
        QCOMPARE(window.run()->run->devices.size(), std::size_t{8});
    }

    void lanesGrowWhileARunIsRead() {
        MainWindow window;
        window.show();
        open(window, {m_point});
        auto* load = window.findChild<LoadTask*>();
        const auto snapshot = std::make_shared<LoadedRun>(opened({m_point.toStdString() + "/rank0.json"}));
        emit load->grew(snapshot);
        const auto* strip = window.findChild<LoadBar*>(QStringLiteral("loadStrip"));
        QVERIFY(strip->isVisible());
        QCOMPARE(window.timeline()->layoutOfLanes().bands().back().group, 0u); // one rank so far
        QVERIFY(labelsOf(*window.statusBar()).contains(QStringLiteral("still reading")));
        const auto* metrics = window.findChild<MetricsPanel*>()->findChild<QTableView*>();
        QCOMPARE(metrics->model()->rowCount(), 0); // no figure of a part passes for one of the whole
        window.timeline()->revealSlice(snapshot->run->collectives.front().slice);
        QTest::keyClick(window.timeline(), Qt::Key_Slash);
        auto* find = window.findChild<FindBar*>();
        QTest::keyClicks(find->findChild<QLineEdit*>(), QStringLiteral("gemm"));
        QTRY_VERIFY(labelsOf(*find).contains(QStringLiteral("1 slice")));

        const auto whole = std::make_shared<LoadedRun>(opened({m_point.toStdString()}));
        emit load->grew(whole);
        QCOMPARE(window.timeline()->layoutOfLanes().bands().back().group, 1u);
        QVERIFY(find->isVisible());
        QTRY_VERIFY(labelsOf(*find).contains(QStringLiteral("2 slices")));
        const SliceId selected = window.timeline()->selectedSlice();
        QVERIFY(selected.isValid());
        QCOMPARE(whole->run->nameOf(selected), snapshot->run->nameOf(snapshot->run->collectives.front().slice));

        emit load->loaded(whole);
        QVERIFY(!strip->isVisible());
        QVERIFY(!labelsOf(*window.statusBar()).contains(QStringLiteral("still reading")));
        QVERIFY(window.timeline()->selectedSlice().isValid());
        QTRY_VERIFY(metrics->model()->rowCount() > 0);
    }

    void cancellingWhileLanesGrowLeadsBack() {
        MainWindow window;
        window.show();
        const auto snapshot = std::make_shared<LoadedRun>(opened({m_point.toStdString() + "/rank0.json"}));
        auto* load = window.findChild<LoadTask*>();
        emit load->grew(snapshot);
        QVERIFY(window.timeline()->isVisible());
        emit load->cancelled();
        QVERIFY(window.findChild<StartPage*>()->isVisible());
        open(window, {m_point});
        emit load->grew(snapshot);
        QCOMPARE(window.timeline()->layoutOfLanes().bands().back().group, 0u);
        emit load->cancelled();
        QCOMPARE(window.timeline()->layoutOfLanes().bands().back().group, 1u);
        QVERIFY(!labelsOf(*window.statusBar()).contains(QStringLiteral("still reading")));
    }

    void theWindowStaysAliveWhileItLoads() {
        TraceText trace;
        for (int i = 0; i < 60000; ++i)
            trace.kernel("kernel_" + std::to_string(i % 200), 7, std::to_string(i * 10), "7.5",
                         "\"correlation\": " + std::to_string(i));
        const QString path = QString::fromStdString(m_folder.write("large.json", trace.text()));
        MainWindow window;
        window.show();
        qint64 longest = 0;
        QElapsedTimer gap;
        QTimer ticker;
        connect(&ticker, &QTimer::timeout, this, [&] { longest = std::max(longest, gap.restart()); });
        gap.start();
        ticker.start(1);
        open(window, {path});
        qInfo("the longest pause of the window was %lld ms", static_cast<long long>(longest));
        QVERIFY(longest < 1000); // printed; only a gross block fails
    }

private:
    static void open(MainWindow& window, const QStringList& paths) {
        QSignalSpy shown(&window, &MainWindow::runShown);
        window.openPaths(paths);
        QVERIFY(shown.wait(20000));
    }

    TestFolder m_folder;
    QString m_point;
};

int main(int argc, char** argv) {
    QTemporaryDir settings; // nothing of the user's is read or written
    qputenv("XDG_CONFIG_HOME", settings.path().toUtf8());
    qputenv("XDG_CACHE_HOME", settings.path().toUtf8());
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("lanescope"));
    QApplication::setApplicationName(QStringLiteral("lanescope"));
    QApplication::setStyle(QStringLiteral("Fusion"));
    TestMainWindow test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_main_window.moc"
