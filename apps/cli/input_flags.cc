#include "input_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <random>

#include "base/error.h"
#include "command.h"
#include "elements.h"
#include "value_file.h"

namespace sardonyx::cli {
namespace {

using Names = std::vector<ValueDescription>;

std::string list_of(const Names& inputs) {
  std::string out;
  for (const ValueDescription& input : inputs) {
    if (!input.optional_input) out += (out.empty() ? "" : ", ") + input.text();
  }
  return out.empty() ? "none" : out;
}

// The one input that a value without a name is for.
std::size_t only_input(const Names& inputs, const std::string& option, const std::string& text) {
  std::vector<std::size_t> needed;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].optional_input) needed.push_back(i);
  }
  if (needed.size() != 1) {
    throw Misuse(fmt::format("{} {} needs a name in front (NAME={}); the model's inputs are {}", option, text,
                             text, list_of(inputs)));
  }
  return needed[0];
}

struct Assignment {
  std::size_t input = 0;
  std::string value;
};

// NAME=VALUE, where NAME is an input; names may hold '=' themselves.
Assignment assignment(const Names& inputs, const std::string& option, const std::string& text) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string& name = inputs[i].name;
    if (text.size() > name.size() && text.starts_with(name) && text[name.size()] == '=') {
      return {i, text.substr(name.size() + 1)};
    }
  }
  const auto equals = text.find('=');
  const bool names_something = equals != std::string::npos && text.find_first_of("/[\"") > equals;
  if (names_something) {
    throw Misuse(fmt::format("{}: the model has no input '{}'; its inputs are {}", option,
                             text.substr(0, equals), list_of(inputs)));
  }
  return {only_input(inputs, option, text), text};
}

Shape parse_shape(const std::string& text) {
  Shape out;
  std::size_t at = 0;
  while (at < text.size()) {
    std::int64_t size = -1;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), size);
    at = static_cast<std::size_t>(end - text.data());
    if (error != std::errc() || size < 0 || (at < text.size() && text[at] != ',' && text[at] != 'x') ||
        out.rank() == Shape::kMaxRank) {
      throw Misuse("--shape needs sizes like 1,3,224,224, not '" + text + "'");
    }
    out.push_back(size);
    ++at;
  }
  return out;
}

// What is declared, with 1 for open sizes.
Shape declared_shape(const ValueDescription& input, const std::optional<Shape>& fixed) {
  if (fixed) return *fixed;
  Shape out;
  if (!input.shape) return out;
  for (const DimInfo& dim : *input.shape) out.push_back(dim.size.value_or(1));
  return out;
}

// Uniform numbers: floats from [-1,1), small integers over bytes' range as pictures have them, larger ones 0 or 1,
// which are valid as indices, masks and flags of nearly every model.
Tensor random_tensor(DType dtype, const Shape& shape, std::uint64_t seed) {
  const Tensor counted(DType::uint8, shape);  // checks that the sizes are sane
  std::vector<double> numbers(static_cast<std::size_t>(counted.count()));
  std::mt19937_64 generator(seed);
  const auto unit = [&] { return static_cast<double>(generator() >> 11) * 0x1p-53; };
  const bool byte = dtype == DType::uint8 || dtype == DType::int8;
  for (double& number : numbers) {
    if (is_integer(dtype) || dtype == DType::bool_) {
      number = byte ? std::floor(unit() * 256) - (dtype == DType::int8 ? 128 : 0) : std::floor(unit() * 2);
    } else {
      number = unit() * 2 - 1;
    }
  }
  return tensor_of(dtype, shape, std::span<const double>(numbers));
}

Tensor constant_tensor(DType dtype, const Shape& shape, double value) {
  const Tensor counted(DType::uint8, shape);
  const std::vector<double> numbers(static_cast<std::size_t>(counted.count()), value);
  return tensor_of(dtype, shape, std::span<const double>(numbers));
}

class Maker {
 public:
  Maker(const InputFlags& flags, const Session& session) : flags_(flags), inputs_(session.inputs()) {
    fixed_.resize(inputs_.size());
    for (const std::string& text : flags.shapes) {
      const Assignment a = assignment(inputs_, "--shape", text);
      fixed_[a.input] = parse_shape(a.value);
    }
    out_.values.resize(inputs_.size());
  }

  ModelInputs make(Unnamed unnamed) {
    for (const std::string& text : flags_.inputs) {
      const Assignment a = assignment(inputs_, "--input", text);
      if (!out_.values[a.input].is_absent())
        throw Misuse("--input names '" + inputs_[a.input].name + "' twice");
      try {
        out_.values[a.input] = value(a.input, a.value);
      } catch (Error& e) {
        throw e.at("input '" + inputs_[a.input].name + "'");
      }
    }
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (!out_.values[i].is_absent() || inputs_[i].optional_input) continue;
      if (unnamed == Unnamed::refused) throw Misuse(missing());
      out_.values[i] = made(i, "random");
    }
    return std::move(out_);
  }

 private:
  std::string missing() const {
    std::string names;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (out_.values[i].is_absent() && !inputs_[i].optional_input) {
        names += (names.empty() ? "" : ", ") + inputs_[i].text();
      }
    }
    return "no value is given for " + names +
           ": give --input NAME=FILE, or random, zeros, ones, a number or a list";
  }

  Value made(std::size_t i, const std::string& how) const {
    const ValueDescription& input = inputs_[i];
    require(input.type.is_tensor(), Code::invalid_argument,
            "a value of type {} can only be read from a .pb file", input.type.text());
    const Shape shape = declared_shape(input, fixed_[i]);
    const DType dtype = input.type.dtype;
    if (dtype == DType::string) return Tensor::zeros(DType::string, shape);
    if (how == "random") return random_tensor(dtype, shape, flags_.seed * 7919 + i);
    return constant_tensor(dtype, shape, how == "ones" ? 1 : 0);
  }

  Value value(std::size_t i, const std::string& text) {
    const ValueDescription& input = inputs_[i];
    if (text == "random" || text == "zeros" || text == "ones") return made(i, text);
    if (is_literal(text)) {
      return tensor_of_literal(input.type.dtype, declared_shape(input, fixed_[i]), text);
    }
    if (is_picture_file(text)) {
      Picture picture = read_picture(text);
      const PictureLayout layout = picture_layout(input, fixed_[i], flags_.picture);
      Tensor tensor = tensor_of_picture(picture, input.type.dtype, layout, flags_.picture);
      if (!out_.picture) out_.picture = std::move(picture);
      return tensor;
    }
    Value read = read_value_file(text, input, fixed_[i]);
    if (fixed_[i] && read.is_tensor()) return read.tensor().reshaped(*fixed_[i]);
    return read;
  }

  static bool is_literal(const std::string& text) {
    if (text.empty()) return false;
    if (text[0] == '[' || text[0] == '"' || text == "true" || text == "false") return true;
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
  }

  const InputFlags& flags_;
  const Names& inputs_;
  std::vector<std::optional<Shape>> fixed_;
  ModelInputs out_;
};

}  // namespace

void InputFlags::declare(Command& command) {
  command
      .option(
          "--input", inputs,
          "NAME=WHAT: a file (.npy .npz .pb .txt .raw, a picture), random, zeros, ones, a number, or a list "
          "like [[1,2]]; NAME= may be left out when the model has one input")
      .one_each_time();
  command.option("--shape", shapes, "NAME=1,3,224,224: sizes for what the model leaves open").one_each_time();
  command.option("--seed", seed, "Of random inputs");
  picture.declare(command);
}

ModelInputs InputFlags::make(const Session& session, Unnamed unnamed) const {
  return Maker(*this, session).make(unnamed);
}

}  // namespace sardonyx::cli
