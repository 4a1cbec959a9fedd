// --linalg-specialize-generic-ops and --linalg-morph-ops: linalg.generic as the named op that does the same, and named
// element-wise ops as linalg.elementwise.
//
//   %1 = linalg.generic {identities, parallel} ins(%a, %b) outs(%0) { addf; yield }   ->   %1 = linalg.add ...
//
// Source: upstream's Specialize, MorphOps and NamedToElementwise. Recognized are copies, fills, broadcasts, transposes,
// element-wise ops and products of (batches of) matrices; of convolutions nothing is made.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/complex/complex.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/math/math.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/linalg/generalize.h"
#include "transform/linalg/unfold_inputs.h"

// What a generic op is replaced by.
typedef struct named {
  const tern_op_row_t *row;
  tern_value_t *inputs[2];
  size_t input_count;
  const char *list;  // name of an attribute with positions, or NULL
  int64_t positions[TERN_LINALG_MAX_LOOPS];
  size_t position_count;
} named_t;

static const tern_affine_map_t *map_of(const tern_op_t *op, size_t position) {
  return tern_linalg_indexing_map(op, position);
}

// The value yielded by a body that does nothing but yield one; else NULL.
static tern_value_t *lone_yield(const tern_op_t *op) {
  const tern_op_t *first = tern_linalg_body(op)->first_op;
  return first && tern_op_is(first, TERN_LINALG(YIELD)) && first->operand_count == 1 ? tern_op_operand(first, 0) : NULL;
}

// --- fills, copies, broadcasts, transposes ---

static bool match_fill(const tern_op_t *op, named_t *out_named) {
  tern_value_t *yielded = lone_yield(op);
  const tern_block_t *body = tern_linalg_body(op);
  if (!yielded || tern_linalg_input_count(op) > 1) return false;
  if (tern_linalg_input_count(op) == 1) {
    tern_value_t *input = tern_linalg_input(op, 0);
    if (yielded != body->args[0] || tern_type_is_shaped(input->type)) return false;
    yielded = input;
  } else {
    const tern_op_t *maker = tern_value_defining_op(yielded);
    if (!maker || !(tern_op_is(maker, TERN_ARITH(CONSTANT)) || tern_op_is(maker, TERN_COMPLEX(CONSTANT)))) return false;
  }
  *out_named = (named_t){.row = TERN_LINALG(FILL), .inputs = {yielded}, .input_count = 1};
  return true;
}

// The dims of the result that the input does not have.
static bool match_broadcast(const tern_affine_map_t *map, named_t *out_named) {
  size_t next = 0;
  for (size_t i = 0; i < map->dim_count; i++) {
    if (next < map->result_count && tern_affine_expr_is_dim(map->results[next], i)) {
      next++;
    } else {
      out_named->positions[out_named->position_count++] = (int64_t)i;
    }
  }
  out_named->row = TERN_LINALG(BROADCAST);
  out_named->list = "dimensions";
  return next == map->result_count;
}

static bool match_move(const tern_op_t *op, named_t *out_named) {
  if (tern_linalg_input_count(op) != 1 || lone_yield(op) != tern_linalg_body(op)->args[0]) return false;
  tern_value_t *input = tern_linalg_input(op, 0);
  const tern_affine_map_t *map = map_of(op, 0);
  if (!tern_type_is_shaped(input->type) || !tern_affine_map_is_identity(map_of(op, 1))) return false;
  *out_named = (named_t){.row = TERN_LINALG(COPY), .inputs = {input}, .input_count = 1};
  if (tern_affine_map_is_identity(map)) return true;
  if (map->result_count < map->dim_count) return match_broadcast(map, out_named);
  if (!tern_affine_map_is_permutation(map)) return false;
  out_named->row = TERN_LINALG(TRANSPOSE);
  out_named->list = "permutation";
  out_named->position_count = map->dim_count;
  for (size_t i = 0; i < map->dim_count; i++) out_named->positions[map->results[i]->value] = (int64_t)i;
  return true;
}

// --- element-wise ---

static bool match_elementwise(const tern_op_t *op, named_t *out_named) {
  static const struct {
    const tern_op_row_t *inner, *row;
  } ops[] = {{TERN_MATH(EXP), TERN_LINALG(EXP)},
             {TERN_ARITH(ADDF), TERN_LINALG(ADD)},
             {TERN_ARITH(SUBF), TERN_LINALG(SUB)},
             {TERN_ARITH(MULF), TERN_LINALG(MUL)},
             {TERN_ARITH(DIVF), TERN_LINALG(DIV)}};
  const tern_block_t *body = tern_linalg_body(op);
  const tern_op_t *inner = body->first_op, *yield = body->last_op;
  size_t arity = tern_linalg_input_count(op);
  if (tern_linalg_loop_count(op) == 0 || inner == yield || inner->next != yield || inner->operand_count != arity ||
      arity > 2 || yield->operand_count != 1 || tern_value_defining_op(tern_op_operand(yield, 0)) != inner)
    return false;
  for (size_t i = 0; i < op->operand_count; i++)
    if (!tern_affine_map_is_identity(map_of(op, i))) return false;
  *out_named = (named_t){.input_count = arity};
  for (size_t i = 0; i < arity; i++) {
    const tern_value_t *arg = tern_op_operand(inner, i);
    if (!arg->is_block_argument || arg->owner != (const void *)body || arg->index >= arity) return false;
    if (i == 1 && arg == tern_op_operand(inner, 0)) return false;
    out_named->inputs[i] = tern_linalg_input(op, arg->index);
  }
  for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]) && !out_named->row; i++)
    if (tern_op_is(inner, ops[i].inner)) out_named->row = ops[i].row;
  return out_named->row != NULL;
}

// --- products ---

// Multiplied and added up as the named ops do it.
static bool has_product_body(const tern_op_t *op) {
  static const struct {
    const tern_op_row_t *multiply, *add;
  } kinds[] = {{TERN_ARITH(MULF), TERN_ARITH(ADDF)},
               {TERN_ARITH(MULI), TERN_ARITH(ADDI)},
               {TERN_COMPLEX(MUL), TERN_COMPLEX(ADD)}};
  const tern_block_t *body = tern_linalg_body(op);
  const tern_op_t *multiply = body->first_op, *add = multiply ? multiply->next : NULL;
  if (!add || add->next != body->last_op) return false;
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
    if (tern_op_is(multiply, kinds[i].multiply) && tern_op_is(add, kinds[i].add)) return true;
  return false;
}

// Batches first, in order, then loops `row` and `column`.
static bool is_matrix(const tern_affine_map_t *map, size_t batches, size_t row, size_t column) {
  if (map->result_count != batches + 2) return false;
  for (size_t i = 0; i < batches; i++)
    if (!tern_affine_expr_is_dim(map->results[i], i)) return false;
  return tern_affine_expr_is_dim(map->results[batches], row) &&
         tern_affine_expr_is_dim(map->results[batches + 1], column);
}

static bool match_product(const tern_op_t *op, named_t *out_named) {
  tern_contraction_t roles;
  if (tern_linalg_input_count(op) != 2 || !has_product_body(op) || !tern_linalg_match_contraction(op, &roles))
    return false;
  if (roles.m_count != 1 || roles.n_count != 1 || roles.k_count != 1) return false;
  size_t m = roles.m[0], n = roles.n[0], k = roles.k[0], batches = roles.batch_count;
  bool is_a = is_matrix(map_of(op, 0), batches, m, k), is_b = is_matrix(map_of(op, 1), batches, k, n);
  bool is_a_turned = is_matrix(map_of(op, 0), batches, k, m), is_b_turned = is_matrix(map_of(op, 1), batches, n, k);
  if (!is_matrix(map_of(op, 2), batches, m, n) || !(is_a || is_a_turned) || !(is_b || is_b_turned)) return false;
  // The plain ops have the plain order of loops in their maps.
  if (!is_a || !is_b) return false;
  *out_named = (named_t){.row = batches ? TERN_LINALG(BATCH_MATMUL) : TERN_LINALG(MATMUL),
                         .inputs = {tern_linalg_input(op, 0), tern_linalg_input(op, 1)},
                         .input_count = 2};
  return batches <= 1;
}

// --- replacing ---

static bool specialize(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  named_t named = {0};
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || tern_linalg_output_count(op) != 1) return false;
  bool is_parallel = tern_linalg_is_all_parallel(op);
  bool is_matched = is_parallel ? match_move(op, &named) || match_fill(op, &named) || match_elementwise(op, &named)
                                : match_product(op, &named);
  if (!is_matched) return false;
  tern_context_t *context = tern_op_context(op);
  const tern_named_attr_t list = {named.list,
                                  tern_dense_i64_array_attr_get(context, named.positions, named.position_count)};
  const tern_type_t *type = op->result_count ? op->results[0].type : NULL;
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *made =
      tern_linalg_build_named(&rewriter->builder, named.row, (tern_types_t){&type, op->result_count},
                              (tern_values_t){named.inputs, named.input_count}, TERN_VALUES(tern_linalg_output(op, 0)),
                              (tern_named_attrs_t){&list, named.list ? 1 : 0});
  tern_value_t *result = op->result_count ? tern_op_result(made, 0) : NULL;
  tern_rewriter_replace(rewriter, op, (tern_values_t){&result, op->result_count});
  return true;
}

// A named element-wise op has the name of a kind.
static bool categorize(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  int64_t kind;
  if (!tern_is_linalg(op) || tern_op_is(op, TERN_LINALG(GENERIC)) || tern_op_is(op, TERN_LINALG(ELEMENTWISE)))
    return false;
  tern_str_t name = tern_str_drop(tern_op_name(op), sizeof("linalg.") - 1);
  if (!tern_enum_case_value(TERN_LINALG_ENUM(ELEMENTWISE_KIND), name, &kind)) return false;
  TERN_VEC(const tern_attr_t *) maps = {0};
  TERN_VEC(tern_value_t *) inputs = {0};
  for (size_t i = 0; i < op->operand_count; i++) tern_vec_push(&maps, tern_affine_map_attr_get(map_of(op, i)));
  for (size_t i = 0; i < tern_linalg_input_count(op); i++) tern_vec_push(&inputs, tern_linalg_input(op, i));
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *kind_attr = tern_enum_attr_get(context, TERN_LINALG_ENUM(ELEMENTWISE_KIND), kind);
  const tern_type_t *type = op->result_count ? op->results[0].type : NULL;
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *made = tern_linalg_build_named(
      &rewriter->builder, TERN_LINALG(ELEMENTWISE), (tern_types_t){&type, op->result_count},
      (tern_values_t){inputs.values, inputs.count}, TERN_VALUES(tern_linalg_output(op, 0)),
      TERN_ATTRS({"kind", kind_attr}, {"indexing_maps", tern_array_attr_get(context, maps.values, maps.count)}));
  tern_value_t *result = op->result_count ? tern_op_result(made, 0) : NULL;
  tern_rewriter_replace(rewriter, op, (tern_values_t){&result, op->result_count});
  tern_vec_deinitialize(&maps);
  tern_vec_deinitialize(&inputs);
  return true;
}

static tern_walk_result_t generalize(tern_op_t *op, void *user) {
  (void)user;
  if (tern_is_linalg(op) && !tern_op_is(op, TERN_LINALG(GENERIC))) tern_linalg_generalize(op);
  return TERN_WALK_ADVANCE;
}

static bool rewrite(tern_op_t *op, const tern_pattern_t *patterns, size_t count) {
  tern_apply_patterns_greedily(op, patterns, count, NULL, &TERN_GREEDY_DEFAULT, NULL);
  return true;
}

static bool unfold(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  return tern_linalg_unfold_inputs(op, rewriter);
}

static const tern_pattern_t specialization = {"specialize", NULL, 1, specialize};
static const tern_pattern_t categorization = {"categorize", NULL, 1, categorize};

static bool run_specialize(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  const tern_pattern_t patterns[] = {specialization, {"unfold-inputs", TERN_LINALG(GENERIC), 1, unfold}};
  return rewrite(op, patterns, 2);
}

static bool run_morph(tern_op_t *op, tern_pass_t *pass) {
  if (tern_pass_bool(pass, "named-to-category")) rewrite(op, &categorization, 1);
  if (tern_pass_bool(pass, "category-to-generic") || tern_pass_bool(pass, "named-to-generic"))
    tern_op_walk_post(op, generalize, NULL);
  return rewrite(op, &specialization, tern_pass_bool(pass, "generic-to-named") ? 1 : 0);
}

static const tern_option_def_t morph_options[] = {
    {"named-to-category", TERN_OPTION_BOOL, "false", "Make linalg.elementwise of named ops", NULL},
    {"category-to-generic", TERN_OPTION_BOOL, "false", "Make linalg.generic of linalg.elementwise and its like", NULL},
    {"named-to-generic", TERN_OPTION_BOOL, "false", "Make linalg.generic of named ops", NULL},
    {"generic-to-named", TERN_OPTION_BOOL, "false", "Make named ops of linalg.generic where there are any", NULL},
};

const tern_pass_def_t tern_linalg_specialize_generic_ops_pass = {
    .flag = "linalg-specialize-generic-ops",
    .name = "LinalgSpecializeGenericOpsPass",
    .summary = "Give linalg.generic the name of the op that computes the same",
    .run = run_specialize,
};

const tern_pass_def_t tern_linalg_morph_ops_pass = {
    .flag = "linalg-morph-ops",
    .name = "LinalgMorphOpsPass",
    .summary = "Write linalg ops by names, by categories or in full",
    .options = morph_options,
    .option_count = sizeof(morph_options) / sizeof(morph_options[0]),
    .run = run_morph,
};
