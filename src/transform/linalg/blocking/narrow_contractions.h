// Products of narrow numbers that are summed in 32 bits, as units for tiles and dot products take them.

#ifndef TERN_TRANSFORM_LINALG_BLOCKING_NARROW_CONTRACTIONS_H_
#define TERN_TRANSFORM_LINALG_BLOCKING_NARROW_CONTRACTIONS_H_

#include "transform/linalg/blocking/contraction_loops.h"

// The left operand has the rows of the output, the right one its columns. Each has neighbours in memory along one of its two loops.
typedef struct tern_narrow_contraction {
  tern_contraction_loops_t loops;
  size_t left, right;                // inputs
  const tern_type_t *element, *sum;  // of both inputs: bf16 summed in f32, or i8 in i32
  bool is_unsigned[2];               // inputs
} tern_narrow_contraction_t;

// False: the op is no such product.
bool tern_narrow_contraction_find(tern_op_t *op, tern_narrow_contraction_t *out_product);
// The fill with zeros right before the op of what it adds to, or NULL.
tern_op_t *tern_narrow_contraction_find_zeros(const tern_narrow_contraction_t *product);

#endif  // TERN_TRANSFORM_LINALG_BLOCKING_NARROW_CONTRACTIONS_H_
