#include "core/card/card_fields.h"

#include <array>

namespace lanescope {

namespace {

using enum CardSection;
using enum FieldType;

constexpr auto fields = std::to_array<CardField>({
    {"description", "Description", About, Text},
    {"hf_url", "Model page", About, Text},
    {"trace_url", "Traces", About, Text},
    {"contributor", "Contributor", About, Text},
    {"contact", "Contact", About, Text},
    {"version", "Card version", About, Any},

    {"workload.model.model_family", "Family", Model, Text},
    {"workload.model.phase", "Phase", Model, Text},
    {"workload.model.precision", "Precision", Model, Text},
    {"workload.model.moe", "Mixture of experts", Model, Boolean},
    {"workload.model.granularity", "Granularity", Model, Text},
    {"workload.model.epochs", "Epochs", Model, Integer},
    {"workload.model.iteration", "Iterations", Model, Integer},
    {"workload.model.model_arch.num_params", "Parameters", Model, Integer},
    {"workload.model.model_arch.num_params_active", "Active parameters", Model, Integer},
    {"workload.model.model_arch.num_params_embedding", "Embedding parameters", Model, Integer},
    {"workload.model.model_arch.num_layers", "Layers", Model, Integer},
    {"workload.model.model_arch.hidden_size", "Hidden size", Model, Integer},
    {"workload.model.model_arch.intermediate_size", "Intermediate size", Model, Integer},
    {"workload.model.model_arch.num_heads", "Attention heads", Model, Integer},
    {"workload.model.model_arch.num_kv_heads", "Key-value heads", Model, Integer},
    {"workload.model.model_arch.head_dim", "Head dimension", Model, Integer},
    {"workload.model.model_arch.vocab_size", "Vocabulary", Model, Integer},
    {"workload.model.model_arch.num_experts", "Experts", Model, Integer},
    {"workload.model.model_arch.num_experts_per_tok", "Experts per token", Model, Integer},
    {"workload.model.model_arch.num_shared_experts", "Shared experts", Model, Integer},

    {"workload.data.dataset", "Dataset", Data, Text},
    {"workload.data.batch_size", "Batch size", Data, Integer},
    {"workload.data.batch_size_scope", "Batch size counts", Data, Text},
    {"workload.data.seq_len", "Sequence length", Data, Integer},
    {"workload.data.input_len", "Input length", Data, Integer},
    {"workload.data.output_len", "Output length", Data, Integer},
    {"workload.data.num_prompts", "Prompts", Data, Integer},
    {"workload.data.request_rate", "Request rate (1/s)", Data, Number},
    {"workload.data.max_tokens", "Maximum tokens", Data, Integer},
    {"workload.data.max-model-len", "Maximum model length", Data, Integer},
    {"workload.data.max-num-seqs", "Maximum sequences", Data, Integer},
    {"workload.data.max-num-batched-tokens", "Maximum batched tokens", Data, Integer},

    {"workload.hardware.xpu_spec.type", "Accelerator type", Hardware, Text},
    {"workload.hardware.xpu_spec.model", "Accelerator", Hardware, Text},
    {"workload.hardware.xpu_spec.total_count", "Accelerators", Hardware, Integer},
    {"workload.hardware.xpu_spec.count_per_node", "Accelerators per node", Hardware, Integer},
    {"workload.hardware.xpu_spec.num_nodes", "Nodes", Hardware, Integer},
    {"workload.hardware.xpu_spec.memory_gb", "Memory (GB)", Hardware, Number},
    {"workload.hardware.xpu_spec.topology", "Accelerator topology", Hardware, Text},
    {"workload.hardware.network_topo.topology", "Network topology", Hardware, Text},
    {"workload.hardware.network_topo.bandwidth_gbps", "Network bandwidth (Gbit/s)", Hardware, Number},
    {"workload.hardware.driver_version", "Driver", Hardware, Text},

    {"Model-executor.model_plan_parallelization.dp", "Data parallel", Plan, Integer},
    {"Model-executor.model_plan_parallelization.dp_replicate", "Data parallel, replicated", Plan, Integer},
    {"Model-executor.model_plan_parallelization.dp_shard", "Data parallel, sharded", Plan, Integer},
    {"Model-executor.model_plan_parallelization.tp", "Tensor parallel", Plan, Integer},
    {"Model-executor.model_plan_parallelization.pp", "Pipeline parallel", Plan, Integer},
    {"Model-executor.model_plan_parallelization.cp", "Context parallel", Plan, Integer},
    {"Model-executor.model_plan_parallelization.ep", "Expert parallel", Plan, Integer},
    {"Model-executor.model_plan_parallelization.pp_mb", "Pipeline micro-batch", Plan, Integer},
    {"Model-executor.model_plan_parallelization.micro_batch", "Micro-batch", Plan, Integer},
    {"Model-executor.expert_parallel.mode", "Expert exchange", Plan, Text},
    {"Model-executor.expert_parallel.eplb", "Expert load balancing", Plan, Boolean},
    {"Model-executor.expert_parallel.top_k", "Experts per token", Plan, Integer},

    {"Model-executor.framework.name", "Framework", Framework, Text},
    {"Model-executor.framework.version", "Version", Framework, Text},
    {"Model-executor.framework.compiler_tool_selection", "Compiler", Framework, Text},
    {"Model-executor.compiler_tool_selection", "Compiler", Framework, Text},
    {"Model-executor.framework.run_script", "Launch script", Framework, Text},
    {"Model-executor.framework.trace_dir", "Trace folder", Framework, Text},
    {"Model-executor.framework.env.*", "", Framework, Any},
    {"Model-executor.serving.*", "", Framework, Any},

    {"Model-executor.communication_library.name", "Library", CommunicationLibrary, Text},
    {"Model-executor.communication_library.version", "Version", CommunicationLibrary, Text},
    {"Model-executor.protocol_selection", "Protocols", CommunicationLibrary, Text},
    {"Model-executor.communication_library.env", "Environment", CommunicationLibrary, Any},
    {"Model-executor.communication_library.env.*", "", CommunicationLibrary, Any},

    {"metric_source.traces", "Traces", MetricSource, Text},
    {"metric_source.metrics_specific_trace", "Traces of single metrics", MetricSource, Text},
});

const CardField* knownField(std::string_view canonical) {
    for (const CardField& field : fields) {
        const bool isFamily = field.path.ends_with(".*");
        if (isFamily ? canonical.starts_with(field.path.substr(0, field.path.size() - 1)) : canonical == field.path)
            return &field;
    }
    return nullptr;
}

} // namespace

std::string_view titleOf(CardSection section) {
    switch (section) {
    case About: return "About";
    case Model: return "Model";
    case Data: return "Data";
    case Hardware: return "Hardware";
    case Plan: return "Plan";
    case Framework: return "Framework";
    case CommunicationLibrary: return "Communication library";
    case MetricSource: return "Metric source";
    case Other: break;
    }
    return "Other";
}

std::span<const CardField> cardFields() { return fields; }

std::string canonicalPath(std::string_view path) {
    constexpr std::string_view model = "workload.model.", architecture = "workload.model.model_arch.";
    if (path.starts_with("workload.Model-executor."))
        return std::string(path.substr(std::string_view("workload.").size()));
    if (!path.starts_with(model) || knownField(path))
        return std::string(path);
    std::string_view name = path.substr((path.starts_with(architecture) ? architecture : model).size());
    if (name == "num_active_params")
        name = "num_params_active";
    const std::string nested = std::string(architecture).append(name);
    return knownField(nested) ? nested : std::string(path);
}

const CardField* fieldOf(std::string_view path) { return knownField(canonicalPath(path)); }

FieldType typeOf(std::string_view path) {
    if (const CardField* field = fieldOf(path))
        return field->type;
    return path.ends_with(".version") || path.ends_with("_version") ? Text : Any;
}

} // namespace lanescope
