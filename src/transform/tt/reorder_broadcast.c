// --triton-reorder-broadcast: elementwise ops are computed before their operands are repeated, not after.
//
//   f(splat(a), splat(b))           splat(f(a, b))
//   f(broadcast(a), splat(b))       broadcast(f(a, splat(b)))      where all broadcasts repeat the same shape
//
// Source: upstream's pass of the same name.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

typedef TERN_VEC(tern_value_t *) value_list_t;
typedef TERN_VEC(const tern_type_t *) type_list_t;

// The only element of all elements of a constant; NULL: there is none.
static const tern_attr_t *splat_constant(const tern_value_t *value) {
  const tern_attr_t *constant = tern_value_constant(value);
  return tern_attr_is_splat(constant) ? constant : NULL;
}

static bool is_splat(const tern_value_t *value) {
  return tern_value_defined_by(value, TERN_TT(SPLAT)) || splat_constant(value);
}

static bool is_candidate(const tern_op_t *op) {
  if (!tern_op_has_trait(op, TERN_TRAIT_ELEMENTWISE) || op->operand_count == 0 || tern_op_effects(op) != 0)
    return false;
  for (size_t i = 0; i < op->result_count; ++i) {
    if (op->results[i].type->kind != TERN_TYPE_TENSOR) return false;
  }
  return true;
}

// The op for other operands, its results put into the old shape by `row`.
static void compute_first(tern_op_t *op, tern_rewriter_t *rewriter, const value_list_t *operands,
                          const type_list_t *types, const tern_op_row_t *row) {
  tern_builder_t *b = &rewriter->builder;
  tern_op_t *made = tern_build(b, op->def->row, .operands = {operands->values, operands->count},
                               .types = {types->values, types->count}, .dictionary = tern_op_attr_dictionary(op));
  value_list_t results = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_vec_push(&results, tern_build_value(b, row, .operands = TERN_VALUES(&made->results[i]),
                                             .types = TERN_TYPES(op->results[i].type)));
  }
  tern_rewriter_replace(rewriter, op, (tern_values_t){results.values, results.count});
  tern_vec_deinitialize(&results);
}

// --- splats ---

static bool move_splat(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  if (!is_candidate(op)) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!is_splat(tern_op_operand(op, i))) return false;
  }
  value_list_t operands = {0};
  type_list_t types = {0};
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    const tern_op_t *splat = tern_value_defined_by(value, TERN_TT(SPLAT));
    const tern_attr_t *constant = splat ? NULL : tern_dense_elements_attr_at(splat_constant(value), 0);
    tern_vec_push(&operands, splat ? tern_op_operand(splat, 0) : tern_arith_constant(&rewriter->builder, constant));
  }
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&types, tern_type_element(op->results[i].type));
  compute_first(op, rewriter, &operands, &types, TERN_TT(SPLAT));
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return true;
}

// --- broadcasts ---

static bool has_same_shape(const tern_type_t *a, const tern_type_t *b) {
  return tern_type_rank(a) == tern_type_rank(b) &&
         memcmp(tern_type_dims(a), tern_type_dims(b), tern_type_rank(a) * sizeof(int64_t)) == 0;
}

// What the broadcasts among the operands repeat: the type of the first of them. NULL: there is none, or something stands in
// the way.
static const tern_type_t *repeated_type(const tern_op_t *op) {
  const tern_type_t *type = NULL;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *value = tern_op_operand(op, i);
    const tern_op_t *broadcast = tern_value_defined_by(value, TERN_TT(BROADCAST));
    if (!broadcast && !is_splat(value)) return NULL;
    if (!broadcast) continue;
    const tern_type_t *source = tern_op_operand(broadcast, 0)->type;
    if (type && !has_same_shape(type, source)) return NULL;
    if (!type) type = source;
  }
  return type;
}

// The operand in the shape that is repeated.
static tern_value_t *operand_of_shape(tern_builder_t *b, tern_value_t *value, const tern_type_t *repeated) {
  const tern_op_t *broadcast = tern_value_defined_by(value, TERN_TT(BROADCAST));
  if (broadcast) return tern_op_operand(broadcast, 0);
  const tern_type_t *type = tern_type_with_element(repeated, tern_type_element(value->type));
  const tern_op_t *splat = tern_value_defined_by(value, TERN_TT(SPLAT));
  if (splat) {
    return tern_build_value(b, TERN_TT(SPLAT), .operands = TERN_VALUES(tern_op_operand(splat, 0)),
                            .types = TERN_TYPES(type));
  }
  const tern_attr_t *element = tern_dense_elements_attr_at(splat_constant(value), 0);
  return tern_arith_constant(b, tern_dense_elements_attr_get_splat(type, element));
}

static bool move_broadcast(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_type_t *repeated = is_candidate(op) ? repeated_type(op) : NULL;
  if (!repeated) return false;
  value_list_t operands = {0};
  type_list_t types = {0};
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_vec_push(&operands, operand_of_shape(&rewriter->builder, tern_op_operand(op, i), repeated));
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_vec_push(&types, tern_type_with_element(repeated, tern_type_element(op->results[i].type)));
  }
  compute_first(op, rewriter, &operands, &types, TERN_TT(BROADCAST));
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return true;
}

// --- the pass ---

static bool canonicalize(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  return op->def->row->canonicalize(op, rewriter);
}

static const tern_pattern_t patterns[] = {
    {"canonicalize-broadcast", TERN_TT(BROADCAST), 1, canonicalize},
    {"canonicalize-expand-dims", TERN_TT(EXPAND_DIMS), 1, canonicalize},
    {"move-broadcast", NULL, 1, move_broadcast},
    {"move-splat", NULL, 1, move_splat},
};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  tern_apply_patterns_greedily(op, patterns, sizeof patterns / sizeof patterns[0], NULL, &options, NULL);
  return true;
}

const tern_pass_def_t tern_triton_reorder_broadcast_pass = {
    .flag = "triton-reorder-broadcast",
    .name = "TritonReorderBroadcast",
    .anchor = "builtin.module",
    .summary = "Compute elementwise ops before their operands are repeated",
    .dialects = (const tern_dialect_t *const[]){&tern_tt_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
