#include "ops/evaluate.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph/lowered.h"
#include "kernels/pointwise/program.h"

namespace sardonyx {

namespace {

// Kernels may count on element alignment; foreign bytes need not have it.
Value aligned(const Value& v) {
  if (!v.is_tensor()) return v;
  const Tensor& t = v.tensor();
  std::size_t size = item_size(t.dtype());
  std::size_t need = size > 8 ? 8 : size;
  if (need <= 1 || reinterpret_cast<std::uintptr_t>(t.data()) % need == 0) return v;
  return t.clone();
}

struct Scratch {
  explicit Scratch(std::size_t bytes) : block(bytes > 0 ? Block::allocate(bytes) : BlockPtr()) {}
  std::byte* data() const { return block ? block->data() : nullptr; }
  BlockPtr block;
};

Kernel lower_now(const Op& op, std::span<const Fact* const> in, std::span<const Fact> out,
                 std::span<const bool> wanted, const EvaluateParts& parts) {
  LowerContext::Parts p;
  p.in = in;
  p.out = out;
  p.wanted = wanted;
  p.prepared = parts.prepared;
  p.options = parts.options;
  p.epilogue = parts.epilogue;
  p.epilogue_first = parts.epilogue_first;
  p.body = parts.body;
  LowerContext context(p);
  Kernel kernel = lowered(op, context);
  if (kernel) return kernel;
  // All contents are at hand here: a size that is still unknown is one whose arithmetic overflowed.
  for (const Fact& f : out) {
    require(!kernel.at_run || !f.is_tensor() || !f.shape.ranked() || f.shape.concrete(), Code::over_budget,
            "{}: the result has more elements than 64 bits count [{}]", op.def().name, inputs_text(in));
  }
  require(!kernel.at_run, Code::internal, "{} waits for content that it already has [{}]", op.def().name,
          inputs_text(in));
  fail(Code::not_implemented, "{}: {} [{}]", op.def().name, kernel.declined, inputs_text(in));
}

// Outputs whose shape is known are made before the call, as kernels expect.
void make_known(const Fact& fact, Value& value, Call::Output& output) {
  output.value = &value;
  output.dtype = fact.dtype();
  if (!fact.is_tensor() || fact.dtype() == DType::undefined) return;
  if (auto shape = fact.shape.numbers()) {
    value = Tensor(fact.dtype(), *std::move(shape));
    output.data = value.tensor().mutable_data();
  }
}

}  // namespace

std::vector<Value> evaluate(const Op& op, std::span<const Value> inputs, std::span<const bool> wanted,
                            const EvaluateParts& parts) {
  // Kernels may count on one output at least.
  if (std::ranges::find(wanted, true) == wanted.end()) return std::vector<Value>(wanted.size());
  std::vector<Value> values(inputs.size());
  std::vector<Fact> facts(inputs.size());
  std::vector<const Fact*> in(inputs.size(), nullptr);
  std::vector<Call::Input> call_in(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].is_absent()) continue;
    values[i] = aligned(inputs[i]);
    facts[i] = Fact::of(values[i]);
    in[i] = &facts[i];
    call_in[i].value = &values[i];
    if (values[i].is_tensor()) call_in[i].data = values[i].tensor().data();
  }
  std::span<const Fact* const> own(in);
  if (parts.epilogue != nullptr) own = own.first(parts.epilogue_first);
  std::vector<Fact> out_facts = infer_facts(op, own, wanted);
  if (parts.epilogue != nullptr && !out_facts.empty() && wanted[0])
    out_facts[0].type = Type::tensor(parts.epilogue->type(parts.epilogue->outputs().front()));
  Kernel kernel = lower_now(op, in, out_facts, wanted, parts);

  std::vector<Value> out(wanted.size());
  std::vector<Call::Output> call_out(wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    call_out[i].value = &out[i];  // also of an output that nobody wants, for kernels that allocate it
    call_out[i].dtype = out_facts[i].dtype();
    // Most kernels write their first output without asking.
    if (wanted[i] || i == 0) make_known(out_facts[i], out[i], call_out[i]);
  }
  Call::Environment environment = parts.environment;
  if (environment.pool == nullptr) environment.pool = ThreadPool::shared().get();
  Scratch scratch(kernel.scratch);
  Call call(call_in, call_out, scratch.data(), environment);
  kernel.run(kernel.state.get(), call);
  call.check_stop();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!wanted[i]) out[i] = Value();
  }
  return out;
}

}  // namespace sardonyx
