#include "resources/sample/generator/data_point.h"

#include "resources/sample/generator/plans.h"
#include "resources/sample/generator/training.h"

namespace lanescope::sample {

namespace {

using Shape = ModelShape;

std::string line(int indent, const std::string& key, const std::string& value) {
    return std::string(static_cast<std::size_t>(indent), ' ') + key + ": " + value + "\n";
}
std::string line(int indent, const std::string& key, std::int64_t value) {
    return line(indent, key, std::to_string(value));
}

std::string modelText() {
    return "  model:\n" + line(4, "phase", "training") + line(4, "moe", "false") +
           line(4, "granularity", "model_fwd_bwd_pass") + line(4, "model_family", "llama-3.1-8b-quarter") +
           line(4, "precision", "bf16") + line(4, "epochs", 1) + line(4, "iteration", stepCount) + "    model_arch:\n" +
           line(6, "num_params", Shape::parameters) +
           line(6, "num_params_embedding", 2 * Shape::vocabulary * Shape::hidden) +
           line(6, "num_layers", Shape::layers) + line(6, "num_heads", Shape::heads) +
           line(6, "head_dim", Shape::headDim);
}

std::string cardText(const PlanRun& run) {
    return line(0, "version", 1) +
           "\ndescription: >\n  Built-in sample of Lanescope. A model shaped like a quarter of Llama 3.1 8B trains on "
           "eight devices of two nodes;\n"
           "  plan: " +
           run.sentence +
           ".\n  The numbers are invented: a small simulation of streams and collectives made these traces.\n\n" +
           line(0, "hf_url", "https://huggingface.co/meta-llama/Llama-3.1-8B") + line(0, "trace_url", "\"\"") +
           line(0, "contributor", "Lanescope contributors") + line(0, "contact", "\"\"") + "\nworkload:\n" +
           modelText() + "  data:\n" + line(4, "batch_size", globalBatch) + line(4, "batch_size_scope", "global") +
           line(4, "seq_len", 2048) + line(4, "dataset", "synthetic") + "  hardware:\n    network_topo:\n" +
           line(6, "topology", "slingshot") + "      bandwidth_gbps:\n        - 200\n        - 2400\n    xpu_spec:\n" +
           line(6, "type", "GPU") + line(6, "model", "nvidia_a100") + line(6, "total_count", rankCount) +
           line(6, "count_per_node", ranksPerNode) + line(4, "driver_version", "cuda_12.8") +
           "\nModel-executor:\n  framework:\n" + line(4, "name", "torchtitan") +
           line(4, "compiler_tool_selection", "plain_pytorch") + "  model_plan_parallelization:\n" +
           line(4, "dp_replicate", run.dataReplicate) + line(4, "dp_shard", run.dataShard) +
           line(4, "tp", run.tensorParallel) + line(4, "pp", 1) + line(4, "cp", 1) + line(4, "ep", 1) +
           line(4, "pp_mb", 1) + "  communication_library:\n" + line(4, "name", "NCCL") + line(4, "version", "2.27.5") +
           "    env:\n      NCCL_DEBUG: WARN\n  protocol_selection:\n    - p2p\n    - slingshot\n\nmetric_source:\n  "
           "traces:\n    - json\n";
}

std::string scriptText(const PlanRun& run) {
    const std::string count = std::to_string(ranksPerNode);
    return "#!/usr/bin/env bash\n# How a run like this one would be launched: on each of two nodes, " + count +
           " devices each.\nset -euo pipefail\n\n"
           "export NCCL_DEBUG=WARN\n"
           "torchrun --nnodes=2 --nproc-per-node=" +
           count +
           " --rdzv-backend=c10d --rdzv-endpoint=\"${HEAD_NODE:?name the first node}:29500\" \\\n"
           "    -m torchtitan.train \\\n    --training.local-batch-size " +
           std::to_string(globalBatch / (run.dataReplicate * run.dataShard)) +
           " --training.seq-len 2048 --training.steps " + std::to_string(firstStep + stepCount) +
           " \\\n"
           "    --parallelism.data-parallel-replicate-degree " +
           std::to_string(run.dataReplicate) + " --parallelism.data-parallel-shard-degree " +
           std::to_string(run.dataShard) + " --parallelism.tensor-parallel-degree " +
           std::to_string(run.tensorParallel) +
           " \\\n"
           "    --profiling.enable-profiling --profiling.profile-freq " +
           std::to_string(firstStep + stepCount) + "\n";
}

void append(std::vector<SampleFile>& files, const PlanRun& run) {
    files.push_back({run.name + "/" + run.name + ".yaml", cardText(run)});
    files.push_back({run.name + "/run.sh", scriptText(run)});
    for (int rank = 0; rank < rankCount; ++rank)
        files.push_back({run.name + "/rank" + std::to_string(rank) + "_trace.json", run.cluster.trace(rank)});
}

} // namespace

std::vector<SampleFile> sampleFiles() {
    std::vector<SampleFile> files;
    append(files, runFsdp8());
    append(files, runTp4Dp2());
    return files;
}

} // namespace lanescope::sample
