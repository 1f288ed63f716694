// Values of every kind: tensors, texts, sequences, maps, sparse and opaque ones.
#include "programs.h"

namespace fuzz {

namespace {

void tensor() {
  const std::int64_t shape[] = {static_cast<std::int64_t>(below(4)), 3};
  auto type = static_cast<ONNXTensorElementDataType>(1 + below(13));
  Ort::AllocatorWithDefaultOptions allocator;
  Ort::Value value = Ort::Value::CreateTensor(allocator, shape, below(3), type);
  value.GetTensorTypeAndShapeInfo().GetShape();
  value.GetTensorMemoryInfo().GetAllocatorName();
  keep_object(std::move(value));
}

void some_row() {
  Ort::Value value = row();
  const std::int64_t at[] = {0, 2};
  value.At<float>({at[0], at[1]}) = 2;
  value.GetTensorSizeInBytes();
  value.GetTypeInfo();
  keep_object(std::move(value));
}

// Memory of the default allocator becomes a tensor's.
void given_memory() {
  void* memory = nullptr;
  const OrtApi& api = Ort::GetApi();
  Ort::ThrowOnError(api.AllocatorAlloc(default_allocator, 8 + below(5000), &memory));
  OrtValue* value = nullptr;
  const std::int64_t shape = static_cast<std::int64_t>(below(4));
  Ort::Status made{api.CreateTensorWithDataAndDeleterAsOrtValue(default_allocator, memory, 8, &shape, 1,
                                                                ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32, &value)};
  if (!made.IsOK()) Ort::Status freed{api.AllocatorFree(default_allocator, memory)};
  keep(value);
}

void texts() {
  Ort::AllocatorWithDefaultOptions allocator;
  const std::int64_t shape[] = {3};
  Ort::Value value = Ort::Value::CreateTensor(allocator, shape, 1, ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING);
  const char* const all[] = {random_text(), random_text(), "c"};
  value.FillStringTensor(all, 3);
  value.FillStringTensorElement(random_text(), below(4));
  value.GetResizedStringTensorElementBuffer(0, below(20));
  value.GetStringTensorElement(1);
  std::vector<char> content(value.GetStringTensorDataLength());
  std::size_t offsets[3];
  value.GetStringTensorContent(content.data(), content.size(), offsets, 3);
  value.GetStringTensorElementLength(below(4));
  keep_object(std::move(value));
}

void containers() {
  Ort::AllocatorWithDefaultOptions allocator;
  std::vector<Ort::Value> parts;
  for (std::size_t i = below(3) + 1; i > 0; --i) parts.push_back(row());
  Ort::Value sequence = Ort::Value::CreateSequence(parts);
  sequence.GetCount();
  keep_object(sequence.GetValue(0, allocator));
  Ort::TypeInfo type = sequence.GetTypeInfo();
  type.GetSequenceTypeInfo().GetSequenceElementType();
  const std::int64_t shape[] = {2};
  Ort::Value keys = Ort::Value::CreateTensor<std::int64_t>(allocator, shape, 1);
  Ort::Value numbers = Ort::Value::CreateTensor<float>(allocator, shape, 1);
  keys.GetTensorMutableData<std::int64_t>()[0] = 1;
  keys.GetTensorMutableData<std::int64_t>()[1] = static_cast<std::int64_t>(below(3));
  numbers.GetTensorMutableData<float>()[0] = numbers.GetTensorMutableData<float>()[1] = 1;
  Ort::Value map = Ort::Value::CreateMap(keys, numbers);
  keep_object(map.GetValue(static_cast<int>(below(3)), allocator));
  Ort::TypeInfo of_map = map.GetTypeInfo();
  of_map.GetMapTypeInfo().GetMapKeyType();
  of_map.GetMapTypeInfo().GetMapValueType();
  keep_object(std::move(map));
  keep_object(std::move(sequence));
}

void sparse() {
  Ort::AllocatorWithDefaultOptions allocator;
  const Ort::MemoryInfo cpu = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
  static float numbers[] = {1, 2, 3, 4};
  static std::int64_t inner[] = {2, 0, 2}, outer[] = {0, 1, 2, 3};
  static std::int32_t blocks[] = {0, 1};
  static const std::int64_t square[] = {4, 4}, three[] = {3, 3}, count[] = {3}, block[] = {2, 2, 1},
                            at[] = {2, 1};
  const Ort::Value::Shape dense{three, 2}, large{square, 2}, listed{count, 1}, shape{block, 3};
  const bool filled = one_in(2);
  Ort::Value value(nullptr);
  const std::size_t form = below(3);
  const Ort::Value::Shape& whole = form == 2 ? large : dense;
  if (filled) {
    value = Ort::Value::CreateSparseTensor(allocator, whole, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT);
    const Ort::detail::OrtSparseValuesParam list{count, 1, {numbers}}, boxes{block, 3, {numbers}};
    if (form == 0) value.FillSparseTensorCoo(cpu, list, inner, 3);
    if (form == 1) value.FillSparseTensorCsr(cpu, list, inner, 3, outer, 4);
    if (form == 2) value.FillSparseTensorBlockSparse(cpu, boxes, {at, 2}, blocks);
  } else {
    value = Ort::Value::CreateSparseTensor<float>(cpu, numbers, whole, form == 2 ? shape : listed);
    if (form == 0) value.UseCooIndices(inner, 3);
    if (form == 1) value.UseCsrIndices(inner, 3, outer, 4);
    if (form == 2) value.UseBlockSparseIndices({at, 2}, blocks);
  }
  value.GetSparseFormat();
  value.GetSparseTensorValuesTypeAndShapeInfo();
  value.GetSparseTensorValues<float>();
  static constexpr OrtSparseIndicesFormat kIndices[] = {ORT_SPARSE_COO_INDICES, ORT_SPARSE_CSR_INNER_INDICES,
                                                        ORT_SPARSE_BLOCK_SPARSE_INDICES};
  std::size_t found = 0;
  value.GetSparseTensorIndicesTypeShapeInfo(kIndices[form]);
  if (form == 2) value.GetSparseTensorIndicesData<std::int32_t>(kIndices[form], found);
  keep_object(std::move(value));
}

void type_infos() {
  const std::vector<std::string> names{"", "n"};
  const std::vector<std::int64_t> dims{3, -1};
  Ort::TensorTypeAndShapeInfo info(ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, dims, &names);
  info.GetElementType();
  info.GetSymbolicDimensions();
  info.HasShape();
  Ort::TypeInfo one = Ort::TypeInfo::CreateTensorInfo(info.GetConst());
  const char* denotation = nullptr;
  std::size_t length = 0;
  Ort::Status asked{Ort::GetApi().GetDenotationFromTypeInfo(one, &denotation, &length)};
  keep_object(Ort::TypeInfo::CreateSparseTensorInfo(info.GetConst()));
  keep_object(Ort::TypeInfo::CreateSequenceTypeInfo(one.GetConst()));
  keep_object(Ort::TypeInfo::CreateMapTypeInfo(ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64, one.GetConst()));
  Ort::TypeInfo maybe = Ort::TypeInfo::CreateOptionalTypeInfo(one.GetConst());
  maybe.GetOptionalTypeInfo().GetOptionalElementType();
  keep_object(std::move(maybe));
  keep_object(std::move(one));
  keep_object(std::move(info));
}

void opaque() {
  static const int content[4] = {1, 2, 3, 4};
  int out[4];
  OrtValue* value = nullptr;
  const OrtApi& api = Ort::GetApi();
  Ort::Status made{api.CreateOpaqueValue("com.example", "thing", content, sizeof content, &value)};
  if (value == nullptr) return;
  Ort::Status read{api.GetOpaqueValue("com.example", one_in(3) ? "other" : "thing", value, out, sizeof out)};
  keep(value);
}

void copies() {
  const Ort::Value from = row();
  Ort::AllocatorWithDefaultOptions allocator;
  const std::int64_t shape[] = {1, 3};
  Ort::Value to = Ort::Value::CreateTensor<float>(allocator, shape, 2);
  const OrtValue* source = from;
  OrtValue* target = to;
  Ort::Status done{Ort::GetApi().CopyTensors(environment(), &source, &target, nullptr, 1)};
  const std::int64_t* dims = nullptr;
  std::size_t rank = 0;
  ONNXTensorElementDataType type;
  Ort::Status seen{Ort::GetApi().GetTensorElementTypeAndShapeDataReference(source, &type, &dims, &rank)};
  keep_object(std::move(to));
}

}  // namespace

std::vector<Program> value_programs() {
  return {{"a tensor", tensor},       {"a row", some_row},        {"given memory", given_memory},
          {"texts", texts},           {"containers", containers}, {"sparse", sparse},
          {"type infos", type_infos}, {"opaque", opaque},         {"copies of tensors", copies}};
}

}  // namespace fuzz
