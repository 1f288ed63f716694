#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "unit/model/messages.h"

using namespace sardonyx;
using namespace sardonyx::test;
using namespace std::string_view_literals;
namespace fs = std::filesystem;

namespace {

// Dims, type and name; the elements follow.
void head(WireWriter& t, std::initializer_list<std::int64_t> dims, DType type) {
  for (const std::int64_t d : dims) t.int64(1, d);
  t.int64(2, static_cast<int>(type));
  t.bytes(8, "w");
}

void external(WireWriter& t, std::string_view key, std::string_view value) {
  t.message(13, [&](WireWriter& e) {
    e.bytes(1, key);
    e.bytes(2, value);
  });
}

class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("sardonyx_model_test_" + std::to_string(counter()++))) {
    fs::remove_all(path_);
    fs::create_directories(path_ / "inside");
  }
  ~Folder() { fs::remove_all(path_); }
  void write(const fs::path& name, std::string_view bytes) const {
    std::ofstream(path_ / name, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  const fs::path& path() const { return path_; }

 private:
  static int& counter() {
    static int next = static_cast<int>(std::hash<std::string>()(fs::current_path().string()) % 100000) * 10;
    return next;
  }
  fs::path path_;
};

std::string two_floats_at(std::string_view location, std::string_view offset = "",
                          std::string_view length = "") {
  return model_with_graph([&](WireWriter& g) {
    g.message(5, [&](WireWriter& t) {
      head(t, {2}, DType::float32);
      t.int64(14, 1);
      external(t, "location", location);
      if (!offset.empty()) external(t, "offset", offset);
      if (!length.empty()) external(t, "length", length);
    });
  });
}

}  // namespace

TEST_CASE("tensor data: raw bytes are a window of the file") {
  const std::string bytes = model_with_graph([](WireWriter& g) {
    g.message(5, [](WireWriter& t) {
      head(t, {2}, DType::int16);
      t.bytes(9, "\x01\x00\xff\xff"sv);
    });
  });
  const ModelFile file = parse(bytes);
  const Tensor t = to_tensor(file.graph.initializers[0], file);
  CHECK(t.to_ints() == std::vector<std::int64_t>{1, -1});
  CHECK(t.block() == file.bytes);
}

TEST_CASE("tensor data: every typed field") {
  CHECK(initializer([](WireWriter& t) {
          head(t, {3}, DType::float32);
          t.bytes(4, "\x00\x00\x80\x3f\x00\x00\x00\x40"sv);  // 1.0, 2.0 packed
          t.float32(4, 3);                                   // and one alone
        }).as<float>()[2] == 3);
  CHECK(initializer([](WireWriter& t) {
          head(t, {2}, DType::int8);
          t.int64(5, -128);
          t.bytes(5, "\x7f");
        }).to_ints() == std::vector<std::int64_t>{-128, 127});
  CHECK(initializer([](WireWriter& t) {
          head(t, {1}, DType::float16);
          t.int64(5, 0x3c00);
        }).number_at(0) == 1.0);
  CHECK(initializer([](WireWriter& t) {
          head(t, {2}, DType::bool_);
          t.int64(5, 1);
          t.int64(5, 0);
        }).as<bool>()[0]);
  CHECK(initializer([](WireWriter& t) {
          head(t, {3}, DType::int4);
          t.int64(5, 0x8f);
          t.int64(5, 0x07);
        }).to_ints() == std::vector<std::int64_t>{-1, -8, 7});
  CHECK(initializer([](WireWriter& t) {
          head(t, {5}, DType::uint2);
          t.int64(5, 0xe4);
          t.int64(5, 0x02);
        }).to_ints() == std::vector<std::int64_t>{0, 1, 2, 3, 2});
  CHECK(initializer([](WireWriter& t) {
          head(t, {2}, DType::float6e3m2);
          t.int64(5, 0x1f);
          t.int64(5, 0x21);
        }).number_at(1) == -0.0625);
  CHECK(initializer([](WireWriter& t) {
          head(t, {}, DType::int64);
          t.int64(7, INT64_MIN);
        }).int_at(0) == INT64_MIN);
  CHECK(initializer([](WireWriter& t) {
          head(t, {1}, DType::float64);
          t.float64(10, 2.5);
        }).number_at(0) == 2.5);
  CHECK(initializer([](WireWriter& t) {
          head(t, {1}, DType::uint32);
          t.varint(11, 4000000000u);
        }).int_at(0) == 4000000000);
  CHECK(initializer([](WireWriter& t) {
          head(t, {1}, DType::complex64);
          t.float32(4, 1);
          t.float32(4, 2);
        }).as<std::complex<float>>()[0] == std::complex<float>(1, 2));
  CHECK(initializer([](WireWriter& t) {
          head(t, {2}, DType::string);
          t.bytes(6, "a\0b"sv);
          t.bytes(6, "");
        }).as<std::string>()[0] == "a\0b"sv);
  CHECK(initializer([](WireWriter& t) { head(t, {0, 3}, DType::float32); }).count() == 0);
}

// Bytes as onnx.numpy_helper.from_array packs the codes 1, 2, 3, 4, 63.
TEST_CASE(
    "tensor data: 6-bit floats lie four in three bytes, in the model and beside it, and are written so") {
  const std::string_view packed = "\x81\x30\x10\x3f"sv;
  const auto head_of = [](WireWriter& t) { head(t, {5}, DType::float6e2m3); };
  const auto check = [](const Tensor& t) {
    CHECK(t.bytes() == 5);
    CHECK(t.data()[4] == std::byte{63});
    for (const auto& [i, x] : {std::pair{0, 0.125}, {1, 0.25}, {2, 0.375}, {3, 0.5}, {4, -7.5}})
      CHECK(t.number_at(i) == x);
  };
  const Tensor t = initializer([&](WireWriter& w) { head_of(w), w.bytes(9, packed); });
  check(t);
  check(initializer([&](WireWriter& w) { write_tensor(w, t, "w"); }));
  std::string written;
  WireWriter writer(written);
  write_tensor(writer, t, "w");
  CHECK(written.ends_with(packed));

  const Folder folder;
  folder.write("data", std::string("?") + std::string(packed));
  folder.write("model.onnx", model_with_graph([&](WireWriter& g) {
                 g.message(5, [&](WireWriter& w) {
                   head_of(w), w.int64(14, 1);
                   external(w, "location", "data"), external(w, "offset", "1");
                 });
               }));
  const ModelFile file = read_model(folder.path() / "model.onnx");
  check(to_tensor(file.graph.initializers[0], file));
}

TEST_CASE("tensor data: a bool of 2 becomes 1") {
  const Tensor t = initializer([](WireWriter& w) {
    head(w, {3}, DType::bool_);
    w.bytes(9, "\x02\x00\x01"sv);
  });
  CHECK(static_cast<int>(t.data()[0]) == 1);
  CHECK(t.to_ints() == std::vector<std::int64_t>{1, 0, 1});
}

TEST_CASE("tensor data: sizes must be exact and errors name the tensor") {
  const auto error = [](auto body) { return error_of([&] { initializer(body); }); };
  CHECK(contains(error([](WireWriter& t) {
                   head(t, {2}, DType::float32);
                   t.bytes(9, "1234567");
                 }),
                 "tensor 'w': float32[2] needs 8 bytes, raw_data has 7"));
  CHECK(contains(error([](WireWriter& t) {
                   head(t, {2}, DType::float32);
                   t.float32(4, 1);
                 }),
                 "needs 2 values in float_data, found 1"));
  CHECK(contains(error([](WireWriter& t) {
                   head(t, {1}, DType::float32);
                   t.int64(5, 1);
                 }),
                 "float_data, found 0"));
  CHECK(contains(error([](WireWriter& t) {
                   head(t, {INT64_MAX, INT64_MAX}, DType::float32);
                   t.bytes(9, "1234");
                 }),
                 "more elements than 64 bits count"));
  CHECK(contains(error([](WireWriter& t) {
                   head(t, {std::int64_t{1} << 40}, DType::string);
                   t.bytes(6, "a");
                 }),
                 "string_data, found 1"));
  CHECK(contains(error([](WireWriter& t) {
                   head(t, {-1}, DType::float32);
                   t.bytes(9, "1234");
                 }),
                 "sizes of at least 0"));
  CHECK(contains(error([](WireWriter& t) {
                   head(t, {1}, DType::undefined);
                   t.bytes(9, "1234");
                 }),
                 "no element type"));
  CHECK(contains(error([](WireWriter& t) {
                   head(t, {1}, DType::string);
                   t.bytes(9, "1234");
                 }),
                 "only string_data"));
  CHECK(contains(error([](WireWriter& t) {
                   head(t, {1}, DType::float32);
                   t.bytes(9, "1234");
                   t.float32(4, 1);
                 }),
                 "both raw_data and a typed field"));
  CHECK(contains(error([](WireWriter& t) { t.message(3, [](WireWriter&) {}); }), "segments"));
  CHECK(contains(error([](WireWriter& t) { t.int64(2, 29); }), "29 is not an ONNX element type"));
  CHECK(contains(error([](WireWriter& t) {
                   for (int i = 0; i < 65; ++i) t.int64(1, 1);
                   head(t, {}, DType::float32);
                   t.float32(4, 1);
                 }),
                 "rank 65"));
}

TEST_CASE("external data: found beside the model, window of its file") {
  const Folder folder;
  folder.write("w.bin", "----\x00\x00\x80\x3f\x00\x00\x00\x40"sv);
  folder.write("m.onnx", two_floats_at("w.bin", "4", "8"));
  const ModelFile file = read_model(folder.path() / "m.onnx");
  const Tensor t = to_tensor(file.graph.initializers[0], file);
  CHECK(t.number_at(0) == 1);
  CHECK(t.number_at(1) == 2);
  CHECK(t.block() == to_tensor(file.graph.initializers[0], file).block());
  const auto error = [&](const std::string& model) {
    folder.write("m.onnx", model);
    return error_of([&] {
      const ModelFile f = read_model(folder.path() / "m.onnx");
      to_tensor(f.graph.initializers[0], f);
    });
  };
  CHECK(contains(error(two_floats_at("w.bin", "5")), "needs 8 bytes from byte 5 of 'w.bin', which has 12"));
  CHECK(contains(error(two_floats_at("w.bin", "18446744073709551615")), "from byte 18446744073709551615"));
  CHECK(contains(error(two_floats_at("w.bin", "4", "4")), "needs 8 bytes, the external data has 4"));
  CHECK(contains(error(two_floats_at("w.bin", "-4")), "expected a number of bytes"));
  CHECK(contains(error(two_floats_at("w.bin", "99999999999999999999999")), "expected a number of bytes"));
  CHECK(contains(error(two_floats_at("none.bin")), "none.bin"));
  CHECK(contains(error(two_floats_at("")), "no usable location"));
  CHECK(contains(error(two_floats_at("inside")), "not a regular file"));
  CHECK(error(two_floats_at("inside/../w.bin", "4")) != "");
  CHECK(error(two_floats_at("./w.bin", "4")) == "");
}

TEST_CASE("external data: never outside of the model's folder unless allowed") {
  const Folder outside;
  outside.write("secret.bin", "12345678");
  const Folder folder;
  fs::create_symlink(outside.path() / "secret.bin", folder.path() / "link.bin");
  fs::create_symlink(outside.path(), folder.path() / "inside" / "out");
  folder.write("w.bin", "12345678");
  fs::create_symlink("w.bin", folder.path() / "good.bin");
  const auto error = [&](std::string_view location, const ModelReadOptions& options = {}) {
    folder.write("m.onnx", two_floats_at(location));
    return error_of([&] {
      const ModelFile f = read_model(folder.path() / "m.onnx", options);
      to_tensor(f.graph.initializers[0], f);
    });
  };
  CHECK(contains(error("../x/secret.bin"), "outside of the model's folder"));
  CHECK(contains(error((outside.path() / "secret.bin").string()), "outside of the model's folder"));
  CHECK(contains(error("link.bin"), "leads out of the model's folder"));
  CHECK(contains(error("inside/out/secret.bin"), "leads out of the model's folder"));
  CHECK(contains(error("w.bin\0x"sv), "no usable location"));
  CHECK(error("good.bin") == "");
  ModelReadOptions anywhere;
  anywhere.allow_external_anywhere = true;
  CHECK(error("link.bin", anywhere) == "");
  CHECK(error((outside.path() / "secret.bin").string(), anywhere) == "");
}

TEST_CASE("external data: models given as bytes") {
  const std::string model = two_floats_at("w.bin");
  const auto read = [&](const ModelReadOptions& options) {
    const ModelFile f = parse(model, options);
    return to_tensor(f.graph.initializers[0], f);
  };
  CHECK(contains(error_of([&] { read({}); }), "without a folder"));
  ModelReadOptions injected;
  injected.external_files["w.bin"] = block_of("\x00\x00\x80\x3f\x00\x00\x00\x40"sv);
  CHECK(read(injected).number_at(1) == 2);
  const Folder folder;
  folder.write("w.bin", "\x00\x00\x80\x3f\x00\x00\x00\x40"sv);
  ModelReadOptions with_folder;
  with_folder.external_folder = folder.path();
  CHECK(read(with_folder).number_at(0) == 1);
}

TEST_CASE("sparse tensors: indices are checked") {
  const auto sparse = [](std::initializer_list<std::int64_t> indices,
                         std::initializer_list<std::int64_t> dims, bool linear) {
    const std::string model = model_with_graph([&](WireWriter& g) {
      g.message(15, [&](WireWriter& s) {
        s.message(1, [](WireWriter& t) {
          head(t, {2}, DType::float32);
          t.float32(4, 5);
          t.float32(4, 6);
        });
        s.message(2, [&](WireWriter& t) {
          head(t, {2}, DType::int64);
          if (!linear) t.int64(1, 2);
          for (const std::int64_t i : indices) t.int64(7, i);
        });
        for (const std::int64_t d : dims) s.int64(3, d);
      });
    });
    const ModelFile f = parse(model);
    return to_sparse(f.graph.sparse_initializers.at(0), f);
  };
  CHECK(sparse({0, 5}, {2, 3}, true).values.number_at(1) == 6);
  CHECK(sparse({0, 1, 1, 0}, {2, 3}, false).dense == Shape{2, 3});
  CHECK_THROWS_AS(sparse({0, 6}, {2, 3}, true), Error);
  CHECK_THROWS_AS(sparse({3, 3}, {2, 3}, true), Error);
  CHECK_THROWS_AS(sparse({1, 0, 0, 1}, {2, 3}, false), Error);
  CHECK_THROWS_AS(sparse({0, -1, 1, 0}, {2, 3}, false), Error);
  CHECK_THROWS_AS(sparse({0, 1}, {2, 3}, false), Error);
  CHECK_THROWS_AS(sparse({0, 1}, {INT64_MAX, INT64_MAX}, true), Error);
}
