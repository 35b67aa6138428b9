// ColumnTableModel: a table whose columns are functions of the row. Texts are made for visible rows only.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QVariant>

#include <functional>
#include <vector>

namespace lanescope {

/// One column. `sortKey` orders rows (the text does when it is empty); `tooltip` may be empty; `exact` is what is
/// copied (the text when it is empty): all digits, in the unit of the title.
struct TableColumn {
    QString title;
    bool isNumber = false; // right-aligned
    std::function<QString(int)> text;
    std::function<QVariant(int)> sortKey;
    std::function<QString(int)> tooltip;
    std::function<QString(int)> exact = {};
};

/// Rows and columns; the functions own what they show.
struct TableContent {
    int rows = 0;
    std::vector<TableColumn> columns;
};

class ColumnTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// Role by which proxies sort.
    static constexpr int sortRole = Qt::UserRole;
    /// Role of what is copied.
    static constexpr int exactRole = Qt::UserRole + 1;

    explicit ColumnTableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    void setContent(TableContent content);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    TableContent m_content;
};

} // namespace lanescope
