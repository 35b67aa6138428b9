// The compute of one training step of a small Llama-shaped model, as kernels on a cluster.
#pragma once

#include "resources/sample/generator/cluster.h"

namespace lanescope::sample {

/// Llama 3.1 8B with a quarter of its layers and a quarter of its vocabulary.
struct ModelShape {
    static constexpr std::int64_t layers = 8, hidden = 4096, intermediate = 14336, heads = 32, keyValueHeads = 8,
                                  headDim = 128, vocabulary = 32000;

    static constexpr std::int64_t keyValue = keyValueHeads * headDim;
    static constexpr std::int64_t layerParameters =
        hidden * (2 * hidden + 2 * keyValue) + 3 * hidden * intermediate + 2 * hidden;
    /// Outside the layers: both embeddings and the last norm.
    static constexpr std::int64_t rootParameters = 2 * vocabulary * hidden + hidden;
    static constexpr std::int64_t parameters = layers * layerParameters + rootParameters;
};

/// How the work of a step is cut.
struct Workload {
    std::int64_t sequence = 2048;
    std::int64_t sequencesPerReplica = 1;
    std::int64_t tensorParallel = 1;
    std::int64_t optimizedParameters = 0; // those this rank updates

    std::int64_t tokens() const { return sequence * sequencesPerReplica; }
};

/// Puts the kernels of each part of a step on the compute stream, in the order a framework would.
class Training {
public:
    Training(Cluster& cluster, const Workload& workload) : m_cluster(cluster), m_workload(workload) {}

    const Workload& workload() const { return m_workload; }

    void loadBatch();
    void embeddingForward();
    void attentionForward();
    void feedForwardForward();
    /// Output projection and loss, and the way back through both.
    void headForward();
    void headBackward();
    void feedForwardBackward();
    void attentionBackward();
    void embeddingBackward();
    void optimizerStep();
    void readLoss();

    /// Copies between a flat buffer and the parameters in it, as sharded training does around each collective.
    void copyParameters(const char* operatorName, std::int64_t parameters);

private:
    void multiply(std::int64_t rows, std::int64_t inner, std::int64_t columns, const char* layout);
    void elementwise(const char* operatorName, const char* kernelName, std::int64_t bytes);
    void attention(const char* operatorName, const char* kernelName, int passes);
    /// The two products that give the gradients of the input and of the weight.
    void multiplyBackward(std::int64_t inner, std::int64_t columns);

    Cluster& m_cluster;
    Workload m_workload;
};

} // namespace lanescope::sample
