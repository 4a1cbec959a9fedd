// vector.transpose as extractions and insertions, or as shuffles (upstream: LowerVectorTranspose).

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/vector/lower/replace.h"

static void read_permutation(const tern_op_t *op, int64_t *out_permutation, size_t *out_rank) {
  const tern_attr_t *permutation = tern_op_attr(op, "permutation");
  *out_rank = tern_dense_array_attr_count(permutation);
  for (size_t i = 0; i < *out_rank; ++i) out_permutation[i] = tern_dense_array_attr_int(permutation, i);
}

// Are exactly two dimensions longer than one, and do they change their order? `*out_rows`, `*out_columns`: the source's.
static bool is_2d_slice(const tern_op_t *op, int64_t *out_rows, int64_t *out_columns) {
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  size_t rank = tern_type_rank(type), places[2], count = 0;
  for (size_t i = 0; i < rank; ++i) {
    if (tern_type_dim(type, i) <= 1) continue;
    if (count == 2) return false;
    places[count++] = i;
  }
  if (count != 2) return false;
  const tern_attr_t *permutation = tern_op_attr(op, "permutation");
  bool is_second_first = false;
  for (size_t i = 0; i < rank; ++i) {
    int64_t from = tern_dense_array_attr_int(permutation, i);
    if (from == (int64_t)places[0]) break;
    is_second_first |= from == (int64_t)places[1];
  }
  *out_rows = tern_type_dim(type, places[0]);
  *out_columns = tern_type_dim(type, places[1]);
  return is_second_first;
}

static bool is_shuffle_like(const tern_vector_lowering_options_t *options) {
  return options->transpose == TERN_VECTOR_TRANSPOSE_SHUFFLE_1D ||
         options->transpose == TERN_VECTOR_TRANSPOSE_SHUFFLE_16X16;
}

// A matrix of one row or column is not moved at all.
static bool lower_unit_dim(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (tern_type_rank(type) != 2) return false;
  bool is_row = tern_type_dim(type, 0) == 1 && !tern_vector_dim_is_scalable(type, 0);
  bool is_column = tern_type_dim(type, 1) == 1 && !tern_vector_dim_is_scalable(type, 1);
  if ((!is_row && !is_column) || tern_dense_array_attr_int(tern_op_attr(op, "permutation"), 0) != 1) return false;
  return replace_by(rewriter, op, tern_vector_make_shape_cast(&rewriter->builder, type, tern_op_operand(op, 0)));
}

// Each element, or each vector of the innermost dimensions that stay where they are, to its place.
static bool lower_to_elements(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  const tern_vector_lowering_options_t *options = user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *source = tern_op_operand(op, 0);
  int64_t permutation[TERN_VECTOR_MAX_RANK], from[TERN_VECTOR_MAX_RANK] = {0}, to[TERN_VECTOR_MAX_RANK];
  size_t rank;
  int64_t rows, columns;
  if (is_scalable(source->type) || tern_type_rank(source->type) > TERN_VECTOR_MAX_RANK) return false;
  if (is_shuffle_like(options) && is_2d_slice(op, &rows, &columns)) return false;
  read_permutation(op, permutation, &rank);
  while (rank > 0 && permutation[rank - 1] == (int64_t)rank - 1) --rank;
  tern_value_t *result = tern_vector_make_poison(b, tern_op_result(op, 0)->type);
  do {
    for (size_t i = 0; i < rank; ++i) to[i] = from[permutation[i]];
    tern_value_t *part = tern_vector_make_extract(b, source, from, rank);
    result = tern_vector_make_insert(b, part, result, to, rank);
  } while (tern_vector_next_position(tern_type_dims(source->type), rank, from));
  return replace_by(rewriter, op, result);
}

// --- shuffles ---

static tern_value_t *shuffle_flat(tern_builder_t *b, tern_value_t *flat, int64_t rows, int64_t columns) {
  int64_t *mask = tern_malloc((size_t)(rows * columns + 1) * sizeof *mask);
  for (int64_t j = 0, next = 0; j < columns; ++j) {
    for (int64_t i = 0; i < rows; ++i) mask[next++] = i * columns + j;
  }
  tern_value_t *result = tern_vector_make_shuffle(b, flat, flat, mask, (size_t)(rows * columns));
  free(mask);
  return result;
}

// The pattern of four lanes, repeated in each quarter of 16 lanes.
static tern_value_t *shuffle_quarters(tern_builder_t *b, tern_value_t *x, tern_value_t *y, const int64_t *lanes) {
  int64_t mask[16];
  for (int64_t i = 0; i < 16; ++i) mask[i] = lanes[i % 4] + i / 4 * 4;
  return tern_vector_make_shuffle(b, x, y, mask, 16);
}

// Two quarters of x, then two of y.
static tern_value_t *select_quarters(tern_builder_t *b, tern_value_t *x, tern_value_t *y, int64_t first) {
  int64_t mask[16];
  for (int64_t i = 0; i < 16; ++i) {
    int64_t quarter = i / 4, base = quarter < 2 ? 0 : 16;
    mask[i] = base + (first + quarter % 2 * 2) * 4 + i % 4;
  }
  return tern_vector_make_shuffle(b, x, y, mask, 16);
}

// 16 rows of 16: lanes are interleaved by one, then by two, then quarters are exchanged twice, which is what the unpack
// and shuffle instructions of AVX-512 do.
static tern_value_t *shuffle_16x16(tern_builder_t *b, tern_value_t *matrix) {
  static const int64_t low_ones[] = {0, 16, 1, 17}, high_ones[] = {2, 18, 3, 19};
  static const int64_t low_twos[] = {0, 1, 16, 17}, high_twos[] = {2, 3, 18, 19};
  tern_value_t *v[16], *t[16], *r[16];
  for (int64_t i = 0; i < 16; ++i) v[i] = tern_vector_make_extract_at(b, matrix, i);
  for (size_t i = 0; i < 16; i += 2) {
    t[i] = shuffle_quarters(b, v[i], v[i + 1], low_ones);
    t[i + 1] = shuffle_quarters(b, v[i], v[i + 1], high_ones);
  }
  for (size_t i = 0; i < 16; i += 4) {
    for (size_t k = 0; k < 2; ++k) {
      r[i + 2 * k] = shuffle_quarters(b, t[i + k], t[i + k + 2], low_twos);
      r[i + 2 * k + 1] = shuffle_quarters(b, t[i + k], t[i + k + 2], high_twos);
    }
  }
  for (size_t half = 0; half < 16; half += 8) {
    for (size_t i = 0; i < 4; ++i) t[half + i] = select_quarters(b, r[half + i], r[half + 4 + i], 0);
    for (size_t i = 0; i < 4; ++i) t[half + 4 + i] = select_quarters(b, r[half + i], r[half + 4 + i], 1);
  }
  for (size_t i = 0; i < 8; ++i) v[i] = select_quarters(b, t[i], t[i + 8], 0);
  for (size_t i = 0; i < 8; ++i) v[i + 8] = select_quarters(b, t[i], t[i + 8], 1);
  tern_value_t *result = tern_vector_make_poison(b, matrix->type);
  for (int64_t i = 0; i < 16; ++i) result = tern_vector_make_insert_at(b, v[i], result, i);
  return result;
}

static bool lower_to_shuffle(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  const tern_vector_lowering_options_t *options = user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *source = tern_op_operand(op, 0);
  int64_t rows, columns;
  if (is_scalable(source->type) || !is_shuffle_like(options) || !is_2d_slice(op, &rows, &columns)) return false;
  const tern_type_t *element = tern_type_element(source->type);
  const tern_type_t *flat = tern_vector_of(element, (int64_t[]){rows * columns}, 1, 0);
  tern_value_t *value = tern_vector_make_shape_cast(b, flat, source);
  if (options->transpose == TERN_VECTOR_TRANSPOSE_SHUFFLE_16X16 && rows == 16 && columns == 16) {
    value = tern_vector_make_shape_cast(b, tern_vector_of(element, (int64_t[]){16, 16}, 2, 0), value);
    value = shuffle_16x16(b, value);
  } else {
    value = shuffle_flat(b, value, rows, columns);
  }
  return replace_by(rewriter, op, tern_vector_make_shape_cast(b, tern_op_result(op, 0)->type, value));
}

const tern_pattern_t tern_vector_transpose_patterns[] = {
    {"transpose-2d-with-unit-dim-to-shape-cast", TERN_VECTOR(TRANSPOSE), 1, lower_unit_dim},
    {"transpose-to-elements", TERN_VECTOR(TRANSPOSE), 1, lower_to_elements},
    {"transpose-2d-to-shuffle", TERN_VECTOR(TRANSPOSE), 1, lower_to_shuffle},
    {0},
};
