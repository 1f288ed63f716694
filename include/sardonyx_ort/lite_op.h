// Custom operators made of functions and structs.
#pragma once

#include "lite_tensor.h"

namespace Ort {
namespace Custom {
namespace detail {

// One call of a function, and the input and output that its next parameter is.
struct CallSite {
  OrtKernelContext* context;
  ArgPtrs& args;  // what the parameters refer to
  size_t num_input;
  size_t num_output;
  const std::string& ep;
  size_t input;
  size_t output;

  bool HasInput() const { return input < num_input && KernelContext(context).GetInput(input) != nullptr; }
  template <typename Arg>
  Arg& Keep(bool is_input) {
    auto arg = std::make_unique<Arg>(context, is_input ? input : output, is_input);
    Arg& reference = *arg;
    args.push_back(std::move(arg));
    return reference;
  }
  // Reading elements of a tensor needs it in the memory of the CPU.
  template <typename T>
  Tensor<T>& KeepOnCpu() {
    if (!ep.empty() && ep != "CPUExecutionProvider")
      ORT_CXX_API_THROW("a span or a scalar can be an input on the CPU only, the provider is " + ep,
                        OrtErrorCode::ORT_RUNTIME_EXCEPTION);
    return Keep<Tensor<T>>(true);
  }
};

template <typename T>
constexpr ONNXTensorElementDataType ElementType() {
  if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>) {
    return ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING;
  } else {
    return TypeToTensorType<T>::type;
  }
}

struct IsInput {
  static constexpr size_t inputs = 1, outputs = 0;
};
struct IsOutput {
  static constexpr size_t inputs = 0, outputs = 1;
};
struct IsContext {
  static constexpr size_t inputs = 0, outputs = 0;
  static constexpr ONNXTensorElementDataType type = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
};
template <typename T, typename Direction>
struct TensorParam : Direction {
  static constexpr ONNXTensorElementDataType type = ElementType<T>();
};
template <typename Direction>
struct ArrayParam : Direction {
  static constexpr ONNXTensorElementDataType type = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;  // any
};

// What a parameter of type P is, and how it is made. Of any type that is not named below: a scalar.
template <typename P>
struct Param : TensorParam<P, IsInput> {
  static P Make(CallSite& site) { return site.KeepOnCpu<P>().AsScalar(); }
};
template <typename T>
struct Param<std::optional<T>> : TensorParam<T, IsInput> {
  static std::optional<T> Make(CallSite& site) {
    if (!site.HasInput()) return {};
    return Param<T>::Make(site);
  }
};

template <typename T>
struct Param<const Tensor<T>*> : TensorParam<T, IsInput> {
  static const Tensor<T>* Make(CallSite& site) { return &site.Keep<Tensor<T>>(true); }
};
template <typename T>
struct Param<const Tensor<T>&> : TensorParam<T, IsInput> {
  static const Tensor<T>& Make(CallSite& site) { return site.Keep<Tensor<T>>(true); }
};
template <typename T>
struct Param<std::optional<const Tensor<T>*>> : TensorParam<T, IsInput> {
  static std::optional<const Tensor<T>*> Make(CallSite& site) {
    if (!site.HasInput()) return {};
    return Param<const Tensor<T>*>::Make(site);
  }
};

template <typename T>
struct Param<const Span<T>*> : TensorParam<T, IsInput> {
  static const Span<T>* Make(CallSite& site) { return &site.KeepOnCpu<T>().AsSpan(); }
};
template <typename T>
struct Param<const Span<T>&> : TensorParam<T, IsInput> {
  static const Span<T>& Make(CallSite& site) { return site.KeepOnCpu<T>().AsSpan(); }
};
template <typename T>
struct Param<std::optional<const Span<T>*>> : TensorParam<T, IsInput> {
  static std::optional<const Span<T>*> Make(CallSite& site) {
    if (!site.HasInput()) return {};
    return Param<const Span<T>*>::Make(site);
  }
};

template <typename T>
struct Param<Tensor<T>*> : TensorParam<T, IsOutput> {
  static Tensor<T>* Make(CallSite& site) { return &site.Keep<Tensor<T>>(false); }
};
template <typename T>
struct Param<Tensor<T>&> : TensorParam<T, IsOutput> {
  static Tensor<T>& Make(CallSite& site) { return site.Keep<Tensor<T>>(false); }
};
template <typename T>
struct Param<std::optional<Tensor<T>*>> : TensorParam<T, IsOutput> {
  static std::optional<Tensor<T>*> Make(CallSite& site) {
    if (site.output >= site.num_output) return {};
    return Param<Tensor<T>*>::Make(site);
  }
};

template <>
struct Param<const TensorArray*> : ArrayParam<IsInput> {
  static const TensorArray* Make(CallSite& site) { return &site.Keep<TensorArray>(true); }
};
template <>
struct Param<const TensorArray&> : ArrayParam<IsInput> {
  static const TensorArray& Make(CallSite& site) { return site.Keep<TensorArray>(true); }
};
template <>
struct Param<TensorArray*> : ArrayParam<IsOutput> {
  static TensorArray* Make(CallSite& site) { return &site.Keep<TensorArray>(false); }
};
template <>
struct Param<TensorArray&> : ArrayParam<IsOutput> {
  static TensorArray& Make(CallSite& site) { return site.Keep<TensorArray>(false); }
};

template <>
struct Param<OrtKernelContext*> : IsContext {
  static OrtKernelContext* Make(CallSite& site) { return site.context; }
};
template <>
struct Param<OrtKernelContext&> : IsContext {
  static OrtKernelContext& Make(CallSite& site) { return *site.context; }
};

// Makes a parameter and moves on to the next one.
template <typename P>
P Next(CallSite& site) {
  CallSite here = site;
  site.input += Param<P>::inputs;
  site.output += Param<P>::outputs;
  return Param<P>::Make(here);
}

}  // namespace detail

struct OrtLiteCustomOp : public OrtCustomOp {
  using ConstOptionalFloatTensor = std::optional<const Custom::Tensor<float>&>;
  using OptionalFloatTensor = std::optional<Custom::Tensor<float>>;

  OrtLiteCustomOp(const char* op_name, const char* execution_provider, ShapeInferFn shape_infer_fn,
                  int start_ver = 1, int end_ver = MAX_CUSTOM_OP_END_VER)
      : OrtCustomOp{},
        op_name_(op_name),
        execution_provider_(execution_provider),
        shape_infer_fn_(shape_infer_fn),
        start_ver_(start_ver),
        end_ver_(end_ver) {
    OrtCustomOp::version = ORT_API_VERSION;
    SetNames();
    SetInputs();
    SetOutputs();
  }

  // The parameters of one call, made from left to right; args owns what they refer to.
  template <size_t ith_input, size_t ith_output, typename... Ts>
  static std::tuple<Ts...> CreateTuple(OrtKernelContext* context, ArgPtrs& args, size_t num_input,
                                       size_t num_output, const std::string& ep) {
    [[maybe_unused]] detail::CallSite site{context, args, num_input, num_output, ep, ith_input, ith_output};
    return std::tuple<Ts...>{detail::Next<Ts>(site)...};
  }

  // What inputs and outputs the parameters are.
  template <typename... Ts>
  static void ParseArgs([[maybe_unused]] std::vector<ONNXTensorElementDataType>& input_types,
                        [[maybe_unused]] std::vector<ONNXTensorElementDataType>& output_types) {
    (input_types.insert(input_types.end(), detail::Param<Ts>::inputs, detail::Param<Ts>::type), ...);
    (output_types.insert(output_types.end(), detail::Param<Ts>::outputs, detail::Param<Ts>::type), ...);
  }

  const std::string op_name_;
  const std::string execution_provider_;
  std::vector<ONNXTensorElementDataType> input_types_;
  std::vector<ONNXTensorElementDataType> output_types_;
  ShapeInferFn shape_infer_fn_ = {};
  int start_ver_ = 1;
  int end_ver_ = MAX_CUSTOM_OP_END_VER;
  void* compute_fn_ = {};
  void* compute_fn_return_status_ = {};

 private:
  static const OrtLiteCustomOp& Self(const OrtCustomOp* op) {
    return *static_cast<const OrtLiteCustomOp*>(op);
  }
  static OrtCustomOpInputOutputCharacteristic CharacteristicOf(ONNXTensorElementDataType type) {
    return type == ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED ? INPUT_OUTPUT_VARIADIC : INPUT_OUTPUT_OPTIONAL;
  }

  void SetNames() {
    OrtCustomOp::GetName = [](const OrtCustomOp* op) { return Self(op).op_name_.c_str(); };
    OrtCustomOp::GetExecutionProviderType = [](const OrtCustomOp* op) {
      return Self(op).execution_provider_.c_str();
    };
    OrtCustomOp::GetStartVersion = [](const OrtCustomOp* op) { return Self(op).start_ver_; };
    OrtCustomOp::GetEndVersion = [](const OrtCustomOp* op) { return Self(op).end_ver_; };
    OrtCustomOp::InferOutputShapeFn = [](const OrtCustomOp* op,
                                         OrtShapeInferContext* context) -> OrtStatusPtr {
      const ShapeInferFn infer = Self(op).shape_infer_fn_;
      return infer == nullptr ? nullptr : Ort::detail::InferShapes(context, infer);
    };
  }
  void SetInputs() {
    OrtCustomOp::GetInputTypeCount = [](const OrtCustomOp* op) { return Self(op).input_types_.size(); };
    OrtCustomOp::GetInputType = [](const OrtCustomOp* op, size_t i) { return Self(op).input_types_[i]; };
    OrtCustomOp::GetInputMemoryType = [](const OrtCustomOp*, size_t) { return OrtMemTypeDefault; };
    OrtCustomOp::GetInputCharacteristic = [](const OrtCustomOp* op, size_t i) {
      return CharacteristicOf(Self(op).input_types_[i]);
    };
    OrtCustomOp::GetVariadicInputMinArity = [](const OrtCustomOp*) { return 0; };
    OrtCustomOp::GetVariadicInputHomogeneity = [](const OrtCustomOp*) { return 0; };
  }
  void SetOutputs() {
    OrtCustomOp::GetOutputTypeCount = [](const OrtCustomOp* op) { return Self(op).output_types_.size(); };
    OrtCustomOp::GetOutputType = [](const OrtCustomOp* op, size_t i) { return Self(op).output_types_[i]; };
    OrtCustomOp::GetOutputCharacteristic = [](const OrtCustomOp* op, size_t i) {
      return CharacteristicOf(Self(op).output_types_[i]);
    };
    OrtCustomOp::GetVariadicOutputMinArity = [](const OrtCustomOp*) { return 0; };
    OrtCustomOp::GetVariadicOutputHomogeneity = [](const OrtCustomOp*) { return 0; };
  }
};

// An operator that is a function.
template <typename... Args>
struct OrtLiteCustomFunc : public OrtLiteCustomOp {
  using ComputeFn = void (*)(Args...);
  using ComputeFnReturnStatus = Status (*)(Args...);
  using MyType = OrtLiteCustomFunc<Args...>;

  struct Kernel {
    size_t num_input_{};
    size_t num_output_{};
    ComputeFn compute_fn_{};
    ComputeFnReturnStatus compute_fn_return_status_{};
    std::string ep_{};
  };

  OrtLiteCustomFunc(const char* op_name, const char* execution_provider, ComputeFn compute_fn,
                    ShapeInferFn shape_infer_fn = {}, int start_ver = 1, int end_ver = MAX_CUSTOM_OP_END_VER)
      : OrtLiteCustomOp(op_name, execution_provider, shape_infer_fn, start_ver, end_ver) {
    compute_fn_ = reinterpret_cast<void*>(compute_fn);
    SetKernel();
  }
  OrtLiteCustomFunc(const char* op_name, const char* execution_provider,
                    ComputeFnReturnStatus compute_fn_return_status, ShapeInferFn shape_infer_fn = {},
                    int start_ver = 1, int end_ver = MAX_CUSTOM_OP_END_VER)
      : OrtLiteCustomOp(op_name, execution_provider, shape_infer_fn, start_ver, end_ver) {
    compute_fn_return_status_ = reinterpret_cast<void*>(compute_fn_return_status);
    SetKernel();
  }

 private:
  // With statuses in both cases, so that an exception of the function becomes a failure of the run.
  void SetKernel() {
    ParseArgs<Args...>(input_types_, output_types_);
    OrtCustomOp::CreateKernelV2 = [](const OrtCustomOp* op, const OrtApi*, const OrtKernelInfo* info,
                                     void** kernel) -> OrtStatusPtr {
      return Ort::detail::Guarded([&]() -> OrtStatus* {
        const auto* self = static_cast<const MyType*>(op);
        const ConstKernelInfo node(info);
        auto made = std::make_unique<Kernel>();
        made->num_input_ = node.GetInputCount();
        made->num_output_ = node.GetOutputCount();
        made->compute_fn_ = reinterpret_cast<ComputeFn>(self->compute_fn_);
        made->compute_fn_return_status_ =
            reinterpret_cast<ComputeFnReturnStatus>(self->compute_fn_return_status_);
        made->ep_ = self->execution_provider_;
        *kernel = made.release();
        return nullptr;
      });
    };
    OrtCustomOp::KernelComputeV2 = [](void* op_kernel, OrtKernelContext* context) -> OrtStatusPtr {
      return Ort::detail::Guarded([&]() -> OrtStatus* {
        const auto* kernel = static_cast<const Kernel*>(op_kernel);
        ArgPtrs args;
        auto params =
            CreateTuple<0, 0, Args...>(context, args, kernel->num_input_, kernel->num_output_, kernel->ep_);
        if (kernel->compute_fn_return_status_ != nullptr)
          return std::apply(kernel->compute_fn_return_status_, std::move(params)).release();
        std::apply(kernel->compute_fn_, std::move(params));
        return nullptr;
      });
    };
    OrtCustomOp::KernelDestroy = [](void* op_kernel) { delete static_cast<Kernel*>(op_kernel); };
  }
};

// An operator that is a struct: one object a node, made by CustomOp(const OrtApi*, const OrtKernelInfo*).
template <typename CustomOp>
struct OrtLiteCustomStruct : public OrtLiteCustomOp {
  template <typename... Args>
  using CustomComputeFn = void (CustomOp::*)(Args...);
  template <typename... Args>
  using CustomComputeFnReturnStatus = Status (CustomOp::*)(Args...);
  using MyType = OrtLiteCustomStruct<CustomOp>;

  struct Kernel {
    size_t num_input_{};
    size_t num_output_{};
    std::unique_ptr<CustomOp> custom_op_;
    std::string ep_{};
  };

  OrtLiteCustomStruct(const char* op_name, const char* execution_provider, int start_ver = 1,
                      int end_ver = MAX_CUSTOM_OP_END_VER)
      : OrtLiteCustomOp(op_name, execution_provider, {}, start_ver, end_ver) {
    SetCompute(&CustomOp::Compute);
    SetShapeInfer<CustomOp>(0);
    OrtCustomOp::CreateKernelV2 = [](const OrtCustomOp* op, const OrtApi* api, const OrtKernelInfo* info,
                                     void** kernel) -> OrtStatusPtr {
      return Ort::detail::Guarded([&]() -> OrtStatus* {
        const ConstKernelInfo node(info);
        auto made = std::make_unique<Kernel>();
        made->num_input_ = node.GetInputCount();
        made->num_output_ = node.GetOutputCount();
        made->custom_op_ = std::make_unique<CustomOp>(api, info);
        made->ep_ = static_cast<const MyType*>(op)->execution_provider_;
        *kernel = made.release();
        return nullptr;
      });
    };
    OrtCustomOp::KernelDestroy = [](void* op_kernel) { delete static_cast<Kernel*>(op_kernel); };
  }

  // The types of Compute's parameters; it may be const.
  template <typename... Args>
  void SetCompute(CustomComputeFn<Args...>) {
    SetComputeOf<Args...>();
  }
  template <typename... Args>
  void SetCompute(CustomComputeFnReturnStatus<Args...>) {
    SetComputeOf<Args...>();
  }
  template <typename... Args>
  void SetCompute(void (CustomOp::*)(Args...) const) {
    SetComputeOf<Args...>();
  }
  template <typename... Args>
  void SetCompute(Status (CustomOp::*)(Args...) const) {
    SetComputeOf<Args...>();
  }

  // Where CustomOp has a static InferOutputShape, that infers.
  template <typename C>
  decltype(&C::InferOutputShape) SetShapeInfer(decltype(&C::InferOutputShape)) {
    shape_infer_fn_ = C::InferOutputShape;
    return {};
  }
  template <typename C>
  void SetShapeInfer(...) {
    shape_infer_fn_ = {};
  }

 private:
  template <typename... Args>
  void SetComputeOf() {
    ParseArgs<Args...>(input_types_, output_types_);
    OrtCustomOp::KernelComputeV2 = [](void* op_kernel, OrtKernelContext* context) -> OrtStatusPtr {
      return Ort::detail::Guarded([&]() -> OrtStatus* {
        const auto* kernel = static_cast<const Kernel*>(op_kernel);
        ArgPtrs args;
        auto params =
            CreateTuple<0, 0, Args...>(context, args, kernel->num_input_, kernel->num_output_, kernel->ep_);
        const auto compute = [&](Args... unpacked) -> OrtStatus* {
          CustomOp& op = *kernel->custom_op_;
          if constexpr (std::is_void_v<decltype(op.Compute(std::forward<Args>(unpacked)...))>) {
            op.Compute(std::forward<Args>(unpacked)...);
            return nullptr;
          } else {
            return op.Compute(std::forward<Args>(unpacked)...).release();
          }
        };
        return std::apply(compute, std::move(params));
      });
    };
  }
};

// The operator is the caller's, and must outlive the sessions that use it.
template <typename... Args>
OrtLiteCustomOp* CreateLiteCustomOp(const char* op_name, const char* execution_provider,
                                    void (*custom_compute_fn)(Args...),
                                    Status (*shape_infer_fn)(ShapeInferContext&) = {}, int start_ver = 1,
                                    int end_ver = MAX_CUSTOM_OP_END_VER) {
  return new OrtLiteCustomFunc<Args...>(op_name, execution_provider, custom_compute_fn, shape_infer_fn,
                                        start_ver, end_ver);
}
template <typename... Args>
OrtLiteCustomOp* CreateLiteCustomOp(const char* op_name, const char* execution_provider,
                                    Status (*custom_compute_fn_v2)(Args...),
                                    Status (*shape_infer_fn)(ShapeInferContext&) = {}, int start_ver = 1,
                                    int end_ver = MAX_CUSTOM_OP_END_VER) {
  return new OrtLiteCustomFunc<Args...>(op_name, execution_provider, custom_compute_fn_v2, shape_infer_fn,
                                        start_ver, end_ver);
}
template <typename CustomOp>
OrtLiteCustomOp* CreateLiteCustomOp(const char* op_name, const char* execution_provider, int start_ver = 1,
                                    int end_ver = MAX_CUSTOM_OP_END_VER) {
  return new OrtLiteCustomStruct<CustomOp>(op_name, execution_provider, start_ver, end_ver);
}

}  // namespace Custom
}  // namespace Ort
