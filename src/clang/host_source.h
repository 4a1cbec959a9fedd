// The host's side of a CUDA source as standard C++, of its preprocessed text and clang's dump of it.
//
//   __global__ void k(int *x) { ... }        void k(int *x) { void *arguments[] = {&x}; launch(k, arguments); }
//   __device__ int f() { ... }               (nothing)
//   k<<<1, 32>>>(x);                         (configure(1, 32) ? (void)0 : k(x));
//
// Kernels of templates stay templates: the host's compiler makes the instances that are used. What is in the fatbinary is registered
// when the program starts, under the names that both compilers give it.

#ifndef TERN_CLANG_HOST_SOURCE_H_
#define TERN_CLANG_HOST_SOURCE_H_

#include "clang/ast_dump.h"
#include "tern/status.h"

// A change of the text: the bytes from `begin` to `end` become `text`.
typedef struct tern_host_edit {
  size_t begin, end;
  char *text;  // owned
} tern_host_edit_t;

typedef struct tern_host_source {
  tern_str_t text;         // preprocessed, borrowed
  const tern_ast_t *ast;   // of the same text with empty lines in the place of those that begin with '#'
  TERN_VEC(size_t) lines;  // where each begins
  TERN_VEC(tern_host_edit_t) edits;
} tern_host_source_t;

// Blanks out the lines that begin with '#' and a number: places in what is left are places in the text.
void tern_host_drop_line_markers(tern_str_t text, tern_string_builder_t *out);

// Appends the source to `out`. `ptx` is the code of which the kernels and variables are registered. TERN_INVALID_ARGUMENT for what only
// merged mode can do.
tern_status_t tern_host_source_write(tern_str_t text, const tern_ast_t *ast, tern_str_t ptx,
                                     tern_string_builder_t *out);
// Appends the header to be forced in, with the fatbinary and what the source calls.
void tern_host_header_write(tern_str_t fatbinary, tern_string_builder_t *out);

// --- registration.c ---
// Appends what registers the kernels and variables that the PTX has.
void tern_host_write_registration(const tern_host_source_t *source, tern_str_t ptx, tern_string_builder_t *out);

// --- of both files ---
// `::space::` of the declaration at `index`, and the scopes that a mangled name has for it: `2ns`. Unnamed namespaces have no name in
// the first. Either may be NULL.
void tern_host_append_scopes(const tern_ast_t *ast, size_t index, tern_string_builder_t *out_path,
                             tern_string_builder_t *out_mangled);
// Is the declaration in a function?
bool tern_host_is_local(const tern_ast_t *ast, size_t index);
// Has it this attribute, `CUDADeviceAttr`, as it is written?
bool tern_host_has_attribute(const tern_ast_t *ast, size_t index, const char *kind);

#endif  // TERN_CLANG_HOST_SOURCE_H_
