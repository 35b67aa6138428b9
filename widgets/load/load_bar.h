// LoadBar: how far a load is, with a button to cancel it.
#pragma once

#include "widgets/load/load_task.h"

#include <QWidget>

class QLabel;
class QProgressBar;

namespace lanescope {

class LoadBar : public QWidget {
    Q_OBJECT
public:
    explicit LoadBar(QWidget* parent = nullptr);
    void setName(const QString& name);
    void showStatus(const LoadStatus& status);

signals:
    void cancelRequested();

private:
    QLabel* m_title;
    QLabel* m_detail;
    QProgressBar* m_bar;
};

} // namespace lanescope
