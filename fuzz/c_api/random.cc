#include "random.h"

#include <iterator>
#include <string>

namespace fuzz {

const char* random_text() {
  static const std::string longest(9000, 'x');
  static const char* const kTexts[] = {
      // names of the models in use
      "", "x", "y", "a", "b", "factor", "total", "joined", "same", "parts", "batch", "n", "lora_a",
      // devices and providers
      "Cpu", "Cuda", "CPU", "QNN", "CPUExecutionProvider", "cpu:0",
      // values
      "nothing", "1", "0", "-1", "grün \xff\xfe", "x:[1]", "true", "disable_all",
      // keys
      "session.intra_op_num_threads", "session.max_shape_override", "session.disable_cpu_ep_fallback",
      "optimization.disable_specified_optimizers", "max_mem", "memory.enable_memory_arena_shrinkage",
      "session.use_env_allocators", "session.save_model_format", "session.disable_prepacking",
      // operators and domains
      "com.example", "Add", "If", "ai.onnx", "com.microsoft",
      // files
      "/no/such/file.onnx", "."};
  return one_in(40) ? longest.c_str() : kTexts[below(std::size(kTexts))];
}

std::int64_t random_integer() {
  static constexpr std::int64_t kFar[] = {INT64_MIN, INT64_MAX, INT32_MIN, 1LL << 40, -1};
  return one_in(10) ? kFar[below(std::size(kFar))] : static_cast<std::int64_t>(below(6)) - 1;
}

// A number of threads among others: never a large one.
int random_int() { return one_in(20) ? INT32_MIN : static_cast<int>(below(7)) - 1; }

}  // namespace fuzz
