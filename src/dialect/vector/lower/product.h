// What the lowerings of vector.contract share. Private to dialect/vector/lower.

#ifndef TERN_DIALECT_VECTOR_LOWER_PRODUCT_H_
#define TERN_DIALECT_VECTOR_LOWER_PRODUCT_H_

#include "dialect/vector/lower/replace.h"

// A contraction, taken apart.
typedef struct contraction {
  tern_op_t *op, *root;                  // `root`: the vector.mask around it, or the op itself
  tern_value_t *lhs, *rhs, *acc, *mask;  // `mask` may be NULL
  const tern_affine_map_t *maps[3];
  const tern_attr_t *iterators;  // array of #vector.iterator_type
  size_t loop_count;
  int64_t kind;
} contraction_t;

void read_contraction(tern_op_t *op, contraction_t *out);
static inline bool is_reduction(const contraction_t *c, size_t loop) {
  return tern_enum_attr_value(tern_array_attr_at(c->iterators, loop)) == 1;
}
// The result of the map that is this loop, or -1.
int64_t result_of_loop(const tern_affine_map_t *map, size_t loop);

// x * y, combined with the accumulator if there is one; lanes that are masked off keep it. NULL: the kind does not fit
// the type.
tern_value_t *make_multiply_combine(tern_builder_t *b, tern_value_t *x, tern_value_t *y, tern_value_t *acc,
                                    int64_t kind, tern_value_t *mask);

// The ways; each gives the value that replaces the contraction, or NULL, having made nothing.
tern_value_t *contract_by_outer_products(tern_builder_t *b, const contraction_t *c);
tern_value_t *contract_by_dots(tern_builder_t *b, const contraction_t *c);
tern_value_t *contract_by_arith(tern_builder_t *b, const contraction_t *c);

#endif  // TERN_DIALECT_VECTOR_LOWER_PRODUCT_H_
