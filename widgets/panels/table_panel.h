// TablePanel: one table of a run, with a note where there is nothing to show. Findings and inputs are shown with it.
#pragma once

#include "core/session/loaded_run.h"
#include "widgets/models/column_table_model.h"

#include <QWidget>

#include <functional>
#include <memory>

class QStackedLayout;

namespace lanescope {

class TablePanel : public QWidget {
    Q_OBJECT
public:
    using MakeTable = std::function<TableContent(std::shared_ptr<const LoadedRun>)>;
    /// `note` is shown while the table is empty.
    TablePanel(MakeTable make, int stretchedColumn, const QString& note, QWidget* parent = nullptr);
    void setRun(std::shared_ptr<const LoadedRun> run);
    int rowCount() const { return m_model.rowCount(); }

private:
    MakeTable m_make;
    ColumnTableModel m_model;
    QStackedLayout* m_stack;
};

} // namespace lanescope
