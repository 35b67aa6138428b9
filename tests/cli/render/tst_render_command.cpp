#include "app/cli/render_command.h"

#include "tests/core/scene/scene_test_support.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;

namespace {

std::vector<TestSlice> twoSteps() {
    std::vector<TestSlice> slices = fiveSlices();
    slices.push_back({"ProfilerStep#4", SliceKind::HostAnnotation, "1", 0, 500});
    slices.push_back({"ProfilerStep#5", SliceKind::HostAnnotation, "1", 500, 1000});
    return slices;
}

class Folder {
public:
    /// Renders two ranks into FILE with further arguments.
    int render(const QString& file, std::vector<std::string> arguments, int ranks = 2) const {
        arguments.insert(arguments.begin(), {"run", "-o", path(file).toStdString()});
        return runRender(arguments, [&](const RenderOptions&) -> Result<std::shared_ptr<const RunIndex>> {
            return testIndex(twoSteps(), ranks);
        });
    }
    QString path(const QString& file) const { return m_folder.filePath(file); }
    QImage image(const QString& file) const { return QImage(path(file)); }
    QByteArray bytes(const QString& file) const {
        QFile opened(path(file));
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }

private:
    QTemporaryDir m_folder;
};

} // namespace

class TestRenderCommand : public QObject {
    Q_OBJECT

private slots:
    void theSizeAskedForIsTheSizeOfThePicture() {
        const Folder folder;
        QCOMPARE(folder.render("a.png", {"--size", "900x600"}), 0);
        QCOMPARE(folder.image("a.png").size(), QSize(900, 600));
        QCOMPARE(folder.render("b.png", {"--size", "900x600", "--scale", "2"}), 0);
        QCOMPARE(folder.image("b.png").size(), QSize(1800, 1200));
    }

    void theHeightFollowsTheRanks() {
        const Folder folder;
        QCOMPARE(folder.render("two.png", {"--size", "900x"}, 2), 0);
        QCOMPARE(folder.render("eight.png", {"--size", "900x"}, 8), 0);
        QCOMPARE(folder.image("two.png").width(), 900);
        QVERIFY(folder.image("eight.png").height() > 2 * folder.image("two.png").height());
    }

    void manyRanksFoldToFitAndTooManyAreRefused() {
        const Folder folder;
        QCOMPARE(folder.render("a.png", {"--size", "900x600"}, 16), 0);
        QCOMPARE(folder.render("b.png", {"--size", "900x600"}, 64), 1);
        QVERIFY(!QFile::exists(folder.path("b.png")));
    }

    void lanesHigherThanAPictureCanBeAreFoldedOrRefused() {
        const Folder folder;
        QCOMPARE(folder.render("folded.png", {"--size", "400x"}, 500), 0);
        QVERIFY(folder.image("folded.png").height() <= 32767);
        QCOMPARE(folder.render("refused.png", {"--size", "400x"}, 3000), 1);
        QVERIFY(!QFile::exists(folder.path("refused.png")));
    }

    void equalInputGivesEqualBytes() {
        const Folder folder;
        for (const char* theme : {"light", "dark", "print"}) {
            QCOMPARE(folder.render("a.png", {"--theme", theme}), 0);
            QCOMPARE(folder.render("b.png", {"--theme", theme}), 0);
            QVERIFY(!folder.bytes("a.png").isEmpty());
            QVERIFY(folder.bytes("a.png") == folder.bytes("b.png"));
        }
    }

    void aStepShowsOtherTimeThanTheWholeRun() {
        const Folder folder;
        QCOMPARE(folder.render("step.png", {"--step", "5"}), 0);
        QCOMPARE(folder.render("span.png", {"--span", "500us:1ms"}), 0);
        QCOMPARE(folder.render("run.png", {}), 0);
        QVERIFY(folder.bytes("step.png") != folder.bytes("run.png"));
        QVERIFY(folder.bytes("step.png") != folder.bytes("span.png")); // the caption names the step
    }

    void whatIsNotThereFails() {
        const Folder folder;
        QCOMPARE(folder.render("a.png", {"--step", "9"}), 1);
        QCOMPARE(folder.render("a.png", {"--span", "5s:6s"}), 1);
        QCOMPARE(folder.render("none/a.png", {}), 1);
        QVERIFY(!QFile::exists(folder.path("a.png")));
    }

    void otherFormatsAreRefusedBeforeAnythingIsOpened() {
        for (const char* file : {"a.svg", "a.pdf", "a.jpg", "a"}) {
            bool isOpened = false;
            const int status =
                runRender({"run", "-o", file}, [&](const RenderOptions&) -> Result<std::shared_ptr<const RunIndex>> {
                    isOpened = true;
                    return testIndex({});
                });
            QCOMPARE(status, 1);
            QVERIFY(!isOpened);
        }
    }

    void wrongUsageIsStatusTwo() {
        QCOMPARE(runRender({}, nullptr), 2);
        QCOMPARE(runRender({"run", "-o", "a.png", "--no-such"}, nullptr), 2);
        QCOMPARE(runRender({"--help"}, nullptr), 0);
    }

    void aRunThatDoesNotOpenFails() {
        const auto open = [](const RenderOptions&) -> Result<std::shared_ptr<const RunIndex>> {
            return Error{ErrorCode::FileNotReadable, "no such file", "run", {}, {}};
        };
        QCOMPARE(runRender({"run", "-o", "a.png"}, open), 1);
    }

    void aRunWithoutSlicesGivesAPictureThatSaysSo() {
        const Folder folder;
        const auto open = [](const RenderOptions&) -> Result<std::shared_ptr<const RunIndex>> { return testIndex({}); };
        QCOMPARE(runRender({"run", "-o", folder.path("empty.png").toStdString()}, open), 0);
        QVERIFY(!folder.image("empty.png").isNull());
    }
};

QTEST_APPLESS_MAIN(TestRenderCommand)
#include "tst_render_command.moc"
