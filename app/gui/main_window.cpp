#include "app/gui/main_window.h"

#include "app/gui/application_palette.h"
#include "app/gui/find_bar.h"
#include "app/gui/recent_files.h"
#include "app/gui/shortcut_sheet.h"
#include "app/gui/start_page.h"
#include "core/base/format.h"
#include "core/base/text.h"
#include "core/index/search.h"
#include "resources/sample_paths.h"
#include "widgets/load/load_bar.h"
#include "widgets/models/run_tables.h"
#include "widgets/panels/card_panel.h"
#include "widgets/panels/details_panel.h"
#include "widgets/panels/metrics_panel.h"
#include "widgets/panels/scripts_panel.h"
#include "widgets/panels/selection_panel.h"
#include "widgets/panels/table_panel.h"
#include "widgets/timeline/timeline_view.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>
#include <QtConcurrent>

#include <algorithm>

namespace lanescope {

namespace {

constexpr int layoutVersion = 1;

QString shown(std::string_view text) { return QString::fromStdString(displayText(text)); }

bool hasSomethingToTell(const LoadedRun& run) {
    const auto& entries = run.run->diagnostics.entries();
    return std::any_of(entries.begin(), entries.end(),
                       [](const Diagnostic& d) { return d.severity != Severity::Info && d.code != "no-step-marks"; });
}

} // namespace

MainWindow::MainWindow() {
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    resize(1600, 1000);
    makeCentral();
    makeDocks();
    makeMenus();
    makeStatusBar();
    connectTimeline();
    connectLoading();
    restoreLayout();
}

MainWindow::~MainWindow() { m_matchCount.waitForFinished(); }

// ---- parts

void MainWindow::makeCentral() {
    m_pages = new QStackedWidget;
    m_start = new StartPage;
    m_loadBar = new LoadBar;
    m_timeline = new TimelineView;
    m_find = new FindBar;
    auto* runPage = new QWidget;
    auto* column = new QVBoxLayout(runPage);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
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
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    auto* metrics = addPanel(tr("Metrics"), "metrics", m_metrics, Qt::RightDockWidgetArea);
    auto* card = addPanel(tr("Card"), "card", m_card, Qt::RightDockWidgetArea);
    auto* scripts = addPanel(tr("Scripts"), "scripts", m_scripts, Qt::RightDockWidgetArea);
    auto* details = addPanel(tr("Details"), "details", m_details, Qt::RightDockWidgetArea);
    splitDockWidget(metrics, details, Qt::Vertical);
    tabifyDockWidget(metrics, card);
    tabifyDockWidget(card, scripts);
    auto* selection = addPanel(tr("Selection"), "selection", m_selection, Qt::BottomDockWidgetArea);
    auto* diagnostics = addPanel(tr("Diagnostics"), "diagnostics", m_diagnostics, Qt::BottomDockWidgetArea);
    auto* inputs = addPanel(tr("Inputs"), "inputs", m_inputs, Qt::BottomDockWidgetArea);
    tabifyDockWidget(selection, diagnostics);
    tabifyDockWidget(diagnostics, inputs);
    for (QDockWidget* front : {metrics, selection})
        front->raise();
    resizeDocks({metrics, details}, {560, 380}, Qt::Vertical);
    resizeDocks({metrics}, {400}, Qt::Horizontal);
    resizeDocks({selection}, {250}, Qt::Vertical);
}

void MainWindow::makeMenus() {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(tr("Open &files…"), QKeySequence::Open, this, &MainWindow::openFiles);
    file->addAction(tr("Open f&older…"), QKeySequence(tr("Ctrl+Shift+O")), this, &MainWindow::openFolder);
    QMenu* recent = file->addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(recent); });
    QMenu* sample = file->addMenu(tr("Open &sample"));
    sample->addAction(tr("Fully sharded on 8 ranks"), this, [this] { openSample(0); });
    sample->addAction(tr("Tensor parallel 4, data parallel 2"), this, [this] { openSample(1); });
    file->addSeparator();
    file->addAction(tr("&Export image…"), QKeySequence(tr("Ctrl+E")), this, &MainWindow::exportImage);
    file->addSeparator();
    file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);

    QMenu* go = menuBar()->addMenu(tr("&Go"));
    go->addAction(tr("&Find…"), QKeySequence::Find, m_find, &FindBar::begin);
    go->addAction(tr("Fit the &whole run"), m_timeline, &TimelineView::fitAll);
    go->addAction(tr("Fit the &selection"), m_timeline, &TimelineView::fitSelection);
    go->addAction(tr("&Previous step"), m_timeline, [this] { m_timeline->goToStep(-1); });
    go->addAction(tr("&Next step"), m_timeline, [this] { m_timeline->goToStep(1); });

    QMenu* view = menuBar()->addMenu(tr("&View"));
    for (QDockWidget* dock : findChildren<QDockWidget*>())
        view->addAction(dock->toggleViewAction());
    view->addSeparator();
    view->addAction(tr("&Fold or unfold all groups"), QKeySequence(tr("Ctrl+Shift+E")), this, [this] {
        m_areFolded = !m_areFolded;
        m_timeline->setAllFolded(m_areFolded);
    });
    view->addAction(tr("&Reset the layout"), this, [this] { restoreState(m_defaultLayout, layoutVersion); });
    QMenu* themes = view->addMenu(tr("&Theme"));
    auto* group = new QActionGroup(this);
    for (const auto& [title, kind] :
         {std::pair(tr("Light"), ThemeKind::Light), std::pair(tr("Dark"), ThemeKind::Dark)}) {
        QAction* action = themes->addAction(title, this, [this, kind = kind] { setThemeKind(kind); });
        action->setCheckable(true);
        action->setData(static_cast<int>(kind));
        group->addAction(action);
    }

    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("&Keys and mouse"), QKeySequence(tr("F1")), this, [this] { showShortcutSheet(this); });
}

void MainWindow::makeStatusBar() {
    m_runLabel = new QLabel;
    m_visibleLabel = new QLabel;
    m_lossLabel = new QLabel;
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
    connect(m_find, &FindBar::textChanged, this, &MainWindow::search);
    connect(m_find, &FindBar::nextRequested, this, &MainWindow::walkMatches);
    connect(m_find, &FindBar::closed, this, [this] {
        search({});
        m_timeline->setFocus();
    });
    connect(&m_matchCount, &QFutureWatcherBase::finished, this, [this] { m_find->showCount(m_matchCount.result()); });
}

void MainWindow::connectLoading() {
    connect(&m_load, &LoadTask::progressed, m_loadBar, &LoadBar::showStatus);
    connect(&m_load, &LoadTask::loaded, this, &MainWindow::showRun);
    connect(&m_load, &LoadTask::cancelled, this, [this] { m_pages->setCurrentIndex(m_run ? 2 : 0); });
    connect(m_loadBar, &LoadBar::cancelRequested, &m_load, &LoadTask::cancel);
}

void MainWindow::restoreLayout() {
    m_defaultLayout = saveState(layoutVersion);
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    restoreState(settings.value(QStringLiteral("layout")).toByteArray(), layoutVersion);
    const bool isDark =
        settings.value(QStringLiteral("theme"),
                       isDarkPalette(QApplication::palette()) ? QStringLiteral("dark") : QStringLiteral("light")) ==
        QStringLiteral("dark");
    setThemeKind(isDark ? ThemeKind::Dark : ThemeKind::Light);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    settings.setValue(QStringLiteral("layout"), saveState(layoutVersion));
    QMainWindow::closeEvent(event);
}

void MainWindow::setThemeKind(ThemeKind kind) {
    QApplication::setPalette(paletteFor(kind));
    m_timeline->setTheme(kind);
    QSettings().setValue(QStringLiteral("theme"),
                         kind == ThemeKind::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
    for (auto* group : findChildren<QActionGroup*>())
        for (QAction* action : group->actions())
            action->setChecked(action->data().toInt() == static_cast<int>(kind));
}

void MainWindow::raisePanel(QWidget* panel) {
    for (QDockWidget* dock : findChildren<QDockWidget*>())
        if (dock->widget() == panel && dock->isVisible())
            dock->raise();
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
        openPaths({paths.at(index)});
    else
        m_start->refresh(tr("The sample could not be unpacked: %1").arg(fault));
}

void MainWindow::exportImage() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the timeline as an image"),
                                                      windowTitle() + QStringLiteral(".png"), tr("PNG images (*.png)"));
    if (!path.isEmpty())
        statusBar()->showMessage(m_timeline->grab().save(path) ? tr("Written to %1").arg(path)
                                                               : tr("%1 could not be written").arg(path),
                                 10000);
}

void MainWindow::fillRecentMenu(QMenu* menu) {
    menu->clear();
    for (const QString& entry : recentRuns())
        menu->addAction(titleOfRecent(entry), this, [this, entry] { openPaths(pathsOfRecent(entry)); });
    if (menu->isEmpty())
        menu->addAction(tr("Nothing was opened yet"))->setEnabled(false);
}

void MainWindow::openPaths(const QStringList& paths) {
    m_paths = paths;
    m_loadBar->setName(titleOfRecent(paths.join(QLatin1Char('\n'))));
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
        if (!file.reason.empty() && reasons.size() < 6)
            reasons << tr("%1: %2").arg(shown(baseName(file.path)), shown(file.reason));
    if (run.run->files.empty())
        reasons << tr("the folder holds no files");
    m_start->refresh(
        tr("%1 holds no trace that can be opened.\n%2").arg(shown(run.run->name), reasons.join(QLatin1Char('\n'))));
    m_diagnostics->setRun(std::make_shared<const LoadedRun>(run));
    m_inputs->setRun(std::make_shared<const LoadedRun>(run));
    m_pages->setCurrentIndex(0);
}

void MainWindow::showRun(std::shared_ptr<const LoadedRun> run) {
    if (run->run->opens == OpenState::No)
        return showFailure(*run);
    m_run = std::move(run);
    rememberRun(m_paths);
    m_start->refresh();
    m_timeline->setIndex(m_run->index);
    m_metrics->setRun(m_run);
    m_card->setRun(m_run);
    m_details->setRun(m_run);
    m_selection->setRun(m_run);
    m_scripts->setRun(m_run);
    m_diagnostics->setRun(m_run);
    m_inputs->setRun(m_run);
    const Run& r = *m_run->run;
    setWindowTitle(shown(r.name));
    m_runLabel->setText(
        tr("%1 · %2 slices · %n device(s) · %3", nullptr, static_cast<int>(r.devices.size()))
            .arg(shown(r.name), QString::fromStdString(formatCount(static_cast<std::int64_t>(r.keptSlices))),
                 r.span ? QString::fromStdString(formatDuration(r.span->duration())) : tr("no slices")));
    m_lossLabel->setText(r.opens == OpenState::Partial
                             ? tr("⚠ incomplete: something of the input was lost, see Diagnostics")
                             : QString());
    m_pages->setCurrentIndex(2);
    if (hasSomethingToTell(*m_run))
        raisePanel(m_diagnostics);
    m_timeline->setFocus();
    emit runShown();
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

// ---- finding

void MainWindow::search(const QString& text) {
    if (!m_run)
        return;
    m_matching = matchingDescriptors(*m_run->run, text.toStdString());
    m_timeline->setMatching(m_matching);
    m_matchCount.setFuture(QtConcurrent::run(
        [run = m_run, matching = m_matching] { return static_cast<quint64>(countMatches(*run->run, matching)); }));
}

void MainWindow::walkMatches(bool isForward) {
    if (!m_run)
        return;
    const SliceId next = nextMatch(*m_run->run, m_matching, m_timeline->selectedSlice(), isForward);
    if (next.isValid())
        m_timeline->revealSlice(next);
}

} // namespace lanescope
