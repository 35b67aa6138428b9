#include "widgets/models/card_model.h"

#include "core/card/card_sections.h"

#include <QCoreApplication>
#include <QStandardItemModel>

namespace lanescope {

namespace {

QStandardItem* readOnly(const QString& text) {
    auto* item = new QStandardItem(text);
    item->setEditable(false);
    return item;
}

QStandardItem* sectionItem(const CardRows& section) {
    QStandardItem* title = readOnly(QString::fromStdString(std::string(titleOf(section.section))));
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    for (const CardRow& row : section.rows) {
        QStandardItem* label = readOnly(QString::fromStdString(row.label));
        QStandardItem* value = readOnly(QString::fromStdString(row.value));
        const QString place =
            QCoreApplication::translate("CardModel", "%1, line %2").arg(QString::fromStdString(row.path)).arg(row.line);
        label->setToolTip(place);
        value->setToolTip(value->text().isEmpty() ? place : value->text() + QLatin1Char('\n') + place);
        title->appendRow({label, value});
    }
    return title;
}

} // namespace

void fillCardModel(QStandardItemModel& model, const WorkloadCard* card) {
    model.clear();
    model.setHorizontalHeaderLabels(
        {QCoreApplication::translate("CardModel", "Field"), QCoreApplication::translate("CardModel", "Value")});
    if (!card)
        return;
    for (const CardRows& section : sectionsOf(*card))
        model.appendRow({sectionItem(section), readOnly({})});
}

} // namespace lanescope
