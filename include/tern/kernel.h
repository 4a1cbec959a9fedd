// Kernels of Triton, compiled by tern and launched from C, on processors.
//
//   tern_compiler_load_file(compiler, "add.ttir");
//   TERN_RETURN_IF_ERROR(tern_compiler_compile_kernels(compiler, NULL, &data, &size));
//   TERN_RETURN_IF_ERROR(tern_module_load(data, size, &module));
//   TERN_RETURN_IF_ERROR(tern_kernel_create(module, NULL, 0, &kernel));
//   uint64_t arguments[] = {(uintptr_t)x, (uintptr_t)y, (uintptr_t)out, 10007};
//   status = tern_kernel_launch(kernel, (uint32_t[]){10, 1, 1}, arguments, 4);
//   tern_kernel_destroy(kernel);
//   tern_module_release(module);
//
// The first function is libtern's, the others are libternrt's.

#ifndef TERN_KERNEL_H_
#define TERN_KERNEL_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tern/compile.h"
#include "tern/module.h"
#include "tern/status.h"
#include "tern/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

//---- Compiling ----

// How Triton launches a kernel; 0: as it does without a word. Processors do as they like, but what no GPU takes is refused.
typedef struct tern_kernel_options_t {
  int64_t num_warps;   // a power of two up to 32
  int64_t num_stages;  // at least 1
  int64_t num_ctas;    // a power of two up to 16
  int64_t maxnreg;     // up to 255
} tern_kernel_options_t;

// Does the loaded module have kernels, functions of the dialect tt?
TERN_API bool tern_compiler_holds_kernels(const tern_compiler_t *compiler);
// Compiles all kernels of the loaded module, which is consumed, to a module file. Of `options` (may be NULL) count `target` ("cpu",
// also if NULL), `triple`, `cpu`, `features`, `llvm_passes`, `stage` and `pipeline`; `launch` may be NULL. `*out_data` is owned by
// the caller (free()).
// Errors: TERN_INVALID_IR after diagnostics; TERN_INVALID_ARGUMENT for a number that no GPU takes; TERN_UNSUPPORTED for another
// target; TERN_FAILED_PRECONDITION if nothing is loaded; TERN_NOT_FOUND if the part that makes machine code is not installed.
TERN_API tern_status_t tern_compiler_compile_kernels(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                                     const tern_kernel_options_t *launch, char **out_data,
                                                     size_t *out_size);

//---- Arguments ----

typedef struct tern_kernel_argument_t {
  const char *type;                  // as MLIR spells it: "!tt.ptr<f32>", "i32"
  bool is_pointer;                   // to elements of the next type; else a number of it
  tern_element_type_t element_type;  // TERN_ELEMENT_TYPE_NONE if arrays have no word for it
} tern_kernel_argument_t;

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
// Errors: TERN_NOT_FOUND, TERN_INVALID_ARGUMENT and TERN_FAILED_PRECONDITION as for tern_kernel_create(); TERN_INVALID_IR after
// diagnostics for an argument that is neither a pointer, nor a descriptor, nor a number.
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

//---- Launching ----

// A kernel that is loaded, with threads to run it on. Thread-compatible.
typedef struct tern_kernel_t tern_kernel_t;

// Does the module have kernels?
TERN_API bool tern_module_holds_kernels(const tern_module_t *module);
// Loads the kernel `name`; NULL: the only one. `thread_count` 0: as many threads as processors. `*out_kernel` keeps a reference to
// the module.
// Errors: TERN_NOT_FOUND if the module has no such kernel; TERN_INVALID_ARGUMENT if there are several and none is named;
// TERN_UNSUPPORTED if the processor lacks what the code needs; TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_kernel_create(tern_module_t *module, const char *name, uint32_t thread_count,
                                          tern_kernel_t **out_kernel);
// NULL is ignored.
TERN_API void tern_kernel_destroy(tern_kernel_t *kernel);
TERN_API const char *tern_kernel_name(const tern_kernel_t *kernel);
TERN_API size_t tern_kernel_argument_count(const tern_kernel_t *kernel);
// The `index`-th argument, NULL behind the last. Lives as long as the kernel.
TERN_API const tern_kernel_argument_t *tern_kernel_argument_at(const tern_kernel_t *kernel, size_t index);

// Runs all programs of a grid, in order of x, then y, then z, as far as threads allow, and returns when they are done. `arguments`
// has for each argument an address, or a number in its low bits. No address is checked.
// Errors: TERN_INVALID_ARGUMENT for another number of arguments, or an empty grid; TERN_FAILED_PRECONDITION if an assertion of
// the kernel failed, with its text; TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_kernel_launch(tern_kernel_t *kernel, const uint32_t grid[3], const uint64_t *arguments,
                                          size_t argument_count);

#ifdef __cplusplus
}
#endif

#endif  // TERN_KERNEL_H_
