#include "api/c/lora.h"

#include <cstring>

#include "api/c/memory.h"
#include "api/c/run.h"
#include "api/c/slots.h"
#include "api/c/status.h"
#include "base/mapped_file.h"
#include "model/flat_table.h"
#include "plan/compiled_graph.h"

namespace sardonyx {

namespace {

// A FlatBuffers file with this at byte 4; its root holds: 0 format version, 3 parameters. A parameter holds: 0 name,
// 1 sizes, 2 element type by ONNX's number, 3 bytes.
constexpr std::string_view kMark = "TORT";
constexpr int kFormat = 1;
constexpr std::size_t kMarkAt = 4, kMostStructure = std::size_t{1} << 28;

Tensor parameter(const FlatTable& table, const BlockPtr& bytes, std::string_view name) {
  std::vector<std::int64_t> sizes = table.scalars<std::int64_t>(1);
  const int number = table.scalar<std::int32_t>(2, 0);
  if (number <= 0 || number >= kDTypeCount || static_cast<DType>(number) == DType::string)
    capi::refuse(ORT_FAIL, "parameter '{}' of the adapter has the element type {}, which it cannot have",
                 name, number);
  const auto dtype = static_cast<DType>(number);
  const Shape shape = capi::shape_of(sizes.data(), sizes.size());
  const std::string_view raw = table.bytes(3);
  std::size_t count = 1;
  for (std::int64_t d : shape) {
    if (__builtin_mul_overflow(count, static_cast<std::size_t>(d), &count)) count = SIZE_MAX / 16;
  }
  if (raw.size() != packed_bytes(dtype, count))
    capi::refuse(ORT_FAIL, "parameter '{}' of the adapter has {} bytes, but {}{} needs {}", name, raw.size(),
                 sardonyx::name(dtype), shape.text(), packed_bytes(dtype, count));
  if (raw.empty()) return Tensor(dtype, shape);
  Tensor t(dtype, shape, bytes,
           static_cast<std::size_t>(raw.data() - reinterpret_cast<const char*>(bytes->data())));
  return is_aligned(t) ? t : t.clone();
}

// In the allocator's memory, where one is given.
void move_to(OrtAllocator* allocator, OrtLoraAdapter& adapter) {
  if (allocator == nullptr) return;
  const OrtMemoryInfo* memory = allocator->Info == nullptr ? nullptr : allocator->Info(allocator);
  if (memory != nullptr && memory->device != OrtMemoryInfoDeviceType_CPU)
    capi::refuse(ORT_INVALID_ARGUMENT, "an adapter cannot be in memory of '{}'", memory->name);
  for (OrtLoraAdapter::Parameter& p : adapter.parameters) {
    Tensor copy(p.tensor.dtype(), p.tensor.shape(), capi::allocate_block(*allocator, p.tensor.bytes()));
    if (copy.bytes() > 0) std::memcpy(copy.mutable_data(), p.tensor.data(), copy.bytes());
    p.tensor = std::move(copy);
  }
}

OrtLoraAdapter* make(const BlockPtr& bytes, OrtAllocator* allocator) {
  auto adapter = std::make_unique<OrtLoraAdapter>(capi::read_adapter(bytes));
  move_to(allocator, *adapter);
  return adapter.release();
}

}  // namespace

OrtLoraAdapter capi::read_adapter(const BlockPtr& bytes) {
  const std::string_view all(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  if (all.size() < kMarkAt + kMark.size() || all.substr(kMarkAt, kMark.size()) != kMark)
    refuse(ORT_FAIL, "The buffer does not appear to be a valid lora parameter format");
  try {
    FlatBuffer buffer(all, kMostStructure);
    const FlatTable root = FlatTable::root(buffer, all);
    const int format = root.scalar<std::int32_t>(0, 0);
    if (format != kFormat) refuse(ORT_FAIL, "the adapter has the format version {}, not {}", format, kFormat);
    OrtLoraAdapter adapter;
    for (const FlatTable& table : root.tables(3)) {
      std::string name(table.text(0));
      Tensor tensor = parameter(table, bytes, name);
      adapter.parameters.push_back({std::move(name), std::move(tensor)});
    }
    return adapter;
  } catch (const Error& e) {
    refuse(ORT_FAIL, "The buffer fails lora adapter format verification: {}", e.what());
  }
}

OrtStatus* slots::CreateLoraAdapter(const ORTCHAR_T* adapter_file_path, OrtAllocator* allocator,
                                    OrtLoraAdapter** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateLoraAdapter", adapter_file_path, out);
    BlockPtr bytes;
    try {
      bytes = map_file(adapter_file_path);
    } catch (const Error& e) {
      capi::refuse(ORT_INVALID_ARGUMENT, "the adapter cannot be read: {}", e.what());
    }
    *out = make(bytes, allocator);
  });
}

OrtStatus* slots::CreateLoraAdapterFromArray(const void* bytes, std::size_t num_bytes,
                                             OrtAllocator* allocator, OrtLoraAdapter** out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out");
    capi::need_data(bytes, "bytes");
    BlockPtr copy = Block::allocate(num_bytes);
    std::memcpy(copy->data(), bytes, num_bytes);
    *out = make(copy, allocator);
  });
}

void slots::ReleaseLoraAdapter(OrtLoraAdapter* input) noexcept { delete input; }

OrtStatus* slots::RunOptionsAddActiveLoraAdapter(OrtRunOptions* options,
                                                 const OrtLoraAdapter* adapter) noexcept {
  return capi::guarded(
      [&] { capi::need(options, "options").adapters.push_back(&capi::need(adapter, "adapter")); });
}

}  // namespace sardonyx
