#include "tests/architecture/layer_rules.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace lanescope;

class TestLayers : public QObject {
    Q_OBJECT

private slots:
    void everyIncludePointsDownwards();
    void aPlantedViolationIsFound_data();
    void aPlantedViolationIsFound();
    void whatTheTableAllowsIsNoViolation_data();
    void whatTheTableAllowsIsNoViolation();
    void everyOffenderOfAFileIsNamed();
    void noFloorKnowsOneThatKnowsIt();
};

void TestLayers::everyIncludePointsDownwards() {
    const QDir root(LANESCOPE_SOURCE_DIR);
    QStringList violations;
    int files = 0;
    for (const char* top : {"core", "widgets", "app", "resources"}) {
        QDirIterator sources(root.filePath(top), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        while (sources.hasNext()) {
            QFile file(sources.next());
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
            const std::string path = root.relativeFilePath(file.fileName()).toStdString();
            for (const std::string& violation : layerViolations(path, file.readAll().toStdString()))
                violations << QString::fromStdString(violation);
            ++files;
        }
    }
    QVERIFY(files > 0);
    QVERIFY2(violations.isEmpty(), qPrintable("\n" + violations.join('\n')));
}

void TestLayers::aPlantedViolationIsFound_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("named");
    QTest::newRow("upwards") << "core/base/time.cpp"
                             << "#include \"core/model/run.h\""
                             << "core/base must not know core/model";
    QTest::newRow("a neighbour") << "core/ingest/a.cpp"
                                 << "#include \"core/card/card.h\""
                                 << "core/ingest must not know core/card";
    QTest::newRow("a neighbour higher up") << "core/scene/a.h"
                                           << "#include \"core/metrics/metric.h\""
                                           << "must not know core/metrics";
    QTest::newRow("core to window") << "core/scene/a.cpp"
                                    << "#include \"widgets/paint/theme.h\""
                                    << "must not know widgets/paint";
    QTest::newRow("widget to application") << "widgets/panels/a.cpp"
                                           << "#include \"app/gui/document.h\""
                                           << "must not know app/gui";
    QTest::newRow("command to window") << "app/cli/a.cpp"
                                       << "#include \"widgets/timeline/timeline_view.h\""
                                       << "must not know widgets/timeline";
    QTest::newRow("Qt in core") << "core/model/a.cpp"
                                << "#include <QString>"
                                << "core/model must not use Qt";
    QTest::newRow("a Qt module in core") << "core/base/a.h"
                                         << "  #  include <QtCore/QString>"
                                         << "must not use Qt";
    QTest::newRow("widgets in paint") << "widgets/paint/a.cpp"
                                      << "#include <QWidget>"
                                      << "widgets/paint must not use QtWidgets";
    QTest::newRow("JSON in the index") << "core/index/a.cpp"
                                       << "#include <nlohmann/json.hpp>"
                                       << "core/index must not use nlohmann";
    QTest::newRow("a library in a header") << "core/card/a.h"
                                           << "#include <yaml-cpp/yaml.h>"
                                           << "headers of core show no library";
    QTest::newRow("not from the root") << "core/base/a.cpp"
                                       << "#include \"time.h\""
                                       << "does not start with a folder of the house";
    QTest::newRow("a folder nobody knows") << "core/misc/a.cpp"
                                           << "#include <vector>"
                                           << "has no row in the table";
}

void TestLayers::aPlantedViolationIsFound() {
    QFETCH(QString, path);
    QFETCH(QString, line);
    QFETCH(QString, named);
    const auto violations = layerViolations(path.toStdString(), ("#pragma once\n" + line + "\n").toStdString());
    QCOMPARE(violations.size(), std::size_t(1));
    const QString found = QString::fromStdString(violations.front());
    QVERIFY2(found.startsWith(path + ": ") && found.contains(named), qPrintable(found));
}

void TestLayers::whatTheTableAllowsIsNoViolation_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("line");
    QTest::newRow("own folder") << "core/index/a.cpp"
                                << "#include \"core/index/a.h\"";
    QTest::newRow("downwards") << "core/metrics/a.h"
                               << "#include \"core/index/run_index.h\"";
    QTest::newRow("the standard library") << "core/base/a.h"
                                          << "#include <string_view>";
    QTest::newRow("the system") << "core/ingest/a.cpp"
                                << "#include <sys/mman.h>";
    QTest::newRow("a library where it is at home") << "core/ingest/a.cpp"
                                                   << "#include <simdjson.h>";
    QTest::newRow("a core library under a folder") << "core/ingest/a.cpp"
                                                   << "#include <isa-l/igzip_lib.h>";
    QTest::newRow("Qt in the painter") << "widgets/paint/a.h"
                                       << "#include <QPainter>";
    QTest::newRow("widgets in a panel") << "widgets/panels/a.h"
                                        << "#include <QDockWidget>";
    QTest::newRow("moc") << "widgets/panels/a.cpp"
                         << "#include \"a.moc\"";
    QTest::newRow("a comment") << "core/base/a.cpp"
                               << "// #include <QString>";
}

void TestLayers::whatTheTableAllowsIsNoViolation() {
    QFETCH(QString, path);
    QFETCH(QString, line);
    const auto violations = layerViolations(path.toStdString(), line.toStdString());
    QVERIFY2(violations.empty(), violations.empty() ? "" : violations.front().c_str());
}

void TestLayers::everyOffenderOfAFileIsNamed() {
    const auto violations =
        layerViolations("core/base/a.cpp", "#include <QString>\n#include <vector>\n#include \"core/model/run.h\"\n");
    QCOMPARE(violations.size(), std::size_t(2));
}

void TestLayers::noFloorKnowsOneThatKnowsIt() {
    for (const Floor& upper : house()) {
        if (!upper.folder.starts_with("core/"))
            continue; // the window's parts are one floor and may know each other
        for (const Floor& lower : house()) {
            const auto knows = [](const Floor& a, const Floor& b) {
                return std::find(a.floors.begin(), a.floors.end(), b.folder) != a.floors.end();
            };
            QVERIFY2(!(knows(upper, lower) && knows(lower, upper)), std::string(upper.folder).c_str());
        }
    }
}

QTEST_APPLESS_MAIN(TestLayers)
#include "tst_layers.moc"
