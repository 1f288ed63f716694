// Playing test cases in forked children, so that a crash or a hang costs one case and not the rest.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "case_runner.h"

namespace sardonyx::cli {

struct Outcome {
  bool passed = false;
  std::string why;  // of a failure
  double seconds = 0;
};

using Done = std::function<void(std::size_t index, Outcome)>;

// Plays cases `which` with `jobs` children at a time and calls `done` once per case, in order of completion, on the
// calling thread. The process must have no other thread. A case that takes longer than `timeout` seconds is killed
// and has failed; so has one whose child dies. Throws Error(internal) when no child can be started.
void play_in_children(const std::vector<TestCase>& cases, const std::vector<std::size_t>& which,
                      const Playing& playing, int jobs, double timeout, const Done& done);

// The same, one after the other in this process: for sanitizers and debuggers.
void play_in_process(const std::vector<TestCase>& cases, const std::vector<std::size_t>& which,
                     const Playing& playing, const Done& done);

}  // namespace sardonyx::cli
