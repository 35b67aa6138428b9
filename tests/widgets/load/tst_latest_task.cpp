#include "widgets/load/latest_task.h"

#include <QSemaphore>
#include <QTest>
#include <QThread>

#include <atomic>
#include <memory>

using namespace lanescope;

class TestLatestTask : public QObject {
    Q_OBJECT
private slots:
    void theAnswerIsShownInTheAskingThread() {
        int shown = 0;
        QThread* shownIn = nullptr;
        QThread* ranIn = nullptr;
        LatestTask<int> task([&](int value) {
            shown = value;
            shownIn = QThread::currentThread();
        });
        task.start([&ranIn] {
            ranIn = QThread::currentThread();
            return 7;
        });
        QTRY_COMPARE(shown, 7);
        QCOMPARE(shownIn, QThread::currentThread());
        QVERIFY(ranIn != shownIn);
    }

    void onlyTheNewestRequestIsAnswered() {
        QSemaphore gate;
        std::atomic<int> runs{0};
        QList<int> shown;
        LatestTask<int> task([&](int value) { shown << value; });
        for (int i = 1; i <= 100; ++i)
            task.start([&gate, &runs, i] {
                gate.acquire();
                ++runs;
                return i;
            });
        gate.release(100);
        QTRY_COMPARE(shown, QList<int>{100});
        QCOMPARE(runs.load(), 2); // the first was under way already
    }

    void nothingIsShownAfterDrop() {
        QSemaphore gate;
        QList<int> shown;
        LatestTask<int> task([&](int value) { shown << value; });
        task.start([&gate] {
            gate.acquire();
            return 1;
        });
        task.drop();
        gate.release();
        task.start([] { return 2; });
        QTRY_COMPARE(shown, QList<int>{2});
    }

    void anAnswerMayAskAgain() {
        QList<int> shown;
        LatestTask<int>* again = nullptr;
        LatestTask<int> task([&](int value) {
            shown << value;
            if (value < 3)
                again->start([value] { return value + 1; });
        });
        again = &task;
        task.start([] { return 1; });
        QTRY_COMPARE(shown, (QList<int>{1, 2, 3}));
    }

    void destructionWaitsForWhatRunsAndDropsWhatWaits() {
        std::atomic<int> runs{0};
        bool isShown = false;
        {
            LatestTask<int> task([&](int) { isShown = true; });
            for (int i = 0; i < 2; ++i)
                task.start([&runs] {
                    QThread::msleep(20);
                    return ++runs;
                });
        }
        QCOMPARE(runs.load(), 1);
        QTest::qWait(20);
        QVERIFY(!isShown);
    }

    void theWorkAndItsAnswerAreNotKept() {
        const auto read = std::make_shared<int>(1);
        bool isShown = false;
        LatestTask<std::shared_ptr<int>> task([&](const std::shared_ptr<int>&) { isShown = true; });
        task.start([read] { return read; });
        QTRY_VERIFY(isShown);
        QTRY_COMPARE(read.use_count(), 1L);
    }
};

QTEST_GUILESS_MAIN(TestLatestTask)
#include "tst_latest_task.moc"
