// MainWindow: one run at a time, its timeline in the middle and its panels in docks around it. It wires, and does
// nothing itself.
#pragma once

#include "app/gui/application_theme.h"
#include "core/session/loaded_run.h"
#include "widgets/load/load_task.h"

#include <QMainWindow>

#include <memory>

class QDockWidget;
class QLabel;
class QMenu;
class QStackedWidget;

namespace lanescope {

class CardPanel;
class DetailsPanel;
class FindBar;
class Finder;
class ImportNotice;
class LoadBar;
class MetricsPanel;
class ScriptsPanel;
class SelectionPanel;
class StartPage;
class TablePanel;
class TimelineView;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow();
    ~MainWindow() override;
    /// Where runs are kept to open at once the next time; nowhere at first.
    void setIndexes(std::shared_ptr<const IndexStore> indexes) { m_load.setIndexes(std::move(indexes)); }

    /// Opens them as one run in the background.
    void openPaths(const QStringList& paths);
    /// 0 or 1: which data point of the built-in sample.
    void openSample(int index);
    void setThemeChoice(ThemeChoice choice);
    std::shared_ptr<const LoadedRun> run() const { return m_run; }
    TimelineView* timeline() const { return m_timeline; }

signals:
    void runShown();
    void themeChosen(lanescope::ThemeChoice choice);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void makeCentral();
    void makeDocks();
    void makeMenus();
    void makeFileMenu();
    void makeGoMenu();
    void makeViewMenu();
    void makeThemeMenu(QMenu* menu);
    void makeStatusBar();
    void connectTimeline();
    void connectFinding();
    void connectLoading();
    void restoreLayout();
    void resetLayout();
    void showPanels();
    QDockWidget* addPanel(const QString& title, const char* name, QWidget* panel, Qt::DockWidgetArea area);
    void raisePanel(QWidget* panel);
    void showPanel(QWidget* panel);

    void openFiles();
    void openFolder();
    void exportImage();
    void load(const QStringList& paths, bool isSample);
    void showSnapshot(std::shared_ptr<const LoadedRun> snapshot);
    void showRun(std::shared_ptr<const LoadedRun> run);
    void showFailure(const LoadedRun& run);
    void endLoad();
    void showTimeline(const std::shared_ptr<const LoadedRun>& run, bool isGrown);
    void fillPanels();
    void showVisible(TimeSpan visible);
    void showFacts(const LoadedRun& run);
    void fillRecentMenu(QMenu* menu);

    std::shared_ptr<const LoadedRun> m_run;
    std::shared_ptr<const LoadedRun> m_snapshot; // shown in place of the run while another one is read
    QStringList m_paths; // of the load under way or the run shown
    LoadTask m_load{this};
    bool m_isSample = false; // the same: it is not remembered among the recent ones
    Finder* m_finder;
    bool m_areFolded = false;

    QStackedWidget* m_pages = nullptr;
    StartPage* m_start = nullptr;
    LoadBar* m_loadBar = nullptr;
    LoadBar* m_loadStrip = nullptr;
    ImportNotice* m_notice = nullptr;
    TimelineView* m_timeline = nullptr;
    FindBar* m_find = nullptr;
    CardPanel* m_card = nullptr;
    DetailsPanel* m_details = nullptr;
    MetricsPanel* m_metrics = nullptr;
    SelectionPanel* m_selection = nullptr;
    ScriptsPanel* m_scripts = nullptr;
    TablePanel* m_diagnostics = nullptr;
    TablePanel* m_inputs = nullptr;
    QLabel* m_runLabel = nullptr;
    QLabel* m_visibleLabel = nullptr;
    QLabel* m_lossLabel = nullptr;
    QByteArray m_defaultLayout;
    QByteArray m_layout; // of the docks, as long as they are hidden for want of a run
};

} // namespace lanescope
