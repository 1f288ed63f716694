// com.microsoft IsAllFinite: whether no element of any input is infinite or NaN (or only one of these).
#include <cmath>
#include <type_traits>

#include "graph/op.h"
#include "ops/dispatch.h"

namespace sardonyx {
namespace {

enum class Wanted : std::uint8_t { finite, no_infinity, no_nan };

// The first element that fails; `n` for none.
template <typename T>
std::int64_t first_bad(const std::byte* data, std::int64_t n, Wanted wanted) {
  using Number = std::conditional_t<std::is_same_v<T, double>, double, float>;
  const T* x = reinterpret_cast<const T*>(data);
  for (std::int64_t i = 0; i < n; ++i) {
    const auto v = static_cast<Number>(x[i]);
    if ((std::isinf(v) && wanted != Wanted::no_nan) || (std::isnan(v) && wanted != Wanted::no_infinity))
      return i;
  }
  return n;
}

using FiniteSearch = std::int64_t (*)(const std::byte*, std::int64_t, Wanted);

struct Part {
  FiniteSearch search;
  std::int64_t count;
};

struct IsAllFinite final : Op {
  bool isinf_only = false, isnan_only = false;
  void fields(FieldVisitor& f) override {
    f("isinf_only", isinf_only);
    f("isnan_only", isnan_only);
  }
  void infer(InferContext& c) const override {
    require(!isinf_only || !isnan_only, Code::invalid_model, "isinf_only and isnan_only exclude each other");
    c.out(0, DType::bool_, SymShape(std::vector<Dim>{}));
  }
  Kernel lower(LowerContext& c) const override {
    std::vector<Part> parts;
    for (std::size_t i = 0; i < c.inputs(); ++i)
      parts.push_back({dispatch_float(c.dtype(i), []<typename T>() -> FiniteSearch { return &first_bad<T>; }),
                       c.shape(i).count()});
    const Wanted wanted = isinf_only ? Wanted::no_infinity : isnan_only ? Wanted::no_nan : Wanted::finite;
    return Kernel::of([parts, wanted](Call& call) {
      bool fine = true;
      for (std::size_t i = 0; fine && i < parts.size(); ++i)
        fine = parts[i].search(call.in(i), parts[i].count, wanted) == parts[i].count;
      *call.out<std::uint8_t>(0) = fine ? 1 : 0;
    });
  }
};

}  // namespace

void register_is_all_finite(OpRegistry& r) { r.add<IsAllFinite>("com.microsoft", "IsAllFinite"); }

}  // namespace sardonyx
