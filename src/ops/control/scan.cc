// Scan: runs a body over slices of its inputs, carrying states and stacking what each step gives.
//
// Scan-8 had a batch axis in front and lengths per batch row as its first input; the private field `batched` says so.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "ops/axes.h"
#include "ops/body.h"
#include "ops/body_facts.h"
#include "ops/slices.h"

namespace sardonyx {
namespace {

using Ints = std::vector<std::int64_t>;

// The element of a list per input or output; missing ones count as 0.
std::int64_t listed(const Ints& list, std::size_t i) { return i < list.size() ? list[i] : 0; }

struct Scan final : Op {
  std::shared_ptr<Graph> body;
  std::int64_t num_scan_inputs = 0, captures = 0;
  Ints scan_input_axes, scan_input_directions, scan_output_axes, scan_output_directions;
  bool batched = false;

  void fields(FieldVisitor& f) override {
    f("body", body);
    f("num_scan_inputs", num_scan_inputs);
    f("scan_input_axes", scan_input_axes);
    f("scan_input_directions", scan_input_directions);
    f("scan_output_axes", scan_output_axes);
    f("scan_output_directions", scan_output_directions);
    f("captures", captures);
    f("batched", batched);
  }
  void infer(InferContext& c) const override;
  Kernel lower(LowerContext& c) const override;

  struct Counts {
    std::size_t first;  // input where the states begin
    std::size_t states, scans, stacked, captures;
  };
  Counts counts(std::size_t inputs) const;

 private:
  std::size_t scan_axis(std::size_t scan, std::size_t rank) const {
    return batched ? 1 : normalise_axis(listed(scan_input_axes, scan), rank);
  }
};

Scan::Counts Scan::counts(std::size_t inputs) const {
  require(body != nullptr, Code::invalid_model, "Scan lacks its body");
  const std::size_t first = batched ? 1 : 0, caught = static_cast<std::size_t>(captures);
  require(num_scan_inputs >= 1 && inputs >= first + caught + static_cast<std::size_t>(num_scan_inputs),
          Code::invalid_model, "num_scan_inputs is {} with {} inputs", num_scan_inputs, inputs - caught);
  const auto scans = static_cast<std::size_t>(num_scan_inputs);
  const std::size_t states = inputs - first - caught - scans;
  require(body->inputs.size() == states + scans + caught, Code::invalid_model,
          "the body of Scan takes {} inputs, expected {}", body->inputs.size(), states + scans + caught);
  require(body->outputs.size() >= states, Code::invalid_model,
          "the body of Scan gives {} outputs for {} states", body->outputs.size(), states);
  const auto bits = [](const Ints& list) {
    return std::all_of(list.begin(), list.end(), [](std::int64_t d) { return d == 0 || d == 1; });
  };
  require(bits(scan_input_directions) && bits(scan_output_directions), Code::invalid_model,
          "a direction of Scan is neither 0 nor 1");
  return {first, states, scans, body->outputs.size() - states, caught};
}

// The shape without its axis `at`.
SymShape without(const SymShape& shape, std::size_t at) {
  std::vector<Dim> dims = shape.dims();
  dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(at));
  return SymShape(std::move(dims));
}

void Scan::infer(InferContext& c) const {
  const Counts n = counts(c.inputs());
  require(c.outputs() <= body->outputs.size(), Code::invalid_model, "Scan has {} outputs, its body gives {}",
          c.outputs(), body->outputs.size());
  std::vector<Fact> inputs;
  Dim length = Dim::unknown(), batch = Dim::unknown();
  bool length_known = false;
  for (std::size_t i = n.first; i < c.inputs(); ++i) {
    Fact f = c.in(i);
    if (i < n.first + n.states + n.scans) {
      f = without_content(std::move(f));
      const bool scanned = i >= n.first + n.states;
      if (f.shape.ranked() && batched) require(f.shape.rank() >= 1, Code::invalid_argument, "no batch axis");
      if (f.shape.ranked() && scanned) {
        const std::size_t axis = scan_axis(i - n.first - n.states, f.shape.rank());
        require(axis < f.shape.rank(), Code::invalid_argument, "a scanned input lacks its sequence axis");
        const Dim& d = f.shape[axis];
        require(!length_known || !d.is_number() || !length.is_number() || d == length, Code::invalid_argument,
                "scanned inputs have lengths {} and {}", length, d);
        if (!length_known || d.is_number()) length = d;
        length_known = true;
        f.shape = without(f.shape, axis);
      }
      if (f.shape.ranked() && batched) {
        batch = f.shape[0];
        f.shape = without(f.shape, 0);
      }
    }
    inputs.push_back(std::move(f));
  }
  const std::vector<Fact> out = body_facts(*body, inputs);
  for (std::size_t i = 0; i < c.outputs() && i < out.size(); ++i) {
    Fact f = without_content(out[i]);
    if (i < n.states) f = either(inputs[i], f);
    if (f.shape.ranked()) {
      std::vector<Dim> dims = f.shape.dims();
      if (i >= n.states) {
        const std::size_t axis =
            batched ? 0 : normalise_axis(listed(scan_output_axes, i - n.states), dims.size() + 1);
        dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), length);
      }
      if (batched) dims.insert(dims.begin(), batch);
      f.shape = SymShape(std::move(dims));
    }
    c.out(i, std::move(f));
  }
}

struct ScanRun {
  std::shared_ptr<Body> body;
  Scan::Counts n;
  Ints input_axes, input_reversed, output_axes, output_reversed;
  bool batched;
  std::size_t outputs;
  std::vector<Fact> facts;

  void operator()(Call& call) const;
  // One sequence: `given` are states and scanned inputs without batch axis; gives states and stacked outputs.
  std::vector<Tensor> sequence(Call& call, std::vector<Tensor> given, std::int64_t length,
                               std::int64_t padded) const;
};

// Moves axis 0 of `t` to `axis` and, where asked, reverses it.
Tensor placed(Tensor t, std::size_t axis, bool reversed) {
  if (axis == 0 && !reversed) return t;
  const std::int64_t length = t.shape()[0];
  Shape shape;
  for (std::size_t i = 1; i < t.rank(); ++i) shape.push_back(t.shape()[i]);
  Shape full;
  for (std::size_t i = 0; i <= shape.rank(); ++i)
    full.push_back(i == axis ? length : shape[i < axis ? i : i - 1]);
  Tensor made = is_sub_byte(t.dtype()) ? Tensor::zeros(t.dtype(), full) : Tensor(t.dtype(), full);
  for (std::int64_t s = 0; s < length; ++s) {
    const Tensor slice = part_of(t, 0, reversed ? length - 1 - s : s, 1);
    put_part(made, axis, s, 1, slice);
  }
  return made;
}

std::vector<Tensor> ScanRun::sequence(Call& call, std::vector<Tensor> given, std::int64_t length,
                                      std::int64_t padded) const {
  std::vector<Value> state(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(n.states));
  given.erase(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(n.states));
  std::vector<Stack> stacks(n.stacked, Stack(padded));
  for (std::int64_t step = 0; step < length; ++step) {
    call.check_stop();
    std::vector<Value> inputs;
    inputs.reserve(n.states + n.scans + n.captures);
    for (Value& v : state) inputs.push_back(std::move(v));
    for (std::size_t s = 0; s < n.scans; ++s) {
      const auto axis = static_cast<std::size_t>(input_axes[s]);
      const std::int64_t at = listed(input_reversed, s) != 0 ? length - 1 - step : step;
      inputs.emplace_back(without_axis(part_of(given[s], axis, at, 1), axis));
    }
    for (std::size_t i = 0; i < n.captures; ++i)
      inputs.push_back(call.value(n.first + n.states + n.scans + i));
    std::vector<Value> results = body->run(call, std::move(inputs));
    for (std::size_t i = 0; i < n.states; ++i) state[i] = std::move(results[i]);
    for (std::size_t i = 0; i < n.stacked; ++i) stacks[i].add(results[n.states + i].tensor());
  }
  std::vector<Tensor> all;
  // States that no step changed are still the inputs, whose memory is not ours to give away.
  for (Value& v : state) all.push_back(length == 0 ? v.tensor().clone() : std::move(v.tensor()));
  for (std::size_t i = 0; i < n.stacked; ++i) {
    if (stacks[i].count() == 0) {
      all.emplace_back();
      continue;
    }
    if (length < padded) {
      const Tensor last = stacks[i].finish();
      Stack full(padded);
      const Tensor blank = Tensor::zeros(last.dtype(), without_axis(part_of(last, 0, 0, 1), 0).shape());
      for (std::int64_t s = 0; s < padded; ++s)
        full.add(s < length ? without_axis(part_of(last, 0, s, 1), 0) : blank);
      all.push_back(full.finish());
    } else {
      all.push_back(stacks[i].finish());
    }
  }
  return all;
}

// An output of a scan of no steps: sizes that nothing tells count as 0.
Tensor no_steps(const Fact& fact) {
  Shape shape;
  if (!fact.shape.ranked()) shape.push_back(0);
  for (std::size_t i = 0; fact.shape.ranked() && i < fact.shape.rank(); ++i)
    shape.push_back(fact.shape[i].is_number() ? fact.shape[i].number() : 0);
  return Tensor::zeros(fact.dtype() == DType::undefined ? DType::float32 : fact.dtype(), std::move(shape));
}

void ScanRun::operator()(Call& call) const {
  std::vector<Tensor> given;
  for (std::size_t i = 0; i < n.states + n.scans; ++i) given.push_back(call.value(n.first + i).tensor());
  const Tensor& lead = given[n.states];
  if (!batched) {
    const std::int64_t length = lead.shape()[static_cast<std::size_t>(input_axes[0])];
    std::vector<Tensor> made = sequence(call, std::move(given), length, length);
    for (std::size_t i = 0; i < outputs; ++i) {
      if (i < n.states) {
        call.set_out(i, std::move(made[i]));
        continue;
      }
      const std::size_t k = i - n.states;
      if (length == 0) {
        call.set_out(i, no_steps(facts[i]));
        continue;
      }
      const std::size_t axis = normalise_axis(listed(output_axes, k), made[i].rank());
      call.set_out(i, placed(std::move(made[i]), axis, listed(output_reversed, k) != 0));
    }
    return;
  }
  const std::int64_t batch = lead.shape()[0], padded = lead.shape()[1];
  const Value& lengths = call.value(0);
  std::vector<Stack> stacks(outputs, Stack(batch));
  for (std::int64_t b = 0; b < batch; ++b) {
    std::vector<Tensor> row;
    for (const Tensor& t : given) {
      require(t.rank() >= 1 && t.shape()[0] == batch, Code::invalid_argument,
              "inputs of Scan have batch sizes {} and {}", t.shape()[0], batch);
      row.push_back(without_axis(part_of(t, 0, b, 1), 0));
    }
    const std::int64_t length = lengths.is_absent() ? padded : lengths.tensor().int_at(b);
    require(length >= 0 && length <= padded, Code::invalid_argument,
            "sequence_lens[{}] is {}, outside [0, {}]", b, length, padded);
    std::vector<Tensor> made = sequence(call, std::move(row), length, padded);
    for (std::size_t i = 0; i < outputs; ++i) {
      if (made[i].is_null()) {
        Fact one = facts[i];
        if (one.shape.ranked()) one.shape = without(one.shape, 0);
        made[i] = no_steps(one);
      }
      stacks[i].add(made[i]);
    }
  }
  for (std::size_t i = 0; i < outputs; ++i)
    call.set_out(i, batch > 0 ? stacks[i].finish() : no_steps(facts[i]));
}

Kernel Scan::lower(LowerContext& c) const {
  ScanRun run{
      c.body(body), counts(c.inputs()), {}, scan_input_directions, scan_output_axes, scan_output_directions,
      batched,      c.outputs(),        {}};
  for (std::size_t s = 0; s < run.n.scans; ++s) {
    const std::size_t rank = c.in(run.n.first + run.n.states + s).shape.rank();
    run.input_axes.push_back(batched ? 0 : static_cast<std::int64_t>(scan_axis(s, rank)));
  }
  for (std::size_t i = 0; i < c.outputs(); ++i) run.facts.push_back(without_content(c.out(i)));
  return Kernel::of_values(std::move(run));
}

void upgrade(UpgradeContext& c) {
  if (c.version >= 9) return;
  if (auto directions = c.take<Ints>("directions"))
    c.attributes["scan_input_directions"] = std::move(*directions);
  c.attributes["batched"] = std::int64_t{1};
}

}  // namespace

void register_scan(OpRegistry& r) { r.add<Scan>("", "Scan", upgrade); }

}  // namespace sardonyx
