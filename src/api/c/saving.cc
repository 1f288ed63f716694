#include "api/c/saving.h"

#include <charconv>

#include "api/c/status.h"

namespace sardonyx {

SaveOptions capi::save_options(const OrtSessionOptions& options) {
  SaveOptions save;
  save.level = options.level == ORT_DISABLE_ALL    ? SaveOptions::Level::none
               : options.level == ORT_ENABLE_BASIC ? SaveOptions::Level::basic
                                                   : SaveOptions::Level::all;
  const std::string_view format = config_value(options, "session.save_model_format");
  if (format == "ORT") save.format = SaveOptions::Format::ort;
  if (format == "ONNX") save.format = SaveOptions::Format::onnx;
  save.external_file = config_value(options, "session.optimized_model_external_initializers_file_name");
  const std::string_view least =
      config_value(options, "session.optimized_model_external_initializers_min_size_in_bytes");
  if (least.empty()) return save;
  const auto [end, error] = std::from_chars(least.data(), least.data() + least.size(), save.external_from);
  if (error != std::errc{} || end != least.data() + least.size())
    refuse(ORT_INVALID_ARGUMENT, "the smallest size of external initializers is '{}', expected a number",
           least);
  return save;
}

}  // namespace sardonyx
