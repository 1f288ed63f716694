# libonnxruntime.so.1: the C ABI of ONNX Runtime and nothing else, from the same objects as libsardonyx.so.
include(VersionNodes)
add_library(onnxruntime SHARED ${c_abi_sources} ${library_objects})
target_link_libraries(onnxruntime PRIVATE sardonyx_settings sardonyx_deps)
target_link_options(onnxruntime PRIVATE -Wl,--exclude-libs,ALL)
target_compile_options(onnxruntime PRIVATE ${sardonyx_cold})
sardonyx_precompile(onnxruntime include/sardonyx/session.hpp)
sardonyx_merge(onnxruntime 20000)
if(NOT SARDONYX_SANITIZE)  # the sanitizers' functions come with the program
  target_link_options(onnxruntime PRIVATE -Wl,--no-undefined)
endif()
set_target_properties(onnxruntime PROPERTIES SOVERSION 1 LINKER_LANGUAGE CXX)
sardonyx_version_nodes(
  onnxruntime 1.30.0 49 5 OrtGetApiBase OrtSessionOptionsAppendExecutionProvider_CPU
  OrtSessionOptionsAppendExecutionProvider_CUDA OrtSessionOptionsAppendExecutionProvider_Tensorrt)

# A library with operators of its own.
add_library(custom_ops_library MODULE ${CMAKE_SOURCE_DIR}/tests/clients/c/custom_ops_library.c)

# Programs in C, as others are: the header and the library.
if(NOT SARDONYX_SANITIZE)
  file(GLOB c_clients CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/clients/c/*_client.c)
  set(c_client_targets)
  foreach(source IN LISTS c_clients)
    get_filename_component(stem ${source} NAME_WE)
    add_executable(c_${stem} ${source})
    target_link_libraries(c_${stem} PRIVATE onnxruntime)
    list(APPEND c_client_targets c_${stem})
  endforeach()
  # A program that has operators of its own, and loads some.
  target_compile_definitions(c_custom_ops_client PRIVATE CUSTOM_OPS_LIBRARY="$<TARGET_FILE:custom_ops_library>")
  set_target_properties(c_custom_ops_client PROPERTIES ENABLE_EXPORTS ON)
  add_dependencies(c_custom_ops_client custom_ops_library)
  # Libraries of execution providers: the example, and one that does wrong what it is told to.
  file(GLOB plugin_ep_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/examples/plugin_ep/*.cc)
  add_library(pocket_provider MODULE ${plugin_ep_sources})
  set_target_properties(pocket_provider PROPERTIES CXX_STANDARD 17 CXX_VISIBILITY_PRESET hidden)
  target_compile_options(pocket_provider PRIVATE -Wall -Wextra -Werror)
  target_include_directories(pocket_provider PRIVATE ${CMAKE_SOURCE_DIR}/include)
  add_library(faulty_provider MODULE ${CMAKE_SOURCE_DIR}/tests/clients/c/faulty_ep_library.c)
  add_library(memory_provider MODULE ${CMAKE_SOURCE_DIR}/tests/clients/c/memory_ep_library.c)
  foreach(client IN ITEMS c_plugin_ep_client c_plugin_faults_client c_plugin_memory_client)
    target_compile_definitions(
      ${client} PRIVATE PROVIDER_LIBRARY="$<TARGET_FILE:pocket_provider>" FAULTY_LIBRARY="$<TARGET_FILE:faulty_provider>"
                        MEMORY_LIBRARY="$<TARGET_FILE:memory_provider>" OTHER_LIBRARY="$<TARGET_FILE:custom_ops_library>")
    target_link_libraries(${client} PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
    add_dependencies(${client} pocket_provider faulty_provider memory_provider custom_ops_library)
  endforeach()
  list(APPEND c_client_targets faulty_provider memory_provider)

  # A program in C++, as others are.
  file(GLOB cpp_client_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/clients/cpp/*.cc)
  add_executable(cpp_api_client ${cpp_client_sources})
  set_target_properties(cpp_api_client PROPERTIES CXX_STANDARD 17)
  target_compile_options(cpp_api_client PRIVATE -Wall -Wextra -Werror $<$<CONFIG:Release>:-O0>)
  target_compile_definitions(cpp_api_client PRIVATE CLIENT_SOURCE="${CMAKE_SOURCE_DIR}/tests/clients")
  target_include_directories(cpp_api_client PRIVATE ${CMAKE_SOURCE_DIR}/include)
  target_link_libraries(cpp_api_client PRIVATE onnxruntime Threads::Threads)
  sardonyx_merge(cpp_api_client 30000)
  add_library(cpp_custom_ops MODULE ${CMAKE_SOURCE_DIR}/tests/clients/cpp/library/custom_ops.cc)
  set_target_properties(cpp_custom_ops PROPERTIES CXX_STANDARD 17 CXX_VISIBILITY_PRESET hidden)
  target_compile_options(cpp_custom_ops PRIVATE -Wall -Wextra -Werror $<$<CONFIG:Release>:-O0>)
  target_include_directories(cpp_custom_ops PRIVATE ${CMAKE_SOURCE_DIR}/include)
  target_compile_definitions(cpp_api_client PRIVATE CLIENT_LIBRARY="$<TARGET_FILE:cpp_custom_ops>")
  add_dependencies(cpp_api_client cpp_custom_ops)

  # Every declaration of the C++ API, compared with the table of facts by the compiler.
  file(GLOB cpp_signatures CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/clients/cpp/signatures/*.cc)
  add_library(cpp_api_signatures OBJECT ${cpp_signatures})
  target_compile_options(cpp_api_signatures PRIVATE -Wall -Wextra -Werror $<$<CONFIG:Release>:-O0>)
  target_include_directories(cpp_api_signatures PRIVATE ${CMAKE_SOURCE_DIR}/include)
endif()

foreach(target IN LISTS c_client_targets ITEMS custom_ops_library)
  set_target_properties(${target} PROPERTIES C_STANDARD 11 C_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror)
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/include)
endforeach()

# Random calls over the tables: no fuzzer drives them, so every build may have the program.
if(NOT SARDONYX_FUZZ)
  set(fuzz_c_api_built EXCLUDE_FROM_ALL)
endif()
file(GLOB fuzz_c_api_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/fuzz/c_api/*.cc)
add_executable(fuzz_c_api ${fuzz_c_api_built} ${fuzz_c_api_sources})
target_compile_options(fuzz_c_api PRIVATE -O0)  # what is looked for is in the library
set_target_properties(fuzz_c_api PROPERTIES ENABLE_EXPORTS ON)  # operators are registered by a function's name
target_link_libraries(fuzz_c_api PRIVATE onnxruntime sardonyx_settings)
if(SARDONYX_SANITIZE)  # a program in C may give an enum any number, and the library answers
  set_source_files_properties(${c_abi_sources} ${fuzz_c_api_sources} PROPERTIES COMPILE_OPTIONS -fno-sanitize=enum)
endif()
target_compile_definitions(
  fuzz_c_api PRIVATE ORT_API_MANUAL_INIT SARDONYX_CLIENT_MODELS="${CMAKE_SOURCE_DIR}/tests/clients/models"
                     FUZZ_C_API_LIBRARY="$<TARGET_FILE:custom_ops_library>")
add_dependencies(fuzz_c_api custom_ops_library)
