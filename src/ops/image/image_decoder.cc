// ImageDecoder: an encoded picture, whose format its first bytes tell, as uint8 [height, width, channels].
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "graph/op.h"
#include "image/image.h"

namespace sardonyx {
namespace {

struct ImageDecoder final : Op {
  std::string pixel_format = "RGB";

  void fields(FieldVisitor& f) override { f("pixel_format", pixel_format); }

  void infer(InferContext& c) const override {
    require(pixel_format == "RGB" || pixel_format == "BGR" || pixel_format == "Grayscale",
            Code::invalid_model, "pixel_format of ImageDecoder is '{}', not RGB, BGR or Grayscale",
            pixel_format);
    const SymShape& stream = c.shape(0);
    require(!stream.ranked() || stream.rank() == 1, Code::invalid_argument,
            "encoded_stream must have one axis, found {}", stream);
    c.out(0, DType::uint8, {Dim::unknown(), Dim::unknown(), Dim(pixel_format == "Grayscale" ? 1 : 3)});
  }

  Kernel lower(LowerContext& c) const override {
    const auto bytes = static_cast<std::size_t>(c.shape(0).count());
    const bool grey = pixel_format == "Grayscale", reversed = pixel_format == "BGR";
    return Kernel::of_values([bytes, grey, reversed](Call& call) {
      const Tensor& stream = call.value(0).tensor();
      Tensor picture = image::read_image(std::span(stream.data(), bytes),
                                         grey ? image::Channels::grey : image::Channels::rgb);
      if (reversed) {
        auto samples = picture.mutable_as<std::uint8_t>();
        for (std::size_t i = 0; i + 2 < samples.size(); i += 3) std::swap(samples[i], samples[i + 2]);
      }
      call.set_out(0, std::move(picture));
    });
  }
};

}  // namespace

void register_image_decoder(OpRegistry& r) { r.add<ImageDecoder>("", "ImageDecoder"); }

}  // namespace sardonyx
