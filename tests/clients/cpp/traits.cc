// What programs lean on without saying so: sizes, and which classes are made from nothing, copied, moved. The table was
// taken from ONNX Runtime's own headers.
#include <onnxruntime_lite_custom_op.h>

#include "client.h"

namespace client {

namespace {

enum Trait { kDefault = 1, kCopy = 2, kFromNull = 4, kImplicitly = 8 };

template <typename T>
constexpr int traits() {
  return (std::is_default_constructible_v<T> ? kDefault : 0) | (std::is_copy_constructible_v<T> ? kCopy : 0) |
         (std::is_constructible_v<T, std::nullptr_t> ? kFromNull : 0) |
         (std::is_convertible_v<std::nullptr_t, T> ? kImplicitly : 0);
}

template <int expected, typename... Ts>
constexpr bool all_have() {
  static_assert(((sizeof(Ts) == sizeof(void*)) && ...), "one pointer");
  static_assert((std::is_nothrow_move_constructible_v<Ts> && ...), "moved without throwing");
  static_assert((std::is_nothrow_move_assignable_v<Ts> && ...), "moved without throwing");
  return ((traits<Ts>() == expected) && ...);
}

static_assert(all_have<kDefault | kFromNull | kImplicitly, Ort::Env, Ort::Value, Ort::CUDAProviderOptions,
                       Ort::TensorRTProviderOptions>());
static_assert(all_have<kFromNull, Ort::Session, Ort::IoBinding, Ort::MemoryInfo, Ort::Allocator,
                       Ort::ArenaCfg, Ort::SyncStream, Ort::Model, Ort::ProfilingEvent>());
static_assert(
    all_have<kDefault | kFromNull, Ort::SessionOptions, Ort::RunOptions, Ort::TypeInfo,
             Ort::TensorTypeAndShapeInfo, Ort::SequenceTypeInfo, Ort::MapTypeInfo, Ort::ModelMetadata,
             Ort::Status, Ort::CustomOpDomain, Ort::LoraAdapter, Ort::PrepackedWeightsContainer,
             Ort::KeyValuePairs, Ort::KernelInfo, Ort::Op, Ort::OpAttr, Ort::Node, Ort::ValueInfo, Ort::Graph,
             Ort::ModelCompilationOptions, Ort::ExternalInitializerInfo, Ort::KernelDefBuilder>());
static_assert(
    all_have<kDefault | kCopy | kFromNull, Ort::ConstSession, Ort::UnownedSession, Ort::ConstSessionOptions,
             Ort::UnownedSessionOptions, Ort::ConstValue, Ort::UnownedValue, Ort::ConstIoBinding,
             Ort::UnownedIoBinding, Ort::ConstMemoryInfo, Ort::ConstTypeInfo,
             Ort::ConstTensorTypeAndShapeInfo, Ort::ConstSequenceTypeInfo, Ort::ConstMapTypeInfo,
             Ort::ConstOptionalTypeInfo, Ort::ConstKeyValuePairs, Ort::ConstExternalInitializerInfo,
             Ort::ConstOpAttr, Ort::ConstKernelInfo, Ort::ConstKernelDef, Ort::ConstValueInfo, Ort::ConstNode,
             Ort::ConstGraph, Ort::ConstProfilingEvent, Ort::ConstEpDevice, Ort::ConstHardwareDevice,
             Ort::UnownedAllocator, Ort::UnownedSyncStream, Ort::UnownedModel,
             Ort::AllocatorWithDefaultOptions>());
static_assert(all_have<kDefault, Ort::ThreadingOptions>());
static_assert(all_have<kCopy | kFromNull, Ort::KernelContext>());
static_assert(traits<Ort::Logger>() == (kDefault | kCopy | kFromNull) && sizeof(Ort::Logger) == 16);
static_assert(traits<Ort::Float16_t>() == (kDefault | kCopy) && sizeof(Ort::BFloat16_t) == 2);

static_assert(sizeof(Ort::ShapeInferContext) == 40 && sizeof(Ort::CustomOpConfigs) == 56);
static_assert(sizeof(Ort::MemoryAllocation) == 24 && sizeof(Ort::AllocatedStringPtr) == 16);
static_assert(sizeof(Ort::Exception) == 48 && sizeof(OrtCustomOp) == 208);
static_assert(sizeof(Ort::Custom::OrtLiteCustomOp) == 352);

// Chains end in a reference to the part that sets; a null pointer is no path.
static_assert(std::is_same_v<decltype(std::declval<Ort::SessionOptions&>().EnableMemPattern()),
                             Ort::detail::SessionOptionsImpl<OrtSessionOptions>&>);
static_assert(std::is_convertible_v<const Ort::Session&, const OrtSession*>);
static_assert(std::is_convertible_v<Ort::Session&, OrtSession*>);

}  // namespace
}  // namespace client
