#include "widgets/panels/panel_parts.h"

#include "widgets/models/column_table_model.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTreeView>

#include <algorithm>
#include <map>

namespace lanescope {

namespace {

constexpr int rowHeight = 22;
constexpr int measuredRows = 60; // for column widths
constexpr int widestColumn = 360, leastStretched = 160;
constexpr double headerScale = 0.9; // of the font of the cells

void copySelection(const QTableView* table) {
    std::map<int, QStringList> rows;
    for (const QModelIndex& index : table->selectionModel()->selectedIndexes())
        rows[index.row()] << index.data().toString();
    QStringList lines;
    for (const auto& [row, cells] : rows)
        lines << cells.join(QLatin1Char('\t'));
    if (!lines.isEmpty())
        QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

/// Rows as high as those of the tables.
class TallRows final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return {QStyledItemDelegate::sizeHint(option, index).width(), rowHeight};
    }
};

} // namespace

QTableView* makeTable(QAbstractItemModel* model, int stretched) {
    auto* table = new QTableView;
    auto* proxy = new QSortFilterProxyModel(table);
    proxy->setSourceModel(model);
    proxy->setSortRole(ColumnTableModel::sortRole);
    table->setModel(proxy);
    table->setSortingEnabled(true);
    table->sortByColumn(-1, Qt::DescendingOrder);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setFrameShape(QFrame::NoFrame);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->setWordWrap(false);
    table->setTextElideMode(Qt::ElideRight);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(rowHeight);
    QFont small = table->font();
    small.setPointSizeF(small.pointSizeF() * headerScale);
    table->horizontalHeader()->setFont(small);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setStretchLastSection(false);
    auto* copy = new QShortcut(QKeySequence::Copy, table, nullptr, nullptr, Qt::WidgetShortcut);
    QObject::connect(copy, &QShortcut::activated, table, [table] { copySelection(table); });
    QObject::connect(proxy, &QAbstractItemModel::modelReset, table,
                     [table, stretched] { fitColumns(table, stretched); });
    return table;
}

void fitColumns(QTableView* table, int stretched) {
    QHeaderView* header = table->horizontalHeader();
    header->setResizeContentsPrecision(measuredRows);
    int others = 0, wanted = 0; // width of the other columns; of the stretched one to be readable
    for (int column = 0; column < header->count(); ++column) {
        header->setSectionResizeMode(column, QHeaderView::Interactive);
        table->resizeColumnToContents(column);
        const int width = std::min(header->sectionSize(column), column == stretched ? leastStretched : widestColumn);
        header->resizeSection(column, width);
        (column == stretched ? wanted : others) += width;
    }
    if (stretched < header->count() && others + wanted <= table->viewport()->width())
        header->setSectionResizeMode(stretched, QHeaderView::Stretch); // else the reader scrolls
}

QTreeView* makeTree(QAbstractItemModel* model) {
    auto* tree = new QTreeView;
    tree->setModel(model);
    tree->setItemDelegate(new TallRows(tree));
    tree->setUniformRowHeights(true);
    tree->setFrameShape(QFrame::NoFrame);
    tree->setAlternatingRowColors(true);
    tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    tree->setHeaderHidden(true);
    tree->setIndentation(14);
    return tree;
}

QLabel* makeNote(const QString& text) {
    auto* note = new QLabel(text);
    note->setAlignment(Qt::AlignCenter);
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    note->setMargin(16);
    return note;
}

} // namespace lanescope
