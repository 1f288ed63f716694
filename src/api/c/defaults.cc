// The tables, and what a slot answers until a file of this folder defines it (these are weak).
// Written by tools/make_c_api.py from tables of facts; do not edit.

#include "api/c/slots.h"
#include "api/c/status.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

namespace sardonyx::slots {

[[gnu::weak]] OrtStatus* CreateStatus(OrtErrorCode code, const char* msg) noexcept {
  return unavailable("CreateStatus");
}
[[gnu::weak]] OrtErrorCode GetErrorCode(const OrtStatus* status) noexcept {
  return static_cast<OrtErrorCode>(0);
}
[[gnu::weak]] const char* GetErrorMessage(const OrtStatus* status) noexcept { return {}; }
[[gnu::weak]] OrtStatus* CreateEnv(OrtLoggingLevel log_severity_level, const char* logid,
                                   OrtEnv** out) noexcept {
  return unavailable("CreateEnv");
}
[[gnu::weak]] OrtStatus* CreateEnvWithCustomLogger(OrtLoggingFunction logging_function, void* logger_param,
                                                   OrtLoggingLevel log_severity_level, const char* logid,
                                                   OrtEnv** out) noexcept {
  return unavailable("CreateEnvWithCustomLogger");
}
[[gnu::weak]] OrtStatus* EnableTelemetryEvents(const OrtEnv* env) noexcept {
  return unavailable("EnableTelemetryEvents");
}
[[gnu::weak]] OrtStatus* DisableTelemetryEvents(const OrtEnv* env) noexcept {
  return unavailable("DisableTelemetryEvents");
}
[[gnu::weak]] OrtStatus* CreateSession(const OrtEnv* env, const ORTCHAR_T* model_path,
                                       const OrtSessionOptions* options, OrtSession** out) noexcept {
  return unavailable("CreateSession");
}
[[gnu::weak]] OrtStatus* CreateSessionFromArray(const OrtEnv* env, const void* model_data,
                                                size_t model_data_length, const OrtSessionOptions* options,
                                                OrtSession** out) noexcept {
  return unavailable("CreateSessionFromArray");
}
[[gnu::weak]] OrtStatus* Run(OrtSession* session, const OrtRunOptions* run_options,
                             const char* const* input_names, const OrtValue* const* inputs, size_t input_len,
                             const char* const* output_names, size_t output_names_len,
                             OrtValue** outputs) noexcept {
  return unavailable("Run");
}
[[gnu::weak]] OrtStatus* CreateSessionOptions(OrtSessionOptions** options) noexcept {
  return unavailable("CreateSessionOptions");
}
[[gnu::weak]] OrtStatus* SetOptimizedModelFilePath(OrtSessionOptions* options,
                                                   const ORTCHAR_T* optimized_model_filepath) noexcept {
  return unavailable("SetOptimizedModelFilePath");
}
[[gnu::weak]] OrtStatus* CloneSessionOptions(const OrtSessionOptions* in_options,
                                             OrtSessionOptions** out_options) noexcept {
  return unavailable("CloneSessionOptions");
}
[[gnu::weak]] OrtStatus* SetSessionExecutionMode(OrtSessionOptions* options,
                                                 ExecutionMode execution_mode) noexcept {
  return unavailable("SetSessionExecutionMode");
}
[[gnu::weak]] OrtStatus* EnableProfiling(OrtSessionOptions* options,
                                         const ORTCHAR_T* profile_file_prefix) noexcept {
  return unavailable("EnableProfiling");
}
[[gnu::weak]] OrtStatus* DisableProfiling(OrtSessionOptions* options) noexcept {
  return unavailable("DisableProfiling");
}
[[gnu::weak]] OrtStatus* EnableMemPattern(OrtSessionOptions* options) noexcept {
  return unavailable("EnableMemPattern");
}
[[gnu::weak]] OrtStatus* DisableMemPattern(OrtSessionOptions* options) noexcept {
  return unavailable("DisableMemPattern");
}
[[gnu::weak]] OrtStatus* EnableCpuMemArena(OrtSessionOptions* options) noexcept {
  return unavailable("EnableCpuMemArena");
}
[[gnu::weak]] OrtStatus* DisableCpuMemArena(OrtSessionOptions* options) noexcept {
  return unavailable("DisableCpuMemArena");
}
[[gnu::weak]] OrtStatus* SetSessionLogId(OrtSessionOptions* options, const char* logid) noexcept {
  return unavailable("SetSessionLogId");
}
[[gnu::weak]] OrtStatus* SetSessionLogVerbosityLevel(OrtSessionOptions* options,
                                                     int session_log_verbosity_level) noexcept {
  return unavailable("SetSessionLogVerbosityLevel");
}
[[gnu::weak]] OrtStatus* SetSessionLogSeverityLevel(OrtSessionOptions* options,
                                                    int session_log_severity_level) noexcept {
  return unavailable("SetSessionLogSeverityLevel");
}
[[gnu::weak]] OrtStatus* SetSessionGraphOptimizationLevel(
    OrtSessionOptions* options, GraphOptimizationLevel graph_optimization_level) noexcept {
  return unavailable("SetSessionGraphOptimizationLevel");
}
[[gnu::weak]] OrtStatus* SetIntraOpNumThreads(OrtSessionOptions* options, int intra_op_num_threads) noexcept {
  return unavailable("SetIntraOpNumThreads");
}
[[gnu::weak]] OrtStatus* SetInterOpNumThreads(OrtSessionOptions* options, int inter_op_num_threads) noexcept {
  return unavailable("SetInterOpNumThreads");
}
[[gnu::weak]] OrtStatus* CreateCustomOpDomain(const char* domain, OrtCustomOpDomain** out) noexcept {
  return unavailable("CreateCustomOpDomain");
}
[[gnu::weak]] OrtStatus* CustomOpDomain_Add(OrtCustomOpDomain* custom_op_domain,
                                            const OrtCustomOp* op) noexcept {
  return unavailable("CustomOpDomain_Add");
}
[[gnu::weak]] OrtStatus* AddCustomOpDomain(OrtSessionOptions* options,
                                           OrtCustomOpDomain* custom_op_domain) noexcept {
  return unavailable("AddCustomOpDomain");
}
[[gnu::weak]] OrtStatus* RegisterCustomOpsLibrary(OrtSessionOptions* options, const char* library_path,
                                                  void** library_handle) noexcept {
  return unavailable("RegisterCustomOpsLibrary");
}
[[gnu::weak]] OrtStatus* SessionGetInputCount(const OrtSession* session, size_t* out) noexcept {
  return unavailable("SessionGetInputCount");
}
[[gnu::weak]] OrtStatus* SessionGetOutputCount(const OrtSession* session, size_t* out) noexcept {
  return unavailable("SessionGetOutputCount");
}
[[gnu::weak]] OrtStatus* SessionGetOverridableInitializerCount(const OrtSession* session,
                                                               size_t* out) noexcept {
  return unavailable("SessionGetOverridableInitializerCount");
}
[[gnu::weak]] OrtStatus* SessionGetInputTypeInfo(const OrtSession* session, size_t index,
                                                 OrtTypeInfo** type_info) noexcept {
  return unavailable("SessionGetInputTypeInfo");
}
[[gnu::weak]] OrtStatus* SessionGetOutputTypeInfo(const OrtSession* session, size_t index,
                                                  OrtTypeInfo** type_info) noexcept {
  return unavailable("SessionGetOutputTypeInfo");
}
[[gnu::weak]] OrtStatus* SessionGetOverridableInitializerTypeInfo(const OrtSession* session, size_t index,
                                                                  OrtTypeInfo** type_info) noexcept {
  return unavailable("SessionGetOverridableInitializerTypeInfo");
}
[[gnu::weak]] OrtStatus* SessionGetInputName(const OrtSession* session, size_t index, OrtAllocator* allocator,
                                             char** value) noexcept {
  return unavailable("SessionGetInputName");
}
[[gnu::weak]] OrtStatus* SessionGetOutputName(const OrtSession* session, size_t index,
                                              OrtAllocator* allocator, char** value) noexcept {
  return unavailable("SessionGetOutputName");
}
[[gnu::weak]] OrtStatus* SessionGetOverridableInitializerName(const OrtSession* session, size_t index,
                                                              OrtAllocator* allocator,
                                                              char** value) noexcept {
  return unavailable("SessionGetOverridableInitializerName");
}
[[gnu::weak]] OrtStatus* CreateRunOptions(OrtRunOptions** out) noexcept {
  return unavailable("CreateRunOptions");
}
[[gnu::weak]] OrtStatus* RunOptionsSetRunLogVerbosityLevel(OrtRunOptions* options,
                                                           int log_verbosity_level) noexcept {
  return unavailable("RunOptionsSetRunLogVerbosityLevel");
}
[[gnu::weak]] OrtStatus* RunOptionsSetRunLogSeverityLevel(OrtRunOptions* options,
                                                          int log_severity_level) noexcept {
  return unavailable("RunOptionsSetRunLogSeverityLevel");
}
[[gnu::weak]] OrtStatus* RunOptionsSetRunTag(OrtRunOptions* options, const char* run_tag) noexcept {
  return unavailable("RunOptionsSetRunTag");
}
[[gnu::weak]] OrtStatus* RunOptionsGetRunLogVerbosityLevel(const OrtRunOptions* options,
                                                           int* log_verbosity_level) noexcept {
  return unavailable("RunOptionsGetRunLogVerbosityLevel");
}
[[gnu::weak]] OrtStatus* RunOptionsGetRunLogSeverityLevel(const OrtRunOptions* options,
                                                          int* log_severity_level) noexcept {
  return unavailable("RunOptionsGetRunLogSeverityLevel");
}
[[gnu::weak]] OrtStatus* RunOptionsGetRunTag(const OrtRunOptions* options, const char** run_tag) noexcept {
  return unavailable("RunOptionsGetRunTag");
}
[[gnu::weak]] OrtStatus* RunOptionsSetTerminate(OrtRunOptions* options) noexcept {
  return unavailable("RunOptionsSetTerminate");
}
[[gnu::weak]] OrtStatus* RunOptionsUnsetTerminate(OrtRunOptions* options) noexcept {
  return unavailable("RunOptionsUnsetTerminate");
}
[[gnu::weak]] OrtStatus* CreateTensorAsOrtValue(OrtAllocator* allocator, const int64_t* shape,
                                                size_t shape_len, ONNXTensorElementDataType type,
                                                OrtValue** out) noexcept {
  return unavailable("CreateTensorAsOrtValue");
}
[[gnu::weak]] OrtStatus* CreateTensorWithDataAsOrtValue(const OrtMemoryInfo* info, void* p_data,
                                                        size_t p_data_len, const int64_t* shape,
                                                        size_t shape_len, ONNXTensorElementDataType type,
                                                        OrtValue** out) noexcept {
  return unavailable("CreateTensorWithDataAsOrtValue");
}
[[gnu::weak]] OrtStatus* IsTensor(const OrtValue* value, int* out) noexcept {
  return unavailable("IsTensor");
}
[[gnu::weak]] OrtStatus* GetTensorMutableData(OrtValue* value, void** out) noexcept {
  return unavailable("GetTensorMutableData");
}
[[gnu::weak]] OrtStatus* FillStringTensor(OrtValue* value, const char* const* s, size_t s_len) noexcept {
  return unavailable("FillStringTensor");
}
[[gnu::weak]] OrtStatus* GetStringTensorDataLength(const OrtValue* value, size_t* len) noexcept {
  return unavailable("GetStringTensorDataLength");
}
[[gnu::weak]] OrtStatus* GetStringTensorContent(const OrtValue* value, void* s, size_t s_len, size_t* offsets,
                                                size_t offsets_len) noexcept {
  return unavailable("GetStringTensorContent");
}
[[gnu::weak]] OrtStatus* CastTypeInfoToTensorInfo(const OrtTypeInfo* type_info,
                                                  const OrtTensorTypeAndShapeInfo** out) noexcept {
  return unavailable("CastTypeInfoToTensorInfo");
}
[[gnu::weak]] OrtStatus* GetOnnxTypeFromTypeInfo(const OrtTypeInfo* type_info, enum ONNXType* out) noexcept {
  return unavailable("GetOnnxTypeFromTypeInfo");
}
[[gnu::weak]] OrtStatus* CreateTensorTypeAndShapeInfo(OrtTensorTypeAndShapeInfo** out) noexcept {
  return unavailable("CreateTensorTypeAndShapeInfo");
}
[[gnu::weak]] OrtStatus* SetTensorElementType(OrtTensorTypeAndShapeInfo* info,
                                              enum ONNXTensorElementDataType type) noexcept {
  return unavailable("SetTensorElementType");
}
[[gnu::weak]] OrtStatus* SetDimensions(OrtTensorTypeAndShapeInfo* info, const int64_t* dim_values,
                                       size_t dim_count) noexcept {
  return unavailable("SetDimensions");
}
[[gnu::weak]] OrtStatus* GetTensorElementType(const OrtTensorTypeAndShapeInfo* info,
                                              enum ONNXTensorElementDataType* out) noexcept {
  return unavailable("GetTensorElementType");
}
[[gnu::weak]] OrtStatus* GetDimensionsCount(const OrtTensorTypeAndShapeInfo* info, size_t* out) noexcept {
  return unavailable("GetDimensionsCount");
}
[[gnu::weak]] OrtStatus* GetDimensions(const OrtTensorTypeAndShapeInfo* info, int64_t* dim_values,
                                       size_t dim_values_length) noexcept {
  return unavailable("GetDimensions");
}
[[gnu::weak]] OrtStatus* GetSymbolicDimensions(const OrtTensorTypeAndShapeInfo* info,
                                               const char* dim_params[], size_t dim_params_length) noexcept {
  return unavailable("GetSymbolicDimensions");
}
[[gnu::weak]] OrtStatus* GetTensorShapeElementCount(const OrtTensorTypeAndShapeInfo* info,
                                                    size_t* out) noexcept {
  return unavailable("GetTensorShapeElementCount");
}
[[gnu::weak]] OrtStatus* GetTensorTypeAndShape(const OrtValue* value,
                                               OrtTensorTypeAndShapeInfo** out) noexcept {
  return unavailable("GetTensorTypeAndShape");
}
[[gnu::weak]] OrtStatus* GetTypeInfo(const OrtValue* value, OrtTypeInfo** out) noexcept {
  return unavailable("GetTypeInfo");
}
[[gnu::weak]] OrtStatus* GetValueType(const OrtValue* value, enum ONNXType* out) noexcept {
  return unavailable("GetValueType");
}
[[gnu::weak]] OrtStatus* CreateMemoryInfo(const char* name, enum OrtAllocatorType type, int id,
                                          enum OrtMemType mem_type, OrtMemoryInfo** out) noexcept {
  return unavailable("CreateMemoryInfo");
}
[[gnu::weak]] OrtStatus* CreateCpuMemoryInfo(enum OrtAllocatorType type, enum OrtMemType mem_type,
                                             OrtMemoryInfo** out) noexcept {
  return unavailable("CreateCpuMemoryInfo");
}
[[gnu::weak]] OrtStatus* CompareMemoryInfo(const OrtMemoryInfo* info1, const OrtMemoryInfo* info2,
                                           int* out) noexcept {
  return unavailable("CompareMemoryInfo");
}
[[gnu::weak]] OrtStatus* MemoryInfoGetName(const OrtMemoryInfo* ptr, const char** out) noexcept {
  return unavailable("MemoryInfoGetName");
}
[[gnu::weak]] OrtStatus* MemoryInfoGetId(const OrtMemoryInfo* ptr, int* out) noexcept {
  return unavailable("MemoryInfoGetId");
}
[[gnu::weak]] OrtStatus* MemoryInfoGetMemType(const OrtMemoryInfo* ptr, OrtMemType* out) noexcept {
  return unavailable("MemoryInfoGetMemType");
}
[[gnu::weak]] OrtStatus* MemoryInfoGetType(const OrtMemoryInfo* ptr, OrtAllocatorType* out) noexcept {
  return unavailable("MemoryInfoGetType");
}
[[gnu::weak]] OrtStatus* AllocatorAlloc(OrtAllocator* ort_allocator, size_t size, void** out) noexcept {
  return unavailable("AllocatorAlloc");
}
[[gnu::weak]] OrtStatus* AllocatorFree(OrtAllocator* ort_allocator, void* p) noexcept {
  return unavailable("AllocatorFree");
}
[[gnu::weak]] OrtStatus* AllocatorGetInfo(const OrtAllocator* ort_allocator,
                                          const struct OrtMemoryInfo** out) noexcept {
  return unavailable("AllocatorGetInfo");
}
[[gnu::weak]] OrtStatus* GetAllocatorWithDefaultOptions(OrtAllocator** out) noexcept {
  return unavailable("GetAllocatorWithDefaultOptions");
}
[[gnu::weak]] OrtStatus* AddFreeDimensionOverride(OrtSessionOptions* options, const char* dim_denotation,
                                                  int64_t dim_value) noexcept {
  return unavailable("AddFreeDimensionOverride");
}
[[gnu::weak]] OrtStatus* GetValue(const OrtValue* value, int index, OrtAllocator* allocator,
                                  OrtValue** out) noexcept {
  return unavailable("GetValue");
}
[[gnu::weak]] OrtStatus* GetValueCount(const OrtValue* value, size_t* out) noexcept {
  return unavailable("GetValueCount");
}
[[gnu::weak]] OrtStatus* CreateValue(const OrtValue* const* in, size_t num_values, enum ONNXType value_type,
                                     OrtValue** out) noexcept {
  return unavailable("CreateValue");
}
[[gnu::weak]] OrtStatus* CreateOpaqueValue(const char* domain_name, const char* type_name,
                                           const void* data_container, size_t data_container_size,
                                           OrtValue** out) noexcept {
  return unavailable("CreateOpaqueValue");
}
[[gnu::weak]] OrtStatus* GetOpaqueValue(const char* domain_name, const char* type_name, const OrtValue* in,
                                        void* data_container, size_t data_container_size) noexcept {
  return unavailable("GetOpaqueValue");
}
[[gnu::weak]] OrtStatus* KernelInfoGetAttribute_float(const OrtKernelInfo* info, const char* name,
                                                      float* out) noexcept {
  return unavailable("KernelInfoGetAttribute_float");
}
[[gnu::weak]] OrtStatus* KernelInfoGetAttribute_int64(const OrtKernelInfo* info, const char* name,
                                                      int64_t* out) noexcept {
  return unavailable("KernelInfoGetAttribute_int64");
}
[[gnu::weak]] OrtStatus* KernelInfoGetAttribute_string(const OrtKernelInfo* info, const char* name, char* out,
                                                       size_t* size) noexcept {
  return unavailable("KernelInfoGetAttribute_string");
}
[[gnu::weak]] OrtStatus* KernelContext_GetInputCount(const OrtKernelContext* context, size_t* out) noexcept {
  return unavailable("KernelContext_GetInputCount");
}
[[gnu::weak]] OrtStatus* KernelContext_GetOutputCount(const OrtKernelContext* context, size_t* out) noexcept {
  return unavailable("KernelContext_GetOutputCount");
}
[[gnu::weak]] OrtStatus* KernelContext_GetInput(const OrtKernelContext* context, size_t index,
                                                const OrtValue** out) noexcept {
  return unavailable("KernelContext_GetInput");
}
[[gnu::weak]] OrtStatus* KernelContext_GetOutput(OrtKernelContext* context, size_t index,
                                                 const int64_t* dim_values, size_t dim_count,
                                                 OrtValue** out) noexcept {
  return unavailable("KernelContext_GetOutput");
}
[[gnu::weak]] void ReleaseEnv(OrtEnv* input) noexcept {}
[[gnu::weak]] void ReleaseStatus(OrtStatus* input) noexcept {}
[[gnu::weak]] void ReleaseMemoryInfo(OrtMemoryInfo* input) noexcept {}
[[gnu::weak]] void ReleaseSession(OrtSession* input) noexcept {}
[[gnu::weak]] void ReleaseValue(OrtValue* input) noexcept {}
[[gnu::weak]] void ReleaseRunOptions(OrtRunOptions* input) noexcept {}
[[gnu::weak]] void ReleaseTypeInfo(OrtTypeInfo* input) noexcept {}
[[gnu::weak]] void ReleaseTensorTypeAndShapeInfo(OrtTensorTypeAndShapeInfo* input) noexcept {}
[[gnu::weak]] void ReleaseSessionOptions(OrtSessionOptions* input) noexcept {}
[[gnu::weak]] void ReleaseCustomOpDomain(OrtCustomOpDomain* input) noexcept {}
[[gnu::weak]] OrtStatus* GetDenotationFromTypeInfo(const OrtTypeInfo* type_info,
                                                   const char** const denotation, size_t* len) noexcept {
  return unavailable("GetDenotationFromTypeInfo");
}
[[gnu::weak]] OrtStatus* CastTypeInfoToMapTypeInfo(const OrtTypeInfo* type_info,
                                                   const OrtMapTypeInfo** out) noexcept {
  return unavailable("CastTypeInfoToMapTypeInfo");
}
[[gnu::weak]] OrtStatus* CastTypeInfoToSequenceTypeInfo(const OrtTypeInfo* type_info,
                                                        const OrtSequenceTypeInfo** out) noexcept {
  return unavailable("CastTypeInfoToSequenceTypeInfo");
}
[[gnu::weak]] OrtStatus* GetMapKeyType(const OrtMapTypeInfo* map_type_info,
                                       enum ONNXTensorElementDataType* out) noexcept {
  return unavailable("GetMapKeyType");
}
[[gnu::weak]] OrtStatus* GetMapValueType(const OrtMapTypeInfo* map_type_info,
                                         OrtTypeInfo** type_info) noexcept {
  return unavailable("GetMapValueType");
}
[[gnu::weak]] OrtStatus* GetSequenceElementType(const OrtSequenceTypeInfo* sequence_type_info,
                                                OrtTypeInfo** type_info) noexcept {
  return unavailable("GetSequenceElementType");
}
[[gnu::weak]] void ReleaseMapTypeInfo(OrtMapTypeInfo* input) noexcept {}
[[gnu::weak]] void ReleaseSequenceTypeInfo(OrtSequenceTypeInfo* input) noexcept {}
[[gnu::weak]] OrtStatus* SessionEndProfiling(OrtSession* session, OrtAllocator* allocator,
                                             char** out) noexcept {
  return unavailable("SessionEndProfiling");
}
[[gnu::weak]] OrtStatus* SessionGetModelMetadata(const OrtSession* session, OrtModelMetadata** out) noexcept {
  return unavailable("SessionGetModelMetadata");
}
[[gnu::weak]] OrtStatus* ModelMetadataGetProducerName(const OrtModelMetadata* model_metadata,
                                                      OrtAllocator* allocator, char** value) noexcept {
  return unavailable("ModelMetadataGetProducerName");
}
[[gnu::weak]] OrtStatus* ModelMetadataGetGraphName(const OrtModelMetadata* model_metadata,
                                                   OrtAllocator* allocator, char** value) noexcept {
  return unavailable("ModelMetadataGetGraphName");
}
[[gnu::weak]] OrtStatus* ModelMetadataGetDomain(const OrtModelMetadata* model_metadata,
                                                OrtAllocator* allocator, char** value) noexcept {
  return unavailable("ModelMetadataGetDomain");
}
[[gnu::weak]] OrtStatus* ModelMetadataGetDescription(const OrtModelMetadata* model_metadata,
                                                     OrtAllocator* allocator, char** value) noexcept {
  return unavailable("ModelMetadataGetDescription");
}
[[gnu::weak]] OrtStatus* ModelMetadataLookupCustomMetadataMap(const OrtModelMetadata* model_metadata,
                                                              OrtAllocator* allocator, const char* key,
                                                              char** value) noexcept {
  return unavailable("ModelMetadataLookupCustomMetadataMap");
}
[[gnu::weak]] OrtStatus* ModelMetadataGetVersion(const OrtModelMetadata* model_metadata,
                                                 int64_t* value) noexcept {
  return unavailable("ModelMetadataGetVersion");
}
[[gnu::weak]] void ReleaseModelMetadata(OrtModelMetadata* input) noexcept {}
[[gnu::weak]] OrtStatus* CreateEnvWithGlobalThreadPools(OrtLoggingLevel log_severity_level, const char* logid,
                                                        const OrtThreadingOptions* tp_options,
                                                        OrtEnv** out) noexcept {
  return unavailable("CreateEnvWithGlobalThreadPools");
}
[[gnu::weak]] OrtStatus* DisablePerSessionThreads(OrtSessionOptions* options) noexcept {
  return unavailable("DisablePerSessionThreads");
}
[[gnu::weak]] OrtStatus* CreateThreadingOptions(OrtThreadingOptions** out) noexcept {
  return unavailable("CreateThreadingOptions");
}
[[gnu::weak]] void ReleaseThreadingOptions(OrtThreadingOptions* input) noexcept {}
[[gnu::weak]] OrtStatus* ModelMetadataGetCustomMetadataMapKeys(const OrtModelMetadata* model_metadata,
                                                               OrtAllocator* allocator, char*** keys,
                                                               int64_t* num_keys) noexcept {
  return unavailable("ModelMetadataGetCustomMetadataMapKeys");
}
[[gnu::weak]] OrtStatus* AddFreeDimensionOverrideByName(OrtSessionOptions* options, const char* dim_name,
                                                        int64_t dim_value) noexcept {
  return unavailable("AddFreeDimensionOverrideByName");
}
[[gnu::weak]] OrtStatus* GetAvailableProviders(char*** out_ptr, int* provider_length) noexcept {
  return unavailable("GetAvailableProviders");
}
[[gnu::weak]] OrtStatus* ReleaseAvailableProviders(char** ptr, int providers_length) noexcept {
  return unavailable("ReleaseAvailableProviders");
}
[[gnu::weak]] OrtStatus* GetStringTensorElementLength(const OrtValue* value, size_t index,
                                                      size_t* out) noexcept {
  return unavailable("GetStringTensorElementLength");
}
[[gnu::weak]] OrtStatus* GetStringTensorElement(const OrtValue* value, size_t s_len, size_t index,
                                                void* s) noexcept {
  return unavailable("GetStringTensorElement");
}
[[gnu::weak]] OrtStatus* FillStringTensorElement(OrtValue* value, const char* s, size_t index) noexcept {
  return unavailable("FillStringTensorElement");
}
[[gnu::weak]] OrtStatus* AddSessionConfigEntry(OrtSessionOptions* options, const char* config_key,
                                               const char* config_value) noexcept {
  return unavailable("AddSessionConfigEntry");
}
[[gnu::weak]] OrtStatus* CreateAllocator(const OrtSession* session, const OrtMemoryInfo* mem_info,
                                         OrtAllocator** out) noexcept {
  return unavailable("CreateAllocator");
}
[[gnu::weak]] void ReleaseAllocator(OrtAllocator* input) noexcept {}
[[gnu::weak]] OrtStatus* RunWithBinding(OrtSession* session, const OrtRunOptions* run_options,
                                        const OrtIoBinding* binding_ptr) noexcept {
  return unavailable("RunWithBinding");
}
[[gnu::weak]] OrtStatus* CreateIoBinding(OrtSession* session, OrtIoBinding** out) noexcept {
  return unavailable("CreateIoBinding");
}
[[gnu::weak]] void ReleaseIoBinding(OrtIoBinding* input) noexcept {}
[[gnu::weak]] OrtStatus* BindInput(OrtIoBinding* binding_ptr, const char* name,
                                   const OrtValue* val_ptr) noexcept {
  return unavailable("BindInput");
}
[[gnu::weak]] OrtStatus* BindOutput(OrtIoBinding* binding_ptr, const char* name,
                                    const OrtValue* val_ptr) noexcept {
  return unavailable("BindOutput");
}
[[gnu::weak]] OrtStatus* BindOutputToDevice(OrtIoBinding* binding_ptr, const char* name,
                                            const OrtMemoryInfo* mem_info_ptr) noexcept {
  return unavailable("BindOutputToDevice");
}
[[gnu::weak]] OrtStatus* GetBoundOutputNames(const OrtIoBinding* binding_ptr, OrtAllocator* allocator,
                                             char** buffer, size_t** lengths, size_t* count) noexcept {
  return unavailable("GetBoundOutputNames");
}
[[gnu::weak]] OrtStatus* GetBoundOutputValues(const OrtIoBinding* binding_ptr, OrtAllocator* allocator,
                                              OrtValue*** output, size_t* output_count) noexcept {
  return unavailable("GetBoundOutputValues");
}
[[gnu::weak]] void ClearBoundInputs(OrtIoBinding* binding_ptr) noexcept {}
[[gnu::weak]] void ClearBoundOutputs(OrtIoBinding* binding_ptr) noexcept {}
[[gnu::weak]] OrtStatus* TensorAt(OrtValue* value, const int64_t* location_values,
                                  size_t location_values_count, void** out) noexcept {
  return unavailable("TensorAt");
}
[[gnu::weak]] OrtStatus* CreateAndRegisterAllocator(OrtEnv* env, const OrtMemoryInfo* mem_info,
                                                    const OrtArenaCfg* arena_cfg) noexcept {
  return unavailable("CreateAndRegisterAllocator");
}
[[gnu::weak]] OrtStatus* SetLanguageProjection(const OrtEnv* ort_env,
                                               OrtLanguageProjection projection) noexcept {
  return unavailable("SetLanguageProjection");
}
[[gnu::weak]] OrtStatus* SessionGetProfilingStartTimeNs(const OrtSession* session, uint64_t* out) noexcept {
  return unavailable("SessionGetProfilingStartTimeNs");
}
[[gnu::weak]] OrtStatus* SetGlobalIntraOpNumThreads(OrtThreadingOptions* tp_options,
                                                    int intra_op_num_threads) noexcept {
  return unavailable("SetGlobalIntraOpNumThreads");
}
[[gnu::weak]] OrtStatus* SetGlobalInterOpNumThreads(OrtThreadingOptions* tp_options,
                                                    int inter_op_num_threads) noexcept {
  return unavailable("SetGlobalInterOpNumThreads");
}
[[gnu::weak]] OrtStatus* SetGlobalSpinControl(OrtThreadingOptions* tp_options, int allow_spinning) noexcept {
  return unavailable("SetGlobalSpinControl");
}
[[gnu::weak]] OrtStatus* AddInitializer(OrtSessionOptions* options, const char* name,
                                        const OrtValue* val) noexcept {
  return unavailable("AddInitializer");
}
[[gnu::weak]] OrtStatus* CreateEnvWithCustomLoggerAndGlobalThreadPools(
    OrtLoggingFunction logging_function, void* logger_param, OrtLoggingLevel log_severity_level,
    const char* logid, const struct OrtThreadingOptions* tp_options, OrtEnv** out) noexcept {
  return unavailable("CreateEnvWithCustomLoggerAndGlobalThreadPools");
}
[[gnu::weak]] OrtStatus* SessionOptionsAppendExecutionProvider_CUDA(
    OrtSessionOptions* options, const OrtCUDAProviderOptions* cuda_options) noexcept {
  return unavailable("SessionOptionsAppendExecutionProvider_CUDA");
}
[[gnu::weak]] OrtStatus* SessionOptionsAppendExecutionProvider_ROCM(
    OrtSessionOptions* options, const OrtROCMProviderOptions* rocm_options) noexcept {
  return unavailable("SessionOptionsAppendExecutionProvider_ROCM");
}
[[gnu::weak]] OrtStatus* SessionOptionsAppendExecutionProvider_OpenVINO(
    OrtSessionOptions* options, const OrtOpenVINOProviderOptions* provider_options) noexcept {
  return unavailable("SessionOptionsAppendExecutionProvider_OpenVINO");
}
[[gnu::weak]] OrtStatus* SetGlobalDenormalAsZero(OrtThreadingOptions* tp_options) noexcept {
  return unavailable("SetGlobalDenormalAsZero");
}
[[gnu::weak]] OrtStatus* CreateArenaCfg(size_t max_mem, int arena_extend_strategy,
                                        int initial_chunk_size_bytes, int max_dead_bytes_per_chunk,
                                        OrtArenaCfg** out) noexcept {
  return unavailable("CreateArenaCfg");
}
[[gnu::weak]] void ReleaseArenaCfg(OrtArenaCfg* input) noexcept {}
[[gnu::weak]] OrtStatus* ModelMetadataGetGraphDescription(const OrtModelMetadata* model_metadata,
                                                          OrtAllocator* allocator, char** value) noexcept {
  return unavailable("ModelMetadataGetGraphDescription");
}
[[gnu::weak]] OrtStatus* SessionOptionsAppendExecutionProvider_TensorRT(
    OrtSessionOptions* options, const OrtTensorRTProviderOptions* tensorrt_options) noexcept {
  return unavailable("SessionOptionsAppendExecutionProvider_TensorRT");
}
[[gnu::weak]] OrtStatus* SetCurrentGpuDeviceId(int device_id) noexcept {
  return unavailable("SetCurrentGpuDeviceId");
}
[[gnu::weak]] OrtStatus* GetCurrentGpuDeviceId(int* device_id) noexcept {
  return unavailable("GetCurrentGpuDeviceId");
}
[[gnu::weak]] OrtStatus* KernelInfoGetAttributeArray_float(const OrtKernelInfo* info, const char* name,
                                                           float* out, size_t* size) noexcept {
  return unavailable("KernelInfoGetAttributeArray_float");
}
[[gnu::weak]] OrtStatus* KernelInfoGetAttributeArray_int64(const OrtKernelInfo* info, const char* name,
                                                           int64_t* out, size_t* size) noexcept {
  return unavailable("KernelInfoGetAttributeArray_int64");
}
[[gnu::weak]] OrtStatus* CreateArenaCfgV2(const char* const* arena_config_keys,
                                          const size_t* arena_config_values, size_t num_keys,
                                          OrtArenaCfg** out) noexcept {
  return unavailable("CreateArenaCfgV2");
}
[[gnu::weak]] OrtStatus* AddRunConfigEntry(OrtRunOptions* options, const char* config_key,
                                           const char* config_value) noexcept {
  return unavailable("AddRunConfigEntry");
}
[[gnu::weak]] OrtStatus* CreatePrepackedWeightsContainer(OrtPrepackedWeightsContainer** out) noexcept {
  return unavailable("CreatePrepackedWeightsContainer");
}
[[gnu::weak]] void ReleasePrepackedWeightsContainer(OrtPrepackedWeightsContainer* input) noexcept {}
[[gnu::weak]] OrtStatus* CreateSessionWithPrepackedWeightsContainer(
    const OrtEnv* env, const ORTCHAR_T* model_path, const OrtSessionOptions* options,
    OrtPrepackedWeightsContainer* prepacked_weights_container, OrtSession** out) noexcept {
  return unavailable("CreateSessionWithPrepackedWeightsContainer");
}
[[gnu::weak]] OrtStatus* CreateSessionFromArrayWithPrepackedWeightsContainer(
    const OrtEnv* env, const void* model_data, size_t model_data_length, const OrtSessionOptions* options,
    OrtPrepackedWeightsContainer* prepacked_weights_container, OrtSession** out) noexcept {
  return unavailable("CreateSessionFromArrayWithPrepackedWeightsContainer");
}
[[gnu::weak]] OrtStatus* SessionOptionsAppendExecutionProvider_TensorRT_V2(
    OrtSessionOptions* options, const OrtTensorRTProviderOptionsV2* tensorrt_options) noexcept {
  return unavailable("SessionOptionsAppendExecutionProvider_TensorRT_V2");
}
[[gnu::weak]] OrtStatus* CreateTensorRTProviderOptions(OrtTensorRTProviderOptionsV2** out) noexcept {
  return unavailable("CreateTensorRTProviderOptions");
}
[[gnu::weak]] OrtStatus* UpdateTensorRTProviderOptions(OrtTensorRTProviderOptionsV2* tensorrt_options,
                                                       const char* const* provider_options_keys,
                                                       const char* const* provider_options_values,
                                                       size_t num_keys) noexcept {
  return unavailable("UpdateTensorRTProviderOptions");
}
[[gnu::weak]] OrtStatus* GetTensorRTProviderOptionsAsString(
    const OrtTensorRTProviderOptionsV2* tensorrt_options, OrtAllocator* allocator, char** ptr) noexcept {
  return unavailable("GetTensorRTProviderOptionsAsString");
}
[[gnu::weak]] void ReleaseTensorRTProviderOptions(OrtTensorRTProviderOptionsV2* input) noexcept {}
[[gnu::weak]] OrtStatus* EnableOrtCustomOps(OrtSessionOptions* options) noexcept {
  return unavailable("EnableOrtCustomOps");
}
[[gnu::weak]] OrtStatus* RegisterAllocator(OrtEnv* env, OrtAllocator* allocator) noexcept {
  return unavailable("RegisterAllocator");
}
[[gnu::weak]] OrtStatus* UnregisterAllocator(OrtEnv* env, const OrtMemoryInfo* mem_info) noexcept {
  return unavailable("UnregisterAllocator");
}
[[gnu::weak]] OrtStatus* IsSparseTensor(const OrtValue* value, int* out) noexcept {
  return unavailable("IsSparseTensor");
}
[[gnu::weak]] OrtStatus* CreateSparseTensorAsOrtValue(OrtAllocator* allocator, const int64_t* dense_shape,
                                                      size_t dense_shape_len, ONNXTensorElementDataType type,
                                                      OrtValue** out) noexcept {
  return unavailable("CreateSparseTensorAsOrtValue");
}
[[gnu::weak]] OrtStatus* FillSparseTensorCoo(OrtValue* ort_value, const OrtMemoryInfo* data_mem_info,
                                             const int64_t* values_shape, size_t values_shape_len,
                                             const void* values, const int64_t* indices_data,
                                             size_t indices_num) noexcept {
  return unavailable("FillSparseTensorCoo");
}
[[gnu::weak]] OrtStatus* FillSparseTensorCsr(OrtValue* ort_value, const OrtMemoryInfo* data_mem_info,
                                             const int64_t* values_shape, size_t values_shape_len,
                                             const void* values, const int64_t* inner_indices_data,
                                             size_t inner_indices_num, const int64_t* outer_indices_data,
                                             size_t outer_indices_num) noexcept {
  return unavailable("FillSparseTensorCsr");
}
[[gnu::weak]] OrtStatus* FillSparseTensorBlockSparse(OrtValue* ort_value, const OrtMemoryInfo* data_mem_info,
                                                     const int64_t* values_shape, size_t values_shape_len,
                                                     const void* values, const int64_t* indices_shape_data,
                                                     size_t indices_shape_len,
                                                     const int32_t* indices_data) noexcept {
  return unavailable("FillSparseTensorBlockSparse");
}
[[gnu::weak]] OrtStatus* CreateSparseTensorWithValuesAsOrtValue(
    const OrtMemoryInfo* info, void* p_data, const int64_t* dense_shape, size_t dense_shape_len,
    const int64_t* values_shape, size_t values_shape_len, ONNXTensorElementDataType type,
    OrtValue** out) noexcept {
  return unavailable("CreateSparseTensorWithValuesAsOrtValue");
}
[[gnu::weak]] OrtStatus* UseCooIndices(OrtValue* ort_value, int64_t* indices_data,
                                       size_t indices_num) noexcept {
  return unavailable("UseCooIndices");
}
[[gnu::weak]] OrtStatus* UseCsrIndices(OrtValue* ort_value, int64_t* inner_data, size_t inner_num,
                                       int64_t* outer_data, size_t outer_num) noexcept {
  return unavailable("UseCsrIndices");
}
[[gnu::weak]] OrtStatus* UseBlockSparseIndices(OrtValue* ort_value, const int64_t* indices_shape,
                                               size_t indices_shape_len, int32_t* indices_data) noexcept {
  return unavailable("UseBlockSparseIndices");
}
[[gnu::weak]] OrtStatus* GetSparseTensorFormat(const OrtValue* ort_value,
                                               enum OrtSparseFormat* out) noexcept {
  return unavailable("GetSparseTensorFormat");
}
[[gnu::weak]] OrtStatus* GetSparseTensorValuesTypeAndShape(const OrtValue* ort_value,
                                                           OrtTensorTypeAndShapeInfo** out) noexcept {
  return unavailable("GetSparseTensorValuesTypeAndShape");
}
[[gnu::weak]] OrtStatus* GetSparseTensorValues(const OrtValue* ort_value, const void** out) noexcept {
  return unavailable("GetSparseTensorValues");
}
[[gnu::weak]] OrtStatus* GetSparseTensorIndicesTypeShape(const OrtValue* ort_value,
                                                         enum OrtSparseIndicesFormat indices_format,
                                                         OrtTensorTypeAndShapeInfo** out) noexcept {
  return unavailable("GetSparseTensorIndicesTypeShape");
}
[[gnu::weak]] OrtStatus* GetSparseTensorIndices(const OrtValue* ort_value,
                                                enum OrtSparseIndicesFormat indices_format,
                                                size_t* num_indices, const void** indices) noexcept {
  return unavailable("GetSparseTensorIndices");
}
[[gnu::weak]] OrtStatus* HasValue(const OrtValue* value, int* out) noexcept {
  return unavailable("HasValue");
}
[[gnu::weak]] OrtStatus* KernelContext_GetGPUComputeStream(const OrtKernelContext* context,
                                                           void** out) noexcept {
  return unavailable("KernelContext_GetGPUComputeStream");
}
[[gnu::weak]] OrtStatus* GetTensorMemoryInfo(const OrtValue* value, const OrtMemoryInfo** mem_info) noexcept {
  return unavailable("GetTensorMemoryInfo");
}
[[gnu::weak]] OrtStatus* GetExecutionProviderApi(const char* provider_name, uint32_t version,
                                                 const void** provider_api) noexcept {
  return unavailable("GetExecutionProviderApi");
}
[[gnu::weak]] OrtStatus* SessionOptionsSetCustomCreateThreadFn(
    OrtSessionOptions* options, OrtCustomCreateThreadFn ort_custom_create_thread_fn) noexcept {
  return unavailable("SessionOptionsSetCustomCreateThreadFn");
}
[[gnu::weak]] OrtStatus* SessionOptionsSetCustomThreadCreationOptions(
    OrtSessionOptions* options, void* ort_custom_thread_creation_options) noexcept {
  return unavailable("SessionOptionsSetCustomThreadCreationOptions");
}
[[gnu::weak]] OrtStatus* SessionOptionsSetCustomJoinThreadFn(
    OrtSessionOptions* options, OrtCustomJoinThreadFn ort_custom_join_thread_fn) noexcept {
  return unavailable("SessionOptionsSetCustomJoinThreadFn");
}
[[gnu::weak]] OrtStatus* SetGlobalCustomCreateThreadFn(
    OrtThreadingOptions* tp_options, OrtCustomCreateThreadFn ort_custom_create_thread_fn) noexcept {
  return unavailable("SetGlobalCustomCreateThreadFn");
}
[[gnu::weak]] OrtStatus* SetGlobalCustomThreadCreationOptions(
    OrtThreadingOptions* tp_options, void* ort_custom_thread_creation_options) noexcept {
  return unavailable("SetGlobalCustomThreadCreationOptions");
}
[[gnu::weak]] OrtStatus* SetGlobalCustomJoinThreadFn(
    OrtThreadingOptions* tp_options, OrtCustomJoinThreadFn ort_custom_join_thread_fn) noexcept {
  return unavailable("SetGlobalCustomJoinThreadFn");
}
[[gnu::weak]] OrtStatus* SynchronizeBoundInputs(OrtIoBinding* binding_ptr) noexcept {
  return unavailable("SynchronizeBoundInputs");
}
[[gnu::weak]] OrtStatus* SynchronizeBoundOutputs(OrtIoBinding* binding_ptr) noexcept {
  return unavailable("SynchronizeBoundOutputs");
}
[[gnu::weak]] OrtStatus* SessionOptionsAppendExecutionProvider_CUDA_V2(
    OrtSessionOptions* options, const OrtCUDAProviderOptionsV2* cuda_options) noexcept {
  return unavailable("SessionOptionsAppendExecutionProvider_CUDA_V2");
}
[[gnu::weak]] OrtStatus* CreateCUDAProviderOptions(OrtCUDAProviderOptionsV2** out) noexcept {
  return unavailable("CreateCUDAProviderOptions");
}
[[gnu::weak]] OrtStatus* UpdateCUDAProviderOptions(OrtCUDAProviderOptionsV2* cuda_options,
                                                   const char* const* provider_options_keys,
                                                   const char* const* provider_options_values,
                                                   size_t num_keys) noexcept {
  return unavailable("UpdateCUDAProviderOptions");
}
[[gnu::weak]] OrtStatus* GetCUDAProviderOptionsAsString(const OrtCUDAProviderOptionsV2* cuda_options,
                                                        OrtAllocator* allocator, char** ptr) noexcept {
  return unavailable("GetCUDAProviderOptionsAsString");
}
[[gnu::weak]] void ReleaseCUDAProviderOptions(OrtCUDAProviderOptionsV2* input) noexcept {}
[[gnu::weak]] OrtStatus* SessionOptionsAppendExecutionProvider_MIGraphX(
    OrtSessionOptions* options, const OrtMIGraphXProviderOptions* migraphx_options) noexcept {
  return unavailable("SessionOptionsAppendExecutionProvider_MIGraphX");
}
[[gnu::weak]] OrtStatus* AddExternalInitializers(OrtSessionOptions* options,
                                                 const char* const* initializer_names,
                                                 const OrtValue* const* initializers,
                                                 size_t num_initializers) noexcept {
  return unavailable("AddExternalInitializers");
}
[[gnu::weak]] OrtStatus* CreateOpAttr(const char* name, const void* data, int len, OrtOpAttrType type,
                                      OrtOpAttr** op_attr) noexcept {
  return unavailable("CreateOpAttr");
}
[[gnu::weak]] void ReleaseOpAttr(OrtOpAttr* input) noexcept {}
[[gnu::weak]] OrtStatus* CreateOp(const OrtKernelInfo* info, const char* op_name, const char* domain,
                                  int version, const char** type_constraint_names,
                                  const ONNXTensorElementDataType* type_constraint_values,
                                  int type_constraint_count, const OrtOpAttr* const* attr_values,
                                  int attr_count, int input_count, int output_count,
                                  OrtOp** ort_op) noexcept {
  return unavailable("CreateOp");
}
[[gnu::weak]] OrtStatus* InvokeOp(const OrtKernelContext* context, const OrtOp* ort_op,
                                  const OrtValue* const* input_values, int input_count,
                                  OrtValue* const* output_values, int output_count) noexcept {
  return unavailable("InvokeOp");
}
[[gnu::weak]] void ReleaseOp(OrtOp* input) noexcept {}
[[gnu::weak]] OrtStatus* SessionOptionsAppendExecutionProvider(OrtSessionOptions* options,
                                                               const char* provider_name,
                                                               const char* const* provider_options_keys,
                                                               const char* const* provider_options_values,
                                                               size_t num_keys) noexcept {
  return unavailable("SessionOptionsAppendExecutionProvider");
}
[[gnu::weak]] OrtStatus* CopyKernelInfo(const OrtKernelInfo* info, OrtKernelInfo** info_copy) noexcept {
  return unavailable("CopyKernelInfo");
}
[[gnu::weak]] void ReleaseKernelInfo(OrtKernelInfo* input) noexcept {}
[[gnu::weak]] const OrtTrainingApi* GetTrainingApi(uint32_t version) noexcept { return {}; }
[[gnu::weak]] OrtStatus* SessionOptionsAppendExecutionProvider_CANN(
    OrtSessionOptions* options, const OrtCANNProviderOptions* cann_options) noexcept {
  return unavailable("SessionOptionsAppendExecutionProvider_CANN");
}
[[gnu::weak]] OrtStatus* CreateCANNProviderOptions(OrtCANNProviderOptions** out) noexcept {
  return unavailable("CreateCANNProviderOptions");
}
[[gnu::weak]] OrtStatus* UpdateCANNProviderOptions(OrtCANNProviderOptions* cann_options,
                                                   const char* const* provider_options_keys,
                                                   const char* const* provider_options_values,
                                                   size_t num_keys) noexcept {
  return unavailable("UpdateCANNProviderOptions");
}
[[gnu::weak]] OrtStatus* GetCANNProviderOptionsAsString(const OrtCANNProviderOptions* cann_options,
                                                        OrtAllocator* allocator, char** ptr) noexcept {
  return unavailable("GetCANNProviderOptionsAsString");
}
[[gnu::weak]] void ReleaseCANNProviderOptions(OrtCANNProviderOptions* input) noexcept {}
[[gnu::weak]] void MemoryInfoGetDeviceType(const OrtMemoryInfo* ptr, OrtMemoryInfoDeviceType* out) noexcept {}
[[gnu::weak]] OrtStatus* UpdateEnvWithCustomLogLevel(OrtEnv* ort_env,
                                                     OrtLoggingLevel log_severity_level) noexcept {
  return unavailable("UpdateEnvWithCustomLogLevel");
}
[[gnu::weak]] OrtStatus* SetGlobalIntraOpThreadAffinity(OrtThreadingOptions* tp_options,
                                                        const char* affinity_string) noexcept {
  return unavailable("SetGlobalIntraOpThreadAffinity");
}
[[gnu::weak]] OrtStatus* RegisterCustomOpsLibrary_V2(OrtSessionOptions* options,
                                                     const ORTCHAR_T* library_name) noexcept {
  return unavailable("RegisterCustomOpsLibrary_V2");
}
[[gnu::weak]] OrtStatus* RegisterCustomOpsUsingFunction(OrtSessionOptions* options,
                                                        const char* registration_func_name) noexcept {
  return unavailable("RegisterCustomOpsUsingFunction");
}
[[gnu::weak]] OrtStatus* KernelInfo_GetInputCount(const OrtKernelInfo* info, size_t* out) noexcept {
  return unavailable("KernelInfo_GetInputCount");
}
[[gnu::weak]] OrtStatus* KernelInfo_GetOutputCount(const OrtKernelInfo* info, size_t* out) noexcept {
  return unavailable("KernelInfo_GetOutputCount");
}
[[gnu::weak]] OrtStatus* KernelInfo_GetInputName(const OrtKernelInfo* info, size_t index, char* out,
                                                 size_t* size) noexcept {
  return unavailable("KernelInfo_GetInputName");
}
[[gnu::weak]] OrtStatus* KernelInfo_GetOutputName(const OrtKernelInfo* info, size_t index, char* out,
                                                  size_t* size) noexcept {
  return unavailable("KernelInfo_GetOutputName");
}
[[gnu::weak]] OrtStatus* KernelInfo_GetInputTypeInfo(const OrtKernelInfo* info, size_t index,
                                                     OrtTypeInfo** type_info) noexcept {
  return unavailable("KernelInfo_GetInputTypeInfo");
}
[[gnu::weak]] OrtStatus* KernelInfo_GetOutputTypeInfo(const OrtKernelInfo* info, size_t index,
                                                      OrtTypeInfo** type_info) noexcept {
  return unavailable("KernelInfo_GetOutputTypeInfo");
}
[[gnu::weak]] OrtStatus* KernelInfoGetAttribute_tensor(const OrtKernelInfo* info, const char* name,
                                                       OrtAllocator* allocator, OrtValue** out) noexcept {
  return unavailable("KernelInfoGetAttribute_tensor");
}
[[gnu::weak]] OrtStatus* HasSessionConfigEntry(const OrtSessionOptions* options, const char* config_key,
                                               int* out) noexcept {
  return unavailable("HasSessionConfigEntry");
}
[[gnu::weak]] OrtStatus* GetSessionConfigEntry(const OrtSessionOptions* options, const char* config_key,
                                               char* config_value, size_t* size) noexcept {
  return unavailable("GetSessionConfigEntry");
}
[[gnu::weak]] OrtStatus* SessionOptionsAppendExecutionProvider_Dnnl(
    OrtSessionOptions* options, const OrtDnnlProviderOptions* dnnl_options) noexcept {
  return unavailable("SessionOptionsAppendExecutionProvider_Dnnl");
}
[[gnu::weak]] OrtStatus* CreateDnnlProviderOptions(OrtDnnlProviderOptions** out) noexcept {
  return unavailable("CreateDnnlProviderOptions");
}
[[gnu::weak]] OrtStatus* UpdateDnnlProviderOptions(OrtDnnlProviderOptions* dnnl_options,
                                                   const char* const* provider_options_keys,
                                                   const char* const* provider_options_values,
                                                   size_t num_keys) noexcept {
  return unavailable("UpdateDnnlProviderOptions");
}
[[gnu::weak]] OrtStatus* GetDnnlProviderOptionsAsString(const OrtDnnlProviderOptions* dnnl_options,
                                                        OrtAllocator* allocator, char** ptr) noexcept {
  return unavailable("GetDnnlProviderOptionsAsString");
}
[[gnu::weak]] void ReleaseDnnlProviderOptions(OrtDnnlProviderOptions* input) noexcept {}
[[gnu::weak]] OrtStatus* KernelInfo_GetNodeName(const OrtKernelInfo* info, char* out, size_t* size) noexcept {
  return unavailable("KernelInfo_GetNodeName");
}
[[gnu::weak]] OrtStatus* KernelInfo_GetLogger(const OrtKernelInfo* info, const OrtLogger** logger) noexcept {
  return unavailable("KernelInfo_GetLogger");
}
[[gnu::weak]] OrtStatus* KernelContext_GetLogger(const OrtKernelContext* context,
                                                 const OrtLogger** logger) noexcept {
  return unavailable("KernelContext_GetLogger");
}
[[gnu::weak]] OrtStatus* Logger_LogMessage(const OrtLogger* logger, OrtLoggingLevel log_severity_level,
                                           const char* message, const ORTCHAR_T* file_path, int line_number,
                                           const char* func_name) noexcept {
  return unavailable("Logger_LogMessage");
}
[[gnu::weak]] OrtStatus* Logger_GetLoggingSeverityLevel(const OrtLogger* logger,
                                                        OrtLoggingLevel* out) noexcept {
  return unavailable("Logger_GetLoggingSeverityLevel");
}
[[gnu::weak]] OrtStatus* KernelInfoGetConstantInput_tensor(const OrtKernelInfo* info, size_t index,
                                                           int* is_constant, const OrtValue** out) noexcept {
  return unavailable("KernelInfoGetConstantInput_tensor");
}
[[gnu::weak]] OrtStatus* CastTypeInfoToOptionalTypeInfo(const OrtTypeInfo* type_info,
                                                        const OrtOptionalTypeInfo** out) noexcept {
  return unavailable("CastTypeInfoToOptionalTypeInfo");
}
[[gnu::weak]] OrtStatus* GetOptionalContainedTypeInfo(const OrtOptionalTypeInfo* optional_type_info,
                                                      OrtTypeInfo** out) noexcept {
  return unavailable("GetOptionalContainedTypeInfo");
}
[[gnu::weak]] OrtStatus* GetResizedStringTensorElementBuffer(OrtValue* value, size_t index,
                                                             size_t length_in_bytes, char** buffer) noexcept {
  return unavailable("GetResizedStringTensorElementBuffer");
}
[[gnu::weak]] OrtStatus* KernelContext_GetAllocator(const OrtKernelContext* context,
                                                    const OrtMemoryInfo* mem_info,
                                                    OrtAllocator** out) noexcept {
  return unavailable("KernelContext_GetAllocator");
}
[[gnu::weak]] const char* GetBuildInfoString() noexcept { return {}; }
[[gnu::weak]] OrtStatus* CreateROCMProviderOptions(OrtROCMProviderOptions** out) noexcept {
  return unavailable("CreateROCMProviderOptions");
}
[[gnu::weak]] OrtStatus* UpdateROCMProviderOptions(OrtROCMProviderOptions* rocm_options,
                                                   const char* const* provider_options_keys,
                                                   const char* const* provider_options_values,
                                                   size_t num_keys) noexcept {
  return unavailable("UpdateROCMProviderOptions");
}
[[gnu::weak]] OrtStatus* GetROCMProviderOptionsAsString(const OrtROCMProviderOptions* rocm_options,
                                                        OrtAllocator* allocator, char** ptr) noexcept {
  return unavailable("GetROCMProviderOptionsAsString");
}
[[gnu::weak]] void ReleaseROCMProviderOptions(OrtROCMProviderOptions* input) noexcept {}
[[gnu::weak]] OrtStatus* CreateAndRegisterAllocatorV2(OrtEnv* env, const char* provider_type,
                                                      const OrtMemoryInfo* mem_info,
                                                      const OrtArenaCfg* arena_cfg,
                                                      const char* const* provider_options_keys,
                                                      const char* const* provider_options_values,
                                                      size_t num_keys) noexcept {
  return unavailable("CreateAndRegisterAllocatorV2");
}
[[gnu::weak]] OrtStatus* RunAsync(OrtSession* session, const OrtRunOptions* run_options,
                                  const char* const* input_names, const OrtValue* const* input,
                                  size_t input_len, const char* const* output_names, size_t output_names_len,
                                  OrtValue** output, RunAsyncCallbackFn run_async_callback,
                                  void* user_data) noexcept {
  return unavailable("RunAsync");
}
[[gnu::weak]] OrtStatus* UpdateTensorRTProviderOptionsWithValue(
    OrtTensorRTProviderOptionsV2* tensorrt_options, const char* key, void* value) noexcept {
  return unavailable("UpdateTensorRTProviderOptionsWithValue");
}
[[gnu::weak]] OrtStatus* GetTensorRTProviderOptionsByName(
    const OrtTensorRTProviderOptionsV2* tensorrt_options, const char* key, void** ptr) noexcept {
  return unavailable("GetTensorRTProviderOptionsByName");
}
[[gnu::weak]] OrtStatus* UpdateCUDAProviderOptionsWithValue(OrtCUDAProviderOptionsV2* cuda_options,
                                                            const char* key, void* value) noexcept {
  return unavailable("UpdateCUDAProviderOptionsWithValue");
}
[[gnu::weak]] OrtStatus* GetCUDAProviderOptionsByName(const OrtCUDAProviderOptionsV2* cuda_options,
                                                      const char* key, void** ptr) noexcept {
  return unavailable("GetCUDAProviderOptionsByName");
}
[[gnu::weak]] OrtStatus* KernelContext_GetResource(const OrtKernelContext* context, int resource_version,
                                                   int resource_id, void** resource) noexcept {
  return unavailable("KernelContext_GetResource");
}
[[gnu::weak]] OrtStatus* SetUserLoggingFunction(OrtSessionOptions* options,
                                                OrtLoggingFunction user_logging_function,
                                                void* user_logging_param) noexcept {
  return unavailable("SetUserLoggingFunction");
}
[[gnu::weak]] OrtStatus* ShapeInferContext_GetInputCount(const OrtShapeInferContext* context,
                                                         size_t* out) noexcept {
  return unavailable("ShapeInferContext_GetInputCount");
}
[[gnu::weak]] OrtStatus* ShapeInferContext_GetInputTypeShape(const OrtShapeInferContext* context,
                                                             size_t index,
                                                             OrtTensorTypeAndShapeInfo** info) noexcept {
  return unavailable("ShapeInferContext_GetInputTypeShape");
}
[[gnu::weak]] OrtStatus* ShapeInferContext_GetAttribute(const OrtShapeInferContext* context,
                                                        const char* attr_name,
                                                        const OrtOpAttr** attr) noexcept {
  return unavailable("ShapeInferContext_GetAttribute");
}
[[gnu::weak]] OrtStatus* ShapeInferContext_SetOutputTypeShape(
    const OrtShapeInferContext* context, size_t index, const OrtTensorTypeAndShapeInfo* info) noexcept {
  return unavailable("ShapeInferContext_SetOutputTypeShape");
}
[[gnu::weak]] OrtStatus* SetSymbolicDimensions(OrtTensorTypeAndShapeInfo* info, const char* dim_params[],
                                               size_t dim_params_length) noexcept {
  return unavailable("SetSymbolicDimensions");
}
[[gnu::weak]] OrtStatus* ReadOpAttr(const OrtOpAttr* op_attr, OrtOpAttrType type, void* data, size_t len,
                                    size_t* out) noexcept {
  return unavailable("ReadOpAttr");
}
[[gnu::weak]] OrtStatus* SetDeterministicCompute(OrtSessionOptions* options, bool value) noexcept {
  return unavailable("SetDeterministicCompute");
}
[[gnu::weak]] OrtStatus* KernelContext_ParallelFor(const OrtKernelContext* context, void (*fn)(void*, size_t),
                                                   size_t total, size_t num_batch, void* usr_data) noexcept {
  return unavailable("KernelContext_ParallelFor");
}
[[gnu::weak]] OrtStatus* SessionOptionsAppendExecutionProvider_OpenVINO_V2(
    OrtSessionOptions* options, const char* const* provider_options_keys,
    const char* const* provider_options_values, size_t num_keys) noexcept {
  return unavailable("SessionOptionsAppendExecutionProvider_OpenVINO_V2");
}
[[gnu::weak]] OrtStatus* SessionOptionsAppendExecutionProvider_VitisAI(
    OrtSessionOptions* options, const char* const* provider_options_keys,
    const char* const* provider_options_values, size_t num_keys) noexcept {
  return unavailable("SessionOptionsAppendExecutionProvider_VitisAI");
}
[[gnu::weak]] OrtStatus* KernelContext_GetScratchBuffer(const OrtKernelContext* context,
                                                        const OrtMemoryInfo* mem_info, size_t count_or_bytes,
                                                        void** out) noexcept {
  return unavailable("KernelContext_GetScratchBuffer");
}
[[gnu::weak]] OrtStatus* KernelInfoGetAllocator(const OrtKernelInfo* info, OrtMemType mem_type,
                                                OrtAllocator** out) noexcept {
  return unavailable("KernelInfoGetAllocator");
}
[[gnu::weak]] OrtStatus* AddExternalInitializersFromFilesInMemory(
    OrtSessionOptions* options, const ORTCHAR_T* const* external_initializer_file_names,
    char* const* external_initializer_file_buffer_array, const size_t* external_initializer_file_lengths,
    size_t num_external_initializer_files) noexcept {
  return unavailable("AddExternalInitializersFromFilesInMemory");
}
[[gnu::weak]] OrtStatus* CreateLoraAdapter(const ORTCHAR_T* adapter_file_path, OrtAllocator* allocator,
                                           OrtLoraAdapter** out) noexcept {
  return unavailable("CreateLoraAdapter");
}
[[gnu::weak]] OrtStatus* CreateLoraAdapterFromArray(const void* bytes, size_t num_bytes,
                                                    OrtAllocator* allocator, OrtLoraAdapter** out) noexcept {
  return unavailable("CreateLoraAdapterFromArray");
}
[[gnu::weak]] void ReleaseLoraAdapter(OrtLoraAdapter* input) noexcept {}
[[gnu::weak]] OrtStatus* RunOptionsAddActiveLoraAdapter(OrtRunOptions* options,
                                                        const OrtLoraAdapter* adapter) noexcept {
  return unavailable("RunOptionsAddActiveLoraAdapter");
}
[[gnu::weak]] OrtStatus* SetEpDynamicOptions(OrtSession* sess, const char* const* keys,
                                             const char* const* values, size_t kv_len) noexcept {
  return unavailable("SetEpDynamicOptions");
}
[[gnu::weak]] void ReleaseValueInfo(OrtValueInfo* input) noexcept {}
[[gnu::weak]] void ReleaseNode(OrtNode* input) noexcept {}
[[gnu::weak]] void ReleaseGraph(OrtGraph* input) noexcept {}
[[gnu::weak]] void ReleaseModel(OrtModel* input) noexcept {}
[[gnu::weak]] OrtStatus* GetValueInfoName(const OrtValueInfo* value_info, const char** name) noexcept {
  return unavailable("GetValueInfoName");
}
[[gnu::weak]] OrtStatus* GetValueInfoTypeInfo(const OrtValueInfo* value_info,
                                              const OrtTypeInfo** type_info) noexcept {
  return unavailable("GetValueInfoTypeInfo");
}
[[gnu::weak]] const OrtModelEditorApi* GetModelEditorApi() noexcept { return {}; }
[[gnu::weak]] OrtStatus* CreateTensorWithDataAndDeleterAsOrtValue(OrtAllocator* deleter, void* p_data,
                                                                  size_t p_data_len, const int64_t* shape,
                                                                  size_t shape_len,
                                                                  ONNXTensorElementDataType type,
                                                                  OrtValue** out) noexcept {
  return unavailable("CreateTensorWithDataAndDeleterAsOrtValue");
}
[[gnu::weak]] OrtStatus* SessionOptionsSetLoadCancellationFlag(OrtSessionOptions* options,
                                                               bool cancel) noexcept {
  return unavailable("SessionOptionsSetLoadCancellationFlag");
}
[[gnu::weak]] const OrtCompileApi* GetCompileApi() noexcept { return {}; }
[[gnu::weak]] void CreateKeyValuePairs(OrtKeyValuePairs** out) noexcept {}
[[gnu::weak]] void AddKeyValuePair(OrtKeyValuePairs* kvps, const char* key, const char* value) noexcept {}
[[gnu::weak]] const char* GetKeyValue(const OrtKeyValuePairs* kvps, const char* key) noexcept { return {}; }
[[gnu::weak]] void GetKeyValuePairs(const OrtKeyValuePairs* kvps, const char* const** keys,
                                    const char* const** values, size_t* num_entries) noexcept {}
[[gnu::weak]] void RemoveKeyValuePair(OrtKeyValuePairs* kvps, const char* key) noexcept {}
[[gnu::weak]] void ReleaseKeyValuePairs(OrtKeyValuePairs* input) noexcept {}
[[gnu::weak]] OrtStatus* RegisterExecutionProviderLibrary(OrtEnv* env, const char* registration_name,
                                                          const ORTCHAR_T* path) noexcept {
  return unavailable("RegisterExecutionProviderLibrary");
}
[[gnu::weak]] OrtStatus* UnregisterExecutionProviderLibrary(OrtEnv* env,
                                                            const char* registration_name) noexcept {
  return unavailable("UnregisterExecutionProviderLibrary");
}
[[gnu::weak]] OrtStatus* GetEpDevices(const OrtEnv* env, const OrtEpDevice* const** ep_devices,
                                      size_t* num_ep_devices) noexcept {
  return unavailable("GetEpDevices");
}
[[gnu::weak]] OrtStatus* SessionOptionsAppendExecutionProvider_V2(
    OrtSessionOptions* session_options, OrtEnv* env, const OrtEpDevice* const* ep_devices,
    size_t num_ep_devices, const char* const* ep_option_keys, const char* const* ep_option_vals,
    size_t num_ep_options) noexcept {
  return unavailable("SessionOptionsAppendExecutionProvider_V2");
}
[[gnu::weak]] OrtStatus* SessionOptionsSetEpSelectionPolicy(
    OrtSessionOptions* session_options, OrtExecutionProviderDevicePolicy policy) noexcept {
  return unavailable("SessionOptionsSetEpSelectionPolicy");
}
[[gnu::weak]] OrtStatus* SessionOptionsSetEpSelectionPolicyDelegate(OrtSessionOptions* session_options,
                                                                    EpSelectionDelegate delegate,
                                                                    void* delegate_state) noexcept {
  return unavailable("SessionOptionsSetEpSelectionPolicyDelegate");
}
[[gnu::weak]] OrtHardwareDeviceType HardwareDevice_Type(const OrtHardwareDevice* device) noexcept {
  return static_cast<OrtHardwareDeviceType>(0);
}
[[gnu::weak]] uint32_t HardwareDevice_VendorId(const OrtHardwareDevice* device) noexcept {
  return static_cast<uint32_t>(0);
}
[[gnu::weak]] const char* HardwareDevice_Vendor(const OrtHardwareDevice* device) noexcept { return {}; }
[[gnu::weak]] uint32_t HardwareDevice_DeviceId(const OrtHardwareDevice* device) noexcept {
  return static_cast<uint32_t>(0);
}
[[gnu::weak]] const OrtKeyValuePairs* HardwareDevice_Metadata(const OrtHardwareDevice* device) noexcept {
  return {};
}
[[gnu::weak]] const char* EpDevice_EpName(const OrtEpDevice* ep_device) noexcept { return {}; }
[[gnu::weak]] const char* EpDevice_EpVendor(const OrtEpDevice* ep_device) noexcept { return {}; }
[[gnu::weak]] const OrtKeyValuePairs* EpDevice_EpMetadata(const OrtEpDevice* ep_device) noexcept {
  return {};
}
[[gnu::weak]] const OrtKeyValuePairs* EpDevice_EpOptions(const OrtEpDevice* ep_device) noexcept { return {}; }
[[gnu::weak]] const OrtHardwareDevice* EpDevice_Device(const OrtEpDevice* ep_device) noexcept { return {}; }
[[gnu::weak]] const OrtEpApi* GetEpApi() noexcept { return {}; }
[[gnu::weak]] OrtStatus* GetTensorSizeInBytes(const OrtValue* ort_value, size_t* size) noexcept {
  return unavailable("GetTensorSizeInBytes");
}
[[gnu::weak]] OrtStatus* AllocatorGetStats(const OrtAllocator* ort_allocator,
                                           OrtKeyValuePairs** out) noexcept {
  return unavailable("AllocatorGetStats");
}
[[gnu::weak]] OrtStatus* CreateMemoryInfo_V2(const char* name, enum OrtMemoryInfoDeviceType device_type,
                                             uint32_t vendor_id, int32_t device_id,
                                             enum OrtDeviceMemoryType mem_type, size_t alignment,
                                             enum OrtAllocatorType allocator_type,
                                             OrtMemoryInfo** out) noexcept {
  return unavailable("CreateMemoryInfo_V2");
}
[[gnu::weak]] OrtDeviceMemoryType MemoryInfoGetDeviceMemType(const OrtMemoryInfo* ptr) noexcept {
  return static_cast<OrtDeviceMemoryType>(0);
}
[[gnu::weak]] uint32_t MemoryInfoGetVendorId(const OrtMemoryInfo* ptr) noexcept {
  return static_cast<uint32_t>(0);
}
[[gnu::weak]] OrtStatus* ValueInfo_GetValueProducer(const OrtValueInfo* value_info,
                                                    const OrtNode** producer_node,
                                                    size_t* producer_output_index) noexcept {
  return unavailable("ValueInfo_GetValueProducer");
}
[[gnu::weak]] OrtStatus* ValueInfo_GetValueNumConsumers(const OrtValueInfo* value_info,
                                                        size_t* num_consumers) noexcept {
  return unavailable("ValueInfo_GetValueNumConsumers");
}
[[gnu::weak]] OrtStatus* ValueInfo_GetValueConsumers(const OrtValueInfo* value_info, const OrtNode** nodes,
                                                     int64_t* input_indices, size_t num_consumers) noexcept {
  return unavailable("ValueInfo_GetValueConsumers");
}
[[gnu::weak]] OrtStatus* ValueInfo_GetInitializerValue(const OrtValueInfo* value_info,
                                                       const OrtValue** initializer_value) noexcept {
  return unavailable("ValueInfo_GetInitializerValue");
}
[[gnu::weak]] OrtStatus* ValueInfo_GetExternalInitializerInfo(const OrtValueInfo* value_info,
                                                              OrtExternalInitializerInfo** info) noexcept {
  return unavailable("ValueInfo_GetExternalInitializerInfo");
}
[[gnu::weak]] OrtStatus* ValueInfo_IsRequiredGraphInput(const OrtValueInfo* value_info,
                                                        bool* is_required_graph_input) noexcept {
  return unavailable("ValueInfo_IsRequiredGraphInput");
}
[[gnu::weak]] OrtStatus* ValueInfo_IsOptionalGraphInput(const OrtValueInfo* value_info,
                                                        bool* is_optional_graph_input) noexcept {
  return unavailable("ValueInfo_IsOptionalGraphInput");
}
[[gnu::weak]] OrtStatus* ValueInfo_IsGraphOutput(const OrtValueInfo* value_info,
                                                 bool* is_graph_output) noexcept {
  return unavailable("ValueInfo_IsGraphOutput");
}
[[gnu::weak]] OrtStatus* ValueInfo_IsConstantInitializer(const OrtValueInfo* value_info,
                                                         bool* is_constant_initializer) noexcept {
  return unavailable("ValueInfo_IsConstantInitializer");
}
[[gnu::weak]] OrtStatus* ValueInfo_IsFromOuterScope(const OrtValueInfo* value_info,
                                                    bool* is_from_outer_scope) noexcept {
  return unavailable("ValueInfo_IsFromOuterScope");
}
[[gnu::weak]] OrtStatus* Graph_GetName(const OrtGraph* graph, const char** graph_name) noexcept {
  return unavailable("Graph_GetName");
}
[[gnu::weak]] OrtStatus* Graph_GetModelPath(const OrtGraph* graph, const ORTCHAR_T** model_path) noexcept {
  return unavailable("Graph_GetModelPath");
}
[[gnu::weak]] OrtStatus* Graph_GetOnnxIRVersion(const OrtGraph* graph, int64_t* onnx_ir_version) noexcept {
  return unavailable("Graph_GetOnnxIRVersion");
}
[[gnu::weak]] OrtStatus* Graph_GetNumOperatorSets(const OrtGraph* graph, size_t* num_operator_sets) noexcept {
  return unavailable("Graph_GetNumOperatorSets");
}
[[gnu::weak]] OrtStatus* Graph_GetOperatorSets(const OrtGraph* graph, const char** domains,
                                               int64_t* opset_versions, size_t num_operator_sets) noexcept {
  return unavailable("Graph_GetOperatorSets");
}
[[gnu::weak]] OrtStatus* Graph_GetNumInputs(const OrtGraph* graph, size_t* num_inputs) noexcept {
  return unavailable("Graph_GetNumInputs");
}
[[gnu::weak]] OrtStatus* Graph_GetInputs(const OrtGraph* graph, const OrtValueInfo** inputs,
                                         size_t num_inputs) noexcept {
  return unavailable("Graph_GetInputs");
}
[[gnu::weak]] OrtStatus* Graph_GetNumOutputs(const OrtGraph* graph, size_t* num_outputs) noexcept {
  return unavailable("Graph_GetNumOutputs");
}
[[gnu::weak]] OrtStatus* Graph_GetOutputs(const OrtGraph* graph, const OrtValueInfo** outputs,
                                          size_t num_outputs) noexcept {
  return unavailable("Graph_GetOutputs");
}
[[gnu::weak]] OrtStatus* Graph_GetNumInitializers(const OrtGraph* graph, size_t* num_initializers) noexcept {
  return unavailable("Graph_GetNumInitializers");
}
[[gnu::weak]] OrtStatus* Graph_GetInitializers(const OrtGraph* graph, const OrtValueInfo** initializers,
                                               size_t num_initializers) noexcept {
  return unavailable("Graph_GetInitializers");
}
[[gnu::weak]] OrtStatus* Graph_GetNumNodes(const OrtGraph* graph, size_t* num_nodes) noexcept {
  return unavailable("Graph_GetNumNodes");
}
[[gnu::weak]] OrtStatus* Graph_GetNodes(const OrtGraph* graph, const OrtNode** nodes,
                                        size_t num_nodes) noexcept {
  return unavailable("Graph_GetNodes");
}
[[gnu::weak]] OrtStatus* Graph_GetParentNode(const OrtGraph* graph, const OrtNode** node) noexcept {
  return unavailable("Graph_GetParentNode");
}
[[gnu::weak]] OrtStatus* Graph_GetGraphView(const OrtGraph* src_graph, const OrtNode** nodes,
                                            size_t num_nodes, OrtGraph** dst_graph) noexcept {
  return unavailable("Graph_GetGraphView");
}
[[gnu::weak]] OrtStatus* Node_GetId(const OrtNode* node, size_t* node_id) noexcept {
  return unavailable("Node_GetId");
}
[[gnu::weak]] OrtStatus* Node_GetName(const OrtNode* node, const char** node_name) noexcept {
  return unavailable("Node_GetName");
}
[[gnu::weak]] OrtStatus* Node_GetOperatorType(const OrtNode* node, const char** operator_type) noexcept {
  return unavailable("Node_GetOperatorType");
}
[[gnu::weak]] OrtStatus* Node_GetDomain(const OrtNode* node, const char** domain_name) noexcept {
  return unavailable("Node_GetDomain");
}
[[gnu::weak]] OrtStatus* Node_GetSinceVersion(const OrtNode* node, int* since_version) noexcept {
  return unavailable("Node_GetSinceVersion");
}
[[gnu::weak]] OrtStatus* Node_GetNumInputs(const OrtNode* node, size_t* num_inputs) noexcept {
  return unavailable("Node_GetNumInputs");
}
[[gnu::weak]] OrtStatus* Node_GetInputs(const OrtNode* node, const OrtValueInfo** inputs,
                                        size_t num_inputs) noexcept {
  return unavailable("Node_GetInputs");
}
[[gnu::weak]] OrtStatus* Node_GetNumOutputs(const OrtNode* node, size_t* num_outputs) noexcept {
  return unavailable("Node_GetNumOutputs");
}
[[gnu::weak]] OrtStatus* Node_GetOutputs(const OrtNode* node, const OrtValueInfo** outputs,
                                         size_t num_outputs) noexcept {
  return unavailable("Node_GetOutputs");
}
[[gnu::weak]] OrtStatus* Node_GetNumImplicitInputs(const OrtNode* node,
                                                   size_t* num_implicit_inputs) noexcept {
  return unavailable("Node_GetNumImplicitInputs");
}
[[gnu::weak]] OrtStatus* Node_GetImplicitInputs(const OrtNode* node, const OrtValueInfo** implicit_inputs,
                                                size_t num_implicit_inputs) noexcept {
  return unavailable("Node_GetImplicitInputs");
}
[[gnu::weak]] OrtStatus* Node_GetNumAttributes(const OrtNode* node, size_t* num_attributes) noexcept {
  return unavailable("Node_GetNumAttributes");
}
[[gnu::weak]] OrtStatus* Node_GetAttributes(const OrtNode* node, const OrtOpAttr** attributes,
                                            size_t num_attributes) noexcept {
  return unavailable("Node_GetAttributes");
}
[[gnu::weak]] OrtStatus* Node_GetAttributeByName(const OrtNode* node, const char* attribute_name,
                                                 const OrtOpAttr** attribute) noexcept {
  return unavailable("Node_GetAttributeByName");
}
[[gnu::weak]] OrtStatus* OpAttr_GetTensorAttributeAsOrtValue(const OrtOpAttr* attribute,
                                                             OrtValue** attr_tensor) noexcept {
  return unavailable("OpAttr_GetTensorAttributeAsOrtValue");
}
[[gnu::weak]] OrtStatus* OpAttr_GetType(const OrtOpAttr* attribute, OrtOpAttrType* type) noexcept {
  return unavailable("OpAttr_GetType");
}
[[gnu::weak]] OrtStatus* OpAttr_GetName(const OrtOpAttr* attribute, const char** name) noexcept {
  return unavailable("OpAttr_GetName");
}
[[gnu::weak]] OrtStatus* Node_GetNumSubgraphs(const OrtNode* node, size_t* num_subgraphs) noexcept {
  return unavailable("Node_GetNumSubgraphs");
}
[[gnu::weak]] OrtStatus* Node_GetSubgraphs(const OrtNode* node, const OrtGraph** subgraphs,
                                           size_t num_subgraphs, const char** attribute_names) noexcept {
  return unavailable("Node_GetSubgraphs");
}
[[gnu::weak]] OrtStatus* Node_GetGraph(const OrtNode* node, const OrtGraph** graph) noexcept {
  return unavailable("Node_GetGraph");
}
[[gnu::weak]] OrtStatus* Node_GetEpName(const OrtNode* node, const char** out) noexcept {
  return unavailable("Node_GetEpName");
}
[[gnu::weak]] void ReleaseExternalInitializerInfo(OrtExternalInitializerInfo* input) noexcept {}
[[gnu::weak]] const ORTCHAR_T* ExternalInitializerInfo_GetFilePath(
    const OrtExternalInitializerInfo* info) noexcept {
  return {};
}
[[gnu::weak]] int64_t ExternalInitializerInfo_GetFileOffset(const OrtExternalInitializerInfo* info) noexcept {
  return static_cast<int64_t>(0);
}
[[gnu::weak]] size_t ExternalInitializerInfo_GetByteSize(const OrtExternalInitializerInfo* info) noexcept {
  return {};
}
[[gnu::weak]] const char* GetRunConfigEntry(const OrtRunOptions* options, const char* config_key) noexcept {
  return {};
}
[[gnu::weak]] const OrtMemoryInfo* EpDevice_MemoryInfo(const OrtEpDevice* ep_device,
                                                       OrtDeviceMemoryType memory_type) noexcept {
  return {};
}
[[gnu::weak]] OrtStatus* CreateSharedAllocator(OrtEnv* env, const OrtEpDevice* ep_device,
                                               OrtDeviceMemoryType mem_type, OrtAllocatorType allocator_type,
                                               const OrtKeyValuePairs* allocator_options,
                                               OrtAllocator** allocator) noexcept {
  return unavailable("CreateSharedAllocator");
}
[[gnu::weak]] OrtStatus* GetSharedAllocator(OrtEnv* env, const OrtMemoryInfo* mem_info,
                                            OrtAllocator** allocator) noexcept {
  return unavailable("GetSharedAllocator");
}
[[gnu::weak]] OrtStatus* ReleaseSharedAllocator(OrtEnv* env, const OrtEpDevice* ep_device,
                                                OrtDeviceMemoryType mem_type) noexcept {
  return unavailable("ReleaseSharedAllocator");
}
[[gnu::weak]] OrtStatus* GetTensorData(const OrtValue* value, const void** out) noexcept {
  return unavailable("GetTensorData");
}
[[gnu::weak]] OrtStatus* GetSessionOptionsConfigEntries(const OrtSessionOptions* options,
                                                        OrtKeyValuePairs** out) noexcept {
  return unavailable("GetSessionOptionsConfigEntries");
}
[[gnu::weak]] OrtStatus* SessionGetMemoryInfoForInputs(const OrtSession* session,
                                                       const OrtMemoryInfo** inputs_memory_info,
                                                       size_t num_inputs) noexcept {
  return unavailable("SessionGetMemoryInfoForInputs");
}
[[gnu::weak]] OrtStatus* SessionGetMemoryInfoForOutputs(const OrtSession* session,
                                                        const OrtMemoryInfo** outputs_memory_info,
                                                        size_t num_outputs) noexcept {
  return unavailable("SessionGetMemoryInfoForOutputs");
}
[[gnu::weak]] OrtStatus* SessionGetEpDeviceForInputs(const OrtSession* session,
                                                     const OrtEpDevice** inputs_ep_devices,
                                                     size_t num_inputs) noexcept {
  return unavailable("SessionGetEpDeviceForInputs");
}
[[gnu::weak]] OrtStatus* CreateSyncStreamForEpDevice(const OrtEpDevice* ep_device,
                                                     const OrtKeyValuePairs* stream_options,
                                                     OrtSyncStream** stream) noexcept {
  return unavailable("CreateSyncStreamForEpDevice");
}
[[gnu::weak]] void* SyncStream_GetHandle(OrtSyncStream* stream) noexcept { return {}; }
[[gnu::weak]] void ReleaseSyncStream(OrtSyncStream* input) noexcept {}
[[gnu::weak]] OrtStatus* CopyTensors(const OrtEnv* env, const OrtValue* const* src_tensors,
                                     OrtValue* const* dst_tensors, OrtSyncStream* stream,
                                     size_t num_tensors) noexcept {
  return unavailable("CopyTensors");
}
[[gnu::weak]] OrtStatus* Graph_GetModelMetadata(const OrtGraph* graph, OrtModelMetadata** out) noexcept {
  return unavailable("Graph_GetModelMetadata");
}
[[gnu::weak]] OrtStatus* GetModelCompatibilityForEpDevices(
    const OrtEpDevice* const* ep_devices, size_t num_ep_devices, const char* compatibility_info,
    OrtCompiledModelCompatibility* out_status) noexcept {
  return unavailable("GetModelCompatibilityForEpDevices");
}
[[gnu::weak]] OrtStatus* CreateExternalInitializerInfo(const ORTCHAR_T* filepath, int64_t file_offset,
                                                       size_t byte_size,
                                                       OrtExternalInitializerInfo** out) noexcept {
  return unavailable("CreateExternalInitializerInfo");
}
[[gnu::weak]] bool TensorTypeAndShape_HasShape(const OrtTensorTypeAndShapeInfo* info) noexcept { return {}; }
[[gnu::weak]] OrtStatus* KernelInfo_GetConfigEntries(const OrtKernelInfo* info,
                                                     OrtKeyValuePairs** out) noexcept {
  return unavailable("KernelInfo_GetConfigEntries");
}
[[gnu::weak]] OrtStatus* KernelInfo_GetOperatorDomain(const OrtKernelInfo* info, char* out,
                                                      size_t* size) noexcept {
  return unavailable("KernelInfo_GetOperatorDomain");
}
[[gnu::weak]] OrtStatus* KernelInfo_GetOperatorType(const OrtKernelInfo* info, char* out,
                                                    size_t* size) noexcept {
  return unavailable("KernelInfo_GetOperatorType");
}
[[gnu::weak]] OrtStatus* KernelInfo_GetOperatorSinceVersion(const OrtKernelInfo* info,
                                                            int* since_version) noexcept {
  return unavailable("KernelInfo_GetOperatorSinceVersion");
}
[[gnu::weak]] const OrtInteropApi* GetInteropApi() noexcept { return {}; }
[[gnu::weak]] OrtStatus* SessionGetEpDeviceForOutputs(const OrtSession* session,
                                                      const OrtEpDevice** outputs_ep_devices,
                                                      size_t num_outputs) noexcept {
  return unavailable("SessionGetEpDeviceForOutputs");
}
[[gnu::weak]] OrtStatus* GetNumHardwareDevices(const OrtEnv* env, size_t* num_devices) noexcept {
  return unavailable("GetNumHardwareDevices");
}
[[gnu::weak]] OrtStatus* GetHardwareDevices(const OrtEnv* env, const OrtHardwareDevice** devices,
                                            size_t num_devices) noexcept {
  return unavailable("GetHardwareDevices");
}
[[gnu::weak]] OrtStatus* GetHardwareDeviceEpIncompatibilityDetails(
    const OrtEnv* env, const char* ep_name, const OrtHardwareDevice* hw,
    OrtDeviceEpIncompatibilityDetails** details) noexcept {
  return unavailable("GetHardwareDeviceEpIncompatibilityDetails");
}
[[gnu::weak]] OrtStatus* DeviceEpIncompatibilityDetails_GetReasonsBitmask(
    const OrtDeviceEpIncompatibilityDetails* details, uint32_t* reasons_bitmask) noexcept {
  return unavailable("DeviceEpIncompatibilityDetails_GetReasonsBitmask");
}
[[gnu::weak]] OrtStatus* DeviceEpIncompatibilityDetails_GetNotes(
    const OrtDeviceEpIncompatibilityDetails* details, const char** notes) noexcept {
  return unavailable("DeviceEpIncompatibilityDetails_GetNotes");
}
[[gnu::weak]] OrtStatus* DeviceEpIncompatibilityDetails_GetErrorCode(
    const OrtDeviceEpIncompatibilityDetails* details, int32_t* error_code) noexcept {
  return unavailable("DeviceEpIncompatibilityDetails_GetErrorCode");
}
[[gnu::weak]] void ReleaseDeviceEpIncompatibilityDetails(OrtDeviceEpIncompatibilityDetails* input) noexcept {}
[[gnu::weak]] OrtStatus* GetCompatibilityInfoFromModel(const ORTCHAR_T* model_path, const char* ep_type,
                                                       OrtAllocator* allocator,
                                                       char** compatibility_info) noexcept {
  return unavailable("GetCompatibilityInfoFromModel");
}
[[gnu::weak]] OrtStatus* GetCompatibilityInfoFromModelBytes(const void* model_data, size_t model_data_length,
                                                            const char* ep_type, OrtAllocator* allocator,
                                                            char** compatibility_info) noexcept {
  return unavailable("GetCompatibilityInfoFromModelBytes");
}
[[gnu::weak]] OrtStatus* CreateEnvWithOptions(const OrtEnvCreationOptions* options, OrtEnv** out) noexcept {
  return unavailable("CreateEnvWithOptions");
}
[[gnu::weak]] OrtStatus* Session_GetEpGraphAssignmentInfo(const OrtSession* session,
                                                          const OrtEpAssignedSubgraph* const** ep_subgraphs,
                                                          size_t* num_ep_subgraphs) noexcept {
  return unavailable("Session_GetEpGraphAssignmentInfo");
}
[[gnu::weak]] OrtStatus* EpAssignedSubgraph_GetEpName(const OrtEpAssignedSubgraph* ep_subgraph,
                                                      const char** out) noexcept {
  return unavailable("EpAssignedSubgraph_GetEpName");
}
[[gnu::weak]] OrtStatus* EpAssignedSubgraph_GetNodes(const OrtEpAssignedSubgraph* ep_subgraph,
                                                     const OrtEpAssignedNode* const** ep_nodes,
                                                     size_t* num_ep_nodes) noexcept {
  return unavailable("EpAssignedSubgraph_GetNodes");
}
[[gnu::weak]] OrtStatus* EpAssignedNode_GetName(const OrtEpAssignedNode* ep_node, const char** out) noexcept {
  return unavailable("EpAssignedNode_GetName");
}
[[gnu::weak]] OrtStatus* EpAssignedNode_GetDomain(const OrtEpAssignedNode* ep_node,
                                                  const char** out) noexcept {
  return unavailable("EpAssignedNode_GetDomain");
}
[[gnu::weak]] OrtStatus* EpAssignedNode_GetOperatorType(const OrtEpAssignedNode* ep_node,
                                                        const char** out) noexcept {
  return unavailable("EpAssignedNode_GetOperatorType");
}
[[gnu::weak]] void RunOptionsSetSyncStream(OrtRunOptions* options, OrtSyncStream* sync_stream) noexcept {}
[[gnu::weak]] OrtStatus* GetTensorElementTypeAndShapeDataReference(const OrtValue* value,
                                                                   ONNXTensorElementDataType* elem_type,
                                                                   const int64_t** shape_data,
                                                                   size_t* shape_data_count) noexcept {
  return unavailable("GetTensorElementTypeAndShapeDataReference");
}
[[gnu::weak]] OrtStatus* RunOptionsEnableProfiling(OrtRunOptions* options,
                                                   const ORTCHAR_T* profile_file_prefix) noexcept {
  return unavailable("RunOptionsEnableProfiling");
}
[[gnu::weak]] OrtStatus* RunOptionsDisableProfiling(OrtRunOptions* options) noexcept {
  return unavailable("RunOptionsDisableProfiling");
}
[[gnu::weak]] OrtStatus* KernelInfoGetAttributeArray_string(const OrtKernelInfo* info, const char* name,
                                                            OrtAllocator* allocator, char*** out,
                                                            size_t* size) noexcept {
  return unavailable("KernelInfoGetAttributeArray_string");
}
[[gnu::weak]] OrtStatus* SetPerSessionThreadPoolCallbacks(
    OrtEnv* env, const OrtThreadPoolCallbacksConfig* config) noexcept {
  return unavailable("SetPerSessionThreadPoolCallbacks");
}
[[gnu::weak]] OrtStatus* GetMemPatternEnabled(const OrtSessionOptions* options, int* out) noexcept {
  return unavailable("GetMemPatternEnabled");
}
[[gnu::weak]] OrtStatus* GetSessionExecutionMode(const OrtSessionOptions* options,
                                                 ExecutionMode* out) noexcept {
  return unavailable("GetSessionExecutionMode");
}
[[gnu::weak]] OrtStatus* SessionReleaseCapturedGraph(OrtSession* session, int graph_annotation_id) noexcept {
  return unavailable("SessionReleaseCapturedGraph");
}
[[gnu::weak]] OrtExperimentalFnPtr GetExperimentalFunction(const char* name) noexcept { return {}; }
[[gnu::weak]] OrtStatus* KernelContext_GetSyncStream(const OrtKernelContext* context,
                                                     OrtSyncStream** out) noexcept {
  return unavailable("KernelContext_GetSyncStream");
}
[[gnu::weak]] OrtStatus* SessionOptionsSetWeightlessSourceModelBuffer(
    OrtSessionOptions* options, const void* source_model_data, size_t source_model_data_length) noexcept {
  return unavailable("SessionOptionsSetWeightlessSourceModelBuffer");
}
[[gnu::weak]] OrtStatus* KernelContext_GetPreallocatedOutput(const OrtKernelContext* context,
                                                             size_t output_index,
                                                             OrtValue** output) noexcept {
  return unavailable("KernelContext_GetPreallocatedOutput");
}

const OrtApi table = {
    CreateStatus,
    GetErrorCode,
    GetErrorMessage,
    CreateEnv,
    CreateEnvWithCustomLogger,
    EnableTelemetryEvents,
    DisableTelemetryEvents,
    CreateSession,
    CreateSessionFromArray,
    Run,
    CreateSessionOptions,
    SetOptimizedModelFilePath,
    CloneSessionOptions,
    SetSessionExecutionMode,
    EnableProfiling,
    DisableProfiling,
    EnableMemPattern,
    DisableMemPattern,
    EnableCpuMemArena,
    DisableCpuMemArena,
    SetSessionLogId,
    SetSessionLogVerbosityLevel,
    SetSessionLogSeverityLevel,
    SetSessionGraphOptimizationLevel,
    SetIntraOpNumThreads,
    SetInterOpNumThreads,
    CreateCustomOpDomain,
    CustomOpDomain_Add,
    AddCustomOpDomain,
    RegisterCustomOpsLibrary,
    SessionGetInputCount,
    SessionGetOutputCount,
    SessionGetOverridableInitializerCount,
    SessionGetInputTypeInfo,
    SessionGetOutputTypeInfo,
    SessionGetOverridableInitializerTypeInfo,
    SessionGetInputName,
    SessionGetOutputName,
    SessionGetOverridableInitializerName,
    CreateRunOptions,
    RunOptionsSetRunLogVerbosityLevel,
    RunOptionsSetRunLogSeverityLevel,
    RunOptionsSetRunTag,
    RunOptionsGetRunLogVerbosityLevel,
    RunOptionsGetRunLogSeverityLevel,
    RunOptionsGetRunTag,
    RunOptionsSetTerminate,
    RunOptionsUnsetTerminate,
    CreateTensorAsOrtValue,
    CreateTensorWithDataAsOrtValue,
    IsTensor,
    GetTensorMutableData,
    FillStringTensor,
    GetStringTensorDataLength,
    GetStringTensorContent,
    CastTypeInfoToTensorInfo,
    GetOnnxTypeFromTypeInfo,
    CreateTensorTypeAndShapeInfo,
    SetTensorElementType,
    SetDimensions,
    GetTensorElementType,
    GetDimensionsCount,
    GetDimensions,
    GetSymbolicDimensions,
    GetTensorShapeElementCount,
    GetTensorTypeAndShape,
    GetTypeInfo,
    GetValueType,
    CreateMemoryInfo,
    CreateCpuMemoryInfo,
    CompareMemoryInfo,
    MemoryInfoGetName,
    MemoryInfoGetId,
    MemoryInfoGetMemType,
    MemoryInfoGetType,
    AllocatorAlloc,
    AllocatorFree,
    AllocatorGetInfo,
    GetAllocatorWithDefaultOptions,
    AddFreeDimensionOverride,
    GetValue,
    GetValueCount,
    CreateValue,
    CreateOpaqueValue,
    GetOpaqueValue,
    KernelInfoGetAttribute_float,
    KernelInfoGetAttribute_int64,
    KernelInfoGetAttribute_string,
    KernelContext_GetInputCount,
    KernelContext_GetOutputCount,
    KernelContext_GetInput,
    KernelContext_GetOutput,
    ReleaseEnv,
    ReleaseStatus,
    ReleaseMemoryInfo,
    ReleaseSession,
    ReleaseValue,
    ReleaseRunOptions,
    ReleaseTypeInfo,
    ReleaseTensorTypeAndShapeInfo,
    ReleaseSessionOptions,
    ReleaseCustomOpDomain,
    GetDenotationFromTypeInfo,
    CastTypeInfoToMapTypeInfo,
    CastTypeInfoToSequenceTypeInfo,
    GetMapKeyType,
    GetMapValueType,
    GetSequenceElementType,
    ReleaseMapTypeInfo,
    ReleaseSequenceTypeInfo,
    SessionEndProfiling,
    SessionGetModelMetadata,
    ModelMetadataGetProducerName,
    ModelMetadataGetGraphName,
    ModelMetadataGetDomain,
    ModelMetadataGetDescription,
    ModelMetadataLookupCustomMetadataMap,
    ModelMetadataGetVersion,
    ReleaseModelMetadata,
    CreateEnvWithGlobalThreadPools,
    DisablePerSessionThreads,
    CreateThreadingOptions,
    ReleaseThreadingOptions,
    ModelMetadataGetCustomMetadataMapKeys,
    AddFreeDimensionOverrideByName,
    GetAvailableProviders,
    ReleaseAvailableProviders,
    GetStringTensorElementLength,
    GetStringTensorElement,
    FillStringTensorElement,
    AddSessionConfigEntry,
    CreateAllocator,
    ReleaseAllocator,
    RunWithBinding,
    CreateIoBinding,
    ReleaseIoBinding,
    BindInput,
    BindOutput,
    BindOutputToDevice,
    GetBoundOutputNames,
    GetBoundOutputValues,
    ClearBoundInputs,
    ClearBoundOutputs,
    TensorAt,
    CreateAndRegisterAllocator,
    SetLanguageProjection,
    SessionGetProfilingStartTimeNs,
    SetGlobalIntraOpNumThreads,
    SetGlobalInterOpNumThreads,
    SetGlobalSpinControl,
    AddInitializer,
    CreateEnvWithCustomLoggerAndGlobalThreadPools,
    SessionOptionsAppendExecutionProvider_CUDA,
    SessionOptionsAppendExecutionProvider_ROCM,
    SessionOptionsAppendExecutionProvider_OpenVINO,
    SetGlobalDenormalAsZero,
    CreateArenaCfg,
    ReleaseArenaCfg,
    ModelMetadataGetGraphDescription,
    SessionOptionsAppendExecutionProvider_TensorRT,
    SetCurrentGpuDeviceId,
    GetCurrentGpuDeviceId,
    KernelInfoGetAttributeArray_float,
    KernelInfoGetAttributeArray_int64,
    CreateArenaCfgV2,
    AddRunConfigEntry,
    CreatePrepackedWeightsContainer,
    ReleasePrepackedWeightsContainer,
    CreateSessionWithPrepackedWeightsContainer,
    CreateSessionFromArrayWithPrepackedWeightsContainer,
    SessionOptionsAppendExecutionProvider_TensorRT_V2,
    CreateTensorRTProviderOptions,
    UpdateTensorRTProviderOptions,
    GetTensorRTProviderOptionsAsString,
    ReleaseTensorRTProviderOptions,
    EnableOrtCustomOps,
    RegisterAllocator,
    UnregisterAllocator,
    IsSparseTensor,
    CreateSparseTensorAsOrtValue,
    FillSparseTensorCoo,
    FillSparseTensorCsr,
    FillSparseTensorBlockSparse,
    CreateSparseTensorWithValuesAsOrtValue,
    UseCooIndices,
    UseCsrIndices,
    UseBlockSparseIndices,
    GetSparseTensorFormat,
    GetSparseTensorValuesTypeAndShape,
    GetSparseTensorValues,
    GetSparseTensorIndicesTypeShape,
    GetSparseTensorIndices,
    HasValue,
    KernelContext_GetGPUComputeStream,
    GetTensorMemoryInfo,
    GetExecutionProviderApi,
    SessionOptionsSetCustomCreateThreadFn,
    SessionOptionsSetCustomThreadCreationOptions,
    SessionOptionsSetCustomJoinThreadFn,
    SetGlobalCustomCreateThreadFn,
    SetGlobalCustomThreadCreationOptions,
    SetGlobalCustomJoinThreadFn,
    SynchronizeBoundInputs,
    SynchronizeBoundOutputs,
    SessionOptionsAppendExecutionProvider_CUDA_V2,
    CreateCUDAProviderOptions,
    UpdateCUDAProviderOptions,
    GetCUDAProviderOptionsAsString,
    ReleaseCUDAProviderOptions,
    SessionOptionsAppendExecutionProvider_MIGraphX,
    AddExternalInitializers,
    CreateOpAttr,
    ReleaseOpAttr,
    CreateOp,
    InvokeOp,
    ReleaseOp,
    SessionOptionsAppendExecutionProvider,
    CopyKernelInfo,
    ReleaseKernelInfo,
    GetTrainingApi,
    SessionOptionsAppendExecutionProvider_CANN,
    CreateCANNProviderOptions,
    UpdateCANNProviderOptions,
    GetCANNProviderOptionsAsString,
    ReleaseCANNProviderOptions,
    MemoryInfoGetDeviceType,
    UpdateEnvWithCustomLogLevel,
    SetGlobalIntraOpThreadAffinity,
    RegisterCustomOpsLibrary_V2,
    RegisterCustomOpsUsingFunction,
    KernelInfo_GetInputCount,
    KernelInfo_GetOutputCount,
    KernelInfo_GetInputName,
    KernelInfo_GetOutputName,
    KernelInfo_GetInputTypeInfo,
    KernelInfo_GetOutputTypeInfo,
    KernelInfoGetAttribute_tensor,
    HasSessionConfigEntry,
    GetSessionConfigEntry,
    SessionOptionsAppendExecutionProvider_Dnnl,
    CreateDnnlProviderOptions,
    UpdateDnnlProviderOptions,
    GetDnnlProviderOptionsAsString,
    ReleaseDnnlProviderOptions,
    KernelInfo_GetNodeName,
    KernelInfo_GetLogger,
    KernelContext_GetLogger,
    Logger_LogMessage,
    Logger_GetLoggingSeverityLevel,
    KernelInfoGetConstantInput_tensor,
    CastTypeInfoToOptionalTypeInfo,
    GetOptionalContainedTypeInfo,
    GetResizedStringTensorElementBuffer,
    KernelContext_GetAllocator,
    GetBuildInfoString,
    CreateROCMProviderOptions,
    UpdateROCMProviderOptions,
    GetROCMProviderOptionsAsString,
    ReleaseROCMProviderOptions,
    CreateAndRegisterAllocatorV2,
    RunAsync,
    UpdateTensorRTProviderOptionsWithValue,
    GetTensorRTProviderOptionsByName,
    UpdateCUDAProviderOptionsWithValue,
    GetCUDAProviderOptionsByName,
    KernelContext_GetResource,
    SetUserLoggingFunction,
    ShapeInferContext_GetInputCount,
    ShapeInferContext_GetInputTypeShape,
    ShapeInferContext_GetAttribute,
    ShapeInferContext_SetOutputTypeShape,
    SetSymbolicDimensions,
    ReadOpAttr,
    SetDeterministicCompute,
    KernelContext_ParallelFor,
    SessionOptionsAppendExecutionProvider_OpenVINO_V2,
    SessionOptionsAppendExecutionProvider_VitisAI,
    KernelContext_GetScratchBuffer,
    KernelInfoGetAllocator,
    AddExternalInitializersFromFilesInMemory,
    CreateLoraAdapter,
    CreateLoraAdapterFromArray,
    ReleaseLoraAdapter,
    RunOptionsAddActiveLoraAdapter,
    SetEpDynamicOptions,
    ReleaseValueInfo,
    ReleaseNode,
    ReleaseGraph,
    ReleaseModel,
    GetValueInfoName,
    GetValueInfoTypeInfo,
    GetModelEditorApi,
    CreateTensorWithDataAndDeleterAsOrtValue,
    SessionOptionsSetLoadCancellationFlag,
    GetCompileApi,
    CreateKeyValuePairs,
    AddKeyValuePair,
    GetKeyValue,
    GetKeyValuePairs,
    RemoveKeyValuePair,
    ReleaseKeyValuePairs,
    RegisterExecutionProviderLibrary,
    UnregisterExecutionProviderLibrary,
    GetEpDevices,
    SessionOptionsAppendExecutionProvider_V2,
    SessionOptionsSetEpSelectionPolicy,
    SessionOptionsSetEpSelectionPolicyDelegate,
    HardwareDevice_Type,
    HardwareDevice_VendorId,
    HardwareDevice_Vendor,
    HardwareDevice_DeviceId,
    HardwareDevice_Metadata,
    EpDevice_EpName,
    EpDevice_EpVendor,
    EpDevice_EpMetadata,
    EpDevice_EpOptions,
    EpDevice_Device,
    GetEpApi,
    GetTensorSizeInBytes,
    AllocatorGetStats,
    CreateMemoryInfo_V2,
    MemoryInfoGetDeviceMemType,
    MemoryInfoGetVendorId,
    ValueInfo_GetValueProducer,
    ValueInfo_GetValueNumConsumers,
    ValueInfo_GetValueConsumers,
    ValueInfo_GetInitializerValue,
    ValueInfo_GetExternalInitializerInfo,
    ValueInfo_IsRequiredGraphInput,
    ValueInfo_IsOptionalGraphInput,
    ValueInfo_IsGraphOutput,
    ValueInfo_IsConstantInitializer,
    ValueInfo_IsFromOuterScope,
    Graph_GetName,
    Graph_GetModelPath,
    Graph_GetOnnxIRVersion,
    Graph_GetNumOperatorSets,
    Graph_GetOperatorSets,
    Graph_GetNumInputs,
    Graph_GetInputs,
    Graph_GetNumOutputs,
    Graph_GetOutputs,
    Graph_GetNumInitializers,
    Graph_GetInitializers,
    Graph_GetNumNodes,
    Graph_GetNodes,
    Graph_GetParentNode,
    Graph_GetGraphView,
    Node_GetId,
    Node_GetName,
    Node_GetOperatorType,
    Node_GetDomain,
    Node_GetSinceVersion,
    Node_GetNumInputs,
    Node_GetInputs,
    Node_GetNumOutputs,
    Node_GetOutputs,
    Node_GetNumImplicitInputs,
    Node_GetImplicitInputs,
    Node_GetNumAttributes,
    Node_GetAttributes,
    Node_GetAttributeByName,
    OpAttr_GetTensorAttributeAsOrtValue,
    OpAttr_GetType,
    OpAttr_GetName,
    Node_GetNumSubgraphs,
    Node_GetSubgraphs,
    Node_GetGraph,
    Node_GetEpName,
    ReleaseExternalInitializerInfo,
    ExternalInitializerInfo_GetFilePath,
    ExternalInitializerInfo_GetFileOffset,
    ExternalInitializerInfo_GetByteSize,
    GetRunConfigEntry,
    EpDevice_MemoryInfo,
    CreateSharedAllocator,
    GetSharedAllocator,
    ReleaseSharedAllocator,
    GetTensorData,
    GetSessionOptionsConfigEntries,
    SessionGetMemoryInfoForInputs,
    SessionGetMemoryInfoForOutputs,
    SessionGetEpDeviceForInputs,
    CreateSyncStreamForEpDevice,
    SyncStream_GetHandle,
    ReleaseSyncStream,
    CopyTensors,
    Graph_GetModelMetadata,
    GetModelCompatibilityForEpDevices,
    CreateExternalInitializerInfo,
    TensorTypeAndShape_HasShape,
    KernelInfo_GetConfigEntries,
    KernelInfo_GetOperatorDomain,
    KernelInfo_GetOperatorType,
    KernelInfo_GetOperatorSinceVersion,
    GetInteropApi,
    SessionGetEpDeviceForOutputs,
    GetNumHardwareDevices,
    GetHardwareDevices,
    GetHardwareDeviceEpIncompatibilityDetails,
    DeviceEpIncompatibilityDetails_GetReasonsBitmask,
    DeviceEpIncompatibilityDetails_GetNotes,
    DeviceEpIncompatibilityDetails_GetErrorCode,
    ReleaseDeviceEpIncompatibilityDetails,
    GetCompatibilityInfoFromModel,
    GetCompatibilityInfoFromModelBytes,
    CreateEnvWithOptions,
    Session_GetEpGraphAssignmentInfo,
    EpAssignedSubgraph_GetEpName,
    EpAssignedSubgraph_GetNodes,
    EpAssignedNode_GetName,
    EpAssignedNode_GetDomain,
    EpAssignedNode_GetOperatorType,
    RunOptionsSetSyncStream,
    GetTensorElementTypeAndShapeDataReference,
    RunOptionsEnableProfiling,
    RunOptionsDisableProfiling,
    KernelInfoGetAttributeArray_string,
    SetPerSessionThreadPoolCallbacks,
    GetMemPatternEnabled,
    GetSessionExecutionMode,
    SessionReleaseCapturedGraph,
    GetExperimentalFunction,
    KernelContext_GetSyncStream,
    SessionOptionsSetWeightlessSourceModelBuffer,
    KernelContext_GetPreallocatedOutput,
};

}  // namespace sardonyx::slots

namespace sardonyx::slots::model_editor {

[[gnu::weak]] OrtStatus* CreateTensorTypeInfo(const OrtTensorTypeAndShapeInfo* tensor_info,
                                              OrtTypeInfo** type_info) noexcept {
  return unavailable("CreateTensorTypeInfo");
}
[[gnu::weak]] OrtStatus* CreateSparseTensorTypeInfo(const OrtTensorTypeAndShapeInfo* tensor_info,
                                                    OrtTypeInfo** type_info) noexcept {
  return unavailable("CreateSparseTensorTypeInfo");
}
[[gnu::weak]] OrtStatus* CreateMapTypeInfo(ONNXTensorElementDataType map_key_type,
                                           const OrtTypeInfo* map_value_type,
                                           OrtTypeInfo** type_info) noexcept {
  return unavailable("CreateMapTypeInfo");
}
[[gnu::weak]] OrtStatus* CreateSequenceTypeInfo(const OrtTypeInfo* sequence_type,
                                                OrtTypeInfo** type_info) noexcept {
  return unavailable("CreateSequenceTypeInfo");
}
[[gnu::weak]] OrtStatus* CreateOptionalTypeInfo(const OrtTypeInfo* contained_type,
                                                OrtTypeInfo** type_info) noexcept {
  return unavailable("CreateOptionalTypeInfo");
}
[[gnu::weak]] OrtStatus* CreateValueInfo(const char* name, const OrtTypeInfo* type_info,
                                         OrtValueInfo** value_info) noexcept {
  return unavailable("CreateValueInfo");
}
[[gnu::weak]] OrtStatus* CreateNode(const char* operator_name, const char* domain_name, const char* node_name,
                                    const char* const* input_names, size_t input_names_len,
                                    const char* const* output_names, size_t output_names_len,
                                    OrtOpAttr** attributes, size_t attribs_len, OrtNode** node) noexcept {
  return unavailable("CreateNode");
}
[[gnu::weak]] OrtStatus* CreateGraph(OrtGraph** graph) noexcept { return unavailable("CreateGraph"); }
[[gnu::weak]] OrtStatus* SetGraphInputs(OrtGraph* graph, OrtValueInfo** inputs, size_t inputs_len) noexcept {
  return unavailable("SetGraphInputs");
}
[[gnu::weak]] OrtStatus* SetGraphOutputs(OrtGraph* graph, OrtValueInfo** outputs,
                                         size_t outputs_len) noexcept {
  return unavailable("SetGraphOutputs");
}
[[gnu::weak]] OrtStatus* AddInitializerToGraph(OrtGraph* graph, const char* name, OrtValue* tensor,
                                               bool data_is_external) noexcept {
  return unavailable("AddInitializerToGraph");
}
[[gnu::weak]] OrtStatus* AddNodeToGraph(OrtGraph* graph, OrtNode* node) noexcept {
  return unavailable("AddNodeToGraph");
}
[[gnu::weak]] OrtStatus* CreateModel(const char* const* domain_names, const int* opset_versions,
                                     size_t opset_entries_len, OrtModel** model) noexcept {
  return unavailable("CreateModel");
}
[[gnu::weak]] OrtStatus* AddGraphToModel(OrtModel* model, OrtGraph* graph) noexcept {
  return unavailable("AddGraphToModel");
}
[[gnu::weak]] OrtStatus* CreateSessionFromModel(const OrtEnv* env, const OrtModel* model,
                                                const OrtSessionOptions* options, OrtSession** out) noexcept {
  return unavailable("CreateSessionFromModel");
}
[[gnu::weak]] OrtStatus* CreateModelEditorSession(const OrtEnv* env, const ORTCHAR_T* model_path,
                                                  const OrtSessionOptions* options,
                                                  OrtSession** out) noexcept {
  return unavailable("CreateModelEditorSession");
}
[[gnu::weak]] OrtStatus* CreateModelEditorSessionFromArray(const OrtEnv* env, const void* model_data,
                                                           size_t model_data_length,
                                                           const OrtSessionOptions* options,
                                                           OrtSession** out) noexcept {
  return unavailable("CreateModelEditorSessionFromArray");
}
[[gnu::weak]] OrtStatus* SessionGetOpsetForDomain(const OrtSession* session, const char* domain,
                                                  int* opset) noexcept {
  return unavailable("SessionGetOpsetForDomain");
}
[[gnu::weak]] OrtStatus* ApplyModelToModelEditorSession(OrtSession* session, OrtModel* model) noexcept {
  return unavailable("ApplyModelToModelEditorSession");
}
[[gnu::weak]] OrtStatus* FinalizeModelEditorSession(
    OrtSession* session, const OrtSessionOptions* options,
    OrtPrepackedWeightsContainer* prepacked_weights_container) noexcept {
  return unavailable("FinalizeModelEditorSession");
}

const OrtModelEditorApi table = {
    CreateTensorTypeInfo,
    CreateSparseTensorTypeInfo,
    CreateMapTypeInfo,
    CreateSequenceTypeInfo,
    CreateOptionalTypeInfo,
    CreateValueInfo,
    CreateNode,
    CreateGraph,
    SetGraphInputs,
    SetGraphOutputs,
    AddInitializerToGraph,
    AddNodeToGraph,
    CreateModel,
    AddGraphToModel,
    CreateSessionFromModel,
    CreateModelEditorSession,
    CreateModelEditorSessionFromArray,
    SessionGetOpsetForDomain,
    ApplyModelToModelEditorSession,
    FinalizeModelEditorSession,
};

}  // namespace sardonyx::slots::model_editor

namespace sardonyx::slots::compile {

[[gnu::weak]] void ReleaseModelCompilationOptions(OrtModelCompilationOptions* input) noexcept {}
[[gnu::weak]] OrtStatus* CreateModelCompilationOptionsFromSessionOptions(
    const OrtEnv* env, const OrtSessionOptions* session_options, OrtModelCompilationOptions** out) noexcept {
  return unavailable("CreateModelCompilationOptionsFromSessionOptions");
}
[[gnu::weak]] OrtStatus* ModelCompilationOptions_SetInputModelPath(
    OrtModelCompilationOptions* model_compile_options, const ORTCHAR_T* input_model_path) noexcept {
  return unavailable("ModelCompilationOptions_SetInputModelPath");
}
[[gnu::weak]] OrtStatus* ModelCompilationOptions_SetInputModelFromBuffer(
    OrtModelCompilationOptions* model_compile_options, const void* input_model_data,
    size_t input_model_data_size) noexcept {
  return unavailable("ModelCompilationOptions_SetInputModelFromBuffer");
}
[[gnu::weak]] OrtStatus* ModelCompilationOptions_SetOutputModelPath(
    OrtModelCompilationOptions* model_compile_options, const ORTCHAR_T* output_model_path) noexcept {
  return unavailable("ModelCompilationOptions_SetOutputModelPath");
}
[[gnu::weak]] OrtStatus* ModelCompilationOptions_SetOutputModelExternalInitializersFile(
    OrtModelCompilationOptions* model_compile_options, const ORTCHAR_T* external_initializers_file_path,
    size_t external_initializers_size_threshold) noexcept {
  return unavailable("ModelCompilationOptions_SetOutputModelExternalInitializersFile");
}
[[gnu::weak]] OrtStatus* ModelCompilationOptions_SetOutputModelBuffer(
    OrtModelCompilationOptions* model_compile_options, OrtAllocator* allocator,
    void** output_model_buffer_ptr, size_t* output_model_buffer_size_ptr) noexcept {
  return unavailable("ModelCompilationOptions_SetOutputModelBuffer");
}
[[gnu::weak]] OrtStatus* ModelCompilationOptions_SetEpContextEmbedMode(
    OrtModelCompilationOptions* model_compile_options, bool embed_ep_context_in_model) noexcept {
  return unavailable("ModelCompilationOptions_SetEpContextEmbedMode");
}
[[gnu::weak]] OrtStatus* CompileModel(const OrtEnv* env,
                                      const OrtModelCompilationOptions* model_options) noexcept {
  return unavailable("CompileModel");
}
[[gnu::weak]] OrtStatus* ModelCompilationOptions_SetFlags(OrtModelCompilationOptions* model_compile_options,
                                                          uint32_t flags) noexcept {
  return unavailable("ModelCompilationOptions_SetFlags");
}
[[gnu::weak]] OrtStatus* ModelCompilationOptions_SetEpContextBinaryInformation(
    OrtModelCompilationOptions* model_compile_options, const ORTCHAR_T* output_directory,
    const ORTCHAR_T* model_name) noexcept {
  return unavailable("ModelCompilationOptions_SetEpContextBinaryInformation");
}
[[gnu::weak]] OrtStatus* ModelCompilationOptions_SetGraphOptimizationLevel(
    OrtModelCompilationOptions* model_compile_options,
    GraphOptimizationLevel graph_optimization_level) noexcept {
  return unavailable("ModelCompilationOptions_SetGraphOptimizationLevel");
}
[[gnu::weak]] OrtStatus* ModelCompilationOptions_SetOutputModelWriteFunc(
    OrtModelCompilationOptions* model_compile_options, OrtWriteBufferFunc write_func, void* state) noexcept {
  return unavailable("ModelCompilationOptions_SetOutputModelWriteFunc");
}
[[gnu::weak]] OrtStatus* ModelCompilationOptions_SetOutputModelGetInitializerLocationFunc(
    OrtModelCompilationOptions* model_compile_options,
    OrtGetInitializerLocationFunc get_initializer_location_func, void* state) noexcept {
  return unavailable("ModelCompilationOptions_SetOutputModelGetInitializerLocationFunc");
}
[[gnu::weak]] OrtStatus* ModelCompilationOptions_SetInputModel(
    OrtModelCompilationOptions* model_compile_options, const OrtModel* model) noexcept {
  return unavailable("ModelCompilationOptions_SetInputModel");
}
[[gnu::weak]] OrtStatus* ModelCompilationOptions_SetWeightlessEnabled(
    OrtModelCompilationOptions* model_compile_options, bool use_weightless) noexcept {
  return unavailable("ModelCompilationOptions_SetWeightlessEnabled");
}

const OrtCompileApi table = {
    ReleaseModelCompilationOptions,
    CreateModelCompilationOptionsFromSessionOptions,
    ModelCompilationOptions_SetInputModelPath,
    ModelCompilationOptions_SetInputModelFromBuffer,
    ModelCompilationOptions_SetOutputModelPath,
    ModelCompilationOptions_SetOutputModelExternalInitializersFile,
    ModelCompilationOptions_SetOutputModelBuffer,
    ModelCompilationOptions_SetEpContextEmbedMode,
    CompileModel,
    ModelCompilationOptions_SetFlags,
    ModelCompilationOptions_SetEpContextBinaryInformation,
    ModelCompilationOptions_SetGraphOptimizationLevel,
    ModelCompilationOptions_SetOutputModelWriteFunc,
    ModelCompilationOptions_SetOutputModelGetInitializerLocationFunc,
    ModelCompilationOptions_SetInputModel,
    ModelCompilationOptions_SetWeightlessEnabled,
};

}  // namespace sardonyx::slots::compile

namespace sardonyx::slots::interop {

[[gnu::weak]] OrtStatus* CreateExternalResourceImporterForDevice(
    const OrtEpDevice* ep_device, OrtExternalResourceImporter** out_importer) noexcept {
  return unavailable("CreateExternalResourceImporterForDevice");
}
[[gnu::weak]] void ReleaseExternalResourceImporter(OrtExternalResourceImporter* input) noexcept {}
[[gnu::weak]] OrtStatus* CanImportMemory(const OrtExternalResourceImporter* importer,
                                         OrtExternalMemoryHandleType handle_type,
                                         bool* out_supported) noexcept {
  return unavailable("CanImportMemory");
}
[[gnu::weak]] OrtStatus* ImportMemory(OrtExternalResourceImporter* importer,
                                      const OrtExternalMemoryDescriptor* desc,
                                      OrtExternalMemoryHandle** out_handle) noexcept {
  return unavailable("ImportMemory");
}
[[gnu::weak]] void ReleaseExternalMemoryHandle(OrtExternalMemoryHandle* input) noexcept {}
[[gnu::weak]] OrtStatus* CreateTensorFromMemory(OrtExternalResourceImporter* importer,
                                                const OrtExternalMemoryHandle* mem_handle,
                                                const OrtExternalTensorDescriptor* tensor_desc,
                                                OrtValue** out_tensor) noexcept {
  return unavailable("CreateTensorFromMemory");
}
[[gnu::weak]] OrtStatus* CanImportSemaphore(const OrtExternalResourceImporter* importer,
                                            OrtExternalSemaphoreType type, bool* out_supported) noexcept {
  return unavailable("CanImportSemaphore");
}
[[gnu::weak]] OrtStatus* ImportSemaphore(OrtExternalResourceImporter* importer,
                                         const OrtExternalSemaphoreDescriptor* desc,
                                         OrtExternalSemaphoreHandle** out_handle) noexcept {
  return unavailable("ImportSemaphore");
}
[[gnu::weak]] void ReleaseExternalSemaphoreHandle(OrtExternalSemaphoreHandle* input) noexcept {}
[[gnu::weak]] OrtStatus* WaitSemaphore(OrtExternalResourceImporter* importer,
                                       OrtExternalSemaphoreHandle* semaphore_handle, OrtSyncStream* stream,
                                       uint64_t value) noexcept {
  return unavailable("WaitSemaphore");
}
[[gnu::weak]] OrtStatus* SignalSemaphore(OrtExternalResourceImporter* importer,
                                         OrtExternalSemaphoreHandle* semaphore_handle, OrtSyncStream* stream,
                                         uint64_t value) noexcept {
  return unavailable("SignalSemaphore");
}
[[gnu::weak]] OrtStatus* InitGraphicsInteropForEpDevice(const OrtEpDevice* ep_device,
                                                        const OrtGraphicsInteropConfig* config) noexcept {
  return unavailable("InitGraphicsInteropForEpDevice");
}
[[gnu::weak]] OrtStatus* DeinitGraphicsInteropForEpDevice(const OrtEpDevice* ep_device) noexcept {
  return unavailable("DeinitGraphicsInteropForEpDevice");
}

const OrtInteropApi table = {
    CreateExternalResourceImporterForDevice,
    ReleaseExternalResourceImporter,
    CanImportMemory,
    ImportMemory,
    ReleaseExternalMemoryHandle,
    CreateTensorFromMemory,
    CanImportSemaphore,
    ImportSemaphore,
    ReleaseExternalSemaphoreHandle,
    WaitSemaphore,
    SignalSemaphore,
    InitGraphicsInteropForEpDevice,
    DeinitGraphicsInteropForEpDevice,
};

}  // namespace sardonyx::slots::interop

namespace sardonyx::slots::ep {

[[gnu::weak]] OrtStatus* CreateEpDevice(OrtEpFactory* ep_factory, const OrtHardwareDevice* hardware_device,
                                        const OrtKeyValuePairs* ep_metadata,
                                        const OrtKeyValuePairs* ep_options,
                                        OrtEpDevice** ep_device) noexcept {
  return unavailable("CreateEpDevice");
}
[[gnu::weak]] void ReleaseEpDevice(OrtEpDevice* input) noexcept {}
[[gnu::weak]] OrtStatus* EpGraphSupportInfo_AddNodesToFuse(
    OrtEpGraphSupportInfo* graph_support_info, const OrtNode* const* nodes, size_t num_nodes,
    const OrtNodeFusionOptions* node_fusion_options) noexcept {
  return unavailable("EpGraphSupportInfo_AddNodesToFuse");
}
[[gnu::weak]] OrtStatus* EpGraphSupportInfo_AddSingleNode(OrtEpGraphSupportInfo* graph_support_info,
                                                          const OrtNode* node) noexcept {
  return unavailable("EpGraphSupportInfo_AddSingleNode");
}
[[gnu::weak]] const char* NodeComputeContext_NodeName(const OrtNodeComputeContext* context) noexcept {
  return {};
}
[[gnu::weak]] OrtStatus* EpDevice_AddAllocatorInfo(OrtEpDevice* ep_device,
                                                   const OrtMemoryInfo* allocator_memory_info) noexcept {
  return unavailable("EpDevice_AddAllocatorInfo");
}
[[gnu::weak]] const OrtMemoryDevice* MemoryInfo_GetMemoryDevice(const OrtMemoryInfo* memory_info) noexcept {
  return {};
}
[[gnu::weak]] const OrtMemoryDevice* Value_GetMemoryDevice(const OrtValue* value) noexcept { return {}; }
[[gnu::weak]] bool MemoryDevice_AreEqual(const OrtMemoryDevice* a, const OrtMemoryDevice* b) noexcept {
  return {};
}
[[gnu::weak]] OrtMemoryInfoDeviceType MemoryDevice_GetDeviceType(
    const OrtMemoryDevice* memory_device) noexcept {
  return static_cast<OrtMemoryInfoDeviceType>(0);
}
[[gnu::weak]] OrtDeviceMemoryType MemoryDevice_GetMemoryType(const OrtMemoryDevice* memory_device) noexcept {
  return static_cast<OrtDeviceMemoryType>(0);
}
[[gnu::weak]] uint32_t MemoryDevice_GetVendorId(const OrtMemoryDevice* memory_device) noexcept {
  return static_cast<uint32_t>(0);
}
[[gnu::weak]] uint32_t MemoryDevice_GetDeviceId(const OrtMemoryDevice* memory_device) noexcept {
  return static_cast<uint32_t>(0);
}
[[gnu::weak]] const OrtSyncStreamImpl* SyncStream_GetImpl(const OrtSyncStream* stream) noexcept { return {}; }
[[gnu::weak]] uint64_t SyncStream_GetSyncId(const OrtSyncStream* stream) noexcept {
  return static_cast<uint64_t>(0);
}
[[gnu::weak]] uint64_t GetSyncIdForLastWaitOnSyncStream(const OrtSyncStream* producer_stream,
                                                        const OrtSyncStream* consumer_stream) noexcept {
  return static_cast<uint64_t>(0);
}
[[gnu::weak]] OrtStatus* CreateHardwareDevice(OrtHardwareDeviceType type, uint32_t vendor_id,
                                              uint32_t device_id, const char* vendor_name,
                                              const OrtKeyValuePairs* metadata,
                                              OrtHardwareDevice** hardware_device) noexcept {
  return unavailable("CreateHardwareDevice");
}
[[gnu::weak]] void ReleaseHardwareDevice(OrtHardwareDevice* input) noexcept {}
[[gnu::weak]] OrtStatus* CreateKernelRegistry(OrtKernelRegistry** kernel_registry) noexcept {
  return unavailable("CreateKernelRegistry");
}
[[gnu::weak]] void ReleaseKernelRegistry(OrtKernelRegistry* input) noexcept {}
[[gnu::weak]] OrtStatus* KernelRegistry_AddKernel(OrtKernelRegistry* kernel_registry,
                                                  const OrtKernelDef* kernel_def,
                                                  OrtKernelCreateFunc kernel_create_func,
                                                  void* kernel_create_func_state) noexcept {
  return unavailable("KernelRegistry_AddKernel");
}
[[gnu::weak]] OrtStatus* CreateKernelDefBuilder(OrtKernelDefBuilder** kernel_def_builder_out) noexcept {
  return unavailable("CreateKernelDefBuilder");
}
[[gnu::weak]] void ReleaseKernelDefBuilder(OrtKernelDefBuilder* input) noexcept {}
[[gnu::weak]] OrtStatus* KernelDefBuilder_SetOperatorType(OrtKernelDefBuilder* kernel_def_builder,
                                                          const char* op_type) noexcept {
  return unavailable("KernelDefBuilder_SetOperatorType");
}
[[gnu::weak]] OrtStatus* KernelDefBuilder_SetDomain(OrtKernelDefBuilder* kernel_def_builder,
                                                    const char* domain) noexcept {
  return unavailable("KernelDefBuilder_SetDomain");
}
[[gnu::weak]] OrtStatus* KernelDefBuilder_SetSinceVersion(OrtKernelDefBuilder* kernel_def_builder,
                                                          int since_version_start,
                                                          int since_version_end) noexcept {
  return unavailable("KernelDefBuilder_SetSinceVersion");
}
[[gnu::weak]] OrtStatus* KernelDefBuilder_SetExecutionProvider(OrtKernelDefBuilder* kernel_def_builder,
                                                               const char* ep_name) noexcept {
  return unavailable("KernelDefBuilder_SetExecutionProvider");
}
[[gnu::weak]] OrtStatus* KernelDefBuilder_SetInputMemType(OrtKernelDefBuilder* kernel_def_builder,
                                                          size_t input_index, OrtMemType mem_type) noexcept {
  return unavailable("KernelDefBuilder_SetInputMemType");
}
[[gnu::weak]] OrtStatus* KernelDefBuilder_SetOutputMemType(OrtKernelDefBuilder* kernel_def_builder,
                                                           size_t output_index,
                                                           OrtMemType mem_type) noexcept {
  return unavailable("KernelDefBuilder_SetOutputMemType");
}
[[gnu::weak]] OrtStatus* KernelDefBuilder_AddTypeConstraint(OrtKernelDefBuilder* kernel_def_builder,
                                                            const char* arg_name,
                                                            const OrtDataType* const* types,
                                                            size_t num_types) noexcept {
  return unavailable("KernelDefBuilder_AddTypeConstraint");
}
[[gnu::weak]] OrtStatus* KernelDefBuilder_AddInputOutputAliases(OrtKernelDefBuilder* kernel_def_builder,
                                                                int const* input_indices,
                                                                int const* output_indices,
                                                                size_t num_io_indices) noexcept {
  return unavailable("KernelDefBuilder_AddInputOutputAliases");
}
[[gnu::weak]] OrtStatus* KernelDefBuilder_AddInputOutputMutableAliases(
    OrtKernelDefBuilder* kernel_def_builder, int const* input_indices, int const* output_indices,
    size_t num_io_indices) noexcept {
  return unavailable("KernelDefBuilder_AddInputOutputMutableAliases");
}
[[gnu::weak]] OrtStatus* KernelDefBuilder_Build(OrtKernelDefBuilder* kernel_def_builder,
                                                OrtKernelDef** kernel_def_out) noexcept {
  return unavailable("KernelDefBuilder_Build");
}
[[gnu::weak]] void ReleaseKernelDef(OrtKernelDef* input) noexcept {}
[[gnu::weak]] const char* KernelDef_GetOperatorType(const OrtKernelDef* kernel_def) noexcept { return {}; }
[[gnu::weak]] const char* KernelDef_GetDomain(const OrtKernelDef* kernel_def) noexcept { return {}; }
[[gnu::weak]] OrtStatus* KernelDef_GetSinceVersion(const OrtKernelDef* kernel_def, int* start_version,
                                                   int* end_version) noexcept {
  return unavailable("KernelDef_GetSinceVersion");
}
[[gnu::weak]] const char* KernelDef_GetExecutionProvider(const OrtKernelDef* kernel_def) noexcept {
  return {};
}
[[gnu::weak]] OrtStatus* KernelDef_GetInputMemType(const OrtKernelDef* kernel_def, size_t input_index,
                                                   OrtMemType* mem_type) noexcept {
  return unavailable("KernelDef_GetInputMemType");
}
[[gnu::weak]] OrtStatus* KernelDef_GetOutputMemType(const OrtKernelDef* kernel_def, size_t output_index,
                                                    OrtMemType* mem_type) noexcept {
  return unavailable("KernelDef_GetOutputMemType");
}
[[gnu::weak]] OrtStatus* GetTensorDataType(ONNXTensorElementDataType elem_type,
                                           const OrtDataType** out) noexcept {
  return unavailable("GetTensorDataType");
}
[[gnu::weak]] OrtStatus* EpGraphSupportInfo_LookUpKernel(OrtEpGraphSupportInfo* graph_support_info,
                                                         const OrtNode* node,
                                                         const OrtKernelDef** out_kernel_def) noexcept {
  return unavailable("EpGraphSupportInfo_LookUpKernel");
}
[[gnu::weak]] OrtStatus* SharedPrePackedWeightCache_StoreWeightData(
    OrtSharedPrePackedWeightCache* prepacked_weight_cache, void** buffer_data_ptrs, size_t* buffer_data_sizes,
    size_t num_buffers) noexcept {
  return unavailable("SharedPrePackedWeightCache_StoreWeightData");
}
[[gnu::weak]] OrtStatus* KernelInfo_GetEp(const OrtKernelInfo* info, const OrtEp** ep) noexcept {
  return unavailable("KernelInfo_GetEp");
}
[[gnu::weak]] OrtStatus* DeviceEpIncompatibilityDetails_SetDetails(OrtDeviceEpIncompatibilityDetails* details,
                                                                   uint32_t reasons_bitmask,
                                                                   int32_t error_code,
                                                                   const char* notes) noexcept {
  return unavailable("DeviceEpIncompatibilityDetails_SetDetails");
}
[[gnu::weak]] OrtStatus* CreateIfKernel(const OrtKernelInfo* kernel_info,
                                        OrtKernelImpl** kernel_out) noexcept {
  return unavailable("CreateIfKernel");
}
[[gnu::weak]] OrtStatus* CreateLoopKernel(const OrtKernelInfo* kernel_info, OrtLoopKernelHelper* helper,
                                          OrtKernelImpl** kernel_out) noexcept {
  return unavailable("CreateLoopKernel");
}
[[gnu::weak]] OrtStatus* CreateScanKernel(const OrtKernelInfo* kernel_info, OrtScanKernelHelper* helper,
                                          OrtKernelImpl** kernel_out) noexcept {
  return unavailable("CreateScanKernel");
}
[[gnu::weak]] void ReleaseKernelImpl(OrtKernelImpl* input) noexcept {}
[[gnu::weak]] OrtStatus* GetEnvConfigEntries(OrtKeyValuePairs** config_entries) noexcept {
  return unavailable("GetEnvConfigEntries");
}
[[gnu::weak]] OrtStatus* GetOpSchema(const char* name, int max_inclusive_version, const char* domain,
                                     OrtOpSchema** out_schema) noexcept {
  return unavailable("GetOpSchema");
}
[[gnu::weak]] void ReleaseOpSchema(OrtOpSchema* input) noexcept {}
[[gnu::weak]] OrtStatus* OpSchema_GetSinceVersion(const OrtOpSchema* schema, int* out) noexcept {
  return unavailable("OpSchema_GetSinceVersion");
}
[[gnu::weak]] OrtStatus* OpSchema_GetNumInputs(const OrtOpSchema* schema, size_t* out) noexcept {
  return unavailable("OpSchema_GetNumInputs");
}
[[gnu::weak]] OrtStatus* OpSchema_GetInputName(const OrtOpSchema* schema, size_t index,
                                               const char** out) noexcept {
  return unavailable("OpSchema_GetInputName");
}
[[gnu::weak]] OrtStatus* OpSchema_GetInputTypeConstraint(const OrtOpSchema* schema, size_t index,
                                                         const OrtOpSchemaTypeConstraint** out) noexcept {
  return unavailable("OpSchema_GetInputTypeConstraint");
}
[[gnu::weak]] OrtStatus* OpSchema_GetNumOutputs(const OrtOpSchema* schema, size_t* out) noexcept {
  return unavailable("OpSchema_GetNumOutputs");
}
[[gnu::weak]] OrtStatus* OpSchema_GetOutputName(const OrtOpSchema* schema, size_t index,
                                                const char** out) noexcept {
  return unavailable("OpSchema_GetOutputName");
}
[[gnu::weak]] OrtStatus* OpSchema_GetOutputTypeConstraint(const OrtOpSchema* schema, size_t index,
                                                          const OrtOpSchemaTypeConstraint** out) noexcept {
  return unavailable("OpSchema_GetOutputTypeConstraint");
}
[[gnu::weak]] OrtStatus* OpSchema_GetTypeConstraintCount(const OrtOpSchema* schema, size_t* out) noexcept {
  return unavailable("OpSchema_GetTypeConstraintCount");
}
[[gnu::weak]] OrtStatus* OpSchema_GetTypeConstraint(const OrtOpSchema* schema, size_t index,
                                                    const OrtOpSchemaTypeConstraint** out) noexcept {
  return unavailable("OpSchema_GetTypeConstraint");
}
[[gnu::weak]] OrtStatus* OpSchemaTypeConstraint_GetTypeParamName(
    const OrtOpSchemaTypeConstraint* type_constraint, const char** out) noexcept {
  return unavailable("OpSchemaTypeConstraint_GetTypeParamName");
}
[[gnu::weak]] OrtStatus* OpSchemaTypeConstraint_GetAllowedTypes(
    const OrtOpSchemaTypeConstraint* type_constraint, const char* const** out_types,
    size_t* num_types) noexcept {
  return unavailable("OpSchemaTypeConstraint_GetAllowedTypes");
}
[[gnu::weak]] OrtStatus* OpSchemaTypeConstraint_GetInputIndices(
    const OrtOpSchemaTypeConstraint* type_constraint, const size_t** out_indices, size_t* count) noexcept {
  return unavailable("OpSchemaTypeConstraint_GetInputIndices");
}
[[gnu::weak]] OrtStatus* OpSchemaTypeConstraint_GetOutputIndices(
    const OrtOpSchemaTypeConstraint* type_constraint, const size_t** out_indices, size_t* count) noexcept {
  return unavailable("OpSchemaTypeConstraint_GetOutputIndices");
}
[[gnu::weak]] OrtStatus* CreateProfilingEvent(OrtProfilingEventCategory category, int32_t process_id,
                                              int32_t thread_id, const char* event_name, int64_t timestamp_us,
                                              int64_t duration_us, const char* const* arg_keys,
                                              const char* const* arg_values, size_t num_args,
                                              OrtProfilingEvent** out) noexcept {
  return unavailable("CreateProfilingEvent");
}
[[gnu::weak]] void ReleaseProfilingEvent(OrtProfilingEvent* input) noexcept {}
[[gnu::weak]] OrtStatus* ProfilingEvent_GetCategory(const OrtProfilingEvent* event,
                                                    OrtProfilingEventCategory* out) noexcept {
  return unavailable("ProfilingEvent_GetCategory");
}
[[gnu::weak]] OrtStatus* ProfilingEvent_GetName(const OrtProfilingEvent* event, const char** out) noexcept {
  return unavailable("ProfilingEvent_GetName");
}
[[gnu::weak]] OrtStatus* ProfilingEvent_GetTimestampUs(const OrtProfilingEvent* event,
                                                       int64_t* out) noexcept {
  return unavailable("ProfilingEvent_GetTimestampUs");
}
[[gnu::weak]] OrtStatus* ProfilingEvent_GetDurationUs(const OrtProfilingEvent* event, int64_t* out) noexcept {
  return unavailable("ProfilingEvent_GetDurationUs");
}
[[gnu::weak]] OrtStatus* ProfilingEvent_GetArgValue(const OrtProfilingEvent* event, const char* key,
                                                    const char** out) noexcept {
  return unavailable("ProfilingEvent_GetArgValue");
}
[[gnu::weak]] OrtStatus* ProfilingEventsContainer_AddEvents(OrtProfilingEventsContainer* events_container,
                                                            const OrtProfilingEvent* const* events,
                                                            size_t num_events) noexcept {
  return unavailable("ProfilingEventsContainer_AddEvents");
}
[[gnu::weak]] OrtStatus* SessionOptionsGetWeightlessSourceModelBuffer(
    const OrtSessionOptions* session_options, const void** source_model_data,
    size_t* source_model_data_length) noexcept {
  return unavailable("SessionOptionsGetWeightlessSourceModelBuffer");
}

const OrtEpApi table = {
    CreateEpDevice,
    ReleaseEpDevice,
    EpGraphSupportInfo_AddNodesToFuse,
    EpGraphSupportInfo_AddSingleNode,
    NodeComputeContext_NodeName,
    EpDevice_AddAllocatorInfo,
    MemoryInfo_GetMemoryDevice,
    Value_GetMemoryDevice,
    MemoryDevice_AreEqual,
    MemoryDevice_GetDeviceType,
    MemoryDevice_GetMemoryType,
    MemoryDevice_GetVendorId,
    MemoryDevice_GetDeviceId,
    SyncStream_GetImpl,
    SyncStream_GetSyncId,
    GetSyncIdForLastWaitOnSyncStream,
    CreateHardwareDevice,
    ReleaseHardwareDevice,
    CreateKernelRegistry,
    ReleaseKernelRegistry,
    KernelRegistry_AddKernel,
    CreateKernelDefBuilder,
    ReleaseKernelDefBuilder,
    KernelDefBuilder_SetOperatorType,
    KernelDefBuilder_SetDomain,
    KernelDefBuilder_SetSinceVersion,
    KernelDefBuilder_SetExecutionProvider,
    KernelDefBuilder_SetInputMemType,
    KernelDefBuilder_SetOutputMemType,
    KernelDefBuilder_AddTypeConstraint,
    KernelDefBuilder_AddInputOutputAliases,
    KernelDefBuilder_AddInputOutputMutableAliases,
    KernelDefBuilder_Build,
    ReleaseKernelDef,
    KernelDef_GetOperatorType,
    KernelDef_GetDomain,
    KernelDef_GetSinceVersion,
    KernelDef_GetExecutionProvider,
    KernelDef_GetInputMemType,
    KernelDef_GetOutputMemType,
    GetTensorDataType,
    EpGraphSupportInfo_LookUpKernel,
    SharedPrePackedWeightCache_StoreWeightData,
    KernelInfo_GetEp,
    DeviceEpIncompatibilityDetails_SetDetails,
    CreateIfKernel,
    CreateLoopKernel,
    CreateScanKernel,
    ReleaseKernelImpl,
    GetEnvConfigEntries,
    GetOpSchema,
    ReleaseOpSchema,
    OpSchema_GetSinceVersion,
    OpSchema_GetNumInputs,
    OpSchema_GetInputName,
    OpSchema_GetInputTypeConstraint,
    OpSchema_GetNumOutputs,
    OpSchema_GetOutputName,
    OpSchema_GetOutputTypeConstraint,
    OpSchema_GetTypeConstraintCount,
    OpSchema_GetTypeConstraint,
    OpSchemaTypeConstraint_GetTypeParamName,
    OpSchemaTypeConstraint_GetAllowedTypes,
    OpSchemaTypeConstraint_GetInputIndices,
    OpSchemaTypeConstraint_GetOutputIndices,
    CreateProfilingEvent,
    ReleaseProfilingEvent,
    ProfilingEvent_GetCategory,
    ProfilingEvent_GetName,
    ProfilingEvent_GetTimestampUs,
    ProfilingEvent_GetDurationUs,
    ProfilingEvent_GetArgValue,
    ProfilingEventsContainer_AddEvents,
    SessionOptionsGetWeightlessSourceModelBuffer,
};

}  // namespace sardonyx::slots::ep
