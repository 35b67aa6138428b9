// DetailsPanel: everything there is to say of one slice.
#pragma once

#include "core/ingest/event_reader.h"
#include "core/session/loaded_run.h"
#include "widgets/models/column_table_model.h"

#include <QFutureWatcher>
#include <QWidget>

#include <memory>

class QLabel;
class QStackedLayout;

namespace lanescope {

/// Arguments are read again from the trace on a worker; the newest request wins.
class DetailsPanel : public QWidget {
    Q_OBJECT
public:
    explicit DetailsPanel(QWidget* parent = nullptr);
    ~DetailsPanel() override;
    void setRun(std::shared_ptr<const LoadedRun> run);
    /// None clears.
    void showSlice(SliceId slice);

signals:
    void sliceActivated(lanescope::SliceId slice); // a link was followed
    void argumentsShown();

private:
    struct Reading {
        SliceId slice;
        Result<EventText> event;
    };
    QString captionHtml(SliceId slice) const;
    QString linksHtml(SliceId slice) const;
    void show(const Reading& reading);

    std::shared_ptr<const LoadedRun> m_run;
    SliceId m_slice;
    ColumnTableModel m_fields;
    QFutureWatcher<std::shared_ptr<const Reading>> m_watcher;
    QLabel* m_caption;
    QLabel* m_links;
    QLabel* m_problem;
    QStackedLayout* m_stack;
};

} // namespace lanescope
