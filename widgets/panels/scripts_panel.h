// ScriptsPanel: the launch scripts of a data point, to read.
#pragma once

#include "core/session/loaded_run.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QPlainTextEdit;
class QStackedLayout;

namespace lanescope {

class ScriptsPanel : public QWidget {
    Q_OBJECT
public:
    explicit ScriptsPanel(QWidget* parent = nullptr);
    void setRun(std::shared_ptr<const LoadedRun> run);

private:
    void showScript(int index);
    QComboBox* m_choice;
    QPlainTextEdit* m_text;
    QStackedLayout* m_stack;
};

} // namespace lanescope
