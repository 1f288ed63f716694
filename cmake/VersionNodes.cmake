# sardonyx_version_nodes(TARGET CURRENT NEWEST_MINOR NEWEST_PATCH FUNCTION...): exports the functions, and nothing else,
# under the version node of every release of ONNX Runtime 1, VERS_ and its number; CURRENT is the default.
#
# A program that was linked against a release records that release's node. The loader refuses a library that has other
# nodes only, and warns of one that has none. So every node there has been is there, and many that may come; behind
# all of them are the same functions (src/api/c/version_nodes.cc).
function(sardonyx_version_nodes target current newest_minor newest_patch)
  list(JOIN ARGN ";\n    " names)
  set(script "VERS_${current} {\n  global:\n    ${names};\n  local: *;\n};\n")
  set(code "")
  foreach(minor RANGE ${newest_minor})
    foreach(patch RANGE ${newest_patch})
      set(node VERS_1.${minor}.${patch})
      if(node STREQUAL VERS_${current})
        continue()
      endif()
      string(APPEND script "${node} {};\n")
      foreach(function IN LISTS ARGN)
        string(APPEND code "SARDONYX_NODE(${function}, \"_1_${minor}_${patch}\", \"${node}\")\n")
      endforeach()
    endforeach()
  endforeach()
  set(folder ${CMAKE_BINARY_DIR}/generated/version_nodes)
  file(CONFIGURE OUTPUT ${folder}/onnxruntime.map CONTENT "${script}" @ONLY)
  file(CONFIGURE OUTPUT ${folder}/version_nodes.inc CONTENT "${code}" @ONLY)
  target_include_directories(${target} PRIVATE ${folder})
  target_link_options(${target} PRIVATE -Wl,--version-script=${folder}/onnxruntime.map)
  set_target_properties(${target} PROPERTIES LINK_DEPENDS ${folder}/onnxruntime.map)
endfunction()
