#include "app/gui/shortcut_sheet.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace lanescope {

namespace {

struct Shortcut {
    const char* keys;
    const char* action;
};

constexpr Shortcut shortcuts[] = {
    {"W  S", QT_TRANSLATE_NOOP("ShortcutSheet", "zoom in and out (by key position; Shift is faster)")},
    {"A  D, ← →", QT_TRANSLATE_NOOP("ShortcutSheet", "pan (Shift is faster)")},
    {"↑ ↓, wheel", QT_TRANSLATE_NOOP("ShortcutSheet", "scroll the lanes")},
    {"Ctrl+wheel, + −", QT_TRANSLATE_NOOP("ShortcutSheet", "zoom at the cursor")},
    {"Shift+wheel", QT_TRANSLATE_NOOP("ShortcutSheet", "pan")},
    {"Shift+drag, middle drag", QT_TRANSLATE_NOOP("ShortcutSheet", "pan and scroll")},
    {"Drag", QT_TRANSLATE_NOOP("ShortcutSheet", "select a range and measure it")},
    {"Click", QT_TRANSLATE_NOOP("ShortcutSheet", "select a slice; on a header: fold or unfold")},
    {"Double click", QT_TRANSLATE_NOOP("ShortcutSheet", "fit a slice")},
    {"F", QT_TRANSLATE_NOOP("ShortcutSheet", "fit the selection")},
    {"0, Home", QT_TRANSLATE_NOOP("ShortcutSheet", "fit the whole run")},
    {"Page Up, Page Down", QT_TRANSLATE_NOOP("ShortcutSheet", "previous and next step")},
    {", .", QT_TRANSLATE_NOOP("ShortcutSheet", "previous and next slice of the lane")},
    {"/, Ctrl+F", QT_TRANSLATE_NOOP("ShortcutSheet", "find slices by name; Enter and Shift+Enter walk")},
    {"Esc", QT_TRANSLATE_NOOP("ShortcutSheet", "clear the selection")},
    {"Ctrl+O, Ctrl+Shift+O", QT_TRANSLATE_NOOP("ShortcutSheet", "open files, a folder")},
    {"Ctrl+E", QT_TRANSLATE_NOOP("ShortcutSheet", "export the timeline as an image")},
    {"Ctrl+Shift+E", QT_TRANSLATE_NOOP("ShortcutSheet", "fold or unfold all groups")},
    {"?", QT_TRANSLATE_NOOP("ShortcutSheet", "this list")},
};

} // namespace

void showShortcutSheet(QWidget* parent) {
    auto* sheet = new QDialog(parent);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->setWindowTitle(QCoreApplication::translate("ShortcutSheet", "Keys and mouse"));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    int row = 0;
    for (const Shortcut& shortcut : shortcuts) {
        auto* keys = new QLabel(QString::fromUtf8(shortcut.keys));
        QFont bold = keys->font();
        bold.setBold(true);
        keys->setFont(bold);
        grid->addWidget(keys, row, 0);
        grid->addWidget(new QLabel(QCoreApplication::translate("ShortcutSheet", shortcut.action)), row++, 1);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, sheet, &QDialog::reject);
    auto* column = new QVBoxLayout(sheet);
    column->addLayout(grid);
    column->addWidget(buttons);
    sheet->open();
}

} // namespace lanescope
