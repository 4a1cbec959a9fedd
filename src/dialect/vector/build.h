// Building vector ops, as the rewrites of the dialect and its conversions need them.

#ifndef TERN_DIALECT_VECTOR_BUILD_H_
#define TERN_DIALECT_VECTOR_BUILD_H_

#include "dialect/vector/vector.h"

enum { TERN_VECTOR_MAX_RANK = 64 };

// --- types ---

// A vector of these dimensions; bit i of `scalable` marks dimension i.
static inline const tern_type_t *tern_vector_of(const tern_type_t *element, const int64_t *dims, size_t rank,
                                                uint64_t scalable) {
  return tern_vector_type_get(element, dims, rank, scalable);
}
// The type without dimension `dim`; a vector still, if it had only one.
const tern_type_t *tern_vector_without_dim(const tern_type_t *type, size_t dim);
// The element type of a vector, any other type itself.
const tern_type_t *tern_vector_element_or_self(const tern_type_t *type);
static inline bool tern_vector_dim_is_scalable(const tern_type_t *type, size_t dim) {
  return tern_vector_type_scalable_mask(type) >> dim & 1;
}

// --- ops ---

tern_value_t *tern_vector_make_extract(tern_builder_t *b, tern_value_t *source, const int64_t *position, size_t count);
static inline tern_value_t *tern_vector_make_extract_at(tern_builder_t *b, tern_value_t *source, int64_t position) {
  return tern_vector_make_extract(b, source, &position, 1);
}
tern_value_t *tern_vector_make_insert(tern_builder_t *b, tern_value_t *value, tern_value_t *into,
                                      const int64_t *position, size_t count);
static inline tern_value_t *tern_vector_make_insert_at(tern_builder_t *b, tern_value_t *value, tern_value_t *into,
                                                       int64_t position) {
  return tern_vector_make_insert(b, value, into, &position, 1);
}
// The same with one position that is a value.
tern_value_t *tern_vector_make_dynamic_extract(tern_builder_t *b, tern_value_t *source, tern_value_t *position);
tern_value_t *tern_vector_make_broadcast(tern_builder_t *b, const tern_type_t *type, tern_value_t *source);
tern_value_t *tern_vector_make_shape_cast(tern_builder_t *b, const tern_type_t *type, tern_value_t *source);
tern_value_t *tern_vector_make_transpose(tern_builder_t *b, tern_value_t *source, const int64_t *permutation);
tern_value_t *tern_vector_make_swap(tern_builder_t *b, tern_value_t *source);  // transpose of two dimensions
tern_value_t *tern_vector_make_shuffle(tern_builder_t *b, tern_value_t *x, tern_value_t *y, const int64_t *mask,
                                       size_t count);
// Of the `count` outermost dimensions; strides of one.
tern_value_t *tern_vector_make_extract_slice(tern_builder_t *b, tern_value_t *source, const int64_t *offsets,
                                             const int64_t *sizes, size_t count);
tern_value_t *tern_vector_make_insert_slice(tern_builder_t *b, tern_value_t *value, tern_value_t *into,
                                            const int64_t *offsets, size_t count);
tern_value_t *tern_vector_make_poison(tern_builder_t *b, const tern_type_t *type);
tern_value_t *tern_vector_make_constant(tern_builder_t *b, const tern_type_t *type, const tern_attr_t *value);
tern_value_t *tern_vector_make_index(tern_builder_t *b, int64_t value);
// Zeros of a vector or a scalar.
tern_value_t *tern_vector_make_zeros(tern_builder_t *b, const tern_type_t *type);
const tern_attr_t *tern_vector_zero_attr(const tern_type_t *type);
// The numbers from 0 on, of a vector type of one dimension.
tern_value_t *tern_vector_make_numbers(tern_builder_t *b, const tern_type_t *type);
// One binary op of arith.
tern_value_t *tern_vector_make_arith(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs);
// The op of arith that combines values of the kind (TERN_VECTOR_KIND_*); NULL: there is none for the type.
const tern_op_row_t *tern_vector_combiner(int64_t kind, bool is_float);
// `value` combined with `acc`; lanes that `mask` (may be NULL) leaves out keep `acc`. `fastmath` may be NULL.
tern_value_t *tern_vector_make_combined(tern_builder_t *b, int64_t kind, tern_value_t *value, tern_value_t *acc,
                                        const tern_attr_t *fastmath, tern_value_t *mask);
// `value` where the mask is set, else `passthru`; `value` if there is no mask.
tern_value_t *tern_vector_make_masked(tern_builder_t *b, tern_value_t *mask, tern_value_t *value,
                                      tern_value_t *passthru);

// --- masks around ops ---

// The vector.mask around an op, or NULL.
tern_op_t *tern_vector_mask_around(const tern_op_t *op);
// Puts an op that was just made into a vector.mask; the op that has its results now. `mask` NULL: the op itself.
tern_op_t *tern_vector_wrap_in_mask(tern_builder_t *b, tern_op_t *op, tern_value_t *mask);

// --- positions ---

// The next position in a box, the last dimension first; false after the last one.
bool tern_vector_next_position(const int64_t *dims, size_t rank, int64_t *position);

#endif  // TERN_DIALECT_VECTOR_BUILD_H_
