// Error: the one exception type of Sardonyx.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <vector>

namespace sardonyx {

// What kind of thing went wrong, so that callers can decide without reading the sentence.
enum class Code : std::uint8_t {
  internal,          // a broken invariant of ours: please report
  invalid_argument,  // the caller's value, name, dtype or shape does not fit
  invalid_model,     // the file is not a well-formed ONNX model
  no_such_file,
  not_implemented,  // legal, but nothing here computes it
  out_of_memory,
  over_budget,  // a bound against hostile models was reached
  cancelled,
  deadline_exceeded,
  io,
  runtime,  // a kernel met data it cannot compute on (index out of range, ...)
};

const char* name(Code code) noexcept;

// A sentence with a path: `what()` is "session > load > node 'conv1' (Conv): expected ..., found ...".
// Layers that know more add their place with `at` while the exception passes through them.
class Error : public std::exception {
 public:
  Error(Code code, std::string sentence);
  const char* what() const noexcept override { return text_.c_str(); }
  Code code() const noexcept { return code_; }
  const std::string& sentence() const noexcept { return sentence_; }
  const std::vector<std::string>& path() const noexcept { return path_; }
  // Puts `place` in front of the path ("node 'conv1' (Conv)"). Returns *this for `throw e.at(...)`.
  Error& at(std::string place);

 private:
  void render();
  Code code_;
  std::string sentence_;
  std::vector<std::string> path_;
  std::string text_;
};

}  // namespace sardonyx
