#include "card_test_support.h"

#include "core/card/card_check.h"
#include "core/card/card_facts.h"
#include "core/card/card_recognition.h"
#include "core/card/card_sections.h"

#include <QtTest>

#include <fstream>
#include <iterator>

using namespace lanescope;

namespace {

std::vector<std::filesystem::path> yamlFilesIn(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".yaml")
            files.push_back(entry.path());
    return files;
}

std::string bytesOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

class TestRealCards : public QObject {
    Q_OBJECT

private slots:
    void everyContributedCardReadsOrSaysWhyNot();
    void everyValueOfEveryCardIsShown();
    void referenceCases_data();
    void referenceCases();
};

void TestRealCards::everyContributedCardReadsOrSaysWhyNot() {
    const auto folder = sharedFolder("cards");
    if (folder.empty())
        QSKIP("no shared cards beside the checkout");
    int refused = 0;
    for (const auto& path : yamlFilesIn(folder)) {
        const CardReading reading = readCard(path.string());
        QVERIFY2(looksLikeCard(bytesOf(path), path.filename().string()), path.c_str());
        if (!reading.card) {
            ++refused;
            QVERIFY2(!reading.findings.empty() && reading.findings.back().line, path.c_str());
            continue;
        }
        const bool isTemplate = path.filename() == "workload_card_template.yaml";
        QVERIFY2(isTemplate || factsOf(*reading.card).phase, path.c_str());
        checkCard(*reading.card, {{0}, 1});
    }
    QCOMPARE(refused, 5); // as PyYAML refuses them
}

void TestRealCards::everyValueOfEveryCardIsShown() {
    const auto folder = sharedFolder("cards");
    if (folder.empty())
        QSKIP("no shared cards beside the checkout");
    for (const auto& path : yamlFilesIn(folder)) {
        const WorkloadCard card = readCard(path.string()).card.value_or(WorkloadCard());
        std::size_t rows = 0;
        for (const CardRows& section : sectionsOf(card))
            rows += section.rows.size();
        QCOMPARE(rows, card.leaves().size());
    }
}

void TestRealCards::referenceCases_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("expected");
    QTest::newRow("missing ranks") << "042-rank-only-in-filename-some-missing"
                                   << "16:7 ranks-missing workload.hardware.xpu_spec.total_count\n";
    QTest::newRow("scalar surprises")
        << "055-card-scalar-surprises"
        << "6:5 yaml-1.1-boolean workload.model.moe\n9:5 yaml-1.2-number workload.model.iteration\n"
           "11:7 yaml-1.2-number workload.model.model_arch.num_params\n12:7 yaml-1.2-number "
           "workload.model.model_arch.num_params_embedding\n"
           "15:5 ambiguous-number workload.data.batch_size\n21:7 ranks-missing "
           "workload.hardware.xpu_spec.total_count\n";
    QTest::newRow("tab") << "056-card-tab-indent"
                         << "5:1 card-tab-indent \n";
    QTest::newRow("mark and CRLF") << "058-card-bom-crlf"
                                   << "16:7 ranks-missing workload.hardware.xpu_spec.total_count\n";
}

void TestRealCards::referenceCases() {
    QFETCH(QString, folder);
    QFETCH(QString, expected);
    const auto cases = sharedFolder("cases");
    if (cases.empty())
        QSKIP("no shared cases beside the checkout");
    CardReading reading = readCard((cases / folder.toStdString() / "card.yaml").string());
    if (reading.card)
        for (CardFinding& finding : checkCard(*reading.card, {{0, 2}, 2}))
            reading.findings.push_back(std::move(finding));
    QCOMPARE(qt(briefly(reading.findings)), expected);
}

QTEST_APPLESS_MAIN(TestRealCards)
#include "tst_real_cards.moc"
