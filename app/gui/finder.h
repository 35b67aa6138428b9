// Finder: the search by name of the window, from letters typed to slices walked.
#pragma once

#include "core/session/loaded_run.h"
#include "widgets/load/latest_task.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace lanescope {

/// Names are matched at once (there are few); counting and walking look at every slice, on a worker.
class Finder : public QObject {
    Q_OBJECT
public:
    /// A match, which one it is in time order, and how many there are. Without a match all is none.
    struct Place {
        SliceId slice;
        quint64 number = 0; // from 1; 0: not at a match
        quint64 total = 0;
    };

    explicit Finder(QObject* parent = nullptr);
    /// Ends the search; null for no run.
    void setRun(std::shared_ptr<const LoadedRun> run);
    void setText(const QString& text);
    /// Finds the next (or previous) match from `from`.
    void walk(SliceId from, bool isForward);

signals:
    void matchingChanged(const std::vector<bool>& matching); // by descriptor; empty: no search
    void placed(const lanescope::Finder::Place& place);      // counted, or walked to a slice

private:
    using Matching = std::shared_ptr<const std::vector<bool>>;
    std::shared_ptr<const LoadedRun> m_run;
    Matching m_matching;
    LatestTask<Place> m_task;
};

} // namespace lanescope
