// Tensors.
#include <cstring>

#include "client.h"

namespace client {

namespace {

void check_views() {
  std::vector<float> data = {1, 2, 3, 4, 5, 6};
  Ort::Value value = tensor(data, {2, 3});
  expect(value.IsTensor() && value.HasValue() && !value.IsSparseTensor(), "a tensor");
  expect(value.GetTensorData<float>() == data.data(), "it is over the program's memory");
  value.At<float>({1, 0}) = 40;
  expect_equal(data[3], 40.0F, "one element, written");
  expect_equal(code_of([&] { value.At<float>({1}); }), ORT_INVALID_ARGUMENT, "too few coordinates");
  expect_equal(code_of([&] { value.At<float>({2, 0}); }), ORT_INVALID_ARGUMENT, "beyond the end");
  const Ort::TensorTypeAndShapeInfo info = value.GetTensorTypeAndShapeInfo();
  expect(info.GetElementCount() == 6 && info.GetDimensionsCount() == 2 && info.HasShape(), "size");
  expect(value.GetTypeInfo().GetONNXType() == ONNX_TYPE_TENSOR, "type");
  expect_equal(value.GetTensorSizeInBytes(), size_t{24}, "bytes");
  expect_equal(value.GetTensorMemoryInfo().GetAllocatorName(), std::string("Cpu"), "where it is");
  expect_equal(value.GetConst().GetTensorData<float>()[5], 6.0F, "through a view");

  const int64_t shape[] = {2, 4};
  const Ort::MemoryInfo memory = cpu();
  expect_equal(code_of([&] { Ort::Value::CreateTensor<float>(memory, data.data(), 6, shape, 2); }),
               ORT_INVALID_ARGUMENT, "too little memory for the shape");
  const int64_t negative[] = {-1};
  expect_equal(code_of([&] { Ort::Value::CreateTensor<float>(memory, data.data(), 6, negative, 1); }),
               ORT_INVALID_ARGUMENT, "a negative size");
}

void check_owners() {
  Ort::AllocatorWithDefaultOptions allocator;
  const int64_t shape[] = {3};
  Ort::Value made = Ort::Value::CreateTensor<int64_t>(allocator, shape, 1);
  std::memset(made.GetTensorMutableRawData(), 0, made.GetTensorSizeInBytes());
  expect(elements<int64_t>(made) == std::vector<int64_t>(3, 0), "a tensor from an allocator");
  Ort::Value empty{nullptr};
  empty = std::move(made);
  expect(static_cast<OrtValue*>(made) == nullptr && empty.IsTensor(), "moved");

  void* block = allocator.Alloc(12);
  std::memset(block, 0, 12);
  const Ort::Value owner = Ort::Value::CreateTensor(static_cast<OrtAllocator*>(allocator), block, 12, shape,
                                                    1, ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32);
  expect(owner.GetTensorRawData() == block, "a tensor that frees its memory");
  ONNXTensorElementDataType type = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
  Ort::Value::Shape dims{nullptr, 0};
  owner.GetTensorElementTypeAndShapeDataReference(type, dims);
  expect(type == ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32 && dims.shape_len == 1 && dims.shape[0] == 3,
         "type and shape at once");
}

void check_texts() {
  Ort::Value value = texts({"a", "", "xyz"});
  expect(value.GetStringTensorElement(2) == "xyz" && value.GetStringTensorElement(1).empty(), "texts");
  expect_equal(value.GetStringTensorDataLength(), size_t{4}, "length of all");
  std::string all(4, ' ');
  size_t offsets[3] = {9, 9, 9};
  value.GetStringTensorContent(all.data(), all.size(), offsets, 3);
  expect(all == "axyz" && offsets[0] == 0 && offsets[1] == 1 && offsets[2] == 1, "content of all");
  value.FillStringTensorElement("longer", 1);
  expect_equal(value.GetStringTensorElement(1), std::string("longer"), "one text replaced");
  std::memcpy(value.GetResizedStringTensorElementBuffer(0, 3), "q\0r", 3);
  expect_equal(value.GetStringTensorElement(0), std::string("q\0r", 3), "a text with a zero in it");
  const char* two[] = {"a", "b"};
  expect_equal(code_of([&] { value.FillStringTensor(two, 2); }), ORT_INVALID_ARGUMENT, "too few texts");
  expect_equal(code_of([&] { value.GetStringTensorElement(3); }), ORT_INVALID_ARGUMENT, "no such text");
}

void check_type_infos() {
  const std::vector<std::string> names = {"batch", ""};
  const Ort::TensorTypeAndShapeInfo info(ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE, {-1, 4}, &names);
  expect(info.GetElementType() == ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE && info.GetShape()[1] == 4 &&
             std::string(info.GetSymbolicDimensions()[0]) == "batch",
         "a type made by hand");
}

}  // namespace

void check_values() {
  check_views();
  check_owners();
  check_texts();
  check_type_infos();
}

}  // namespace client
