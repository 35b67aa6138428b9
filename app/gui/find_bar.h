// FindBar: finds slices by name.
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace lanescope {

class FindBar : public QWidget {
    Q_OBJECT
public:
    explicit FindBar(QWidget* parent = nullptr);
    /// Shows the bar with its text selected.
    void begin();
    void end();
    /// The match stood at (from 1; 0 for none) of how many.
    void showPlace(quint64 number, quint64 total);
    QString text() const;

signals:
    void textChanged(const QString& text);
    void nextRequested(bool isForward);
    void closed();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QLineEdit* m_edit;
    QLabel* m_count;
};

} // namespace lanescope
