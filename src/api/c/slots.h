// A function for every slot: the files of this folder define them, by qualified name.
// Written by tools/make_c_api.py from tables of facts; do not edit.
#pragma once

#include "onnxruntime_c_api.h"

namespace sardonyx::slots {
OrtStatus* CreateStatus(OrtErrorCode code, const char* msg) noexcept;
OrtErrorCode GetErrorCode(const OrtStatus* status) noexcept;
const char* GetErrorMessage(const OrtStatus* status) noexcept;
OrtStatus* CreateEnv(OrtLoggingLevel log_severity_level, const char* logid, OrtEnv** out) noexcept;
OrtStatus* CreateEnvWithCustomLogger(OrtLoggingFunction logging_function, void* logger_param,
                                     OrtLoggingLevel log_severity_level, const char* logid,
                                     OrtEnv** out) noexcept;
OrtStatus* EnableTelemetryEvents(const OrtEnv* env) noexcept;
OrtStatus* DisableTelemetryEvents(const OrtEnv* env) noexcept;
OrtStatus* CreateSession(const OrtEnv* env, const ORTCHAR_T* model_path, const OrtSessionOptions* options,
                         OrtSession** out) noexcept;
OrtStatus* CreateSessionFromArray(const OrtEnv* env, const void* model_data, size_t model_data_length,
                                  const OrtSessionOptions* options, OrtSession** out) noexcept;
OrtStatus* Run(OrtSession* session, const OrtRunOptions* run_options, const char* const* input_names,
               const OrtValue* const* inputs, size_t input_len, const char* const* output_names,
               size_t output_names_len, OrtValue** outputs) noexcept;
OrtStatus* CreateSessionOptions(OrtSessionOptions** options) noexcept;
OrtStatus* SetOptimizedModelFilePath(OrtSessionOptions* options,
                                     const ORTCHAR_T* optimized_model_filepath) noexcept;
OrtStatus* CloneSessionOptions(const OrtSessionOptions* in_options, OrtSessionOptions** out_options) noexcept;
OrtStatus* SetSessionExecutionMode(OrtSessionOptions* options, ExecutionMode execution_mode) noexcept;
OrtStatus* EnableProfiling(OrtSessionOptions* options, const ORTCHAR_T* profile_file_prefix) noexcept;
OrtStatus* DisableProfiling(OrtSessionOptions* options) noexcept;
OrtStatus* EnableMemPattern(OrtSessionOptions* options) noexcept;
OrtStatus* DisableMemPattern(OrtSessionOptions* options) noexcept;
OrtStatus* EnableCpuMemArena(OrtSessionOptions* options) noexcept;
OrtStatus* DisableCpuMemArena(OrtSessionOptions* options) noexcept;
OrtStatus* SetSessionLogId(OrtSessionOptions* options, const char* logid) noexcept;
OrtStatus* SetSessionLogVerbosityLevel(OrtSessionOptions* options, int session_log_verbosity_level) noexcept;
OrtStatus* SetSessionLogSeverityLevel(OrtSessionOptions* options, int session_log_severity_level) noexcept;
OrtStatus* SetSessionGraphOptimizationLevel(OrtSessionOptions* options,
                                            GraphOptimizationLevel graph_optimization_level) noexcept;
OrtStatus* SetIntraOpNumThreads(OrtSessionOptions* options, int intra_op_num_threads) noexcept;
OrtStatus* SetInterOpNumThreads(OrtSessionOptions* options, int inter_op_num_threads) noexcept;
OrtStatus* CreateCustomOpDomain(const char* domain, OrtCustomOpDomain** out) noexcept;
OrtStatus* CustomOpDomain_Add(OrtCustomOpDomain* custom_op_domain, const OrtCustomOp* op) noexcept;
OrtStatus* AddCustomOpDomain(OrtSessionOptions* options, OrtCustomOpDomain* custom_op_domain) noexcept;
OrtStatus* RegisterCustomOpsLibrary(OrtSessionOptions* options, const char* library_path,
                                    void** library_handle) noexcept;
OrtStatus* SessionGetInputCount(const OrtSession* session, size_t* out) noexcept;
OrtStatus* SessionGetOutputCount(const OrtSession* session, size_t* out) noexcept;
OrtStatus* SessionGetOverridableInitializerCount(const OrtSession* session, size_t* out) noexcept;
OrtStatus* SessionGetInputTypeInfo(const OrtSession* session, size_t index, OrtTypeInfo** type_info) noexcept;
OrtStatus* SessionGetOutputTypeInfo(const OrtSession* session, size_t index,
                                    OrtTypeInfo** type_info) noexcept;
OrtStatus* SessionGetOverridableInitializerTypeInfo(const OrtSession* session, size_t index,
                                                    OrtTypeInfo** type_info) noexcept;
OrtStatus* SessionGetInputName(const OrtSession* session, size_t index, OrtAllocator* allocator,
                               char** value) noexcept;
OrtStatus* SessionGetOutputName(const OrtSession* session, size_t index, OrtAllocator* allocator,
                                char** value) noexcept;
OrtStatus* SessionGetOverridableInitializerName(const OrtSession* session, size_t index,
                                                OrtAllocator* allocator, char** value) noexcept;
OrtStatus* CreateRunOptions(OrtRunOptions** out) noexcept;
OrtStatus* RunOptionsSetRunLogVerbosityLevel(OrtRunOptions* options, int log_verbosity_level) noexcept;
OrtStatus* RunOptionsSetRunLogSeverityLevel(OrtRunOptions* options, int log_severity_level) noexcept;
OrtStatus* RunOptionsSetRunTag(OrtRunOptions* options, const char* run_tag) noexcept;
OrtStatus* RunOptionsGetRunLogVerbosityLevel(const OrtRunOptions* options, int* log_verbosity_level) noexcept;
OrtStatus* RunOptionsGetRunLogSeverityLevel(const OrtRunOptions* options, int* log_severity_level) noexcept;
OrtStatus* RunOptionsGetRunTag(const OrtRunOptions* options, const char** run_tag) noexcept;
OrtStatus* RunOptionsSetTerminate(OrtRunOptions* options) noexcept;
OrtStatus* RunOptionsUnsetTerminate(OrtRunOptions* options) noexcept;
OrtStatus* CreateTensorAsOrtValue(OrtAllocator* allocator, const int64_t* shape, size_t shape_len,
                                  ONNXTensorElementDataType type, OrtValue** out) noexcept;
OrtStatus* CreateTensorWithDataAsOrtValue(const OrtMemoryInfo* info, void* p_data, size_t p_data_len,
                                          const int64_t* shape, size_t shape_len,
                                          ONNXTensorElementDataType type, OrtValue** out) noexcept;
OrtStatus* IsTensor(const OrtValue* value, int* out) noexcept;
OrtStatus* GetTensorMutableData(OrtValue* value, void** out) noexcept;
OrtStatus* FillStringTensor(OrtValue* value, const char* const* s, size_t s_len) noexcept;
OrtStatus* GetStringTensorDataLength(const OrtValue* value, size_t* len) noexcept;
OrtStatus* GetStringTensorContent(const OrtValue* value, void* s, size_t s_len, size_t* offsets,
                                  size_t offsets_len) noexcept;
OrtStatus* CastTypeInfoToTensorInfo(const OrtTypeInfo* type_info,
                                    const OrtTensorTypeAndShapeInfo** out) noexcept;
OrtStatus* GetOnnxTypeFromTypeInfo(const OrtTypeInfo* type_info, enum ONNXType* out) noexcept;
OrtStatus* CreateTensorTypeAndShapeInfo(OrtTensorTypeAndShapeInfo** out) noexcept;
OrtStatus* SetTensorElementType(OrtTensorTypeAndShapeInfo* info,
                                enum ONNXTensorElementDataType type) noexcept;
OrtStatus* SetDimensions(OrtTensorTypeAndShapeInfo* info, const int64_t* dim_values,
                         size_t dim_count) noexcept;
OrtStatus* GetTensorElementType(const OrtTensorTypeAndShapeInfo* info,
                                enum ONNXTensorElementDataType* out) noexcept;
OrtStatus* GetDimensionsCount(const OrtTensorTypeAndShapeInfo* info, size_t* out) noexcept;
OrtStatus* GetDimensions(const OrtTensorTypeAndShapeInfo* info, int64_t* dim_values,
                         size_t dim_values_length) noexcept;
OrtStatus* GetSymbolicDimensions(const OrtTensorTypeAndShapeInfo* info, const char* dim_params[],
                                 size_t dim_params_length) noexcept;
OrtStatus* GetTensorShapeElementCount(const OrtTensorTypeAndShapeInfo* info, size_t* out) noexcept;
OrtStatus* GetTensorTypeAndShape(const OrtValue* value, OrtTensorTypeAndShapeInfo** out) noexcept;
OrtStatus* GetTypeInfo(const OrtValue* value, OrtTypeInfo** out) noexcept;
OrtStatus* GetValueType(const OrtValue* value, enum ONNXType* out) noexcept;
OrtStatus* CreateMemoryInfo(const char* name, enum OrtAllocatorType type, int id, enum OrtMemType mem_type,
                            OrtMemoryInfo** out) noexcept;
OrtStatus* CreateCpuMemoryInfo(enum OrtAllocatorType type, enum OrtMemType mem_type,
                               OrtMemoryInfo** out) noexcept;
OrtStatus* CompareMemoryInfo(const OrtMemoryInfo* info1, const OrtMemoryInfo* info2, int* out) noexcept;
OrtStatus* MemoryInfoGetName(const OrtMemoryInfo* ptr, const char** out) noexcept;
OrtStatus* MemoryInfoGetId(const OrtMemoryInfo* ptr, int* out) noexcept;
OrtStatus* MemoryInfoGetMemType(const OrtMemoryInfo* ptr, OrtMemType* out) noexcept;
OrtStatus* MemoryInfoGetType(const OrtMemoryInfo* ptr, OrtAllocatorType* out) noexcept;
OrtStatus* AllocatorAlloc(OrtAllocator* ort_allocator, size_t size, void** out) noexcept;
OrtStatus* AllocatorFree(OrtAllocator* ort_allocator, void* p) noexcept;
OrtStatus* AllocatorGetInfo(const OrtAllocator* ort_allocator, const struct OrtMemoryInfo** out) noexcept;
OrtStatus* GetAllocatorWithDefaultOptions(OrtAllocator** out) noexcept;
OrtStatus* AddFreeDimensionOverride(OrtSessionOptions* options, const char* dim_denotation,
                                    int64_t dim_value) noexcept;
OrtStatus* GetValue(const OrtValue* value, int index, OrtAllocator* allocator, OrtValue** out) noexcept;
OrtStatus* GetValueCount(const OrtValue* value, size_t* out) noexcept;
OrtStatus* CreateValue(const OrtValue* const* in, size_t num_values, enum ONNXType value_type,
                       OrtValue** out) noexcept;
OrtStatus* CreateOpaqueValue(const char* domain_name, const char* type_name, const void* data_container,
                             size_t data_container_size, OrtValue** out) noexcept;
OrtStatus* GetOpaqueValue(const char* domain_name, const char* type_name, const OrtValue* in,
                          void* data_container, size_t data_container_size) noexcept;
OrtStatus* KernelInfoGetAttribute_float(const OrtKernelInfo* info, const char* name, float* out) noexcept;
OrtStatus* KernelInfoGetAttribute_int64(const OrtKernelInfo* info, const char* name, int64_t* out) noexcept;
OrtStatus* KernelInfoGetAttribute_string(const OrtKernelInfo* info, const char* name, char* out,
                                         size_t* size) noexcept;
OrtStatus* KernelContext_GetInputCount(const OrtKernelContext* context, size_t* out) noexcept;
OrtStatus* KernelContext_GetOutputCount(const OrtKernelContext* context, size_t* out) noexcept;
OrtStatus* KernelContext_GetInput(const OrtKernelContext* context, size_t index,
                                  const OrtValue** out) noexcept;
OrtStatus* KernelContext_GetOutput(OrtKernelContext* context, size_t index, const int64_t* dim_values,
                                   size_t dim_count, OrtValue** out) noexcept;
void ReleaseEnv(OrtEnv* input) noexcept;
void ReleaseStatus(OrtStatus* input) noexcept;
void ReleaseMemoryInfo(OrtMemoryInfo* input) noexcept;
void ReleaseSession(OrtSession* input) noexcept;
void ReleaseValue(OrtValue* input) noexcept;
void ReleaseRunOptions(OrtRunOptions* input) noexcept;
void ReleaseTypeInfo(OrtTypeInfo* input) noexcept;
void ReleaseTensorTypeAndShapeInfo(OrtTensorTypeAndShapeInfo* input) noexcept;
void ReleaseSessionOptions(OrtSessionOptions* input) noexcept;
void ReleaseCustomOpDomain(OrtCustomOpDomain* input) noexcept;
OrtStatus* GetDenotationFromTypeInfo(const OrtTypeInfo* type_info, const char** const denotation,
                                     size_t* len) noexcept;
OrtStatus* CastTypeInfoToMapTypeInfo(const OrtTypeInfo* type_info, const OrtMapTypeInfo** out) noexcept;
OrtStatus* CastTypeInfoToSequenceTypeInfo(const OrtTypeInfo* type_info,
                                          const OrtSequenceTypeInfo** out) noexcept;
OrtStatus* GetMapKeyType(const OrtMapTypeInfo* map_type_info, enum ONNXTensorElementDataType* out) noexcept;
OrtStatus* GetMapValueType(const OrtMapTypeInfo* map_type_info, OrtTypeInfo** type_info) noexcept;
OrtStatus* GetSequenceElementType(const OrtSequenceTypeInfo* sequence_type_info,
                                  OrtTypeInfo** type_info) noexcept;
void ReleaseMapTypeInfo(OrtMapTypeInfo* input) noexcept;
void ReleaseSequenceTypeInfo(OrtSequenceTypeInfo* input) noexcept;
OrtStatus* SessionEndProfiling(OrtSession* session, OrtAllocator* allocator, char** out) noexcept;
OrtStatus* SessionGetModelMetadata(const OrtSession* session, OrtModelMetadata** out) noexcept;
OrtStatus* ModelMetadataGetProducerName(const OrtModelMetadata* model_metadata, OrtAllocator* allocator,
                                        char** value) noexcept;
OrtStatus* ModelMetadataGetGraphName(const OrtModelMetadata* model_metadata, OrtAllocator* allocator,
                                     char** value) noexcept;
OrtStatus* ModelMetadataGetDomain(const OrtModelMetadata* model_metadata, OrtAllocator* allocator,
                                  char** value) noexcept;
OrtStatus* ModelMetadataGetDescription(const OrtModelMetadata* model_metadata, OrtAllocator* allocator,
                                       char** value) noexcept;
OrtStatus* ModelMetadataLookupCustomMetadataMap(const OrtModelMetadata* model_metadata,
                                                OrtAllocator* allocator, const char* key,
                                                char** value) noexcept;
OrtStatus* ModelMetadataGetVersion(const OrtModelMetadata* model_metadata, int64_t* value) noexcept;
void ReleaseModelMetadata(OrtModelMetadata* input) noexcept;
OrtStatus* CreateEnvWithGlobalThreadPools(OrtLoggingLevel log_severity_level, const char* logid,
                                          const OrtThreadingOptions* tp_options, OrtEnv** out) noexcept;
OrtStatus* DisablePerSessionThreads(OrtSessionOptions* options) noexcept;
OrtStatus* CreateThreadingOptions(OrtThreadingOptions** out) noexcept;
void ReleaseThreadingOptions(OrtThreadingOptions* input) noexcept;
OrtStatus* ModelMetadataGetCustomMetadataMapKeys(const OrtModelMetadata* model_metadata,
                                                 OrtAllocator* allocator, char*** keys,
                                                 int64_t* num_keys) noexcept;
OrtStatus* AddFreeDimensionOverrideByName(OrtSessionOptions* options, const char* dim_name,
                                          int64_t dim_value) noexcept;
OrtStatus* GetAvailableProviders(char*** out_ptr, int* provider_length) noexcept;
OrtStatus* ReleaseAvailableProviders(char** ptr, int providers_length) noexcept;
OrtStatus* GetStringTensorElementLength(const OrtValue* value, size_t index, size_t* out) noexcept;
OrtStatus* GetStringTensorElement(const OrtValue* value, size_t s_len, size_t index, void* s) noexcept;
OrtStatus* FillStringTensorElement(OrtValue* value, const char* s, size_t index) noexcept;
OrtStatus* AddSessionConfigEntry(OrtSessionOptions* options, const char* config_key,
                                 const char* config_value) noexcept;
OrtStatus* CreateAllocator(const OrtSession* session, const OrtMemoryInfo* mem_info,
                           OrtAllocator** out) noexcept;
void ReleaseAllocator(OrtAllocator* input) noexcept;
OrtStatus* RunWithBinding(OrtSession* session, const OrtRunOptions* run_options,
                          const OrtIoBinding* binding_ptr) noexcept;
OrtStatus* CreateIoBinding(OrtSession* session, OrtIoBinding** out) noexcept;
void ReleaseIoBinding(OrtIoBinding* input) noexcept;
OrtStatus* BindInput(OrtIoBinding* binding_ptr, const char* name, const OrtValue* val_ptr) noexcept;
OrtStatus* BindOutput(OrtIoBinding* binding_ptr, const char* name, const OrtValue* val_ptr) noexcept;
OrtStatus* BindOutputToDevice(OrtIoBinding* binding_ptr, const char* name,
                              const OrtMemoryInfo* mem_info_ptr) noexcept;
OrtStatus* GetBoundOutputNames(const OrtIoBinding* binding_ptr, OrtAllocator* allocator, char** buffer,
                               size_t** lengths, size_t* count) noexcept;
OrtStatus* GetBoundOutputValues(const OrtIoBinding* binding_ptr, OrtAllocator* allocator, OrtValue*** output,
                                size_t* output_count) noexcept;
void ClearBoundInputs(OrtIoBinding* binding_ptr) noexcept;
void ClearBoundOutputs(OrtIoBinding* binding_ptr) noexcept;
OrtStatus* TensorAt(OrtValue* value, const int64_t* location_values, size_t location_values_count,
                    void** out) noexcept;
OrtStatus* CreateAndRegisterAllocator(OrtEnv* env, const OrtMemoryInfo* mem_info,
                                      const OrtArenaCfg* arena_cfg) noexcept;
OrtStatus* SetLanguageProjection(const OrtEnv* ort_env, OrtLanguageProjection projection) noexcept;
OrtStatus* SessionGetProfilingStartTimeNs(const OrtSession* session, uint64_t* out) noexcept;
OrtStatus* SetGlobalIntraOpNumThreads(OrtThreadingOptions* tp_options, int intra_op_num_threads) noexcept;
OrtStatus* SetGlobalInterOpNumThreads(OrtThreadingOptions* tp_options, int inter_op_num_threads) noexcept;
OrtStatus* SetGlobalSpinControl(OrtThreadingOptions* tp_options, int allow_spinning) noexcept;
OrtStatus* AddInitializer(OrtSessionOptions* options, const char* name, const OrtValue* val) noexcept;
OrtStatus* CreateEnvWithCustomLoggerAndGlobalThreadPools(
    OrtLoggingFunction logging_function, void* logger_param, OrtLoggingLevel log_severity_level,
    const char* logid, const struct OrtThreadingOptions* tp_options, OrtEnv** out) noexcept;
OrtStatus* SessionOptionsAppendExecutionProvider_CUDA(OrtSessionOptions* options,
                                                      const OrtCUDAProviderOptions* cuda_options) noexcept;
OrtStatus* SessionOptionsAppendExecutionProvider_ROCM(OrtSessionOptions* options,
                                                      const OrtROCMProviderOptions* rocm_options) noexcept;
OrtStatus* SessionOptionsAppendExecutionProvider_OpenVINO(
    OrtSessionOptions* options, const OrtOpenVINOProviderOptions* provider_options) noexcept;
OrtStatus* SetGlobalDenormalAsZero(OrtThreadingOptions* tp_options) noexcept;
OrtStatus* CreateArenaCfg(size_t max_mem, int arena_extend_strategy, int initial_chunk_size_bytes,
                          int max_dead_bytes_per_chunk, OrtArenaCfg** out) noexcept;
void ReleaseArenaCfg(OrtArenaCfg* input) noexcept;
OrtStatus* ModelMetadataGetGraphDescription(const OrtModelMetadata* model_metadata, OrtAllocator* allocator,
                                            char** value) noexcept;
OrtStatus* SessionOptionsAppendExecutionProvider_TensorRT(
    OrtSessionOptions* options, const OrtTensorRTProviderOptions* tensorrt_options) noexcept;
OrtStatus* SetCurrentGpuDeviceId(int device_id) noexcept;
OrtStatus* GetCurrentGpuDeviceId(int* device_id) noexcept;
OrtStatus* KernelInfoGetAttributeArray_float(const OrtKernelInfo* info, const char* name, float* out,
                                             size_t* size) noexcept;
OrtStatus* KernelInfoGetAttributeArray_int64(const OrtKernelInfo* info, const char* name, int64_t* out,
                                             size_t* size) noexcept;
OrtStatus* CreateArenaCfgV2(const char* const* arena_config_keys, const size_t* arena_config_values,
                            size_t num_keys, OrtArenaCfg** out) noexcept;
OrtStatus* AddRunConfigEntry(OrtRunOptions* options, const char* config_key,
                             const char* config_value) noexcept;
OrtStatus* CreatePrepackedWeightsContainer(OrtPrepackedWeightsContainer** out) noexcept;
void ReleasePrepackedWeightsContainer(OrtPrepackedWeightsContainer* input) noexcept;
OrtStatus* CreateSessionWithPrepackedWeightsContainer(
    const OrtEnv* env, const ORTCHAR_T* model_path, const OrtSessionOptions* options,
    OrtPrepackedWeightsContainer* prepacked_weights_container, OrtSession** out) noexcept;
OrtStatus* CreateSessionFromArrayWithPrepackedWeightsContainer(
    const OrtEnv* env, const void* model_data, size_t model_data_length, const OrtSessionOptions* options,
    OrtPrepackedWeightsContainer* prepacked_weights_container, OrtSession** out) noexcept;
OrtStatus* SessionOptionsAppendExecutionProvider_TensorRT_V2(
    OrtSessionOptions* options, const OrtTensorRTProviderOptionsV2* tensorrt_options) noexcept;
OrtStatus* CreateTensorRTProviderOptions(OrtTensorRTProviderOptionsV2** out) noexcept;
OrtStatus* UpdateTensorRTProviderOptions(OrtTensorRTProviderOptionsV2* tensorrt_options,
                                         const char* const* provider_options_keys,
                                         const char* const* provider_options_values,
                                         size_t num_keys) noexcept;
OrtStatus* GetTensorRTProviderOptionsAsString(const OrtTensorRTProviderOptionsV2* tensorrt_options,
                                              OrtAllocator* allocator, char** ptr) noexcept;
void ReleaseTensorRTProviderOptions(OrtTensorRTProviderOptionsV2* input) noexcept;
OrtStatus* EnableOrtCustomOps(OrtSessionOptions* options) noexcept;
OrtStatus* RegisterAllocator(OrtEnv* env, OrtAllocator* allocator) noexcept;
OrtStatus* UnregisterAllocator(OrtEnv* env, const OrtMemoryInfo* mem_info) noexcept;
OrtStatus* IsSparseTensor(const OrtValue* value, int* out) noexcept;
OrtStatus* CreateSparseTensorAsOrtValue(OrtAllocator* allocator, const int64_t* dense_shape,
                                        size_t dense_shape_len, ONNXTensorElementDataType type,
                                        OrtValue** out) noexcept;
OrtStatus* FillSparseTensorCoo(OrtValue* ort_value, const OrtMemoryInfo* data_mem_info,
                               const int64_t* values_shape, size_t values_shape_len, const void* values,
                               const int64_t* indices_data, size_t indices_num) noexcept;
OrtStatus* FillSparseTensorCsr(OrtValue* ort_value, const OrtMemoryInfo* data_mem_info,
                               const int64_t* values_shape, size_t values_shape_len, const void* values,
                               const int64_t* inner_indices_data, size_t inner_indices_num,
                               const int64_t* outer_indices_data, size_t outer_indices_num) noexcept;
OrtStatus* FillSparseTensorBlockSparse(OrtValue* ort_value, const OrtMemoryInfo* data_mem_info,
                                       const int64_t* values_shape, size_t values_shape_len,
                                       const void* values, const int64_t* indices_shape_data,
                                       size_t indices_shape_len, const int32_t* indices_data) noexcept;
OrtStatus* CreateSparseTensorWithValuesAsOrtValue(const OrtMemoryInfo* info, void* p_data,
                                                  const int64_t* dense_shape, size_t dense_shape_len,
                                                  const int64_t* values_shape, size_t values_shape_len,
                                                  ONNXTensorElementDataType type, OrtValue** out) noexcept;
OrtStatus* UseCooIndices(OrtValue* ort_value, int64_t* indices_data, size_t indices_num) noexcept;
OrtStatus* UseCsrIndices(OrtValue* ort_value, int64_t* inner_data, size_t inner_num, int64_t* outer_data,
                         size_t outer_num) noexcept;
OrtStatus* UseBlockSparseIndices(OrtValue* ort_value, const int64_t* indices_shape, size_t indices_shape_len,
                                 int32_t* indices_data) noexcept;
OrtStatus* GetSparseTensorFormat(const OrtValue* ort_value, enum OrtSparseFormat* out) noexcept;
OrtStatus* GetSparseTensorValuesTypeAndShape(const OrtValue* ort_value,
                                             OrtTensorTypeAndShapeInfo** out) noexcept;
OrtStatus* GetSparseTensorValues(const OrtValue* ort_value, const void** out) noexcept;
OrtStatus* GetSparseTensorIndicesTypeShape(const OrtValue* ort_value,
                                           enum OrtSparseIndicesFormat indices_format,
                                           OrtTensorTypeAndShapeInfo** out) noexcept;
OrtStatus* GetSparseTensorIndices(const OrtValue* ort_value, enum OrtSparseIndicesFormat indices_format,
                                  size_t* num_indices, const void** indices) noexcept;
OrtStatus* HasValue(const OrtValue* value, int* out) noexcept;
OrtStatus* KernelContext_GetGPUComputeStream(const OrtKernelContext* context, void** out) noexcept;
OrtStatus* GetTensorMemoryInfo(const OrtValue* value, const OrtMemoryInfo** mem_info) noexcept;
OrtStatus* GetExecutionProviderApi(const char* provider_name, uint32_t version,
                                   const void** provider_api) noexcept;
OrtStatus* SessionOptionsSetCustomCreateThreadFn(
    OrtSessionOptions* options, OrtCustomCreateThreadFn ort_custom_create_thread_fn) noexcept;
OrtStatus* SessionOptionsSetCustomThreadCreationOptions(OrtSessionOptions* options,
                                                        void* ort_custom_thread_creation_options) noexcept;
OrtStatus* SessionOptionsSetCustomJoinThreadFn(OrtSessionOptions* options,
                                               OrtCustomJoinThreadFn ort_custom_join_thread_fn) noexcept;
OrtStatus* SetGlobalCustomCreateThreadFn(OrtThreadingOptions* tp_options,
                                         OrtCustomCreateThreadFn ort_custom_create_thread_fn) noexcept;
OrtStatus* SetGlobalCustomThreadCreationOptions(OrtThreadingOptions* tp_options,
                                                void* ort_custom_thread_creation_options) noexcept;
OrtStatus* SetGlobalCustomJoinThreadFn(OrtThreadingOptions* tp_options,
                                       OrtCustomJoinThreadFn ort_custom_join_thread_fn) noexcept;
OrtStatus* SynchronizeBoundInputs(OrtIoBinding* binding_ptr) noexcept;
OrtStatus* SynchronizeBoundOutputs(OrtIoBinding* binding_ptr) noexcept;
OrtStatus* SessionOptionsAppendExecutionProvider_CUDA_V2(
    OrtSessionOptions* options, const OrtCUDAProviderOptionsV2* cuda_options) noexcept;
OrtStatus* CreateCUDAProviderOptions(OrtCUDAProviderOptionsV2** out) noexcept;
OrtStatus* UpdateCUDAProviderOptions(OrtCUDAProviderOptionsV2* cuda_options,
                                     const char* const* provider_options_keys,
                                     const char* const* provider_options_values, size_t num_keys) noexcept;
OrtStatus* GetCUDAProviderOptionsAsString(const OrtCUDAProviderOptionsV2* cuda_options,
                                          OrtAllocator* allocator, char** ptr) noexcept;
void ReleaseCUDAProviderOptions(OrtCUDAProviderOptionsV2* input) noexcept;
OrtStatus* SessionOptionsAppendExecutionProvider_MIGraphX(
    OrtSessionOptions* options, const OrtMIGraphXProviderOptions* migraphx_options) noexcept;
OrtStatus* AddExternalInitializers(OrtSessionOptions* options, const char* const* initializer_names,
                                   const OrtValue* const* initializers, size_t num_initializers) noexcept;
OrtStatus* CreateOpAttr(const char* name, const void* data, int len, OrtOpAttrType type,
                        OrtOpAttr** op_attr) noexcept;
void ReleaseOpAttr(OrtOpAttr* input) noexcept;
OrtStatus* CreateOp(const OrtKernelInfo* info, const char* op_name, const char* domain, int version,
                    const char** type_constraint_names,
                    const ONNXTensorElementDataType* type_constraint_values, int type_constraint_count,
                    const OrtOpAttr* const* attr_values, int attr_count, int input_count, int output_count,
                    OrtOp** ort_op) noexcept;
OrtStatus* InvokeOp(const OrtKernelContext* context, const OrtOp* ort_op, const OrtValue* const* input_values,
                    int input_count, OrtValue* const* output_values, int output_count) noexcept;
void ReleaseOp(OrtOp* input) noexcept;
OrtStatus* SessionOptionsAppendExecutionProvider(OrtSessionOptions* options, const char* provider_name,
                                                 const char* const* provider_options_keys,
                                                 const char* const* provider_options_values,
                                                 size_t num_keys) noexcept;
OrtStatus* CopyKernelInfo(const OrtKernelInfo* info, OrtKernelInfo** info_copy) noexcept;
void ReleaseKernelInfo(OrtKernelInfo* input) noexcept;
const OrtTrainingApi* GetTrainingApi(uint32_t version) noexcept;
OrtStatus* SessionOptionsAppendExecutionProvider_CANN(OrtSessionOptions* options,
                                                      const OrtCANNProviderOptions* cann_options) noexcept;
OrtStatus* CreateCANNProviderOptions(OrtCANNProviderOptions** out) noexcept;
OrtStatus* UpdateCANNProviderOptions(OrtCANNProviderOptions* cann_options,
                                     const char* const* provider_options_keys,
                                     const char* const* provider_options_values, size_t num_keys) noexcept;
OrtStatus* GetCANNProviderOptionsAsString(const OrtCANNProviderOptions* cann_options, OrtAllocator* allocator,
                                          char** ptr) noexcept;
void ReleaseCANNProviderOptions(OrtCANNProviderOptions* input) noexcept;
void MemoryInfoGetDeviceType(const OrtMemoryInfo* ptr, OrtMemoryInfoDeviceType* out) noexcept;
OrtStatus* UpdateEnvWithCustomLogLevel(OrtEnv* ort_env, OrtLoggingLevel log_severity_level) noexcept;
OrtStatus* SetGlobalIntraOpThreadAffinity(OrtThreadingOptions* tp_options,
                                          const char* affinity_string) noexcept;
OrtStatus* RegisterCustomOpsLibrary_V2(OrtSessionOptions* options, const ORTCHAR_T* library_name) noexcept;
OrtStatus* RegisterCustomOpsUsingFunction(OrtSessionOptions* options,
                                          const char* registration_func_name) noexcept;
OrtStatus* KernelInfo_GetInputCount(const OrtKernelInfo* info, size_t* out) noexcept;
OrtStatus* KernelInfo_GetOutputCount(const OrtKernelInfo* info, size_t* out) noexcept;
OrtStatus* KernelInfo_GetInputName(const OrtKernelInfo* info, size_t index, char* out, size_t* size) noexcept;
OrtStatus* KernelInfo_GetOutputName(const OrtKernelInfo* info, size_t index, char* out,
                                    size_t* size) noexcept;
OrtStatus* KernelInfo_GetInputTypeInfo(const OrtKernelInfo* info, size_t index,
                                       OrtTypeInfo** type_info) noexcept;
OrtStatus* KernelInfo_GetOutputTypeInfo(const OrtKernelInfo* info, size_t index,
                                        OrtTypeInfo** type_info) noexcept;
OrtStatus* KernelInfoGetAttribute_tensor(const OrtKernelInfo* info, const char* name, OrtAllocator* allocator,
                                         OrtValue** out) noexcept;
OrtStatus* HasSessionConfigEntry(const OrtSessionOptions* options, const char* config_key, int* out) noexcept;
OrtStatus* GetSessionConfigEntry(const OrtSessionOptions* options, const char* config_key, char* config_value,
                                 size_t* size) noexcept;
OrtStatus* SessionOptionsAppendExecutionProvider_Dnnl(OrtSessionOptions* options,
                                                      const OrtDnnlProviderOptions* dnnl_options) noexcept;
OrtStatus* CreateDnnlProviderOptions(OrtDnnlProviderOptions** out) noexcept;
OrtStatus* UpdateDnnlProviderOptions(OrtDnnlProviderOptions* dnnl_options,
                                     const char* const* provider_options_keys,
                                     const char* const* provider_options_values, size_t num_keys) noexcept;
OrtStatus* GetDnnlProviderOptionsAsString(const OrtDnnlProviderOptions* dnnl_options, OrtAllocator* allocator,
                                          char** ptr) noexcept;
void ReleaseDnnlProviderOptions(OrtDnnlProviderOptions* input) noexcept;
OrtStatus* KernelInfo_GetNodeName(const OrtKernelInfo* info, char* out, size_t* size) noexcept;
OrtStatus* KernelInfo_GetLogger(const OrtKernelInfo* info, const OrtLogger** logger) noexcept;
OrtStatus* KernelContext_GetLogger(const OrtKernelContext* context, const OrtLogger** logger) noexcept;
OrtStatus* Logger_LogMessage(const OrtLogger* logger, OrtLoggingLevel log_severity_level, const char* message,
                             const ORTCHAR_T* file_path, int line_number, const char* func_name) noexcept;
OrtStatus* Logger_GetLoggingSeverityLevel(const OrtLogger* logger, OrtLoggingLevel* out) noexcept;
OrtStatus* KernelInfoGetConstantInput_tensor(const OrtKernelInfo* info, size_t index, int* is_constant,
                                             const OrtValue** out) noexcept;
OrtStatus* CastTypeInfoToOptionalTypeInfo(const OrtTypeInfo* type_info,
                                          const OrtOptionalTypeInfo** out) noexcept;
OrtStatus* GetOptionalContainedTypeInfo(const OrtOptionalTypeInfo* optional_type_info,
                                        OrtTypeInfo** out) noexcept;
OrtStatus* GetResizedStringTensorElementBuffer(OrtValue* value, size_t index, size_t length_in_bytes,
                                               char** buffer) noexcept;
OrtStatus* KernelContext_GetAllocator(const OrtKernelContext* context, const OrtMemoryInfo* mem_info,
                                      OrtAllocator** out) noexcept;
const char* GetBuildInfoString() noexcept;
OrtStatus* CreateROCMProviderOptions(OrtROCMProviderOptions** out) noexcept;
OrtStatus* UpdateROCMProviderOptions(OrtROCMProviderOptions* rocm_options,
                                     const char* const* provider_options_keys,
                                     const char* const* provider_options_values, size_t num_keys) noexcept;
OrtStatus* GetROCMProviderOptionsAsString(const OrtROCMProviderOptions* rocm_options, OrtAllocator* allocator,
                                          char** ptr) noexcept;
void ReleaseROCMProviderOptions(OrtROCMProviderOptions* input) noexcept;
OrtStatus* CreateAndRegisterAllocatorV2(OrtEnv* env, const char* provider_type, const OrtMemoryInfo* mem_info,
                                        const OrtArenaCfg* arena_cfg,
                                        const char* const* provider_options_keys,
                                        const char* const* provider_options_values, size_t num_keys) noexcept;
OrtStatus* RunAsync(OrtSession* session, const OrtRunOptions* run_options, const char* const* input_names,
                    const OrtValue* const* input, size_t input_len, const char* const* output_names,
                    size_t output_names_len, OrtValue** output, RunAsyncCallbackFn run_async_callback,
                    void* user_data) noexcept;
OrtStatus* UpdateTensorRTProviderOptionsWithValue(OrtTensorRTProviderOptionsV2* tensorrt_options,
                                                  const char* key, void* value) noexcept;
OrtStatus* GetTensorRTProviderOptionsByName(const OrtTensorRTProviderOptionsV2* tensorrt_options,
                                            const char* key, void** ptr) noexcept;
OrtStatus* UpdateCUDAProviderOptionsWithValue(OrtCUDAProviderOptionsV2* cuda_options, const char* key,
                                              void* value) noexcept;
OrtStatus* GetCUDAProviderOptionsByName(const OrtCUDAProviderOptionsV2* cuda_options, const char* key,
                                        void** ptr) noexcept;
OrtStatus* KernelContext_GetResource(const OrtKernelContext* context, int resource_version, int resource_id,
                                     void** resource) noexcept;
OrtStatus* SetUserLoggingFunction(OrtSessionOptions* options, OrtLoggingFunction user_logging_function,
                                  void* user_logging_param) noexcept;
OrtStatus* ShapeInferContext_GetInputCount(const OrtShapeInferContext* context, size_t* out) noexcept;
OrtStatus* ShapeInferContext_GetInputTypeShape(const OrtShapeInferContext* context, size_t index,
                                               OrtTensorTypeAndShapeInfo** info) noexcept;
OrtStatus* ShapeInferContext_GetAttribute(const OrtShapeInferContext* context, const char* attr_name,
                                          const OrtOpAttr** attr) noexcept;
OrtStatus* ShapeInferContext_SetOutputTypeShape(const OrtShapeInferContext* context, size_t index,
                                                const OrtTensorTypeAndShapeInfo* info) noexcept;
OrtStatus* SetSymbolicDimensions(OrtTensorTypeAndShapeInfo* info, const char* dim_params[],
                                 size_t dim_params_length) noexcept;
OrtStatus* ReadOpAttr(const OrtOpAttr* op_attr, OrtOpAttrType type, void* data, size_t len,
                      size_t* out) noexcept;
OrtStatus* SetDeterministicCompute(OrtSessionOptions* options, bool value) noexcept;
OrtStatus* KernelContext_ParallelFor(const OrtKernelContext* context, void (*fn)(void*, size_t), size_t total,
                                     size_t num_batch, void* usr_data) noexcept;
OrtStatus* SessionOptionsAppendExecutionProvider_OpenVINO_V2(OrtSessionOptions* options,
                                                             const char* const* provider_options_keys,
                                                             const char* const* provider_options_values,
                                                             size_t num_keys) noexcept;
OrtStatus* SessionOptionsAppendExecutionProvider_VitisAI(OrtSessionOptions* options,
                                                         const char* const* provider_options_keys,
                                                         const char* const* provider_options_values,
                                                         size_t num_keys) noexcept;
OrtStatus* KernelContext_GetScratchBuffer(const OrtKernelContext* context, const OrtMemoryInfo* mem_info,
                                          size_t count_or_bytes, void** out) noexcept;
OrtStatus* KernelInfoGetAllocator(const OrtKernelInfo* info, OrtMemType mem_type,
                                  OrtAllocator** out) noexcept;
OrtStatus* AddExternalInitializersFromFilesInMemory(OrtSessionOptions* options,
                                                    const ORTCHAR_T* const* external_initializer_file_names,
                                                    char* const* external_initializer_file_buffer_array,
                                                    const size_t* external_initializer_file_lengths,
                                                    size_t num_external_initializer_files) noexcept;
OrtStatus* CreateLoraAdapter(const ORTCHAR_T* adapter_file_path, OrtAllocator* allocator,
                             OrtLoraAdapter** out) noexcept;
OrtStatus* CreateLoraAdapterFromArray(const void* bytes, size_t num_bytes, OrtAllocator* allocator,
                                      OrtLoraAdapter** out) noexcept;
void ReleaseLoraAdapter(OrtLoraAdapter* input) noexcept;
OrtStatus* RunOptionsAddActiveLoraAdapter(OrtRunOptions* options, const OrtLoraAdapter* adapter) noexcept;
OrtStatus* SetEpDynamicOptions(OrtSession* sess, const char* const* keys, const char* const* values,
                               size_t kv_len) noexcept;
void ReleaseValueInfo(OrtValueInfo* input) noexcept;
void ReleaseNode(OrtNode* input) noexcept;
void ReleaseGraph(OrtGraph* input) noexcept;
void ReleaseModel(OrtModel* input) noexcept;
OrtStatus* GetValueInfoName(const OrtValueInfo* value_info, const char** name) noexcept;
OrtStatus* GetValueInfoTypeInfo(const OrtValueInfo* value_info, const OrtTypeInfo** type_info) noexcept;
const OrtModelEditorApi* GetModelEditorApi() noexcept;
OrtStatus* CreateTensorWithDataAndDeleterAsOrtValue(OrtAllocator* deleter, void* p_data, size_t p_data_len,
                                                    const int64_t* shape, size_t shape_len,
                                                    ONNXTensorElementDataType type, OrtValue** out) noexcept;
OrtStatus* SessionOptionsSetLoadCancellationFlag(OrtSessionOptions* options, bool cancel) noexcept;
const OrtCompileApi* GetCompileApi() noexcept;
void CreateKeyValuePairs(OrtKeyValuePairs** out) noexcept;
void AddKeyValuePair(OrtKeyValuePairs* kvps, const char* key, const char* value) noexcept;
const char* GetKeyValue(const OrtKeyValuePairs* kvps, const char* key) noexcept;
void GetKeyValuePairs(const OrtKeyValuePairs* kvps, const char* const** keys, const char* const** values,
                      size_t* num_entries) noexcept;
void RemoveKeyValuePair(OrtKeyValuePairs* kvps, const char* key) noexcept;
void ReleaseKeyValuePairs(OrtKeyValuePairs* input) noexcept;
OrtStatus* RegisterExecutionProviderLibrary(OrtEnv* env, const char* registration_name,
                                            const ORTCHAR_T* path) noexcept;
OrtStatus* UnregisterExecutionProviderLibrary(OrtEnv* env, const char* registration_name) noexcept;
OrtStatus* GetEpDevices(const OrtEnv* env, const OrtEpDevice* const** ep_devices,
                        size_t* num_ep_devices) noexcept;
OrtStatus* SessionOptionsAppendExecutionProvider_V2(OrtSessionOptions* session_options, OrtEnv* env,
                                                    const OrtEpDevice* const* ep_devices,
                                                    size_t num_ep_devices, const char* const* ep_option_keys,
                                                    const char* const* ep_option_vals,
                                                    size_t num_ep_options) noexcept;
OrtStatus* SessionOptionsSetEpSelectionPolicy(OrtSessionOptions* session_options,
                                              OrtExecutionProviderDevicePolicy policy) noexcept;
OrtStatus* SessionOptionsSetEpSelectionPolicyDelegate(OrtSessionOptions* session_options,
                                                      EpSelectionDelegate delegate,
                                                      void* delegate_state) noexcept;
OrtHardwareDeviceType HardwareDevice_Type(const OrtHardwareDevice* device) noexcept;
uint32_t HardwareDevice_VendorId(const OrtHardwareDevice* device) noexcept;
const char* HardwareDevice_Vendor(const OrtHardwareDevice* device) noexcept;
uint32_t HardwareDevice_DeviceId(const OrtHardwareDevice* device) noexcept;
const OrtKeyValuePairs* HardwareDevice_Metadata(const OrtHardwareDevice* device) noexcept;
const char* EpDevice_EpName(const OrtEpDevice* ep_device) noexcept;
const char* EpDevice_EpVendor(const OrtEpDevice* ep_device) noexcept;
const OrtKeyValuePairs* EpDevice_EpMetadata(const OrtEpDevice* ep_device) noexcept;
const OrtKeyValuePairs* EpDevice_EpOptions(const OrtEpDevice* ep_device) noexcept;
const OrtHardwareDevice* EpDevice_Device(const OrtEpDevice* ep_device) noexcept;
const OrtEpApi* GetEpApi() noexcept;
OrtStatus* GetTensorSizeInBytes(const OrtValue* ort_value, size_t* size) noexcept;
OrtStatus* AllocatorGetStats(const OrtAllocator* ort_allocator, OrtKeyValuePairs** out) noexcept;
OrtStatus* CreateMemoryInfo_V2(const char* name, enum OrtMemoryInfoDeviceType device_type, uint32_t vendor_id,
                               int32_t device_id, enum OrtDeviceMemoryType mem_type, size_t alignment,
                               enum OrtAllocatorType allocator_type, OrtMemoryInfo** out) noexcept;
OrtDeviceMemoryType MemoryInfoGetDeviceMemType(const OrtMemoryInfo* ptr) noexcept;
uint32_t MemoryInfoGetVendorId(const OrtMemoryInfo* ptr) noexcept;
OrtStatus* ValueInfo_GetValueProducer(const OrtValueInfo* value_info, const OrtNode** producer_node,
                                      size_t* producer_output_index) noexcept;
OrtStatus* ValueInfo_GetValueNumConsumers(const OrtValueInfo* value_info, size_t* num_consumers) noexcept;
OrtStatus* ValueInfo_GetValueConsumers(const OrtValueInfo* value_info, const OrtNode** nodes,
                                       int64_t* input_indices, size_t num_consumers) noexcept;
OrtStatus* ValueInfo_GetInitializerValue(const OrtValueInfo* value_info,
                                         const OrtValue** initializer_value) noexcept;
OrtStatus* ValueInfo_GetExternalInitializerInfo(const OrtValueInfo* value_info,
                                                OrtExternalInitializerInfo** info) noexcept;
OrtStatus* ValueInfo_IsRequiredGraphInput(const OrtValueInfo* value_info,
                                          bool* is_required_graph_input) noexcept;
OrtStatus* ValueInfo_IsOptionalGraphInput(const OrtValueInfo* value_info,
                                          bool* is_optional_graph_input) noexcept;
OrtStatus* ValueInfo_IsGraphOutput(const OrtValueInfo* value_info, bool* is_graph_output) noexcept;
OrtStatus* ValueInfo_IsConstantInitializer(const OrtValueInfo* value_info,
                                           bool* is_constant_initializer) noexcept;
OrtStatus* ValueInfo_IsFromOuterScope(const OrtValueInfo* value_info, bool* is_from_outer_scope) noexcept;
OrtStatus* Graph_GetName(const OrtGraph* graph, const char** graph_name) noexcept;
OrtStatus* Graph_GetModelPath(const OrtGraph* graph, const ORTCHAR_T** model_path) noexcept;
OrtStatus* Graph_GetOnnxIRVersion(const OrtGraph* graph, int64_t* onnx_ir_version) noexcept;
OrtStatus* Graph_GetNumOperatorSets(const OrtGraph* graph, size_t* num_operator_sets) noexcept;
OrtStatus* Graph_GetOperatorSets(const OrtGraph* graph, const char** domains, int64_t* opset_versions,
                                 size_t num_operator_sets) noexcept;
OrtStatus* Graph_GetNumInputs(const OrtGraph* graph, size_t* num_inputs) noexcept;
OrtStatus* Graph_GetInputs(const OrtGraph* graph, const OrtValueInfo** inputs, size_t num_inputs) noexcept;
OrtStatus* Graph_GetNumOutputs(const OrtGraph* graph, size_t* num_outputs) noexcept;
OrtStatus* Graph_GetOutputs(const OrtGraph* graph, const OrtValueInfo** outputs, size_t num_outputs) noexcept;
OrtStatus* Graph_GetNumInitializers(const OrtGraph* graph, size_t* num_initializers) noexcept;
OrtStatus* Graph_GetInitializers(const OrtGraph* graph, const OrtValueInfo** initializers,
                                 size_t num_initializers) noexcept;
OrtStatus* Graph_GetNumNodes(const OrtGraph* graph, size_t* num_nodes) noexcept;
OrtStatus* Graph_GetNodes(const OrtGraph* graph, const OrtNode** nodes, size_t num_nodes) noexcept;
OrtStatus* Graph_GetParentNode(const OrtGraph* graph, const OrtNode** node) noexcept;
OrtStatus* Graph_GetGraphView(const OrtGraph* src_graph, const OrtNode** nodes, size_t num_nodes,
                              OrtGraph** dst_graph) noexcept;
OrtStatus* Node_GetId(const OrtNode* node, size_t* node_id) noexcept;
OrtStatus* Node_GetName(const OrtNode* node, const char** node_name) noexcept;
OrtStatus* Node_GetOperatorType(const OrtNode* node, const char** operator_type) noexcept;
OrtStatus* Node_GetDomain(const OrtNode* node, const char** domain_name) noexcept;
OrtStatus* Node_GetSinceVersion(const OrtNode* node, int* since_version) noexcept;
OrtStatus* Node_GetNumInputs(const OrtNode* node, size_t* num_inputs) noexcept;
OrtStatus* Node_GetInputs(const OrtNode* node, const OrtValueInfo** inputs, size_t num_inputs) noexcept;
OrtStatus* Node_GetNumOutputs(const OrtNode* node, size_t* num_outputs) noexcept;
OrtStatus* Node_GetOutputs(const OrtNode* node, const OrtValueInfo** outputs, size_t num_outputs) noexcept;
OrtStatus* Node_GetNumImplicitInputs(const OrtNode* node, size_t* num_implicit_inputs) noexcept;
OrtStatus* Node_GetImplicitInputs(const OrtNode* node, const OrtValueInfo** implicit_inputs,
                                  size_t num_implicit_inputs) noexcept;
OrtStatus* Node_GetNumAttributes(const OrtNode* node, size_t* num_attributes) noexcept;
OrtStatus* Node_GetAttributes(const OrtNode* node, const OrtOpAttr** attributes,
                              size_t num_attributes) noexcept;
OrtStatus* Node_GetAttributeByName(const OrtNode* node, const char* attribute_name,
                                   const OrtOpAttr** attribute) noexcept;
OrtStatus* OpAttr_GetTensorAttributeAsOrtValue(const OrtOpAttr* attribute, OrtValue** attr_tensor) noexcept;
OrtStatus* OpAttr_GetType(const OrtOpAttr* attribute, OrtOpAttrType* type) noexcept;
OrtStatus* OpAttr_GetName(const OrtOpAttr* attribute, const char** name) noexcept;
OrtStatus* Node_GetNumSubgraphs(const OrtNode* node, size_t* num_subgraphs) noexcept;
OrtStatus* Node_GetSubgraphs(const OrtNode* node, const OrtGraph** subgraphs, size_t num_subgraphs,
                             const char** attribute_names) noexcept;
OrtStatus* Node_GetGraph(const OrtNode* node, const OrtGraph** graph) noexcept;
OrtStatus* Node_GetEpName(const OrtNode* node, const char** out) noexcept;
void ReleaseExternalInitializerInfo(OrtExternalInitializerInfo* input) noexcept;
const ORTCHAR_T* ExternalInitializerInfo_GetFilePath(const OrtExternalInitializerInfo* info) noexcept;
int64_t ExternalInitializerInfo_GetFileOffset(const OrtExternalInitializerInfo* info) noexcept;
size_t ExternalInitializerInfo_GetByteSize(const OrtExternalInitializerInfo* info) noexcept;
const char* GetRunConfigEntry(const OrtRunOptions* options, const char* config_key) noexcept;
const OrtMemoryInfo* EpDevice_MemoryInfo(const OrtEpDevice* ep_device,
                                         OrtDeviceMemoryType memory_type) noexcept;
OrtStatus* CreateSharedAllocator(OrtEnv* env, const OrtEpDevice* ep_device, OrtDeviceMemoryType mem_type,
                                 OrtAllocatorType allocator_type, const OrtKeyValuePairs* allocator_options,
                                 OrtAllocator** allocator) noexcept;
OrtStatus* GetSharedAllocator(OrtEnv* env, const OrtMemoryInfo* mem_info, OrtAllocator** allocator) noexcept;
OrtStatus* ReleaseSharedAllocator(OrtEnv* env, const OrtEpDevice* ep_device,
                                  OrtDeviceMemoryType mem_type) noexcept;
OrtStatus* GetTensorData(const OrtValue* value, const void** out) noexcept;
OrtStatus* GetSessionOptionsConfigEntries(const OrtSessionOptions* options, OrtKeyValuePairs** out) noexcept;
OrtStatus* SessionGetMemoryInfoForInputs(const OrtSession* session, const OrtMemoryInfo** inputs_memory_info,
                                         size_t num_inputs) noexcept;
OrtStatus* SessionGetMemoryInfoForOutputs(const OrtSession* session,
                                          const OrtMemoryInfo** outputs_memory_info,
                                          size_t num_outputs) noexcept;
OrtStatus* SessionGetEpDeviceForInputs(const OrtSession* session, const OrtEpDevice** inputs_ep_devices,
                                       size_t num_inputs) noexcept;
OrtStatus* CreateSyncStreamForEpDevice(const OrtEpDevice* ep_device, const OrtKeyValuePairs* stream_options,
                                       OrtSyncStream** stream) noexcept;
void* SyncStream_GetHandle(OrtSyncStream* stream) noexcept;
void ReleaseSyncStream(OrtSyncStream* input) noexcept;
OrtStatus* CopyTensors(const OrtEnv* env, const OrtValue* const* src_tensors, OrtValue* const* dst_tensors,
                       OrtSyncStream* stream, size_t num_tensors) noexcept;
OrtStatus* Graph_GetModelMetadata(const OrtGraph* graph, OrtModelMetadata** out) noexcept;
OrtStatus* GetModelCompatibilityForEpDevices(const OrtEpDevice* const* ep_devices, size_t num_ep_devices,
                                             const char* compatibility_info,
                                             OrtCompiledModelCompatibility* out_status) noexcept;
OrtStatus* CreateExternalInitializerInfo(const ORTCHAR_T* filepath, int64_t file_offset, size_t byte_size,
                                         OrtExternalInitializerInfo** out) noexcept;
bool TensorTypeAndShape_HasShape(const OrtTensorTypeAndShapeInfo* info) noexcept;
OrtStatus* KernelInfo_GetConfigEntries(const OrtKernelInfo* info, OrtKeyValuePairs** out) noexcept;
OrtStatus* KernelInfo_GetOperatorDomain(const OrtKernelInfo* info, char* out, size_t* size) noexcept;
OrtStatus* KernelInfo_GetOperatorType(const OrtKernelInfo* info, char* out, size_t* size) noexcept;
OrtStatus* KernelInfo_GetOperatorSinceVersion(const OrtKernelInfo* info, int* since_version) noexcept;
const OrtInteropApi* GetInteropApi() noexcept;
OrtStatus* SessionGetEpDeviceForOutputs(const OrtSession* session, const OrtEpDevice** outputs_ep_devices,
                                        size_t num_outputs) noexcept;
OrtStatus* GetNumHardwareDevices(const OrtEnv* env, size_t* num_devices) noexcept;
OrtStatus* GetHardwareDevices(const OrtEnv* env, const OrtHardwareDevice** devices,
                              size_t num_devices) noexcept;
OrtStatus* GetHardwareDeviceEpIncompatibilityDetails(const OrtEnv* env, const char* ep_name,
                                                     const OrtHardwareDevice* hw,
                                                     OrtDeviceEpIncompatibilityDetails** details) noexcept;
OrtStatus* DeviceEpIncompatibilityDetails_GetReasonsBitmask(const OrtDeviceEpIncompatibilityDetails* details,
                                                            uint32_t* reasons_bitmask) noexcept;
OrtStatus* DeviceEpIncompatibilityDetails_GetNotes(const OrtDeviceEpIncompatibilityDetails* details,
                                                   const char** notes) noexcept;
OrtStatus* DeviceEpIncompatibilityDetails_GetErrorCode(const OrtDeviceEpIncompatibilityDetails* details,
                                                       int32_t* error_code) noexcept;
void ReleaseDeviceEpIncompatibilityDetails(OrtDeviceEpIncompatibilityDetails* input) noexcept;
OrtStatus* GetCompatibilityInfoFromModel(const ORTCHAR_T* model_path, const char* ep_type,
                                         OrtAllocator* allocator, char** compatibility_info) noexcept;
OrtStatus* GetCompatibilityInfoFromModelBytes(const void* model_data, size_t model_data_length,
                                              const char* ep_type, OrtAllocator* allocator,
                                              char** compatibility_info) noexcept;
OrtStatus* CreateEnvWithOptions(const OrtEnvCreationOptions* options, OrtEnv** out) noexcept;
OrtStatus* Session_GetEpGraphAssignmentInfo(const OrtSession* session,
                                            const OrtEpAssignedSubgraph* const** ep_subgraphs,
                                            size_t* num_ep_subgraphs) noexcept;
OrtStatus* EpAssignedSubgraph_GetEpName(const OrtEpAssignedSubgraph* ep_subgraph, const char** out) noexcept;
OrtStatus* EpAssignedSubgraph_GetNodes(const OrtEpAssignedSubgraph* ep_subgraph,
                                       const OrtEpAssignedNode* const** ep_nodes,
                                       size_t* num_ep_nodes) noexcept;
OrtStatus* EpAssignedNode_GetName(const OrtEpAssignedNode* ep_node, const char** out) noexcept;
OrtStatus* EpAssignedNode_GetDomain(const OrtEpAssignedNode* ep_node, const char** out) noexcept;
OrtStatus* EpAssignedNode_GetOperatorType(const OrtEpAssignedNode* ep_node, const char** out) noexcept;
void RunOptionsSetSyncStream(OrtRunOptions* options, OrtSyncStream* sync_stream) noexcept;
OrtStatus* GetTensorElementTypeAndShapeDataReference(const OrtValue* value,
                                                     ONNXTensorElementDataType* elem_type,
                                                     const int64_t** shape_data,
                                                     size_t* shape_data_count) noexcept;
OrtStatus* RunOptionsEnableProfiling(OrtRunOptions* options, const ORTCHAR_T* profile_file_prefix) noexcept;
OrtStatus* RunOptionsDisableProfiling(OrtRunOptions* options) noexcept;
OrtStatus* KernelInfoGetAttributeArray_string(const OrtKernelInfo* info, const char* name,
                                              OrtAllocator* allocator, char*** out, size_t* size) noexcept;
OrtStatus* SetPerSessionThreadPoolCallbacks(OrtEnv* env, const OrtThreadPoolCallbacksConfig* config) noexcept;
OrtStatus* GetMemPatternEnabled(const OrtSessionOptions* options, int* out) noexcept;
OrtStatus* GetSessionExecutionMode(const OrtSessionOptions* options, ExecutionMode* out) noexcept;
OrtStatus* SessionReleaseCapturedGraph(OrtSession* session, int graph_annotation_id) noexcept;
OrtExperimentalFnPtr GetExperimentalFunction(const char* name) noexcept;
OrtStatus* KernelContext_GetSyncStream(const OrtKernelContext* context, OrtSyncStream** out) noexcept;
OrtStatus* SessionOptionsSetWeightlessSourceModelBuffer(OrtSessionOptions* options,
                                                        const void* source_model_data,
                                                        size_t source_model_data_length) noexcept;
OrtStatus* KernelContext_GetPreallocatedOutput(const OrtKernelContext* context, size_t output_index,
                                               OrtValue** output) noexcept;
extern const OrtApi table;
}  // namespace sardonyx::slots

namespace sardonyx::slots::model_editor {
OrtStatus* CreateTensorTypeInfo(const OrtTensorTypeAndShapeInfo* tensor_info,
                                OrtTypeInfo** type_info) noexcept;
OrtStatus* CreateSparseTensorTypeInfo(const OrtTensorTypeAndShapeInfo* tensor_info,
                                      OrtTypeInfo** type_info) noexcept;
OrtStatus* CreateMapTypeInfo(ONNXTensorElementDataType map_key_type, const OrtTypeInfo* map_value_type,
                             OrtTypeInfo** type_info) noexcept;
OrtStatus* CreateSequenceTypeInfo(const OrtTypeInfo* sequence_type, OrtTypeInfo** type_info) noexcept;
OrtStatus* CreateOptionalTypeInfo(const OrtTypeInfo* contained_type, OrtTypeInfo** type_info) noexcept;
OrtStatus* CreateValueInfo(const char* name, const OrtTypeInfo* type_info,
                           OrtValueInfo** value_info) noexcept;
OrtStatus* CreateNode(const char* operator_name, const char* domain_name, const char* node_name,
                      const char* const* input_names, size_t input_names_len, const char* const* output_names,
                      size_t output_names_len, OrtOpAttr** attributes, size_t attribs_len,
                      OrtNode** node) noexcept;
OrtStatus* CreateGraph(OrtGraph** graph) noexcept;
OrtStatus* SetGraphInputs(OrtGraph* graph, OrtValueInfo** inputs, size_t inputs_len) noexcept;
OrtStatus* SetGraphOutputs(OrtGraph* graph, OrtValueInfo** outputs, size_t outputs_len) noexcept;
OrtStatus* AddInitializerToGraph(OrtGraph* graph, const char* name, OrtValue* tensor,
                                 bool data_is_external) noexcept;
OrtStatus* AddNodeToGraph(OrtGraph* graph, OrtNode* node) noexcept;
OrtStatus* CreateModel(const char* const* domain_names, const int* opset_versions, size_t opset_entries_len,
                       OrtModel** model) noexcept;
OrtStatus* AddGraphToModel(OrtModel* model, OrtGraph* graph) noexcept;
OrtStatus* CreateSessionFromModel(const OrtEnv* env, const OrtModel* model, const OrtSessionOptions* options,
                                  OrtSession** out) noexcept;
OrtStatus* CreateModelEditorSession(const OrtEnv* env, const ORTCHAR_T* model_path,
                                    const OrtSessionOptions* options, OrtSession** out) noexcept;
OrtStatus* CreateModelEditorSessionFromArray(const OrtEnv* env, const void* model_data,
                                             size_t model_data_length, const OrtSessionOptions* options,
                                             OrtSession** out) noexcept;
OrtStatus* SessionGetOpsetForDomain(const OrtSession* session, const char* domain, int* opset) noexcept;
OrtStatus* ApplyModelToModelEditorSession(OrtSession* session, OrtModel* model) noexcept;
OrtStatus* FinalizeModelEditorSession(OrtSession* session, const OrtSessionOptions* options,
                                      OrtPrepackedWeightsContainer* prepacked_weights_container) noexcept;
extern const OrtModelEditorApi table;
}  // namespace sardonyx::slots::model_editor

namespace sardonyx::slots::compile {
void ReleaseModelCompilationOptions(OrtModelCompilationOptions* input) noexcept;
OrtStatus* CreateModelCompilationOptionsFromSessionOptions(const OrtEnv* env,
                                                           const OrtSessionOptions* session_options,
                                                           OrtModelCompilationOptions** out) noexcept;
OrtStatus* ModelCompilationOptions_SetInputModelPath(OrtModelCompilationOptions* model_compile_options,
                                                     const ORTCHAR_T* input_model_path) noexcept;
OrtStatus* ModelCompilationOptions_SetInputModelFromBuffer(OrtModelCompilationOptions* model_compile_options,
                                                           const void* input_model_data,
                                                           size_t input_model_data_size) noexcept;
OrtStatus* ModelCompilationOptions_SetOutputModelPath(OrtModelCompilationOptions* model_compile_options,
                                                      const ORTCHAR_T* output_model_path) noexcept;
OrtStatus* ModelCompilationOptions_SetOutputModelExternalInitializersFile(
    OrtModelCompilationOptions* model_compile_options, const ORTCHAR_T* external_initializers_file_path,
    size_t external_initializers_size_threshold) noexcept;
OrtStatus* ModelCompilationOptions_SetOutputModelBuffer(OrtModelCompilationOptions* model_compile_options,
                                                        OrtAllocator* allocator,
                                                        void** output_model_buffer_ptr,
                                                        size_t* output_model_buffer_size_ptr) noexcept;
OrtStatus* ModelCompilationOptions_SetEpContextEmbedMode(OrtModelCompilationOptions* model_compile_options,
                                                         bool embed_ep_context_in_model) noexcept;
OrtStatus* CompileModel(const OrtEnv* env, const OrtModelCompilationOptions* model_options) noexcept;
OrtStatus* ModelCompilationOptions_SetFlags(OrtModelCompilationOptions* model_compile_options,
                                            uint32_t flags) noexcept;
OrtStatus* ModelCompilationOptions_SetEpContextBinaryInformation(
    OrtModelCompilationOptions* model_compile_options, const ORTCHAR_T* output_directory,
    const ORTCHAR_T* model_name) noexcept;
OrtStatus* ModelCompilationOptions_SetGraphOptimizationLevel(
    OrtModelCompilationOptions* model_compile_options,
    GraphOptimizationLevel graph_optimization_level) noexcept;
OrtStatus* ModelCompilationOptions_SetOutputModelWriteFunc(OrtModelCompilationOptions* model_compile_options,
                                                           OrtWriteBufferFunc write_func,
                                                           void* state) noexcept;
OrtStatus* ModelCompilationOptions_SetOutputModelGetInitializerLocationFunc(
    OrtModelCompilationOptions* model_compile_options,
    OrtGetInitializerLocationFunc get_initializer_location_func, void* state) noexcept;
OrtStatus* ModelCompilationOptions_SetInputModel(OrtModelCompilationOptions* model_compile_options,
                                                 const OrtModel* model) noexcept;
OrtStatus* ModelCompilationOptions_SetWeightlessEnabled(OrtModelCompilationOptions* model_compile_options,
                                                        bool use_weightless) noexcept;
extern const OrtCompileApi table;
}  // namespace sardonyx::slots::compile

namespace sardonyx::slots::interop {
OrtStatus* CreateExternalResourceImporterForDevice(const OrtEpDevice* ep_device,
                                                   OrtExternalResourceImporter** out_importer) noexcept;
void ReleaseExternalResourceImporter(OrtExternalResourceImporter* input) noexcept;
OrtStatus* CanImportMemory(const OrtExternalResourceImporter* importer,
                           OrtExternalMemoryHandleType handle_type, bool* out_supported) noexcept;
OrtStatus* ImportMemory(OrtExternalResourceImporter* importer, const OrtExternalMemoryDescriptor* desc,
                        OrtExternalMemoryHandle** out_handle) noexcept;
void ReleaseExternalMemoryHandle(OrtExternalMemoryHandle* input) noexcept;
OrtStatus* CreateTensorFromMemory(OrtExternalResourceImporter* importer,
                                  const OrtExternalMemoryHandle* mem_handle,
                                  const OrtExternalTensorDescriptor* tensor_desc,
                                  OrtValue** out_tensor) noexcept;
OrtStatus* CanImportSemaphore(const OrtExternalResourceImporter* importer, OrtExternalSemaphoreType type,
                              bool* out_supported) noexcept;
OrtStatus* ImportSemaphore(OrtExternalResourceImporter* importer, const OrtExternalSemaphoreDescriptor* desc,
                           OrtExternalSemaphoreHandle** out_handle) noexcept;
void ReleaseExternalSemaphoreHandle(OrtExternalSemaphoreHandle* input) noexcept;
OrtStatus* WaitSemaphore(OrtExternalResourceImporter* importer, OrtExternalSemaphoreHandle* semaphore_handle,
                         OrtSyncStream* stream, uint64_t value) noexcept;
OrtStatus* SignalSemaphore(OrtExternalResourceImporter* importer,
                           OrtExternalSemaphoreHandle* semaphore_handle, OrtSyncStream* stream,
                           uint64_t value) noexcept;
OrtStatus* InitGraphicsInteropForEpDevice(const OrtEpDevice* ep_device,
                                          const OrtGraphicsInteropConfig* config) noexcept;
OrtStatus* DeinitGraphicsInteropForEpDevice(const OrtEpDevice* ep_device) noexcept;
extern const OrtInteropApi table;
}  // namespace sardonyx::slots::interop

namespace sardonyx::slots::ep {
OrtStatus* CreateEpDevice(OrtEpFactory* ep_factory, const OrtHardwareDevice* hardware_device,
                          const OrtKeyValuePairs* ep_metadata, const OrtKeyValuePairs* ep_options,
                          OrtEpDevice** ep_device) noexcept;
void ReleaseEpDevice(OrtEpDevice* input) noexcept;
OrtStatus* EpGraphSupportInfo_AddNodesToFuse(OrtEpGraphSupportInfo* graph_support_info,
                                             const OrtNode* const* nodes, size_t num_nodes,
                                             const OrtNodeFusionOptions* node_fusion_options) noexcept;
OrtStatus* EpGraphSupportInfo_AddSingleNode(OrtEpGraphSupportInfo* graph_support_info,
                                            const OrtNode* node) noexcept;
const char* NodeComputeContext_NodeName(const OrtNodeComputeContext* context) noexcept;
OrtStatus* EpDevice_AddAllocatorInfo(OrtEpDevice* ep_device,
                                     const OrtMemoryInfo* allocator_memory_info) noexcept;
const OrtMemoryDevice* MemoryInfo_GetMemoryDevice(const OrtMemoryInfo* memory_info) noexcept;
const OrtMemoryDevice* Value_GetMemoryDevice(const OrtValue* value) noexcept;
bool MemoryDevice_AreEqual(const OrtMemoryDevice* a, const OrtMemoryDevice* b) noexcept;
OrtMemoryInfoDeviceType MemoryDevice_GetDeviceType(const OrtMemoryDevice* memory_device) noexcept;
OrtDeviceMemoryType MemoryDevice_GetMemoryType(const OrtMemoryDevice* memory_device) noexcept;
uint32_t MemoryDevice_GetVendorId(const OrtMemoryDevice* memory_device) noexcept;
uint32_t MemoryDevice_GetDeviceId(const OrtMemoryDevice* memory_device) noexcept;
const OrtSyncStreamImpl* SyncStream_GetImpl(const OrtSyncStream* stream) noexcept;
uint64_t SyncStream_GetSyncId(const OrtSyncStream* stream) noexcept;
uint64_t GetSyncIdForLastWaitOnSyncStream(const OrtSyncStream* producer_stream,
                                          const OrtSyncStream* consumer_stream) noexcept;
OrtStatus* CreateHardwareDevice(OrtHardwareDeviceType type, uint32_t vendor_id, uint32_t device_id,
                                const char* vendor_name, const OrtKeyValuePairs* metadata,
                                OrtHardwareDevice** hardware_device) noexcept;
void ReleaseHardwareDevice(OrtHardwareDevice* input) noexcept;
OrtStatus* CreateKernelRegistry(OrtKernelRegistry** kernel_registry) noexcept;
void ReleaseKernelRegistry(OrtKernelRegistry* input) noexcept;
OrtStatus* KernelRegistry_AddKernel(OrtKernelRegistry* kernel_registry, const OrtKernelDef* kernel_def,
                                    OrtKernelCreateFunc kernel_create_func,
                                    void* kernel_create_func_state) noexcept;
OrtStatus* CreateKernelDefBuilder(OrtKernelDefBuilder** kernel_def_builder_out) noexcept;
void ReleaseKernelDefBuilder(OrtKernelDefBuilder* input) noexcept;
OrtStatus* KernelDefBuilder_SetOperatorType(OrtKernelDefBuilder* kernel_def_builder,
                                            const char* op_type) noexcept;
OrtStatus* KernelDefBuilder_SetDomain(OrtKernelDefBuilder* kernel_def_builder, const char* domain) noexcept;
OrtStatus* KernelDefBuilder_SetSinceVersion(OrtKernelDefBuilder* kernel_def_builder, int since_version_start,
                                            int since_version_end) noexcept;
OrtStatus* KernelDefBuilder_SetExecutionProvider(OrtKernelDefBuilder* kernel_def_builder,
                                                 const char* ep_name) noexcept;
OrtStatus* KernelDefBuilder_SetInputMemType(OrtKernelDefBuilder* kernel_def_builder, size_t input_index,
                                            OrtMemType mem_type) noexcept;
OrtStatus* KernelDefBuilder_SetOutputMemType(OrtKernelDefBuilder* kernel_def_builder, size_t output_index,
                                             OrtMemType mem_type) noexcept;
OrtStatus* KernelDefBuilder_AddTypeConstraint(OrtKernelDefBuilder* kernel_def_builder, const char* arg_name,
                                              const OrtDataType* const* types, size_t num_types) noexcept;
OrtStatus* KernelDefBuilder_AddInputOutputAliases(OrtKernelDefBuilder* kernel_def_builder,
                                                  int const* input_indices, int const* output_indices,
                                                  size_t num_io_indices) noexcept;
OrtStatus* KernelDefBuilder_AddInputOutputMutableAliases(OrtKernelDefBuilder* kernel_def_builder,
                                                         int const* input_indices, int const* output_indices,
                                                         size_t num_io_indices) noexcept;
OrtStatus* KernelDefBuilder_Build(OrtKernelDefBuilder* kernel_def_builder,
                                  OrtKernelDef** kernel_def_out) noexcept;
void ReleaseKernelDef(OrtKernelDef* input) noexcept;
const char* KernelDef_GetOperatorType(const OrtKernelDef* kernel_def) noexcept;
const char* KernelDef_GetDomain(const OrtKernelDef* kernel_def) noexcept;
OrtStatus* KernelDef_GetSinceVersion(const OrtKernelDef* kernel_def, int* start_version,
                                     int* end_version) noexcept;
const char* KernelDef_GetExecutionProvider(const OrtKernelDef* kernel_def) noexcept;
OrtStatus* KernelDef_GetInputMemType(const OrtKernelDef* kernel_def, size_t input_index,
                                     OrtMemType* mem_type) noexcept;
OrtStatus* KernelDef_GetOutputMemType(const OrtKernelDef* kernel_def, size_t output_index,
                                      OrtMemType* mem_type) noexcept;
OrtStatus* GetTensorDataType(ONNXTensorElementDataType elem_type, const OrtDataType** out) noexcept;
OrtStatus* EpGraphSupportInfo_LookUpKernel(OrtEpGraphSupportInfo* graph_support_info, const OrtNode* node,
                                           const OrtKernelDef** out_kernel_def) noexcept;
OrtStatus* SharedPrePackedWeightCache_StoreWeightData(OrtSharedPrePackedWeightCache* prepacked_weight_cache,
                                                      void** buffer_data_ptrs, size_t* buffer_data_sizes,
                                                      size_t num_buffers) noexcept;
OrtStatus* KernelInfo_GetEp(const OrtKernelInfo* info, const OrtEp** ep) noexcept;
OrtStatus* DeviceEpIncompatibilityDetails_SetDetails(OrtDeviceEpIncompatibilityDetails* details,
                                                     uint32_t reasons_bitmask, int32_t error_code,
                                                     const char* notes) noexcept;
OrtStatus* CreateIfKernel(const OrtKernelInfo* kernel_info, OrtKernelImpl** kernel_out) noexcept;
OrtStatus* CreateLoopKernel(const OrtKernelInfo* kernel_info, OrtLoopKernelHelper* helper,
                            OrtKernelImpl** kernel_out) noexcept;
OrtStatus* CreateScanKernel(const OrtKernelInfo* kernel_info, OrtScanKernelHelper* helper,
                            OrtKernelImpl** kernel_out) noexcept;
void ReleaseKernelImpl(OrtKernelImpl* input) noexcept;
OrtStatus* GetEnvConfigEntries(OrtKeyValuePairs** config_entries) noexcept;
OrtStatus* GetOpSchema(const char* name, int max_inclusive_version, const char* domain,
                       OrtOpSchema** out_schema) noexcept;
void ReleaseOpSchema(OrtOpSchema* input) noexcept;
OrtStatus* OpSchema_GetSinceVersion(const OrtOpSchema* schema, int* out) noexcept;
OrtStatus* OpSchema_GetNumInputs(const OrtOpSchema* schema, size_t* out) noexcept;
OrtStatus* OpSchema_GetInputName(const OrtOpSchema* schema, size_t index, const char** out) noexcept;
OrtStatus* OpSchema_GetInputTypeConstraint(const OrtOpSchema* schema, size_t index,
                                           const OrtOpSchemaTypeConstraint** out) noexcept;
OrtStatus* OpSchema_GetNumOutputs(const OrtOpSchema* schema, size_t* out) noexcept;
OrtStatus* OpSchema_GetOutputName(const OrtOpSchema* schema, size_t index, const char** out) noexcept;
OrtStatus* OpSchema_GetOutputTypeConstraint(const OrtOpSchema* schema, size_t index,
                                            const OrtOpSchemaTypeConstraint** out) noexcept;
OrtStatus* OpSchema_GetTypeConstraintCount(const OrtOpSchema* schema, size_t* out) noexcept;
OrtStatus* OpSchema_GetTypeConstraint(const OrtOpSchema* schema, size_t index,
                                      const OrtOpSchemaTypeConstraint** out) noexcept;
OrtStatus* OpSchemaTypeConstraint_GetTypeParamName(const OrtOpSchemaTypeConstraint* type_constraint,
                                                   const char** out) noexcept;
OrtStatus* OpSchemaTypeConstraint_GetAllowedTypes(const OrtOpSchemaTypeConstraint* type_constraint,
                                                  const char* const** out_types, size_t* num_types) noexcept;
OrtStatus* OpSchemaTypeConstraint_GetInputIndices(const OrtOpSchemaTypeConstraint* type_constraint,
                                                  const size_t** out_indices, size_t* count) noexcept;
OrtStatus* OpSchemaTypeConstraint_GetOutputIndices(const OrtOpSchemaTypeConstraint* type_constraint,
                                                   const size_t** out_indices, size_t* count) noexcept;
OrtStatus* CreateProfilingEvent(OrtProfilingEventCategory category, int32_t process_id, int32_t thread_id,
                                const char* event_name, int64_t timestamp_us, int64_t duration_us,
                                const char* const* arg_keys, const char* const* arg_values, size_t num_args,
                                OrtProfilingEvent** out) noexcept;
void ReleaseProfilingEvent(OrtProfilingEvent* input) noexcept;
OrtStatus* ProfilingEvent_GetCategory(const OrtProfilingEvent* event,
                                      OrtProfilingEventCategory* out) noexcept;
OrtStatus* ProfilingEvent_GetName(const OrtProfilingEvent* event, const char** out) noexcept;
OrtStatus* ProfilingEvent_GetTimestampUs(const OrtProfilingEvent* event, int64_t* out) noexcept;
OrtStatus* ProfilingEvent_GetDurationUs(const OrtProfilingEvent* event, int64_t* out) noexcept;
OrtStatus* ProfilingEvent_GetArgValue(const OrtProfilingEvent* event, const char* key,
                                      const char** out) noexcept;
OrtStatus* ProfilingEventsContainer_AddEvents(OrtProfilingEventsContainer* events_container,
                                              const OrtProfilingEvent* const* events,
                                              size_t num_events) noexcept;
OrtStatus* SessionOptionsGetWeightlessSourceModelBuffer(const OrtSessionOptions* session_options,
                                                        const void** source_model_data,
                                                        size_t* source_model_data_length) noexcept;
extern const OrtEpApi table;
}  // namespace sardonyx::slots::ep
