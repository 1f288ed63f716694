# sardonyx_merge(TARGET BYTES): a release build compiles neighbouring files of TARGET together, as many of a folder as
# BYTES of source allow: what each would read and instantiate for itself is most of a small file's cost. Names in the
# unnamed namespaces of a folder must therefore differ, which tools/checks/names.py holds. Other builds compile every
# file for itself, so that each has to include what it uses.

# Paths of files that stay alone: with the headers of other libraries, with a namespace or symbols of their own, or
# operators that call their inputs kX or kIds. tools/checks/names.py reads this too.
set(SARDONYX_UNMERGED
    "src/image/|src/base/fmt|api/c/(defaults|entry)|unit/kernels/|unit/main|cli/main|contrib/(attn_lstm|beam_search|greedy_search|moe|qmoe|sparse_attention|gather_block_quantized)[.]cc")

function(sardonyx_merge target bytes)
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "^${CMAKE_SOURCE_DIR}/.*\\.cc$")
  list(FILTER sources EXCLUDE REGEX "^${CMAKE_BINARY_DIR}/|${SARDONYX_UNMERGED}")
  list(SORT sources)
  set(group 0)
  set(filled 0)
  set(last "")
  foreach(source IN LISTS sources)
    get_filename_component(folder ${source} DIRECTORY)
    file(SIZE ${source} size)
    math(EXPR filled "${filled} + ${size}")
    if(NOT folder STREQUAL last OR filled GREATER bytes)
      math(EXPR group "${group} + 1")
      set(filled ${size})
      set(last ${folder})
    endif()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${target}_${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # it takes what is merged for headers
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
  endif()
endfunction()
