# sardonyx_settings: include roots, warnings, sanitizers.
find_package(Threads REQUIRED)
add_library(sardonyx_settings INTERFACE)
target_include_directories(sardonyx_settings INTERFACE ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src)
target_link_libraries(sardonyx_settings INTERFACE Threads::Threads ${CMAKE_DL_LIBS})
target_compile_options(
  sardonyx_settings
  INTERFACE -Wall -Wextra -Wno-psabi  # psabi: vectors wider than the base ISA never cross an ISA border
            $<$<BOOL:${SARDONYX_WERROR}>:-Werror>
            -fno-semantic-interposition -fvisibility-inlines-hidden
            -ffp-contract=off)  # a result must not depend on where a compiler contracts

# libstdc++ 12's stable_sort calls its own deprecated get_temporary_buffer; clang 19 blames the caller.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(sardonyx_settings INTERFACE -Wno-deprecated-declarations)
endif()

string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" sardonyx_processor)
if(sardonyx_processor MATCHES "^(x86_64|amd64)$")
  set(SARDONYX_X86 ON)
  target_compile_options(sardonyx_settings INTERFACE -march=x86-64-v2)  # the oldest processor that runs it
endif()

if(SARDONYX_FUZZ)
  set(SARDONYX_SANITIZE fuzzer-no-link,address,undefined)
endif()
if(SARDONYX_SANITIZE)
  target_compile_options(sardonyx_settings INTERFACE -fsanitize=${SARDONYX_SANITIZE} -fno-sanitize-recover=all
                                                     -fno-omit-frame-pointer)
  target_link_options(sardonyx_settings INTERFACE -fsanitize=${SARDONYX_SANITIZE})
endif()
