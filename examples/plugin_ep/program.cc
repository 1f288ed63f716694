#include "program.h"

#include <algorithm>
#include <sstream>

namespace pocket {

namespace {

std::string name_of(const Api& api, const OrtValueInfo* value) {
  const char* name = nullptr;
  check(api.ort->GetValueInfoName(value, &name));
  return name;
}

char step_of(const std::string& op) { return op == "Add" ? '+' : op == "Mul" ? '*' : 'r'; }

// What is known of a tensor before it exists; a size that is not known has a name, or none at all.
struct Known {
  bool is_float = false, sized = true;
  std::vector<std::string> sizes;
  bool is_one() const {
    return std::all_of(sizes.begin(), sizes.end(), [](const std::string& s) { return s == "1"; });
  }
};

Known known(const Api& api, const OrtValueInfo* value) {
  Known k;
  const OrtTypeInfo* type = nullptr;
  const OrtTensorTypeAndShapeInfo* tensor = nullptr;
  check(api.ort->GetValueInfoTypeInfo(value, &type));
  check(api.ort->CastTypeInfoToTensorInfo(type, &tensor));
  if (tensor == nullptr) return k;
  ONNXTensorElementDataType element{};
  check(api.ort->GetTensorElementType(tensor, &element));
  k.is_float = element == ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT;
  if (!api.ort->TensorTypeAndShape_HasShape(tensor)) {
    k.sized = false;
    return k;
  }
  size_t rank = 0;
  check(api.ort->GetDimensionsCount(tensor, &rank));
  std::vector<int64_t> sizes(rank);
  std::vector<const char*> symbols(rank);
  check(api.ort->GetDimensions(tensor, sizes.data(), rank));
  check(api.ort->GetSymbolicDimensions(tensor, symbols.data(), rank));
  for (size_t i = 0; i < rank; ++i) {
    k.sizes.push_back(sizes[i] >= 0 ? std::to_string(sizes[i]) : symbols[i]);
    if (k.sizes.back().empty()) k.sized = false;
  }
  return k;
}

struct Tensor {
  const float* data = nullptr;
  std::vector<int64_t> shape;
  size_t count = 0;
};

size_t count_of(const std::vector<int64_t>& shape) {
  size_t n = 1;
  for (int64_t d : shape) n *= static_cast<size_t>(d);
  return n;
}

Tensor tensor_of(const Api& api, const OrtValue* value) {
  OrtTensorTypeAndShapeInfo* info = nullptr;
  check(api.ort->GetTensorTypeAndShape(value, &info));
  size_t rank = 0;
  OrtStatus* status = api.ort->GetDimensionsCount(info, &rank);
  Tensor t;
  t.shape.resize(rank);
  if (status == nullptr) status = api.ort->GetDimensions(info, t.shape.data(), rank);
  api.ort->ReleaseTensorTypeAndShapeInfo(info);
  check(status);
  t.count = count_of(t.shape);
  const void* data = nullptr;
  check(api.ort->GetTensorData(value, &data));
  t.data = static_cast<const float*>(data);
  return t;
}

void loop(char op, const Tensor& a, const Tensor& b, float* out, size_t count) {
  const size_t step_a = a.count == 1 ? 0 : 1, step_b = b.count == 1 ? 0 : 1;
  for (size_t i = 0; i < count; ++i) {
    const float x = a.data[i * step_a], y = b.data[i * step_b];
    out[i] = op == '+' ? x + y : op == '*' ? x * y : std::max(x, 0.0f);
  }
}

}  // namespace

bool supports(const Api& api, const OrtNode* node) {
  const char *op = nullptr, *domain = nullptr;
  int version = 0;
  check(api.ort->Node_GetOperatorType(node, &op));
  check(api.ort->Node_GetDomain(node, &domain));
  check(api.ort->Node_GetSinceVersion(node, &version));
  const std::string name = op;
  if (*domain != 0 || (name != "Add" && name != "Mul" && name != "Relu")) return false;
  if (name != "Relu" && version < 7) return false;  // older ones broadcast in a way of their own
  std::vector<Known> operands;
  for (const OrtValueInfo* v : list(node, api.ort->Node_GetNumInputs, api.ort->Node_GetInputs)) {
    if (v == nullptr) return false;
    operands.push_back(known(api, v));
    if (!operands.back().is_float || !operands.back().sized) return false;
  }
  if (name == "Relu") return operands.size() == 1;
  if (operands.size() != 2) return false;
  const Known &a = operands[0], &b = operands[1];
  return a.sizes == b.sizes || (a.is_one() && a.sizes.size() <= b.sizes.size()) ||
         (b.is_one() && b.sizes.size() <= a.sizes.size());
}

size_t Program::slot(const std::string& name) {
  const auto [at, fresh] = slots_.emplace(name, slot_count_);
  if (fresh) ++slot_count_;
  return at->second;
}

// What is no input and was made by no step before is a constant, be it one of a graph around this one.
size_t Program::operand(const Api& api, const OrtValueInfo* value) {
  const std::string name = name_of(api, value);
  if (slots_.count(name) > 0) return slot(name);
  const OrtValue* content = nullptr;
  check(api.ort->ValueInfo_GetInitializerValue(value, &content));
  if (content == nullptr) fail(api, "nobody makes '" + name + "'");
  const Tensor t = tensor_of(api, content);
  constants_.push_back({slot(name), t.shape, std::vector<float>(t.data, t.data + t.count)});
  return slot(name);
}

Program::Program(const Api& api, const OrtGraph* graph, const OrtNode* fused) {
  for (const OrtValueInfo* v : list(fused, api.ort->Node_GetNumInputs, api.ort->Node_GetInputs))
    inputs_.push_back(slot(name_of(api, v)));
  for (const OrtNode* node : list(graph, api.ort->Graph_GetNumNodes, api.ort->Graph_GetNodes)) {
    const char* op = nullptr;
    check(api.ort->Node_GetOperatorType(node, &op));
    const auto in = list(node, api.ort->Node_GetNumInputs, api.ort->Node_GetInputs);
    const auto out = list(node, api.ort->Node_GetNumOutputs, api.ort->Node_GetOutputs);
    if (in.empty() || out.size() != 1) fail(api, std::string("a node without inputs or outputs: ") + op);
    const size_t a = operand(api, in.front()), b = operand(api, in.back());
    steps_.push_back({step_of(op), a, b, slot(name_of(api, out.front()))});
  }
  for (const OrtValueInfo* v : list(fused, api.ort->Node_GetNumOutputs, api.ort->Node_GetOutputs))
    outputs_.push_back(slot(name_of(api, v)));
}

Program::Program(const std::string& op, size_t inputs) : slot_count_(inputs + 1) {
  for (size_t i = 0; i < inputs; ++i) inputs_.push_back(i);
  outputs_ = {inputs};
  steps_ = {{step_of(op), 0, inputs - 1, inputs}};
}

// The memory of a step's result: an output of the kernel, or one of the program's own.
float* Program::place(const Api& api, OrtKernelContext* context, size_t slot,
                      const std::vector<int64_t>& shape, std::vector<float>& own) const {
  const auto wanted = std::find(outputs_.begin(), outputs_.end(), slot);
  if (wanted == outputs_.end()) {
    own.resize(count_of(shape));
    return own.data();
  }
  OrtValue* value = nullptr;
  void* data = nullptr;
  const auto index = static_cast<size_t>(wanted - outputs_.begin());
  check(api.ort->KernelContext_GetOutput(context, index, shape.data(), shape.size(), &value));
  check(api.ort->GetTensorMutableData(value, &data));
  return static_cast<float*>(data);
}

void Program::run(const Api& api, OrtKernelContext* context) const {
  std::vector<Tensor> values(slot_count_);
  std::vector<std::vector<float>> between(slot_count_);
  for (const Constant& c : constants_) values[c.slot] = {c.data.data(), c.shape, c.data.size()};
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const OrtValue* value = nullptr;
    check(api.ort->KernelContext_GetInput(context, i, &value));
    if (value == nullptr) fail(api, "input " + std::to_string(i) + " is missing");
    values[inputs_[i]] = tensor_of(api, value);
  }
  for (const Step& s : steps_) {
    const Tensor &a = values[s.a], &b = values[s.b];
    if (a.count != 1 && b.count != 1 && a.shape != b.shape) fail(api, "operands of different shapes");
    const bool like_a = a.count != 1 || (b.count == 1 && a.shape.size() >= b.shape.size());
    Tensor out = like_a ? a : b;
    float* to = place(api, context, s.out, out.shape, between[s.out]);
    loop(s.op, a, b, to, out.count);
    out.data = to;
    values[s.out] = out;
  }
}

namespace {

template <typename Item>
void put(std::ostream& to, const std::vector<Item>& items) {
  to << items.size();
  for (const Item& i : items) to << ' ' << i;
  to << '\n';
}

template <typename Item>
std::vector<Item> take(const Api& api, std::istream& from) {
  constexpr size_t kMost = 1u << 24;  // what the text says is not to be trusted
  size_t count = 0;
  if (!(from >> count) || count > kMost) fail(api, "a compiled group ends too early");
  std::vector<Item> items;
  for (Item i{}; items.size() < count && from >> i;) items.push_back(i);
  if (items.size() < count) fail(api, "a compiled group ends too early");
  return items;
}

}  // namespace

// Numbers are written so that they come back as they were.
std::string Program::text() const {
  std::ostringstream to;
  to.precision(9);
  to << "pocket 1\n" << slot_count_ << '\n';
  put(to, inputs_);
  put(to, outputs_);
  to << constants_.size() << '\n';
  for (const Constant& c : constants_) {
    to << c.slot << '\n';
    put(to, c.shape);
    put(to, c.data);
  }
  to << steps_.size() << '\n';
  for (const Step& s : steps_) to << s.op << ' ' << s.a << ' ' << s.b << ' ' << s.out << '\n';
  return to.str();
}

Program Program::parse(const Api& api, const std::string& text) {
  std::istringstream from(text);
  std::string mark;
  int version = 0;
  Program p;
  size_t constants = 0, steps = 0;
  if (!(from >> mark >> version >> p.slot_count_) || mark != "pocket" || version != 1)
    fail(api, "this group was compiled by somebody else");
  p.inputs_ = take<size_t>(api, from);
  p.outputs_ = take<size_t>(api, from);
  from >> constants;
  for (size_t i = 0; i < constants && from; ++i) {
    Constant c{};
    from >> c.slot;
    c.shape = take<int64_t>(api, from);
    c.data = take<float>(api, from);
    p.constants_.push_back(std::move(c));
  }
  from >> steps;
  for (Step s{}; p.steps_.size() < steps && from >> s.op >> s.a >> s.b >> s.out;) p.steps_.push_back(s);
  const auto inside = [&](size_t slot) { return slot < p.slot_count_; };
  bool right = from && p.steps_.size() == steps && p.slot_count_ < (1u << 24);
  for (const Step& s : p.steps_) right = right && inside(s.a) && inside(s.b) && inside(s.out);
  for (const Constant& c : p.constants_)
    right = right && inside(c.slot) && count_of(c.shape) == c.data.size();
  right = right && std::all_of(p.inputs_.begin(), p.inputs_.end(), inside);
  if (!right) fail(api, "a compiled group is damaged");
  return p;
}

}  // namespace pocket
