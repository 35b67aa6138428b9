#include "widgets/panels/panel_parts.h"

#include "widgets/models/column_table_model.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <algorithm>
#include <map>

namespace lanescope {

namespace {

constexpr int rowHeight = 22;
constexpr int measuredRows = 60; // for column widths
constexpr int widestColumn = 360;

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
    for (int column = 0; column < header->count(); ++column) {
        if (column == stretched) {
            header->setSectionResizeMode(column, QHeaderView::Stretch);
            continue;
        }
        header->setSectionResizeMode(column, QHeaderView::Interactive);
        table->resizeColumnToContents(column);
        header->resizeSection(column, std::min(header->sectionSize(column), widestColumn));
    }
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
