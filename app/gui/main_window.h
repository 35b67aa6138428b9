// MainWindow: one run at a time, its timeline in the middle and its panels in docks around it. It wires, and does
// nothing itself.
#pragma once

#include "core/session/loaded_run.h"
#include "widgets/load/load_task.h"
#include "widgets/paint/theme.h"

#include <QFutureWatcher>
#include <QMainWindow>

#include <memory>
#include <vector>

class QDockWidget;
class QLabel;
class QMenu;
class QStackedWidget;

namespace lanescope {

class CardPanel;
class DetailsPanel;
class FindBar;
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

    /// Opens them as one run in the background.
    void openPaths(const QStringList& paths);
    /// 0 or 1: which data point of the built-in sample.
    void openSample(int index);
    void setThemeKind(ThemeKind kind);
    std::shared_ptr<const LoadedRun> run() const { return m_run; }
    TimelineView* timeline() const { return m_timeline; }

signals:
    void runShown();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void makeCentral();
    void makeDocks();
    void makeMenus();
    void makeStatusBar();
    void connectTimeline();
    void connectLoading();
    void restoreLayout();
    QDockWidget* addPanel(const QString& title, const char* name, QWidget* panel, Qt::DockWidgetArea area);
    void raisePanel(QWidget* panel);

    void openFiles();
    void openFolder();
    void exportImage();
    void showRun(std::shared_ptr<const LoadedRun> run);
    void showFailure(const LoadedRun& run);
    void showVisible(TimeSpan visible);
    void search(const QString& text);
    void walkMatches(bool isForward);
    void fillRecentMenu(QMenu* menu);

    std::shared_ptr<const LoadedRun> m_run;
    QStringList m_paths; // of the load under way or the run shown
    LoadTask m_load;
    std::vector<bool> m_matching;
    QFutureWatcher<quint64> m_matchCount;
    bool m_areFolded = false;

    QStackedWidget* m_pages = nullptr;
    StartPage* m_start = nullptr;
    LoadBar* m_loadBar = nullptr;
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
};

} // namespace lanescope
