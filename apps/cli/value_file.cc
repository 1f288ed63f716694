#include "value_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/error.h"
#include "image/image.h"
#include "io/npy.h"
#include "io/npz.h"
#include "io/raw.h"
#include "model/test_data.h"
#include "output_file.h"

namespace sardonyx::cli {
namespace fs = std::filesystem;
namespace {

std::string extension(const fs::path& path) {
  std::string out = path.extension().string();
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

Tensor pick_from_npz(const std::string& path, const std::string& wanted, const std::string& input) {
  const io::NamedTensors arrays = io::read_npz(fs::path(path));
  std::string names;
  for (const auto& [name, tensor] : arrays) {
    if (name == (wanted.empty() ? input : wanted)) return tensor;
    names += (names.empty() ? "" : ", ") + name;
  }
  if (wanted.empty() && arrays.size() == 1) return arrays[0].second;
  fail(Code::invalid_argument, "'{}' holds no array '{}'; it holds {}; pick one with {}:NAME", path,
       wanted.empty() ? input : wanted, names.empty() ? "none" : names, path);
}

// The sizes for a file that has none of its own: -1 for the one that is open; none when several are.
std::optional<Shape> sizes_for_bare(const ValueDescription& input, const std::optional<Shape>& fixed) {
  if (fixed) return fixed;
  if (!input.shape) return std::nullopt;
  Shape out;
  for (const DimInfo& dim : *input.shape) out.push_back(dim.size.value_or(-1));
  if (std::count(out.begin(), out.end(), -1) > 1) {
    fail(Code::invalid_argument, "several sizes of {} are open: say --shape {}=...", input.text(),
         input.name);
  }
  return out;
}

// FILE.npz:NAME in its parts; NAME is empty when it is not given.
std::pair<std::string, std::string> split_member(const std::string& path) {
  const auto at = path.rfind(".npz:");
  if (at == std::string::npos) return {path, ""};
  return {path.substr(0, at + 4), path.substr(at + 5)};
}

// A name as a file name: letters, digits and a few marks stay.
std::string file_stem(const std::string& name, std::size_t index, std::set<std::string>& taken) {
  std::string out;
  for (const char c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
    out += plain ? c : '_';
  }
  if (out.empty() || out[0] == '.' || out.size() > 200) out = fmt::format("output_{}", index);
  if (!taken.insert(out).second) out += fmt::format("_{}", index);
  taken.insert(out);
  return out;
}

}  // namespace

bool is_picture_file(const fs::path& path) {
  const std::string e = extension(path);
  constexpr std::string_view kPictures[] = {".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff",
                                            ".jp2", ".j2k", ".ppm",  ".pgm", ".pbm",  ".pnm"};
  return std::ranges::find(kPictures, e) != std::end(kPictures);
}

Picture read_picture(const fs::path& path) {
  const Tensor pixels = image::read_image(path);
  const auto bytes = pixels.as<std::uint8_t>();
  return {static_cast<int>(pixels.shape()[1]),
          static_cast<int>(pixels.shape()[0]),
          static_cast<int>(pixels.shape()[2]),
          {bytes.begin(), bytes.end()}};
}

Value read_value_file(const std::string& text, const ValueDescription& input,
                      const std::optional<Shape>& fixed) {
  const auto [path, member] = split_member(text);
  const std::string e = extension(path);
  if (e == ".pb") return read_value(fs::path(path), input.type).value;
  if (e == ".npz") return pick_from_npz(path, member, input.name);
  if (e == ".npy") return io::read_npy(fs::path(path));
  require(input.type.is_tensor(), Code::invalid_argument,
          "a value of type {} can only be read from a .pb file", input.type.text());
  if (e == ".txt" || e == ".csv") return io::read_text(path, input.type.dtype, sizes_for_bare(input, fixed));
  return io::read_raw(path, input.type.dtype, sizes_for_bare(input, fixed));
}

void save_values(const std::string& folder, const std::string& format,
                 const std::vector<ValueDescription>& outputs, const std::vector<Value>& values) {
  // All contents first: nothing is written when one of them cannot be.
  std::vector<std::pair<fs::path, std::string>> files;
  std::set<std::string> taken;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const ValueDescription& output = outputs[i];
    if (format == "pb") {
      files.emplace_back(fs::path(folder) / fmt::format("output_{}.pb", i),
                         write_value(values[i], output.type, output.name));
      continue;
    }
    require(values[i].is_tensor(), Code::not_implemented,
            "output '{}' is {}, which .npy cannot hold: use --format pb", output.name, values[i].text());
    files.emplace_back(fs::path(folder) / (file_stem(output.name, i, taken) + ".npy"),
                       io::write_npy(values[i].tensor()));
  }
  std::error_code error;
  fs::create_directories(folder, error);
  require(fs::is_directory(folder), Code::io, "cannot make folder '{}': {}", folder, error.message());
  for (const auto& [path, content] : files) write_file(path, content);
}

}  // namespace sardonyx::cli
