#include "model/model_file.h"

#include "base/error.h"
#include "base/mapped_file.h"
#include "model/external_data.h"
#include "model/parser.h"
#include "model/read_ort.h"

namespace sardonyx {
namespace {

// Files that are often taken for models: better a sentence than a complaint about field numbers.
void recognise_others(std::string_view bytes) {
  require(!bytes.empty(), Code::invalid_model, "the file is empty");
  require(!bytes.starts_with("version https://git-lfs"), Code::invalid_model,
          "the file is a Git LFS pointer; fetch the model itself");
  require(!bytes.starts_with("PK\x03\x04"), Code::invalid_model,
          "the file is a zip archive, expected ONNX protobuf");
}

// The ending .ort promises the format.
void check_suffix(const std::filesystem::path& path, const Block& bytes) {
  std::string suffix = path.extension().string();
  for (char& c : suffix) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::string_view view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  require(suffix != ".ort" || is_ort(view), Code::invalid_model,
          "ORT model verification failed: the file is not in the .ort format that its name promises");
}

void check_versions(ModelFile& file) {
  require(file.ir_version >= 1, Code::invalid_model, "has no ir_version");
  require(file.ir_version <= kNewestIrVersion, Code::not_implemented,
          "IR version {} is newer than {}, the newest known", file.ir_version, kNewestIrVersion);
  if (!file.opset_imports.empty()) return;
  require(file.ir_version < 3, Code::invalid_model, "has no opset_import, which IR version {} requires",
          file.ir_version);
  file.opset_imports.push_back({"", 1});
}

}  // namespace

std::string_view ModelFile::keep(std::string text) {
  if (!kept) kept = std::make_shared<std::deque<std::string>>();
  return kept->emplace_back(std::move(text));
}

ModelFile read_model(BlockPtr bytes, const ModelReadOptions& options) {
  require(static_cast<bool>(bytes), Code::invalid_argument, "expected the bytes of a model, found none");
  ModelFile file;
  file.bytes = std::move(bytes);
  file.folder = options.external_folder;
  file.external = std::make_shared<ExternalData>(options, file.folder);
  const std::string_view view(reinterpret_cast<const char*>(file.bytes->data()), file.bytes->size());
  within([] { return "model"; },
         [&] {
           if (is_ort(view)) {
             read_ort(file, options);
             return check_versions(file);
           }
           recognise_others(view);
           bool has_graph = false;
           Parser(options.max_structure_bytes).read(view, file, has_graph);
           check_versions(file);
           require(has_graph, Code::invalid_model, "has no graph");
         });
  return file;
}

void ModelFile::check_files() const {
  check_unchanged(bytes);
  if (external) external->check_files();
}

ModelFile read_model(const std::filesystem::path& path, const ModelReadOptions& options) {
  ModelReadOptions with_folder = options;
  if (with_folder.external_folder.empty()) {
    with_folder.external_folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  }
  if (with_folder.external_name.empty()) with_folder.external_name = path.filename().string() + ".data";
  try {
    BlockPtr bytes = options.copy_files ? read_file(path) : map_file(path);
    check_suffix(path, *bytes);
    return read_model(std::move(bytes), with_folder);
  } catch (Error& e) {
    e.at(path.string());
    throw;
  }
}

}  // namespace sardonyx
