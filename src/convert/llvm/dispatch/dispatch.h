// What the conversion of dispatches to the llvm dialect shares: the type converter, and the pattern tables of each dialect.

#ifndef TERN_CONVERT_LLVM_DISPATCH_DISPATCH_H_
#define TERN_CONVERT_LLVM_DISPATCH_DISPATCH_H_

#include "dialect/llvm/llvm.h"
#include "rewrite/conversion.h"

// index is i64; a memref is upstream's descriptor
//   struct { ptr allocated; ptr aligned; i64 offset; i64 sizes[rank]; i64 strides[rank]; }
// (without the arrays for rank 0); 8-bit floats and narrower travel as integers of their width; complex<T> is
// struct { T re, im; }.
extern const tern_type_converter_t tern_llvm_type_converter;

// Patterns of one dialect, ended by a row with a NULL `rewrite`.
extern const tern_conversion_pattern_t tern_dispatch_arith_patterns[];
extern const tern_conversion_pattern_t tern_dispatch_math_patterns[];
extern const tern_conversion_pattern_t tern_dispatch_cf_patterns[];
extern const tern_conversion_pattern_t tern_dispatch_func_patterns[];
extern const tern_conversion_pattern_t tern_dispatch_memref_patterns[];
extern const tern_conversion_pattern_t tern_dispatch_vector_patterns[];
extern const tern_conversion_pattern_t tern_dispatch_lane_patterns[];
extern const tern_conversion_pattern_t tern_dispatch_amx_patterns[];
extern const tern_conversion_pattern_t tern_dispatch_hal_patterns[];

// Converts everything in `module` by tables of patterns, to what `is_legal` takes. False after an error.
bool tern_dispatch_convert(tern_op_t *module, const tern_conversion_pattern_t *const *tables, size_t table_count,
                           bool (*is_legal)(const tern_op_t *op, void *user), const tern_type_converter_t *converter);

// Replaces an iree.placeholder by a memref descriptor; one for a shape goes. `base_of` makes the address of a binding, by its
// place in the list that a dispatch is given; NULL after an error.
typedef tern_value_t *(*tern_dispatch_base_fn_t)(tern_builder_t *builder, tern_op_t *placeholder, size_t ordinal);
bool tern_dispatch_convert_placeholder(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion,
                                       tern_dispatch_base_fn_t base_of);

// The converted type of `type`; NULL if it has none.
static inline const tern_type_t *tern_llvm_convert_type(const tern_type_t *type) {
  return tern_convert_type(&tern_llvm_type_converter, type);
}

// Replaces `op` by one llvm op with the same operands and converted result types, and `attrs`.
bool tern_llvm_replace(tern_conversion_t *conversion, tern_op_t *op, const tern_op_row_t *row, tern_values_t operands,
                       tern_named_attrs_t attrs);

// The llvm.atomicrmw of a memref.atomic_rmw (convert/llvm/memref_access.c); NULL for an operation that LLVM does not have.
tern_value_t *tern_llvm_build_atomic_rmw(tern_builder_t *builder, const tern_op_t *op, tern_value_t *pointer,
                                         tern_value_t *value);

// --- memref descriptors ---
// Parts of a descriptor. Static ones come from the memref type as constants, without a look at the descriptor.
tern_value_t *tern_descriptor_aligned_ptr(tern_builder_t *builder, tern_value_t *descriptor);
tern_value_t *tern_descriptor_allocated_ptr(tern_builder_t *builder, tern_value_t *descriptor);
tern_value_t *tern_descriptor_offset(tern_builder_t *builder, const tern_type_t *memref, tern_value_t *descriptor);
tern_value_t *tern_descriptor_size(tern_builder_t *builder, const tern_type_t *memref, tern_value_t *descriptor,
                                   size_t dim);
tern_value_t *tern_descriptor_stride(tern_builder_t *builder, const tern_type_t *memref, tern_value_t *descriptor,
                                     size_t dim);
// Makes a descriptor of the type that `memref` converts to.
tern_value_t *tern_descriptor_build(tern_builder_t *builder, const tern_type_t *memref, tern_value_t *allocated,
                                    tern_value_t *aligned, tern_value_t *offset, tern_value_t *const *sizes,
                                    tern_value_t *const *strides);
// Address of the element at `indices` (i64 each).
tern_value_t *tern_descriptor_element_ptr(tern_builder_t *builder, const tern_type_t *memref, tern_value_t *descriptor,
                                          tern_value_t *const *indices);

// i64 arithmetic that folds constants.
tern_value_t *tern_llvm_build_add(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs);
tern_value_t *tern_llvm_build_mul(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs);

#endif  // TERN_CONVERT_LLVM_DISPATCH_DISPATCH_H_
