// DetailsPanel: everything there is to say of one slice.
#pragma once

#include "core/ingest/event_reader.h"
#include "core/session/loaded_run.h"
#include "widgets/load/latest_task.h"
#include "widgets/models/column_table_model.h"

#include <QWidget>

#include <memory>

class QSplitter;
class QStackedLayout;
class QTextBrowser;

namespace lanescope {

/// Arguments are read again from the trace on a worker; the newest request wins.
class DetailsPanel : public QWidget {
    Q_OBJECT
public:
    explicit DetailsPanel(QWidget* parent = nullptr);
    void setRun(std::shared_ptr<const LoadedRun> run);
    /// None clears.
    void showSlice(SliceId slice);

signals:
    void sliceActivated(lanescope::SliceId slice); // a link was followed
    void argumentsShown();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    using Reading = std::shared_ptr<const Result<EventText>>;
    QString captionHtml(SliceId slice) const;
    QString linksHtml(SliceId slice) const;
    void fitCaption();
    void showCaption(const QString& problem);
    void showArguments(const Reading& reading);

    std::shared_ptr<const LoadedRun> m_run;
    SliceId m_slice;
    ColumnTableModel m_fields;
    QTextBrowser* m_caption;
    QSplitter* m_parts;
    bool m_isDivided = false; // by the reader
    QStackedLayout* m_stack;
    LatestTask<Reading> m_reader;
};

} // namespace lanescope
