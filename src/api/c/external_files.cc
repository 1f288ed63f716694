// External data of models given as bytes, by the name of the file that the model looks for.
#include "api/c/session_options.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

// The program keeps the bytes until its sessions are made; each session copies them.
OrtStatus* slots::AddExternalInitializersFromFilesInMemory(
    OrtSessionOptions* options, const ORTCHAR_T* const* external_initializer_file_names,
    char* const* external_initializer_file_buffer_array, const std::size_t* external_initializer_file_lengths,
    std::size_t num_external_initializer_files) noexcept {
  return capi::guarded([&] {
    OrtSessionOptions& o = capi::need(options, "options");
    if (num_external_initializer_files == 0) return;
    capi::need_all("AddExternalInitializersFromFilesInMemory", external_initializer_file_names,
                   external_initializer_file_buffer_array, external_initializer_file_lengths);
    for (std::size_t i = 0; i < num_external_initializer_files; ++i) {
      std::string name = capi::need_text(external_initializer_file_names[i], "a file name");
      const std::size_t bytes = external_initializer_file_lengths[i];
      char* data = external_initializer_file_buffer_array[i];
      if (name.empty()) capi::refuse(ORT_INVALID_ARGUMENT, "the name of external file {} is empty", i);
      if (bytes > 0) capi::need_data(data, "a file buffer");
      if (!o.external_files.emplace(name, Block::borrow(data, bytes, false)).second)
        capi::refuse(ORT_INVALID_ARGUMENT, "An entry for this name has already been added: {}", name);
    }
  });
}

}  // namespace sardonyx
