// Kernels in Triton's language as tern-compile takes them: FILE.py, with the function and what it is compiled for.

#ifndef TOOLS_COMPILE_SOURCE_H_
#define TOOLS_COMPILE_SOURCE_H_

#include "common/options.h"
#include "tern/compile_kernels.h"

typedef struct kernel_source {
  tern_kernel_source_options_t options;  // but for the lists, which follow, and the target
  option_list_t constants;               // BLOCK=1024
  option_list_t import_folders;
  const char *emit;  // what of it is printed; NULL: it is compiled
} kernel_source_t;

// Loads a file: IR, or by the ending .py a kernel in Triton's language. Of `options` count the targets.
tern_status_t load_source(tern_compiler_t *compiler, const char *file, const tern_compile_options_t *options,
                          const kernel_source_t *source);
// What decorators say of the kernel's constants, a line of options for each configuration; owned by the caller.
tern_status_t read_source_configurations(tern_compiler_t *compiler, const char *file,
                                         const tern_compile_options_t *options, const kernel_source_t *source,
                                         char **out_text);
// Writes what `source->emit` asks for to `output`. False after an error.
bool emit_source(const char *file, const char *output, const tern_compile_options_t *options,
                 const kernel_source_t *source, tern_compiler_diagnostic_fn_t handler);

#endif  // TOOLS_COMPILE_SOURCE_H_
