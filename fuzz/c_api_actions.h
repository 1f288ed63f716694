// Calls whose arguments belong together: what a program does that means well.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "c_api_arguments.h"

namespace {

long good_runs = 0;

void open_session() {
  static const char* const kModels[] = {"scale", "text",     "zipmap",     "sequence",
                                        "map",   "optional", "type_int64", "broken"};
  std::string path = std::string(SARDONYX_CLIENT_MODELS) + "/" + kModels[below(std::size(kModels))] + ".onnx";
  OrtSession* session = nullptr;
  check(api->CreateSession(static_cast<OrtEnv*>(pool<OrtEnv>()[0]), path.c_str(), pick<OrtSessionOptions>(),
                           &session));
  if (session != nullptr) keep(session);
}

OrtValue* row(float* data) {
  OrtMemoryInfo* memory = nullptr;
  OrtValue* value = nullptr;
  const std::int64_t shape[] = {1, 3};
  check(api->CreateCpuMemoryInfo(OrtDeviceAllocator, OrtMemTypeDefault, &memory));
  check(api->CreateTensorWithDataAsOrtValue(memory, data, 12, shape, 2, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT,
                                            &value));
  api->ReleaseMemoryInfo(memory);
  return value;
}

OrtValue* keep_row() {
  static float data[3] = {1, 2, 3};
  OrtValue* made = row(data);
  keep(made);
  return made;
}

void keep_tensor() {
  OrtValue* value = nullptr;
  const std::int64_t shape[] = {static_cast<std::int64_t>(below(4)), 3};
  auto type = static_cast<ONNXTensorElementDataType>(1 + below(13));
  check(api->CreateTensorAsOrtValue(default_allocator, shape, below(3), type, &value));
  if (value != nullptr) keep(value);
}

// Any session with one value for every input.
void run_session() {
  OrtSession* session = pick<OrtSession>();
  std::size_t inputs = 0, outputs = 0;
  if (session == nullptr) return;
  check(api->SessionGetInputCount(session, &inputs));
  check(api->SessionGetOutputCount(session, &outputs));
  std::vector<char*> names(inputs + outputs);
  std::vector<const OrtValue*> values(inputs);
  std::vector<OrtValue*> results(outputs);
  for (std::size_t i = 0; i < inputs; ++i) {
    check(api->SessionGetInputName(session, i, default_allocator, &names[i]));
    values[i] = one_in(3) ? pick<OrtValue>() : keep_row();
  }
  for (std::size_t i = 0; i < outputs; ++i)
    check(api->SessionGetOutputName(session, i, default_allocator, &names[inputs + i]));
  OrtStatus* status = api->Run(session, one_in(8) ? pick<OrtRunOptions>() : nullptr, names.data(),
                               values.data(), inputs, names.data() + inputs, outputs, results.data());
  good_runs += status == nullptr;
  check(status);
  for (OrtValue* v : results)
    if (v != nullptr) keep(v);
  for (char* n : names) default_allocator->Free(default_allocator, n);
}

struct Waited {
  std::atomic<bool> done = false;
  OrtStatus* status = nullptr;
};

void run_async() {
  OrtSession* session = pick<OrtSession>();
  static float data[3] = {1, 2, 3};
  OrtValue *input = row(data), *output = nullptr;
  const char *in = "x", *out = "y";
  Waited waited;
  auto finished = [](void* to, OrtValue**, std::size_t, OrtStatus* status) {
    static_cast<Waited*>(to)->status = status;
    static_cast<Waited*>(to)->done = true;
  };
  OrtStatus* status = api->RunAsync(session, nullptr, &in, &input, 1, &out, 1, &output, finished, &waited);
  if (status == nullptr) {
    while (!waited.done) std::this_thread::sleep_for(std::chrono::microseconds(50));
    check(waited.status);
  }
  check(status);
  api->ReleaseValue(input);
  if (output != nullptr) keep(output);
}

void bound_outputs() {
  OrtIoBinding* binding = pick<OrtIoBinding>();
  OrtValue** values = nullptr;
  char* names = nullptr;
  std::size_t *lengths = nullptr, count = 0;
  check(api->GetBoundOutputValues(binding, default_allocator, &values, &count));
  for (std::size_t i = 0; values != nullptr && i < count; ++i)
    if (values[i] != nullptr) keep(values[i]);
  default_allocator->Free(default_allocator, values);
  count = 0;
  check(api->GetBoundOutputNames(binding, default_allocator, &names, &lengths, &count));
  default_allocator->Free(default_allocator, names);
  default_allocator->Free(default_allocator, lengths);
}

void bind_session() {
  OrtIoBinding* binding = nullptr;
  OrtSession* session = pick<OrtSession>();
  check(api->CreateIoBinding(session, &binding));
  if (binding == nullptr) return;
  OrtMemoryInfo* memory = nullptr;
  check(api->CreateCpuMemoryInfo(OrtDeviceAllocator, OrtMemTypeDefault, &memory));
  check(api->BindInput(binding, one_in(3) ? random_text() : "x", pick<OrtValue>()));
  check(api->BindOutputToDevice(binding, one_in(3) ? random_text() : "y", one_in(8) ? nullptr : memory));
  check(api->RunWithBinding(session, pick<OrtRunOptions>(), binding));
  api->ReleaseMemoryInfo(memory);
  keep(binding);
}

void metadata_keys() {
  OrtModelMetadata* metadata = pick<OrtModelMetadata>();
  char** keys = nullptr;
  std::int64_t count = 0;
  check(api->ModelMetadataGetCustomMetadataMapKeys(metadata, default_allocator, &keys, &count));
  for (std::int64_t i = 0; i < count; ++i) default_allocator->Free(default_allocator, keys[i]);
  default_allocator->Free(default_allocator, keys);
}

void providers() {
  char** names = nullptr;
  int count = 0;
  check(api->GetAvailableProviders(&names, &count));
  if (count < 1 || std::strcmp(names[count - 1], "CPUExecutionProvider") != 0)
    wrong("the CPU is not the last provider");
  check(api->ReleaseAvailableProviders(names, count));
}

void allocators() {
  void* memory = nullptr;
  check(api->AllocatorAlloc(default_allocator, below(5000), &memory));
  if (memory != nullptr && one_in(2)) {  // given to a tensor
    OrtValue* value = nullptr;
    std::int64_t shape = static_cast<std::int64_t>(below(3));
    OrtStatus* status = api->CreateTensorWithDataAndDeleterAsOrtValue(
        default_allocator, memory, 8, &shape, 1, ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32, &value);
    if (status != nullptr) check(api->AllocatorFree(default_allocator, memory));
    check(status);
    if (value != nullptr) keep(value);
  } else {
    check(api->AllocatorFree(default_allocator, memory));
  }
  OrtAllocator* own = nullptr;
  check(api->CreateAllocator(pick<OrtSession>(), pick<OrtMemoryInfo>(), &own));
  if (own != nullptr) own->Free(own, own->Alloc(own, below(100)));
  api->ReleaseAllocator(own);
}

void attributes() {
  static const std::int64_t kNumbers[] = {1, 2, 3};
  static const float kFloats[] = {1, 2, 3};
  static const char* const kTexts[] = {"a", "b", "c"};
  OrtOpAttr* attribute = nullptr;
  int length = static_cast<int>(below(4));
  switch (below(5)) {
    case 0:
      check(api->CreateOpAttr(random_text(), kNumbers, length, ORT_OP_ATTR_INTS, &attribute));
      break;
    case 1:
      check(api->CreateOpAttr(random_text(), kFloats, length, ORT_OP_ATTR_FLOATS, &attribute));
      break;
    case 2:
      check(api->CreateOpAttr(random_text(), kTexts, length, ORT_OP_ATTR_STRINGS, &attribute));
      break;
    case 3:
      check(api->CreateOpAttr(random_text(), kTexts[0], 1, ORT_OP_ATTR_STRING, &attribute));
      break;
    default:
      check(api->CreateOpAttr(random_text(), nullptr, length, ORT_OP_ATTR_INTS, &attribute));
  }
  if (attribute != nullptr) keep(attribute);
}

constexpr std::pair<const char*, void (*)()> kActions[] = {
    {"open a session", open_session}, {"a row", [] { keep_row(); }},
    {"a tensor", keep_tensor},        {"run", run_session},
    {"run async", run_async},         {"bound outputs", bound_outputs},
    {"bind", bind_session},           {"metadata keys", metadata_keys},
    {"providers", providers},         {"allocators", allocators},
    {"attributes", attributes}};

}  // namespace
