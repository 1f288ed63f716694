// The files are what NumPy 2 writes for the arrays named beside them.
#include "io/npy.h"

#include <doctest/doctest.h>

#include <complex>
#include <filesystem>

#include "io/npz.h"
#include "sardonyx/error.hpp"

using namespace sardonyx;
using namespace std::string_view_literals;
namespace fs = std::filesystem;

namespace {

// A version 1 file: `header` is padded as NumPy pads it.
std::string npy(std::string header, std::string_view elements, char version = 1) {
  const std::size_t fixed = version == 1 ? 10 : 12;
  header.append((64 - (fixed + header.size() + 1) % 64) % 64, ' ');
  header += '\n';
  std::string out = "\x93NUMPY";
  out += version;
  out += '\0';
  out += static_cast<char>(header.size() & 0xff);
  out += static_cast<char>(header.size() >> 8);
  if (version > 1) out += "\0\0"sv;
  return out + header + std::string(elements);
}

Tensor read(std::string_view file) { return io::read_npy(std::as_bytes(std::span(file))); }

bool refused(std::string_view file) {
  try {
    read(file);
  } catch (const Error& e) {
    return e.code() == Code::invalid_argument || e.code() == Code::over_budget;
  }
  return false;
}

}  // namespace

TEST_CASE("npy: files of NumPy") {
  const Tensor floats = read(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }",
                                 "\x00\x00\x80?\x00\x00\x00@\x00\x00@@\x00\x00\x80@"sv));
  CHECK(floats.text() == "float32[2,2]");
  CHECK(floats.as<float>()[3] == 4);
  const Tensor fortran = read(npy("{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }",
                                  "\x00\x01\x00\x04\x00\x02\x00\x05\x00\x03\x00\x06"sv));
  CHECK(fortran.text() == "int16[2,3]");
  CHECK(fortran.to_ints() == std::vector<std::int64_t>{1, 2, 3, 4, 5, 6});
  const Tensor texts = read(
      npy("{'descr': '<U2', 'fortran_order': False, 'shape': (3,), }",
          "a\x00\x00\x00\x00\x00\x00\x00\xe9\x00\x00\x00\xac \x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"sv, 3));
  CHECK(texts.as<std::string>()[0] == "a");
  CHECK(texts.as<std::string>()[1] == "\u00e9\u20ac");
  CHECK(texts.as<std::string>()[2] == "");
  CHECK(read(npy("{'descr': '|S2', 'fortran_order': False, 'shape': (2,), }", "abc\0"sv))
            .as<std::string>()[1] == "c");
  CHECK(read(npy("{'descr': '|b1', 'fortran_order': False, 'shape': (), }", "\x01")).as<bool>()[0]);
  CHECK(read(npy("{'descr': '<c8', 'fortran_order': False, 'shape': (0, 3), }", "", 2)).shape() ==
        Shape{0, 3});
}

TEST_CASE("npy: every type comes back") {
  const auto back = [](const Tensor& t) { return read(io::write_npy(t)); };
  CHECK(back(Tensor::of<std::uint64_t>(Shape{2}, {1, UINT64_MAX})).as<std::uint64_t>()[1] == UINT64_MAX);
  CHECK(back(Tensor::of<std::int8_t>(Shape{1}, {-5})).as<std::int8_t>()[0] == -5);
  CHECK(back(Tensor::scalar(float16(1.5f))).number_at(0) == 1.5);
  CHECK(back(Tensor::scalar(std::complex<double>(1, -2))).as<std::complex<double>>()[0].imag() == -2);
  CHECK(back(Tensor::of<bool>(Shape{1, 2}, {true, false})).to_ints() == std::vector<std::int64_t>{1, 0});
  CHECK(back(Tensor::of<std::string>(Shape{2}, {"longer", "\u20ac"})).as<std::string>()[1] == "\u20ac");
  CHECK(back(Tensor::scalar(bfloat16(2.5f))).text() == "float32[]");
  Tensor fours = Tensor::zeros(DType::int4, Shape{3});
  fours.mutable_data()[0] = std::byte{0x8f};
  CHECK(back(fours).to_ints() == std::vector<std::int64_t>{-1, -8, 0});
  CHECK(back(Tensor(DType::float64, Shape{3, 0})).shape() == Shape{3, 0});
  CHECK(io::write_npy(Tensor::scalar(1.0f)).size() == 128 + 4);
}

TEST_CASE("npy: hostile files are refused") {
  CHECK(refused(""));
  CHECK(refused("\x93NUMPY\x01"));
  CHECK(refused("\x93NUMPY\x01\x00\xff\xff{}"sv));
  CHECK(refused("\x93NUMPY\x04\x00\x02\x00{}"sv));
  CHECK(refused(npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", "12345678")));
  CHECK(refused(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", "1234")));
  CHECK(refused(npy("{'descr': '<M8[s]', 'fortran_order': False, 'shape': (1,), }", "12345678")));
  CHECK(refused(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", "1234567")));
  CHECK(refused(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", "1234")));
  CHECK(
      refused(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", "1234")));
  CHECK(refused(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }", "1234")));
  CHECK(refused(npy("{'descr': '<U4000000000', 'fortran_order': False, 'shape': (1,), }", "1234")));
  CHECK(refused(npy("{'descr': '<U0', 'fortran_order': False, 'shape': (4611686018427387904,), }", "")));
  CHECK(refused(npy("{'descr': '<f4', 'shape': (1,), }", "1234")));
  CHECK(refused(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'more': 1}", "1234")));
  CHECK(refused(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1", "1234")));
}

TEST_CASE("npz: archives, stored and deflated") {
  const fs::path path = fs::temp_directory_path() / "sardonyx_npz_test.npz";
  const io::NamedTensors tensors{{"b", Tensor::of<float>(Shape{2}, {1, 2})},
                                 {"a/x", Tensor::zeros(DType::int64, Shape{1000})}};
  for (const bool compress : {false, true}) {
    io::write_npz(path, tensors, compress);
    CHECK((fs::file_size(path) < 4000) == compress);
    const io::NamedTensors read = io::read_npz(path);
    REQUIRE(read.size() == 2);
    CHECK(read[0].first == "b");
    CHECK(read[0].second.as<float>()[1] == 2);
    CHECK(read[1].first == "a/x");
    CHECK(read[1].second.text() == "int64[1000]");
  }
  fs::remove(path);
}

TEST_CASE("npz: broken archives are refused") {
  const auto read_bytes = [](std::string_view bytes, std::size_t max = 1 << 20) {
    return io::read_npz(std::as_bytes(std::span(bytes)), max);
  };
  CHECK_THROWS_AS(read_bytes(""), Error);
  CHECK_THROWS_AS(read_bytes("PK\x03\x04 and nothing more"), Error);
  const fs::path path = fs::temp_directory_path() / "sardonyx_npz_bad_test.npz";
  io::write_npz(path, {{"z", Tensor::zeros(DType::float32, Shape{100000})}}, true);
  std::string file(fs::file_size(path), '\0');
  std::FILE* f = std::fopen(path.c_str(), "rb");
  REQUIRE(f != nullptr);
  CHECK(std::fread(file.data(), 1, file.size(), f) == file.size());
  std::fclose(f);
  fs::remove(path);
  CHECK(read_bytes(file).size() == 1);
  CHECK_THROWS_AS(read_bytes(file, 1000), Error);  // unpacks to more than allowed
  for (std::size_t i = 0; i < file.size(); ++i) {
    std::string changed = file;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    try {
      read_bytes(changed);
    } catch (const Error&) {
    }
  }
}
