#include "widgets/panels/scripts_panel.h"

#include "core/base/text.h"
#include "widgets/panels/panel_parts.h"

#include <QComboBox>
#include <QFile>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace lanescope {

namespace {

constexpr qint64 mostBytes = 256 << 10; // of a script: laying out more text would hold the window up

QString scriptText(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return ScriptsPanel::tr("%1 cannot be read: %2").arg(path, file.errorString());
    QString text = QString::fromUtf8(file.read(mostBytes));
    if (!file.atEnd())
        text += ScriptsPanel::tr("\n[Only the first 256 KiB of %1 bytes are shown.]").arg(file.size());
    return text;
}

} // namespace

ScriptsPanel::ScriptsPanel(QWidget* parent)
    : QWidget(parent), m_choice(new QComboBox), m_text(new QPlainTextEdit), m_stack(new QStackedLayout(this)),
      m_reader([this](const QString& text) {
          m_text->setPlainText(text);
          emit scriptShown();
      }) {
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(8, 8, 8, 0);
    column->addWidget(m_choice);
    column->addWidget(m_text, 1);
    m_stack->addWidget(makeNote(tr("Launch scripts found beside the traces are shown here.")));
    m_stack->addWidget(content);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &ScriptsPanel::showScript);
}

void ScriptsPanel::setRun(std::shared_ptr<const LoadedRun> run) {
    m_choice->clear();
    if (run)
        for (const std::string& path : run->scripts)
            m_choice->addItem(QString::fromStdString(displayText(baseName(path))), QString::fromStdString(path));
    m_stack->setCurrentIndex(m_choice->count() > 0 ? 1 : 0);
}

void ScriptsPanel::showScript(int index) {
    m_reader.drop();
    m_text->clear();
    if (index >= 0)
        m_reader.start([path = m_choice->itemData(index).toString()] { return scriptText(path); });
}

} // namespace lanescope
