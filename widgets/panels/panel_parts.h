// What the panels are put together from: tables that look alike, and notes for when there is nothing to show.
#pragma once

#include <QString>

class QLabel;
class QTableView;
class QTreeView;
class QAbstractItemModel;

namespace lanescope {

/// A read-only table over `model`, sortable by ColumnTableModel::sortRole, rows copied with Ctrl+C. `stretched` is the
/// column that takes the room that is left, if that is enough to read it.
QTableView* makeTable(QAbstractItemModel* model, int stretched);
/// A read-only tree over `model` that looks like the tables.
QTreeView* makeTree(QAbstractItemModel* model);
/// A centred grey sentence that says what to do.
QLabel* makeNote(const QString& text);

} // namespace lanescope
