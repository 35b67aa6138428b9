#include "widgets/panels/import_notice.h"

#include "widgets/models/import_summary.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace lanescope {

ImportNotice::ImportNotice(QWidget* parent) : QFrame(parent), m_text(new QLabel), m_reasons(new QLabel) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    QFont bold = m_text->font();
    bold.setBold(true);
    m_text->setFont(bold);
    m_reasons->setForegroundRole(QPalette::PlaceholderText);
    m_reasons->setWordWrap(true);
    m_reasons->setTextFormat(Qt::PlainText);
    m_reasons->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_text);
    texts->addWidget(m_reasons);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 6, 8, 6);
    row->addLayout(texts, 1);
    m_inputs = addButton(tr("Inputs"), tr("Show every file, what became of it and why"));
    m_diagnostics = addButton(tr("Diagnostics"), tr("Show every finding with its count and first place"));
    connect(m_inputs, &QToolButton::clicked, this, &ImportNotice::inputsRequested);
    connect(m_diagnostics, &QToolButton::clicked, this, &ImportNotice::diagnosticsRequested);
    connect(addButton(QStringLiteral("✕"), tr("Close this notice")), &QToolButton::clicked, this, &QWidget::hide);
    hide();
}

QToolButton* ImportNotice::addButton(const QString& text, const QString& tip) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    static_cast<QHBoxLayout*>(layout())->addWidget(button, 0, Qt::AlignTop);
    return button;
}

void ImportNotice::setRun(const LoadedRun& run) {
    const auto summary = importSummaryOf(run);
    if (!summary)
        return hide();
    const bool isLoss = summary->severity == Severity::Error;
    tell(isLoss ? QStringLiteral("⚠ ") + summary->text : summary->text, summary->reasons, true);
}

void ImportNotice::showFailure(const QString& text, const QStringList& reasons) {
    tell(QStringLiteral("⚠ ") + text, reasons, false);
}

void ImportNotice::tell(const QString& text, const QStringList& reasons, bool isAboutRun) {
    m_text->setText(text);
    m_reasons->setText(reasons.join(QLatin1Char('\n')));
    m_reasons->setVisible(!reasons.isEmpty());
    m_inputs->setVisible(isAboutRun);
    m_diagnostics->setVisible(isAboutRun);
    show();
}

} // namespace lanescope
