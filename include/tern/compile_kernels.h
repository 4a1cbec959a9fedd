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

#ifdef __cplusplus
}
#endif

#endif  // TERN_COMPILE_KERNELS_H_
