// Compiling a model ahead of time for the providers of a session's options.
#pragma once

#include "graph.h"
#include "session_options.h"

namespace Ort {

struct ModelCompilationOptions : detail::Base<OrtModelCompilationOptions> {
  using Base = detail::Base<OrtModelCompilationOptions>;
  using Base::Base;

  explicit ModelCompilationOptions(std::nullptr_t) {}
  ModelCompilationOptions(const Env& env, const SessionOptions& session_options)
      : ModelCompilationOptions(env, session_options.GetConst()) {}
  ModelCompilationOptions(const Env& env, ConstSessionOptions session_options)
      : Base{detail::Ask<&OrtCompileApi::CreateModelCompilationOptionsFromSessionOptions>(env,
                                                                                          session_options)} {}

  ModelCompilationOptions& SetInputModelPath(const ORTCHAR_T* input_model_path) {
    return Set<&OrtCompileApi::ModelCompilationOptions_SetInputModelPath>(input_model_path);
  }
  ModelCompilationOptions& SetInputModelFromBuffer(const void* input_model_data,
                                                   size_t input_model_data_size) {
    return Set<&OrtCompileApi::ModelCompilationOptions_SetInputModelFromBuffer>(input_model_data,
                                                                                input_model_data_size);
  }
  ModelCompilationOptions& SetInputModel(const OrtModel* model) {
    return Set<&OrtCompileApi::ModelCompilationOptions_SetInputModel>(model);
  }
  ModelCompilationOptions& SetEpContextEmbedMode(bool embed_ep_context_in_model) {
    return Set<&OrtCompileApi::ModelCompilationOptions_SetEpContextEmbedMode>(embed_ep_context_in_model);
  }
  ModelCompilationOptions& SetOutputModelPath(const ORTCHAR_T* output_model_path) {
    return Set<&OrtCompileApi::ModelCompilationOptions_SetOutputModelPath>(output_model_path);
  }
  ModelCompilationOptions& SetOutputModelExternalInitializersFile(const ORTCHAR_T* file_path,
                                                                  size_t initializer_size_threshold) {
    return Set<&OrtCompileApi::ModelCompilationOptions_SetOutputModelExternalInitializersFile>(
        file_path, initializer_size_threshold);
  }
  ModelCompilationOptions& SetOutputModelGetInitializerLocationFunc(
      OrtGetInitializerLocationFunc get_initializer_location_func, void* state) {
    return Set<&OrtCompileApi::ModelCompilationOptions_SetOutputModelGetInitializerLocationFunc>(
        get_initializer_location_func, state);
  }
  ModelCompilationOptions& SetOutputModelBuffer(OrtAllocator* allocator, void** output_model_buffer_ptr,
                                                size_t* output_model_buffer_size_ptr) {
    return Set<&OrtCompileApi::ModelCompilationOptions_SetOutputModelBuffer>(
        allocator, output_model_buffer_ptr, output_model_buffer_size_ptr);
  }
  ModelCompilationOptions& SetOutputModelWriteFunc(OrtWriteBufferFunc write_func, void* state) {
    return Set<&OrtCompileApi::ModelCompilationOptions_SetOutputModelWriteFunc>(write_func, state);
  }
  ModelCompilationOptions& SetEpContextBinaryInformation(const ORTCHAR_T* output_directory,
                                                         const ORTCHAR_T* model_name) {
    return Set<&OrtCompileApi::ModelCompilationOptions_SetEpContextBinaryInformation>(output_directory,
                                                                                      model_name);
  }
  ModelCompilationOptions& SetFlags(uint32_t flags) {
    return Set<&OrtCompileApi::ModelCompilationOptions_SetFlags>(flags);
  }
  ModelCompilationOptions& SetGraphOptimizationLevel(GraphOptimizationLevel graph_optimization_level) {
    return Set<&OrtCompileApi::ModelCompilationOptions_SetGraphOptimizationLevel>(graph_optimization_level);
  }
  ModelCompilationOptions& SetWeightlessEnabled(bool use_weightless) {
    return Set<&OrtCompileApi::ModelCompilationOptions_SetWeightlessEnabled>(use_weightless);
  }

 private:
  template <auto slot, typename... Args>
  ModelCompilationOptions& Set(Args... args) {
    detail::Do<slot>(p_, args...);
    return *this;
  }
};

inline Status CompileModel(const Env& env, const ModelCompilationOptions& model_compilation_options) {
  return detail::Try<&OrtCompileApi::CompileModel>(env, model_compilation_options);
}

}  // namespace Ort
