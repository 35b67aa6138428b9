#include "widgets/panels/selection_panel.h"

#include "core/base/format.h"
#include "widgets/models/run_tables.h"
#include "widgets/panels/panel_parts.h"

#include <QHeaderView>
#include <QLabel>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>
#include <QtConcurrent>

#include <algorithm>

namespace lanescope {

namespace {

constexpr int mostDeviceRows = 9; // that are visible without scrolling

} // namespace

SelectionPanel::SelectionPanel(QWidget* parent)
    : QWidget(parent), m_title(new QLabel), m_deviceTable(makeTable(&m_devices, 0)), m_stack(new QStackedLayout(this)) {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 4, 0, 0);
    m_title->setContentsMargins(8, 4, 8, 0);
    column->addWidget(m_title);
    column->addWidget(m_deviceTable);
    column->addWidget(makeTable(&m_names, 0), 1);
    m_stack->addWidget(makeNote(tr("Drag over the timeline to measure a range: compute, communication, overlap, "
                                   "exposed and idle time per device, and every name in it.")));
    m_stack->addWidget(content);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
        const auto summary = m_watcher.result();
        if (summary && summary->span == m_span && m_run)
            show(*summary);
    });
}

SelectionPanel::~SelectionPanel() { m_watcher.waitForFinished(); }

void SelectionPanel::setRun(std::shared_ptr<const LoadedRun> run) {
    m_run = std::move(run);
    showSpan({});
}

void SelectionPanel::showSpan(TimeSpan span) {
    m_span = span;
    if (!m_run || span.isEmpty()) {
        m_stack->setCurrentIndex(0);
        return;
    }
    m_watcher.setFuture(QtConcurrent::run([run = m_run, span] {
        return std::make_shared<const SelectionSummary>(summarizeSelection(*run->index, span));
    }));
}

void SelectionPanel::show(const SelectionSummary& summary) {
    m_title->setText(tr("<b>%1</b> selected, from %2")
                         .arg(QString::fromStdString(formatDuration(summary.span.duration())),
                              QString::fromStdString(formatInstant(
                                  summary.span.begin, std::max<TimeNs>(1, summary.span.duration() / 1000)))));
    m_title->setToolTip(QString::fromStdString(formatNanoseconds(summary.span.duration())));
    m_devices.setContent(deviceTable(m_run, summary));
    m_names.setContent(nameTable(m_run, summary));
    m_deviceTable->setVisible(m_devices.rowCount() > 0);
    const int rows = std::min(m_devices.rowCount(), mostDeviceRows);
    m_deviceTable->setFixedHeight(m_deviceTable->horizontalHeader()->sizeHint().height() +
                                  rows * m_deviceTable->verticalHeader()->defaultSectionSize() + 4);
    m_stack->setCurrentIndex(1);
    emit summarized();
}

} // namespace lanescope
