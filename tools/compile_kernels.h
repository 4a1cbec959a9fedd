// Kernels of Triton as tern-compile takes them: one, with its variants, or those that a file lists.

#ifndef TOOLS_COMPILE_KERNELS_H_
#define TOOLS_COMPILE_KERNELS_H_

#include "compile_list.h"

// What is made of kernels.
typedef struct kernel_request {
  const tern_compile_options_t *options;
  const char *devices;  // that are asked for in the words of IREE; NULL: none
  const char *output, *header;
  bool is_printed;  // a pipeline is, and nothing is written
} kernel_request_t;

// Prints a diagnostic.
void show_diagnostic(const tern_compiler_diagnostic_t *diagnostic, void *user);
// A compiler with the file loaded; NULL after an error was told.
tern_compiler_t *load_unit(const kernel_unit_t *unit, const char *file, const tern_compile_options_t *options);

// Compiles the kernels of `compiler`, which load_unit() loaded. False after an error was told.
bool compile_kernel(const kernel_request_t *request, const kernel_unit_t *unit, tern_compiler_t *compiler);
// The same of a kernel that is not loaded, in all of its configurations.
bool compile_configurations(const kernel_request_t *request, const kernel_unit_t *unit);
// Compiles the kernels that `list` has, a file with the file and the options of one in each line. False after an error was told.
bool compile_kernel_list(const kernel_request_t *request, const char *list);

#endif  // TOOLS_COMPILE_KERNELS_H_
