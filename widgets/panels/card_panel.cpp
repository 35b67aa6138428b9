#include "widgets/panels/card_panel.h"

#include "core/base/text.h"
#include "widgets/models/card_model.h"
#include "widgets/panels/panel_parts.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QShortcut>
#include <QStackedLayout>
#include <QTreeView>
#include <QVBoxLayout>

namespace lanescope {

CardPanel::CardPanel(QWidget* parent)
    : QWidget(parent), m_search(new QLineEdit), m_tree(makeTree(&m_filtered)), m_note(makeNote({})),
      m_source(new QLabel), m_stack(new QStackedLayout(this)) {
    m_filtered.setSourceModel(&m_model);
    m_filtered.setRecursiveFilteringEnabled(true);
    m_filtered.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filtered.setFilterKeyColumn(-1);
    m_search->setPlaceholderText(tr("Search the card"));
    m_search->setClearButtonEnabled(true);
    m_source->setForegroundRole(QPalette::PlaceholderText);
    m_source->setTextInteractionFlags(Qt::TextSelectableByMouse);
    connect(m_search, &QLineEdit::textChanged, this, &CardPanel::filter);
    auto* copy = new QShortcut(QKeySequence::Copy, m_tree, nullptr, nullptr, Qt::WidgetShortcut);
    connect(copy, &QShortcut::activated, this, &CardPanel::copyRow);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(8, 8, 8, 4);
    column->addWidget(m_search);
    column->addWidget(m_tree, 1);
    column->addWidget(m_source);
    m_stack->addWidget(m_note);
    m_stack->addWidget(content);
    setRun(nullptr);
}

void CardPanel::filter(const QString& text) {
    m_filtered.setFilterFixedString(text);
    m_tree->expandAll();
}

void CardPanel::copyRow() {
    const QModelIndex index = m_tree->currentIndex();
    if (!index.isValid())
        return;
    const QString label = index.siblingAtColumn(0).data().toString();
    const QString value = index.siblingAtColumn(1).data().toString();
    QGuiApplication::clipboard()->setText(value.isEmpty() ? label : label + QLatin1Char('\t') + value);
}

void CardPanel::setRun(std::shared_ptr<const LoadedRun> run) {
    const bool hasCard = run && run->card;
    fillCardModel(m_model, hasCard ? &*run->card : nullptr);
    m_tree->expandAll();
    m_tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_tree->header()->setStretchLastSection(true);
    m_stack->setCurrentIndex(hasCard ? 1 : 0);
    if (!run)
        m_note->setText(tr("Open a data-point folder to see its workload card."));
    else if (run->cardPath.empty())
        m_note->setText(
            tr("There is no workload card beside these traces. Open the folder that holds one to see it here."));
    else
        m_note->setText(tr("The card %1 could not be read; Diagnostics says where and why.")
                            .arg(QString::fromStdString(run->cardPath)));
    if (hasCard)
        m_source->setText(QString::fromStdString(displayText(baseName(run->cardPath))));
}

} // namespace lanescope
