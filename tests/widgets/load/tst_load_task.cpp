#include "tests/support/trace_text.h"
#include "widgets/load/load_task.h"

#include <QSignalSpy>
#include <QTest>

using namespace lanescope;

class TestLoadTask : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        m_small = QString::fromStdString(m_folder.write("small.json", smallTrace().text()));
        TraceText large;
        const std::string kernel = "kernel_with_a_name_as_long_as_such_names_are";
        for (int i = 0; i < 150000; ++i)
            large.kernel(kernel, 7, std::to_string(i * 10), "7.5");
        m_large = QString::fromStdString(m_folder.write("large.json", large.text()));
    }

    void aRunIsHandedOver() {
        LoadTask task;
        std::shared_ptr<const LoadedRun> run;
        connect(&task, &LoadTask::loaded, this, [&](auto loaded) { run = loaded; });
        task.start({m_small});
        QTRY_VERIFY(run);
        QCOMPARE(run->run->devices.size(), std::size_t{1});
        QVERIFY(!task.isRunning());
    }

    void aRunIsKeptInTheBackgroundAndMappedTheNextTime() {
        const auto indexes = std::make_shared<IndexStore>(m_folder.path() + "/indexes");
        LoadTask task;
        task.setIndexes(indexes);
        std::shared_ptr<const LoadedRun> run;
        connect(&task, &LoadTask::loaded, this, [&](const auto& loaded) { run = loaded; });
        task.start({m_large});
        QTRY_VERIFY_WITH_TIMEOUT(run, 30000);
        QVERIFY(!run->isFromIndex);
        QTRY_COMPARE_WITH_TIMEOUT(indexes->entries().size(), std::size_t{1}, 30000);
        const auto first = std::exchange(run, nullptr);
        task.start({m_large});
        QTRY_VERIFY_WITH_TIMEOUT(run, 30000);
        QVERIFY(run->isFromIndex);
        QCOMPARE(run->run->slices.size(), first->run->slices.size());
    }

    void whatCannotBeOpenedIsARunThatSaysWhy() {
        LoadTask task;
        std::shared_ptr<const LoadedRun> run;
        connect(&task, &LoadTask::loaded, this, [&](auto loaded) { run = loaded; });
        task.start({m_small + QStringLiteral(".absent")});
        QTRY_VERIFY(run);
        QCOMPARE(run->run->opens, OpenState::No);
        QVERIFY(!run->run->files.front().reason.empty());
    }

    void progressNeverGoesBackAndEndsWithinTheWhole() {
        LoadTask task;
        std::vector<LoadStatus> heard;
        bool isLoaded = false;
        connect(&task, &LoadTask::progressed, this, [&](const LoadStatus& status) { heard.push_back(status); });
        connect(&task, &LoadTask::loaded, this, [&] { isLoaded = true; });
        task.start({m_large});
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded, 60000);
        for (std::size_t i = 0; i < heard.size(); ++i) {
            QVERIFY(heard[i].fraction >= 0 && heard[i].fraction <= 1);
            QVERIFY(i == 0 || heard[i].fraction >= heard[i - 1].fraction);
            QVERIFY(i == 0 || heard[i].events >= heard[i - 1].events || heard[i].stage != heard[i - 1].stage);
        }
    }

    void aCancelledLoadAnswersAtOnceAndHandsNothingOver() {
        LoadTask task;
        QSignalSpy cancelled(&task, &LoadTask::cancelled);
        bool isLoaded = false;
        connect(&task, &LoadTask::loaded, this, [&] { isLoaded = true; });
        connect(&task, &LoadTask::grew, this, [&] { isLoaded = true; });
        task.start({m_large});
        QVERIFY(task.isRunning());
        task.cancel();
        QCOMPARE(cancelled.count(), 1);
        QVERIFY(!task.isRunning());
        task.cancel();
        QTest::qWait(200);
        QCOMPARE(cancelled.count(), 1);
        QVERIFY(!isLoaded);
    }

    void aLoadCancelledByWhoHearsOfItIsOver() {
        LoadTask task;
        QSignalSpy loaded(&task, &LoadTask::loaded);
        connect(&task, &LoadTask::progressed, &task, &LoadTask::cancel);
        QSignalSpy cancelled(&task, &LoadTask::cancelled);
        task.start({m_large});
        QTRY_VERIFY(cancelled.count() == 1 || loaded.count() == 1);
        QVERIFY(!task.isRunning());
    }

    void aNewLoadTakesThePlaceOfTheOneUnderWay() {
        LoadTask task;
        QSignalSpy cancelled(&task, &LoadTask::cancelled);
        std::vector<std::shared_ptr<const LoadedRun>> runs;
        connect(&task, &LoadTask::loaded, this, [&](auto loaded) { runs.push_back(loaded); });
        task.start({m_large});
        task.start({m_small});
        QTRY_VERIFY_WITH_TIMEOUT(!runs.empty(), 60000);
        QTest::qWait(100);
        QCOMPARE(runs.size(), std::size_t{1});
        QVERIFY(runs.front()->run->name.find("small") != std::string::npos);
        QCOMPARE(cancelled.count(), 0);
    }

    void nothingIsHeardOfALoadOnceItsTaskIsGone() {
        bool isHeard = false;
        {
            LoadTask task;
            connect(&task, &LoadTask::loaded, this, [&] { isHeard = true; });
            task.start({m_large});
        }
        QCoreApplication::processEvents();
        QVERIFY(!isHeard);
    }

private:
    TestFolder m_folder;
    QString m_small, m_large;
};

QTEST_GUILESS_MAIN(TestLoadTask)
#include "tst_load_task.moc"
