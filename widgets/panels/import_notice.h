// ImportNotice: a strip above the timeline that says what was lost, skipped or odd in what was opened.
#pragma once

#include "core/session/loaded_run.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace lanescope {

/// Hidden when there is nothing to say or the reader has closed it.
class ImportNotice : public QFrame {
    Q_OBJECT
public:
    explicit ImportNotice(QWidget* parent = nullptr);
    void setRun(const LoadedRun& run);
    /// Something else could not be opened; the run stays.
    void showFailure(const QString& text, const QStringList& reasons);

signals:
    void inputsRequested();
    void diagnosticsRequested();

private:
    void tell(const QString& text, const QStringList& reasons, bool isAboutRun);
    QToolButton* addButton(const QString& text, const QString& tip);
    QToolButton* m_inputs;
    QToolButton* m_diagnostics;
    QLabel* m_text;
    QLabel* m_reasons;
};

} // namespace lanescope
