// Kernel: what `lower` gives: a function with its state, frozen for one set of shapes. Call: one execution of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/thread_pool.h"
#include "sardonyx/value.hpp"

namespace sardonyx {

// What a kernel sees while it runs. Shapes and dtypes were known to `lower`, so that a kernel captures them; here
// are only addresses. Addresses of tensors are aligned for their element type. An output whose fact was concrete
// at `lower` is there already (`out`); any other is made by `allocate` or `set_out`.
class Call {
 public:
  struct Input {
    const std::byte* data = nullptr;  // nullptr for absent inputs and for values that are no tensors
    const Value* value = nullptr;     // set for kernels that take values (Kernel::takes_values)
    Value* last = nullptr;            // the same value, where this call is the last that reads it
  };
  struct Output {
    std::byte* data = nullptr;
    Value* value = nullptr;  // where a made output goes
    DType dtype = DType::undefined;
  };
  // What the call shares with every other call of its run.
  struct Environment {
    ThreadPool* pool = nullptr;
    const StopToken* stop = nullptr;
    Allocator* memory = nullptr;  // for outputs made in the run; nullptr: Block::allocate
    int depth = 0;                // nesting of bodies
  };

  Call(std::span<const Input> in, std::span<Output> out, std::byte* scratch, const Environment& environment)
      : in_(in), out_(out), scratch_(scratch), environment_(environment) {}

  bool has(std::size_t i) const noexcept { return i < in_.size() && (in_[i].data || in_[i].value); }
  template <typename T = std::byte>
  const T* in(std::size_t i) const noexcept {
    return i < in_.size() ? reinterpret_cast<const T*>(in_[i].data) : nullptr;
  }
  template <typename T = std::byte>
  T* out(std::size_t i) const noexcept {
    return i < out_.size() ? reinterpret_cast<T*>(out_[i].data) : nullptr;
  }
  // The input as a value; only for kernels that take values. Absent inputs give an absent value.
  const Value& value(std::size_t i) const;
  // The input as a value of the kernel's own: moved out where nobody reads it afterwards, so that a sequence with one
  // holder can grow in place.
  Value take(std::size_t i) const;
  // Makes output `i` with the shape that only the run knows; its dtype is the fact's unless given.
  std::byte* allocate(std::size_t i, const Shape& shape, DType dtype = DType::undefined);
  void set_out(std::size_t i, Value value);

  std::byte* scratch() const noexcept { return scratch_; }  // 64-byte aligned, Kernel::scratch bytes
  ThreadPool& pool() const noexcept { return *environment_.pool; }
  const StopToken* stop() const noexcept { return environment_.stop; }
  // Throws cancelled or deadline_exceeded when asked to stop. Long loops ask it between chunks.
  void check_stop() const;
  const Environment& environment() const noexcept { return environment_; }

  // pool().for_range with the run's stop token.
  template <typename Body>
  void for_range(std::int64_t count, std::int64_t grain, const Body& body) const {
    environment_.pool->for_range(count, grain, body, environment_.stop);
  }
  // The same for a body that returns ThreadPool::kOk or the first bad index; gives the lowest.
  template <typename Body>
  std::int64_t find_bad(std::int64_t count, std::int64_t grain, const Body& body) const {
    return environment_.pool->parallel(
        count, grain,
        [](const void* context, std::int64_t begin, std::int64_t end, int slot) noexcept -> std::int64_t {
          return (*static_cast<const Body*>(context))(begin, end, slot);
        },
        &body, environment_.stop);
  }

 private:
  std::span<const Input> in_;
  std::span<Output> out_;
  std::byte* scratch_;
  const Environment& environment_;
};

struct Kernel {
  using Run = void (*)(const void* state, Call& call);

  std::shared_ptr<const void> state;
  Run run = nullptr;
  std::size_t scratch = 0;  // bytes that a call needs for itself
  // Pairs (input, output) that may share memory: same bytes, element i read before element i is written.
  std::vector<std::pair<std::int16_t, std::int16_t>> in_place;
  bool takes_values = false;  // wants Call::value (sequences, strings by value, bodies)
  // Output 0 has exactly the bytes of input 0 under its own shape (Reshape, Squeeze, ...): no copy is needed where
  // the plan can let them share. `run` must work all the same, copying when the addresses differ.
  bool view = false;
  // Not lowered yet: content that only the run knows decides (`at_run`), or the operator refuses (`declined`).
  bool at_run = false;
  std::string declined;

  explicit operator bool() const noexcept { return run != nullptr; }

  // A kernel from a callable body(Call&), which may throw Error.
  template <typename Body>
  static Kernel of(Body body) {
    return make(
        new Body(std::move(body)), [](const void* state) { delete static_cast<const Body*>(state); },
        [](const void* state, Call& call) { (*static_cast<const Body*>(state))(call); });
  }
  template <typename Body>
  static Kernel of_values(Body body) {
    Kernel k = of(std::move(body));
    k.takes_values = true;
    return k;
  }
  static Kernel when_running();
  static Kernel decline(std::string sentence);
  Kernel&& with_scratch(std::size_t bytes) && {
    scratch = bytes;
    return std::move(*this);
  }
  Kernel&& as_view() && {
    view = true;
    return std::move(*this);
  }
  Kernel&& with_in_place(int input, int output) &&;

  // Out of line, as hundreds of operators make one.
  Kernel() noexcept;
  Kernel(const Kernel&);
  Kernel(Kernel&&) noexcept;
  Kernel& operator=(const Kernel&);
  Kernel& operator=(Kernel&&) noexcept;
  ~Kernel();

 private:
  // Owns `state` from the call on, even where it throws.
  static Kernel make(const void* state, void (*drop)(const void*), Run run);
};

}  // namespace sardonyx
