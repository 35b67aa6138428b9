#include "widgets/panels/details_panel.h"

#include "core/base/text.h"
#include "core/scene/slice_caption.h"
#include "widgets/models/run_tables.h"
#include "widgets/panels/panel_parts.h"

#include <QLabel>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>
#include <QtConcurrent>

namespace lanescope {

namespace {

QString html(const std::string& text) { return QString::fromStdString(displayText(text)).toHtmlEscaped(); }

QString link(SliceId slice, const QString& text) {
    return QStringLiteral("<a href='%1'>%2</a>").arg(slice.value).arg(text);
}

QLabel* wrappedLabel() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setContentsMargins(8, 0, 8, 0);
    return label;
}

} // namespace

DetailsPanel::DetailsPanel(QWidget* parent)
    : QWidget(parent), m_caption(wrappedLabel()), m_links(wrappedLabel()), m_problem(wrappedLabel()),
      m_stack(new QStackedLayout(this)) {
    m_caption->setTextInteractionFlags(Qt::TextSelectableByMouse);
    connect(m_links, &QLabel::linkActivated, this,
            [this](const QString& target) { emit sliceActivated(SliceId(target.toULongLong())); });
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 8, 0, 0);
    column->addWidget(m_caption);
    column->addWidget(m_links);
    column->addWidget(m_problem);
    column->addWidget(makeTable(&m_fields, 1), 1);
    m_stack->addWidget(makeNote(tr("Click a slice to see its duration, its launch, its step and all its arguments.")));
    m_stack->addWidget(content);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
        const auto reading = m_watcher.result();
        if (reading && reading->slice == m_slice)
            show(*reading);
    });
}

DetailsPanel::~DetailsPanel() { m_watcher.waitForFinished(); }

void DetailsPanel::setRun(std::shared_ptr<const LoadedRun> run) {
    m_run = std::move(run);
    showSlice({});
}

QString DetailsPanel::captionHtml(SliceId slice) const {
    const SliceCaption caption = captionOf(*m_run->index, slice);
    QString text = QStringLiteral("<p style='font-weight:600'>%1</p><table cellspacing='2'>").arg(html(caption.title));
    for (const CaptionLine& line : caption.lines)
        text += QStringLiteral("<tr><td style='padding-right:12px'>%1</td><td>%2</td></tr>")
                    .arg(html(line.name), html(line.value));
    return text + QStringLiteral("</table>");
}

QString DetailsPanel::linksHtml(SliceId slice) const {
    const Run& run = *m_run->run;
    QStringList links;
    if (const SliceId launch = m_run->index->launches().launchOf(slice); launch.isValid())
        links << tr("Launched by %1").arg(link(launch, html(std::string(run.nameOf(launch)))));
    const auto launched = m_run->index->launches().launchedBy(slice);
    if (!launched.empty())
        links << tr("Launches %1").arg(link(launched.front(), html(std::string(run.nameOf(launched.front()))))) +
                     (launched.size() > 1 ? tr(" and %1 more").arg(launched.size() - 1) : QString());
    const FileId file = run.track(run.trackOf(slice)).file;
    if (const auto step = m_run->index->steps().stepAt(file, run.slices.start(slice)))
        links << tr("In %1").arg(link(run.steps[*step].slice, html(std::string(run.text(run.steps[*step].name)))));
    return links.join(QStringLiteral("<br>"));
}

void DetailsPanel::showSlice(SliceId slice) {
    m_slice = slice;
    m_fields.setContent({});
    m_problem->clear();
    if (!m_run || !slice.isValid()) {
        m_stack->setCurrentIndex(0);
        return;
    }
    m_caption->setText(captionHtml(slice));
    m_links->setText(linksHtml(slice));
    m_links->setVisible(!m_links->text().isEmpty());
    m_problem->hide();
    m_stack->setCurrentIndex(1);
    const Run& run = *m_run->run;
    const std::string path = run.file(run.track(run.trackOf(slice)).file).path;
    m_watcher.setFuture(QtConcurrent::run([path, slice, offset = run.slices.sourceOffset(slice)] {
        return std::make_shared<const Reading>(Reading{slice, readEvent(path, offset)});
    }));
}

void DetailsPanel::show(const Reading& reading) {
    if (reading.event) {
        m_fields.setContent(fieldTable(reading.event->fields));
    } else {
        m_problem->setText(tr("The arguments cannot be shown: %1").arg(html(reading.event.error().text())));
        m_problem->show();
    }
    emit argumentsShown();
}

} // namespace lanescope
