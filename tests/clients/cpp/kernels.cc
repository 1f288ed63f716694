// Kernels that use what the library offers to them: its operators, its threads, its allocators, its log.
#include <atomic>

#include "client.h"

namespace client {

namespace {

std::atomic<int> destroyed{0};

// sum = x + x, by the library's own Add; everything else on the way is only looked at.
struct HelpedKernel {
  explicit HelpedKernel(const OrtKernelInfo* info) : info(Ort::ConstKernelInfo(info).Copy()), op(nullptr) {
    const char* constraint = "T";
    const ONNXTensorElementDataType type = ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT;
    op = Ort::Op::Create(this->info, "Add", "", 14, &constraint, &type, 1, nullptr, 0, 2, 1);
  }
  ~HelpedKernel() { ++destroyed; }

  void Compute(OrtKernelContext* context) {
    const Ort::KernelContext ctx(context);
    const OrtValue* in[] = {ctx.GetInput(0), ctx.GetInput(0)};
    const std::vector<int64_t> shape = ctx.GetInput(0).GetTensorTypeAndShapeInfo().GetShape();
    OrtValue* out[] = {ctx.GetOutput(0, shape)};
    op.Invoke(context, in, 2, out, 1);
    expect_equal(code_of([&] { ctx.GetOutput(0, {shape[0] + 1}); }), ORT_INVALID_ARGUMENT,
                 "an output in another shape than it was given");

    std::atomic<int> calls{0};
    ctx.ParallelFor([](void* data, size_t) { ++*static_cast<std::atomic<int>*>(data); }, 10, 0, &calls);
    expect_equal(calls.load(), 10, "calls on the session's threads");
    Ort::Allocator allocator = ctx.GetAllocator(*static_cast<const OrtMemoryInfo*>(cpu_info));
    const Ort::MemoryAllocation scratch = allocator.GetAllocation(32);
    expect_equal(scratch.size(), size_t{32}, "memory from the session");
    const Ort::Logger logger = ctx.GetLogger();
    ORT_CXX_LOG(logger, ORT_LOGGING_LEVEL_WARNING, "plain words");
    ORT_CXX_LOGF_NOEXCEPT(logger, ORT_LOGGING_LEVEL_WARNING, "number %d", 42);
  }

  Ort::KernelInfo info;
  Ort::Op op;
  Ort::MemoryInfo cpu_info = cpu();
};

struct Helped : Ort::CustomOpBase<Helped, HelpedKernel> {
  void* CreateKernel(const OrtApi&, const OrtKernelInfo* info) const { return new HelpedKernel(info); }
  const char* GetName() const { return "Helped"; }
  const char* GetExecutionProviderType() const { return "CPUExecutionProvider"; }
  size_t GetInputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetInputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  size_t GetOutputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetOutputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
};

// Any number of inputs, one after the other; the second output, how many there were, may be absent.
struct GatherKernel {
  explicit GatherKernel(const OrtKernelInfo* info) : node(Ort::ConstKernelInfo(info).Copy()) {}
  void Compute(OrtKernelContext* context) const {
    const Ort::KernelContext ctx(context);
    std::vector<float> all;
    for (size_t i = 0; i < ctx.GetInputCount(); ++i) {
      const std::vector<float> part = elements_of(ctx.GetInput(i));
      all.insert(all.end(), part.begin(), part.end());
    }
    float* out = ctx.GetOutput(0, {static_cast<int64_t>(all.size())}).GetTensorMutableData<float>();
    std::copy(all.begin(), all.end(), out);
    expect_equal(ctx.GetOutputCount(), size_t{1}, "the optional output is absent");
    expect_equal(node.GetInputCount(), size_t{3}, "inputs of a variadic operator");
    const std::vector<int64_t> axes = node.GetAttributes<int64_t>("axes");
    expect(axes == std::vector<int64_t>{3, 4} && node.GetAttribute<std::string>("mode") == "plain",
           "attributes");
    expect(node.GetAttributes<float>("weights") == std::vector<float>{0.5F}, "an attribute of floats");
    expect_equal(code_of([&] { node.GetAttribute<float>("nope"); }), ORT_FAIL, "no such attribute");
    Ort::AllocatorWithDefaultOptions allocator;
    expect_equal(node.GetTensorAttribute("table", allocator).GetTensorData<int64_t>()[1], int64_t{9},
                 "an attribute that is a tensor");
  }
  static std::vector<float> elements_of(const Ort::ConstValue& value) {
    const float* data = value.GetTensorData<float>();
    return std::vector<float>(data, data + value.GetTensorTypeAndShapeInfo().GetElementCount());
  }
  Ort::KernelInfo node;
};

struct Gather : Ort::CustomOpBase<Gather, GatherKernel> {
  void* CreateKernel(const OrtApi&, const OrtKernelInfo* info) const { return new GatherKernel(info); }
  const char* GetName() const { return "Gather"; }
  size_t GetInputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetInputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  OrtCustomOpInputOutputCharacteristic GetInputCharacteristic(size_t) const { return INPUT_OUTPUT_VARIADIC; }
  int GetVariadicInputMinArity() const { return 2; }
  size_t GetOutputTypeCount() const { return 2; }
  ONNXTensorElementDataType GetOutputType(size_t i) const {
    return i == 0 ? ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT : ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64;
  }
  OrtCustomOpInputOutputCharacteristic GetOutputCharacteristic(size_t i) const {
    return i == 0 ? INPUT_OUTPUT_REQUIRED : INPUT_OUTPUT_OPTIONAL;
  }
};

}  // namespace

// Operators of a library, which takes a setting from the session's options.
void check_library(const Client& client) {
  Ort::CustomOpConfigs settings;
  settings.AddConfig("Times", "times", "4");
  Ort::SessionOptions options;
  options.RegisterCustomOpsLibrary(CLIENT_LIBRARY, settings);
  expect_equal(options.GetConfigEntry("custom_op.Times.times"), std::string("4"), "a setting of an operator");
  Ort::Session session = client.session("library", options);
  std::vector<float> x = {1, 2, 3};
  std::vector<int64_t> twice = {2};
  std::vector<Ort::Value> inputs;
  inputs.push_back(tensor(x, {3}));
  inputs.push_back(texts({"abc"}));
  inputs.push_back(tensor(twice, {1}));
  const char* names[] = {"x", "text", "twice"};
  const char* wanted[] = {"y", "count", "once", "reversed"};
  const std::vector<Ort::Value> outputs =
      session.Run(Ort::RunOptions{nullptr}, names, inputs.data(), 3, wanted, 4);
  expect(elements<float>(outputs[0]) == std::vector<float>{4, 8, 12}, "numbers through a library");
  expect_equal(outputs[1].GetTensorData<int64_t>()[0], int64_t{5}, "inputs of any type");
  expect_equal(outputs[2].GetStringTensorElement(0), std::string("cba"), "an optional input that is absent");
  expect_equal(outputs[3].GetStringTensorElement(0), std::string("cbacba"), "and one that is there");
}

void check_kernels(const Client& client) {
  const Helped helped;
  const Gather gather;
  Ort::CustomOpDomain domain("test.custom");
  domain.Add(&helped);
  domain.Add(&gather);
  {
    Ort::SessionOptions options;
    options.Add(domain).SetIntraOpNumThreads(2);
    Ort::Session session = client.session("kernels", options);
    std::vector<float> x = {1, -2};
    const char* in = "x";
    const char* out[] = {"sum", "all"};
    const Ort::Value input = tensor(x, {2});
    const std::vector<Ort::Value> outputs = session.Run(Ort::RunOptions{nullptr}, &in, &input, 1, out, 2);
    expect(elements<float>(outputs[0]) == std::vector<float>{2, -4}, "the library's operator in a kernel");
    expect(elements<float>(outputs[1]) == std::vector<float>{1, -2, 2, -4, 1, -2}, "a variadic operator");
  }
  expect_equal(destroyed.load(), 1, "kernels go with their session");
}

}  // namespace client
