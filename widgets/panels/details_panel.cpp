#include "widgets/panels/details_panel.h"

#include "core/base/text.h"
#include "core/scene/slice_caption.h"
#include "core/session/slice_arguments.h"
#include "widgets/models/run_tables.h"
#include "widgets/panels/panel_parts.h"

#include <QEvent>
#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QTextBrowser>

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

constexpr double mostCaptionShare = 0.6; // of the height, until the reader drags

QString html(const std::string& text) { return QString::fromStdString(displayText(text)).toHtmlEscaped(); }

QString link(SliceId slice, const QString& text) {
    return QStringLiteral("<a href='%1'>%2</a>").arg(slice.value).arg(text);
}

/// Wraps inside words too: kernel names have no spaces.
QTextBrowser* captionBrowser() {
    auto* browser = new QTextBrowser;
    browser->setFrameShape(QFrame::NoFrame);
    browser->setOpenLinks(false);
    browser->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    browser->document()->setDocumentMargin(8);
    browser->viewport()->setAutoFillBackground(false);
    return browser;
}

} // namespace

DetailsPanel::DetailsPanel(QWidget* parent)
    : QWidget(parent), m_caption(captionBrowser()), m_parts(new QSplitter(Qt::Vertical)),
      m_stack(new QStackedLayout(this)), m_reader([this](const Reading& reading) { showArguments(reading); }) {
    connect(m_caption, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& target) { emit sliceActivated(SliceId(target.toString().toULongLong())); });
    m_parts->setChildrenCollapsible(false);
    m_parts->addWidget(m_caption);
    m_parts->addWidget(makeTable(&m_fields, 1));
    connect(m_parts, &QSplitter::splitterMoved, this, [this] { m_isDivided = true; });
    m_stack->addWidget(makeNote(tr("Click a slice to see its duration, its launch, its step and all its arguments.")));
    m_stack->addWidget(m_parts);
}

void DetailsPanel::setRun(std::shared_ptr<const LoadedRun> run) {
    m_run = std::move(run);
    showSlice({});
}

QString DetailsPanel::captionHtml(SliceId slice) const {
    const SliceCaption caption = captionOf(*m_run->index, slice);
    QString text = QStringLiteral("<p style='font-weight:600; margin-bottom:6px'>%1</p><table cellspacing='1'>")
                       .arg(html(caption.title));
    const QString muted = palette().color(QPalette::PlaceholderText).name();
    for (const CaptionLine& line : caption.lines)
        text += QStringLiteral("<tr><td style='padding-right:14px; color:%3'>%1</td><td>%2</td></tr>")
                    .arg(html(line.name), html(line.value), muted);
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
    m_reader.drop();
    m_fields.setContent({});
    if (!m_run || !slice.isValid()) {
        m_stack->setCurrentIndex(0);
        return;
    }
    showCaption({});
    m_stack->setCurrentIndex(1);
    m_reader.start(
        [run = m_run, slice] { return std::make_shared<const Result<EventText>>(readArguments(*run, slice)); });
}

void DetailsPanel::showCaption(const QString& problem) {
    QString text = captionHtml(m_slice);
    if (const QString links = linksHtml(m_slice); !links.isEmpty())
        text += QStringLiteral("<p style='margin-top:6px'>%1</p>").arg(links);
    m_caption->setHtml(text + problem);
    fitCaption();
}

/// As high as its text, until the reader has divided the panel.
void DetailsPanel::fitCaption() {
    if (m_isDivided || height() == 0)
        return;
    const int most = static_cast<int>(height() * mostCaptionShare);
    const int caption = std::min(most, static_cast<int>(std::ceil(m_caption->document()->size().height())) + 2);
    m_parts->setSizes({caption, height() - caption});
}

void DetailsPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitCaption();
}

void DetailsPanel::showArguments(const Reading& reading) {
    if (*reading)
        m_fields.setContent(fieldTable((*reading)->fields));
    else
        showCaption(tr("<p><b>The arguments cannot be shown:</b> %1</p>").arg(html(reading->error().text())));
    emit argumentsShown();
}

void DetailsPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_run && m_slice.isValid())
        showSlice(m_slice); // its text holds colours
    QWidget::changeEvent(event);
}

} // namespace lanescope
