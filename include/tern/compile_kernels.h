// Compiling kernels of Triton, which tern/kernel.h launches.
//
//   tern_compiler_load_file(compiler, "add.ttir");
//   TERN_RETURN_IF_ERROR(tern_compiler_emit_kernels(compiler, NULL, NULL, TERN_ARTIFACT_MODULE, &data, &size));
//   TERN_RETURN_IF_ERROR(tern_module_load(data, size, &module));

#ifndef TERN_COMPILE_KERNELS_H_
#define TERN_COMPILE_KERNELS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tern/compile.h"
#include "tern/kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

// How Triton launches a kernel; 0: as it does without a word. Processors do as they like, but what no GPU takes is refused.
typedef struct tern_kernel_options_t {
  int64_t num_warps;   // a power of two up to 32
  int64_t num_stages;  // at least 1
  int64_t num_ctas;    // a power of two up to 16
  int64_t maxnreg;     // up to 255
} tern_kernel_options_t;

// Does the loaded module have kernels, functions of the dialect tt?
TERN_API bool tern_compiler_holds_kernels(const tern_compiler_t *compiler);

// Compiles all kernels of the loaded module, which is consumed: to a module, for one target or several, or to what the target has
// alone: an object file (for "cuda" a cubin), assembly (PTX), LLVM IR or bitcode. Of `options` (may be NULL) count `target`
// ("cpu", also if NULL, "cuda", "cpu,cuda"), `cuda_chip`, `triple`, `cpu`, `features`, `llvm_passes`, `stage` and `pipeline`;
// `launch` may be NULL. `*out_data` is owned by the caller (free()).
// Errors: TERN_INVALID_IR after diagnostics; TERN_INVALID_ARGUMENT for a number that no GPU takes; TERN_UNSUPPORTED for another
// target or artifact, or a kernel that needs more memory than a processor has; TERN_FAILED_PRECONDITION if nothing is loaded;
// TERN_NOT_FOUND if the part that makes machine code is not installed.
TERN_API tern_status_t tern_compiler_emit_kernels(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                                  const tern_kernel_options_t *launch, tern_artifact_t artifact,
                                                  char **out_data, size_t *out_size);

//---- Running by definition ----

// An argument of a launch that is interpreted: an array of `size` bytes, a descriptor of one, or the low bits of a number.
typedef struct tern_kernel_value_t {
  void *data;  // programs write to it
  size_t size;
  size_t same_as;  // the number of the argument whose array it is: its own, or an earlier one that is passed again
  uint64_t bits;
  const uint64_t *sizes_and_strides;  // of a descriptor, as many of each as it has dimensions; borrowed
} tern_kernel_value_t;

// The kernel `name` of the loaded module (NULL: the only one): its name and arguments, both owned by the caller (free()).
// Errors: TERN_NOT_FOUND, TERN_INVALID_ARGUMENT if there are several and none is named, TERN_FAILED_PRECONDITION if nothing is
// loaded; TERN_INVALID_IR after diagnostics for an argument that is neither a pointer, nor a descriptor, nor a number.
TERN_API tern_status_t tern_compiler_describe_kernel(const tern_compiler_t *compiler, const char *name, char **out_name,
                                                     tern_kernel_argument_t **out_arguments, size_t *out_count);
// Runs all programs of a grid one after another by the definitions of their ops, slowly, and watches what they do: an access
// outside of every array, and two programs of which one writes, not atomically, what the other touches, are errors at the op.
// Arrays hold what was written also after an error. `*out_text` (free()) is what the kernel printed.
// Errors: TERN_INVALID_IR after diagnostics; TERN_FAILED_PRECONDITION after one for an assertion that failed;
// TERN_INVALID_ARGUMENT for another number of arguments or a grid that is empty or has more than 2^31 programs; and those of
// tern_compiler_describe_kernel().
TERN_API tern_status_t tern_compiler_interpret_kernel(tern_compiler_t *compiler, const char *name,
                                                      const uint32_t grid[3], const tern_kernel_value_t *values,
                                                      size_t count, char **out_text);

#ifdef __cplusplus
}
#endif

#endif  // TERN_COMPILE_KERNELS_H_
