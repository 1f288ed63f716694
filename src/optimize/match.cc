// Small questions that rules ask.
#include <cstring>

#include "optimize/rule.h"

namespace sardonyx {

std::shared_ptr<const Op> make_op(std::string_view domain, std::string_view name,
                                  const Attributes& attributes) {
  std::unique_ptr<Op> op = OpRegistry::built_in().get(domain, name).make();
  read_fields(*op, attributes);
  return op;
}

namespace {

struct SameAttribute {
  bool operator()(const Tensor& a, const Tensor& b) const {
    if (a.dtype() != b.dtype() || !(a.shape() == b.shape()) || a.dtype() == DType::string) return false;
    return a.bytes() == 0 || std::memcmp(a.data(), b.data(), a.bytes()) == 0;
  }
  bool operator()(const std::vector<Tensor>& a, const std::vector<Tensor>& b) const {
    return a.empty() && b.empty();
  }
  bool operator()(const Sparse&, const Sparse&) const { return false; }
  template <typename T>
  bool operator()(const T& a, const T& b) const {
    return a == b;
  }
  template <typename T, typename U>
  bool operator()(const T&, const U&) const {
    return false;
  }
};

}  // namespace

bool same_op(const Op& a, const Op& b) {
  if (&a.def() != &b.def()) return false;
  Attributes left = write_fields(a, true), right = write_fields(b, true);
  if (left.size() != right.size()) return false;
  for (auto i = left.begin(), k = right.begin(); i != left.end(); ++i, ++k) {
    if (i->first != k->first || !std::visit(SameAttribute{}, i->second, k->second)) return false;
  }
  return true;
}

std::optional<double> scalar(const RuleContext& c, ValueId v) {
  const Tensor* t = c.constant(v);
  if (t == nullptr || t->count() != 1 || t->dtype() == DType::string || is_complex(t->dtype()))
    return std::nullopt;
  return t->number_at(0);
}

ValueId other_input(const Node& n, ValueId v) {
  if (n.inputs.size() != 2) return kAbsent;
  if (n.inputs[0] == v) return n.inputs[1];
  return n.inputs[1] == v ? n.inputs[0] : kAbsent;
}

}  // namespace sardonyx
