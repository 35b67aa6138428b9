#include "resources/sample/generator/plans.h"

#include "resources/sample/generator/training.h"

namespace lanescope::sample {

namespace {

using Shape = ModelShape;
constexpr std::int64_t bytesOfBFloat16 = 2;
constexpr TimeNs collectiveLatency = 14'000;

/// Time for moving `bytes` per rank over a bus of so many MB/s (thousandths of a byte a nanosecond).
TimeNs transferTime(std::int64_t bytes, std::int64_t busMegabytesPerSecond) {
    return collectiveLatency + bytes * 1000 / busMegabytesPerSecond;
}

/// Each step ends with clipping by the norm over all ranks.
void clipGradients(Cluster& cluster) {
    cluster.wait(Stream::World, cluster.reached(Stream::Compute));
    cluster.collective({"allreduce", "ncclDevKernel_AllReduce_Sum_f32_TREE_LL(ncclDevKernelArgsStorage<4096ul>)",
                        "Float", Stream::World, 1, 1, 61'000, 2});
    cluster.wait(Stream::Compute, cluster.reached(Stream::World));
}

const std::vector<int> allRanks = {0, 1, 2, 3, 4, 5, 6, 7};
const std::vector<ProcessGroup> world = {{"0", "default_pg", allRanks}};

/// Fully sharded data parallel training: one communicator whose collectives queue on one stream.
class Fsdp {
public:
    Fsdp(Cluster& cluster, Training& training) : m_cluster(cluster), m_training(training) {}

    static constexpr Stream gradientStream = Stream::Fsdp;

    void forward() {
        Instants gathered = gather(Shape::rootParameters);
        Instants next = gather(Shape::layerParameters);
        use(gathered, Shape::rootParameters);
        m_training.embeddingForward();
        for (std::int64_t layer = 0; layer < Shape::layers; ++layer) {
            gathered = next;
            if (layer + 1 < Shape::layers)
                next = prefetch(Shape::layerParameters);
            use(gathered, Shape::layerParameters);
            m_training.attentionForward();
            m_training.feedForwardForward();
        }
        m_training.headForward();
    }

    /// The last layer is still whole; each earlier one is gathered again while the one after it is worked on.
    void backward() {
        Instants next = prefetch(Shape::layerParameters);
        m_training.headBackward();
        for (std::int64_t layer = Shape::layers - 1; layer >= 0; --layer) {
            if (layer + 1 < Shape::layers) {
                const Instants gathered = next;
                if (layer > 0)
                    next = prefetch(Shape::layerParameters);
                use(gathered, Shape::layerParameters);
            }
            m_training.feedForwardBackward();
            m_training.attentionBackward();
            scatter(Shape::layerParameters);
        }
        m_training.embeddingBackward();
        scatter(Shape::rootParameters);
    }

private:
    Instants gather(std::int64_t parameters) {
        m_cluster.collective({"_allgather_base", "ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                              "BFloat16", Stream::Fsdp, parameters / rankCount, parameters, transfer(parameters)});
        return m_cluster.reached(Stream::Fsdp);
    }
    /// Not before the layer in work has begun, so that no more than two layers are whole at a time.
    Instants prefetch(std::int64_t parameters) {
        m_cluster.wait(Stream::Fsdp, m_cluster.reached(Stream::Compute));
        return gather(parameters);
    }
    void use(const Instants& gathered, std::int64_t parameters) {
        m_cluster.wait(Stream::Compute, gathered);
        m_training.copyParameters("fsdp::split_with_sizes_copy", parameters);
    }
    void scatter(std::int64_t parameters) {
        m_training.copyParameters("fsdp::chunk_cat", parameters);
        m_cluster.wait(Stream::Fsdp, m_cluster.reached(Stream::Compute));
        m_cluster.collective({"_reduce_scatter_base",
                              "ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                              "BFloat16", Stream::Fsdp, parameters, parameters / rankCount, transfer(parameters)});
    }
    static TimeNs transfer(std::int64_t parameters) {
        constexpr std::int64_t bus = 52'000; // the ring crosses between the nodes
        return transferTime(bytesOfBFloat16 * parameters * (rankCount - 1) / rankCount, bus);
    }

    Cluster& m_cluster;
    Training& m_training;
};

/// Tensor parallel within a node, gradients averaged between the two nodes layer by layer.
class TensorAndData {
public:
    TensorAndData(Cluster& cluster, Training& training) : m_cluster(cluster), m_training(training) {}

    static constexpr Stream gradientStream = Stream::Data;

    void forward() {
        m_training.embeddingForward();
        for (std::int64_t layer = 0; layer < Shape::layers; ++layer) {
            m_training.attentionForward();
            sumActivations();
            m_training.feedForwardForward();
            sumActivations();
        }
        m_training.headForward();
    }

    void backward() {
        m_training.headBackward();
        sumActivations();
        for (std::int64_t layer = 0; layer < Shape::layers; ++layer) {
            m_training.feedForwardBackward();
            sumActivations();
            m_training.attentionBackward();
            sumActivations();
            averageGradients(Shape::layerParameters / m_training.workload().tensorParallel);
        }
        m_training.embeddingBackward();
        averageGradients(Shape::rootParameters / m_training.workload().tensorParallel);
    }

private:
    /// The partial results of the node's devices are summed before anything can go on.
    void sumActivations() {
        constexpr std::int64_t bus = 186'000; // within a node
        const std::int64_t elements = m_training.workload().tokens() * Shape::hidden;
        const std::int64_t n = m_training.workload().tensorParallel;
        m_cluster.wait(Stream::Tensor, m_cluster.reached(Stream::Compute));
        m_cluster.collective({"allreduce", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                              "BFloat16", Stream::Tensor, elements, elements,
                              transferTime(bytesOfBFloat16 * elements * 2 * (n - 1) / n, bus)});
        m_cluster.wait(Stream::Compute, m_cluster.reached(Stream::Tensor));
    }

    void averageGradients(std::int64_t parameters) {
        constexpr std::int64_t bus = 21'000; // one network card for each pair of devices
        m_cluster.wait(Stream::Data, m_cluster.reached(Stream::Compute));
        m_cluster.collective({"allreduce", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                              "BFloat16", Stream::Data, parameters, parameters,
                              transferTime(bytesOfBFloat16 * parameters, bus), 8});
    }

    Cluster& m_cluster;
    Training& m_training;
};

/// Runs the steps of one plan, which adds its collectives to the compute of each.
template <class Plan>
void train(Cluster& cluster, const Workload& workload) {
    Training training(cluster, workload);
    Plan plan(cluster, training);
    for (int step = 0; step < stepCount; ++step) {
        cluster.beginStep(firstStep + step);
        training.loadBatch();
        plan.forward();
        cluster.useAutogradThread(true);
        plan.backward();
        cluster.useAutogradThread(false);
        cluster.wait(Stream::Compute, cluster.reached(Plan::gradientStream));
        clipGradients(cluster);
        training.optimizerStep();
        training.readLoss();
        cluster.synchronize();
        cluster.endStep();
    }
}

} // namespace

PlanRun runFsdp8() {
    const std::vector<ProcessGroup> shards = {{"1", "fsdp", allRanks}};
    PlanRun run{"llama-sample-fsdp8",
                "every parameter sharded over all eight devices",
                1,
                8,
                1,
                Cluster({11, 5, 45, {{}, shards, {}, {}, world}})};
    train<Fsdp>(run.cluster, {2048, 1, 1, Shape::parameters / rankCount});
    return run;
}

PlanRun runTp4Dp2() {
    const std::vector<ProcessGroup> tensor = {{"1", "tp", {0, 1, 2, 3}}, {"2", "tp", {4, 5, 6, 7}}};
    const std::vector<ProcessGroup> data = {
        {"3", "dp", {0, 4}}, {"4", "dp", {1, 5}}, {"5", "dp", {2, 6}}, {"6", "dp", {3, 7}}};
    PlanRun run{"llama-sample-tp4-dp2",
                "tensor parallel over the four devices of a node, data parallel over the two nodes",
                2,
                1,
                4,
                Cluster({23, 5, 45, {{}, {}, tensor, data, world}})};
    train<TensorAndData>(run.cluster, {2048, 4, 4, Shape::parameters / 4});
    return run;
}

} // namespace lanescope::sample
