// Translating between IR and other forms: what `tern-translate` does, for programs.
//
// The input is cut into chunks (one, unless it is to be split); each chunk is parsed, verified and translated. The
// output file is written whole at the end, or not at all if anything failed.

#ifndef TERN_TRANSLATE_H_
#define TERN_TRANSLATE_H_

#include <stdbool.h>
#include <stddef.h>

#include "tern/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// Receives text that is meant for the user rather than for the output. `text` is `size` bytes, borrowed.
typedef void (*tern_translate_message_fn_t)(const char *text, size_t size, void *user);

// A translation that can be asked for. Static storage.
typedef struct tern_translation_info_t {
  const char *flag;  // without dashes: "mlir-to-llvmir"
  const char *summary;
} tern_translation_info_t;

TERN_API size_t tern_translation_count(void);
TERN_API void tern_translation_at(size_t index, tern_translation_info_t *out_info);

// What to do. Zero-initialise and fill in. All pointers are borrowed until tern_translate_run() returns. Plain data.
typedef struct tern_translate_options_t {
  const char *translation;          // a flag
  const char *input_path;           // NULL or "-": standard input
  const char *output_path;          // NULL or "-": standard output
  const char *split_marker;         // chunks are separated by this line; NULL: one chunk
  const char *output_split_marker;  // the line between the chunks of the output; NULL: that of the input by default
  bool verify_diagnostics;          // diagnostics are compared with the `expected-*` comments
  bool allow_unregistered_dialect;
  bool keep_unstructured;  // SPIR-V is read without spirv.mlir.loop and spirv.mlir.selection
  bool spirv_debug_info;   // lines are written to SPIR-V; names and lines are read from it and printed
  tern_translate_message_fn_t message;
  void *user;
  const char *target_version;  // of a portable artifact: "1.0.0", or "current"; of PTX and machine code: "sm_90a"
  bool strip_debuginfo;        // portable artifacts are written without locations
  bool allow_other_dialects;   // portable artifacts may hold what is not StableHLO
} tern_translate_options_t;

// Does it. Errors: TERN_INVALID_IR after diagnostics were handed to `message` (or, where they are verified, after their
// mismatches were); TERN_INVALID_ARGUMENT for an unknown translation; TERN_NOT_FOUND if the part that knows the target
// cannot be loaded; those of reading and writing files. Thread-safe: calls share nothing.
TERN_API tern_status_t tern_translate_run(const tern_translate_options_t *options);

#ifdef __cplusplus
}
#endif

#endif  // TERN_TRANSLATE_H_
