// ScriptsPanel: the launch scripts of a data point, to read.
#pragma once

#include "core/session/loaded_run.h"
#include "widgets/load/latest_task.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QPlainTextEdit;
class QStackedLayout;

namespace lanescope {

/// Scripts are read on a worker; of a long one the beginning is shown, and said so.
class ScriptsPanel : public QWidget {
    Q_OBJECT
public:
    explicit ScriptsPanel(QWidget* parent = nullptr);
    void setRun(std::shared_ptr<const LoadedRun> run);

signals:
    void scriptShown();

private:
    void showScript(int index);
    QComboBox* m_choice;
    QPlainTextEdit* m_text;
    QStackedLayout* m_stack;
    LatestTask<QString> m_reader;
};

} // namespace lanescope
