#include "widgets/panels/selection_panel.h"

#include "core/base/format.h"
#include "widgets/models/run_tables.h"
#include "widgets/panels/panel_parts.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>
#include <QtConcurrent>

#include <algorithm>

namespace lanescope {

SelectionPanel::SelectionPanel(QWidget* parent)
    : QWidget(parent), m_title(new QLabel), m_deviceTable(makeTable(&m_devices, 0)),
      m_withHost(new QCheckBox(tr("Host slices and annotations too"))), m_stack(new QStackedLayout(this)) {
    m_deviceTable->setObjectName(QStringLiteral("devices"));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 4, 8, 0);
    head->addWidget(m_title, 1);
    head->addWidget(m_withHost);
    auto* tables = new QSplitter;
    tables->addWidget(m_deviceTable);
    tables->addWidget(makeTable(&m_names, 0));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 4, 0, 0);
    column->addLayout(head);
    column->addWidget(tables, 1);
    m_stack->addWidget(makeNote(tr("Drag over the timeline to measure a range: compute, communication, overlap, "
                                   "exposed and idle time per device, and every name in it.")));
    m_stack->addWidget(content);
    connect(m_withHost, &QCheckBox::toggled, this, &SelectionPanel::showNames);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
        const SummaryPtr summary = m_watcher.result();
        if (summary && summary->span == m_span && m_run)
            show(summary);
    });
}

SelectionPanel::~SelectionPanel() { m_watcher.waitForFinished(); }

void SelectionPanel::setRun(std::shared_ptr<const LoadedRun> run) {
    m_run = std::move(run);
    showSpan({});
}

void SelectionPanel::showSpan(TimeSpan span) {
    m_span = span;
    m_summary.reset();
    if (!m_run || span.isEmpty()) {
        m_stack->setCurrentIndex(0);
        return;
    }
    m_watcher.setFuture(QtConcurrent::run([run = m_run, span] {
        return std::make_shared<const SelectionSummary>(summarizeSelection(*run->index, span));
    }));
}

void SelectionPanel::show(SummaryPtr summary) {
    m_summary = std::move(summary);
    const TimeNs length = m_span.duration();
    m_title->setText(tr("<b>%1</b> selected, from %2")
                         .arg(QString::fromStdString(formatDuration(length)),
                              QString::fromStdString(formatInstant(m_span.begin, std::max<TimeNs>(1, length / 1000)))));
    m_title->setToolTip(QString::fromStdString(formatNanoseconds(length)));
    m_devices.setContent(deviceTable(m_run, *m_summary));
    m_deviceTable->setVisible(m_devices.rowCount() > 0);
    showNames();
    m_stack->setCurrentIndex(1);
    emit summarized();
}

void SelectionPanel::showNames() {
    const bool hasDevices = m_run && !m_run->run->devices.empty();
    if (m_run && m_summary)
        m_names.setContent(nameTable(m_run, *m_summary, m_withHost->isChecked() || !hasDevices));
}

} // namespace lanescope
