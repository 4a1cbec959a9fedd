// The compiler as a library: a module is loaded from text or MLIR's bytecode, taken through passes, and printed.
//
//   tern_compiler_t *compiler;
//   TERN_RETURN_IF_ERROR(tern_compiler_create(&compiler));
//   tern_compiler_set_diagnostic_handler(compiler, show, NULL);
//   status = tern_compiler_load_file(compiler, "in.mlir");
//   if (tern_status_is_ok(status)) status = tern_compiler_run(compiler, "builtin.module(canonicalize,cse)");
//   if (tern_status_is_ok(status)) status = tern_compiler_print(compiler, NULL, &text);
//   tern_compiler_destroy(compiler);

#ifndef TERN_COMPILER_H_
#define TERN_COMPILER_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tern/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// A compiler: dialects, passes, and at most one module. Thread-compatible; compilers are independent of each other.
typedef struct tern_compiler_t tern_compiler_t;

// Makes a compiler that knows all dialects and passes. `*out_compiler` is owned by the caller.
TERN_API tern_status_t tern_compiler_create(tern_compiler_t **out_compiler);
// Frees the compiler and its module. NULL is ignored.
TERN_API void tern_compiler_destroy(tern_compiler_t *compiler);

// --- diagnostics ---

typedef enum tern_compiler_severity_t {
  TERN_COMPILER_NOTE,
  TERN_COMPILER_REMARK,
  TERN_COMPILER_WARNING,
  TERN_COMPILER_ERROR,
} tern_compiler_severity_t;

// What is wrong with the user's program. All pointers are borrowed until the handler returns.
typedef struct tern_compiler_diagnostic_t {
  tern_compiler_severity_t severity;
  const char *file;  // "<unknown>" if there is no place
  uint32_t line;     // from 1; 0 if there is none
  uint32_t column;   // from 1; 0 if there is none
  const char *message;
  const char *text;  // the whole as a terminal shows it: `file:line:column: error: ...`, source line, caret
} tern_compiler_diagnostic_t;

// Notes come right after what they belong to.
typedef void (*tern_compiler_diagnostic_fn_t)(const tern_compiler_diagnostic_t *diagnostic, void *user);

// Diagnostics go to `handler` from now on; NULL drops them.
TERN_API void tern_compiler_set_diagnostic_handler(tern_compiler_t *compiler, tern_compiler_diagnostic_fn_t handler,
                                                   void *user);

// --- loading ---

// Operations of dialects that are not registered are errors unless allowed. Off at first.
TERN_API void tern_compiler_allow_unregistered_dialects(tern_compiler_t *compiler, bool allow);

// Reads and verifies `text` (`size` bytes of text or bytecode, no terminator needed; copied) and makes it the compiler's
// module in place of what was loaded before. `name` is used in locations. Errors: TERN_INVALID_IR after diagnostics; the
// compiler then has no module.
TERN_API tern_status_t tern_compiler_load_text(tern_compiler_t *compiler, const char *name, const char *text,
                                               size_t size);
// The same from a file; "-" is standard input. Errors: also those of reading a file.
TERN_API tern_status_t tern_compiler_load_file(tern_compiler_t *compiler, const char *path);

// Reads all of a file; "-" is standard input. `*out_text` is the caller's (free()), with a NUL behind `*out_size` bytes. For
// those that load parts of it with tern_compiler_load_text(). Errors: TERN_NOT_FOUND, TERN_IO_ERROR; `*out_text` is NULL then.
TERN_API tern_status_t tern_source_read(const char *path, char **out_text, size_t *out_size);

// --- passes ---

// Runs a textual pipeline, such as "builtin.module(canonicalize,func.func(cse))", and verifies after each pass. Errors:
// TERN_INVALID_ARGUMENT if the pipeline does not parse, TERN_INVALID_IR if a pass fails (the module is then in the state
// the pass left), both after diagnostics; TERN_FAILED_PRECONDITION if nothing is loaded.
TERN_API tern_status_t tern_compiler_run(tern_compiler_t *compiler, const char *pipeline);

// --- printing ---

// How to print. Zero-initialise for the pretty form.
typedef struct tern_compiler_print_options_t {
  bool generic;      // the generic form of all operations
  bool locations;    // with locations
  bool local_scope;  // without aliases
} tern_compiler_print_options_t;

// Prints the module. `options` may be NULL. `*out_text` is NUL-terminated and owned by the caller (free()). Errors:
// TERN_FAILED_PRECONDITION if nothing is loaded.
TERN_API tern_status_t tern_compiler_print(const tern_compiler_t *compiler,
                                           const tern_compiler_print_options_t *options, char **out_text);

#ifdef __cplusplus
}
#endif

#endif  // TERN_COMPILER_H_
