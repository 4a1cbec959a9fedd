// vector.gather of several dimensions as gathers of one (upstream: LowerVectorGather).

#include "dialect/vector/lower/replace.h"

// How many offsets a gather has: they are operands 1 and on.
static size_t offset_count(const tern_op_t *op) { return op->operand_count - 4; }

static tern_value_t *make_gather(tern_builder_t *b, const tern_op_t *op, const tern_type_t *type, tern_value_t *base,
                                 tern_value_t *const *rest) {
  tern_value_t *operands[TERN_VECTOR_MAX_RANK + 4];
  size_t count = offset_count(op);
  const tern_attr_t *alignment = tern_op_attr(op, "alignment");
  tern_named_attr_t attrs[] = {{"alignment", alignment}};
  operands[0] = base;
  for (size_t i = 0; i < count; ++i) operands[i + 1] = tern_op_operand(op, i + 1);
  for (size_t i = 0; i < 3; ++i) operands[count + 1 + i] = rest[i];
  return tern_build_value(b, TERN_VECTOR(GATHER), .operands = {operands, count + 4}, .types = TERN_TYPES(type),
                          .attrs = {attrs, alignment ? 1 : 0});
}

static bool unroll_gather(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  size_t count = offset_count(op);
  if (tern_type_rank(type) < 2 || tern_vector_dim_is_scalable(type, 0) || count > TERN_VECTOR_MAX_RANK) return false;
  const tern_type_t *part_type = tern_vector_without_dim(type, 0);
  tern_value_t *result = tern_vector_make_poison(b, type);
  for (int64_t i = 0; i < tern_type_dim(type, 0); ++i) {
    tern_value_t *rest[3];
    for (size_t k = 0; k < 3; ++k) rest[k] = tern_vector_make_extract_at(b, tern_op_operand(op, count + 1 + k), i);
    tern_value_t *part = make_gather(b, op, part_type, tern_op_operand(op, 0), rest);
    result = tern_vector_make_insert_at(b, part, result, i);
  }
  return replace_by(rewriter, op, result);
}

const tern_pattern_t tern_vector_gather_patterns[] = {
    {"unroll-gather", TERN_VECTOR(GATHER), 1, unroll_gather},
    {0},
};
