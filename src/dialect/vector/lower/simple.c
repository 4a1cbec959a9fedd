// Lowerings of one op each: fma, bitcast, broadcast and step in terms of fewer dimensions, and the canonicalizations that
// lowerings want (upstream: LowerVectorBroadcast, LowerVectorBitCast, LowerVectorStep, VectorFMAOpNDRewritePattern,
// populateVectorToVectorCanonicalizationPatterns).

#include "dialect/vector/lower/replace.h"
#include "dialect/vector/vector_hooks.h"

// --- fma and bitcast, one dimension less ---

static bool lower_fma(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (tern_type_rank(type) < 2 || tern_vector_dim_is_scalable(type, 0)) return false;
  tern_value_t *result = tern_vector_make_zeros(b, type);
  for (int64_t i = 0; i < tern_type_dim(type, 0); ++i) {
    tern_value_t *parts[3];
    for (size_t k = 0; k < 3; ++k) parts[k] = tern_vector_make_extract_at(b, tern_op_operand(op, k), i);
    tern_value_t *part = tern_build_value(b, TERN_VECTOR(FMA), .operands = {parts, 3});
    result = tern_vector_make_insert_at(b, part, result, i);
  }
  return replace_by(rewriter, op, result);
}

// Once for each vector of the last dimension.
static bool lower_bitcast(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  size_t rank = tern_type_rank(type);
  if (rank < 2 || rank > TERN_VECTOR_MAX_RANK) return false;
  // Up to the first dimension whose length is not known.
  size_t count = 0;
  while (count + 1 < rank && !tern_vector_dim_is_scalable(type, count)) ++count;
  if (count == 0) return false;
  const tern_type_t *part_type = tern_vector_of(tern_type_element(type), tern_type_dims(type) + count, rank - count,
                                                tern_vector_type_scalable_mask(type) >> count);
  tern_value_t *result = tern_vector_make_poison(b, type);
  int64_t position[TERN_VECTOR_MAX_RANK] = {0};
  do {
    tern_value_t *part = tern_vector_make_extract(b, tern_op_operand(op, 0), position, count);
    part = tern_build_value(b, TERN_VECTOR(BITCAST), .operands = TERN_VALUES(part), .types = TERN_TYPES(part_type));
    result = tern_vector_make_insert(b, part, result, position, count);
  } while (tern_vector_next_position(tern_type_dims(type), count, position));
  return replace_by(rewriter, op, result);
}

// --- broadcast of vectors ---

// The same part everywhere along the outermost dimension of `result`.
static tern_value_t *repeat(tern_builder_t *b, tern_value_t *result, tern_value_t *part) {
  int64_t count = tern_type_dim(result->type, 0);
  for (int64_t i = 0; i < count; ++i) result = tern_vector_make_insert_at(b, part, result, i);
  return result;
}

static bool lower_broadcast(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *from = source->type, *to = tern_op_result(op, 0)->type;
  if (from->kind != TERN_TYPE_VECTOR) return false;
  size_t from_rank = tern_type_rank(from), to_rank = tern_type_rank(to);
  int64_t zero = 0;
  if (from == to) return replace_by(rewriter, op, source);
  if (from_rank <= 1 && to_rank == 1) {
    tern_value_t *scalar = tern_vector_make_extract(b, source, &zero, from_rank);
    return replace_by(rewriter, op, tern_vector_make_broadcast(b, to, scalar));
  }
  if (tern_vector_dim_is_scalable(to, 0)) return false;
  const tern_type_t *inner = tern_vector_without_dim(to, 0);
  if (from_rank < to_rank) {
    tern_value_t *part = tern_vector_make_broadcast(b, inner, source);
    return replace_by(rewriter, op, repeat(b, tern_vector_make_poison(b, to), part));
  }
  if (tern_type_dim(from, 0) != tern_type_dim(to, 0)) {
    tern_value_t *poison = tern_vector_make_poison(b, to);
    tern_value_t *first = tern_vector_make_extract(b, source, &zero, 1);
    return replace_by(rewriter, op, repeat(b, poison, tern_vector_make_broadcast(b, inner, first)));
  }
  tern_value_t *result = tern_vector_make_poison(b, to);
  for (int64_t i = 0; i < tern_type_dim(to, 0); ++i) {
    tern_value_t *part = tern_vector_make_broadcast(b, inner, tern_vector_make_extract_at(b, source, i));
    result = tern_vector_make_insert_at(b, part, result, i);
  }
  return replace_by(rewriter, op, result);
}

// --- step ---

static bool lower_step(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (is_scalable(type)) return false;
  return replace_by(rewriter, op, tern_vector_make_numbers(&rewriter->builder, type));
}

// --- canonicalizations ---

#define CANONICALIZE(NAME)                                                                \
  static bool canonicalize_##NAME(tern_op_t *op, tern_rewriter_t *rewriter, void *user) { \
    (void)user;                                                                           \
    return tern_vector_canonicalize_##NAME(op, rewriter);                                 \
  }
CANONICALIZE(create_mask)
CANONICALIZE(masked_load)
CANONICALIZE(masked_store)
CANONICALIZE(gather)
CANONICALIZE(scatter)
CANONICALIZE(transpose)
#undef CANONICALIZE

const tern_pattern_t tern_vector_canonicalization_patterns[] = {
    {"create-mask-folder", TERN_VECTOR(CREATE_MASK), 1, canonicalize_create_mask},
    {"masked-load-folder", TERN_VECTOR(MASKEDLOAD), 1, canonicalize_masked_load},
    {"masked-store-folder", TERN_VECTOR(MASKEDSTORE), 1, canonicalize_masked_store},
    {"gather-folder", TERN_VECTOR(GATHER), 1, canonicalize_gather},
    {"scatter-folder", TERN_VECTOR(SCATTER), 1, canonicalize_scatter},
    {"expand-load-folder", TERN_VECTOR(EXPANDLOAD), 1, canonicalize_masked_load},
    {"compress-store-folder", TERN_VECTOR(COMPRESSSTORE), 1, canonicalize_masked_store},
    {"transpose-folder", TERN_VECTOR(TRANSPOSE), 1, canonicalize_transpose},
    {0},
};
const tern_pattern_t tern_vector_fma_patterns[] = {{"fma", TERN_VECTOR(FMA), 1, lower_fma}, {0}};
const tern_pattern_t tern_vector_bitcast_patterns[] = {{"bitcast", TERN_VECTOR(BITCAST), 1, lower_bitcast}, {0}};
const tern_pattern_t tern_vector_broadcast_patterns[] = {{"broadcast", TERN_VECTOR(BROADCAST), 1, lower_broadcast},
                                                         {0}};
const tern_pattern_t tern_vector_step_patterns[] = {{"step", TERN_VECTOR(STEP), 1, lower_step}, {0}};
