// SelectionPanel: exact figures and a table of names for a range of time.
#pragma once

#include "core/index/selection_summary.h"
#include "core/session/loaded_run.h"
#include "widgets/load/latest_task.h"
#include "widgets/models/column_table_model.h"

#include <QWidget>

#include <memory>

class QCheckBox;
class QLabel;
class QStackedLayout;
class QTableView;

namespace lanescope {

/// Shows the whole run while no range is selected. Sums are made on a worker; the newest request wins.
class SelectionPanel : public QWidget {
    Q_OBJECT
public:
    explicit SelectionPanel(QWidget* parent = nullptr);
    void setRun(std::shared_ptr<const LoadedRun> run);
    /// An empty span means the whole run.
    void showSpan(TimeSpan span);

signals:
    void summarized(); // the tables show the newest span

private:
    using SummaryPtr = std::shared_ptr<const SelectionSummary>;
    void showSummary(const SummaryPtr& summary);
    QString titleText() const;
    void showNames();
    std::shared_ptr<const LoadedRun> m_run;
    TimeSpan m_span; // empty: nothing is selected
    ColumnTableModel m_devices, m_names;
    SummaryPtr m_summary; // of m_span or the whole run
    QLabel* m_title;
    QTableView* m_deviceTable;
    QCheckBox* m_withHost;
    QStackedLayout* m_stack;
    LatestTask<SummaryPtr> m_task;
};

} // namespace lanescope
