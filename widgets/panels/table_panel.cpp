#include "widgets/panels/table_panel.h"

#include "widgets/panels/panel_parts.h"

#include <QLabel>
#include <QStackedLayout>
#include <QTableView>

namespace lanescope {

TablePanel::TablePanel(MakeTable make, int stretchedColumn, const QString& note, QWidget* parent)
    : QWidget(parent), m_make(std::move(make)), m_stack(new QStackedLayout(this)) {
    m_stack->addWidget(makeNote(note));
    m_stack->addWidget(makeTable(&m_model, stretchedColumn));
}

void TablePanel::setRun(std::shared_ptr<const LoadedRun> run) {
    m_model.setContent(run ? m_make(std::move(run)) : TableContent{});
    m_stack->setCurrentIndex(m_model.rowCount() > 0 ? 1 : 0);
}

} // namespace lanescope
