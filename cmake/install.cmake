# What `make install` puts in place: tools, libraries, headers, pages, and what other builds find the libraries by: pkg-config files
# (tern, ternrt, ternrt-cpu) and a CMake package with targets tern::tern, tern::ternrt and the like.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tern)
set(public_libraries tern ternrt ternrt_static ternrt_cpu ternrt_cpu_static tern_cuda_runtime tern_cpu_gpu_runtime tern_runner_utils)
set(other_libraries ${libraries})
list(REMOVE_ITEM other_libraries ${public_libraries})

install(TARGETS ${public_libraries} EXPORT tern_targets RUNTIME LIBRARY ARCHIVE)
install(TARGETS ${other_libraries} ${tools} RUNTIME LIBRARY ARCHIVE)
install(DIRECTORY ${man_dir} DESTINATION ${CMAKE_INSTALL_MANDIR} FILES_MATCHING PATTERN *.1)
install(DIRECTORY ${completions_dir} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion)
install(DIRECTORY include/tern DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)
# The headers of CUDA programs, which tern-cc finds beside the libraries.
file(MAKE_DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/tern)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include/cuda ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/tern/cuda SYMBOLIC)
install(DIRECTORY include/cuda/ DESTINATION ${CMAKE_INSTALL_LIBDIR}/tern/cuda)

install(EXPORT tern_targets FILE ternTargets.cmake NAMESPACE tern:: DESTINATION ${package_dir})
configure_package_config_file(cmake/ternConfig.cmake.in ${generated}/ternConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${generated}/ternConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/ternConfig.cmake ${generated}/ternConfigVersion.cmake DESTINATION ${package_dir})

# Files of pkg-config stand where they are moved with everything else: the prefix is told from their own folder.
file(RELATIVE_PATH pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
function(add_pc_file name description)
  set(pc_name ${name})
  set(pc_description ${description})
  configure_file(cmake/tern.pc.in ${generated}/${name}.pc @ONLY)
  install(FILES ${generated}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
add_pc_file(tern "Compiler of tensor programs")
add_pc_file(ternrt "Runtime of tensor programs that tern compiled")
add_pc_file(ternrt-cpu "Small runtime of tensor programs that tern compiled, for CPUs")
