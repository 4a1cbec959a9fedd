// Variants of kernels: the same kernel, compiled for arguments of which more or less is known.

#ifndef TERN_PIPELINE_KERNEL_KERNEL_VARIANTS_H_
#define TERN_PIPELINE_KERNEL_KERNEL_VARIANTS_H_

#include "base/vec.h"
#include "pipeline/compiler.h"
#include "tern/kernel.h"

// On arguments that no code looks at, because it is made for their being 1.
#define TERN_KERNEL_IS_ONE "tern.is_one"

// A module of kernels, in the order in which launches are to try them.
typedef struct tern_kernel_variant {
  tern_compiler_t *compiler;  // whose context it is in
  tern_op_t *module;
  bool is_copy;  // and owned
} tern_kernel_variant_t;
typedef struct tern_kernel_variants {
  TERN_VEC(tern_kernel_variant_t) list;
} tern_kernel_variants_t;

// Is this function of tt a kernel? Others have no body, or are called.
bool tern_kernel_is_one(const tern_op_t *op);

// What is known to divide argument `index`: at least 1, or 0 if the argument is 1.
uint32_t tern_kernel_divisibility(const tern_op_t *kernel, size_t index);

// The modules of the compilers, those that ask for the most first. Where one of them has a kernel with fewer arguments than
// another, it gets those that it lacks, marked TERN_KERNEL_IS_ONE. `adds_generic`: and copies of them all in which nothing is said
// of arguments, unless that is so already. TERN_INVALID_IR after diagnostics; the caller deinitializes in any case.
tern_status_t tern_kernel_variants_read(tern_compiler_t *const *compilers, size_t count, bool adds_generic,
                                        tern_kernel_variants_t *out);
void tern_kernel_variants_deinitialize(tern_kernel_variants_t *variants);

#endif  // TERN_PIPELINE_KERNEL_KERNEL_VARIANTS_H_
