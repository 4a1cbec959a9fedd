// Verifiers of memref ops that make views.

#include <inttypes.h>

#include "dialect/common/reassociation.h"
#include "dialect/memref/hooks.h"
#include "dialect/memref/memref.h"

static bool refuse_cast(const tern_op_t *op) {
  return tern_op_error(op, "operand type '%s' and result type '%s' are cast incompatible",
                       tern_type_text(tern_op_operand(op, 0)->type), tern_type_text(op->results[0].type));
}

bool tern_memref_verify_cast(const tern_op_t *op) {
  return tern_memref_are_cast_compatible(tern_op_operand(op, 0)->type, op->results[0].type) || refuse_cast(op);
}

bool tern_memref_verify_memory_space_cast(const tern_op_t *op) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  bool is_same = from->kind == to->kind && tern_type_element(from) == tern_type_element(to);
  if (is_same && from->kind == TERN_TYPE_MEMREF) {
    const tern_type_t *moved = tern_memref_type_get(tern_type_element(from), tern_type_dims(from), tern_type_rank(from),
                                                    tern_memref_type_layout(from), tern_memref_type_memory_space(to));
    is_same = moved == to;
  }
  return is_same || refuse_cast(op);
}

// --- subview ---

// Do the sizes of `reduced` come from those of `full` by leaving out ones?
static bool is_rank_reduced(const tern_type_t *full, const tern_type_t *reduced) {
  size_t next = 0, rank = tern_type_rank(reduced);
  for (size_t i = 0; i < tern_type_rank(full); i++) {
    if (next < rank && tern_type_dim(full, i) == tern_type_dim(reduced, next))
      next++;
    else if (tern_type_dim(full, i) != 1)
      return false;
  }
  return next == rank;
}

bool tern_memref_verify_subview(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  int64_t strides[TERN_MEMREF_MAX_RANK], offset, result_offset;
  size_t rank = tern_type_rank(source);
  if (!tern_slice_verify(op, rank)) return false;
  if (tern_memref_type_memory_space(source) != tern_memref_type_memory_space(result))
    return tern_emit_error(op->loc,
                           "different memory spaces specified for base memref type '%s' and subview memref type '%s'",
                           tern_type_text(source), tern_type_text(result));
  if (!tern_memref_type_strides(source, strides, &offset))
    return tern_emit_error(op->loc, "base type '%s' is not strided", tern_type_text(source));
  tern_slice_t slice;
  int64_t offsets[TERN_INDEX_LIST_MAX], sizes[TERN_INDEX_LIST_MAX], steps[TERN_INDEX_LIST_MAX];
  if (!tern_slice_read(op, &slice)) return tern_op_error(op, "has malformed offsets, sizes or strides");
  tern_slice_statics(&slice, offsets, sizes, steps);
  const tern_type_t *expected = tern_memref_subview_type(source, offsets, sizes, steps);
  if (tern_type_rank(result) > rank)
    return tern_emit_error(op->loc, "expected result rank to be smaller or equal to the source rank, but got '%s'",
                           tern_type_text(result));
  if (!is_rank_reduced(expected, result))
    return tern_emit_error(op->loc,
                           "expected result type to be '%s' or a rank-reduced version. (mismatch of result "
                           "sizes), but got '%s'",
                           tern_type_text(expected), tern_type_text(result));
  if (tern_type_element(expected) != tern_type_element(result))
    return tern_emit_error(op->loc, "expected result element type to be '%s', but got '%s'",
                           tern_type_text(tern_type_element(expected)), tern_type_text(result));
  bool is_dropped[TERN_MEMREF_MAX_RANK];
  tern_memref_type_strides(expected, strides, &offset);
  bool fits = tern_memref_type_strides(result, steps, &result_offset) && offset == result_offset &&
              tern_memref_reduced_dims(expected, sizes, result, is_dropped);
  for (size_t i = 0, next = 0; fits && i < rank; i++) fits = is_dropped[i] || strides[i] == steps[next++];
  if (!fits)
    return tern_emit_error(op->loc,
                           "expected result type to be '%s' or a rank-reduced version. (mismatch of result "
                           "layout), but got '%s'",
                           tern_type_text(expected), tern_type_text(result));
  return tern_slice_verify_bounds(op, tern_type_dims(source));
}

// --- reinterpret_cast ---

bool tern_memref_verify_reinterpret_cast(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  size_t rank = tern_type_rank(result);
  int64_t strides[TERN_MEMREF_MAX_RANK], offset;
  if (!tern_slice_verify_one_offset(op, rank)) return false;
  if (tern_memref_type_memory_space(source) != tern_memref_type_memory_space(result))
    return tern_emit_error(op->loc,
                           "different memory spaces specified for source type '%s' and result memref type '%s'",
                           tern_type_text(source), tern_type_text(result));
  if (tern_type_element(source) != tern_type_element(result))
    return tern_emit_error(op->loc,
                           "different element types specified for source type '%s' and result memref type '%s'",
                           tern_type_text(source), tern_type_text(result));
  const tern_attr_t *sizes = tern_op_attr(op, "static_sizes"), *steps = tern_op_attr(op, "static_strides");
  for (size_t i = 0; i < rank; i++) {
    int64_t expected = tern_int_list_attr_at(sizes, i), actual = tern_type_dim(result, i);
    if (actual != TERN_DYNAMIC && expected == TERN_DYNAMIC)
      return tern_emit_error(op->loc, "expected result type with size = dynamic instead of %" PRId64 " in dim = %zu",
                             actual, i);
    if (actual != TERN_DYNAMIC && actual != expected)
      return tern_emit_error(op->loc,
                             "expected result type with size = %" PRId64 " instead of %" PRId64 " in dim = %zu",
                             expected, actual, i);
  }
  if (rank > TERN_MEMREF_MAX_RANK || !tern_memref_type_strides(result, strides, &offset))
    return tern_emit_error(op->loc, "expected result type to have strided layout but found '%s'",
                           tern_type_text(result));
  int64_t expected_offset = tern_int_list_attr_at(tern_op_attr(op, "static_offsets"), 0);
  if (offset != TERN_DYNAMIC && expected_offset == TERN_DYNAMIC)
    return tern_emit_error(op->loc, "expected result type with offset = dynamic instead of %" PRId64, offset);
  if (offset != TERN_DYNAMIC && expected_offset != offset)
    return tern_emit_error(op->loc, "expected result type with offset = %" PRId64 " instead of %" PRId64,
                           expected_offset, offset);
  for (size_t i = 0; i < rank; i++) {
    int64_t expected = tern_int_list_attr_at(steps, i);
    if (strides[i] != TERN_DYNAMIC && expected == TERN_DYNAMIC)
      return tern_emit_error(op->loc, "expected result type with stride = dynamic instead of %" PRId64 " in dim = %zu",
                             strides[i], i);
    if (strides[i] != TERN_DYNAMIC && expected != strides[i])
      return tern_emit_error(op->loc,
                             "expected result type with stride = %" PRId64 " instead of %" PRId64 " in dim = %zu",
                             expected, strides[i], i);
  }
  return true;
}

// --- reshapes ---

bool tern_memref_verify_reshape(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  if (tern_type_element(source) != tern_type_element(result))
    return tern_op_error(op, "element types of source and destination memref types should be the same");
  if (source->kind == TERN_TYPE_MEMREF && tern_memref_type_layout(source))
    return tern_op_error(op, "source memref type should have identity affine map");
  if (result->kind != TERN_TYPE_MEMREF) return true;
  if (tern_memref_type_layout(result)) return tern_op_error(op, "result memref type should have identity affine map");
  int64_t length = tern_type_dim(tern_op_operand(op, 1)->type, 0);
  if (length == TERN_DYNAMIC)
    return tern_op_error(op,
                         "cannot use shape operand with dynamic length to reshape to statically-ranked memref type");
  return length == (int64_t)tern_type_rank(result) ||
         tern_op_error(op, "length of shape operand differs from the result's memref rank");
}

bool tern_memref_verify_collapse_shape(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  size_t from = tern_type_rank(source), to = tern_type_rank(result);
  if (from < to)
    return tern_op_error(op, "has source rank %zu and result rank %zu. This is not a collapse (%zu < %zu).", from, to,
                         from, to);
  if (!tern_reassociation_verify(op, result, source)) return false;
  const tern_type_t *expected = tern_memref_collapsed_type(source, tern_op_attr(op, "reassociation"));
  if (!expected) return tern_op_error(op, "invalid source layout map or collapsing non-contiguous dims");
  return expected == result || tern_op_error(op, "expected collapsed type to be '%s' but found '%s'",
                                             tern_type_text(expected), tern_type_text(result));
}

bool tern_memref_verify_expand_shape(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  const tern_attr_t *shape = tern_op_attr(op, "static_output_shape");
  size_t from = tern_type_rank(source), to = tern_type_rank(result);
  if (from > to)
    return tern_op_error(op, "has source rank %zu and result rank %zu. This is not an expansion (%zu > %zu).", from, to,
                         from, to);
  if (!tern_reassociation_verify(op, source, result)) return false;
  const tern_type_t *expected =
      tern_memref_expanded_type(source, tern_type_dims(result), to, tern_op_attr(op, "reassociation"));
  if (!expected) return tern_op_error(op, "invalid source layout map");
  if (expected != result)
    return tern_op_error(op, "expected expanded type to be '%s' but found '%s'", tern_type_text(expected),
                         tern_type_text(result));
  if (!tern_reassociation_verify_output_shape(op, to, "bounds")) return false;
  for (size_t i = 0; i < to; i++)
    if (tern_type_dim(result, i) != TERN_DYNAMIC && tern_type_dim(result, i) != tern_int_list_attr_at(shape, i))
      return tern_op_error(op, "invalid output shape provided at pos %zu", i);
  return true;
}

// --- transpose, view, metadata ---

// A strided type with its layout spelled as a map, for a message.
static const tern_type_t *with_layout_map(const tern_type_t *type) {
  int64_t strides[TERN_MEMREF_MAX_RANK], offset;
  size_t rank = tern_type_rank(type), symbols = 0;
  tern_context_t *context = type->context;
  if (!tern_memref_type_strides(type, strides, &offset)) return type;
  const tern_affine_expr_t *sum =
      offset == TERN_DYNAMIC ? tern_affine_symbol(context, symbols++) : tern_affine_constant(context, offset);
  for (size_t i = 0; i < rank; i++) {
    const tern_affine_expr_t *stride =
        strides[i] == TERN_DYNAMIC ? tern_affine_symbol(context, symbols++) : tern_affine_constant(context, strides[i]);
    sum = tern_affine_add(sum, tern_affine_mul(tern_affine_dim(context, i), stride));
  }
  const tern_affine_map_t *map = tern_affine_map_get(
      context, rank, symbols, &(const tern_affine_expr_t *){tern_affine_expr_simplify(sum, rank, symbols)}, 1);
  return tern_memref_type_get(tern_type_element(type), tern_type_dims(type), rank, tern_affine_map_attr_get(map),
                              tern_memref_type_memory_space(type));
}

bool tern_memref_verify_transpose(const tern_op_t *op) {
  const tern_type_t *in = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  const tern_affine_map_t *map = tern_affine_map_attr_value(tern_op_attr(op, "permutation"));
  size_t rank = tern_type_rank(in), positions[TERN_MEMREF_MAX_RANK];
  if (!tern_affine_map_is_permutation(map)) return tern_op_error(op, "expected a permutation map");
  if (map->dim_count != rank || rank > TERN_MEMREF_MAX_RANK)
    return tern_op_error(op, "expected a permutation map of same rank as the input");
  for (size_t i = 0; i < rank; i++) positions[i] = (size_t)map->results[i]->value;
  const tern_type_t *expected = tern_memref_transposed_type(in, positions);
  if (!expected) return tern_op_error(op, "expected an input with strided layout");
  return tern_memref_types_equivalent(expected, result) ||
         tern_op_error(op, "result type '%s' is not equivalent to the canonical transposed input type '%s'",
                       tern_type_text(result), tern_type_text(with_layout_map(expected)));
}

bool tern_memref_verify_view(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  if (tern_memref_type_layout(source))
    return tern_emit_error(op->loc, "unsupported map for base memref type '%s'", tern_type_text(source));
  if (tern_memref_type_layout(result))
    return tern_emit_error(op->loc, "unsupported map for result memref type '%s'", tern_type_text(result));
  if (tern_memref_type_memory_space(source) != tern_memref_type_memory_space(result))
    return tern_emit_error(op->loc,
                           "different memory spaces specified for base memref type '%s' and view memref type '%s'",
                           tern_type_text(source), tern_type_text(result));
  size_t dynamic_count = tern_type_dynamic_dim_count(result), sizes = op->operand_count - 2;
  return sizes == dynamic_count ||
         tern_op_error(op, "incorrect number of dynamic sizes, has %zu, expected %zu", sizes, dynamic_count);
}

bool tern_memref_verify_extract_strided_metadata(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type;
  const tern_type_t *base =
      tern_memref_type_get(tern_type_element(source), NULL, 0, NULL, tern_memref_type_memory_space(source));
  size_t rank = tern_type_rank(source);
  if (op->result_count != 2 + 2 * rank)
    return tern_op_error(op, "expected %zu results for a memref of rank %zu, but got %u", 2 + 2 * rank, rank,
                         op->result_count);
  return op->results[0].type == base || tern_op_error(op,
                                                      "inferred type(s) '%s' are incompatible with return type(s) of "
                                                      "operation '%s'",
                                                      tern_type_text(base), tern_type_text(op->results[0].type));
}
