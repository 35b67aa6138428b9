#include "widgets/panels/metrics_panel.h"

#include "core/base/format.h"
#include "core/base/text.h"
#include "widgets/models/run_tables.h"
#include "widgets/panels/panel_parts.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

namespace lanescope {

namespace {

constexpr int tableHeight = 330, explanationHeight = 320; // at first; the reader may drag

QString html(std::string_view text) { return QString::fromStdString(displayText(text)).toHtmlEscaped(); }

const std::vector<Metric>& metrics() { return builtinMetrics(); }

MetricContext contextOf(const LoadedRun& run, MetricScope scope) {
    return {*run.index, run.card ? &*run.card : nullptr, scope};
}

} // namespace

MetricsPanel::MetricsPanel(QWidget* parent)
    : QWidget(parent), m_scope(new QComboBox), m_table(makeTable(&m_model, 0)), m_explanation(new QLabel),
      m_stack(new QStackedLayout(this)), m_valueTask([this](const ValuesPtr& values) { showValues(values); }),
      m_evidenceTask([this](const std::shared_ptr<const Chosen>& chosen) {
          if (chosen->of == m_values)
              emit evidenceChosen(QString::fromUtf8(metrics()[chosen->metric].definition.title.data()), chosen->spans);
      }) {
    m_explanation->setWordWrap(true);
    m_explanation->setTextFormat(Qt::RichText);
    m_explanation->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_explanation->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_explanation->setMargin(8);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_explanation);
    auto* scopeRow = new QHBoxLayout;
    scopeRow->setContentsMargins(8, 6, 8, 0);
    scopeRow->addWidget(new QLabel(tr("Scope")));
    scopeRow->addWidget(m_scope, 1);
    auto* parts = new QSplitter(Qt::Vertical);
    parts->addWidget(m_table);
    parts->addWidget(scroll);
    parts->setSizes({tableHeight, explanationHeight});
    parts->setChildrenCollapsible(false);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(scopeRow);
    column->addWidget(parts, 1);
    m_stack->addWidget(makeNote(
        tr("Open a run to see its metrics. A click on one shows its definition and lights up the spans behind it.")));
    m_stack->addWidget(content);
    connect(m_scope, &QComboBox::activated, this, &MetricsPanel::computeValues);
    const auto choose = [this](const QModelIndex& index) {
        chooseRow(qobject_cast<const QAbstractProxyModel*>(m_table->model())->mapToSource(index).row());
    };
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, choose);
    connect(m_table, &QTableView::clicked, this, choose); // of the current row too: Esc may have ended its highlight
}

void MetricsPanel::fillScopes() {
    m_scope->clear();
    m_scope->addItem(tr("Steady steps"), QStringLiteral("steady"));
    m_scope->addItem(tr("Whole run"), QStringLiteral("run"));
    if (!m_run || m_run->run->steps.empty())
        return;
    const auto steps = m_run->index->steps().stepsOf(m_run->run->steps.front().file);
    for (const std::uint32_t i : steps)
        m_scope->addItem(tr("Step %1").arg(m_run->run->steps[i].number), qlonglong(m_run->run->steps[i].number));
}

void MetricsPanel::setRun(std::shared_ptr<const LoadedRun> run) {
    m_run = std::move(run);
    m_valueTask.drop();
    m_evidenceTask.drop();
    m_values.reset();
    m_model.setContent({});
    m_explanation->clear();
    fillScopes();
    m_stack->setCurrentIndex(m_run ? 1 : 0);
    if (m_run)
        computeValues();
}

void MetricsPanel::computeValues() {
    const QVariant chosen = m_scope->currentData();
    MetricScope scope;
    if (chosen.typeId() == QMetaType::LongLong)
        scope = {MetricScope::Kind::Step, chosen.toLongLong()};
    else
        scope.kind = chosen.toString() == QLatin1String("run") ? MetricScope::Kind::Run : MetricScope::Kind::Steady;
    m_valueTask.start([run = m_run, scope]() -> ValuesPtr {
        Values values{run, scope, {}};
        const MetricContext context = contextOf(*run, scope);
        for (const Metric& metric : metrics())
            values.results.push_back(metric.compute(context));
        return std::make_shared<const Values>(std::move(values));
    });
}

void MetricsPanel::showValues(const ValuesPtr& newest) {
    m_values = newest;
    const auto result = [values = m_values](int row) -> const MetricResult& {
        return values->results[static_cast<std::size_t>(row)];
    };
    const auto unit = [](int row) { return metrics()[static_cast<std::size_t>(row)].definition.unit; };
    const auto isVolume = [unit](int row) { return unit(row) == "B per step"; };
    TableContent table;
    table.rows = static_cast<int>(metrics().size());
    table.columns = {
        {tr("Metric"),
         false,
         [](int row) { return QString::fromUtf8(metrics()[static_cast<std::size_t>(row)].definition.title.data()); },
         {},
         [](int row) {
             return QString::fromUtf8(metrics()[static_cast<std::size_t>(row)].definition.definition.data());
         }},
        {tr("Value"), true,
         [result, isVolume](int row) {
             const auto& value = result(row).value;
             if (!value)
                 return tr("n/a");
             return QString::fromStdString(isVolume(row) ? formatBytes(*value) : formatSignificant(*value, 4));
         },
         [result](int row) { return QVariant(result(row).value.value_or(-1)); },
         [result](int row) {
             return result(row).value ? QString::number(*result(row).value, 'g', 17)
                                      : QString::fromStdString(result(row).absentBecause);
         },
         [result](int row) { return result(row).value ? QString::number(*result(row).value, 'g', 17) : tr("n/a"); }},
        {tr("Unit"),
         false,
         [unit, isVolume](int row) { return isVolume(row) ? tr("per step") : QString::fromUtf8(unit(row).data()); },
         {},
         {},
         [unit](int row) { return QString::fromUtf8(unit(row).data()); }}};
    m_model.setContent(std::move(table));
    m_explanation->setText(
        tr("Choose a metric to see how it is defined, what it was computed from, and where in the timeline."));
    emit computed();
}

QString MetricsPanel::explanationOf(std::size_t metric) const {
    const MetricDefinition& d = metrics()[metric].definition;
    const MetricResult& result = m_values->results[metric];
    QString text = QStringLiteral("<b>%1</b><br>%2").arg(html(d.title), html(d.definition));
    if (!result.value)
        text += tr("<p><b>Not available:</b> %1</p>").arg(html(result.absentBecause));
    text += tr("<p>Formula: %1<br>Source: %2</p>").arg(html(d.formula), html(d.source));
    for (const std::string& assumption : result.assumptions)
        text += tr("<p>Assumed: %1</p>").arg(html(assumption));
    const auto table = [&](const QString& title, const std::vector<NamedNumber>& numbers) {
        if (numbers.empty())
            return;
        text += QStringLiteral("<p>%1</p><table cellspacing='2'>").arg(title);
        for (const NamedNumber& number : numbers)
            text += QStringLiteral("<tr><td style='padding-right:14px'>%1</td><td align='right'>%2</td></tr>")
                        .arg(html(number.name), html(formatSignificant(number.value, 6)));
        text += QStringLiteral("</table>");
    };
    table(tr("By operation"), result.breakdown);
    std::vector<NamedNumber> devices;
    for (const DeviceValue& value : result.perDevice)
        if (value.value)
            devices.push_back({value.rank ? "rank " + std::to_string(*value.rank) : "device", *value.value});
    table(d.unit.empty() ? tr("Per device") : tr("Per device, %1").arg(html(d.unit)), devices);
    table(tr("Inputs"), result.inputs);
    return text;
}

void MetricsPanel::chooseRow(int row) {
    if (!m_values || row < 0)
        return;
    const auto metric = static_cast<std::size_t>(row);
    m_explanation->setText(explanationOf(metric));
    m_evidenceTask.start([values = m_values, metric]() -> std::shared_ptr<const Chosen> {
        return std::make_shared<const Chosen>(
            Chosen{values, metric, metrics()[metric].evidence(contextOf(*values->run, values->scope))});
    });
}

} // namespace lanescope
