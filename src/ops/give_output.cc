#include "ops/give_output.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace sardonyx {

void give_output(Call& call, std::size_t i, Value value) {
  std::byte* to = call.out(i);
  if (to == nullptr) return call.set_out(i, std::move(value));
  const Tensor& t = value.tensor();
  if (t.dtype() == DType::string) {
    const auto from = t.as<std::string>();
    std::copy(from.begin(), from.end(), reinterpret_cast<std::string*>(to));
  } else if (t.bytes() != 0) {
    std::memcpy(to, t.data(), t.bytes());
  }
}

}  // namespace sardonyx
