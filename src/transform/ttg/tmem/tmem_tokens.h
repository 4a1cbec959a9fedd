// Tokens of tensor memory: each op on it that has one hands it on, so that a chain of them is the order of uses.

#ifndef TERN_TRANSFORM_TTG_TMEM_TOKENS_H_
#define TERN_TRANSFORM_TTG_TMEM_TOKENS_H_

#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "rewrite/rewriter.h"

static inline bool tern_tmem_is_mma(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTNG(TC_GEN5_MMA)) || tern_op_is(op, TERN_TTNG(TC_GEN5_MMA_SCALED));
}

// The token that an op of tensor memory gives; NULL: it has none, or is none.
static inline tern_value_t *tern_tmem_token(const tern_op_t *op) {
  tern_value_t *last = op->result_count ? &op->results[op->result_count - 1] : NULL;
  return last && tern_type_is_ttg(last->type, TERN_TTG_TYPE_ASYNC_TOKEN) ? last : NULL;
}

// The token that it takes; NULL: none.
static inline tern_value_t *tern_tmem_dep(const tern_op_t *op) {
  if (tern_op_is(op, TERN_TTNG(TMEM_ALLOC))) return NULL;
  return tern_op_operand_named(op, tern_tmem_is_mma(op) ? "acc_dep" : "dep");
}
static inline void tern_tmem_set_dep(tern_op_t *op, tern_value_t *token) {
  size_t start, count;
  tern_op_operands_named(op, tern_tmem_is_mma(op) ? "acc_dep" : "dep", &start, &count);
  tern_op_set_operand(op, start, token);
}

// The op of this row that the value is of, if it has a token.
static inline tern_op_t *tern_tmem_defined_by(const tern_value_t *value, const tern_op_row_t *row) {
  tern_op_t *op = value ? tern_value_defined_by(value, row) : NULL;
  return op && tern_tmem_token(op) ? op : NULL;
}

static inline bool tern_tmem_is_constant(const tern_value_t *value, bool wanted) {
  const tern_op_t *op = tern_value_defining_op(value);
  const tern_attr_t *attr =
      op && tern_str_equal_cstr(tern_op_name(op), "arith.constant") ? tern_op_attr(op, "value") : NULL;
  return tern_attr_is_integer(attr) && (tern_integer_attr_value(attr) != 0) == wanted;
}

// A store where `pred` is true (NULL: always) behind `dep`; without a token where `dep` is NULL.
tern_op_t *tern_tmem_build_store(tern_builder_t *b, tern_value_t *memory, tern_value_t *dep, tern_value_t *source,
                                 tern_value_t *pred);
tern_op_t *tern_tmem_build_load(tern_builder_t *b, tern_value_t *memory, tern_value_t *dep, const tern_type_t *type);

// The rewrites of --tritongpu-hoist-tmem-alloc: those of both ways that the pass goes first.
extern const tern_pattern_t tern_tmem_patterns[];
enum { TERN_TMEM_PATTERN_COUNT = 9, TERN_TMEM_LOOP_PATTERN_COUNT = 6 };

#endif  // TERN_TRANSFORM_TTG_TMEM_TOKENS_H_
