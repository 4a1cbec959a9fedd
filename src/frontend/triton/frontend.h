// Kernels in Triton's language, as text of Python, to the dialect tt. Nothing of a file is executed: its functions are compiled, and its
// globals are evaluated as far as they are constants.

#ifndef TERN_FRONTEND_TRITON_FRONTEND_H_
#define TERN_FRONTEND_TRITON_FRONTEND_H_

#include "ir/op.h"

// What the language asks of the target while kernels are compiled.
typedef struct tern_triton_target {
  const char *backend;  // "cuda", "hip" or "cpu"
  int64_t capability;   // of CUDA: 90
  const char *arch;     // of AMD: "gfx942"
  bool debug;           // asserts of the kernel stay
} tern_triton_target_t;

typedef struct tern_triton_request {
  const char *path;
  tern_str_t text;
  const char *kernel;            // NULL: the only one
  const char *signature;         // "*fp32:16,i32": types of the arguments that are no constants, or of all
  const char *const *constants;  // "BLOCK=1024"
  size_t constant_count;
  const char *const *import_folders;  // where imports are looked for besides the folders that the file is in
  size_t import_folder_count;
  tern_triton_target_t target;
} tern_triton_request_t;

// A module with the kernel and the functions that it calls, verified. NULL after errors.
tern_op_t *tern_triton_compile(tern_context_t *context, const tern_triton_request_t *request);
// What decorators of the kernel say of constants that the request does not give: options of tern-compile, a line for each
// configuration; at least one line, which may be empty. False after errors.
bool tern_triton_read_configurations(tern_context_t *context, const tern_triton_request_t *request,
                                     tern_string_builder_t *out);
// The syntax tree as text. False after errors.
bool tern_triton_dump_syntax(tern_context_t *context, const char *path, tern_str_t text, tern_string_builder_t *out);

#endif  // TERN_FRONTEND_TRITON_FRONTEND_H_
