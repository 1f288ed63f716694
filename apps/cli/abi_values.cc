#include "abi_values.h"

#include <dlfcn.h>

#include <cstring>

#include "base/error.h"

namespace sardonyx::cli {
namespace {

// The ABI numbers three types otherwise than ONNX does.
constexpr std::pair<DType, ONNXTensorElementDataType> kRenumbered[] = {
    {DType::uint2, ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT2},
    {DType::int2, ONNX_TENSOR_ELEMENT_DATA_TYPE_INT2},
    {DType::float8e8m0, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E8M0}};

ONNXTensorElementDataType to_abi(DType dtype) {
  for (auto [ours, theirs] : kRenumbered)
    if (ours == dtype) return theirs;
  return static_cast<ONNXTensorElementDataType>(dtype);
}

DType from_abi(ONNXTensorElementDataType element) {
  for (auto [ours, theirs] : kRenumbered)
    if (theirs == element) return ours;
  return static_cast<DType>(element);
}

// Fields of protobuf messages so short that every length and number fits a byte.
std::string message(int field, const std::string& content) {
  return std::string{static_cast<char>(field << 3 | 2), static_cast<char>(content.size())} + content;
}
std::string number(int field, char value) { return {static_cast<char>(field << 3), value}; }

// s = SequenceEmpty(dtype)
std::string empty_sequence_model(char dtype) {
  const std::string kind_int{static_cast<char>(0xa0), 1, 2};  // field 20
  const std::string attribute = message(1, "dtype") + number(3, dtype) + kind_int;
  const std::string node = message(2, "s") + message(4, "SequenceEmpty") + message(5, attribute);
  const std::string tensor = message(1, number(1, dtype));
  const std::string output = message(1, "s") + message(2, message(4, message(1, tensor)));
  const std::string graph = message(1, node) + message(2, "g") + message(12, output);
  return number(1, 8) + message(7, graph) + message(8, number(2, 17));
}

// A handle that is given back when it is not handed on.
template <typename T>
using Held = std::unique_ptr<T, void (*)(T*)>;

}  // namespace

Abi::Abi(const std::string& library) {
  void* loaded = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  require(loaded != nullptr, Code::io, "cannot load the library '{}': {}", library,
          loaded ? "" : ::dlerror());
  auto* base = reinterpret_cast<const OrtApiBase* (*)()>(::dlsym(loaded, "OrtGetApiBase"));
  require(base != nullptr, Code::io, "'{}' is no ONNX Runtime library: it has no OrtGetApiBase", library);
  api_ = base()->GetApi(ORT_API_VERSION);
  require(api_ != nullptr, Code::io, "'{}' does not offer version {} of the C API", library, ORT_API_VERSION);
  check(api_->GetAllocatorWithDefaultOptions(&allocator_));
}

void Abi::check(OrtStatus* status) const {
  if (status == nullptr) return;
  const std::string text = api_->GetErrorMessage(status);
  const int code = api_->GetErrorCode(status);
  api_->ReleaseStatus(status);
  fail(Code::runtime, "code {}: {}", code, text);
}

OrtValue* Abi::make_tensor(const Tensor& tensor) const {
  const auto dims = tensor.shape().dims();
  OrtValue* made = nullptr;
  check(api_->CreateTensorAsOrtValue(allocator_, dims.data(), dims.size(), to_abi(tensor.dtype()), &made));
  Held<OrtValue> held(made, api_->ReleaseValue);
  if (tensor.dtype() == DType::string) {
    std::vector<const char*> texts;
    for (const std::string& s : tensor.as<std::string>()) texts.push_back(s.c_str());
    check(api_->FillStringTensor(made, texts.data(), texts.size()));
  } else if (tensor.bytes() > 0) {
    void* data = nullptr;
    check(api_->GetTensorMutableData(made, &data));
    std::memcpy(data, tensor.data(), tensor.bytes());
  }
  return held.release();
}

OrtValue* Abi::make_many(const std::vector<Value>& parts, ONNXType kind) const {
  std::vector<Held<OrtValue>> held;
  std::vector<const OrtValue*> pointers;
  for (const Value& v : parts) {
    held.emplace_back(make(v), api_->ReleaseValue);
    pointers.push_back(held.back().get());
  }
  OrtValue* made = nullptr;
  check(api_->CreateValue(pointers.data(), pointers.size(), kind, &made));
  return made;
}

// The ABI makes no empty sequence; a model of one SequenceEmpty does.
OrtValue* Abi::make_empty(const Type& element) const {
  require(element.is_tensor(), Code::not_implemented, "an empty sequence of {} has no form in the ABI",
          element.text());
  const std::string model = empty_sequence_model(static_cast<char>(element.dtype));
  OrtEnv* env = nullptr;
  OrtSession* session = nullptr;
  check(api_->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "sard", &env));
  Held<OrtEnv> held_env(env, api_->ReleaseEnv);
  check(api_->CreateSessionFromArray(env, model.data(), model.size(), nullptr, &session));
  Held<OrtSession> held(session, api_->ReleaseSession);
  const char* name = "s";
  OrtValue* made = nullptr;
  check(api_->Run(session, nullptr, nullptr, nullptr, 0, &name, 1, &made));
  return made;
}

OrtValue* Abi::make_map(const Map& map) const {
  require(!map.values.empty(), Code::not_implemented, "an empty map has no form in the ABI");
  const auto count = static_cast<std::int64_t>(map.values.size());
  Tensor keys = map.key == DType::string ? Tensor::of<std::string>({count}, map.string_keys)
                                         : Tensor::of<std::int64_t>({count}, map.int_keys);
  const Tensor& first = map.values[0].tensor();
  require(first.count() == 1 && first.dtype() != DType::string, Code::not_implemented,
          "a map of {} has no form in the ABI", first.text());
  Tensor values(first.dtype(), Shape{count});
  for (std::size_t i = 0; i < map.values.size(); ++i)
    std::memcpy(values.mutable_data() + i * first.bytes(), map.values[i].tensor().data(), first.bytes());
  return make_many({Value(std::move(keys)), Value(std::move(values))}, ONNX_TYPE_MAP);
}

OrtValue* Abi::make(const Value& value) const {
  if (value.is_tensor()) return make_tensor(value.tensor());
  if (value.is_sequence() && value.sequence().elements.empty()) return make_empty(value.sequence().element);
  if (value.is_sequence()) return make_many(value.sequence().elements, ONNX_TYPE_SEQUENCE);
  if (value.is_map()) return make_map(value.map());
  fail(Code::not_implemented, "{} is not handed across the ABI", value.text());
}

void Abi::read_strings(const OrtValue* value, Tensor& to) const {
  auto texts = to.mutable_as<std::string>();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::size_t size = 0;
    check(api_->GetStringTensorElementLength(value, i, &size));
    texts[i].resize(size);
    check(api_->GetStringTensorElement(value, size, i, texts[i].data()));
  }
}

Tensor Abi::read_tensor(const OrtValue* value) const {
  OrtTensorTypeAndShapeInfo* made = nullptr;
  check(api_->GetTensorTypeAndShape(value, &made));
  Held<OrtTensorTypeAndShapeInfo> info(made, api_->ReleaseTensorTypeAndShapeInfo);
  ONNXTensorElementDataType element = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
  std::size_t rank = 0;
  check(api_->GetTensorElementType(made, &element));
  check(api_->GetDimensionsCount(made, &rank));
  Shape shape = Shape::filled(rank, 0);
  check(api_->GetDimensions(made, shape.data(), rank));
  Tensor tensor(from_abi(element), std::move(shape));
  if (tensor.dtype() == DType::string) {
    read_strings(value, tensor);
  } else if (tensor.bytes() > 0) {
    const void* data = nullptr;
    check(api_->GetTensorData(value, &data));
    std::memcpy(tensor.mutable_data(), data, tensor.bytes());
  }
  return tensor;
}

Value Abi::part(const OrtValue* value, int index) const {
  OrtValue* one = nullptr;
  check(api_->GetValue(value, index, allocator_, &one));
  Held<OrtValue> held(one, api_->ReleaseValue);
  return read(one);
}

Value Abi::read_sequence(const OrtValue* value) const {
  std::size_t count = 0;
  check(api_->GetValueCount(value, &count));
  Sequence s;
  for (std::size_t i = 0; i < count; ++i) s.elements.push_back(part(value, static_cast<int>(i)));
  if (count > 0) s.element = s.elements[0].type();
  return Value(std::move(s));
}

Value Abi::read_map(const OrtValue* value) const {
  const Value keys = part(value, 0), values = part(value, 1);
  Map m;
  m.key = keys.tensor().dtype();
  m.value = Type::tensor(values.tensor().dtype());
  if (m.key == DType::string) {
    auto texts = keys.tensor().as<std::string>();
    m.string_keys.assign(texts.begin(), texts.end());
  } else {
    m.int_keys = keys.tensor().to_ints();
  }
  const Tensor& all = values.tensor();
  const std::size_t size = item_size(all.dtype());
  for (std::size_t i = 0; i < static_cast<std::size_t>(all.count()); ++i) {
    Tensor one(all.dtype(), Shape{});
    std::memcpy(one.mutable_data(), all.data() + i * size, size);
    m.values.emplace_back(std::move(one));
  }
  return Value(std::move(m));
}

Value Abi::read(const OrtValue* value) const {
  int filled = 0;
  check(api_->HasValue(value, &filled));
  if (filled == 0) return Value::none(Type{});
  ONNXType kind = ONNX_TYPE_UNKNOWN;
  check(api_->GetValueType(value, &kind));
  if (kind == ONNX_TYPE_TENSOR) return Value(read_tensor(value));
  if (kind == ONNX_TYPE_SEQUENCE) return read_sequence(value);
  if (kind == ONNX_TYPE_MAP) return read_map(value);
  fail(Code::not_implemented, "a value of kind {} is not read across the ABI", static_cast<int>(kind));
}

Type Abi::read_type(const OrtTypeInfo* info) const {
  ONNXType kind = ONNX_TYPE_UNKNOWN;
  check(api_->GetOnnxTypeFromTypeInfo(info, &kind));
  OrtTypeInfo* inner = nullptr;
  ONNXTensorElementDataType element = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
  if (kind == ONNX_TYPE_TENSOR || kind == ONNX_TYPE_SPARSETENSOR) {
    const OrtTensorTypeAndShapeInfo* tensor = nullptr;
    check(api_->CastTypeInfoToTensorInfo(info, &tensor));
    if (tensor != nullptr) check(api_->GetTensorElementType(tensor, &element));
    return kind == ONNX_TYPE_TENSOR ? Type::tensor(from_abi(element)) : Type::sparse(from_abi(element));
  }
  if (kind == ONNX_TYPE_SEQUENCE) {
    const OrtSequenceTypeInfo* sequence = nullptr;
    check(api_->CastTypeInfoToSequenceTypeInfo(info, &sequence));
    check(api_->GetSequenceElementType(sequence, &inner));
  } else if (kind == ONNX_TYPE_OPTIONAL) {
    const OrtOptionalTypeInfo* optional = nullptr;
    check(api_->CastTypeInfoToOptionalTypeInfo(info, &optional));
    check(api_->GetOptionalContainedTypeInfo(optional, &inner));
  } else if (kind == ONNX_TYPE_MAP) {
    const OrtMapTypeInfo* map = nullptr;
    check(api_->CastTypeInfoToMapTypeInfo(info, &map));
    check(api_->GetMapKeyType(map, &element));
    check(api_->GetMapValueType(map, &inner));
  } else {
    return Type{};
  }
  Held<OrtTypeInfo> held(inner, api_->ReleaseTypeInfo);
  Type content = read_type(inner);
  if (kind == ONNX_TYPE_MAP) return Type::map(from_abi(element), std::move(content));
  return kind == ONNX_TYPE_SEQUENCE ? Type::sequence(std::move(content)) : Type::optional(std::move(content));
}

}  // namespace sardonyx::cli
