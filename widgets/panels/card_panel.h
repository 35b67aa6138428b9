// CardPanel: the workload card, grouped, searchable, copyable.
#pragma once

#include "core/session/loaded_run.h"

#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QWidget>

#include <memory>

class QLabel;
class QLineEdit;
class QStackedLayout;
class QTreeView;

namespace lanescope {

class CardPanel : public QWidget {
    Q_OBJECT
public:
    explicit CardPanel(QWidget* parent = nullptr);
    void setRun(std::shared_ptr<const LoadedRun> run);

private:
    void copyRow();
    void filter(const QString& text);
    QStandardItemModel m_model;
    QSortFilterProxyModel m_filtered;
    QLineEdit* m_search;
    QTreeView* m_tree;
    QLabel* m_note;
    QLabel* m_source;
    QStackedLayout* m_stack;
};

} // namespace lanescope
