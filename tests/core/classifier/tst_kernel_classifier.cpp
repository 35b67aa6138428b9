#include "core/ingest/kernel_classifier.h"

#include <QtTest>

using namespace lanescope;

namespace {

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

Classification kernel(std::string_view name, std::string_view collectiveName = {}) {
    return classify({name, "kernel", collectiveName});
}

} // namespace

class TestKernelClassifier : public QObject {
    Q_OBJECT

private slots:
    void categoryDecidesTheKind_data();
    void categoryDecidesTheKind();
    void nameDecidesCommunication_data();
    void nameDecidesCommunication();
    void argumentStatesTheOperation_data();
    void argumentStatesTheOperation();
    void localWorkIsCompute_data();
    void localWorkIsCompute();
    void nameDecidesTheComputeClass_data();
    void nameDecidesTheComputeClass();
    void argumentBeatsTheName();
    void argumentAloneMakesAnUnknownKernelCommunication();
    void argumentDoesNotMakeALocalCopyCommunication();
    void argumentThatStatesNothingLeavesTheNameItsWord();
    void onlyKernelsCommunicate();
    void onlyCommunicationHasAnOperationAndOnlyComputeAClass();
};

void TestKernelClassifier::categoryDecidesTheKind_data() {
    QTest::addColumn<QString>("category");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* category, SliceKind kind) {
        QTest::newRow(category) << QString(category) << int(kind);
    };
    row("kernel", SliceKind::Compute);
    row("Kernel", SliceKind::Compute);
    row("gpu_memcpy", SliceKind::Memcpy);
    row("Memcpy", SliceKind::Memcpy);
    row("gpu_memset", SliceKind::Memset);
    row("Memset", SliceKind::Memset);
    row("cuda_sync", SliceKind::Sync);
    row("gpu_user_annotation", SliceKind::DeviceAnnotation);
    row("cuda_event", SliceKind::DeviceOther);
    row("cuda_profiler_range", SliceKind::DeviceOther);
    row("gpu_pm_counter", SliceKind::DeviceOther);
    row("collective_comm", SliceKind::DeviceOther);
    row("mtia_ccp_events", SliceKind::DeviceOther);
    row("cpu_op", SliceKind::HostOperator);
    row("Operator", SliceKind::HostOperator);
    row("user_annotation", SliceKind::HostAnnotation);
    row("python_function", SliceKind::HostPython);
    row("Runtime", SliceKind::HostRuntime);
    row("cuda_runtime", SliceKind::HostRuntime);
    row("cuda_driver", SliceKind::HostRuntime);
    row("hip_runtime", SliceKind::HostRuntime);
    row("hip_api", SliceKind::HostRuntime);
    row("mtia_runtime", SliceKind::HostRuntime);
    row("privateuse1_driver", SliceKind::HostRuntime);
    row("overhead", SliceKind::HostOther);
    row("Trace", SliceKind::HostOther);
    row("cpu_instant_event", SliceKind::HostOther);
    row("kernels of mine", SliceKind::HostOther);
    row("", SliceKind::HostOther);
}

void TestKernelClassifier::categoryDecidesTheKind() {
    QFETCH(QString, category);
    QFETCH(int, kind);
    QCOMPARE(int(classify({"something", category.toStdString(), ""}).kind), kind);
}

void TestKernelClassifier::nameDecidesCommunication_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("op");
    const auto row = [](const char* name, CollectiveOp op) { QTest::newRow(name) << QString(name) << int(op); };
    // NCCL, old and new
    row("ncclKernel_AllReduce_TREE_LL_Sum_half(ncclWorkElem)", CollectiveOp::AllReduce);
    row("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclDevComm*, unsigned long, ncclWork*)", CollectiveOp::SendRecv);
    row("ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)", CollectiveOp::AllGather);
    row("ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", CollectiveOp::ReduceScatter);
    row("ncclDevKernel_Broadcast_RING_LL(ncclDevKernelArgsStorage<4096ul>)", CollectiveOp::Broadcast);
    row("ncclDevKernel_Reduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", CollectiveOp::Reduce);
    row("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", CollectiveOp::SendRecv);
    row("ncclSymkDevKernel_AllReduce_RSxLD_AGxST_sum_bf16(ncclSymkDevWorkArgs4K)", CollectiveOp::AllReduce);
    row("ncclDevKernel_AlltoAll_RING(ncclDevKernelArgsStorage<4096ul>)", CollectiveOp::AllToAll);
    row("ncclDevKernel_Gather(ncclDevKernelArgsStorage<4096ul>)", CollectiveOp::Gather);
    row("ncclDevKernel_Scatter(ncclDevKernelArgsStorage<4096ul>)", CollectiveOp::Scatter);
    row("nccldevkernel_allgather_ring_ll(nccldevkernelargsstorage<4096ul>)", CollectiveOp::AllGather);
    row("NCCLDEVKERNEL_ALLREDUCE_SUM_F32_RING_LL", CollectiveOp::AllReduce);
    // RCCL, MSCCL, MSCCL++: one kernel for every operation
    row("ncclDevKernel_Generic(ncclDevComm*, channelMasks, ncclWork*)", CollectiveOp::None);
    row("ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>)", CollectiveOp::None);
    row("rccl_main_kernel", CollectiveOp::None);
    row("mscclKernel_Sum_half_Simple_false(ncclDevComm*, mscclAlgo*, mscclWork*)", CollectiveOp::None);
    row("void mscclpp::executionKernel<__half, mscclpp::LL16Packet>(int, __half*)", CollectiveOp::None);
    row("void mscclpp::collective::allreduceNvls<__half>(mscclpp::DeviceHandle*)", CollectiveOp::AllReduce);
    // Custom all-reduce of serving engines, PyTorch symmetric memory
    row("void vllm::cross_device_reduce_1stage<__nv_bfloat16, 4>(vllm::RankData*, vllm::RankSignals)",
        CollectiveOp::AllReduce);
    row("void sglang::cross_device_reduce_2stage<__half, 8>(sglang::RankData*)", CollectiveOp::AllReduce);
    row("void (anonymous namespace)::multimem_all_reduce_kernel<c10::BFloat16, 16>(c10::BFloat16*)",
        CollectiveOp::AllReduce);
    row("void (anonymous namespace)::multimem_one_shot_reduce_kernel<float, 16>(float*)", CollectiveOp::Reduce);
    row("multimem_all_gather_kernel<16>", CollectiveOp::AllGather);
    row("void (anonymous namespace)::one_shot_all_reduce_kernel<float, 16, 4, false>(float**)",
        CollectiveOp::AllReduce);
    row("oneShotReduceNormKernel<half>", CollectiveOp::Reduce);
    row("two-shot-reduce-kernel", CollectiveOp::Reduce);
    row("void tensorrt_llm::kernels::twoShotAllReduceKernel<half, 8>(AllReduceParams)", CollectiveOp::AllReduce);
    row("void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot_lamport<2>()",
        CollectiveOp::AllReduce);
    // Libraries for experts
    row("void deep_ep::intranode::dispatch<8, 768, 8192>(int4*, float*)", CollectiveOp::AllToAll);
    row("void deep_ep::internode_ll::combine<true, 7168, 9>(void*)", CollectiveOp::AllToAll);
    row("void deep_ep::intranode::barrier<8>(int**, int)", CollectiveOp::Barrier);
    row("void deep_ep::internode::clean_buffer(int*)", CollectiveOp::None);
    row("_ZN7deep_ep9intranode8dispatchILi8ELi768EEEvP4int4", CollectiveOp::AllToAll);
    row("_ZN7deep_ep9intranode7combineILi8EEEvP4int4", CollectiveOp::AllToAll);
    row("_ZN7deep_ep9internode5cleanEPi", CollectiveOp::None);
    row("nvshmemi_barrier_kernel", CollectiveOp::Barrier);
    row("nvshmemx_broadcast_block", CollectiveOp::Broadcast);
    row("rocshmem_put_signal_kernel", CollectiveOp::None);
    // The operation's name in any spelling
    row("customAllReduceKernel", CollectiveOp::AllReduce);
    row("fused_gemm_all-reduce", CollectiveOp::AllReduce);
    row("FastAllGather_v2", CollectiveOp::AllGather);
    row("reduceScatterKernel", CollectiveOp::ReduceScatter);
    row("moeAllToAllDispatchKernel", CollectiveOp::AllToAll);
    row("ep_all2all_kernel", CollectiveOp::AllToAll);
}

void TestKernelClassifier::nameDecidesCommunication() {
    QFETCH(QString, name);
    QFETCH(int, op);
    const Classification c = kernel(name.toStdString());
    QCOMPARE(int(c.kind), int(SliceKind::Communication));
    QCOMPARE(text(nameOf(c.op)), text(nameOf(static_cast<CollectiveOp>(op))));
}

void TestKernelClassifier::argumentStatesTheOperation_data() {
    QTest::addColumn<int>("op");
    const auto row = [](const char* argument, CollectiveOp op) { QTest::newRow(argument) << int(op); };
    row("allreduce", CollectiveOp::AllReduce);
    row("allreduce_coalesced", CollectiveOp::AllReduce);
    row("_all_reduce", CollectiveOp::AllReduce);
    row("allgather", CollectiveOp::AllGather);
    row("_allgather_base", CollectiveOp::AllGather);
    row("all_gather_into_tensor_coalesced", CollectiveOp::AllGather);
    row("reduce_scatter", CollectiveOp::ReduceScatter);
    row("_reduce_scatter_base", CollectiveOp::ReduceScatter);
    row("reduce_scatter_tensor_coalesced", CollectiveOp::ReduceScatter);
    row("all_to_all", CollectiveOp::AllToAll);
    row("all_to_allv", CollectiveOp::AllToAll);
    row("alltoall_base", CollectiveOp::AllToAll);
    row("broadcast", CollectiveOp::Broadcast);
    row("_broadcast_oop", CollectiveOp::Broadcast);
    row("reduce", CollectiveOp::Reduce);
    row("gather", CollectiveOp::Gather);
    row("scatter", CollectiveOp::Scatter);
    row("send", CollectiveOp::SendRecv);
    row("recv", CollectiveOp::SendRecv);
    row("recvAnysource", CollectiveOp::SendRecv);
    row("barrier", CollectiveOp::Barrier);
    row("wait", CollectiveOp::None);
    row("coalesced", CollectiveOp::None);
    row("", CollectiveOp::None);
}

void TestKernelClassifier::argumentStatesTheOperation() {
    QFETCH(int, op);
    QCOMPARE(text(nameOf(collectiveOpFromArgument(QTest::currentDataTag()))),
             text(nameOf(static_cast<CollectiveOp>(op))));
}

void TestKernelClassifier::localWorkIsCompute_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {
             "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, float>>>()",
             "void at::native::vectorized_elementwise_kernel<4, broadcast_functor>(int)",
             "broadcast_elementwise_kernel",
             "void at::native::vectorized_gather_kernel<16, long>(char*, char*, long*)",
             "void at::native::_scatter_gather_elementwise_kernel<128, 4>(int)",
             "_finalize_matmul_scatter_bf16",
             "void at::native::nll_loss_forward_reduce_cuda_kernel_2d<float>(float*)",
             "triton_poi_fused_all_reduce_add_3",
             "triton_red_fused__to_copy_reduce_scatter_tensor_mean_2",
             "triton_per_fused_nccl_wait_all_gather_into_tensor_0",
             "small_reduce_kernel",
             "call_gather_rows",
             "overall_reduce",
             "wall_reduce",
             "deep_epilogue_kernel",
             "one_shot_attention",
             "barrier_free_sort",
             "sendrecv_like_copy",
             "",
         })
        QTest::newRow(*name ? name : "no name") << QString(name);
}

void TestKernelClassifier::localWorkIsCompute() {
    QFETCH(QString, name);
    QCOMPARE(text(nameOf(kernel(name.toStdString()).kind)), QString("compute"));
}

void TestKernelClassifier::nameDecidesTheComputeClass_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("computeClass");
    const auto rows = [](ComputeClass computeClass, std::initializer_list<const char*> names) {
        for (const char* name : names)
            QTest::newRow(name) << QString(name) << int(computeClass);
    };
    rows(ComputeClass::MatrixMultiply, {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_cublas",
                                        "nvjet_hsh_128x256_64x4_1x2_h_bz_coopA_TNT",
                                        "Cijk_Alik_Bljk_BBS_BH_MT128x128x32",
                                        "void cutlass::Kernel<cutlass_80_tensorop_s1688gemm>()",
                                        "triton_mm_kernel",
                                        "triton_tem_fused_mm_4",
                                        "void gemv2T_kernel_val<int, float>()",
                                        "_matmul_ogs_NNT_bf16",
                                        "void splitKreduce_kernel<32, 16, int, float>(float*)",
                                        "bmm_Bfloat16_MxE2m1MxE4m3_Fp32",
                                        "fused_moe_kernel",
                                        "void marlin::Marlin<256, 1>()",
                                        "machete_kernel",
                                        "void cudnn::detail::dgrad_engine<float, 512>()",
                                        "wgrad_alg0_engine",
                                        "sm80_fprop_implicit",
                                        "void implicit_convolve_sgemm<float>()",
                                        "conv2d_grouped_direct_kernel",
                                        "kernel_grouped_conv_fwd_xdl",
                                        "void cudnn::winograd::generateWinogradTilesKernel<0>()",
                                        "volta_scudnn_128x64_relu_interior_nn_v1",
                                        "fft2d_r2c_32x32",
                                        "ck_moe_stage1_kernel",
                                        "hopper_wgmma_mainloop",
                                        "void at::native::grouped_mm_kernel<int>()",
                                        "cublasLt_epilogue",
                                        "MIOpenConvolutionDirect"});
    rows(ComputeClass::Attention,
         {"void flash::flash_fwd_kernel<Flash_fwd_kernel_traits<128>>()",
          "flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel", "fmhaSm100fKernel_QkvBfloat16", "kernel_unified_attention_2d",
          "paged_attention_ll4mi_reduce_kernel<__hip_bfloat16>", "_attn_fwd", "flashmla_splitkv",
          "void flash_fwd_splitkv_combine<int>()", "AppendPagedKVCacheKernel", "sdpa_sm90",
          "BatchPrefillWithRaggedCache", "BatchDecodeKernel", "SinglePrefillKernel", "SingleDecodeKernel",
          "fwd_splitkv_combine"});
    rows(ComputeClass::Normalization,
         {"void cuApplyLayerNorm<float>()", "void vllm::fused_add_rms_norm_kernel<c10::BFloat16, 8>()",
          "batch_norm_collect_statistics_kernel", "RowwiseMomentsCUDAKernel<float>", "GammaBetaBackwardCUDAKernel",
          "void cudnn::bn_fw_tr_1C11_singleread<float>()", "void cudnn::bn_bw_1C11_kernel_new<float>()",
          "triton_red_fused_add_mean_mul_pow_rsqrt_0", "triton_per_fused_native_layer_norm_1",
          "triton_per_fused_mean_rsqrt_4", "triton_red_fused_native_group_norm_2", "group_norm_kernel",
          "instance_norm_kernel", "l2norm_fwd_kernel", "fused_qknorm_rope"});
    rows(ComputeClass::Reduction,
         {"void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::NormTwoOps<float>>>()",
          "softmax_warp_forward<float>", "triton_red_fused_sum_3", "triton_per_fused_sum_1",
          "multi_tensor_apply_kernel<LpNormFunctor<float>>", "cub::DeviceScanKernel",
          "void cub::DeviceReduceByKeyKernel<int>()", "max_pool_forward_nchw", "adaptive_average_pool", "_topk_forward",
          "argmax_kernel", "moe_sum_kernel", "void dot_kernel<float, 128>()", "block_reduction"});
    rows(ComputeClass::Elementwise,
         {"void at::native::vectorized_elementwise_kernel<4, at::native::rsqrt_kernel_cuda>()",
          "triton_poi_fused_native_layer_norm_add_0",
          "multi_tensor_apply_kernel<TensorListMetadata<4>>",
          "CatArrayBatchedCopy_aligned16_contig",
          "indexSelectLargeIndex<float>",
          "batched_transpose_32x32_half",
          "nchwToNhwcKernel",
          "nhwcToNchwKernel",
          "rotary_embedding_kernel",
          "rope_kernel",
          "split_with_sizes_copy_out",
          "vectorized_gather_kernel<16, long>",
          "scatter_rows",
          "embedding_backward",
          "reshape_and_cache_flash_kernel",
          "store_kvcache<2048>",
          "act_and_mul_kernel",
          "silu_kernel",
          "gelu_forward",
          "relu_activation_fw",
          "fused_dropout_kernel",
          "per_token_quant_fp8",
          "void cudnn::ops::scalePackedTensor_kernel<float>()",
          "OpTensorFwdNew",
          "scaleTensor_kernel",
          "SubTensorOpWithScalar1d",
          "fill_kernel"});
    rows(ComputeClass::Other, {"alloc_decode_kernel", "void cub::DeviceRadixSortOnesweepKernel<long>()", "Kernel", ""});
}

void TestKernelClassifier::nameDecidesTheComputeClass() {
    QFETCH(QString, name);
    QFETCH(int, computeClass);
    const Classification c = kernel(name.toStdString());
    QCOMPARE(int(c.kind), int(SliceKind::Compute));
    QCOMPARE(text(nameOf(c.computeClass)), text(nameOf(static_cast<ComputeClass>(computeClass))));
}

void TestKernelClassifier::argumentBeatsTheName() {
    QCOMPARE(kernel("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclDevComm*)", "allreduce").op,
             CollectiveOp::AllReduce);
    QCOMPARE(kernel("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", "all_to_allv").op,
             CollectiveOp::AllToAll);
    QCOMPARE(kernel("ncclDevKernel_Generic(ncclDevComm*, channelMasks, ncclWork*)", "_allgather_base").op,
             CollectiveOp::AllGather);
}

void TestKernelClassifier::argumentAloneMakesAnUnknownKernelCommunication() {
    const Classification c = kernel("vendor_ring_v3", "allreduce");
    QCOMPARE(c.kind, SliceKind::Communication);
    QCOMPARE(c.op, CollectiveOp::AllReduce);
}

void TestKernelClassifier::argumentDoesNotMakeALocalCopyCommunication() {
    QCOMPARE(kernel("void at::native::unrolled_elementwise_kernel<direct_copy>()", "allgather").kind,
             SliceKind::Compute);
    QCOMPARE(kernel("triton_poi_fused_cat_2", "allgather").kind, SliceKind::Compute);
    QCOMPARE(classify({"Memcpy DtoD (Device -> Device)", "gpu_memcpy", "allgather"}).kind, SliceKind::Memcpy);
}

void TestKernelClassifier::argumentThatStatesNothingLeavesTheNameItsWord() {
    QCOMPARE(kernel("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", "coalesced").op,
             CollectiveOp::SendRecv);
    QCOMPARE(kernel("vendor_ring_v3", "wait").kind, SliceKind::Compute);
}

void TestKernelClassifier::onlyKernelsCommunicate() {
    QCOMPARE(classify({"nccl:all_reduce", "gpu_user_annotation", ""}).kind, SliceKind::DeviceAnnotation);
    QCOMPARE(classify({"nccl:all_reduce", "user_annotation", ""}).kind, SliceKind::HostAnnotation);
    QCOMPARE(classify({"record_param_comms", "cpu_op", "allreduce"}).kind, SliceKind::HostOperator);
    QCOMPARE(classify({"record_param_comms", "cpu_op", "allreduce"}).op, CollectiveOp::None);
}

void TestKernelClassifier::onlyCommunicationHasAnOperationAndOnlyComputeAClass() {
    for (const char* category : {"kernel", "gpu_memcpy", "cuda_sync", "cpu_op", ""})
        for (const char* name : {"ncclDevKernel_AllReduce_Sum_f32", "sgemm", "Memcpy HtoD"})
            for (const char* argument : {"", "allreduce"}) {
                const Classification c = classify({name, category, argument});
                QVERIFY(c.op == CollectiveOp::None || c.kind == SliceKind::Communication);
                QCOMPARE(c.computeClass != ComputeClass::None, c.kind == SliceKind::Compute);
            }
}

QTEST_APPLESS_MAIN(TestKernelClassifier)
#include "tst_kernel_classifier.moc"
