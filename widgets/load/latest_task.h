// LatestTask: work off the GUI thread of which only the newest matters.
#pragma once

#include <QFutureWatcher>
#include <QThreadPool>
#include <QtConcurrent>

#include <functional>
#include <utility>

namespace lanescope {

/// Runs one request at a time on a thread of its own. A request made meanwhile waits, and takes the place of the one
/// that waited: however fast a reader clicks, at most one answer is computed for nothing. Belongs to the GUI thread;
/// destruction drops what waits and blocks for what runs.
template <class Value>
class LatestTask {
public:
    using Work = std::function<Value()>;
    /// `show` is called in the GUI thread with the answer to the newest request, never with an older one.
    explicit LatestTask(std::function<void(const Value&)> show) : m_show(std::move(show)) {
        m_pool.setMaxThreadCount(1);
        QObject::connect(&m_watcher, &QFutureWatcherBase::finished, &m_watcher, [this] { finish(); });
    }
    ~LatestTask() {
        m_waiting = {};
        m_watcher.disconnect();
        m_pool.waitForDone();
    }

    /// `work` runs on the worker thread and must own what it reads.
    void start(Work work) {
        m_isWanted = true;
        m_waiting = std::move(work);
        if (!m_isBusy)
            startWaiting();
    }
    /// No answer to an earlier request will be shown.
    void drop() {
        m_waiting = {};
        m_isWanted = false;
    }

private:
    void startWaiting() {
        m_isBusy = true;
        m_watcher.setFuture(QtConcurrent::run(&m_pool, std::exchange(m_waiting, {})));
    }
    void finish() {
        if (m_waiting)
            return startWaiting();
        m_isBusy = false;
        const Value value = m_watcher.future().takeResult();
        if (m_isWanted)
            m_show(value);
    }

    std::function<void(const Value&)> m_show;
    QThreadPool m_pool;
    QFutureWatcher<Value> m_watcher;
    Work m_waiting;
    bool m_isBusy = false;   // until the GUI thread has heard of the end
    bool m_isWanted = false; // false after drop()
};

} // namespace lanescope
