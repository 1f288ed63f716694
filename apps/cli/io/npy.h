// NumPy's .npy files, versions 1 to 3.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "sardonyx/value.hpp"

namespace sardonyx::io {

// bool, all integers, float16/32/64, complex, fixed-width text ('<U', 'S') as string tensors; either byte order;
// Fortran order is put into row-major. Python objects, records and dates throw. Error: invalid_argument, no_such_file, io.
Tensor read_npy(std::span<const std::byte> bytes);
Tensor read_npy(const std::filesystem::path& path);

// Types that NumPy lacks are widened: bfloat16 and the small floats to float32, 4- and 2-bit integers to 8 bits.
// Strings become '<U'.
std::string write_npy(const Tensor& t);
void write_npy(const std::filesystem::path& path, const Tensor& t);

}  // namespace sardonyx::io
