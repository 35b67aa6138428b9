#include "app/gui/find_bar.h"

#include "core/base/format.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace lanescope {

FindBar::FindBar(QWidget* parent) : QWidget(parent), m_edit(new QLineEdit), m_count(new QLabel) {
    m_edit->setPlaceholderText(tr("Find slices by name"));
    m_edit->setClearButtonEnabled(true);
    m_edit->setMaximumWidth(420);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(m_edit, 1);
    const auto addButton = [&](const QString& text, const QString& tip, auto action) {
        auto* button = new QToolButton;
        button->setText(text);
        button->setToolTip(tip);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, action);
        row->addWidget(button);
    };
    addButton(QStringLiteral("‹"), tr("Previous match (Shift+Enter)"), [this] { emit nextRequested(false); });
    addButton(QStringLiteral("›"), tr("Next match (Enter)"), [this] { emit nextRequested(true); });
    row->addWidget(m_count);
    row->addStretch(1);
    addButton(QStringLiteral("✕"), tr("Close (Esc)"), [this] { end(); });
    connect(m_edit, &QLineEdit::textChanged, m_count, &QLabel::clear);
    connect(m_edit, &QLineEdit::textChanged, this, &FindBar::textChanged);
    hide();
}

QString FindBar::text() const { return m_edit->text(); }

void FindBar::begin() {
    show();
    m_edit->setFocus();
    m_edit->selectAll();
    emit textChanged(m_edit->text());
}

void FindBar::end() {
    hide();
    emit closed();
}

void FindBar::showPlace(quint64 number, quint64 total) {
    const auto text = [](quint64 n) { return QString::fromStdString(formatCount(static_cast<std::int64_t>(n))); };
    if (total == 0)
        m_count->setText(tr("no slice has this in its name"));
    else if (number == 0)
        m_count->setText(tr("%1 slices").arg(text(total)));
    else
        m_count->setText(tr("%1 of %2 slices").arg(text(number), text(total)));
}

void FindBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        return end();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        emit nextRequested(!event->modifiers().testFlag(Qt::ShiftModifier));
        return;
    }
    QWidget::keyPressEvent(event);
}

} // namespace lanescope
