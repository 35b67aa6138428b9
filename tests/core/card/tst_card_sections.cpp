#include "card_test_support.h"

#include "core/card/card_facts.h"
#include "core/card/card_sections.h"

#include <QtTest>

#include <set>

using namespace lanescope;

namespace {

std::string shown(const WorkloadCard& card) {
    std::string text;
    for (const CardRows& section : sectionsOf(card)) {
        text += std::string(titleOf(section.section)) + '\n';
        for (const CardRow& row : section.rows)
            text += "  " + row.label + " = " + row.value + " (line " + std::to_string(row.line) + ")\n";
    }
    return text;
}

// Keys in an unusual order, executor inside workload, flat model size: as real cards have them.
constexpr std::string_view ownCard = R"(version: 1
description: >
  Two nodes, one step
favourite: {tea: green}
workload:
  Model-executor:
    communication_library:
      env:
        NCCL_DEBUG: INFO
        NCCL_IB_HCA:
      version: 2.20
      name: NCCL
    model_plan_parallelization: {tp: 2, dp_shard: 4, ep: 8}
    framework: {name: torchtitan}
    protocol_selection: [rocev2, p2p]
  model:
    moe: true
    phase: training
    num_params: 16380544000
    num_active_params: 2.8e9
    odd: yes
  data: {batch_size: [1, 2]}
  hardware:
    network_topo: {bandwidth_gbps: [N/A, 2400]}
    xpu_spec: {model: nvidia_h100, total_count: 8}
metric_source:
  traces: [json]
)";

constexpr std::string_view golden = R"(About
  Description = Two nodes, one step (line 2)
  Card version = 1 (line 1)
Model
  Phase = training (line 18)
  Mixture of experts = true (line 17)
  Parameters = 16,380,544,000 (line 19)
  Active parameters = 2,800,000,000 (line 20)
Data
  Batch size = 1, 2 (line 22)
Hardware
  Accelerator = nvidia_h100 (line 25)
  Accelerators = 8 (line 25)
  Network bandwidth (Gbit/s) = N/A, 2400 (line 24)
Plan
  Data parallel, sharded = 4 (line 13)
  Tensor parallel = 2 (line 13)
  Expert parallel = 8 (line 13)
Framework
  Framework = torchtitan (line 14)
Communication library
  Library = NCCL (line 12)
  Version = 2.20 (line 11)
  Protocols = rocev2, p2p (line 15)
  NCCL_DEBUG = INFO (line 9)
  NCCL_IB_HCA =  (line 10)
Metric source
  Traces = json (line 27)
Other
  favourite.tea = green (line 4)
  workload.model.odd = yes (line 21)
)";

} // namespace

class TestCardSections : public QObject {
    Q_OBJECT

private slots:
    void aCardIsShownInTheOrderOfTheDescription();
    void everyLeafStandsInExactlyOneRow();
    void everyKnownFieldHasItsOwnPathAndALabel();
    void factsAreFoundWhereverTheyStand();
    void factsThatAreNoneAreAbsent();
    void numbersInQuotesAreUsed();
    void thePlanMultipliesWhatIsGiven();
};

void TestCardSections::aCardIsShownInTheOrderOfTheDescription() { QCOMPARE(qt(shown(cardOf(ownCard))), qt(golden)); }

void TestCardSections::everyLeafStandsInExactlyOneRow() {
    const WorkloadCard card = cardOf(ownCard);
    std::multiset<std::string> leaves, rows;
    for (const CardLeaf& leaf : card.leaves())
        leaves.insert(leaf.path);
    for (const CardRows& section : sectionsOf(card))
        for (const CardRow& row : section.rows)
            rows.insert(row.path);
    QVERIFY(leaves == rows);
}

void TestCardSections::everyKnownFieldHasItsOwnPathAndALabel() {
    std::set<std::string_view> paths;
    CardSection last = CardSection::About;
    for (const CardField& field : cardFields()) {
        QVERIFY(paths.insert(field.path).second);
        QVERIFY(!field.label.empty() || field.path.ends_with(".*"));
        QVERIFY(last <= field.section); // sections stay in one piece
        last = field.section;
        QCOMPARE(fieldOf(field.path), &field);
    }
}

void TestCardSections::factsAreFoundWhereverTheyStand() {
    const CardFacts facts = factsOf(cardOf(ownCard));
    QCOMPARE(qt(facts.phase.value()), QString("training"));
    QCOMPARE(facts.isMixtureOfExperts.value(), true);
    QCOMPARE(qint64(facts.parameters.value()), qint64(16380544000));
    QCOMPARE(qint64(facts.activeParameters.value()), qint64(2800000000));
    QCOMPARE(qt(facts.acceleratorModel.value()), QString("nvidia_h100"));
    QCOMPARE(facts.totalCount.value(), 8);
    QCOMPARE(facts.tensorParallel.value(), 2);
    QCOMPARE(facts.expertParallel.value(), 8);
    QCOMPARE(facts.dataParallel().value(), 4);
    QCOMPARE(facts.planProduct().value(), 8);
    QCOMPARE(qt(facts.communicationLibrary.value()), QString("NCCL"));
    QCOMPARE(facts.traceLabels, std::vector<std::string>{"json"});
    QCOMPARE(facts.networkBandwidthGbps.size(), std::size_t(2));
    QVERIFY(!facts.networkBandwidthGbps[0]);
    QCOMPARE(facts.networkBandwidthGbps[1].value(), 2400.0);
}

void TestCardSections::factsThatAreNoneAreAbsent() {
    const CardFacts facts = factsOf(cardOf("workload: {model: {phase: , num_params: many}, data: {batch_size: [1, 2], "
                                           "seq_len: [512]}, hardware: {xpu_spec: 4}}"));
    QVERIFY(!facts.phase && !facts.parameters && !facts.batchSize && !facts.acceleratorModel &&
            !facts.isMixtureOfExperts);
    QCOMPARE(facts.sequenceLength.value(), 512); // a list of one is that one
    QVERIFY(!facts.planProduct() && !facts.dataParallel());
}

void TestCardSections::numbersInQuotesAreUsed() {
    QCOMPARE(factsOf(cardOf("workload: {data: {seq_len: '1024'}}")).sequenceLength.value(), 1024);
}

void TestCardSections::thePlanMultipliesWhatIsGiven() {
    const auto product = [](const char* plan) {
        return factsOf(cardOf("Model-executor: {model_plan_parallelization: {" + std::string(plan) + "}}"))
            .planProduct();
    };
    QCOMPARE(product("dp_replicate: 2, dp_shard: 3, tp: 5, pp: 7, cp: 11").value(), 2310);
    QCOMPARE(product("dp: 4, tp: 2").value(), 8);
    QCOMPARE(product("ep: 8"), std::optional<std::int64_t>());
    QCOMPARE(product("tp: 9000000000000, pp: 9000000000000"), std::optional<std::int64_t>());
}

QTEST_APPLESS_MAIN(TestCardSections)
#include "tst_card_sections.moc"
