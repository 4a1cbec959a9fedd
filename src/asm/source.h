// Source buffers by name, and diagnostics written with the line they point at:
//
//   in.mlir:3:7: error: use of undeclared SSA value name '%x'
//     %y = arith.addi %x, %x : i32
//                     ^

#ifndef TERN_ASM_SOURCE_H_
#define TERN_ASM_SOURCE_H_

#include "base/vec.h"
#include "ir/diagnostic.h"

// A text that locations name.
typedef struct tern_source_buffer {
  char *name;            // owned
  tern_str_t text;       // borrowed until the manager is deinitialised
  uint32_t line_offset;  // lines of the file before the text: added to the lines that are shown
} tern_source_buffer_t;

// Zero-initialise to start. Thread-compatible.
typedef struct tern_source_manager {
  TERN_VEC(tern_source_buffer_t) buffers;
} tern_source_manager_t;

void tern_source_manager_deinitialize(tern_source_manager_t *manager);
// Makes `text` known under the name that its locations have. A buffer of the same name is replaced, as the chunks of a
// split file replace each other; `line_offset` is the number of lines before the chunk.
void tern_source_manager_add(tern_source_manager_t *manager, tern_str_t name, tern_str_t text, uint32_t line_offset);
// NULL if there is none.
const tern_source_buffer_t *tern_source_manager_find(const tern_source_manager_t *manager, tern_str_t name);

// Appends `FILE:LINE:COL: error: MESSAGE`, the source line and a caret. A location without file is `<unknown>:0`. The
// callers of a call-site location follow as notes.
void tern_source_manager_render(const tern_source_manager_t *manager, const tern_diagnostic_t *diagnostic,
                                tern_string_builder_t *out);
// The same for a place in a buffer; `line` and `column` start at 1 and count bytes. Column 0 shows no caret.
void tern_source_manager_render_at(const tern_source_manager_t *manager, tern_str_t name, uint32_t line,
                                   uint32_t column, tern_severity_t severity, const char *message,
                                   tern_string_builder_t *out);
// Keeps a text that a pass reads, for diagnostics at its places: shown where a manager has no buffer of that name.
void tern_source_remember(tern_context_t *context, tern_str_t name, tern_str_t text);
// "error", "warning", "remark" or "note".
const char *tern_severity_name(tern_severity_t severity);

#endif  // TERN_ASM_SOURCE_H_
