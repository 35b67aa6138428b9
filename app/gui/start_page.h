// StartPage: what there is to do while no run is open.
#pragma once

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace lanescope {

class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);
    /// Shows the list of recent runs anew, and a sentence about the last failure (empty: none).
    void refresh(const QString& failure = {});

signals:
    void openFilesRequested();
    void openFolderRequested();
    void sampleRequested(int index);
    void recentRequested(const QStringList& paths);

private:
    QVBoxLayout* m_recent;
    QLabel* m_failure;
};

} // namespace lanescope
