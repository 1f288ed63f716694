# kernels/**/NAME.isa.cc is compiled once per instruction set, each time into a namespace of its own
# (SARDONYX_ISA_NAMESPACE) and for vectors of SARDONYX_VECTOR_BYTES.
function(sardonyx_add_isa_objects out)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/kernels/*.isa.cc)
  set(objects)
  if(sources)
    set(isas base)
    if(SARDONYX_X86)
      list(APPEND isas avx2 avx512)
    endif()
    set(bytes_base 16)
    set(bytes_avx2 32)
    set(bytes_avx512 64)
    set(flags_base)
    set(flags_avx2 -mavx2 -mfma -mf16c -mbmi2)
    set(flags_avx512 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma -mf16c -mbmi2 -mprefer-vector-width=512)
    foreach(isa IN LISTS isas)
      add_library(sardonyx_${isa} OBJECT ${sources})
      target_link_libraries(sardonyx_${isa} PRIVATE sardonyx_settings)
      target_compile_definitions(sardonyx_${isa} PRIVATE SARDONYX_ISA_NAMESPACE=isa_${isa}
                                                         SARDONYX_VECTOR_BYTES=${bytes_${isa}})
      # Release asks for -O3; the others stay quick to compile but not as slow as -O0 vectors are.
      target_compile_options(sardonyx_${isa} PRIVATE $<IF:$<CONFIG:Release>,-O3,-O1> -fno-math-errno
                                                     -fno-trapping-math ${flags_${isa}})
      # The thread sanitizer's tests run on the base kernels; the wide ones would double its build.
      if(SARDONYX_SANITIZE STREQUAL "thread" AND NOT isa STREQUAL "base")
        target_compile_options(sardonyx_${isa} PRIVATE -fno-sanitize=thread)
      endif()
      list(APPEND objects $<TARGET_OBJECTS:sardonyx_${isa}>)
    endforeach()
  endif()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()
