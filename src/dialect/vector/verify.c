// vector: what is right for ops that move elements about, and the result types that follow.

#include <inttypes.h>

#include "base/vec.h"
#include "dialect/vector/vector_hooks.h"

static bool is_scalable(const tern_type_t *type, size_t dim) { return tern_vector_type_scalable_mask(type) >> dim & 1; }

static bool has_same_element(const tern_op_t *op, const tern_type_t *a, const tern_type_t *b, const char *what) {
  return tern_vector_element(a) == tern_vector_element(b) ||
         tern_op_error(op, "failed to verify that %s have same element type", what);
}

// --- casts ---

bool tern_vector_verify_broadcast(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  if (source->kind != TERN_TYPE_VECTOR) {
    if (source == tern_type_element(result)) return true;
    if (tern_type_is_shaped(source)) return tern_op_error(op, "source type is not a vector");
    return tern_op_error(op, "failed to verify that source operand and result have same element type");
  }
  if (!has_same_element(op, source, result, "source operand and result")) return false;
  size_t rank = tern_type_rank(source), result_rank = tern_type_rank(result);
  if (rank > result_rank) return tern_op_error(op, "source rank higher than destination rank");
  for (size_t i = 0; i < rank; i++) {
    int64_t from = tern_type_dim(source, i), to = tern_type_dim(result, result_rank - rank + i);
    bool from_scales = is_scalable(source, i), to_scales = is_scalable(result, result_rank - rank + i);
    bool is_unit = from == 1 && !from_scales;
    if (is_unit || (from == to && from_scales == to_scales)) continue;
    return tern_op_error(op, "dimension mismatch (%s%" PRId64 "%s vs. %s%" PRId64 "%s)", from_scales ? "[" : "", from,
                         from_scales ? "]" : "", to_scales ? "[" : "", to, to_scales ? "]" : "");
  }
  return true;
}

bool tern_vector_verify_bitcast(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  size_t rank = tern_type_rank(source);
  if (tern_type_rank(result) != rank)
    return tern_op_error(op, "failed to verify that all of {source, result} have same rank");
  for (size_t i = 0; i + 1 < rank; i++)
    if (tern_type_dim(source, i) != tern_type_dim(result, i))
      return tern_op_error(op, "dimension size mismatch at: %zu", i);
  uint64_t from = tern_type_bit_width(tern_type_element(source)), to = tern_type_bit_width(tern_type_element(result));
  if (rank == 0)
    return from == to || tern_op_error(op, "source/result bitwidth of the 0-D vector element types must be equal");
  from *= (uint64_t)tern_type_dim(source, rank - 1);
  to *= (uint64_t)tern_type_dim(result, rank - 1);
  return from == to || tern_op_error(op, "source/result bitwidth of the minor 1-D vectors must be equal");
}

bool tern_vector_verify_shape_cast(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  if (tern_type_element(source) != tern_type_element(result))
    return tern_op_error(op, "has different source and result element types");
  int64_t from = tern_type_element_count(source), to = tern_type_element_count(result);
  if (from != to)
    return tern_op_error(op, "has different number of elements at source (%" PRId64 ") and result (%" PRId64 ")", from,
                         to);
  int from_count = __builtin_popcountll(tern_vector_type_scalable_mask(source));
  int to_count = __builtin_popcountll(tern_vector_type_scalable_mask(result));
  return from_count == to_count ||
         tern_op_error(op, "has different number of scalable dims at source (%d) and result (%d)", from_count,
                       to_count);
}

bool tern_vector_verify_transpose(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  const tern_attr_t *permutation = tern_op_attr(op, "permutation");
  size_t rank = tern_type_rank(source), count = tern_dense_array_attr_count(permutation);
  if (!has_same_element(op, source, result, "operand and result")) return false;
  if (tern_type_rank(result) != rank)
    return tern_op_error(op, "vector result rank mismatch: %zu", tern_type_rank(result));
  if (count != rank) return tern_op_error(op, "transposition length mismatch: %zu", count);
  for (size_t i = 0; i < count; i++) {
    int64_t position = tern_dense_array_attr_int(permutation, i);
    if (position < 0 || (uint64_t)position >= rank)
      return tern_op_error(op, "transposition index out of range: %" PRId64, position);
    for (size_t k = 0; k < i; k++)
      if (tern_dense_array_attr_int(permutation, k) == position)
        return tern_op_error(op, "duplicate position index: %" PRId64, position);
    if (tern_type_dim(result, i) != tern_type_dim(source, (size_t)position) ||
        is_scalable(result, i) != is_scalable(source, (size_t)position))
      return tern_op_error(op, "dimension size mismatch at: %" PRId64, position);
  }
  return true;
}

// --- extract, insert ---

// Positions of the outermost dimensions; INT64_MIN is a dynamic one.
static bool verify_position(const tern_op_t *op, const tern_type_t *vector) {
  const tern_attr_t *position = tern_op_attr(op, "static_position");
  size_t count = tern_dense_array_attr_count(position), dynamic_count = 0, start, group_count;
  tern_op_operands_named(op, "dynamic_position", &start, &group_count);
  for (size_t i = 0; i < count; i++) dynamic_count += tern_dense_array_attr_int(position, i) == TERN_DYNAMIC;
  if (dynamic_count != group_count)
    return tern_op_error(op,
                         "mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic "
                         "position) -- this can only happen due to an incorrect fold/rewrite");
  const char *of_what = tern_op_is(op, TERN_VECTOR(INSERT)) ? "dest " : "";
  if (count > tern_type_rank(vector))
    return tern_op_error(op, "expected position attribute of rank no greater than %svector rank", of_what);
  for (size_t i = 0; i < count; i++) {
    int64_t index = tern_dense_array_attr_int(position, i);
    if (index == TERN_DYNAMIC || index == -1) continue;
    if (index < 0 || index >= tern_type_dim(vector, i))
      return tern_op_error(op,
                           "expected position attribute #%zu to be a non-negative integer smaller than the "
                           "corresponding %svector dimension or poison (-1)",
                           i + 1, of_what);
  }
  return true;
}

static size_t position_count(const tern_op_t *op) {
  return tern_dense_array_attr_count(tern_op_attr(op, "static_position"));
}

// A vector of the one element `scalar`?
static bool is_one_of(const tern_type_t *vector, const tern_type_t *scalar) {
  return vector->kind == TERN_TYPE_VECTOR && tern_type_rank(vector) == 1 && tern_type_dim(vector, 0) == 1 &&
         tern_type_element(vector) == scalar;
}

bool tern_vector_verify_extract(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  if (result->kind == TERN_TYPE_VECTOR && tern_type_rank(result) == 0)
    return tern_emit_error(op->loc, "expected a scalar instead of a 0-d vector as the result type");
  if (!verify_position(op, source)) return false;
  const tern_type_t *expected = tern_vector_drop_outer(source, position_count(op));
  // A vector of one element may stand for its scalar, and the other way round.
  if (is_one_of(result, expected) || is_one_of(expected, result)) return true;
  return result == expected ||
         tern_op_error(op, "inferred type(s) '%s' are incompatible with return type(s) of operation '%s'",
                       tern_type_text(expected), tern_type_text(result));
}

bool tern_vector_infer_extract(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types) {
  (void)context;
  const tern_attr_t *position = tern_dictionary_attr_lookup(state->dictionary, TERN_STR("static_position"));
  for (size_t i = 0; i < state->attrs.count; i++)
    if (strcmp(state->attrs.values[i].name, "static_position") == 0) position = state->attrs.values[i].attr;
  const tern_type_t *source = state->operands.count > 0 ? state->operands.values[0]->type : NULL;
  if (!position || position->kind != TERN_ATTR_DENSE_ARRAY || !source || source->kind != TERN_TYPE_VECTOR ||
      tern_dense_array_attr_count(position) > tern_type_rank(source))
    return tern_emit_error(state->loc, "'vector.extract' op failed to infer returned types");
  out_types[0] = tern_vector_drop_outer(source, tern_dense_array_attr_count(position));
  return true;
}

bool tern_vector_verify_insert(const tern_op_t *op) {
  const tern_type_t *value = tern_op_operand(op, 0)->type, *dest = tern_op_operand(op, 1)->type;
  if (!has_same_element(op, value, dest, "source operand and result")) return false;
  size_t rank = tern_type_rank(dest), count = position_count(op);
  bool is_vector = value->kind == TERN_TYPE_VECTOR;
  if (is_vector && tern_type_rank(value) == 0)
    return tern_emit_error(op->loc, "expected a scalar instead of a 0-d vector as the source operand");
  if (!verify_position(op, dest)) return false;
  if (is_vector && count + tern_type_rank(value) != rank)
    return tern_op_error(op, "expected position attribute rank + source rank to match dest vector rank");
  if (!is_vector && count != rank)
    return tern_op_error(op, "expected position attribute rank to match the dest vector rank");
  return !is_vector || count == rank || value == tern_vector_drop_outer(dest, count) ||
         tern_op_error(op, "expected '%s' to be inserted at this position, but got '%s'",
                       tern_type_text(tern_vector_drop_outer(dest, count)), tern_type_text(value));
}

// --- slices ---

static int64_t number_at(const tern_attr_t *array, size_t index) {
  return tern_integer_attr_value(tern_array_attr_at(array, index));
}

// `low <= value < high` for each number.
static bool verify_confined(const tern_op_t *op, const tern_attr_t *array, const char *name, const tern_type_t *shape,
                            int64_t low, int64_t extra) {
  for (size_t i = 0; i < tern_array_attr_count(array); i++) {
    int64_t value = number_at(array, i), high = tern_type_dim(shape, i) + extra;
    if (value < low || value >= high)
      return tern_op_error(op, "expected %s dimension %zu to be confined to [%" PRId64 ", %" PRId64 ")", name, i, low,
                           high);
  }
  return true;
}

static bool verify_unit_strides(const tern_op_t *op, const tern_attr_t *strides) {
  for (size_t i = 0; i < tern_array_attr_count(strides); i++)
    if (number_at(strides, i) != 1) return tern_op_error(op, "expected strides to be confined to [1, 2)");
  return true;
}

bool tern_vector_verify_extract_slice(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  const tern_attr_t *offsets = tern_op_attr(op, "offsets"), *sizes = tern_op_attr(op, "sizes");
  const tern_attr_t *strides = tern_op_attr(op, "strides");
  size_t count = tern_array_attr_count(offsets), rank = tern_type_rank(source);
  if (tern_array_attr_count(sizes) != count || tern_array_attr_count(strides) != count)
    return tern_op_error(op, "expected offsets, sizes and strides attributes of same size");
  if (count > rank) return tern_op_error(op, "expected offsets attribute of rank no greater than vector rank");
  if (!verify_confined(op, offsets, "offsets", source, 0, 0) || !verify_confined(op, sizes, "sizes", source, 1, 1) ||
      !verify_unit_strides(op, strides))
    return false;
  TERN_VEC(int64_t) dims = {0};
  bool is_right = true;
  for (size_t i = 0; i < rank; i++) tern_vec_push(&dims, i < count ? number_at(sizes, i) : tern_type_dim(source, i));
  for (size_t i = 0; is_right && i < count; i++) {
    int64_t end = number_at(offsets, i) + number_at(sizes, i);
    if (end > tern_type_dim(source, i))
      is_right = tern_op_error(op, "expected sum(offsets, sizes) dimension %zu to be confined to [1, %" PRId64 ")", i,
                               tern_type_dim(source, i) + 1);
    else if (is_scalable(source, i) && (number_at(offsets, i) != 0 || number_at(sizes, i) != tern_type_dim(source, i)))
      is_right = tern_op_error(op,
                               "expected size at idx=%zu to match the corresponding base size from the input vector "
                               "(%" PRId64 " vs %" PRId64 ")",
                               i, number_at(sizes, i), tern_type_dim(source, i));
  }
  const tern_type_t *expected =
      tern_vector_type_get(tern_type_element(source), dims.values, rank, tern_vector_type_scalable_mask(source));
  tern_vec_deinitialize(&dims);
  if (!is_right) return false;
  return result == expected || tern_op_error(op, "expected result type to be '%s'", tern_type_text(expected));
}

bool tern_vector_verify_insert_slice(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *dest = tern_op_operand(op, 1)->type;
  const tern_attr_t *offsets = tern_op_attr(op, "offsets"), *strides = tern_op_attr(op, "strides");
  size_t source_rank = tern_type_rank(source), rank = tern_type_rank(dest);
  if (!has_same_element(op, source, dest, "operand #0 and result")) return false;
  if (tern_array_attr_count(offsets) != rank)
    return tern_op_error(op, "expected offsets of same size as destination vector rank");
  if (tern_array_attr_count(strides) != source_rank)
    return tern_op_error(op, "expected strides of same size as source vector rank");
  if (source_rank > rank) return tern_op_error(op, "expected source rank to be no greater than destination rank");
  if (!verify_confined(op, offsets, "offsets", dest, 0, 0) || !verify_unit_strides(op, strides)) return false;
  for (size_t i = 0; i < source_rank; i++) {
    size_t d = rank - source_rank + i;
    if (number_at(offsets, d) + tern_type_dim(source, i) > tern_type_dim(dest, d))
      return tern_op_error(
          op, "expected sum(offsets, source vector shape) dimension %zu to be confined to [1, %" PRId64 ")", d,
          tern_type_dim(dest, d) + 1);
    if (is_scalable(source, i) != is_scalable(dest, d))
      return tern_op_error(op, "mismatching scalable flags (at source vector idx=%zu)", i);
    if (is_scalable(source, i) && tern_type_dim(source, i) != tern_type_dim(dest, d))
      return tern_op_error(op,
                           "expected size at idx=%zu to match the corresponding base size from the input vector "
                           "(%" PRId64 " vs %" PRId64 ")",
                           i, tern_type_dim(source, i), tern_type_dim(dest, d));
  }
  return true;
}

// --- shuffle, interleave ---

// Slices of the outermost dimension; a vector of rank 0 is one slice.
static int64_t slice_count(const tern_type_t *type) { return tern_type_rank(type) == 0 ? 1 : tern_type_dim(type, 0); }

bool tern_vector_verify_shuffle(const tern_op_t *op) {
  const tern_type_t *v1 = tern_op_operand(op, 0)->type, *v2 = tern_op_operand(op, 1)->type;
  const tern_type_t *result = op->results[0].type;
  const tern_attr_t *mask = tern_op_attr(op, "mask");
  size_t rank = tern_type_rank(v1), count = tern_dense_array_attr_count(mask);
  if (!has_same_element(op, v1, result, "first operand v1 and result") ||
      !has_same_element(op, v2, result, "second operand v2 and result"))
    return false;
  if (tern_type_rank(v2) != rank || tern_type_rank(result) != (rank == 0 ? 1 : rank))
    return tern_op_error(op, "rank mismatch");
  for (size_t i = 1; i < rank; i++)
    if (tern_type_dim(v1, i) != tern_type_dim(v2, i) || tern_type_dim(v1, i) != tern_type_dim(result, i))
      return tern_op_error(op, "dimension mismatch");
  if (count == 0) return tern_op_error(op, "invalid mask length");
  if (tern_type_dim(result, 0) != (int64_t)count) return tern_op_error(op, "mask length mismatch");
  int64_t total = slice_count(v1) + slice_count(v2);
  for (size_t i = 0; i < count; i++) {
    int64_t index = tern_dense_array_attr_int(mask, i);
    if (index < -1 || index >= total) return tern_op_error(op, "mask index #%zu out of range", i + 1);
  }
  return true;
}

bool tern_vector_infer_shuffle(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types) {
  (void)context;
  const tern_attr_t *mask = tern_dictionary_attr_lookup(state->dictionary, TERN_STR("mask"));
  for (size_t i = 0; i < state->attrs.count; i++)
    if (strcmp(state->attrs.values[i].name, "mask") == 0) mask = state->attrs.values[i].attr;
  const tern_type_t *v1 = state->operands.count > 0 ? state->operands.values[0]->type : NULL;
  if (!mask || mask->kind != TERN_ATTR_DENSE_ARRAY || !v1 || v1->kind != TERN_TYPE_VECTOR)
    return tern_emit_error(state->loc, "'vector.shuffle' op failed to infer returned types");
  TERN_VEC(int64_t) dims = {0};
  tern_vec_push(&dims, (int64_t)tern_dense_array_attr_count(mask));
  for (size_t i = 1; i < tern_type_rank(v1); i++) tern_vec_push(&dims, tern_type_dim(v1, i));
  out_types[0] = tern_vector_type_get(tern_type_element(v1), dims.values, dims.count, 0);
  tern_vec_deinitialize(&dims);
  return true;
}

// Twice as many elements in the innermost dimension.
static const tern_type_t *interleaved_type(const tern_type_t *type) {
  TERN_VEC(int64_t) dims = {0};
  size_t rank = tern_type_rank(type);
  for (size_t i = 0; i < rank; i++) tern_vec_push(&dims, tern_type_dim(type, i));
  if (rank == 0) tern_vec_push(&dims, 1);
  dims.values[dims.count - 1] *= 2;
  const tern_type_t *result =
      tern_vector_type_get(tern_type_element(type), dims.values, dims.count, tern_vector_type_scalable_mask(type));
  tern_vec_deinitialize(&dims);
  return result;
}

bool tern_vector_infer_interleave(tern_context_t *context, const tern_op_state_t *state,
                                  const tern_type_t **out_types) {
  (void)context;
  if (state->operands.count == 0 || state->operands.values[0]->type->kind != TERN_TYPE_VECTOR)
    return tern_emit_error(state->loc, "'vector.interleave' op expects vectors");
  out_types[0] = interleaved_type(state->operands.values[0]->type);
  return true;
}

bool tern_vector_verify_interleave(const tern_op_t *op) {
  return op->results[0].type == interleaved_type(tern_op_operand(op, 0)->type) ||
         tern_op_error(op, "failed to verify that type of 'result' is double the width of the inputs");
}

bool tern_vector_verify_deinterleave(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type;
  if (tern_type_dim(source, tern_type_rank(source) - 1) % 2 != 0)
    return tern_op_error(op,
                         "failed to verify that the trailing dimension of the source vector has an even number of "
                         "elements");
  if (interleaved_type(op->results[0].type) != source)
    return tern_op_error(op,
                         "failed to verify that the trailing dimension of the results is half the width of source "
                         "trailing dimension");
  return op->results[0].type == op->results[1].type ||
         tern_op_error(op, "failed to verify that all of {res1, res2} have same type");
}

// --- elements, scalable runs ---

static bool verify_elements(const tern_op_t *op, const tern_type_t *vector, size_t count, bool is_source) {
  if (tern_vector_type_scalable_mask(vector) == 0 && tern_type_element_count(vector) == (int64_t)count) {
    bool is_right = true;
    for (size_t i = 0; i < count && is_right; i++) {
      const tern_type_t *type = is_source ? op->results[i].type : tern_op_operand(op, i)->type;
      is_right = type == tern_type_element(vector);
    }
    if (is_right) return true;
  }
  return tern_op_error(op, "failed to verify that shaped type '%s' matches 'elements' element count and types",
                       is_source ? "source" : "dest");
}
bool tern_vector_verify_from_elements(const tern_op_t *op) {
  return verify_elements(op, op->results[0].type, op->operand_count, false);
}
bool tern_vector_verify_to_elements(const tern_op_t *op) {
  return verify_elements(op, tern_op_operand(op, 0)->type, op->result_count, true);
}

static bool verify_run(const tern_op_t *op, const tern_type_t *run, const tern_type_t *scalable, const char *names,
                       const char *of_what) {
  if (tern_type_element(run) != tern_type_element(scalable))
    return tern_op_error(op, "failed to verify that all of {%s} have same element type", names);
  int64_t position = tern_integer_attr_value(tern_op_attr(op, "pos")), length = tern_type_dim(run, 0);
  return (length > 0 && position >= 0 && position % length == 0) ||
         tern_op_error(op, "failed to verify that position is a multiple of the %s length.", of_what);
}
bool tern_vector_verify_scalable_extract(const tern_op_t *op) {
  return verify_run(op, op->results[0].type, tern_op_operand(op, 0)->type, "source, result", "result");
}
bool tern_vector_verify_scalable_insert(const tern_op_t *op) {
  return verify_run(op, tern_op_operand(op, 0)->type, tern_op_operand(op, 1)->type, "valueToStore, dest", "source");
}

// --- masks ---

bool tern_vector_verify_create_mask(const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  size_t rank = tern_type_rank(type);
  if (rank == 0)
    return op->operand_count == 1 || tern_op_error(op, "must specify exactly one operand for 0-D create_mask");
  return op->operand_count == rank || tern_op_error(op, "must specify an operand for each result vector dimension");
}

bool tern_vector_verify_constant_mask(const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  const tern_attr_t *sizes = tern_op_attr(op, "mask_dim_sizes");
  size_t rank = tern_type_rank(type), count = tern_dense_array_attr_count(sizes), zero_count = 0;
  if (rank == 0) {
    if (count != 1) return tern_op_error(op, "array attr must have length 1 for 0-D vectors");
    int64_t size = tern_dense_array_attr_int(sizes, 0);
    return size == 0 || size == 1 || tern_op_error(op, "mask dim size must be either 0 or 1 for 0-D vectors");
  }
  if (count != rank) return tern_op_error(op, "must specify array attr of size equal vector result rank");
  for (size_t i = 0; i < count; i++) {
    int64_t size = tern_dense_array_attr_int(sizes, i);
    if (size < 0 || size > tern_type_dim(type, i))
      return tern_op_error(op, "array attr of size out of bounds of vector result dimension size");
    if (is_scalable(type, i) && size != 0 && size != tern_type_dim(type, i))
      return tern_op_error(op, "only supports 'none set' or 'all set' scalable dimensions");
    zero_count += size == 0;
  }
  return zero_count == 0 || zero_count == count ||
         tern_op_error(op, "expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim");
}
