#include "app/cli/render_options.h"

#include <QTest>

using namespace lanescope;

namespace {

std::string problemOf(const std::vector<std::string>& arguments) {
    const Result<RenderOptions> options = parseRenderOptions(arguments);
    return options ? std::string() : options.error().message;
}

} // namespace

class TestRenderOptions : public QObject {
    Q_OBJECT

private slots:
    void timesAreExact() {
        QCOMPARE(timeFromText("1.2s"), std::optional<TimeNs>(1'200'000'000));
        QCOMPARE(timeFromText("300ms"), std::optional<TimeNs>(300'000'000));
        QCOMPARE(timeFromText("5us"), std::optional<TimeNs>(5'000));
        QCOMPARE(timeFromText("17ns"), std::optional<TimeNs>(17));
        QCOMPARE(timeFromText("9007199.254740993s"), std::optional<TimeNs>(9'007'199'254'740'993));
        for (const char* none : {"", "s", "12", "1h", "1e3s", "x5ms", "5 ms", "9e99s", "99999999999999s"})
            QVERIFY2(!timeFromText(none), none);
    }

    void everythingAskedForIsKnown() {
        const auto options = parseRenderOptions({"run", "-o", "a.png", "--size", "1200x800", "--scale=2", "--span",
                                                 "1ms:2ms", "--theme", "dark", "--threads", "3", "--no-cache"});
        QVERIFY(options.has_value());
        QCOMPARE(options->paths, std::vector<std::string>{"run"});
        QCOMPARE(options->width, 1200);
        QCOMPARE(options->height, std::optional<int>(800));
        QCOMPARE(options->scale, 2.0);
        QCOMPARE(options->from, std::optional<TimeNs>(1'000'000));
        QCOMPARE(options->to, std::optional<TimeNs>(2'000'000));
        QCOMPARE(options->theme, RenderOptions::Theme::Dark);
        QCOMPARE(options->threads, 3u);
        QVERIFY(!options->usesCache);
    }

    void aWidthAloneLetsTheHeightFollow() {
        for (const char* size : {"900x", "900"}) {
            const auto options = parseRenderOptions({"run", "-o", "a.png", "--size", size});
            QVERIFY(options.has_value());
            QCOMPARE(options->width, 900);
            QVERIFY(!options->height);
        }
    }

    void oneSideOfASpanMayBeOpen() {
        QVERIFY(!parseRenderOptions({"run", "-o", "a.png", "--span", ":2ms"})->from);
        QVERIFY(!parseRenderOptions({"run", "-o", "a.png", "--span", "1ms:"})->to);
    }

    void aMistakeIsNamed_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("part");
        QTest::newRow("no trace") << QStringList{"-o", "a.png"} << "no trace";
        QTest::newRow("no output") << QStringList{"run"} << "-o";
        QTest::newRow("no value") << QStringList{"run", "-o"} << "-o needs a value";
        QTest::newRow("size") << QStringList{"run", "-o", "a.png", "--size", "12x"} << "12x";
        QTest::newRow("huge size") << QStringList{"run", "-o", "a.png", "--size", "1000x999999999999"} << "--size";
        QTest::newRow("scale") << QStringList{"run", "-o", "a.png", "--scale", "0"} << "--scale";
        QTest::newRow("span") << QStringList{"run", "-o", "a.png", "--span", "5ms"} << "--span";
        QTest::newRow("span without sides") << QStringList{"run", "-o", "a.png", "--span", ":"} << "--span";
        QTest::newRow("reversed span") << QStringList{"run", "-o", "a.png", "--span", "5ms:1ms"} << "ends before";
        QTest::newRow("theme") << QStringList{"run", "-o", "a.png", "--theme", "pink"} << "pink";
        QTest::newRow("unknown") << QStringList{"run", "-o", "a.png", "--colour"} << "--colour";
        QTest::newRow("both") << QStringList{"run", "-o", "a.png", "--step", "1", "--span", "1s:2s"} << "exclude";
    }
    void aMistakeIsNamed() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, part);
        std::vector<std::string> list;
        for (const QString& argument : arguments)
            list.push_back(argument.toStdString());
        QVERIFY2(QString::fromStdString(problemOf(list)).contains(part), problemOf(list).c_str());
    }

    void helpNeedsNothingElse() {
        const auto options = parseRenderOptions({"--help"});
        QVERIFY(options.has_value() && options->isHelp);
        QVERIFY(renderHelp().find("Example") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestRenderOptions)
#include "tst_render_options.moc"
