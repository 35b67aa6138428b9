#include "core/card/card_check.h"

#include "core/card/card_facts.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace lanescope {

namespace {

constexpr const char* countPath = "workload.hardware.xpu_spec.total_count";
constexpr const char* planPath = "Model-executor.model_plan_parallelization";

CardFinding warningAt(const WorkloadCard& card, const std::string& path, const char* code, std::string message) {
    CardFinding finding{Severity::Warning, code, std::move(message), {}, {}, path};
    if (const CardNode* node = card.find(path)) {
        finding.line = node->line;
        finding.column = node->column;
    }
    return finding;
}

/// Ranks 0..count-1 that are not there, as inclusive ranges: O(ranks present), whatever the card's count.
std::vector<std::pair<std::int64_t, std::int64_t>> missingRanges(const std::set<std::int64_t>& present,
                                                                 std::int64_t count) {
    std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
    std::int64_t next = 0;
    for (const std::int64_t rank : present) {
        if (rank >= count)
            break;
        if (rank > next)
            ranges.emplace_back(next, rank - 1);
        next = rank + 1;
    }
    if (next < count)
        ranges.emplace_back(next, count - 1);
    return ranges;
}

/// "ranks 1, 3, 8-15 of 16 are missing"; "rank 2 of 4 is missing".
std::string sayMissing(const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges, std::int64_t count) {
    std::string list;
    for (const auto& [first, last] : ranges) {
        list += (list.empty() ? "" : ", ") + std::to_string(first);
        if (last > first)
            list += (last == first + 1 ? ", " : "-") + std::to_string(last);
    }
    const bool isOne = ranges.size() == 1 && ranges[0].first == ranges[0].second;
    return (isOne ? "rank " : "ranks ") + list + " of " + std::to_string(count) +
           (isOne ? " is missing" : " are missing");
}

std::string stated(std::int64_t count) { return "the card states " + std::to_string(count) + " accelerators"; }

void checkRanks(const WorkloadCard& card, std::int64_t count, const RunFacts& run, std::vector<CardFinding>& findings) {
    const std::set<std::int64_t> present(run.ranks.begin(), run.ranks.end());
    if (present.empty())
        return;
    const auto missing = missingRanges(present, count);
    if (!missing.empty() && run.devices < count)
        findings.push_back(warningAt(card, countPath, "ranks-missing",
                                     sayMissing(missing, count) + "; figures are of the ranks present"));
    const std::int64_t last = *present.rbegin();
    if (last >= count)
        findings.push_back(warningAt(card, countPath, "rank-beyond-card",
                                     "rank " + std::to_string(last) + " is in the traces, but " + stated(count)));
}

/// Experts may spread over accelerators that the plan does not multiply.
bool isMadeUpByExperts(std::int64_t product, const CardFacts& facts) {
    const std::int64_t experts = facts.expertParallel.value_or(1);
    return experts > 0 && *facts.totalCount % experts == 0 && *facts.totalCount / experts == product;
}

void checkPlan(const WorkloadCard& card, const CardFacts& facts, std::vector<CardFinding>& findings) {
    const auto product = facts.planProduct();
    if (!product || *product == *facts.totalCount || isMadeUpByExperts(*product, facts))
        return;
    const std::string path = card.find(planPath) ? planPath : std::string("workload.") + planPath;
    findings.push_back(warningAt(card, path, "plan-product",
                                 "data x tensor x pipeline x context make " + std::to_string(*product) + ", but " +
                                     stated(*facts.totalCount)));
}

} // namespace

std::vector<CardFinding> checkCard(const WorkloadCard& card, const RunFacts& run) {
    const CardFacts facts = factsOf(card);
    std::vector<CardFinding> findings;
    if (!facts.totalCount)
        return findings;
    if (*facts.totalCount < 1) {
        findings.push_back(
            warningAt(card, countPath, "no-accelerators", stated(*facts.totalCount) + "; at least one was expected"));
        return findings;
    }
    checkRanks(card, *facts.totalCount, run, findings);
    if (run.devices > *facts.totalCount)
        findings.push_back(
            warningAt(card, countPath, "more-devices",
                      "the traces show " + std::to_string(run.devices) + " devices, but " + stated(*facts.totalCount)));
    checkPlan(card, facts, findings);
    return findings;
}

} // namespace lanescope
