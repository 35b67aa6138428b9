#include "widgets/models/column_table_model.h"

namespace lanescope {

void ColumnTableModel::setContent(TableContent content) {
    beginResetModel();
    m_content = std::move(content);
    endResetModel();
}

int ColumnTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_content.rows; }

int ColumnTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_content.columns.size());
}

QVariant ColumnTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const TableColumn& column = m_content.columns[static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return column.text(index.row());
    case Qt::ToolTipRole:
        return column.tooltip ? column.tooltip(index.row()) : column.text(index.row());
    case Qt::TextAlignmentRole:
        return QVariant((column.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case sortRole:
        return column.sortKey ? column.sortKey(index.row()) : QVariant(column.text(index.row()));
    case exactRole:
        return column.exact ? column.exact(index.row()) : column.text(index.row());
    default:
        return {};
    }
}

QVariant ColumnTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const TableColumn& column = m_content.columns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole)
        return column.title;
    if (role == Qt::TextAlignmentRole)
        return QVariant((column.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

} // namespace lanescope
