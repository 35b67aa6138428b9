#include "core/ingest/kernel_classifier.h"

#include "core/base/text.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

namespace {

// ---- categories -------------------------------------------------------------------------------------------

struct CategoryRule {
    std::string_view category; // lower case
    SliceKind kind;
};

/// Kineto's activity names (libkineto/src/ActivityType.cpp), with the capitalised ones of its first releases.
/// A kernel starts as Compute; its name decides further.
constexpr CategoryRule categoryRules[] = {
    {"kernel", SliceKind::Compute},
    {"gpu_memcpy", SliceKind::Memcpy},
    {"memcpy", SliceKind::Memcpy},
    {"gpu_memset", SliceKind::Memset},
    {"memset", SliceKind::Memset},
    {"cuda_sync", SliceKind::Sync},
    {"gpu_user_annotation", SliceKind::DeviceAnnotation},
    {"cuda_event", SliceKind::DeviceOther},
    {"cuda_profiler_range", SliceKind::DeviceOther},
    {"gpu_pm_counter", SliceKind::DeviceOther},
    {"collective_comm", SliceKind::DeviceOther},
    {"mtia_ccp_events", SliceKind::DeviceOther},
    {"cpu_op", SliceKind::HostOperator},
    {"operator", SliceKind::HostOperator},
    {"user_annotation", SliceKind::HostAnnotation},
    {"python_function", SliceKind::HostPython},
    {"runtime", SliceKind::HostRuntime},
};

/// cuda_runtime, cuda_driver, xpu_runtime, mtia_runtime, privateuse1_driver, hip_api, ...
constexpr std::string_view runtimeSuffixes[] = {"_runtime", "_driver", "_api"};

SliceKind kindOfCategory(std::string_view category) {
    const std::string lower = lowerCase(category);
    for (const CategoryRule& rule : categoryRules)
        if (lower == rule.category)
            return rule.kind;
    const bool isRuntime = std::any_of(std::begin(runtimeSuffixes), std::end(runtimeSuffixes),
                                       [&](std::string_view s) { return lower.ends_with(s); });
    return isRuntime ? SliceKind::HostRuntime : SliceKind::HostOther;
}

// ---- names ------------------------------------------------------------------------------------------------

/// Lower case without '_', '-' and blanks, so that AllReduce, all_reduce and all-reduce are one word. `original`
/// remembers where each letter stood, for the rules that ask what stands before a word.
struct SqueezedName {
    explicit SqueezedName(std::string_view name) : text(name), squeezed(lowerCase(name)) {
        original.reserve(name.size());
        std::size_t kept = 0;
        for (std::size_t i = 0; i < name.size(); ++i) {
            if (name[i] == '_' || name[i] == '-' || name[i] == ' ')
                continue;
            squeezed[kept++] = squeezed[i];
            original.push_back(i);
        }
        squeezed.resize(kept);
    }
    bool contains(std::string_view part) const { return squeezed.find(part) != std::string::npos; }
    bool startsWith(std::string_view part) const { return squeezed.starts_with(part); }

    std::string_view text;
    std::string squeezed;
    std::vector<std::size_t> original;
};

/// True when the "all" at that place only ends another word, as in "small_reduce", "call_gather" or "overall".
bool endsAnotherWord(const SqueezedName& name, std::size_t at) {
    const std::string_view before = name.text.substr(0, name.original[at]);
    if (before.empty() || name.text[before.size()] == 'A')
        return false;
    const auto ends = [&](std::string_view word) {
        return before.size() >= word.size() && lowerCase(before.substr(before.size() - word.size())) == word;
    };
    return ends("sm") || (ends("c") && !ends("cc")) || ends("over") || ends("w");
}

bool containsWord(const SqueezedName& name, std::string_view word) {
    for (std::size_t at = name.squeezed.find(word); at != std::string::npos; at = name.squeezed.find(word, at + 1))
        if (!word.starts_with("all") || !endsAnotherWord(name, at))
            return true;
    return false;
}

// ---- communication ----------------------------------------------------------------------------------------

struct OperationRule {
    std::string_view word; // squeezed
    CollectiveOp op;
    bool provesCommunication; // the word alone makes a kernel communication; "broadcast" or "gather" may be local work
};

constexpr OperationRule operationRules[] = {
    {"allreduce", CollectiveOp::AllReduce, true},
    {"allgather", CollectiveOp::AllGather, true},
    {"reducescatter", CollectiveOp::ReduceScatter, true},
    {"alltoall", CollectiveOp::AllToAll, true},
    {"all2all", CollectiveOp::AllToAll, true},
    {"sendrecv", CollectiveOp::SendRecv, false},
    {"broadcast", CollectiveOp::Broadcast, false},
    {"barrier", CollectiveOp::Barrier, false},
    {"send", CollectiveOp::SendRecv, false},
    {"recv", CollectiveOp::SendRecv, false},
    {"reduce", CollectiveOp::Reduce, false},
    {"gather", CollectiveOp::Gather, false},
    {"scatter", CollectiveOp::Scatter, false},
};

struct FamilyRule {
    std::string_view mark; // squeezed
    std::string_view also; // must stand somewhere too; empty: nothing more
    CollectiveOp op;       // None: the operation words decide
};

/// Libraries whose kernels are always communication. The first row that fits wins.
constexpr FamilyRule familyRules[] = {
    {"crossdevicereduce", "", CollectiveOp::AllReduce}, // vLLM, SGLang, AITER custom all-reduce
    {"deepep::", "barrier", CollectiveOp::Barrier},
    {"deepep::", "dispatch", CollectiveOp::AllToAll}, // expert dispatch and combine are uneven all-to-alls
    {"deepep::", "combine", CollectiveOp::AllToAll},
    {"deepep::", "", CollectiveOp::None},
    {"7deepep", "dispatch", CollectiveOp::AllToAll}, // the same, mangled
    {"7deepep", "combine", CollectiveOp::AllToAll},
    {"7deepep", "", CollectiveOp::None},
    {"nccl", "", CollectiveOp::None}, // ncclKernel_, ncclDevKernel_, ncclSymkDevKernel_, also RCCL's own kernels
    {"rccl", "", CollectiveOp::None},
    {"msccl", "", CollectiveOp::None}, // MSCCL and MSCCL++
    {"nvshmem", "", CollectiveOp::None},
    {"rocshmem", "", CollectiveOp::None},
    {"multimem", "", CollectiveOp::None}, // NVLink multicast, PyTorch symmetric memory
    {"oneshot", "reduce", CollectiveOp::None},
    {"twoshot", "reduce", CollectiveOp::None},
};

/// A compiler names a fused kernel after the graph nodes around it: triton_poi_fused_all_reduce_add_3 adds.
bool isNamedByCompiler(const SqueezedName& name) { return name.startsWith("triton") && name.contains("fused"); }

/// Kernels that a framework launches for a collective on the side (copying into the flat buffer); Kineto gives
/// them the collective's arguments although they move nothing between ranks.
constexpr std::string_view localMarks[] = {"at::native::", "elementwise", "cutlass", "cublas"};

bool isLocal(const SqueezedName& name) {
    return isNamedByCompiler(name) || std::any_of(std::begin(localMarks), std::end(localMarks),
                                                  [&](std::string_view m) { return name.contains(m); });
}

CollectiveOp operationIn(const SqueezedName& name) {
    for (const OperationRule& rule : operationRules)
        if (containsWord(name, rule.word))
            return rule.op;
    return CollectiveOp::None;
}

/// The operation (None: not told) when the name alone says communication.
std::optional<CollectiveOp> communicationByName(const SqueezedName& name) {
    if (isNamedByCompiler(name))
        return std::nullopt;
    for (const FamilyRule& rule : familyRules)
        if (name.contains(rule.mark) && (rule.also.empty() || name.contains(rule.also)))
            return rule.op != CollectiveOp::None ? rule.op : operationIn(name);
    for (const OperationRule& rule : operationRules)
        if (rule.provesCommunication && containsWord(name, rule.word))
            return rule.op;
    return std::nullopt;
}

// ---- compute ----------------------------------------------------------------------------------------------

struct ComputeRule {
    std::string_view start; // squeezed; the name begins so; empty: any
    std::string_view word;  // squeezed; stands anywhere; empty: any
    ComputeClass computeClass;
};

/// The first row that fits wins: what a name says exactly comes before the words that several kernels share.
constexpr ComputeRule computeRules[] = {
    // Inductor's Triton kernels: the second word tells the shape of the loop, the rest lists fused nodes.
    {"tritonpoi", "", ComputeClass::Elementwise},
    {"tritonred", "norm", ComputeClass::Normalization},
    {"tritonper", "norm", ComputeClass::Normalization},
    {"tritonred", "rsqrt", ComputeClass::Normalization},
    {"tritonper", "rsqrt", ComputeClass::Normalization},
    {"tritonred", "", ComputeClass::Reduction},
    {"tritonper", "", ComputeClass::Reduction},
    // Attention
    {"", "attention", ComputeClass::Attention},
    {"", "attn", ComputeClass::Attention},
    {"", "fmha", ComputeClass::Attention},
    {"", "flashfwd", ComputeClass::Attention},
    {"", "flashbwd", ComputeClass::Attention},
    {"", "flashmla", ComputeClass::Attention},
    {"", "fwdsplitkv", ComputeClass::Attention},
    {"", "pagedkv", ComputeClass::Attention},
    {"", "sdpa", ComputeClass::Attention},
    {"", "batchprefill", ComputeClass::Attention},
    {"", "batchdecode", ComputeClass::Attention},
    {"", "singleprefill", ComputeClass::Attention},
    {"", "singledecode", ComputeClass::Attention},
    // Matrix multiplication, convolutions and their split-K tails included
    {"tritontem", "", ComputeClass::MatrixMultiply},
    {"tritonmm", "", ComputeClass::MatrixMultiply},
    {"", "gemm", ComputeClass::MatrixMultiply},
    {"", "gemv", ComputeClass::MatrixMultiply},
    {"", "matmul", ComputeClass::MatrixMultiply},
    {"", "cijk", ComputeClass::MatrixMultiply}, // rocBLAS and hipBLASLt (Tensile)
    {"", "nvjet", ComputeClass::MatrixMultiply},
    {"", "wgmma", ComputeClass::MatrixMultiply},
    {"", "xmma", ComputeClass::MatrixMultiply},
    {"", "cutlass", ComputeClass::MatrixMultiply},
    {"", "splitk", ComputeClass::MatrixMultiply},
    {"", "cublas", ComputeClass::MatrixMultiply},
    {"bmm", "", ComputeClass::MatrixMultiply},
    {"", "groupedmm", ComputeClass::MatrixMultiply},
    {"", "fusedmoe", ComputeClass::MatrixMultiply},
    {"", "marlin", ComputeClass::MatrixMultiply},
    {"", "machete", ComputeClass::MatrixMultiply},
    {"", "convolution", ComputeClass::MatrixMultiply},
    {"", "convolve", ComputeClass::MatrixMultiply},
    {"", "conv2d", ComputeClass::MatrixMultiply},
    {"", "groupedconv", ComputeClass::MatrixMultiply},
    {"", "winograd", ComputeClass::MatrixMultiply},
    {"", "dgrad", ComputeClass::MatrixMultiply},
    {"", "wgrad", ComputeClass::MatrixMultiply},
    {"", "fprop", ComputeClass::MatrixMultiply},
    {"", "scudnn", ComputeClass::MatrixMultiply},
    {"", "fft2d", ComputeClass::MatrixMultiply}, // cuDNN's convolutions by Fourier transform
    {"", "moestage", ComputeClass::MatrixMultiply},
    // Loops of PyTorch, before the functor names inside their templates are read
    {"", "reducekernel", ComputeClass::Reduction},
    {"", "lpnorm", ComputeClass::Reduction},
    {"", "elementwise", ComputeClass::Elementwise},
    // Normalization
    {"", "layernorm", ComputeClass::Normalization},
    {"", "rmsnorm", ComputeClass::Normalization},
    {"", "batchnorm", ComputeClass::Normalization},
    {"", "groupnorm", ComputeClass::Normalization},
    {"", "instancenorm", ComputeClass::Normalization},
    {"", "l2norm", ComputeClass::Normalization},
    {"", "qknorm", ComputeClass::Normalization},
    {"", "bnfw", ComputeClass::Normalization}, // cuDNN
    {"", "bnbw", ComputeClass::Normalization},
    {"", "rowwisemoments", ComputeClass::Normalization},
    {"", "gammabeta", ComputeClass::Normalization},
    // Reductions
    {"", "softmax", ComputeClass::Reduction},
    {"", "reduce", ComputeClass::Reduction},
    {"", "reduction", ComputeClass::Reduction},
    {"", "argmax", ComputeClass::Reduction},
    {"", "topk", ComputeClass::Reduction},
    {"", "maxpool", ComputeClass::Reduction},
    {"", "averagepool", ComputeClass::Reduction},
    {"", "moesum", ComputeClass::Reduction},
    {"", "scan", ComputeClass::Reduction},
    {"", "dotkernel", ComputeClass::Reduction},
    // Elementwise and moves inside one device's memory
    {"", "multitensorapply", ComputeClass::Elementwise},
    {"", "catarray", ComputeClass::Elementwise},
    {"", "copy", ComputeClass::Elementwise},
    {"", "transpose", ComputeClass::Elementwise},
    {"", "nchwtonhwc", ComputeClass::Elementwise},
    {"", "nhwctonchw", ComputeClass::Elementwise},
    {"", "index", ComputeClass::Elementwise},
    {"", "gather", ComputeClass::Elementwise},
    {"", "scatter", ComputeClass::Elementwise},
    {"", "embedding", ComputeClass::Elementwise},
    {"", "rotary", ComputeClass::Elementwise},
    {"", "rope", ComputeClass::Elementwise},
    {"", "reshapeandcache", ComputeClass::Elementwise},
    {"", "storekvcache", ComputeClass::Elementwise},
    {"", "actandmul", ComputeClass::Elementwise},
    {"", "silu", ComputeClass::Elementwise},
    {"", "gelu", ComputeClass::Elementwise},
    {"", "activation", ComputeClass::Elementwise},
    {"", "dropout", ComputeClass::Elementwise},
    {"", "quant", ComputeClass::Elementwise},
    {"", "optensor", ComputeClass::Elementwise}, // cuDNN and MIOpen
    {"", "scaletensor", ComputeClass::Elementwise},
    {"", "scalepackedtensor", ComputeClass::Elementwise},
    {"", "subtensorop", ComputeClass::Elementwise},
    {"", "fill", ComputeClass::Elementwise},
};

ComputeClass computeClassOf(const SqueezedName& name) {
    for (const ComputeRule& rule : computeRules)
        if (name.startsWith(rule.start) && name.contains(rule.word))
            return rule.computeClass;
    return ComputeClass::Other;
}

Classification classifyKernel(const EventFacts& facts) {
    const SqueezedName name(facts.name);
    const CollectiveOp stated = collectiveOpFromArgument(facts.collectiveName);
    if (const auto op = communicationByName(name))
        return {SliceKind::Communication, stated != CollectiveOp::None ? stated : *op, ComputeClass::None};
    if (stated != CollectiveOp::None && !isLocal(name))
        return {SliceKind::Communication, stated, ComputeClass::None};
    return {SliceKind::Compute, CollectiveOp::None, computeClassOf(name)};
}

} // namespace

CollectiveOp collectiveOpFromArgument(std::string_view collectiveName) {
    return collectiveName.empty() ? CollectiveOp::None : operationIn(SqueezedName(collectiveName));
}

Classification classify(const EventFacts& facts) {
    const SliceKind kind = kindOfCategory(facts.category);
    return kind == SliceKind::Compute ? classifyKernel(facts)
                                      : Classification{kind, CollectiveOp::None, ComputeClass::None};
}

} // namespace lanescope
