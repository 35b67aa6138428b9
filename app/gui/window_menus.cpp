// The menus of the window: what there is to do, and by which keys.
#include "app/gui/application_theme.h"
#include "app/gui/find_bar.h"
#include "app/gui/main_window.h"
#include "app/gui/recent_files.h"
#include "app/gui/shortcut_sheet.h"
#include "widgets/timeline/timeline_view.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>

#include <utility>

namespace lanescope {

void MainWindow::makeMenus() {
    makeFileMenu();
    makeGoMenu();
    makeViewMenu();
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("&Keys and mouse"), QKeySequence(tr("F1")), this, [this] { showShortcutSheet(this); });
}

void MainWindow::makeFileMenu() {
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
}

void MainWindow::makeGoMenu() {
    QMenu* go = menuBar()->addMenu(tr("&Go"));
    go->addAction(tr("&Find…"), QKeySequence::Find, m_find, &FindBar::begin);
    go->addAction(tr("Fit the &whole run"), m_timeline, &TimelineView::fitAll);
    go->addAction(tr("Fit the &selection"), m_timeline, &TimelineView::fitSelection);
    go->addAction(tr("&Previous step"), m_timeline, [this] { m_timeline->goToStep(-1); });
    go->addAction(tr("&Next step"), m_timeline, [this] { m_timeline->goToStep(1); });
}

void MainWindow::makeViewMenu() {
    QMenu* view = menuBar()->addMenu(tr("&View"));
    for (QDockWidget* dock : findChildren<QDockWidget*>())
        view->addAction(dock->toggleViewAction());
    view->addSeparator();
    view->addAction(tr("&Fold or unfold all groups"), QKeySequence(tr("Ctrl+Shift+E")), this, [this] {
        m_areFolded = !m_areFolded;
        m_timeline->setAllFolded(m_areFolded);
    });
    view->addAction(tr("&Reset the layout"), this, &MainWindow::resetLayout);
    makeThemeMenu(view->addMenu(tr("&Theme")));
}

void MainWindow::makeThemeMenu(QMenu* menu) {
    auto* group = new QActionGroup(this);
    for (const auto& [title, choice] :
         {std::pair(tr("Like the &desktop"), ThemeChoice::System), std::pair(tr("&Light"), ThemeChoice::Light),
          std::pair(tr("D&ark"), ThemeChoice::Dark)}) {
        QAction* action = menu->addAction(title, this, [this, choice = choice] { setThemeChoice(choice); });
        action->setCheckable(true);
        group->addAction(action);
        connect(this, &MainWindow::themeChosen, action,
                [action, choice = choice](ThemeChoice chosen) { action->setChecked(chosen == choice); });
    }
}

void MainWindow::fillRecentMenu(QMenu* menu) {
    menu->clear();
    for (const QString& entry : recentRuns())
        menu->addAction(titleOfRecent(entry), this, [this, entry] { openPaths(pathsOfRecent(entry)); });
    if (menu->isEmpty())
        menu->addAction(tr("Nothing was opened yet"))->setEnabled(false);
}

} // namespace lanescope
