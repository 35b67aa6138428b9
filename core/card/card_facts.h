// The card's facts that metrics and checks calculate with, found wherever its author put them.
#pragma once

#include "core/card/workload_card.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

/// Each fact is absent when the card does not give it, or gives something that is no such value. Text is as written.
struct CardFacts {
    std::optional<std::string> phase, precision, modelFamily, framework, communicationLibrary;
    std::optional<bool> isMixtureOfExperts;
    std::optional<std::int64_t> parameters, activeParameters, embeddingParameters, layers, attentionHeads,
        headDimension;

    std::optional<std::int64_t> batchSize; // absent when the card lists several
    std::optional<std::int64_t> sequenceLength, inputLength, outputLength, iterations;

    std::optional<std::string> acceleratorModel;
    std::optional<std::int64_t> totalCount, countPerNode;
    std::vector<std::optional<double>> networkBandwidthGbps; // as listed; an entry that is no number is absent

    std::optional<std::int64_t> tensorParallel, pipelineParallel, contextParallel, expertParallel;
    std::optional<std::int64_t> dataParallelReplicas, dataParallelShards;

    std::vector<std::string> traceLabels; // metric_source.traces

    /// Replicas x shards; absent when the card gives neither.
    std::optional<std::int64_t> dataParallel() const;
    /// Data x tensor x pipeline x context, an absent one counting 1; absent when all are, or beyond 64 bits.
    std::optional<std::int64_t> planProduct() const;
};

CardFacts factsOf(const WorkloadCard& card);

} // namespace lanescope
