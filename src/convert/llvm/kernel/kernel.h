// What the conversion of kernels at the gpu level to the nvvm and llvm dialects is made of: the tables that go before those
// of dispatches (convert/llvm/dispatch/dispatch.h).

#ifndef TERN_CONVERT_LLVM_KERNEL_KERNEL_H_
#define TERN_CONVERT_LLVM_KERNEL_KERNEL_H_

#include "convert/llvm/dispatch/dispatch.h"

// Address spaces of NVPTX.
enum { TERN_KERNEL_SPACE_GENERIC = 0, TERN_KERNEL_SPACE_GLOBAL = 1, TERN_KERNEL_SPACE_SHARED = 3 };

// Attribute of a kernel, array<i64: bindings, words of push constants>: its arguments. Without it they are all of the
// module's interface.
#define TERN_KERNEL_ARGUMENTS_ATTR "hal.kernel_arguments"

// Tables, each ended by a row with a NULL `rewrite`.
extern const tern_conversion_pattern_t tern_kernel_interface_patterns[];
extern const tern_conversion_pattern_t tern_kernel_gpu_patterns[];
extern const tern_conversion_pattern_t tern_kernel_memory_patterns[];
extern const tern_conversion_pattern_t tern_kernel_matrix_patterns[];

// The type converter of dispatches, and matrices of a warp.
extern const tern_type_converter_t tern_kernel_type_converter;

// nvvm.read.ptx.sreg.<x, y, z>, the first of three rows in a row of the table, as i64.
tern_value_t *tern_kernel_build_register(tern_builder_t *builder, const tern_op_row_t *first, size_t dimension);

#endif  // TERN_CONVERT_LLVM_KERNEL_KERNEL_H_
