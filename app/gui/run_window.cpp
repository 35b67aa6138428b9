#include "app/gui/run_window.h"

#include "app/gui/application_theme.h"
#include "app/gui/main_window.h"
#include "resources/resources.h"

#include <QApplication>

namespace lanescope {

int runWindow(int& argc, char** argv, const std::vector<std::string>& paths, bool opensSample,
              std::shared_ptr<const IndexStore> indexes) {
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("lanescope"));
    QApplication::setApplicationName(QStringLiteral("lanescope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Lanescope"));
    QApplication::setStyle(makeApplicationStyle());
    initResources();
    MainWindow window;
    window.setIndexes(std::move(indexes));
    window.show();
    QStringList given;
    for (const std::string& path : paths)
        given << QString::fromStdString(path);
    if (!given.isEmpty())
        window.openPaths(given);
    else if (opensSample)
        window.openSample(0);
    return QApplication::exec();
}

} // namespace lanescope
