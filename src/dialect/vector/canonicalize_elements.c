// vector: rewrites of ops whose elements are known one by one, or that do no more than move them about.

#include <stdlib.h>

#include "base/arena.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/vector/build.h"
#include "dialect/vector/vector_hooks.h"

static bool is_scalable(const tern_type_t *vector) { return tern_vector_type_scalable_mask(vector) != 0; }

static int64_t position_at(const tern_op_t *op, size_t index) {
  return tern_dense_array_attr_int(tern_op_attr(op, "static_position"), index);
}

static bool has_static_position(const tern_op_t *op) {
  size_t count = tern_dense_array_attr_count(tern_op_attr(op, "static_position"));
  for (size_t i = 0; i < count; ++i)
    if (position_at(op, i) < 0) return false;
  return true;
}

static bool replace_by(tern_rewriter_t *rewriter, tern_op_t *op, tern_value_t *value) {
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  return true;
}

static tern_value_t *make_from_elements(tern_builder_t *b, const tern_type_t *type, tern_value_t *const *elements) {
  size_t count = (size_t)tern_type_element_count(type);
  return tern_build_value(b, TERN_VECTOR(FROM_ELEMENTS), .operands = {elements, count}, .types = TERN_TYPES(type));
}

// --- extract ---

// A part of a vector that is made of its elements is made of some of them. Scalars are folded.
bool tern_vector_canonicalize_extract(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (tern_vector_extract_from_mask(op, rewriter)) return true;
  const tern_type_t *part = tern_op_result(op, 0)->type;
  tern_op_t *from = tern_value_defined_by(tern_op_operand(op, 0), TERN_VECTOR(FROM_ELEMENTS));
  if (!from || part->kind != TERN_TYPE_VECTOR || is_scalable(part) || !has_static_position(op)) return false;
  const tern_type_t *whole = tern_op_operand(op, 0)->type;
  size_t position_count = tern_dense_array_attr_count(tern_op_attr(op, "static_position"));
  int64_t start = 0;
  for (size_t i = 0; i < tern_type_rank(whole); ++i)
    start = start * tern_type_dim(whole, i) + (i < position_count ? position_at(op, i) : 0);
  size_t count = (size_t)tern_type_element_count(part);
  tern_value_t **elements = tern_malloc((count + 1) * sizeof *elements);
  for (size_t i = 0; i < count; ++i) elements[i] = tern_op_operand(from, (size_t)start + i);
  tern_value_t *result = make_from_elements(&rewriter->builder, part, elements);
  free(elements);
  return replace_by(rewriter, op, result);
}

// --- from_elements ---

// Goes on to the next element in row-major order.
static void advance(int64_t *position, const tern_type_t *vector) {
  for (size_t d = tern_type_rank(vector); d-- > 0;) {
    if (++position[d] < tern_type_dim(vector, d)) return;
    position[d] = 0;
  }
}

// How many outermost positions say which part of the source of `first` has `count` elements and begins with that one;
// SIZE_MAX if none does.
static size_t find_part(const tern_op_t *first, int64_t count) {
  const tern_type_t *source = tern_op_operand(first, 0)->type;
  size_t index = tern_type_rank(source);
  int64_t covered = 1;
  while (index > 0 && position_at(first, index - 1) == 0 && covered < count) covered *= tern_type_dim(source, --index);
  return covered == count ? index : SIZE_MAX;
}

// Elements that are extracted in order: a part of another shape.
static bool from_elements_to_shape_cast(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *first = tern_value_defined_by(tern_op_operand(op, 0), TERN_VECTOR(EXTRACT));
  if (!first || op->operand_count < 2 || !has_static_position(first)) return false;
  tern_value_t *source = tern_op_operand(first, 0);
  size_t rank = tern_type_rank(source->type);
  if (rank > TERN_VECTOR_MAX_RANK || tern_dense_array_attr_count(tern_op_attr(first, "static_position")) != rank) {
    return false;
  }
  size_t kept = find_part(first, (int64_t)op->operand_count);
  if (kept == SIZE_MAX) return false;
  int64_t start[TERN_VECTOR_MAX_RANK], position[TERN_VECTOR_MAX_RANK];
  for (size_t d = 0; d < rank; ++d) start[d] = position[d] = position_at(first, d);
  for (size_t i = 1; i < op->operand_count; ++i) {
    const tern_op_t *next = tern_value_defined_by(tern_op_operand(op, i), TERN_VECTOR(EXTRACT));
    if (!next || tern_op_operand(next, 0) != source || !has_static_position(next)) return false;
    advance(position, source->type);
    for (size_t d = 0; d < rank; ++d)
      if (position_at(next, d) != position[d]) return false;
  }
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *part = kept > 0 ? tern_vector_make_extract(b, source, start, kept) : source;
  return replace_by(rewriter, op, tern_vector_make_shape_cast(b, tern_op_result(op, 0)->type, part));
}

// The same element everywhere is a broadcast.
bool tern_vector_canonicalize_from_elements(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (op->operand_count == 0) return false;
  bool is_same = true;
  for (size_t i = 1; is_same && i < op->operand_count; i++) is_same = tern_op_operand(op, i) == tern_op_operand(op, 0);
  if (!is_same) return from_elements_to_shape_cast(op, rewriter);
  tern_value_t *element = tern_op_operand(op, 0);
  return replace_by(rewriter, op, tern_vector_make_broadcast(&rewriter->builder, tern_op_result(op, 0)->type, element));
}

// --- to_elements ---

// Of a broadcast vector: its elements, several times.
bool tern_vector_canonicalize_to_elements(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_op_t *broadcast = tern_value_defined_by(tern_op_operand(op, 0), TERN_VECTOR(BROADCAST));
  tern_value_t *source = broadcast ? tern_op_operand(broadcast, 0) : NULL;
  if (!source || source->type->kind != TERN_TYPE_VECTOR || is_scalable(source->type)) return false;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  size_t rank = tern_type_rank(type), offset = rank - tern_type_rank(source->type);
  if (rank > TERN_VECTOR_MAX_RANK) return false;
  size_t count = (size_t)tern_type_element_count(source->type);
  const tern_type_t **types = tern_malloc((count + 1) * sizeof *types);
  for (size_t i = 0; i < count; ++i) types[i] = tern_type_element(type);
  tern_op_t *made = tern_build(&rewriter->builder, TERN_VECTOR(TO_ELEMENTS), .operands = TERN_VALUES(source),
                               .types = {types, count});
  tern_value_t **elements = tern_malloc(op->result_count * sizeof *elements);
  int64_t position[TERN_VECTOR_MAX_RANK] = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    size_t index = 0;
    for (size_t d = offset; d < rank; ++d) {
      size_t dim = (size_t)tern_type_dim(source->type, d - offset);
      index = index * dim + (dim == 1 ? 0 : (size_t)position[d]);
    }
    elements[i] = tern_op_result(made, index);
    advance(position, type);
  }
  tern_rewriter_replace(rewriter, op, (tern_values_t){elements, op->result_count});
  free(elements);
  free((void *)types);
  return true;
}

// --- transpose ---

// Dimensions of a broadcast's result fall into groups that end with a dimension of the source that is no unit; what stays
// within its group is a broadcast as well.
static bool stays_in_groups(const tern_type_t *source, const tern_attr_t *permutation) {
  size_t rank = tern_type_rank(source), added = tern_dense_array_attr_count(permutation) - rank, low = 0;
  for (size_t i = 0; i < rank; ++i) {
    bool ends = tern_type_dim(source, i) != 1 || (i > 0 && tern_type_dim(source, i - 1) != 1);
    if (!ends) continue;
    size_t high = i + added;
    for (size_t k = low; k < high; ++k) {
      size_t from = (size_t)tern_dense_array_attr_int(permutation, k);
      if (from < low || from >= high) return false;
    }
    low = high;
  }
  return true;
}

static tern_value_t *transpose_from_elements(tern_builder_t *b, const tern_op_t *op, const tern_op_t *from) {
  const tern_attr_t *permutation = tern_op_attr(op, "permutation");
  const tern_type_t *in = tern_op_operand(op, 0)->type, *out = tern_op_result(op, 0)->type;
  size_t rank = tern_type_rank(in), count = from->operand_count;
  int64_t position[TERN_VECTOR_MAX_RANK] = {0}, source[TERN_VECTOR_MAX_RANK];
  tern_value_t **elements = tern_malloc((count + 1) * sizeof *elements);
  for (size_t i = 0; i < count; ++i) {
    for (size_t d = 0; d < rank; ++d) source[tern_dense_array_attr_int(permutation, d)] = position[d];
    size_t index = 0;
    for (size_t d = 0; d < rank; ++d) index = index * (size_t)tern_type_dim(in, d) + (size_t)source[d];
    elements[i] = tern_op_operand(from, index);
    advance(position, out);
  }
  tern_value_t *result = make_from_elements(b, out, elements);
  free(elements);
  return result;
}

static bool compose_transposes(tern_op_t *op, const tern_op_t *before, tern_rewriter_t *rewriter) {
  const tern_attr_t *inner = tern_op_attr(before, "permutation"), *outer = tern_op_attr(op, "permutation");
  TERN_VEC(int64_t) composed = {0};
  for (size_t i = 0; i < tern_dense_array_attr_count(outer); i++)
    tern_vec_push(&composed, tern_dense_array_attr_int(inner, (size_t)tern_dense_array_attr_int(outer, i)));
  tern_build_args_t args = {
      .operands = TERN_VALUES(tern_op_operand(before, 0)),
      .types = TERN_TYPES(tern_op_result(op, 0)->type),
      .attrs = TERN_ATTRS(
          {"permutation", tern_dense_i64_array_attr_get(tern_op_context(op), composed.values, composed.count)})};
  tern_rewriter_replace_with(rewriter, op, TERN_VECTOR(TRANSPOSE), &args);
  tern_vec_deinitialize(&composed);
  return true;
}

// A transpose of a transpose is one; of a broadcast, often a broadcast; of elements, these in another order.
bool tern_vector_canonicalize_transpose(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (tern_vector_transpose_mask(op, rewriter)) return true;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  const tern_op_t *before = tern_value_defining_op(tern_op_operand(op, 0));
  if (!before) return false;
  if (tern_op_is(before, TERN_VECTOR(TRANSPOSE))) return compose_transposes(op, before, rewriter);
  if (tern_op_is(before, TERN_VECTOR(FROM_ELEMENTS)) && tern_type_rank(type) <= TERN_VECTOR_MAX_RANK)
    return replace_by(rewriter, op, transpose_from_elements(b, op, before));
  if (!tern_op_is(before, TERN_VECTOR(BROADCAST))) return false;
  tern_value_t *source = tern_op_operand(before, 0);
  bool is_scalar = source->type->kind != TERN_TYPE_VECTOR;
  if (!is_scalar && !stays_in_groups(source->type, tern_op_attr(op, "permutation"))) return false;
  return replace_by(rewriter, op, tern_vector_make_broadcast(b, type, source));
}

// --- step ---

// Whether all lane numbers below `count` compare so with `limit`, or none; false if neither is known.
static bool compare_all(int64_t predicate, int64_t count, int64_t limit, bool *out_answer) {
  bool is_last = predicate == TERN_CMPI_ULE || predicate == TERN_CMPI_UGT;
  if ((is_last ? count - 1 : count) > limit) return false;
  switch (predicate) {
    case TERN_CMPI_ULT:
    case TERN_CMPI_ULE:
    case TERN_CMPI_NE: *out_answer = true; return true;
    case TERN_CMPI_UGE:
    case TERN_CMPI_UGT:
    case TERN_CMPI_EQ: *out_answer = false; return true;
    default: return false;
  }
}

// Comparisons of the lane numbers with what is beyond the last one.
bool tern_vector_canonicalize_step(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (is_scalable(type)) return false;
  tern_value_for_each_use(tern_op_result(op, 0), use) {
    tern_op_t *user = use->owner;
    bool answer;
    if (!tern_op_is(user, TERN_ARITH(CMPI)) || tern_op_operand(user, 0) != tern_op_result(op, 0)) continue;
    const tern_attr_t *limit = tern_value_constant(tern_op_operand(user, 1));
    if (!limit || limit->kind != TERN_ATTR_DENSE_ELEMENTS || !tern_dense_elements_attr_is_splat(limit)) continue;
    int64_t value = tern_integer_attr_value(tern_dense_elements_attr_at(limit, 0));
    int64_t predicate = tern_enum_attr_value(tern_op_attr(user, "predicate"));
    if (!compare_all(predicate, tern_type_dim(type, 0), value, &answer)) continue;
    const tern_attr_t *splat = tern_dense_elements_attr_get_splat(tern_op_result(user, 0)->type,
                                                                  tern_bool_attr_get(tern_op_context(op), answer));
    tern_builder_t b = tern_builder_before(user);
    tern_value_t *constant =
        tern_build_value(&b, TERN_ARITH(CONSTANT), .types = TERN_TYPES(tern_op_result(user, 0)->type),
                         .attrs = TERN_ATTRS({"value", splat}));
    return replace_by(rewriter, user, constant);
  }
  return false;
}
