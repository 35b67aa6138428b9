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
    enum class Shape {
        Page, // fills the window: there is nothing else to see
        Strip // one row above what has been read so far
    };
    explicit LoadBar(Shape shape, QWidget* parent = nullptr);
    void setName(const QString& name);
    void showStatus(const LoadStatus& status);

signals:
    void cancelRequested();

private:
    void layOutPage(QWidget* cancel);
    void layOutStrip(QWidget* cancel);
    QLabel* m_title;
    QLabel* m_detail;
    QProgressBar* m_bar;
};

} // namespace lanescope
