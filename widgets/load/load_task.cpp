#include "widgets/load/load_task.h"

#include <QtConcurrent>

#include <atomic>
#include <mutex>

namespace lanescope {

namespace {

constexpr int tickMs = 50; // how often the window hears of progress

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

private:
    mutable std::mutex m_mutex;
    ProgressState m_state;
    std::atomic<bool> m_isCancelled{false};
};

LoadTask::LoadTask(QObject* parent) : QObject(parent) {
    m_ticker.setInterval(tickMs);
    connect(&m_ticker, &QTimer::timeout, this, &LoadTask::reportProgress);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &LoadTask::finish);
}

LoadTask::~LoadTask() {
    cancel();
    m_watcher.waitForFinished();
}

void LoadTask::start(const QStringList& paths) {
    cancel();
    std::vector<std::string> utf8;
    for (const QString& path : paths)
        utf8.push_back(path.toStdString());
    m_progress = std::make_shared<SharedProgress>();
    m_watcher.setFuture(
        QtConcurrent::run([utf8, indexes = m_indexes, progress = m_progress]() -> std::shared_ptr<const LoadedRun> {
            auto run = openRun(utf8, {0, indexes}, *progress);
            return run ? std::make_shared<const LoadedRun>(std::move(run).value()) : nullptr;
        }));
    m_ticker.start();
}

void LoadTask::cancel() {
    if (m_progress)
        m_progress->cancel();
}

void LoadTask::reportProgress() {
    const ProgressState state = m_progress->state();
    emit progressed({QString::fromLatin1(state.stage.data(), static_cast<qsizetype>(state.stage.size())),
                     state.bytesDone, state.sourceBytesDone, state.sourceBytesTotal, state.events, state.fraction});
}

void LoadTask::finish() {
    m_ticker.stop();
    const auto run = m_watcher.result();
    if (!run || m_progress->isCancelled())
        return emit cancelled();
    emit loaded(run);
    if (run->indexes)
        m_keeper.keep(run);
}

} // namespace lanescope
