# libonnxruntime.so.1: the C ABI of ONNX Runtime and nothing else, from the same objects as libsardonyx.so.
add_library(onnxruntime SHARED ${c_abi_sources} ${library_objects})
target_link_libraries(onnxruntime PRIVATE sardonyx_settings sardonyx_deps)
target_link_options(onnxruntime PRIVATE -Wl,--exclude-libs,ALL)
sardonyx_precompile(onnxruntime include/sardonyx/session.hpp)
if(NOT SARDONYX_SANITIZE)  # the sanitizers' functions come with the program
  target_link_options(onnxruntime PRIVATE -Wl,--no-undefined)
endif()
set_target_properties(onnxruntime PROPERTIES SOVERSION 1 LINKER_LANGUAGE CXX)
set(exports ${CMAKE_SOURCE_DIR}/src/api/c/exports.map)
if(EXISTS ${exports})
  target_link_options(onnxruntime PRIVATE -Wl,--version-script=${exports})
  set_target_properties(onnxruntime PROPERTIES LINK_DEPENDS ${exports})
endif()

# A program in C, as others are: the header and the library.
if(NOT SARDONYX_SANITIZE)
  add_executable(c_api_client ${CMAKE_SOURCE_DIR}/tests/clients/c/api_client.c)
  set_target_properties(c_api_client PROPERTIES C_STANDARD 11 C_EXTENSIONS OFF)
  target_compile_options(c_api_client PRIVATE -Wall -Wextra -Werror)
  target_include_directories(c_api_client PRIVATE ${CMAKE_SOURCE_DIR}/include)
  target_link_libraries(c_api_client PRIVATE onnxruntime)
endif()
