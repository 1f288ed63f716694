# The file name adds the operator or the rule: no list to edit.
#   src/ops/KIND/NAME.cc                      defines  void register_NAME(OpRegistry&)
#   src/optimize/{portable,lowered}/NAME.cc   defines  void register_rule_NAME(RuleRegistry&), unless pass*.cc
#   src/ops/train/gradients/NAME.cc           defines  void gradients_NAME(GradientRules&)
# Other files deeper down or directly under src/ops are no operators.
function(sardonyx_generate_registration output registry function prefix)
  set(names)
  foreach(source IN LISTS ARGN)
    get_filename_component(stem ${source} NAME)
    if(stem MATCHES "\\.case\\.")
      continue()
    endif()
    string(REGEX REPLACE "\\.cc$" "" stem ${stem})
    if(NOT stem MATCHES "^[a-z][a-z0-9_]*$")
      message(FATAL_ERROR "${source}: the file name must be lower_case, it names ${prefix}${stem}")
    endif()
    if(stem IN_LIST names)
      message(FATAL_ERROR "${source}: another file already defines ${prefix}${stem}")
    endif()
    list(APPEND names ${stem})
  endforeach()
  list(SORT names)
  set(declarations)
  set(calls)
  foreach(name IN LISTS names)
    string(APPEND declarations "void ${prefix}${name}(${registry}&);\n")
    string(APPEND calls "  ${prefix}${name}(r);\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [==[
// Written by CMake from the file names; see cmake/Registration.cmake.
namespace sardonyx {

class @registry@;
@declarations@
void @function@(@registry@& r);
void @function@(@registry@& r [[maybe_unused]]) {
@calls@}

}  // namespace sardonyx
]==])
endfunction()

file(GLOB op_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/ops/*/*.cc)
file(GLOB rule_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/optimize/portable/*.cc
     ${CMAKE_SOURCE_DIR}/src/optimize/lowered/*.cc)
list(FILTER rule_files EXCLUDE REGEX "/pass[^/]*\\.cc$")
set(generated ${CMAKE_BINARY_DIR}/generated)
sardonyx_generate_registration(${generated}/all_ops.cc OpRegistry register_all_ops register_ ${op_files})
sardonyx_generate_registration(${generated}/all_rules.cc RuleRegistry register_all_rules register_rule_
                               ${rule_files})
file(GLOB gradient_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/ops/train/gradients/*.cc)
sardonyx_generate_registration(${generated}/all_gradients.cc GradientRules register_all_gradients gradients_
                               ${gradient_files})
set(SARDONYX_GENERATED_SOURCES ${generated}/all_ops.cc ${generated}/all_rules.cc ${generated}/all_gradients.cc)
