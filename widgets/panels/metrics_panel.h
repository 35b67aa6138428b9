// MetricsPanel: the efficiency metrics, each with its definition and the spans that prove it.
#pragma once

#include "core/metrics/metric.h"
#include "core/session/loaded_run.h"
#include "widgets/load/latest_task.h"
#include "widgets/models/column_table_model.h"

#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QStackedLayout;
class QTableView;

namespace lanescope {

/// Values and evidence are computed on workers; the newest request wins.
class MetricsPanel : public QWidget {
    Q_OBJECT
public:
    explicit MetricsPanel(QWidget* parent = nullptr);
    void setRun(std::shared_ptr<const LoadedRun> run);

signals:
    void computed();
    /// The spans behind the metric that was chosen; `title` names it.
    void evidenceChosen(const QString& title, std::vector<lanescope::Evidence> spans);

private:
    struct Values {
        std::shared_ptr<const LoadedRun> run;
        MetricScope scope;
        std::vector<MetricResult> results; // as builtinMetrics()
    };
    using ValuesPtr = std::shared_ptr<const Values>;
    struct Chosen {
        ValuesPtr of;
        std::size_t metric = 0;
        std::vector<Evidence> spans;
    };

    void fillScopes();
    void computeValues();
    void showValues(const ValuesPtr& values);
    void chooseRow(int row);
    QString explanationOf(std::size_t metric) const;

    std::shared_ptr<const LoadedRun> m_run;
    ValuesPtr m_values;
    ColumnTableModel m_model;
    QComboBox* m_scope;
    QTableView* m_table;
    QLabel* m_explanation;
    QStackedLayout* m_stack;
    LatestTask<ValuesPtr> m_valueTask;
    LatestTask<std::shared_ptr<const Chosen>> m_evidenceTask;
};

} // namespace lanescope
