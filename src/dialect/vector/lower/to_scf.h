// What the lowerings of vector to scf share. Private to dialect/vector/lower.

#ifndef TERN_DIALECT_VECTOR_LOWER_TO_SCF_H_
#define TERN_DIALECT_VECTOR_LOWER_TO_SCF_H_

#include "dialect/vector/build.h"
#include "dialect/vector/lowering.h"

// A transfer, taken apart.
typedef struct tern_transfer {
  tern_op_t *op;
  bool is_read, is_tensor;
  tern_value_t *base, *vector, *padding, *mask;  // `vector`: what is written; those that are not there are NULL
  const tern_type_t *type;                       // of the vector
  const tern_affine_map_t *map;
  size_t index_start, index_count;
} tern_transfer_t;

// False if its rank is zero or there are more dimensions than supported.
bool tern_transfer_read_op(tern_op_t *op, tern_transfer_t *out);
static inline bool tern_transfer_is_broadcast(const tern_transfer_t *t) {
  return tern_affine_expr_is_constant(t->map->results[0]);
}
static inline tern_value_t *tern_transfer_index(const tern_transfer_t *t, size_t dim) {
  return tern_op_operand(t->op, t->index_start + dim);
}
// Is it one that the patterns take: more than the target's rank, one type of elements, a first dimension of known length?
bool tern_transfer_is_unpackable(const tern_transfer_t *t, const tern_vector_lowering_options_t *options);

// The indices of slice `iv` along the first dimension of the vector; room for all.
void tern_transfer_slice_indices(tern_builder_t *b, const tern_transfer_t *t, tern_value_t *iv,
                                 tern_value_t **out_indices);
// A transfer of slice `vector` (of a write) or of type `type` (of a read): one dimension less, same padding.
tern_op_t *tern_transfer_make_slice(tern_builder_t *b, const tern_transfer_t *t, const tern_type_t *type,
                                    tern_value_t *vector, tern_value_t *base, tern_value_t *const *indices,
                                    tern_value_t *mask);

// What is done only if slice `iv` is inside of the bounds and not masked off. After _begin the builder stands where the
// slice is accessed; if `choice` is there, _otherwise moves it to the other case and _end behind both. `type` NULL: no
// value comes out.
typedef struct tern_transfer_check {
  tern_op_t *choice;  // NULL: no check is needed
  const tern_type_t *type;
} tern_transfer_check_t;
tern_transfer_check_t tern_transfer_check_begin(tern_builder_t *b, const tern_transfer_t *t, tern_value_t *iv,
                                                const tern_type_t *type);
void tern_transfer_check_otherwise(tern_builder_t *b, const tern_transfer_check_t *check, tern_value_t *value);
tern_value_t *tern_transfer_check_end(tern_builder_t *b, const tern_transfer_check_t *check, tern_value_t *value);

#endif  // TERN_DIALECT_VECTOR_LOWER_TO_SCF_H_
