// Kernels of Triton by definition: what they compute, and what they must not do, without a device.
//
//   tern_compiler_load_file(compiler, "add.ttir");
//   tern_kernel_value_t values[] = {{.data = x, .size = size}, {.data = sum, .size = size, .same_as = 1}, {.bits = 10007}};
//   status = tern_compiler_interpret_kernel(compiler, NULL, (uint32_t[]){10, 1, 1}, values, 3, &text);

#ifndef TERN_INTERPRET_KERNELS_H_
#define TERN_INTERPRET_KERNELS_H_

#include <stddef.h>
#include <stdint.h>

#include "tern/compiler.h"
#include "tern/kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

// An argument of a launch that is interpreted: an array of `size` bytes, a descriptor of one, or the low bits of a number.
typedef struct tern_kernel_value_t {
  void *data;  // programs write to it
  size_t size;
  size_t same_as;  // the number of the argument whose array it is: its own, or an earlier one that is passed again
  uint64_t bits;
  const tern_kernel_tensor_t *tensor;  // of a descriptor, whose address is `data`; borrowed
} tern_kernel_value_t;

// The kernel `name` of the loaded module (NULL: the only one): its name and arguments, both owned by the caller (free()).
// Errors: TERN_NOT_FOUND if there is none of that name; TERN_INVALID_ARGUMENT if there are several and none is named;
// TERN_FAILED_PRECONDITION if nothing is loaded; TERN_INVALID_IR after diagnostics for an argument that is neither a pointer, nor a
// descriptor, nor a number.
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

#endif  // TERN_INTERPRET_KERNELS_H_
