#include "app/gui/main_window.h"

#include "app/gui/application_theme.h"
#include "app/gui/find_bar.h"
#include "app/gui/finder.h"
#include "app/gui/recent_files.h"
#include "app/gui/shortcut_sheet.h"
#include "app/gui/start_page.h"
#include "core/base/format.h"
#include "core/base/text.h"
#include "resources/sample_paths.h"
#include "widgets/load/load_bar.h"
#include "widgets/models/count_text.h"
#include "widgets/models/run_tables.h"
#include "widgets/panels/card_panel.h"
#include "widgets/panels/details_panel.h"
#include "widgets/panels/import_notice.h"
#include "widgets/panels/metrics_panel.h"
#include "widgets/panels/scripts_panel.h"
#include "widgets/panels/selection_panel.h"
#include "widgets/panels/table_panel.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QThreadPool>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanescope {

namespace {

constexpr int layoutVersion = 2;
constexpr int rightWidth = 420, bottomHeight = 240; // of the docks, at first
constexpr int statusMargin = 8;
constexpr qsizetype mostReasons = 6;                // of a failure
constexpr int noteMs = 10000;                       // how long the status bar shows a message

QString shown(std::string_view text) { return QString::fromStdString(displayText(text)); }

/// Giving the memory of a large run back takes its time.
void giveBack(std::shared_ptr<const LoadedRun> run) {
    QThreadPool::globalInstance()->start([run = std::move(run)] {});
}

const QString geometryKey = QStringLiteral("geometry"), layoutKey = QStringLiteral("layout"),
              gutterKey = QStringLiteral("gutter"), themeKey = QStringLiteral("theme");

} // namespace

MainWindow::MainWindow() : m_finder(new Finder(this)) {
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    resize(1600, 1000);
    makeCentral();
    makeDocks();
    makeMenus();
    makeStatusBar();
    connectTimeline();
    connectFinding();
    connectLoading();
    restoreLayout();
}

MainWindow::~MainWindow() = default;

// ---- parts

void MainWindow::makeCentral() {
    m_pages = new QStackedWidget;
    m_start = new StartPage;
    m_loadBar = new LoadBar(LoadBar::Shape::Page);
    m_loadStrip = new LoadBar(LoadBar::Shape::Strip);
    m_loadStrip->setObjectName(QStringLiteral("loadStrip"));
    m_loadStrip->hide();
    m_timeline = new TimelineView;
    m_find = new FindBar;
    m_notice = new ImportNotice;
    auto* runPage = new QWidget;
    auto* column = new QVBoxLayout(runPage);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_loadStrip);
    column->addWidget(m_notice);
    column->addWidget(m_find);
    column->addWidget(m_timeline, 1);
    for (QWidget* page : {static_cast<QWidget*>(m_start), static_cast<QWidget*>(m_loadBar), runPage})
        m_pages->addWidget(page);
    setCentralWidget(m_pages);
    connect(m_start, &StartPage::openFilesRequested, this, &MainWindow::openFiles);
    connect(m_start, &StartPage::openFolderRequested, this, &MainWindow::openFolder);
    connect(m_start, &StartPage::sampleRequested, this, &MainWindow::openSample);
    connect(m_start, &StartPage::recentRequested, this, &MainWindow::openPaths);
}

QDockWidget* MainWindow::addPanel(const QString& title, const char* name, QWidget* panel, Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title);
    dock->setObjectName(QLatin1String(name));
    dock->setWidget(panel);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::makeDocks() {
    m_metrics = new MetricsPanel;
    m_card = new CardPanel;
    m_details = new DetailsPanel;
    m_selection = new SelectionPanel;
    m_scripts = new ScriptsPanel;
    m_diagnostics = new TablePanel(diagnosticTable, 1, tr("Nothing odd was found."));
    m_inputs = new TablePanel(inputTable, 6, tr("What was opened and what was skipped is listed here."));
    auto* metrics = addPanel(tr("Metrics"), "metrics", m_metrics, Qt::RightDockWidgetArea);
    auto* details = addPanel(tr("Details"), "details", m_details, Qt::RightDockWidgetArea);
    auto* card = addPanel(tr("Card"), "card", m_card, Qt::RightDockWidgetArea);
    auto* scripts = addPanel(tr("Scripts"), "scripts", m_scripts, Qt::RightDockWidgetArea);
    auto* selection = addPanel(tr("Selection"), "selection", m_selection, Qt::BottomDockWidgetArea);
    auto* diagnostics = addPanel(tr("Diagnostics"), "diagnostics", m_diagnostics, Qt::BottomDockWidgetArea);
    auto* inputs = addPanel(tr("Inputs"), "inputs", m_inputs, Qt::BottomDockWidgetArea);
    for (QDockWidget* behind : {details, card, scripts})
        tabifyDockWidget(metrics, behind);
    for (QDockWidget* behind : {diagnostics, inputs})
        tabifyDockWidget(selection, behind);
    for (QDockWidget* front : {metrics, selection})
        front->raise();
    resizeDocks({metrics}, {rightWidth}, Qt::Horizontal);
    resizeDocks({selection}, {bottomHeight}, Qt::Vertical);
}

void MainWindow::makeStatusBar() {
    m_runLabel = new QLabel;
    m_visibleLabel = new QLabel;
    m_lossLabel = new QLabel;
    for (QLabel* label : {m_lossLabel, m_visibleLabel})
        label->setContentsMargins(statusMargin, 0, statusMargin, 0);
    statusBar()->addWidget(m_runLabel, 1);
    statusBar()->addPermanentWidget(m_lossLabel);
    statusBar()->addPermanentWidget(m_visibleLabel);
}

void MainWindow::connectTimeline() {
    connect(m_timeline, &TimelineView::sliceSelected, this, [this](SliceId slice) {
        m_details->showSlice(slice);
        if (slice.isValid())
            raisePanel(m_details);
    });
    connect(m_timeline, &TimelineView::spanSelected, this, [this](TimeSpan span) {
        m_selection->showSpan(span);
        if (!span.isEmpty())
            raisePanel(m_selection);
    });
    connect(m_timeline, &TimelineView::visibleChanged, this, &MainWindow::showVisible);
    connect(m_timeline, &TimelineView::findRequested, m_find, &FindBar::begin);
    connect(m_timeline, &TimelineView::helpRequested, this, [this] { showShortcutSheet(this); });
    connect(m_details, &DetailsPanel::sliceActivated, m_timeline, &TimelineView::revealSlice);
    connect(m_metrics, &MetricsPanel::evidenceChosen, this, [this](const QString&, const std::vector<Evidence>& spans) {
        std::vector<SceneFocus::Evidence> evidence;
        for (const Evidence& e : spans)
            evidence.push_back({e.device, e.span});
        m_timeline->setEvidence(std::move(evidence));
    });
    connect(m_notice, &ImportNotice::inputsRequested, this, [this] { showPanel(m_inputs); });
    connect(m_notice, &ImportNotice::diagnosticsRequested, this, [this] { showPanel(m_diagnostics); });
}

void MainWindow::connectFinding() {
    connect(m_find, &FindBar::textChanged, m_finder, &Finder::setText);
    connect(m_find, &FindBar::nextRequested, this,
            [this](bool isForward) { m_finder->walk(m_timeline->selectedSlice(), isForward); });
    connect(m_find, &FindBar::closed, this, [this] {
        m_finder->setText({});
        m_timeline->setFocus();
    });
    connect(m_finder, &Finder::matchingChanged, m_timeline, &TimelineView::setMatching);
    connect(m_finder, &Finder::placed, this, [this](const Finder::Place& place) {
        m_find->showPlace(place.number, place.total);
        if (place.slice.isValid())
            m_timeline->revealSlice(place.slice);
    });
}

void MainWindow::connectLoading() {
    for (LoadBar* bar : {m_loadBar, m_loadStrip}) {
        connect(&m_load, &LoadTask::progressed, bar, &LoadBar::showStatus);
        connect(bar, &LoadBar::cancelRequested, &m_load, &LoadTask::cancel);
    }
    connect(&m_load, &LoadTask::grew, this, &MainWindow::showSnapshot);
    connect(&m_load, &LoadTask::loaded, this, &MainWindow::showRun);
    connect(&m_load, &LoadTask::cancelled, this, &MainWindow::endLoad);
}

void MainWindow::restoreLayout() {
    m_defaultLayout = saveState(layoutVersion);
    const QSettings settings;
    restoreGeometry(settings.value(geometryKey).toByteArray());
    restoreState(settings.value(layoutKey).toByteArray(), layoutVersion);
    m_timeline->setGutterWidth(settings.value(gutterKey, m_timeline->gutterWidth()).toDouble());
    setThemeChoice(themeChoiceOf(settings.value(themeKey).toString()));
    m_layout = saveState(layoutVersion);
    for (QDockWidget* dock : findChildren<QDockWidget*>())
        dock->hide(); // until there is a run to tell about
}

void MainWindow::showPanels() {
    if (!m_layout.isEmpty())
        restoreState(std::exchange(m_layout, {}), layoutVersion);
}

void MainWindow::resetLayout() { restoreState(m_defaultLayout, layoutVersion); }

void MainWindow::closeEvent(QCloseEvent* event) {
    QSettings settings;
    settings.setValue(geometryKey, saveGeometry());
    settings.setValue(layoutKey, m_layout.isEmpty() ? saveState(layoutVersion) : m_layout);
    settings.setValue(gutterKey, m_timeline->gutterWidth());
    QMainWindow::closeEvent(event);
}

void MainWindow::setThemeChoice(ThemeChoice choice) {
    m_timeline->setTheme(applyTheme(choice));
    QSettings().setValue(themeKey, nameOf(choice));
    emit themeChosen(choice);
}

/// Brings it to the front of its tabs, unless the reader has closed it.
void MainWindow::raisePanel(QWidget* panel) {
    for (QDockWidget* dock : findChildren<QDockWidget*>())
        if (dock->widget() == panel && dock->isVisible())
            dock->raise();
}

/// The same for one that was asked for: opens it when it is closed.
void MainWindow::showPanel(QWidget* panel) {
    for (QDockWidget* dock : findChildren<QDockWidget*>())
        if (dock->widget() == panel)
            dock->show();
    raisePanel(panel);
}

// ---- opening

void MainWindow::openFiles() {
    const QStringList files =
        QFileDialog::getOpenFileNames(this, tr("Open traces"), {}, tr("Traces (*.json *.gz *.zst);;All files (*)"));
    if (!files.isEmpty())
        openPaths(files);
}

void MainWindow::openFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open a data-point folder"));
    if (!folder.isEmpty())
        openPaths({folder});
}

void MainWindow::openSample(int index) {
    QString fault;
    const QStringList paths = samplePaths(&fault);
    if (index < paths.size())
        load({paths.at(index)}, true);
    else
        m_start->refresh(tr("The sample could not be unpacked: %1").arg(fault));
}

void MainWindow::exportImage() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the timeline as an image"),
                                                      windowTitle() + QStringLiteral(".png"), tr("PNG images (*.png)"));
    if (!path.isEmpty())
        statusBar()->showMessage(m_timeline->grab().save(path) ? tr("Written to %1").arg(path)
                                                               : tr("%1 could not be written").arg(path),
                                 noteMs);
}

void MainWindow::openPaths(const QStringList& paths) { load(paths, false); }

void MainWindow::load(const QStringList& paths, bool isSample) {
    m_load.cancel();
    m_paths = paths;
    m_isSample = isSample;
    for (LoadBar* bar : {m_loadBar, m_loadStrip})
        bar->setName(titleOfRecent(paths.join(QLatin1Char('\n'))));
    m_pages->setCurrentIndex(1);
    m_load.start(paths);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    if (!paths.isEmpty())
        openPaths(paths);
}

// ---- showing

void MainWindow::showFailure(const LoadedRun& run) {
    QStringList reasons;
    for (const InputFile& file : run.run->files)
        if (!file.reason.empty() && reasons.size() < mostReasons)
            reasons << tr("%1: %2").arg(shown(baseName(file.path)), shown(file.reason));
    if (run.run->files.empty())
        reasons << tr("the folder holds no files");
    const QString failure = tr("%1 holds no trace that can be opened").arg(shown(run.run->name));
    endLoad();
    if (m_run) // stays open
        m_notice->showFailure(failure, reasons);
    else
        m_start->refresh(failure + QLatin1Char('\n') + reasons.join(QLatin1Char('\n')));
}

/// Back to the run that was open before the load, or to the start page.
void MainWindow::endLoad() {
    m_loadStrip->hide();
    if (auto snapshot = std::exchange(m_snapshot, nullptr)) {
        showTimeline(m_run, false);
        fillPanels();
        giveBack(std::move(snapshot));
    }
    m_pages->setCurrentIndex(m_run ? 2 : 0);
}

/// Lanes appear and grow while the traces are read. What is said of a whole run is said when all of it has been read.
void MainWindow::showSnapshot(std::shared_ptr<const LoadedRun> snapshot) {
    const bool isFirst = !m_snapshot;
    auto before = std::exchange(m_snapshot, std::move(snapshot));
    if (isFirst) {
        fillPanels();
        showPanels();
        m_loadStrip->show();
        m_pages->setCurrentIndex(2);
    }
    showTimeline(m_snapshot, !isFirst);
    if (isFirst)
        m_timeline->setFocus();
    giveBack(std::move(before));
}

void MainWindow::showRun(std::shared_ptr<const LoadedRun> run) {
    if (run->run->opens == OpenState::No)
        return showFailure(*run);
    auto before = std::exchange(m_run, std::move(run));
    auto snapshot = std::exchange(m_snapshot, nullptr);
    if (!m_isSample)
        rememberRun(m_paths);
    m_start->refresh();
    m_loadStrip->hide();
    showTimeline(m_run, snapshot != nullptr);
    fillPanels();
    showPanels();
    m_pages->setCurrentIndex(2);
    if (!snapshot)
        m_timeline->setFocus();
    if (!m_run->indexNote.empty())
        statusBar()->showMessage(QString::fromStdString(m_run->indexNote), noteMs);
    giveBack(std::move(before));
    giveBack(std::move(snapshot));
    emit runShown();
}

/// The lanes, and what follows the reader in them. A run that grew keeps what is looked at, selected and searched for.
void MainWindow::showTimeline(const std::shared_ptr<const LoadedRun>& run, bool isGrown) {
    const auto index = run ? run->index : nullptr;
    if (isGrown) {
        m_timeline->growTo(index);
    } else {
        m_find->hide();
        m_timeline->setIndex(index);
    }
    m_finder->setRun(run);
    if (m_find->isVisibleTo(this))
        m_finder->setText(m_find->text());
    m_details->setRun(run);
    m_details->showSlice(m_timeline->selectedSlice());
    m_selection->setRun(run);
    if (const auto span = m_timeline->selectedSpan())
        m_selection->showSpan(*span);
    if (run)
        return showFacts(*run);
    setWindowTitle({});
    for (QLabel* label : {m_runLabel, m_visibleLabel, m_lossLabel})
        label->clear();
}

/// With what is known of a whole run: nothing while one is being read.
void MainWindow::fillPanels() {
    const auto run = m_snapshot ? nullptr : m_run;
    m_metrics->setRun(run);
    m_card->setRun(run);
    m_scripts->setRun(run);
    m_diagnostics->setRun(run);
    m_inputs->setRun(run);
    if (run)
        m_notice->setRun(*run);
    else
        m_notice->hide();
}

void MainWindow::showFacts(const LoadedRun& loaded) {
    const Run& run = *loaded.run;
    setWindowTitle(shown(run.name));
    QStringList facts{shown(run.name)};
    if (!run.devices.empty())
        facts << countText(run.devices.size(), tr("device"), tr("devices"));
    if (!run.steps.empty())
        facts << countText(run.steps.size(), tr("step"), tr("steps"));
    facts << countText(run.keptSlices, tr("slice"), tr("slices"));
    if (run.span)
        facts << QString::fromStdString(formatDuration(run.span->duration()));
    if (m_snapshot)
        facts << tr("still reading");
    m_runLabel->setText(facts.join(QStringLiteral("  ·  ")));
    m_lossLabel->setText(!m_snapshot && run.opens == OpenState::Partial ? tr("⚠ incomplete") : QString());
    m_lossLabel->setToolTip(tr("Something of the input was lost; Diagnostics says what and where"));
}

void MainWindow::showVisible(TimeSpan visible) {
    const TimeNs resolution = std::max<TimeNs>(1, visible.duration() / 1000);
    m_visibleLabel->setText(m_run || m_timeline->layoutOfLanes().height() > 0
                                ? tr("%1 – %2 (%3)")
                                      .arg(QString::fromStdString(formatInstant(visible.begin, resolution)),
                                           QString::fromStdString(formatInstant(visible.end, resolution)),
                                           QString::fromStdString(formatDuration(visible.duration())))
                                : QString());
}

} // namespace lanescope
