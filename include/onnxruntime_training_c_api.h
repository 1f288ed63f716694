// Training: OrtApi::GetTrainingApi gives this table where a library trains, and NULL where it does not.
// Written by tools/make_c_api.py from tables of facts; do not edit.
#pragma once

#include "onnxruntime_c_api.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct OrtTrainingSession OrtTrainingSession;
typedef struct OrtCheckpointState OrtCheckpointState;

typedef enum OrtPropertyType {
  OrtIntProperty = 0,
  OrtFloatProperty = 1,
  OrtStringProperty = 2,
} OrtPropertyType;

struct OrtTrainingApi {
  OrtStatus*(ORT_API_CALL* LoadCheckpoint)(const ORTCHAR_T* checkpoint_path,
                                           OrtCheckpointState** checkpoint_state)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* SaveCheckpoint)(OrtCheckpointState* checkpoint_state,
                                           const ORTCHAR_T* checkpoint_path,
                                           const bool include_optimizer_state)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* CreateTrainingSession)(const OrtEnv* env, const OrtSessionOptions* options,
                                                  OrtCheckpointState* checkpoint_state,
                                                  const ORTCHAR_T* train_model_path,
                                                  const ORTCHAR_T* eval_model_path,
                                                  const ORTCHAR_T* optimizer_model_path,
                                                  OrtTrainingSession** out)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* CreateTrainingSessionFromBuffer)(
      const OrtEnv* env, const OrtSessionOptions* options, OrtCheckpointState* checkpoint_state,
      const void* train_model_data, size_t train_data_length, const void* eval_model_data,
      size_t eval_data_length, const void* optim_model_data, size_t optim_data_length,
      OrtTrainingSession** out)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* TrainingSessionGetTrainingModelOutputCount)(const OrtTrainingSession* sess,
                                                                       size_t* out)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* TrainingSessionGetEvalModelOutputCount)(const OrtTrainingSession* sess,
                                                                   size_t* out)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* TrainingSessionGetTrainingModelOutputName)(const OrtTrainingSession* sess,
                                                                      size_t index, OrtAllocator* allocator,
                                                                      char** output)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* TrainingSessionGetEvalModelOutputName)(const OrtTrainingSession* sess,
                                                                  size_t index, OrtAllocator* allocator,
                                                                  char** output)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* LazyResetGrad)(OrtTrainingSession* session)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* TrainStep)(OrtTrainingSession* sess, const OrtRunOptions* run_options,
                                      size_t inputs_len, const OrtValue* const* inputs, size_t outputs_len,
                                      OrtValue** outputs)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* EvalStep)(const OrtTrainingSession* sess, const OrtRunOptions* run_options,
                                     size_t inputs_len, const OrtValue* const* inputs, size_t outputs_len,
                                     OrtValue** outputs)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* SetLearningRate)(OrtTrainingSession* sess, float learning_rate)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* GetLearningRate)(OrtTrainingSession* sess, float* learning_rate)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* OptimizerStep)(OrtTrainingSession* sess,
                                          const OrtRunOptions* run_options)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* RegisterLinearLRScheduler)(OrtTrainingSession* sess,
                                                      const int64_t warmup_step_count,
                                                      const int64_t total_step_count,
                                                      const float initial_lr)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* SchedulerStep)(OrtTrainingSession* sess)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* GetParametersSize)(OrtTrainingSession* sess, size_t* out,
                                              bool trainable_only)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* CopyParametersToBuffer)(OrtTrainingSession* sess, OrtValue* parameters_buffer,
                                                   bool trainable_only)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* CopyBufferToParameters)(OrtTrainingSession* sess, OrtValue* parameters_buffer,
                                                   bool trainable_only)NO_EXCEPTION;
  void(ORT_API_CALL* ReleaseTrainingSession)(OrtTrainingSession* input) NO_EXCEPTION;
  void(ORT_API_CALL* ReleaseCheckpointState)(OrtCheckpointState* input) NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* ExportModelForInferencing)(OrtTrainingSession* sess,
                                                      const ORTCHAR_T* inference_model_path,
                                                      size_t graph_outputs_len,
                                                      const char* const* graph_output_names)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* SetSeed)(const int64_t seed)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* TrainingSessionGetTrainingModelInputCount)(const OrtTrainingSession* sess,
                                                                      size_t* out)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* TrainingSessionGetEvalModelInputCount)(const OrtTrainingSession* sess,
                                                                  size_t* out)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* TrainingSessionGetTrainingModelInputName)(const OrtTrainingSession* sess,
                                                                     size_t index, OrtAllocator* allocator,
                                                                     char** output)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* TrainingSessionGetEvalModelInputName)(const OrtTrainingSession* sess, size_t index,
                                                                 OrtAllocator* allocator,
                                                                 char** output)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* AddProperty)(OrtCheckpointState* checkpoint_state, const char* property_name,
                                        enum OrtPropertyType property_type, void* property_value)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* GetProperty)(const OrtCheckpointState* checkpoint_state, const char* property_name,
                                        OrtAllocator* allocator, enum OrtPropertyType* property_type,
                                        void** property_value)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* LoadCheckpointFromBuffer)(const void* checkpoint_buffer, const size_t num_bytes,
                                                     OrtCheckpointState** checkpoint_state)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* GetParameterTypeAndShape)(
      const OrtCheckpointState* checkpoint_state, const char* parameter_name,
      OrtTensorTypeAndShapeInfo** parameter_type_and_shape)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* UpdateParameter)(OrtCheckpointState* checkpoint_state, const char* parameter_name,
                                            OrtValue* parameter)NO_EXCEPTION;
  OrtStatus*(ORT_API_CALL* GetParameter)(const OrtCheckpointState* checkpoint_state,
                                         const char* parameter_name, OrtAllocator* allocator,
                                         OrtValue** parameter)NO_EXCEPTION;
};

#ifdef __cplusplus
}
#endif
