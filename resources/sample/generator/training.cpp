#include "resources/sample/generator/training.h"

#include <algorithm>

namespace lanescope::sample {

namespace {

using Shape = ModelShape;
constexpr std::int64_t flopsPerNs = 188'000; // of matrix products: 60 % of the device's peak
constexpr std::int64_t attentionFlopsPerNs = 130'000;
constexpr std::int64_t bytesPerNs = 1'350; // of kernels bound by memory
constexpr std::int64_t wide = 2;           // bytes of a bfloat16
constexpr TimeNs shortestKernel = 2'300;

const char* const normForward = "void (anonymous namespace)::rms_norm_forward<c10::BFloat16, float, 8>(int, float, "
                                "c10::BFloat16 const*, c10::BFloat16*)";
const char* const normBackward =
    "void (anonymous namespace)::rms_norm_backward<c10::BFloat16, float, 8>(int, c10::BFloat16 const*, c10::BFloat16*)";
const char* const rotate = "triton_poi_fused_cat_mul_neg_rotary_0";
const char* const siluForward = "triton_poi_fused_mul_silu_1";
const char* const siluBackward = "triton_poi_fused_mul_silu_silu_backward_2";
const char* const adam = "void at::native::multi_tensor_apply_kernel<FusedOptimizerTensorListMetadata<4>, "
                         "FusedAdamMathFunctor<float, 4, true> >(int, float*)";

int blocksFor(std::int64_t items, std::int64_t perBlock) {
    return static_cast<int>(std::max<std::int64_t>(1, items / perBlock));
}

} // namespace

void Training::multiply(std::int64_t rows, std::int64_t inner, std::int64_t columns, const char* layout) {
    const std::string name = std::string("ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_") + layout;
    m_cluster.compute(
        {"aten::mm", name, 2 * rows * inner * columns / flopsPerNs, blocksFor(rows * columns, 128 * 256), 256});
}

void Training::multiplyBackward(std::int64_t inner, std::int64_t columns) {
    multiply(m_workload.tokens(), columns, inner, "nn");
    multiply(inner, m_workload.tokens(), columns, "nt");
}

void Training::elementwise(const char* operatorName, const char* kernelName, std::int64_t bytes) {
    m_cluster.compute({operatorName, kernelName, shortestKernel + bytes / bytesPerNs, blocksFor(bytes, 16384), 128});
}

void Training::attention(const char* operatorName, const char* kernelName, int passes) {
    const std::int64_t heads = Shape::heads / m_workload.tensorParallel;
    const std::int64_t flops =
        2 * m_workload.tokens() * m_workload.sequence * heads * Shape::headDim * passes; // causal: half of each product
    m_cluster.compute(
        {operatorName, kernelName, flops / attentionFlopsPerNs, blocksFor(m_workload.tokens() * heads, 128), 128});
}

void Training::loadBatch() {
    m_cluster.hostWork(420'000);
    m_cluster.copy(CopyKind::HostToDevice, m_workload.tokens() * 8);
    m_cluster.copy(CopyKind::HostToDevice, m_workload.tokens() * 8);
}

void Training::embeddingForward() {
    elementwise("aten::embedding",
                "void at::native::indexSelectLargeIndex<c10::BFloat16, long, unsigned int, 2, 2, -2, true>(int)",
                2 * wide * m_workload.tokens() * Shape::hidden);
}

void Training::attentionForward() {
    const std::int64_t tokens = m_workload.tokens(), width = Shape::hidden / m_workload.tensorParallel;
    const std::int64_t keyValue = Shape::keyValue / m_workload.tensorParallel;
    elementwise("aten::rms_norm", normForward, 2 * wide * tokens * Shape::hidden);
    multiply(tokens, Shape::hidden, width + 2 * keyValue, "tn");
    elementwise("CompiledFunction", rotate, 2 * wide * tokens * (width + keyValue));
    attention(
        "aten::_flash_attention_forward",
        "void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, cutlass::bfloat16_t>, true>(Flash_fwd_params)",
        1);
    multiply(tokens, width, Shape::hidden, "tn");
}

void Training::feedForwardForward() {
    const std::int64_t tokens = m_workload.tokens(), width = Shape::intermediate / m_workload.tensorParallel;
    elementwise("aten::rms_norm", normForward, 3 * wide * tokens * Shape::hidden);
    multiply(tokens, Shape::hidden, 2 * width, "tn");
    elementwise("CompiledFunction", siluForward, 3 * wide * tokens * width);
    multiply(tokens, width, Shape::hidden, "tn");
}

void Training::headForward() {
    const std::int64_t columns = Shape::vocabulary / m_workload.tensorParallel;
    elementwise("aten::rms_norm", normForward, 3 * wide * m_workload.tokens() * Shape::hidden);
    multiply(m_workload.tokens(), Shape::hidden, columns, "tn");
    elementwise(
        "aten::_log_softmax",
        "void (anonymous namespace)::log_softmax_forward<float, c10::BFloat16>(float*, c10::BFloat16 const*, int)",
        (4 + wide) * m_workload.tokens() * columns);
    elementwise("aten::nll_loss_forward",
                "void at::native::nll_loss_forward_reduce_cuda_kernel_2d<float, float, long>(float*)",
                8 * m_workload.tokens());
}

void Training::headBackward() {
    const std::int64_t columns = Shape::vocabulary / m_workload.tensorParallel;
    elementwise("aten::_log_softmax_backward_data",
                "void (anonymous namespace)::log_softmax_backward<float, c10::BFloat16>(float*, float const*, int)",
                (4 + wide) * m_workload.tokens() * columns);
    multiplyBackward(Shape::hidden, columns);
    elementwise("RmsNormBackward0", normBackward, 4 * wide * m_workload.tokens() * Shape::hidden);
}

void Training::feedForwardBackward() {
    const std::int64_t tokens = m_workload.tokens(), width = Shape::intermediate / m_workload.tensorParallel;
    multiplyBackward(width, Shape::hidden);
    elementwise("CompiledFunctionBackward", siluBackward, 5 * wide * tokens * width);
    multiplyBackward(Shape::hidden, 2 * width);
    elementwise("RmsNormBackward0", normBackward, 4 * wide * tokens * Shape::hidden);
}

void Training::attentionBackward() {
    const std::int64_t tokens = m_workload.tokens(), width = Shape::hidden / m_workload.tensorParallel;
    const std::int64_t keyValue = Shape::keyValue / m_workload.tensorParallel;
    multiplyBackward(width, Shape::hidden);
    attention("aten::_flash_attention_backward",
              "void flash_bwd_dq_dk_dv_loop_kernel<Flash_bwd_kernel_traits<128, 64, 128, 8, cutlass::bfloat16_t>, "
              "true>(Flash_bwd_params)",
              3);
    elementwise("CompiledFunctionBackward", rotate, 2 * wide * tokens * (width + keyValue));
    multiplyBackward(Shape::hidden, width + 2 * keyValue);
    elementwise("RmsNormBackward0", normBackward, 4 * wide * tokens * Shape::hidden);
}

void Training::embeddingBackward() {
    elementwise("aten::embedding_dense_backward",
                "void at::native::embedding_backward_kernel<c10::BFloat16, float, long>(long*, c10::BFloat16*)",
                3 * wide * m_workload.tokens() * Shape::hidden);
}

void Training::optimizerStep() {
    constexpr int chunks = 4;
    constexpr std::int64_t bytesPerParameter =
        2 * (4 + 4 + 4) + wide; // parameter and both moments in and out, gradient in
    for (int chunk = 0; chunk < chunks; ++chunk)
        elementwise("aten::_fused_adamw_", adam, bytesPerParameter * m_workload.optimizedParameters / chunks);
    m_cluster.copy(CopyKind::Clear, 4);
}

void Training::readLoss() { m_cluster.copy(CopyKind::DeviceToHost, 4); }

void Training::copyParameters(const char* operatorName, std::int64_t parameters) {
    elementwise(operatorName,
                "void at::native::detail::copy_between_flat_and_split<c10::BFloat16, 8>(c10::BFloat16**, long)",
                2 * wide * parameters);
}

} // namespace lanescope::sample
