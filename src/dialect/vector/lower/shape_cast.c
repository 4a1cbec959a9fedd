// vector.shape_cast as extractions and insertions of the largest vectors that both shapes are made of (upstream:
// LowerVectorShapeCast).
//
//   vector<2x2x3x4x7xi8> to vector<8x6x7xi8>: 7 is common to both, gcd(4, 6) = 2, so vectors of 2x7 are moved.

#include "base/integer.h"
#include "dialect/vector/lower/replace.h"

static int64_t product(const int64_t *dims, size_t count) {
  int64_t result = 1;
  for (size_t i = 0; i < count; ++i) result *= dims[i];
  return result;
}

// Adds `step` to the last place of a position, with carries.
static void advance(int64_t step, const int64_t *dims, size_t count, int64_t *position) {
  for (size_t d = count; d-- > 0 && step > 0;) {
    position[d] += step;
    step = position[d] / dims[d];
    position[d] %= dims[d];
  }
}

// Only outermost dimensions of one differ.
static tern_value_t *cast_leading_ones(tern_builder_t *b, tern_value_t *source, const tern_type_t *type) {
  static const int64_t zeros[TERN_VECTOR_MAX_RANK];
  size_t from = tern_type_rank(source->type), to = tern_type_rank(type);
  tern_value_t *poison = tern_vector_make_poison(b, type);
  tern_value_t *part = tern_vector_make_extract(b, source, zeros, from > to ? from - to : 0);
  return tern_vector_make_insert(b, part, poison, zeros, to > from ? to - from : 0);
}

// The parts are what both shapes end with: `from_count` and `to_count` dimensions are before it.
static tern_value_t *cast_whole_parts(tern_builder_t *b, tern_value_t *source, const tern_type_t *type,
                                      size_t from_count, size_t to_count, int64_t part_count) {
  int64_t from[TERN_VECTOR_MAX_RANK] = {0}, to[TERN_VECTOR_MAX_RANK] = {0};
  tern_value_t *result = tern_vector_make_poison(b, type);
  for (int64_t i = 0; i < part_count; ++i) {
    tern_value_t *part = tern_vector_make_extract(b, source, from, from_count);
    result = tern_vector_make_insert(b, part, result, to, to_count);
    advance(1, tern_type_dims(source->type), from_count, from);
    advance(1, tern_type_dims(type), to_count, to);
  }
  return result;
}

// The parts are slices: dimension `from_dim` of the source and `to_dim` of the result are cut into pieces of `piece`.
static tern_value_t *cast_slices(tern_builder_t *b, tern_value_t *source, const tern_type_t *type, size_t from_dim,
                                 size_t to_dim, int64_t piece) {
  const tern_type_t *from_type = source->type;
  int64_t from[TERN_VECTOR_MAX_RANK] = {0}, to[TERN_VECTOR_MAX_RANK] = {0};
  int64_t offsets[TERN_VECTOR_MAX_RANK] = {0}, sizes[TERN_VECTOR_MAX_RANK];
  size_t slice_rank = tern_type_rank(from_type) - from_dim;
  int64_t reads = tern_type_dim(from_type, from_dim) / piece, writes = tern_type_dim(type, to_dim) / piece;
  for (size_t i = 0; i < slice_rank; ++i) sizes[i] = tern_type_dim(from_type, from_dim + i);
  sizes[0] = piece;
  int64_t count = tern_type_element_count(from_type) / product(sizes, slice_rank);
  tern_value_t *result = tern_vector_make_poison(b, type), *read = NULL, *written = NULL;
  tern_value_t *empty = tern_vector_make_poison(
      b, tern_vector_of(tern_type_element(type), tern_type_dims(type) + to_dim, tern_type_rank(type) - to_dim, 0));
  for (int64_t i = 0; i < count; ++i) {
    if (i % reads == 0) {
      read = tern_vector_make_extract(b, source, from, from_dim);
      advance(1, tern_type_dims(from_type), from_dim, from);
    }
    offsets[0] = i % reads * piece;
    tern_value_t *slice = tern_vector_make_extract_slice(b, read, offsets, sizes, slice_rank);
    if (i % writes == 0) written = empty;
    offsets[0] = i % writes * piece;
    written = tern_vector_make_insert_slice(b, slice, written, offsets, slice_rank);
    if (i % writes + 1 < writes) continue;
    result = tern_vector_make_insert(b, written, result, to, to_dim);
    advance(1, tern_type_dims(type), to_dim, to);
  }
  return result;
}

static bool lower_fixed(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *from = source->type, *to = tern_op_result(op, 0)->type;
  if (is_scalable(from) || is_scalable(to)) return false;
  size_t from_dim = tern_type_rank(from), to_dim = tern_type_rank(to);
  if (from_dim > TERN_VECTOR_MAX_RANK || to_dim > TERN_VECTOR_MAX_RANK) return false;
  while (from_dim > 0 && to_dim > 0 && tern_type_dim(from, from_dim - 1) == tern_type_dim(to, to_dim - 1)) {
    --from_dim;
    --to_dim;
  }
  if (from_dim == 0 || to_dim == 0) return replace_by(rewriter, op, cast_leading_ones(b, source, to));
  int64_t piece = tern_gcd(tern_type_dim(from, from_dim - 1), tern_type_dim(to, to_dim - 1));
  if (piece != 1) return replace_by(rewriter, op, cast_slices(b, source, to, from_dim - 1, to_dim - 1, piece));
  int64_t part_count = product(tern_type_dims(from), from_dim);
  return replace_by(rewriter, op, cast_whole_parts(b, source, to, from_dim, to_dim, part_count));
}

// --- scalable vectors ---

static bool is_only_last_scalable(const tern_type_t *type) {
  size_t rank = tern_type_rank(type);
  return rank > 0 && tern_vector_type_scalable_mask(type) == UINT64_C(1) << (rank - 1);
}

// The shorter of both last dimensions is moved at a time.
static bool lower_scalable(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *source = tern_op_operand(op, 0), *read = NULL, *written = NULL;
  const tern_type_t *from_type = source->type, *to_type = tern_op_result(op, 0)->type;
  if (!is_only_last_scalable(from_type) || !is_only_last_scalable(to_type)) return false;
  size_t from_rank = tern_type_rank(from_type), to_rank = tern_type_rank(to_type);
  if (from_rank > TERN_VECTOR_MAX_RANK || to_rank > TERN_VECTOR_MAX_RANK) return false;
  int64_t from_size = tern_type_dim(from_type, from_rank - 1), to_size = tern_type_dim(to_type, to_rank - 1);
  int64_t piece = from_size < to_size ? from_size : to_size;
  int64_t count = product(tern_type_dims(from_type), from_rank);
  const tern_type_t *piece_type = tern_vector_of(tern_type_element(from_type), &piece, 1, 1);
  int64_t from[TERN_VECTOR_MAX_RANK] = {0}, to[TERN_VECTOR_MAX_RANK] = {0};
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  tern_value_t *result = tern_vector_make_poison(b, to_type);
  for (int64_t i = 0; i < count; i += piece) {
    int64_t from_last = from[from_rank - 1], to_last = to[to_rank - 1];
    if (!read) read = from_rank == 1 ? source : tern_vector_make_extract(b, source, from, from_rank - 1);
    tern_value_t *part = read;
    if (piece < from_size) {
      part = tern_build_value(b, TERN_VECTOR(SCALABLE_EXTRACT), .operands = TERN_VALUES(read),
                              .types = TERN_TYPES(piece_type),
                              .attrs = TERN_ATTRS({"pos", tern_integer_attr_get(i64, from_last)}));
    }
    if (!written && piece == to_size) written = part;
    if (!written) written = to_rank == 1 ? result : tern_vector_make_extract(b, result, to, to_rank - 1);
    if (piece < to_size) {
      written = tern_build_value(b, TERN_VECTOR(SCALABLE_INSERT), .operands = TERN_VALUES(part, written),
                                 .types = TERN_TYPES(written->type),
                                 .attrs = TERN_ATTRS({"pos", tern_integer_attr_get(i64, to_last)}));
    }
    if (to_last + piece >= to_size && written != result) {
      result = tern_vector_make_insert(b, written, result, to, to_rank - 1);
      written = NULL;
    }
    if (from_last + piece >= from_size) read = NULL;
    advance(piece, tern_type_dims(from_type), from_rank, from);
    advance(piece, tern_type_dims(to_type), to_rank, to);
  }
  return replace_by(rewriter, op, result);
}

const tern_pattern_t tern_vector_shape_cast_patterns[] = {
    {"shape-cast", TERN_VECTOR(SHAPE_CAST), 1, lower_fixed},
    {"scalable-shape-cast", TERN_VECTOR(SHAPE_CAST), 1, lower_scalable},
    {0},
};
