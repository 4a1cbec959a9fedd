// vector.extract_strided_slice and vector.insert_strided_slice as shuffles of one dimension, and interleaving (upstream:
// VectorInsertExtractStridedSliceRewritePatterns, LowerVectorInterleave).

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/vector/lower/replace.h"

// The attribute is an array of integers: those from `from` on, `count` of them.
static void read_list(const tern_op_t *op, const char *name, size_t from, size_t count, int64_t *out_values) {
  const tern_attr_t *list = tern_op_attr(op, name);
  for (size_t i = 0; i < count; ++i) out_values[i] = tern_integer_attr_value(tern_array_attr_at(list, from + i));
}

static size_t list_count(const tern_op_t *op, const char *name) {
  return tern_array_attr_count(tern_op_attr(op, name));
}

// --- insertion ---

// Into the part that has as many dimensions as what is inserted.
static bool insert_into_part(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *value = tern_op_operand(op, 0), *into = tern_op_operand(op, 1);
  size_t rank = tern_type_rank(value->type), outer = tern_type_rank(into->type) - rank;
  int64_t offsets[TERN_VECTOR_MAX_RANK];
  if (outer == 0 || outer + rank > TERN_VECTOR_MAX_RANK) return false;
  read_list(op, "offsets", 0, outer + rank, offsets);
  tern_value_t *part = tern_vector_make_extract(b, into, offsets, outer);
  tern_value_t *changed = tern_vector_make_insert_slice(b, value, part, offsets + outer, rank);
  return replace_by(rewriter, op, tern_vector_make_insert(b, changed, into, offsets, outer));
}

// One dimension: the value is made as long as the destination, then lanes are taken from either.
static tern_value_t *insert_by_shuffle(tern_builder_t *b, tern_value_t *value, tern_value_t *into, int64_t offset) {
  int64_t size = tern_type_dim(value->type, 0), whole = tern_type_dim(into->type, 0);
  int64_t *mask = tern_malloc((size_t)(whole + 1) * sizeof *mask);
  for (int64_t i = 0; i < whole; ++i) mask[i] = i < size ? i : 0;
  tern_value_t *longer = tern_vector_make_shuffle(b, value, value, mask, (size_t)whole);
  for (int64_t i = 0; i < whole; ++i) mask[i] = i >= offset && i < offset + size ? i - offset : whole + i;
  tern_value_t *result = tern_vector_make_shuffle(b, longer, into, mask, (size_t)whole);
  free(mask);
  return result;
}

static bool insert_same_rank(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *value = tern_op_operand(op, 0), *into = tern_op_operand(op, 1);
  size_t rank = tern_type_rank(value->type);
  int64_t offsets[TERN_VECTOR_MAX_RANK];
  if (rank != tern_type_rank(into->type) || rank > TERN_VECTOR_MAX_RANK) return false;
  if (value->type == into->type) return replace_by(rewriter, op, value);
  // A dimension whose length is not known cannot be walked along.
  if (tern_vector_dim_is_scalable(value->type, 0) || tern_vector_dim_is_scalable(into->type, 0)) return false;
  read_list(op, "offsets", 0, rank, offsets);
  if (rank == 1) return replace_by(rewriter, op, insert_by_shuffle(b, value, into, offsets[0]));
  tern_value_t *result = into;
  for (int64_t i = 0; i < tern_type_dim(value->type, 0); ++i) {
    tern_value_t *part = tern_vector_make_extract_at(b, value, i);
    tern_value_t *old = tern_vector_make_extract_at(b, into, offsets[0] + i);
    part = tern_vector_make_insert_slice(b, part, old, offsets + 1, rank - 1);
    result = tern_vector_make_insert_at(b, part, result, offsets[0] + i);
  }
  return replace_by(rewriter, op, result);
}

// --- extraction ---

static bool extract_by_shuffle(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_value_t *source = tern_op_operand(op, 0);
  int64_t offset, size;
  if (list_count(op, "offsets") != 1 || is_scalable(source->type)) return false;
  read_list(op, "offsets", 0, 1, &offset);
  read_list(op, "sizes", 0, 1, &size);
  int64_t *mask = tern_malloc((size_t)(size + 1) * sizeof *mask);
  for (int64_t i = 0; i < size; ++i) mask[i] = offset + i;
  tern_value_t *result = tern_vector_make_shuffle(&rewriter->builder, source, source, mask, (size_t)size);
  free(mask);
  return replace_by(rewriter, op, result);
}

// Shuffles have no scalable vectors: rows are moved one by one.
static bool extract_by_rows(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *source = tern_op_operand(op, 0);
  int64_t offset, size;
  if (list_count(op, "offsets") != 1 || !is_scalable(source->type)) return false;
  if (tern_vector_dim_is_scalable(source->type, 0)) return false;
  read_list(op, "offsets", 0, 1, &offset);
  read_list(op, "sizes", 0, 1, &size);
  tern_value_t **rows = tern_malloc((size_t)(size + 1) * sizeof *rows);
  for (int64_t i = 0; i < size; ++i) rows[i] = tern_vector_make_extract_at(b, source, offset + i);
  tern_value_t *result = tern_vector_make_zeros(b, tern_op_result(op, 0)->type);
  for (int64_t i = 0; i < size; ++i) result = tern_vector_make_insert_at(b, rows[i], result, i);
  free(rows);
  return replace_by(rewriter, op, result);
}

static bool extract_nd(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  int64_t offsets[TERN_VECTOR_MAX_RANK], sizes[TERN_VECTOR_MAX_RANK];
  size_t count = list_count(op, "offsets");
  if (count <= 1 || count > TERN_VECTOR_MAX_RANK || tern_vector_dim_is_scalable(source->type, 0)) return false;
  read_list(op, "offsets", 0, count, offsets);
  read_list(op, "sizes", 0, count, sizes);
  tern_value_t *zero = tern_vector_make_zeros(b, tern_type_element(type));
  tern_value_t *result = tern_vector_make_broadcast(b, type, zero);
  for (int64_t i = 0; i < sizes[0]; ++i) {
    tern_value_t *row = tern_vector_make_extract_at(b, source, offsets[0] + i);
    tern_value_t *part = tern_vector_make_extract_slice(b, row, offsets + 1, sizes + 1, count - 1);
    result = tern_vector_make_insert_at(b, part, result, i);
  }
  return replace_by(rewriter, op, result);
}

const tern_pattern_t tern_vector_strided_slice_decomposition_patterns[] = {
    {"insert-slice-into-part", TERN_VECTOR(INSERT_STRIDED_SLICE), 1, insert_into_part},
    {"extract-slice-nd", TERN_VECTOR(EXTRACT_STRIDED_SLICE), 1, extract_nd},
    {0},
};

const tern_pattern_t tern_vector_strided_slice_patterns[] = {
    {"insert-slice-into-part", TERN_VECTOR(INSERT_STRIDED_SLICE), 1, insert_into_part},
    {"extract-slice-nd", TERN_VECTOR(EXTRACT_STRIDED_SLICE), 1, extract_nd},
    {"insert-slice-by-shuffle", TERN_VECTOR(INSERT_STRIDED_SLICE), 1, insert_same_rank},
    {"extract-slice-by-shuffle", TERN_VECTOR(EXTRACT_STRIDED_SLICE), 1, extract_by_shuffle},
    {"extract-slice-by-rows", TERN_VECTOR(EXTRACT_STRIDED_SLICE), 1, extract_by_rows},
    {0},
};

// --- interleaving ---

// How many outermost dimensions are walked along to get to vectors of one dimension: up to the first scalable one.
static size_t unrolled_rank(const tern_type_t *type) {
  size_t rank = tern_type_rank(type), count = 0;
  while (count + 1 < rank && !tern_vector_dim_is_scalable(type, count)) ++count;
  return rank > TERN_VECTOR_MAX_RANK ? 0 : count;
}

static bool unroll_interleave(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  size_t count = unrolled_rank(type);
  int64_t position[TERN_VECTOR_MAX_RANK] = {0};
  if (count == 0) return false;
  tern_value_t *result = tern_vector_make_zeros(b, type);
  do {
    tern_value_t *lhs = tern_vector_make_extract(b, tern_op_operand(op, 0), position, count);
    tern_value_t *rhs = tern_vector_make_extract(b, tern_op_operand(op, 1), position, count);
    tern_value_t *part = tern_build_value(b, TERN_VECTOR(INTERLEAVE), .operands = TERN_VALUES(lhs, rhs));
    result = tern_vector_make_insert(b, part, result, position, count);
  } while (tern_vector_next_position(tern_type_dims(type), count, position));
  return replace_by(rewriter, op, result);
}

static bool unroll_deinterleave(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  size_t count = unrolled_rank(type), rank = tern_type_rank(type);
  int64_t position[TERN_VECTOR_MAX_RANK] = {0};
  if (count == 0) return false;
  const tern_type_t *part = tern_vector_of(tern_type_element(type), tern_type_dims(type) + count, rank - count,
                                           tern_vector_type_scalable_mask(type) >> count);
  tern_value_t *results[2];
  results[0] = results[1] = tern_vector_make_zeros(b, type);
  do {
    tern_value_t *source = tern_vector_make_extract(b, tern_op_operand(op, 0), position, count);
    tern_op_t *parts =
        tern_build(b, TERN_VECTOR(DEINTERLEAVE), .operands = TERN_VALUES(source), .types = TERN_TYPES(part, part));
    for (size_t i = 0; i < 2; ++i) {
      results[i] = tern_vector_make_insert(b, tern_op_result(parts, i), results[i], position, count);
    }
  } while (tern_vector_next_position(tern_type_dims(type), count, position));
  tern_rewriter_replace(rewriter, op, (tern_values_t){results, 2});
  return true;
}

const tern_pattern_t tern_vector_interleave_patterns[] = {
    {"unroll-interleave", TERN_VECTOR(INTERLEAVE), 1, unroll_interleave},
    {"unroll-deinterleave", TERN_VECTOR(DEINTERLEAVE), 1, unroll_deinterleave},
    {0},
};

static bool interleave_to_shuffle(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_value_t *lhs = tern_op_operand(op, 0), *rhs = tern_op_operand(op, 1);
  if (tern_type_rank(lhs->type) != 1 || is_scalable(lhs->type)) return false;
  int64_t count = tern_type_dim(lhs->type, 0);
  int64_t *mask = tern_malloc((size_t)(2 * count + 1) * sizeof *mask);
  for (int64_t i = 0; i < 2 * count; ++i) mask[i] = (i % 2 ? count : 0) + i / 2;
  tern_value_t *result = tern_vector_make_shuffle(&rewriter->builder, lhs, rhs, mask, (size_t)(2 * count));
  free(mask);
  return replace_by(rewriter, op, result);
}

const tern_pattern_t tern_vector_interleave_to_shuffle_patterns[] = {
    {"interleave-to-shuffle", TERN_VECTOR(INTERLEAVE), 1, interleave_to_shuffle},
    {0},
};
