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

#include <algorithm>
#include <optional>

namespace lanescope {

namespace {

constexpr int devicesWidth = 775, namesWidth = 805; // at first; the reader may drag

} // namespace

SelectionPanel::SelectionPanel(QWidget* parent)
    : QWidget(parent), m_title(new QLabel), m_deviceTable(makeTable(&m_devices, 0)),
      m_withHost(new QCheckBox(tr("Host slices and annotations too"))), m_stack(new QStackedLayout(this)),
      m_task([this](const SummaryPtr& summary) { showSummary(summary); }) {
    m_deviceTable->setObjectName(QStringLiteral("devices"));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 4, 8, 0);
    head->addWidget(m_title, 1);
    head->addWidget(m_withHost);
    auto* tables = new QSplitter;
    tables->addWidget(m_deviceTable);
    auto* names = makeTable(&m_names, 0);
    names->setObjectName(QStringLiteral("names"));
    tables->addWidget(names);
    tables->setSizes({devicesWidth, namesWidth});
    tables->setChildrenCollapsible(false);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 4, 0, 0);
    column->addLayout(head);
    column->addWidget(tables, 1);
    m_stack->addWidget(makeNote(tr("Drag over the timeline to measure a range: compute, communication, overlap, "
                                   "exposed and idle time per device, and every name in it.")));
    m_stack->addWidget(content);
    connect(m_withHost, &QCheckBox::toggled, this, &SelectionPanel::showNames);
}

void SelectionPanel::setRun(std::shared_ptr<const LoadedRun> run) {
    m_run = std::move(run);
    showSpan({});
}

void SelectionPanel::showSpan(TimeSpan span) {
    m_span = span;
    m_task.drop();
    m_summary.reset();
    const auto summed = !span.isEmpty() ? std::optional(span) : m_run ? m_run->run->span : std::nullopt;
    if (!summed) {
        m_stack->setCurrentIndex(0);
        return;
    }
    m_task.start([run = m_run, span = *summed] {
        return std::make_shared<const SelectionSummary>(summarizeSelection(*run->index, span));
    });
}

QString SelectionPanel::titleText() const {
    const TimeNs length = m_summary->span.duration();
    const QString duration = QString::fromStdString(formatDuration(length));
    if (m_span.isEmpty())
        return tr("<b>Whole run, %1.</b> Drag over the timeline to measure a range.").arg(duration);
    const TimeNs resolution = std::max<TimeNs>(1, length / 1000);
    return tr("<b>%1 selected,</b> from %2 to %3")
        .arg(duration, QString::fromStdString(formatInstant(m_span.begin, resolution)),
             QString::fromStdString(formatInstant(m_span.end, resolution)));
}

void SelectionPanel::showSummary(const SummaryPtr& summary) {
    m_summary = summary;
    m_title->setText(titleText());
    m_title->setToolTip(QString::fromStdString(formatNanoseconds(m_summary->span.duration())));
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
