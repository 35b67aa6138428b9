#include "widgets/load/load_task.h"

#include <QtConcurrent>

#include <atomic>
#include <mutex>
#include <utility>

namespace lanescope {

namespace {

constexpr int tickMs = 50;      // how often the window hears of progress
constexpr int mostWorkers = 16; // one reads; those that were abandoned end within a moment unless their disk hangs

} // namespace

/// Written by the workers, read by the window's timer.
class LoadTask::SharedProgress final : public Progress {
public:
    void report(const ProgressState& state) override {
        const std::lock_guard lock(m_mutex);
        m_state = state;
    }
    bool isCancelled() const override { return m_isCancelled; }
    void cancel() { m_isCancelled = true; }
    ProgressState state() const {
        const std::lock_guard lock(m_mutex);
        return m_state;
    }
    /// The one before is let go by this thread, which is never the window's.
    void publish(std::shared_ptr<const LoadedRun> snapshot) {
        const std::lock_guard lock(m_mutex);
        m_snapshot.swap(snapshot);
    }
    /// Null when there is none since the last call.
    std::shared_ptr<const LoadedRun> takeSnapshot() {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_snapshot, nullptr);
    }

private:
    mutable std::mutex m_mutex;
    ProgressState m_state;
    std::shared_ptr<const LoadedRun> m_snapshot;
    std::atomic<bool> m_isCancelled{false};
};

LoadTask::LoadTask(QObject* parent) : QObject(parent) {
    m_workers.setMaxThreadCount(mostWorkers);
    m_ticker.setInterval(tickMs);
    connect(&m_ticker, &QTimer::timeout, this, &LoadTask::reportProgress);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &LoadTask::finish);
}

LoadTask::~LoadTask() {
    abandon();
    m_workers.waitForDone();
}

void LoadTask::start(const QStringList& paths) {
    abandon();
    std::vector<std::string> utf8;
    for (const QString& path : paths)
        utf8.push_back(path.toStdString());
    m_progress = std::make_shared<SharedProgress>();
    m_watcher.setFuture(QtConcurrent::run(
        &m_workers, [utf8, indexes = m_indexes, progress = m_progress]() -> std::shared_ptr<const LoadedRun> {
            const OpenOptions options{0, indexes,
                                      [progress](auto snapshot) { progress->publish(std::move(snapshot)); }};
            auto run = openRun(utf8, options, *progress);
            return run ? std::make_shared<const LoadedRun>(std::move(run).value()) : nullptr;
        }));
    m_ticker.start();
}

void LoadTask::cancel() {
    if (!isRunning())
        return;
    abandon();
    emit cancelled();
}

void LoadTask::abandon() {
    if (!isRunning())
        return;
    std::exchange(m_progress, nullptr)->cancel();
    m_ticker.stop();
    m_watcher.setFuture({});
}

void LoadTask::reportProgress() {
    const ProgressState state = m_progress->state();
    emit progressed({QString::fromLatin1(state.stage.data(), static_cast<qsizetype>(state.stage.size())),
                     state.bytesDone, state.sourceBytesDone, state.sourceBytesTotal, state.events, state.fraction});
    if (!isRunning()) // whoever heard of it has cancelled
        return;
    if (auto snapshot = m_progress->takeSnapshot())
        emit grew(std::move(snapshot));
}

void LoadTask::finish() {
    if (!isRunning()) // the empty future of a load that was abandoned
        return;
    m_ticker.stop();
    m_progress.reset();
    const auto run = m_watcher.future().takeResult();
    emit loaded(run);
    if (run->indexes)
        m_keeper.keep(run);
}

} // namespace lanescope
