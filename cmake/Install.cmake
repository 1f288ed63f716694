# cmake --install BUILD --prefix PREFIX: the libraries, their headers, `sard`, and how other builds find them.
#
# ONNX Runtime's headers lie under include/onnxruntime; programs also look for them where its source tree has them,
# below onnxruntime/core, so there are headers there that lead to the first. All of it may be moved elsewhere.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# sardonyx_package(PACKAGE TARGET VERSION PC INCLUDE DESCRIPTION): find_package(PACKAGE) gives PACKAGE::TARGET, and
# pkg-config knows PC; the headers lie in INCLUDE.
function(sardonyx_package package target version pc include description)
  set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/${package})
  set(generated ${CMAKE_BINARY_DIR}/generated/packages)
  install(TARGETS ${target} EXPORT ${package}Targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT ${package}Targets NAMESPACE ${package}:: DESTINATION ${folder})
  file(CONFIGURE OUTPUT ${generated}/${package}Config.cmake
       CONTENT "include(\"\${CMAKE_CURRENT_LIST_DIR}/@package@Targets.cmake\")\n" @ONLY)
  write_basic_package_version_file(${generated}/${package}ConfigVersion.cmake VERSION ${version}
                                   COMPATIBILITY SameMajorVersion)
  install(FILES ${generated}/${package}Config.cmake ${generated}/${package}ConfigVersion.cmake
          DESTINATION ${folder})

  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  file(CONFIGURE OUTPUT ${generated}/${pc}.pc @ONLY CONTENT [=[
prefix=${pcfiledir}/@up@
libdir=${prefix}/@CMAKE_INSTALL_LIBDIR@
includedir=${prefix}/@include@

Name: @target@
Description: @description@
Version: @version@
Cflags: -I${includedir} -I${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
Libs: -L${libdir} -l@target@
]=])
  install(FILES ${generated}/${pc}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

# ---- ours -----------------------------------------------------------------------------------------------
target_include_directories(sardonyx INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(sardonyx INTERFACE cxx_std_20)
sardonyx_package(Sardonyx sardonyx ${PROJECT_VERSION} sardonyx ${CMAKE_INSTALL_INCLUDEDIR} "ONNX inference engine")
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/sardonyx DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS sard RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

# ---- in the place of ONNX Runtime -----------------------------------------------------------------------
set(ort_include ${CMAKE_INSTALL_INCLUDEDIR}/onnxruntime)
target_include_directories(onnxruntime INTERFACE $<INSTALL_INTERFACE:${ort_include}>
                                                 $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
sardonyx_package(onnxruntime onnxruntime 1.30.0 libonnxruntime ${ort_include}
                 "Sardonyx in the place of ONNX Runtime")
file(GLOB ort_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/include/*.h ${CMAKE_SOURCE_DIR}/include/*.inc)
install(FILES ${ort_headers} DESTINATION ${ort_include})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/sardonyx_ort DESTINATION ${ort_include})
foreach(header IN LISTS ort_headers)
  get_filename_component(name ${header} NAME)
  set(place core/session)
  if(name STREQUAL cpu_provider_factory.h)
    set(place core/providers/cpu)
  elseif(name STREQUAL provider_options.h)
    set(place core/framework)
  endif()
  string(REGEX REPLACE "[^/]+" ".." up ${place})
  set(forward ${CMAKE_BINARY_DIR}/generated/forward/${place}/${name})
  file(CONFIGURE OUTPUT ${forward} CONTENT "#include \"${up}/${name}\"\n" @ONLY)
  install(FILES ${forward} DESTINATION ${ort_include}/${place})
endforeach()
