# The part of tern that knows LLVM: libtern-llvm.so, with what it needs of LLVM's archives in it, and libtern-llvm-all.so, which
# links LLVM's library. src/target/llvm_loader.h says why there are two.

find_program(LLVM_CONFIG NAMES llvm-config-22 REQUIRED)

# Sets `result` to what llvm-config answers, as a list. Fails softly where `result` stays empty.
function(ask_llvm result)
  execute_process(COMMAND ${LLVM_CONFIG} ${ARGN} OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  separate_arguments(answer UNIX_COMMAND "${answer}")
  set(${result} ${answer} PARENT_SCOPE)
endfunction()

ask_llvm(llvm_include --includedir)
ask_llvm(llvm_folder --libdir)
ask_llvm(llvm_link --link-shared --ldflags --libs)
ask_llvm(llvm_archives --link-static --libs native nvptx passes orcjit bitreader bitwriter irreader linker)
if(NOT llvm_include OR NOT llvm_link)
  message(FATAL_ERROR "${LLVM_CONFIG} does not say how to link LLVM")
endif()

# What LLVM compresses debug information with. The archives of zlib and zstd are taken where they are there.
find_library(TERN_ZLIB NAMES libz.a libz.so libz.so.1)
find_library(TERN_ZSTD NAMES libzstd.a libzstd.so libzstd.so.1)
mark_as_advanced(TERN_ZLIB TERN_ZSTD)
list(GET llvm_archives 0 first_archive)
string(REGEX REPLACE "^-l" "lib" first_archive "${first_archive}")
set(TERN_LINKS_LLVM_ARCHIVES OFF)
if(EXISTS ${llvm_folder}/${first_archive}.a AND TERN_ZLIB AND TERN_ZSTD AND NOT sanitizers AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  set(TERN_LINKS_LLVM_ARCHIVES ON)
endif()

set(reach ${PROJECT_SOURCE_DIR}/src/target/llvm/reach.c)
list(REMOVE_ITEM llvm_sources ${reach})
add_library(tern_llvm_objects OBJECT ${llvm_sources})
add_dependencies(tern_llvm_objects spirv_grammar_tables)
target_include_directories(tern_llvm_objects PRIVATE src ${generated} include)
target_include_directories(tern_llvm_objects SYSTEM PRIVATE ${llvm_include})

function(add_llvm_part name)
  add_library(${name} SHARED ${reach} $<TARGET_OBJECTS:tern_llvm_objects>)
  target_include_directories(${name} PRIVATE src ${generated})
  target_include_directories(${name} SYSTEM PRIVATE ${llvm_include})
  target_link_libraries(${name} PRIVATE tern ${ARGN})
  set_target_properties(${name} PROPERTIES INSTALL_RPATH "$ORIGIN")
  export_only_our_names(${name})
endfunction()

if(TERN_LINKS_LLVM_ARCHIVES)
  # All of C++ is inside, its library too, and nothing of it is seen from outside: other libraries of LLVM and C++ in the same
  # process are not met, and the dynamic linker has no name to look up but those of C's libraries.
  add_llvm_part(tern-llvm -L${llvm_folder} ${llvm_archives} ${TERN_ZLIB} ${TERN_ZSTD} -l:libstdc++.a -static-libgcc m
                ${CMAKE_DL_LIBS})
  target_compile_definitions(tern-llvm PRIVATE TERN_LLVM_REACHES_ALL=0)
  target_link_options(tern-llvm PRIVATE LINKER:--gc-sections,--exclude-libs,ALL,-Bsymbolic,--strip-debug)
  set(near ${PROJECT_SOURCE_DIR}/cmake/llvm_near.ld)
  check_linker_flag(C LINKER:-T,${near} TERN_LINKER_INSERTS_SECTIONS)
  if(TERN_LINKER_INSERTS_SECTIONS)
    target_link_options(tern-llvm PRIVATE LINKER:-T,${near})
    set_property(TARGET tern-llvm APPEND PROPERTY LINK_DEPENDS ${near})
  endif()
  write_in_order(tern-llvm)
  add_llvm_part(tern-llvm-all ${llvm_link})
  list(APPEND libraries tern-llvm tern-llvm-all)
  set_property(SOURCE src/target/llvm_loader.c APPEND PROPERTY COMPILE_DEFINITIONS TERN_HAS_LLVM_ALL=1)
else()
  message(STATUS "tern-llvm is linked with LLVM's library: it takes longer to load than with LLVM's archives inside")
  add_llvm_part(tern-llvm ${llvm_link})
  list(APPEND libraries tern-llvm)
endif()
