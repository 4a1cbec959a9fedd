// Pointers and masks for a block of an array in memory (upstream: RewriteTensorPointer, RewriteTensorDescriptorToPointer).
//
// Strides are splat to the shape that a range has with all dimensions, not to a vector: so what is known of a stride's
// divisibility is known of the products.

#include "transform/tt/block_access.h"

#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"

static const tern_type_t *tensor(const tern_type_t *element, const int64_t *dims, size_t rank) {
  return tern_tensor_type_get(element, dims, rank, NULL);
}

static tern_value_t *cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *value, const tern_type_t *type) {
  return tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

static tern_value_t *join(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs), .types = TERN_TYPES(lhs->type));
}

tern_value_t *tern_tt_expand_along(tern_builder_t *b, tern_value_t *vector, size_t dim, size_t rank) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  for (size_t axis = 0; axis < rank; ++axis) {
    if (axis == dim) continue;
    int64_t dims[TERN_TT_BLOCK_MAX_RANK];
    size_t old_rank = tern_type_rank(vector->type);
    for (size_t d = 0, from = 0; d <= old_rank; ++d) dims[d] = d == axis ? 1 : tern_type_dim(vector->type, from++);
    vector = tern_build_value(b, TERN_TT(EXPAND_DIMS), .operands = TERN_VALUES(vector),
                              .types = TERN_TYPES(tensor(tern_type_element(vector->type), dims, old_rank + 1)),
                              .attrs = TERN_ATTRS({"axis", tern_integer_attr_get(i32, (int64_t)axis)}));
  }
  return vector;
}

// The indices that the block has along a dimension.
static tern_value_t *range_of(tern_builder_t *b, tern_tt_block_t *block, size_t dim) {
  if (block->ranges[dim]) return block->ranges[dim];
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *i64 = tern_i_type_get(b->context, 64);
  const int64_t *size = &block->dims[dim];
  tern_value_t *offset = cast(b, TERN_TT(SPLAT), block->offsets[dim], tensor(i64, size, 1));
  tern_value_t *range = tern_build_value(
      b, TERN_TT(MAKE_RANGE), .types = TERN_TYPES(tensor(i32, size, 1)),
      .attrs = TERN_ATTRS({"start", tern_integer_attr_get(i32, 0)}, {"end", tern_integer_attr_get(i32, *size)}));
  tern_value_t *wide = cast(b, TERN_ARITH(EXTSI), range, tensor(i64, size, 1));
  block->ranges[dim] = tern_tt_expand_along(b, join(b, TERN_ARITH(ADDI), offset, wide), dim, block->rank);
  return block->ranges[dim];
}

void tern_tt_block_ranges(tern_builder_t *b, tern_tt_block_t *block) {
  for (size_t d = 0; d < block->rank; ++d) range_of(b, block, d);
}

tern_value_t *tern_tt_block_pointers(tern_builder_t *b, tern_tt_block_t *block) {
  const tern_type_t *offsets = tensor(tern_i_type_get(b->context, 64), block->dims, block->rank);
  tern_value_t *pointers = cast(b, TERN_TT(SPLAT), block->base, tensor(block->base->type, block->dims, block->rank));
  for (size_t d = 0; d < block->rank; ++d) {
    tern_value_t *range = range_of(b, block, d);
    tern_value_t *stride = cast(b, TERN_TT(SPLAT), block->strides[d], range->type);
    tern_value_t *distance = join(b, TERN_ARITH(MULI), range, stride);
    pointers = join(b, TERN_TT(ADDPTR), pointers, cast(b, TERN_TT(BROADCAST), distance, offsets));
  }
  return pointers;
}

tern_value_t *tern_tt_block_mask(tern_builder_t *b, tern_tt_block_t *block, size_t dim, tern_value_t *mask) {
  const tern_type_t *i1 = tern_i_type_get(b->context, 1), *i64 = tern_i_type_get(b->context, 64);
  tern_value_t *range = range_of(b, block, dim);
  tern_value_t *zero = cast(b, TERN_TT(SPLAT), tern_arith_constant_int(b, i64, 0), range->type);
  tern_value_t *is_above = tern_arith_cmpi(b, TERN_CMPI_SGE, range, zero);
  tern_value_t *size = cast(b, TERN_TT(SPLAT), block->sizes[dim], range->type);
  tern_value_t *is_below = tern_arith_cmpi(b, TERN_CMPI_SLT, range, size);
  tern_value_t *is_inside = join(b, TERN_ARITH(ANDI), is_above, is_below);
  is_inside = cast(b, TERN_TT(BROADCAST), is_inside, tensor(i1, block->dims, block->rank));
  return mask ? join(b, TERN_ARITH(ANDI), mask, is_inside) : is_inside;
}
