// --affine-loop-normalize: loops count from 0 by 1 (upstream: normalizeAffineFor, normalizeAffineParallel).
//
//   affine.for %i = 3 to 20 step 4 { use %i }      affine.for %j = 0 to 5 { %i = affine.apply (d0 * 4 + 3)(%j); use %i }
//
// A lower bound that is the greatest of several values stays. With promote-single-iter loops that run once are replaced by
// their body.

#include "base/vec.h"
#include "dialect/affine/affine.h"
#include "dialect/affine/form.h"
#include "dialect/arith/arith.h"
#include "pass/pass.h"

typedef const tern_affine_expr_t *expr_t;

// --- differences of bounds ---

// Makes `a` the difference of the results of `a` and `b`, composed. `b` has as many results, or one for all.
static void subtract(tern_affine_form_t *a, const tern_affine_form_t *b) {
  expr_t minus_one = tern_affine_constant(a->context, -1);
  size_t dim_shift = a->dims.count, symbol_shift = a->symbols.count;
  for (size_t i = 0; i < a->exprs.count; ++i) {
    expr_t other = tern_affine_expr_shift(b->exprs.values[b->exprs.count == 1 ? 0 : i], b->dims.count, dim_shift,
                                          b->symbols.count, symbol_shift);
    a->exprs.values[i] = tern_affine_add(a->exprs.values[i], tern_affine_mul(other, minus_one));
  }
  for (size_t i = 0; i < b->dims.count; ++i) tern_vec_push(&a->dims, b->dims.values[i]);
  for (size_t i = 0; i < b->symbols.count; ++i) tern_vec_push(&a->symbols, b->symbols.values[i]);
  tern_affine_form_compose(a);
  tern_affine_form_compose_fully(a);
  // What cancelled out leaves values without use.
  tern_affine_form_canonicalize(a);
}

static expr_t ceil_div(expr_t expr, int64_t divisor) {
  return tern_affine_binary(TERN_AFFINE_CEILDIV, expr, tern_affine_constant(expr->context, divisor));
}

static tern_value_t *build_apply(tern_builder_t *b, const tern_affine_map_t *map, tern_values_t operands) {
  return tern_build_value(b, TERN_AFFINE(APPLY), .operands = operands,
                          .types = TERN_TYPES(tern_index_type_get(b->context)),
                          .attrs = TERN_ATTRS({"map", tern_affine_map_attr_get(map)}));
}

// Replaces the uses of `value` but for those of the op that computes `replacement` from it.
static void replace_but_in(tern_value_t *value, tern_value_t *replacement) {
  for (tern_operand_t *use = value->first_use, *next; use; use = next) {
    next = use->next;
    if (use->owner != tern_value_defining_op(replacement)) tern_operand_set(use, replacement);
  }
}

// --- loops that run once ---

// Does the loop run exactly once, by the difference of its bounds?
static bool runs_once(const tern_op_t *op) {
  tern_affine_form_t lower = {0}, range = {0};
  const tern_affine_map_t *map = tern_affine_for_map(op, true);
  int64_t step = tern_affine_for_step(op), least = INT64_MAX;
  bool is_known = map->result_count == 1;
  if (!is_known) return false;
  tern_affine_form_initialize(&lower, map, op, tern_affine_for_operands(op, true));
  tern_affine_form_initialize(&range, tern_affine_for_map(op, false), op, tern_affine_for_operands(op, false));
  subtract(&range, &lower);
  for (size_t i = 0; i < range.exprs.count; ++i) {
    is_known &= tern_affine_expr_is_constant(range.exprs.values[i]);
    if (range.exprs.values[i]->value < least) least = range.exprs.values[i]->value;
  }
  tern_affine_form_deinitialize(&lower);
  tern_affine_form_deinitialize(&range);
  return is_known && least > 0 && least <= step;
}

// The function around `op`, or NULL.
static tern_op_t *function_around(const tern_op_t *op) {
  tern_op_t *parent = tern_op_parent(op);
  while (parent && !tern_op_has_trait(parent, TERN_TRAIT_FUNCTION_LIKE)) parent = tern_op_parent(parent);
  return parent;
}

// The lower bound as a value: constants stand at the start of the function.
static tern_value_t *build_first(tern_op_t *op) {
  const tern_affine_map_t *map = tern_affine_for_map(op, true);
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *function = function_around(op);
  size_t start = tern_affine_for_operands(op, true);
  int64_t constant;
  if (tern_affine_for_constant_bound(op, true, &constant)) {
    if (function) tern_builder_set_start(&b, tern_op_body(function, 0));
    return tern_arith_constant_index(&b, constant);
  }
  if (map->dim_count == 1 && map->symbol_count == 0 && tern_affine_expr_is_dim(map->results[0], 0)) {
    return tern_op_operand(op, start);
  }
  tern_affine_form_t form = {0};
  tern_affine_values_t operands = {0};
  tern_affine_form_initialize(&form, map, op, start);
  tern_affine_form_operands(&form, &operands);
  tern_value_t *value = build_apply(&b, map, tern_affine_values_view(&operands));
  tern_vec_deinitialize(&operands);
  tern_affine_form_deinitialize(&form);
  return value;
}

// Puts the body in the place of the loop.
static void promote(tern_op_t *op) {
  tern_block_t *body = tern_op_body(op, 0);
  tern_op_t *yield = body->last_op;
  size_t first_init = tern_affine_for_inits(op);
  if (tern_value_has_uses(body->args[0])) tern_value_replace_all_uses(body->args[0], build_first(op));
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(body->args[1 + i], tern_op_operand(op, first_init + i));
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), tern_op_operand(yield, i));
  }
  tern_op_destroy(yield);
  while (body->first_op) tern_op_move_before(body->first_op, op);
  tern_op_destroy(op);
}

// --- for ---

static void normalize_for(tern_op_t *op) {
  const tern_affine_map_t *map = tern_affine_for_map(op, true);
  int64_t step = tern_affine_for_step(op), constant;
  bool is_at_zero = tern_affine_for_constant_bound(op, true, &constant) && constant == 0;
  if ((is_at_zero && step == 1) || map->result_count != 1) return;
  tern_affine_form_t lower = {0}, range = {0}, counter = {0};
  tern_affine_values_t upper_operands = {0}, apply_operands = {0};
  tern_affine_form_initialize(&lower, map, op, tern_affine_for_operands(op, true));
  tern_affine_form_initialize(&range, tern_affine_for_map(op, false), op, tern_affine_for_operands(op, false));
  subtract(&range, &lower);
  for (size_t i = 0; i < range.exprs.count; ++i) range.exprs.values[i] = ceil_div(range.exprs.values[i], step);
  tern_affine_form_operands(&range, &upper_operands);
  tern_affine_for_set_bound(op, false, tern_affine_form_map(&range), tern_affine_values_view(&upper_operands));
  tern_affine_for_set_bound(op, true, tern_affine_constant_map(map->context, 0), (tern_values_t){0});
  tern_op_set_attr(op, "step", tern_integer_attr_get(tern_index_type_get(map->context), 1));
  // The old counter: the lower bound less minus the new one times the step.
  expr_t scaled = tern_affine_mul(tern_affine_dim(map->context, 0), tern_affine_constant(map->context, -step));
  tern_value_t *iv = tern_affine_for_iv(op);
  tern_affine_form_initialize_values(&counter, tern_affine_map_get(map->context, 1, 0, &scaled, 1), TERN_VALUES(iv));
  subtract(&lower, &counter);
  tern_affine_form_operands(&lower, &apply_operands);
  tern_builder_t b = tern_builder_at_start(tern_op_body(op, 0), op->loc);
  replace_but_in(iv, build_apply(&b, tern_affine_form_map(&lower), tern_affine_values_view(&apply_operands)));
  tern_affine_form_deinitialize(&lower);
  tern_affine_form_deinitialize(&range);
  tern_affine_form_deinitialize(&counter);
  tern_vec_deinitialize(&upper_operands);
  tern_vec_deinitialize(&apply_operands);
}

// --- parallel ---

static bool is_normal(const tern_op_t *op, const tern_affine_map_t *lower) {
  for (size_t i = 0; i < lower->result_count; ++i) {
    bool is_zero = tern_affine_expr_is_constant(lower->results[i]) && lower->results[i]->value == 0;
    if (!is_zero || tern_affine_parallel_step(op, i) != 1) return false;
  }
  return true;
}

// Replaces counter `index` by `lower bound + counter * step`.
static void rescale_counter(tern_op_t *op, tern_builder_t *b, const tern_affine_map_t *lower,
                            const tern_affine_form_t *bounds, size_t index) {
  tern_value_t *iv = tern_op_body(op, 0)->args[index];
  tern_affine_values_t operands = {0};
  expr_t step = tern_affine_constant(lower->context, tern_affine_parallel_step(op, index));
  expr_t expr =
      tern_affine_add(lower->results[index], tern_affine_mul(tern_affine_dim(lower->context, lower->dim_count), step));
  for (size_t i = 0; i < bounds->dims.count; ++i) tern_vec_push(&operands, bounds->dims.values[i]);
  tern_vec_push(&operands, iv);
  for (size_t i = 0; i < bounds->symbols.count; ++i) tern_vec_push(&operands, bounds->symbols.values[i]);
  const tern_affine_map_t *map =
      tern_affine_map_get(lower->context, (size_t)lower->dim_count + 1, lower->symbol_count, &expr, 1);
  replace_but_in(iv, build_apply(b, map, tern_affine_values_view(&operands)));
  tern_vec_deinitialize(&operands);
}

static void normalize_parallel(tern_op_t *op) {
  const tern_affine_map_t *lower = tern_affine_map_at(op, "lowerBoundsMap");
  const tern_affine_map_t *upper = tern_affine_map_at(op, "upperBoundsMap");
  size_t rank = tern_affine_parallel_rank(op);
  tern_context_t *context = tern_op_context(op);
  if (lower->result_count != rank || upper->result_count != rank || is_normal(op, lower)) return;
  tern_affine_form_t bounds = {0}, range = {0};
  tern_affine_values_t operands = {0};
  TERN_VEC(expr_t) zeros = {0};
  TERN_VEC(const tern_attr_t *) ones = {0};
  tern_affine_form_initialize(&bounds, lower, op, 0);
  tern_affine_form_initialize(&range, upper, op, tern_affine_parallel_operands(op, false));
  tern_builder_t b = tern_builder_at_start(tern_op_body(op, 0), op->loc);
  subtract(&range, &bounds);
  for (size_t i = 0; i < rank; ++i) {
    range.exprs.values[i] = ceil_div(range.exprs.values[i], tern_affine_parallel_step(op, i));
    rescale_counter(op, &b, lower, &bounds, i);
    tern_vec_push(&zeros, tern_affine_constant(context, 0));
    tern_vec_push(&ones, tern_integer_attr_get(tern_i_type_get(context, 64), 1));
  }
  const tern_affine_map_t *zero_map = tern_affine_map_get(context, 0, 0, zeros.values, rank);
  tern_affine_form_operands(&range, &operands);
  tern_op_set_operands(op, tern_affine_values_view(&operands));
  tern_op_set_attr(op, "lowerBoundsMap", tern_affine_map_attr_get(zero_map));
  tern_op_set_attr(op, "upperBoundsMap", tern_affine_map_attr_get(tern_affine_form_map(&range)));
  tern_op_set_attr(op, "steps", tern_array_attr_get(context, ones.values, rank));
  tern_affine_form_deinitialize(&bounds);
  tern_affine_form_deinitialize(&range);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&zeros);
  tern_vec_deinitialize(&ones);
}

// --- the pass ---

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  tern_pass_t *pass = user;
  if (tern_op_is(op, TERN_AFFINE(PARALLEL))) normalize_parallel(op);
  if (!tern_op_is(op, TERN_AFFINE(FOR))) return TERN_WALK_ADVANCE;
  if (tern_pass_bool(pass, "promote-single-iter") && runs_once(op)) {
    promote(op);
  } else {
    normalize_for(op);
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_op_walk_post(op, visit, pass);
  return true;
}

static const tern_option_def_t options[] = {
    {"promote-single-iter", TERN_OPTION_BOOL, "false", "Write loops out that run once", NULL},
};

static const tern_dialect_t *const dialects[] = {&tern_affine_dialect, &tern_arith_dialect, NULL};

const tern_pass_def_t tern_affine_loop_normalize_pass = {
    .flag = "affine-loop-normalize",
    .name = "AffineLoopNormalize",
    .anchor = "func.func",
    .summary = "Let affine loops begin at 0 and step by 1",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .dialects = dialects,
    .run = run,
};
