# sardonyx_deps: what the library uses inside; docs/dependencies.md says what each is for.
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_path(PROTOZERO_INCLUDE protozero/pbf_reader.hpp REQUIRED)
find_path(FLATBUFFERS_INCLUDE flatbuffers/flatbuffers.h REQUIRED)
find_path(DOCTEST_INCLUDE doctest/doctest.h REQUIRED)

add_library(sardonyx_deps INTERFACE)
target_include_directories(sardonyx_deps SYSTEM INTERFACE ${PROTOZERO_INCLUDE})
target_link_libraries(sardonyx_deps INTERFACE nlohmann_json::nlohmann_json)
# fmt: its headers only; src/base/fmt.cc compiles the rest once.
get_target_property(FMT_INCLUDE fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
target_include_directories(sardonyx_deps SYSTEM INTERFACE ${FMT_INCLUDE})

# Debian's archives of png, jpeg and re2 cannot enter a shared object (absolute or executable-model
# relocations), so these stay shared; utf8proc's can.
function(sardonyx_dependency header library)
  find_path(include_${library} ${header} PATH_SUFFIXES openjpeg-2.5 openjpeg-2.4 REQUIRED)
  find_library(link_${library} NAMES ${ARGN} ${library} REQUIRED)
  target_include_directories(sardonyx_deps SYSTEM INTERFACE ${include_${library}})
  target_link_libraries(sardonyx_deps INTERFACE ${link_${library}})
endfunction()
sardonyx_dependency(png.h png)
sardonyx_dependency(jpeglib.h jpeg)
sardonyx_dependency(webp/decode.h webp)
sardonyx_dependency(tiffio.h tiff)
sardonyx_dependency(openjpeg.h openjp2)
sardonyx_dependency(re2/re2.h re2)
sardonyx_dependency(zlib.h z)
sardonyx_dependency(utf8proc.h utf8proc libutf8proc.a)
target_compile_definitions(sardonyx_deps INTERFACE UTF8PROC_STATIC)
