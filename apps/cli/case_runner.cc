#include "case_runner.h"

#include <fmt/format.h>

#include <unistd.h>

#include <functional>
#include <new>
#include <span>
#include <string_view>
#include <system_error>
#include <vector>

#include "abi_session.h"
#include "base/error.h"
#include "compare.h"
#include "model/test_data.h"
#include "session/save_model.h"
#include "session_flags.h"

namespace sardonyx::cli {
namespace fs = std::filesystem;
namespace {

// PREFIX0.pb, PREFIX1.pb, ... of a folder, as long as there is no gap.
std::vector<fs::path> numbered_files(const fs::path& folder, std::string_view prefix) {
  std::vector<fs::path> out;
  while (true) {
    fs::path file = folder / fmt::format("{}{}.pb", prefix, out.size());
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return out;
    out.push_back(std::move(file));
  }
}

// The input each file is for: in order, and when there are fewer files than inputs, those with a default take none.
std::vector<std::size_t> inputs_with_files(const std::vector<ValueDescription>& inputs, std::size_t files) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (files >= inputs.size() || !inputs[i].optional_input) out.push_back(i);
  }
  // Defaults that nothing else says: the trailing ones.
  if (out.size() > files) out.resize(files);
  return out;
}

// What plays a case: the engine or a library.
struct Player {
  const std::vector<ValueDescription>&inputs, &outputs;
  std::function<std::vector<Value>(std::span<const Value>)> run;
};

std::vector<Value> read_inputs(const Player& player, const fs::path& folder) {
  const auto files = numbered_files(folder, "input_");
  const auto& described = player.inputs;
  require(files.size() <= described.size(), Code::invalid_argument,
          "{} input files for {} inputs of the model", files.size(), described.size());
  std::vector<Value> values(described.size());
  const auto which = inputs_with_files(described, files.size());
  for (std::size_t i = 0; i < which.size(); ++i) {
    values[which[i]] = read_value(files[i], described[which[i]].type).value;
  }
  return values;
}

std::optional<std::string> play_set(const Player& player, const fs::path& folder,
                                    const Tolerance& tolerance) {
  const std::vector<Value> inputs = read_inputs(player, folder);
  const auto files = numbered_files(folder, "output_");
  const std::vector<Value> outputs = player.run(inputs);
  if (outputs.size() != files.size()) {
    return fmt::format("the model has {} outputs, {} are expected", outputs.size(), files.size());
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const ValueDescription& described = player.outputs[i];
    const Value expected = read_value(files[i], described.type).value;
    if (auto d = difference(outputs[i], expected, tolerance)) {
      return fmt::format("output {} '{}': {}", i, described.name, *d);
    }
  }
  return std::nullopt;
}

// A session of the case's model, or of what we save of it.
Session open(const TestCase& test, const SessionOptions& options) {
  if (test.resave.empty()) return Session(test.model, options);
  SaveOptions save;
  save.level = save_levels().at(test.resave);
  const fs::path saved = fs::temp_directory_path() / fmt::format("sard-{}{}", ::getpid(), test.resave_as);
  save_model(open_model(test.model, options), saved, options, save);
  Session session(saved, options);
  fs::remove(saved);  // the session keeps it mapped
  return session;
}

std::optional<std::string> play_sets(const TestCase& test, const Player& player) {
  const Tolerance tolerance{test.rtol, test.atol, test.shapes_only, test.quantized};
  for (const fs::path& set : test.data_sets) {
    const std::string place = test.data_sets.size() > 1 ? set.filename().string() + ": " : "";
    try {
      if (auto d = play_set(player, set, tolerance)) return place + *d;
    } catch (const Error& e) {
      return place + name(e.code()) + ": " + e.what();
    }
  }
  return std::nullopt;
}

std::optional<std::string> play_all(const TestCase& test, const Playing& playing) {
  if (playing.library.empty()) {
    const Session session = open(test, playing.options);
    return play_sets(test, {session.inputs(), session.outputs(),
                            [&](std::span<const Value> v) { return session.run(v); }});
  }
  const AbiSession session(playing.library, test.model, playing.options);
  return play_sets(test, {session.inputs(), session.outputs(),
                          [&](std::span<const Value> v) { return session.run(v, playing.binding); }});
}

}  // namespace

std::optional<std::string> play(const TestCase& test, const Playing& playing) noexcept {
  try {
    return play_all(test, playing);
  } catch (const Error& e) {
    return std::string(name(e.code())) + ": " + e.what();
  } catch (const std::bad_alloc&) {
    return "out_of_memory";
  } catch (const std::exception& e) {
    return std::string("an exception that is no Error: ") + e.what();
  } catch (...) {
    return "an exception of unknown type";
  }
}

}  // namespace sardonyx::cli
