#include "app/gui/recent_files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace lanescope {

namespace {

constexpr int mostRecent = 10;
const QString settingsKey = QStringLiteral("recent");
constexpr QLatin1Char separator('\n');

} // namespace

QStringList recentRuns() { return QSettings().value(settingsKey).toStringList(); }

void rememberRun(const QStringList& paths) {
    QStringList absolute;
    for (const QString& path : paths)
        absolute << QFileInfo(path).absoluteFilePath();
    const QString entry = absolute.join(separator);
    QStringList entries = recentRuns();
    entries.removeAll(entry);
    entries.prepend(entry);
    QSettings().setValue(settingsKey, entries.mid(0, mostRecent));
}

QStringList pathsOfRecent(const QString& entry) { return entry.split(separator, Qt::SkipEmptyParts); }

QString titleOfRecent(const QString& entry) {
    const QStringList paths = pathsOfRecent(entry);
    if (paths.isEmpty())
        return {};
    QString title = QDir::toNativeSeparators(paths.front());
    const QString home = QDir::homePath();
    if (home.size() > 1 && title.startsWith(home + QLatin1Char('/')))
        title.replace(0, home.size(), QStringLiteral("~"));
    if (paths.size() > 1)
        title += QCoreApplication::translate("RecentFiles", " and %1 more").arg(paths.size() - 1);
    return title;
}

} // namespace lanescope
