// Operators of the program's own: by the base class, from functions, from a struct.
#include <onnxruntime_lite_custom_op.h>

#include "client.h"

namespace client {

namespace {

// y = factor * x.
struct ScaleKernel {
  explicit ScaleKernel(const OrtKernelInfo* info) {
    const Ort::ConstKernelInfo node(info);
    factor = node.GetAttribute<float>("factor");
    name = node.GetNodeName();
    inputs = node.GetInputCount();
  }
  Ort::Status Compute(OrtKernelContext* context) const {
    const Ort::KernelContext ctx(context);
    const Ort::ConstValue x = ctx.GetInput(0);
    const std::vector<int64_t> shape = x.GetTensorTypeAndShapeInfo().GetShape();
    float* y = ctx.GetOutput(0, shape).GetTensorMutableData<float>();
    const size_t count = x.GetTensorTypeAndShapeInfo().GetElementCount();
    if (count == 0) return Ort::Status("nothing to scale", ORT_EP_FAIL);
    for (size_t i = 0; i < count; ++i) y[i] = factor * x.GetTensorData<float>()[i];
    return Ort::Status(nullptr);
  }
  OrtStatusPtr ComputeV2(OrtKernelContext* context) { return Compute(context).release(); }

  float factor = 0;
  std::string name;
  size_t inputs = 0;
};

struct Scale : Ort::CustomOpBase<Scale, ScaleKernel, true> {
  OrtStatusPtr CreateKernelV2(const OrtApi&, const OrtKernelInfo* info, void** kernel) const {
    auto made = std::make_unique<ScaleKernel>(info);
    expect(made->name == "scaler" && made->inputs == 1 && made->factor == 2.5F,
           "what a kernel knows of its node");
    *kernel = made.release();
    return nullptr;
  }
  const char* GetName() const { return "Scale"; }
  size_t GetInputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetInputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  size_t GetOutputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetOutputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  static Ort::Status InferOutputShape(Ort::ShapeInferContext& context) {
    expect(context.GetInputCount() == 1 && context.GetAttrFloat("factor") == 2.5F, "what inference sees");
    return context.SetOutputShape(0, context.GetInputShape(0));
  }
};

void lite_add(const Ort::Custom::Tensor<float>& a, const Ort::Custom::Tensor<float>& b,
              Ort::Custom::Tensor<float>& sum) {
  float* out = sum.Allocate(a.Shape());
  for (int64_t i = 0; i < a.NumberOfElement(); ++i) out[i] = a.Data()[i] + b.Data()[i];
}

// y = x + offset.
struct LiteStruct {
  LiteStruct(const OrtApi*, const OrtKernelInfo* info)
      : offset(Ort::ConstKernelInfo(info).GetAttribute<int64_t>("offset")) {}
  Ort::Status Compute(const Ort::Custom::Tensor<float>* x, Ort::Custom::Tensor<float>* y) {
    float* out = y->Allocate(x->Shape());
    for (int64_t i = 0; i < x->NumberOfElement(); ++i) out[i] = x->Data()[i] + static_cast<float>(offset);
    return Ort::Status(nullptr);
  }
  int64_t offset;
};

// All words, and how many numbers there are.
Ort::Status lite_join(const Ort::Custom::Tensor<std::string>& words, const Ort::Custom::Span<float>& numbers,
                      Ort::Custom::Tensor<std::string>& joined) {
  std::string text;
  for (const std::string& word : words.Data()) text += word + " ";
  if (words.Data().empty()) throw std::runtime_error("no words");
  joined.SetStringOutput({text + std::to_string(numbers.size())}, {1});
  return Ort::Status(nullptr);
}

void run_custom(const Client& client, OrtCustomOpDomain* domain) {
  Ort::SessionOptions options;
  options.Add(domain);
  Ort::Session session = client.session("custom", options);
  std::vector<float> x = {1, 2};
  std::vector<Ort::Value> inputs;
  inputs.push_back(tensor(x, {2}));
  inputs.push_back(texts({"two", "words"}));
  const char* names[] = {"x", "words"};
  const char* wanted[] = {"y", "joined"};
  const std::vector<Ort::Value> outputs =
      session.Run(Ort::RunOptions{nullptr}, names, inputs.data(), 2, wanted, 2);
  expect(elements<float>(outputs[0]) == std::vector<float>{103.5F, 107}, "numbers through custom operators");
  expect_equal(outputs[1].GetStringTensorElement(0), std::string("two words 2"),
               "texts through custom operators");

  std::vector<float> none;
  inputs[0] = tensor(none, {0});
  const auto empty = [&] { session.Run(Ort::RunOptions{nullptr}, names, inputs.data(), 2, wanted, 2); };
  expect_equal(code_of(empty), ORT_EP_FAIL, "the code of a kernel's failure");
  expect(contains(message_of(empty), "nothing to scale"), "and its message");
  inputs[0] = tensor(x, {2});
  inputs[1] = texts({});
  expect(contains(message_of(empty), "no words"), "an exception in a function");
}

}  // namespace

void check_custom_ops(const Client& client) {
  const Scale scale;
  const std::unique_ptr<Ort::Custom::OrtLiteCustomOp> lites[] = {
      std::unique_ptr<Ort::Custom::OrtLiteCustomOp>(
          Ort::Custom::CreateLiteCustomOp("LiteAdd", "CPUExecutionProvider", lite_add)),
      std::unique_ptr<Ort::Custom::OrtLiteCustomOp>(
          Ort::Custom::CreateLiteCustomOp<LiteStruct>("LiteStruct", "CPUExecutionProvider")),
      std::unique_ptr<Ort::Custom::OrtLiteCustomOp>(
          Ort::Custom::CreateLiteCustomOp("LiteJoin", "CPUExecutionProvider", lite_join)),
  };
  Ort::CustomOpDomain domain("test.custom");
  domain.Add(&scale);
  for (const auto& lite : lites) domain.Add(lite.get());
  expect(code_of([&] { client.session("custom"); }) != ORT_OK, "operators that nobody has");
  run_custom(client, domain);
}

}  // namespace client
