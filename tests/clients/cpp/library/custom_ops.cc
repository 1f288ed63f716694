// A library of custom operators as others are written: it takes its table from who loads it.
#define ORT_API_MANUAL_INIT
#include <onnxruntime_lite_custom_op.h>
#undef ORT_API_MANUAL_INIT

namespace {

// y = x * the setting `times` of the operator.
struct TimesKernel {
  float times;
  void Compute(OrtKernelContext* context) const {
    const Ort::KernelContext ctx(context);
    const Ort::ConstValue x = ctx.GetInput(0);
    const std::vector<int64_t> shape = x.GetTensorTypeAndShapeInfo().GetShape();
    float* y = ctx.GetOutput(0, shape).GetTensorMutableData<float>();
    for (size_t i = 0; i < x.GetTensorTypeAndShapeInfo().GetElementCount(); ++i)
      y[i] = times * x.GetTensorData<float>()[i];
  }
};

struct Times : Ort::CustomOpBase<Times, TimesKernel> {
  explicit Times(Ort::ConstSessionOptions options) {
    std::unordered_map<std::string, std::string> settings;
    GetSessionConfigs(settings, options);
    times = std::strtof(settings.at("times").c_str(), nullptr);
  }
  void* CreateKernel(const OrtApi&, const OrtKernelInfo*) const { return new TimesKernel{times}; }
  const char* GetName() const { return "Times"; }
  size_t GetInputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetInputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  size_t GetOutputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetOutputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  std::vector<std::string> GetSessionConfigKeys() const { return {"times", "unset"}; }
  float times = 0;
};

// count = the elements of all inputs, of whatever types.
Ort::Status count_all(const Ort::Custom::Variadic& inputs, Ort::Custom::Tensor<int64_t>* count) {
  int64_t elements = 0;
  for (size_t i = 0; i < inputs.Size(); ++i) elements += inputs[i]->NumberOfElement();
  *count->Allocate({1}) = elements;
  return Ort::Status(nullptr);
}

// out = the text, reversed, as often as `times` says.
void reverse(std::string_view text, std::optional<int64_t> times, Ort::Custom::Tensor<std::string>& out) {
  const std::string once(text.rbegin(), text.rend());
  std::string reversed = once;
  for (int64_t i = 1; i < times.value_or(1); ++i) reversed += once;
  out.SetStringOutput({reversed}, {1});
}

}  // namespace

extern "C" ORT_EXPORT OrtStatus* ORT_API_CALL RegisterCustomOps(OrtSessionOptions* options,
                                                                const OrtApiBase* api) {
  Ort::InitApi(api->GetApi(ORT_API_VERSION));
  try {
    static Ort::CustomOpDomain domain("test.library");
    static const Times times{Ort::ConstSessionOptions(options)};
    static const std::unique_ptr<Ort::Custom::OrtLiteCustomOp> count(
        Ort::Custom::CreateLiteCustomOp("CountAll", "CPUExecutionProvider", count_all));
    static const std::unique_ptr<Ort::Custom::OrtLiteCustomOp> backwards(
        Ort::Custom::CreateLiteCustomOp("Reverse", "CPUExecutionProvider", reverse));
    static const bool added = [] {
      domain.Add(&times);
      domain.Add(count.get());
      domain.Add(backwards.get());
      return true;
    }();
    static_cast<void>(added);
    Ort::UnownedSessionOptions(options).Add(domain);
  } catch (const std::exception& e) {
    return Ort::Status(e).release();
  }
  return nullptr;
}
