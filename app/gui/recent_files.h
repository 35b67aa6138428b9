// The runs opened last, newest first, remembered in the settings.
#pragma once

#include <QStringList>

namespace lanescope {

/// Each entry is the list of paths of one run, joined by line feeds.
QStringList recentRuns();
void rememberRun(const QStringList& paths);
QStringList pathsOfRecent(const QString& entry);
/// What a menu shows of an entry.
QString titleOfRecent(const QString& entry);

} // namespace lanescope
