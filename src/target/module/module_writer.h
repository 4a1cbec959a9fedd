// Writing module files (base/module_format.h).

#ifndef TERN_TARGET_MODULE_MODULE_WRITER_H_
#define TERN_TARGET_MODULE_MODULE_WRITER_H_

#include "base/sink.h"
#include "tern/dispatch.h"

// An executable to write. All is borrowed.
typedef struct tern_module_executable {
  const char *target;  // "vulkan"
  const char *format;  // "spirv": the runtime's name for the form of the code
  const tern_entry_point_t *entry_points;
  size_t entry_point_count;
  const void *code;
  size_t code_size;                                  // bytes
  const tern_cost_info_t *costs;                     // of each entry point; NULL: none
  const struct tern_kernel_signature_t *signatures;  // likewise
} tern_module_executable_t;

// Appends the bytes of one EXECUTABLE section.
void tern_module_write_executable(const tern_module_executable_t *executable, tern_string_builder_t *out);
// A section to write. Borrowed.
typedef struct tern_module_section {
  uint32_t kind;       // TERN_MODULE_SECTION_*
  uint32_t alignment;  // bytes, a power of two of at least 8: of its place in the file
  tern_str_t data;     // only its size counts if there is `stream`
  // Appends the bytes; NULL: they are `data`. May be called twice, and must say the same.
  void (*stream)(const void *user, tern_sink_t *sink);
  const void *user;
} tern_module_section_t;

// Appends a module of these sections to `sink`.
void tern_module_write_sections(const tern_module_section_t *sections, size_t count, tern_sink_t *sink);
// Appends a module of `count` executables to `out`, which is empty.
void tern_module_write(const tern_module_executable_t *executables, size_t count, tern_string_builder_t *out);

#endif  // TERN_TARGET_MODULE_MODULE_WRITER_H_
