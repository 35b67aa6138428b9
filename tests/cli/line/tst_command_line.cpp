#include "app/cli/command_line.h"

#include <QTest>

using namespace lanescope;

namespace {

using Words = std::vector<std::string>;

} // namespace

class TestCommandLine : public QObject {
    Q_OBJECT
private slots:
    void pathsAloneOpenTheWindow() {
        const auto line = parseCommandLine({"run/", "b.json"});
        QVERIFY(line && line->command == Command::Window);
        QCOMPARE(line->paths, (Words{"run/", "b.json"}));
    }

    void everyCommandTakesThreadsAndNoCache() {
        for (const Words& words :
             {Words{"--threads", "3", "--no-cache", "t"}, Words{"inspect", "t", "--threads=3", "--no-cache"},
              Words{"metrics", "--no-cache", "--threads", "3", "t"}}) {
            const auto line = parseCommandLine(words);
            QVERIFY2(line && line->threads == 3 && !line->usesCache, words.front().c_str());
            QCOMPARE(line->paths, Words{"t"});
        }
    }

    void behindTwoDashesEverythingIsAPath() {
        const auto line = parseCommandLine({"inspect", "--json", "--", "--json", "-x"});
        QVERIFY(line && line->isJson);
        QCOMPARE(line->paths, (Words{"--json", "-x"}));
    }

    void metricsAndScopeAreKept() {
        const auto line = parseCommandLine({"metrics", "t", "--metric", "mfu", "--metric=idle", "--scope", "step:-2"});
        QVERIFY(line.has_value());
        QCOMPARE(line->metrics, (Words{"mfu", "idle"}));
        QCOMPARE(line->scope, std::string("step:-2"));
    }

    void helpNeedsNoPath() {
        QVERIFY(parseCommandLine({"inspect", "--help"})->isHelp);
        QVERIFY(parseCommandLine({"--help"})->command == Command::Help);
        for (const Command command : {Command::Inspect, Command::Metrics})
            QVERIFY(helpText(command).find("Example: lanescope ") != std::string::npos);
    }

    void wrongUsageNamesWhatIsWrong() {
        const std::vector<std::pair<Words, std::string>> wrong = {
            {{"inspect"}, "no path"},
            {{"inspect", "t", "--bogus"}, "--bogus"},
            {{"inspect", "t", "--json=x"}, "--json takes no value"},
            {{"inspect", "t", "--scope", "run"}, "--scope"},
            {{"metrics", "t", "--scope", "step:x"}, "--scope takes"},
            {{"metrics", "t", "--metric"}, "--metric needs a value"},
            {{"t", "--threads", "0"}, "1 to 1024"},
            {{"t", "--threads"}, "1 to 1024"},
            {{"t", "--json"}, "--json"},
            {{"compare", "a", "b"}, "./compare"},
            {{"index"}, "no path"},
            {{"index", "a", "-o"}, "-o needs a value"},
            {{"index", "a", "--json"}, "--json"},
            {{"inspect", "a", "--status"}, "--status"},
        };
        for (const auto& [words, part] : wrong) {
            const auto line = parseCommandLine(words);
            QVERIFY2(!line, part.c_str());
            QVERIFY2(line.error().message.find(part) != std::string::npos, line.error().message.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
