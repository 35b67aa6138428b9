#include "resources/sample_paths.h"

#include "resources/resources.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QStandardPaths>

namespace lanescope {

namespace {

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Empty when the file holds `content` afterwards, else what went wrong.
QString ensureContent(const QString& path, const QByteArray& content) {
    if (contentOf(path) == content)
        return {};
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit())
        return {};
    return QStringLiteral("%1 cannot be written: %2").arg(path, file.errorString());
}

QString unpackFolder(const QString& resource, const QString& target) {
    if (!QDir().mkpath(target))
        return QStringLiteral("The folder %1 cannot be made").arg(target);
    for (const QString& name : QDir(resource).entryList(QDir::Files))
        if (QString problem = ensureContent(target + '/' + name, contentOf(resource + '/' + name));
            !problem.isEmpty())
            return problem;
    return {};
}

} // namespace

QStringList samplePaths(QString* error) {
    initResources();
    const QDir cache(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) +
                     QStringLiteral("/sample-" LANESCOPE_VERSION));
    const QDir resource(QStringLiteral(":/sample"));
    QStringList paths;
    for (const QString& name : resource.entryList(QDir::Dirs, QDir::Name)) {
        paths << cache.filePath(name);
        if (const QString problem = unpackFolder(resource.filePath(name), paths.back()); !problem.isEmpty()) {
            *error = problem;
            return {};
        }
    }
    return paths;
}

} // namespace lanescope
