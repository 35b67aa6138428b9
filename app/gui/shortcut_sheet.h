// The list of keys and mouse actions.
#pragma once

class QWidget;

namespace lanescope {

/// Opens the sheet over `parent`; it closes with Esc and deletes itself.
void showShortcutSheet(QWidget* parent);

} // namespace lanescope
