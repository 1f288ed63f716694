// Any bytes as a model: a Session is made and, when the inputs are small tensors, run once on zeros. Either may throw
// an Error; nothing else may happen.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "sardonyx/session.hpp"

namespace {

using namespace sardonyx;

constexpr std::int64_t kElements = 4096;  // of an input at most

// Zeros of the declared type and sizes, free sizes 1; nullopt for what is no small tensor.
std::optional<Value> zeros(const ValueDescription& d) {
  if (!d.type.is_tensor() || d.type.dtype == DType::undefined) return std::nullopt;
  std::vector<std::int64_t> sizes;
  std::int64_t count = 1;
  if (d.shape && d.shape->size() > Shape::kMaxRank) return std::nullopt;
  for (const DimInfo& dim : d.shape ? *d.shape : std::vector<DimInfo>{}) {
    const std::int64_t size = dim.size.value_or(1);
    if (size < 0 || size > kElements || (count *= size) > kElements) return std::nullopt;
    sizes.push_back(size);
  }
  return Value(Tensor::zeros(d.type.dtype, Shape(std::span<const std::int64_t>(sizes))));
}

void run_once(Session& session) {
  std::vector<Value> values;
  for (const ValueDescription& d : session.inputs()) {
    if (d.optional_input) {
      values.emplace_back();
      continue;
    }
    std::optional<Value> value = zeros(d);
    if (!value) return;
    values.push_back(*std::move(value));
  }
  RunOptions options;
  options.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  static_cast<void>(session.run(std::span<const Value>(values), options));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  SessionOptions options;
  options.threads = 1;
  try {
    Session session(std::as_bytes(std::span(data, size)), options);
    run_once(session);
  } catch (const Error&) {
  }
  return 0;
}
