# apps/cli/pages/* become functions of generated/pages.cc: page_NAME_EXT() gives the file's text.
function(sardonyx_generate_pages output)
  set(code "// Written by CMake from the files; see cmake/Pages.cmake.\n#include \"pages.h\"\n\nnamespace sardonyx::cli {\n\n")
  foreach(page IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
    get_filename_component(stem ${page} NAME)
    string(REPLACE "." "_" stem ${stem})
    file(READ ${page} text HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${text}")
    string(APPEND code "static constexpr unsigned char ${stem}_bytes[] = {${bytes}0};\n"
                       "std::string_view page_${stem}() {\n"
                       "  return {reinterpret_cast<const char*>(${stem}_bytes), sizeof ${stem}_bytes - 1};\n}\n\n")
  endforeach()
  string(APPEND code "}  // namespace sardonyx::cli\n")
  file(CONFIGURE OUTPUT ${output} CONTENT "${code}" @ONLY)
endfunction()
