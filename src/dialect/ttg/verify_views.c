// ttg: views of shared memory (upstream: Ops.cpp).

#include <string.h>

#include "dialect/ttg/hooks.h"
#include "dialect/ttg/layout.h"
#include "ir/diagnostic.h"

static tern_memdesc_t source_of(const tern_op_t *op) { return tern_memdesc_read(tern_op_operand(op, 0)->type); }
static tern_memdesc_t result_of(const tern_op_t *op) { return tern_memdesc_read(op->results[0].type); }

bool tern_ttg_verify_memdesc_index(const tern_op_t *op) {
  tern_memdesc_t source = source_of(op), result = result_of(op);
  if (source.element != result.element)
    return tern_op_error_unnamed(op, "result element type must match desc element type");
  if (source.rank != result.rank + 1) return tern_op_error_unnamed(op, "result rank must be input rank - 1");
  if (source.alloc_rank != source.rank)
    return tern_op_error_unnamed(op, "We don't allow taking memdesc_index of a memdesc_index");
  if (memcmp(source.dims + 1, result.dims, result.rank * sizeof(int64_t)) != 0)
    return tern_op_error_unnamed(op, "result shape must equal to srcShape[1:]");
  if (!tern_memdesc_is_whole(&source)) return tern_op_error_unnamed(op, "We don't support memdesc_index of a subview");
  return tern_memdesc_is_whole(&result) ||
         tern_op_error_unnamed(op, "alloc shape must match shape for both result and src");
}

// --- ttg.memdesc_subslice ---

static bool check_offsets(const tern_op_t *op, const tern_memdesc_t *source, const tern_memdesc_t *result) {
  const tern_attr_t *offsets = tern_op_attr(op, "offsets");
  for (size_t d = 0; d < source->rank; ++d) {
    int64_t offset = tern_dense_array_attr_int(offsets, d);
    bool is_split = source->dims[d] != result->dims[d];
    if (!is_split && offset != 0)
      return tern_op_error_unnamed(op, "A non zero offset found in a dimension that is not being split");
    if (is_split && (offset & (result->dims[d] - 1)))
      return tern_op_error_unnamed(op, "The split offset may not touch the tile");
  }
  return true;
}

// Parts lie at offsets that are added: what a step along a dimension leads to is one power of two, and not a swizzle.
static bool check_swizzle(const tern_op_t *op, const tern_memdesc_t *source, const tern_memdesc_t *result) {
  if (tern_ttg_rank(source->encoding) != source->rank) {
    bool is_padded = tern_ttg_attr_id(source->encoding) == TERN_TTG_ATTR_PADDED_SHARED;
    const char *padded = "SubSlice of low rank PaddedSharedEncoding from higher rank tensors is not supported yet";
    return tern_op_error_unnamed(op, "%s",
                                 is_padded ? padded : "a part of memory that is counted by buffers cannot be taken");
  }
  tern_layout_t layout = tern_ttg_layout(source->encoding, source->alloc_dims + source->alloc_rank - source->rank);
  if (layout.error) return tern_op_error(op, "has memory without a layout: %s", layout.error);
  if (tern_layout_bits(&layout.ins, TERN_LAYOUT_BLOCK))
    return tern_op_error_unnamed(op, "non-trivial block dimension not supported");
  tern_layout_t inverse = tern_layout_pseudo_invert(&layout);
  if (inverse.error) return tern_op_error(op, "has memory without a layout: %s", inverse.error);
  for (size_t d = 0; d < source->rank; ++d) {
    size_t position = tern_layout_find(&inverse.ins, tern_layout_dim_name(d));
    for (int64_t size = result->dims[d]; size < source->dims[d]; size *= 2) {
      uint64_t place = tern_layout_set(&inverse.ins, position, 0, (uint64_t)size);
      uint64_t offset = tern_layout_apply_flat(&inverse, place);
      if (offset & (offset - 1))
        return tern_op_error_unnamed(op, "We don't support splitting along the swizzling pattern");
    }
  }
  return true;
}

bool tern_ttg_verify_memdesc_subslice(const tern_op_t *op) {
  tern_memdesc_t source = source_of(op), result = result_of(op);
  if (source.element != result.element)
    return tern_op_error_unnamed(op, "result element type must match desc element type");
  if (tern_dense_array_attr_count(tern_op_attr(op, "offsets")) != source.rank)
    return tern_op_error_unnamed(op, "offsets must have the same rank as input");
  if (source.rank != result.rank) return tern_op_error_unnamed(op, "result rank must equal to input rank");
  if (!tern_ttg_is_shared(source.encoding) || !tern_ttg_is_shared(result.encoding))
    return tern_op_error_unnamed(op, "src and dst must both be of shared memory encoding");
  if (memcmp(source.dims, result.dims, source.rank * sizeof(int64_t)) == 0) return true;
  return check_offsets(op, &source, &result) && check_swizzle(op, &source, &result);
}

// --- ttg.memdesc_trans, ttg.memdesc_reshape ---

// Is the result of this type, or of one whose encoding is another but puts everything in the same place?
static bool is_equivalent(const tern_memdesc_t *expected, const tern_type_t *given) {
  if (tern_memdesc_get(expected) == given) return true;
  tern_memdesc_t found = tern_memdesc_read(given), other = *expected;
  if (tern_ttg_rank(expected->encoding) != expected->rank) return false;
  other.encoding = found.encoding;
  return tern_memdesc_get(&other) == given && tern_ttg_same_layout(expected->dims, expected->encoding, found.encoding);
}

bool tern_ttg_verify_memdesc_trans(const tern_op_t *op) {
  tern_memdesc_t source = source_of(op), expected = source;
  const tern_attr_t *order = tern_op_attr(op, "order");
  int64_t dims[32], alloc_dims[64];
  const char *error = NULL;
  if (source.element != result_of(op).element)
    return tern_op_error(op, "requires the same element type for all operands and results");
  if (tern_int_list_attr_count(order) != source.rank || !tern_int_list_attr_is_permutation(order))
    return tern_op_error(op, "order must be a permutation of the dimensions");
  expected.encoding = tern_ttg_infer_trans(source.encoding, source.dims, order, &error);
  if (!expected.encoding) return tern_op_error_unnamed(op, "%s", error);
  size_t first = source.alloc_rank - source.rank;
  memcpy(alloc_dims, source.alloc_dims, first * sizeof(int64_t));
  for (size_t d = 0; d < source.rank; ++d) {
    size_t from = (size_t)tern_int_list_attr_at(order, d);
    dims[d] = source.dims[from];
    alloc_dims[first + d] = source.alloc_dims[first + from];
  }
  expected.dims = dims;
  expected.alloc_dims = alloc_dims;
  return is_equivalent(&expected, op->results[0].type) ||
         tern_op_error(op, "inferred type(s) '%s' are incompatible with return type(s) of operation '%s'",
                       tern_type_text(tern_memdesc_get(&expected)), tern_type_text(op->results[0].type));
}

static int64_t count_of(const tern_memdesc_t *memdesc) {
  int64_t count = 1;
  for (size_t d = 0; d < memdesc->rank; ++d) count *= memdesc->dims[d];
  return count;
}

bool tern_ttg_verify_memdesc_reshape(const tern_op_t *op) {
  tern_memdesc_t source = source_of(op), result = result_of(op), expected = source;
  int64_t alloc_dims[64];
  const char *error = NULL;
  if (source.element != result.element)
    return tern_op_error(op, "requires the same element type for all operands and results");
  if (count_of(&source) != count_of(&result))
    return tern_op_error_unnamed(op, "number of src and dst elements of reshape must be the same");
  size_t first = source.alloc_rank - source.rank;
  if (memcmp(source.alloc_dims + first, source.dims, source.rank * sizeof(int64_t)) != 0)
    return tern_op_error_unnamed(op, "NYI: memdesc_reshape of memdesc_subslice");
  if (tern_ttg_rank(source.encoding) != source.rank)
    return tern_op_error(op, "expects an encoding of the rank of its operand");
  expected.encoding = tern_ttg_infer_memory_reshape(source.encoding, source.dims, result.dims, result.rank, &error);
  if (!expected.encoding) return tern_op_error(op, "has memory without a layout: %s", error);
  memcpy(alloc_dims, source.alloc_dims, first * sizeof(int64_t));
  memcpy(alloc_dims + first, result.dims, result.rank * sizeof(int64_t));
  expected.rank = result.rank;
  expected.dims = result.dims;
  expected.alloc_rank = first + result.rank;
  expected.alloc_dims = alloc_dims;
  return is_equivalent(&expected, op->results[0].type) ||
         tern_op_error(op, "expected a result with the layout of '%s' but got '%s'",
                       tern_type_text(tern_memdesc_get(&expected)), tern_type_text(op->results[0].type));
}
