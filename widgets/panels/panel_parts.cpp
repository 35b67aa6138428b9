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

namespace lanescope {

namespace {

constexpr int rowHeight = 22;
constexpr int measuredRows = 60; // for column widths
constexpr int widestColumn = 360, leastStretched = 160;
constexpr double headerScale = 0.9; // of the font of the cells

/// The chosen rows with all digits, under their titles when there are several.
void copySelection(const QTableView* table) {
    const QAbstractItemModel& model = *table->model();
    const auto lineOf = [&](auto cell) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells << cell(column);
        return cells.join(QLatin1Char('\t'));
    };
    QModelIndexList rows = table->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    if (rows.size() > 1)
        lines << lineOf([&](int column) { return model.headerData(column, Qt::Horizontal).toString(); });
    for (const QModelIndex& row : rows)
        lines << lineOf(
            [&](int column) { return row.siblingAtColumn(column).data(ColumnTableModel::exactRole).toString(); });
    if (!lines.isEmpty())
        QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

/// Columns fit their first rows; one takes the room that is left, and where there is none the reader scrolls.
class FittedTable final : public QTableView {
public:
    explicit FittedTable(int stretched) : m_stretched(stretched) {}

    void fitColumns() {
        QHeaderView* header = horizontalHeader();
        header->setResizeContentsPrecision(measuredRows);
        for (int column = 0; column < header->count(); ++column) {
            header->setSectionResizeMode(column, QHeaderView::Interactive);
            resizeColumnToContents(column);
            header->resizeSection(column, std::min(header->sectionSize(column), widestColumn));
        }
        stretch();
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QTableView::resizeEvent(event);
        stretch();
    }

private:
    void stretch() {
        QHeaderView* header = horizontalHeader();
        if (m_stretched >= header->count())
            return;
        const int others = header->length() - header->sectionSize(m_stretched);
        const bool hasRoom = viewport()->width() - others >= leastStretched;
        header->setSectionResizeMode(m_stretched, hasRoom ? QHeaderView::Stretch : QHeaderView::Interactive);
        if (!hasRoom)
            header->resizeSection(m_stretched, leastStretched);
    }

    int m_stretched;
};

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
    auto* table = new FittedTable(stretched);
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
    QObject::connect(proxy, &QAbstractItemModel::modelReset, table, &FittedTable::fitColumns);
    return table;
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
