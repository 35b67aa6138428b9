#include "widgets/load/load_bar.h"

#include "core/base/format.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanescope {

namespace {

constexpr int barSteps = 1000;
constexpr int barWidth = 420, stripBarWidth = 180;
constexpr int stripMargin = 8;

QString bytesText(quint64 bytes) { return QString::fromStdString(formatBytes(static_cast<double>(bytes))); }

} // namespace

LoadBar::LoadBar(Shape shape, QWidget* parent)
    : QWidget(parent), m_title(new QLabel), m_detail(new QLabel), m_bar(new QProgressBar) {
    m_bar->setRange(0, barSteps);
    m_bar->setTextVisible(false);
    m_detail->setForegroundRole(QPalette::PlaceholderText);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    auto* cancel = new QPushButton(tr("Cancel"));
    connect(cancel, &QPushButton::clicked, this, &LoadBar::cancelRequested);
    if (shape == Shape::Page)
        layOutPage(cancel);
    else
        layOutStrip(cancel);
}

void LoadBar::layOutPage(QWidget* cancel) {
    m_bar->setFixedWidth(barWidth);
    auto* column = new QVBoxLayout(this);
    column->addStretch();
    for (QWidget* widget : std::initializer_list<QWidget*>{m_title, m_bar, m_detail, cancel})
        column->addWidget(widget, 0, Qt::AlignHCenter);
    column->addStretch();
    column->setSpacing(8);
}

void LoadBar::layOutStrip(QWidget* cancel) {
    m_bar->setFixedWidth(stripBarWidth);
    m_detail->setToolTip(tr("The view and its figures are of what has been read so far"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(stripMargin, stripMargin / 2, stripMargin, stripMargin / 2);
    row->setSpacing(stripMargin);
    row->addWidget(m_title);
    row->addWidget(m_bar);
    row->addWidget(m_detail, 1);
    row->addWidget(cancel);
}

void LoadBar::setName(const QString& name) {
    m_title->setText(tr("Opening %1").arg(name));
    m_detail->setText(tr("Looking at the files"));
    m_bar->setValue(0);
}

void LoadBar::showStatus(const LoadStatus& status) {
    m_bar->setValue(static_cast<int>(status.fraction * barSteps));
    if (status.stage.isEmpty())
        return;
    m_detail->setText(tr("%1 · %2 of %3 · %4 decoded · %5 events")
                          .arg(status.stage, bytesText(status.sourceBytes), bytesText(status.sourceTotal),
                               bytesText(status.decodedBytes),
                               QString::fromStdString(formatCount(static_cast<std::int64_t>(status.events)))));
}

} // namespace lanescope
