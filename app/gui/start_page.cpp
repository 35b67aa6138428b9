#include "app/gui/start_page.h"

#include "app/gui/recent_files.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanescope {

namespace {

constexpr int pageWidth = 720;

QLabel* heading(const QString& text, double factor) {
    auto* label = new QLabel(text);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * factor);
    font.setBold(true);
    label->setFont(font);
    return label;
}

QLabel* sentence(const QString& text) {
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

/// A button with a title and a sentence below it.
QPushButton* card(const QString& title, const QString& text) {
    auto* button = new QPushButton;
    auto* column = new QVBoxLayout(button);
    column->setContentsMargins(14, 10, 14, 10);
    column->setSpacing(2);
    for (QLabel* label : {heading(title, 1), sentence(text)}) {
        label->setAttribute(Qt::WA_TransparentForMouseEvents);
        column->addWidget(label);
    }
    button->setMinimumHeight(column->sizeHint().height());
    button->setAccessibleName(title);
    button->setAccessibleDescription(text);
    return button;
}

} // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent), m_recent(new QVBoxLayout), m_failure(new QLabel) {
    m_failure->setWordWrap(true);
    m_failure->setFrameShape(QFrame::StyledPanel);
    m_failure->setMargin(10);
    auto* page = new QWidget;
    page->setFixedWidth(pageWidth);
    auto* column = new QVBoxLayout(page);
    column->setSpacing(8);
    column->addWidget(heading(tr("Lanescope"), 2.2));
    column->addWidget(sentence(tr("See where communication hides behind computation, and where it does not. Open "
                                  "traces of PyTorch (Kineto) or any Chrome trace JSON, "
                                  "plain, .gz or .zst; drop files or a data-point folder anywhere on this window.")));
    column->addSpacing(8);
    column->addWidget(m_failure);
    auto* buttons = new QHBoxLayout;
    auto* files = new QPushButton(tr("Open files…"));
    auto* folder = new QPushButton(tr("Open data-point folder…"));
    files->setDefault(true);
    for (QPushButton* button : {files, folder}) {
        button->setMinimumHeight(36);
        buttons->addWidget(button);
    }
    column->addLayout(buttons);
    column->addSpacing(16);
    column->addWidget(heading(tr("Built-in sample: one model, two parallel plans"), 1.1));
    auto* samples = new QHBoxLayout;
    samples->setSpacing(8);
    const QString sampleTexts[2][2] = {
        {tr("Fully sharded on 8 ranks"), tr("More overlap, and yet a longer step")},
        {tr("Tensor parallel 4, data parallel 2"), tr("Less overlap, and a shorter step")},
    };
    for (int i = 0; i < 2; ++i) {
        auto* sample = card(sampleTexts[i][0], sampleTexts[i][1]);
        connect(sample, &QPushButton::clicked, this, [this, i] { emit sampleRequested(i); });
        samples->addWidget(sample, 1);
    }
    column->addLayout(samples);
    column->addSpacing(16);
    column->addLayout(m_recent);
    auto* outer = new QVBoxLayout(this);
    outer->addStretch(2);
    outer->addWidget(page, 0, Qt::AlignHCenter);
    outer->addStretch(3);
    connect(files, &QPushButton::clicked, this, &StartPage::openFilesRequested);
    connect(folder, &QPushButton::clicked, this, &StartPage::openFolderRequested);
    refresh();
}

void StartPage::refresh(const QString& failure) {
    m_failure->setText(failure.isEmpty() ? failure : QStringLiteral("⚠ ") + failure);
    m_failure->setVisible(!failure.isEmpty());
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    const QStringList entries = recentRuns();
    if (entries.isEmpty())
        return;
    m_recent->addWidget(heading(tr("Recent"), 1.1));
    for (const QString& entry : entries.mid(0, 6)) {
        auto* link = new QLabel(QStringLiteral("<a href='open'>%1</a>").arg(titleOfRecent(entry).toHtmlEscaped()));
        link->setToolTip(pathsOfRecent(entry).join(QLatin1Char('\n')));
        connect(link, &QLabel::linkActivated, this, [this, entry] { emit recentRequested(pathsOfRecent(entry)); });
        m_recent->addWidget(link);
    }
}

} // namespace lanescope
