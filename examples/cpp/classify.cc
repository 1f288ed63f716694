// Names the class of a picture: loads a model, fills its input, runs it, and prints the best classes.
// usage: example_classify MODEL PICTURE.pgm LABELS.txt
// The picture is a binary PGM (P5) of the input's own size; `pngtopnm x.png >x.pgm` makes one.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "sardonyx/session.hpp"

namespace {

struct Grey {
  int width = 0, height = 0;
  std::vector<unsigned char> pixels;
};

Grey read_pgm(const char* path) {
  std::ifstream in(path, std::ios::binary);
  std::string magic;
  Grey picture;
  int top = 0;
  in >> magic >> picture.width >> picture.height >> top;
  in.get();
  if (!in || magic != "P5" || top != 255 || picture.width < 1 || picture.height < 1 || picture.width > 8192 ||
      picture.height > 8192) {
    throw sardonyx::Error(sardonyx::Code::invalid_argument, std::string(path) + " is no 8-bit binary PGM");
  }
  picture.pixels.resize(static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height));
  in.read(reinterpret_cast<char*>(picture.pixels.data()),
          static_cast<std::streamsize>(picture.pixels.size()));
  return picture;
}

std::vector<std::string> read_lines(const char* path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

int classify(const char* model, const char* picture_path, const char* labels_path) {
  const sardonyx::Session session(model);
  std::printf("input  %s\noutput %s\n", session.inputs()[0].text().c_str(),
              session.outputs()[0].text().c_str());

  // A tensor of our own, filled in place: one picture, one channel, 0 to 1.
  const Grey picture = read_pgm(picture_path);
  sardonyx::Tensor input(sardonyx::DType::float32, sardonyx::Shape{1, 1, picture.height, picture.width});
  std::transform(picture.pixels.begin(), picture.pixels.end(), input.mutable_as<float>().begin(),
                 [](unsigned char p) { return static_cast<float>(p) / 255.0F; });

  const std::vector<sardonyx::Value> outputs = session.run({{session.inputs()[0].name, input}});
  const auto scores = outputs[0].tensor().as<float>();
  const std::vector<std::string> labels = read_lines(labels_path);
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  for (std::size_t i = 0; i < std::min<std::size_t>(3, order.size()); ++i) {
    const std::string label = order[i] < labels.size() ? labels[order[i]] : std::to_string(order[i]);
    std::printf("%6.2f %%  %s\n", 100.0 * static_cast<double>(scores[order[i]]), label.c_str());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s MODEL PICTURE.pgm LABELS.txt\n", argv[0]);
    return 2;
  }
  try {
    return classify(argv[1], argv[2], argv[3]);
  } catch (const sardonyx::Error& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
