// Keys of AddSessionConfigEntry.
// Written by tools/make_c_api.py from tables of facts; do not edit.
#pragma once

static const char* const kOrtSessionOptionsConfigDisablePrepacking = "session.disable_prepacking";
static const char* const kOrtSessionOptionsConfigUseEnvAllocators = "session.use_env_allocators";
static const char* const kOrtSessionOptionsConfigLoadModelFormat = "session.load_model_format";
static const char* const kOrtSessionOptionsConfigSaveModelFormat = "session.save_model_format";
static const char* const kOrtSessionOptionsConfigSetDenormalAsZero = "session.set_denormal_as_zero";
static const char* const kOrtSessionOptionsDisableQuantQDQ = "session.disable_quant_qdq";
static const char* const kOrtSessionOptionsDisableQDQConstantFolding = "session.disable_qdq_constant_folding";
static const char* const kOrtSessionOptionsDisableDoubleQDQRemover = "session.disable_double_qdq_remover";
static const char* const kOrtSessionOptionsEnableQuantQDQCleanup = "session.enable_quant_qdq_cleanup";
static const char* const kOrtSessionOptionsEnableGeluApproximation = "optimization.enable_gelu_approximation";
static const char* const kOrtSessionOptionsEnableCastChainElimination =
    "optimization.enable_cast_chain_elimination";
static const char* const kOrtSessionOptionsDisableAheadOfTimeFunctionInlining =
    "session.disable_aot_function_inlining";
static const char* const kOrtSessionOptionsMemoryOptimizerApplyConfig =
    "optimization.memory_optimizer_config";
static const char* const kOrtSessionOptionsMemoryOptimizerProbeConfig =
    "optimization.enable_memory_probe_recompute_config";
static const char* const kOrtSessionOptionsDisableSpecifiedOptimizers =
    "optimization.disable_specified_optimizers";
static const char* const kOrtSessionOptionsConstantFoldingMaxOutputSizeInBytes =
    "optimization.constant_folding_max_output_size_in_bytes";
static const char* const kOrtSessionOptionsGraphOptimizationsLoopLevel =
    "session.graph_optimizations_loop_level";
static const char* const kOrtSessionOptionsUseDeviceAllocatorForInitializers =
    "session.use_device_allocator_for_initializers";
static const char* const kOrtSessionOptionsConfigAllowInterOpSpinning = "session.inter_op.allow_spinning";
static const char* const kOrtSessionOptionsConfigAllowIntraOpSpinning = "session.intra_op.allow_spinning";
static const char* const kOrtSessionOptionsConfigIntraOpSpinDurationUs = "session.intra_op.spin_duration_us";
static const char* const kOrtSessionOptionsConfigInterOpSpinDurationUs = "session.inter_op.spin_duration_us";
static const char* const kOrtSessionOptionsConfigIntraOpSpinBackoffMax = "session.intra_op.spin_backoff_max";
static const char* const kOrtSessionOptionsConfigInterOpSpinBackoffMax = "session.inter_op.spin_backoff_max";
static const char* const kOrtSessionOptionsConfigUseORTModelBytesDirectly =
    "session.use_ort_model_bytes_directly";
static const char* const kOrtSessionOptionsConfigUseORTModelBytesForInitializers =
    "session.use_ort_model_bytes_for_initializers";
static const char* const kOrtSessionOptionsConfigUseMemoryMappedOrtModel =
    "session.use_memory_mapped_ort_model";
static const char* const kOrtSessionOptionsQDQIsInt8Allowed = "session.qdqisint8allowed";
static const char* const kOrtSessionOptionsAvx2PrecisionMode = "session.x64quantprecision";
static const char* const kOrtSessionOptionsConfigMinimalBuildOptimizations =
    "optimization.minimal_build_optimizations";
static const char* const kOrtSessionOptionsConfigEnableSavedRuntimeOptimizations =
    "session.enable_saved_runtime_optimizations";
static const char* const kOrtSessionOptionsConfigNnapiEpPartitioningStopOps =
    "ep.nnapi.partitioning_stop_ops";
static const char* const kOrtSessionOptionsConfigDynamicBlockBase = "session.dynamic_block_base";
static const char* const kOrtSessionOptionsConfigForceSpinningStop = "session.force_spinning_stop";
static const char* const kOrtSessionOptionsConfigStrictShapeTypeInference =
    "session.strict_shape_type_inference";
static const char* const kOrtSessionOptionsConfigStrictAllowReleasedOpsetsOnly =
    "session.allow_released_opsets_only";
static const char* const kNodePartitionConfigFile = "session.node_partition_config_file";
static const char* const kOrtSessionOptionsConfigIntraOpThreadAffinities =
    "session.intra_op_thread_affinities";
static const char* const kDebugLayoutTransformation = "session.debug_layout_transformation";
static const char* const kOrtSessionOptionsDisableCPUEPFallback = "session.disable_cpu_ep_fallback";
static const char* const kOrtSessionOptionsOptimizedModelExternalInitializersFileName =
    "session.optimized_model_external_initializers_file_name";
static const char* const kOrtSessionOptionsOptimizedModelExternalInitializersMinSizeInBytes =
    "session.optimized_model_external_initializers_min_size_in_bytes";
static const char* const kOrtSessionOptionsModelExternalInitializersFileFolderPath =
    "session.model_external_initializers_file_folder_path";
static const char* const kOrtSessionOptionsSavePrePackedConstantInitializers =
    "session.save_external_prepacked_constant_initializers";
static const char* const kOrtSessionOptionsCollectNodeMemoryStatsToFile =
    "session.collect_node_memory_stats_to_file";
static const char* const kOrtSessionOptionsResourceCudaPartitioningSettings =
    "session.resource_cuda_partitioning_settings";
static const char* const kOrtSessionOptionsLayerAssignmentSettings = "session.layer_assignment_settings";
static const char* const kOrtSessionOptionsNameBasedLayerAssignment = "session.name_based_layer_assignment";
static const char* const kOrtSessionOptionsMaxShapeOverride = "session.max_shape_override";
static const char* const kOrtSessionOptionEpContextEnable = "ep.context_enable";
static const char* const kOrtSessionOptionEpContextFilePath = "ep.context_file_path";
static const char* const kOrtSessionOptionEpContextEmbedMode = "ep.context_embed_mode";
static const char* const kOrtSessionOptionEpContextNodeNamePrefix = "ep.context_node_name_prefix";
static const char* const kOrtSessionOptionShareEpContexts = "ep.share_ep_contexts";
static const char* const kOrtSessionOptionStopShareEpContexts = "ep.stop_share_ep_contexts";
static const char* const kOrtSessionOptionsEpContextModelExternalInitializersFileName =
    "ep.context_model_external_initializers_file_name";
static const char* const kOrtSessionOptionCompileOnly = "session.compile_only";
static const char* const kOrtSessionOptionsMlasGemmFastMathArm64Bfloat16 =
    "mlas.enable_gemm_fastmath_arm64_bfloat16";
static const char* const kOrtSessionOptionsMlasLutGemm = "mlas.use_lut_gemm";
static const char* const kOrtSessionOptionsMlasDisableKleidiAi = "mlas.disable_kleidiai";
static const char* const kOrtSessionOptionsMlasKleidiAiConvIgemmMaxWork = "mlas.kleidiai.conv_igemm_max_work";
static const char* const kOrtSessionOptionsMlasNchwcPointwiseConvMaxInputChannelBatch =
    "mlas.nchwc_pointwise_conv_max_input_channel_batch";
static const char* const kOrtSessionOptionsQDQMatMulNBitsAccuracyLevel =
    "session.qdq_matmulnbits_accuracy_level";
static const char* const kOrtSessionOptionsQDQMatMulNBitsBlockSize = "session.qdq_matmulnbits_block_size";
static const char* const kOrtSessionOptionsEnableDQMatMulNBitsFusion = "session.enable_dq_matmulnbits_fusion";
static const char* const kOrtEpDynamicOptionsWorkloadType = "ep.dynamic.workload_type";
static const char* const kOrtSessionOptionsDisableModelCompile = "session.disable_model_compile";
static const char* const kOrtSessionOptionsFailOnSuboptimalCompiledModel =
    "session.fail_on_suboptimal_compiled_model";
static const char* const kOrtEpDynamicOptionsQnnHtpPerformanceMode = "ep.dynamic.qnn_htp_performance_mode";
static const char* const kOrtSessionOptionsRecordEpGraphAssignmentInfo =
    "session.record_ep_graph_assignment_info";
static const char* const kOrtSessionOptionEpEnableWeightlessEpContextNodes =
    "ep.enable_weightless_ep_context_nodes";
static const char* const kOrtSessionOptionEpEnableWeightless = "ep.enable_weightless";
static const char* const kOrtSessionOptionEpContextSourceModelPath = "ep.context_source_model_path";
static const char* const kOrtSessionOptionsConfigIntraOpNumThreads = "session.intra_op_num_threads";
static const char* const kOrtSessionOptionsConfigInterOpNumThreads = "session.inter_op_num_threads";
static const char* const kOrtSessionOptionsConfigEnableCpuMemArena = "session.enable_cpu_mem_arena";
static const char* const kOrtSessionOptionsConfigEnableMemPattern = "session.enable_mem_pattern";
static const char* const kOrtSessionOptionsConfigLogId = "session.log_id";
static const char* const kOrtSessionOptionsConfigLogSeverityLevel = "session.log_severity_level";
static const char* const kOrtSessionOptionsConfigLogVerbosityLevel = "session.log_verbosity_level";
static const char* const kOrtSessionOptionsConfigEnableProfiling = "session.enable_profiling";
static const char* const kOrtSessionOptionsConfigGraphOptimizationLevel = "session.graph_optimization_level";
static const char* const kOrtSessionOptionsConfigOptimizedModelFilePath = "session.optimized_model_filepath";
static const char* const kOrtSessionOptionsConfigExecutionMode = "session.execution_mode";
static const char* const kOrtSessionOptionsConfigUsePerSessionThreads = "session.use_per_session_threads";
static const char* const kOrtSessionOptionsConfigUseDeterministicCompute =
    "session.use_deterministic_compute";
