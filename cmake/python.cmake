# What a wheel has beside the Python files: `cmake --install BUILD --component python --prefix FOLDER` makes tern/lib and tern/bin. A
# wheel has no links, so a library is there by the name that it is loaded by.

set(python_libraries tern ternrt tern_pjrt)
if(llvm_sources)
  list(APPEND python_libraries tern-llvm)
endif()
add_custom_target(python_package DEPENDS ${python_libraries} ${tools})
foreach(target ${python_libraries})
  install(FILES $<TARGET_FILE:${target}> RENAME $<TARGET_SONAME_FILE_NAME:${target}> DESTINATION tern/lib COMPONENT python
          EXCLUDE_FROM_ALL)
endforeach()
foreach(tool ${tools})
  install(PROGRAMS $<TARGET_FILE:${tool}> DESTINATION tern/bin COMPONENT python EXCLUDE_FROM_ALL)
endforeach()

# The terms of what is linked in, where Debian keeps them.
foreach(package llvm-22-dev libzstd-dev zlib1g-dev gcc-12-base libstdc++6)
  if(EXISTS /usr/share/doc/${package}/copyright)
    install(FILES /usr/share/doc/${package}/copyright RENAME ${package} DESTINATION tern/licenses COMPONENT python EXCLUDE_FROM_ALL)
  endif()
endforeach()
