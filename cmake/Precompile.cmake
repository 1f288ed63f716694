# sardonyx_precompile(TARGET HEADER...): precompiles the standard library's heavy headers, our lowest ones and HEADERs
# (paths from the top) for every file of TARGET. Reading them is half of a file's compile time otherwise. Files still
# include what they use: clang-tidy and other compilers read them without this.
function(sardonyx_precompile target)
  list(TRANSFORM ARGN PREPEND ${CMAKE_SOURCE_DIR}/)
  target_precompile_headers(
    ${target} PRIVATE <algorithm> <array> <cmath> <functional> <map> <memory> <optional> <span> <string>
    <unordered_map> <variant> <vector> ${CMAKE_SOURCE_DIR}/src/base/error.h
    ${CMAKE_SOURCE_DIR}/src/base/thread_pool.h ${CMAKE_SOURCE_DIR}/include/sardonyx/value.hpp ${ARGN})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")  # else a checkout's times make every precompiled header another one
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()
