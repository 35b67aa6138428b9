// LoadTask: opens a run on a worker thread and tells the window how far it is.
#pragma once

#include "core/session/open_run.h"
#include "widgets/load/index_keeper.h"

#include <QFutureWatcher>
#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>

#include <memory>

namespace lanescope {

/// What the window shows of a load under way; a copy that belongs to the GUI thread.
struct LoadStatus {
    QString stage;
    quint64 decodedBytes = 0, sourceBytes = 0, sourceTotal = 0, events = 0;
    double fraction = 0;
};

/// One load at a time: starting another cancels the one before, of which nothing more is heard. Signals come in the GUI
/// thread; destruction cancels and waits.
class LoadTask : public QObject {
    Q_OBJECT
public:
    explicit LoadTask(QObject* parent = nullptr);
    ~LoadTask() override;

    /// Runs opened before are mapped from these, and opened ones kept in them. Null, as at first: neither.
    void setIndexes(std::shared_ptr<const IndexStore> indexes) { m_indexes = std::move(indexes); }
    void start(const QStringList& paths);
    /// Answers at once; the workers end and free what they hold soon after.
    void cancel();
    bool isRunning() const { return m_progress != nullptr; }

signals:
    void progressed(const lanescope::LoadStatus& status);
    void
    grew(std::shared_ptr<const lanescope::LoadedRun> snapshot); // what has been read so far of a run that takes long
    void loaded(std::shared_ptr<const lanescope::LoadedRun> run);
    void cancelled();

private:
    class SharedProgress;
    void abandon();
    void finish();
    void reportProgress();

    std::shared_ptr<SharedProgress> m_progress; // of the load under way, null when there is none
    std::shared_ptr<const IndexStore> m_indexes;
    IndexKeeper m_keeper;
    QThreadPool m_workers; // of the load under way and of abandoned ones that have not ended yet
    QFutureWatcher<std::shared_ptr<const LoadedRun>> m_watcher;
    QTimer m_ticker;
};

} // namespace lanescope
