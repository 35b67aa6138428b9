#include "core/card/card_facts.h"

#include "core/card/card_fields.h"
#include "core/card/card_scalars.h"

#include <initializer_list>
#include <unordered_map>

namespace lanescope {

namespace {

using Count = std::optional<std::int64_t>;

/// A number in quotes is used as the number it is.
CardScalar meaningOf(const CardScalar& scalar) { return scalar.isQuoted ? scalarByYaml(scalar.text) : scalar; }

Count integerOf(const CardNode& node) {
    const CardScalar value = meaningOf(node.scalar);
    return node.shape == CardNode::Shape::Scalar && value.kind == ScalarKind::Integer ? Count(value.integer)
                                                                                      : std::nullopt;
}

std::optional<double> numberOf(const CardNode& node) {
    const CardScalar value = meaningOf(node.scalar);
    if (node.shape != CardNode::Shape::Scalar || (value.kind != ScalarKind::Integer && value.kind != ScalarKind::Real))
        return std::nullopt;
    return value.kind == ScalarKind::Integer ? static_cast<double>(value.integer) : value.real;
}

/// The card's leaves by canonical path; where two spell one fact, the first with a value counts.
class FactFinder {
public:
    explicit FactFinder(const WorkloadCard& card) {
        for (const CardLeaf& leaf : card.leaves()) {
            const bool isNull =
                leaf.node->shape == CardNode::Shape::Scalar && leaf.node->scalar.kind == ScalarKind::Null;
            if (!isNull)
                m_nodes.emplace(canonicalPath(leaf.path), leaf.node);
        }
    }

    const CardNode* node(const std::string& path) const {
        const auto found = m_nodes.find(path);
        return found == m_nodes.end() ? nullptr : found->second;
    }
    std::optional<std::string> text(const std::string& path) const {
        const CardNode* found = node(path);
        const bool isText = found && found->shape == CardNode::Shape::Scalar && !found->scalar.text.empty();
        return isText ? std::optional(found->scalar.text) : std::nullopt;
    }
    Count integer(const std::string& path) const {
        const CardNode* found = node(path);
        if (found && found->shape == CardNode::Shape::List && found->children.size() == 1)
            found = &found->children.front();
        return found ? integerOf(*found) : std::nullopt;
    }
    std::optional<bool> boolean(const std::string& path) const {
        const CardNode* found = node(path);
        return found && found->scalar.kind == ScalarKind::Boolean ? std::optional(found->scalar.boolean) : std::nullopt;
    }
    /// The entries of a list; a scalar counts as a list of one.
    std::vector<const CardNode*> entries(const std::string& path) const {
        const CardNode* found = node(path);
        if (!found || found->shape == CardNode::Shape::Mapping)
            return {};
        if (found->shape == CardNode::Shape::Scalar)
            return {found};
        std::vector<const CardNode*> nodes;
        for (const CardNode& child : found->children)
            nodes.push_back(&child);
        return nodes;
    }

private:
    std::unordered_map<std::string, const CardNode*> m_nodes;
};

void findModel(const FactFinder& find, CardFacts& facts) {
    const std::string model = "workload.model.", architecture = model + "model_arch.";
    facts.phase = find.text(model + "phase");
    facts.precision = find.text(model + "precision");
    facts.modelFamily = find.text(model + "model_family");
    facts.isMixtureOfExperts = find.boolean(model + "moe");
    facts.iterations = find.integer(model + "iteration");
    facts.parameters = find.integer(architecture + "num_params");
    facts.activeParameters = find.integer(architecture + "num_params_active");
    facts.embeddingParameters = find.integer(architecture + "num_params_embedding");
    facts.layers = find.integer(architecture + "num_layers");
    facts.attentionHeads = find.integer(architecture + "num_heads");
    facts.headDimension = find.integer(architecture + "head_dim");
}

void findDataAndHardware(const FactFinder& find, CardFacts& facts) {
    const std::string data = "workload.data.", hardware = "workload.hardware.";
    facts.batchSize = find.integer(data + "batch_size");
    facts.sequenceLength = find.integer(data + "seq_len");
    facts.inputLength = find.integer(data + "input_len");
    facts.outputLength = find.integer(data + "output_len");
    facts.acceleratorModel = find.text(hardware + "xpu_spec.model");
    facts.totalCount = find.integer(hardware + "xpu_spec.total_count");
    facts.countPerNode = find.integer(hardware + "xpu_spec.count_per_node");
    for (const CardNode* entry : find.entries(hardware + "network_topo.bandwidth_gbps"))
        facts.networkBandwidthGbps.push_back(numberOf(*entry));
}

void findExecutor(const FactFinder& find, CardFacts& facts) {
    const std::string executor = "Model-executor.", plan = executor + "model_plan_parallelization.";
    facts.framework = find.text(executor + "framework.name");
    facts.communicationLibrary = find.text(executor + "communication_library.name");
    facts.tensorParallel = find.integer(plan + "tp");
    facts.pipelineParallel = find.integer(plan + "pp");
    facts.contextParallel = find.integer(plan + "cp");
    facts.expertParallel = find.integer(plan + "ep");
    facts.dataParallelShards = find.integer(plan + "dp_shard");
    facts.dataParallelReplicas = find.integer(plan + "dp_replicate");
    if (!facts.dataParallelReplicas && !facts.dataParallelShards)
        facts.dataParallelReplicas = find.integer(plan + "dp");
    for (const CardNode* entry : find.entries("metric_source.traces"))
        if (!entry->scalar.text.empty())
            facts.traceLabels.push_back(entry->scalar.text);
}

Count product(std::initializer_list<Count> factors) {
    Count result;
    for (const Count& factor : factors) {
        std::int64_t next = 0;
        if (factor && __builtin_mul_overflow(result.value_or(1), *factor, &next))
            return std::nullopt;
        if (factor)
            result = next;
    }
    return result;
}

} // namespace

Count CardFacts::dataParallel() const { return product({dataParallelReplicas, dataParallelShards}); }

Count CardFacts::planProduct() const {
    return product({dataParallelReplicas, dataParallelShards, tensorParallel, pipelineParallel, contextParallel});
}

CardFacts factsOf(const WorkloadCard& card) {
    const FactFinder find(card);
    CardFacts facts;
    findModel(find, facts);
    findDataAndHardware(find, facts);
    findExecutor(find, facts);
    return facts;
}

} // namespace lanescope
