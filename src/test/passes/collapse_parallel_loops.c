// --test-scf-parallel-loop-collapsing: dimensions of scf.parallel become one, whose number of iterations is the product of
// theirs; the old variables are its remainders and quotients.
//
// Source: upstream's pass of the same name (collapseParallelLoops), which is there to be tested: the lists of dimensions are
// options, and loops of another rank are errors.

#include "base/vec.h"
#include "dialect/affine/affine.h"
#include "dialect/affine/apply.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/scf/scf.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"

enum { MAX_GROUPS = 3, MAX_DIMS = 32 };

typedef struct plan {
  int64_t dims[MAX_GROUPS][MAX_DIMS];  // as given
  size_t counts[MAX_GROUPS], group_count, rank;
} plan_t;

typedef TERN_VEC(tern_value_t *) value_list_t;

// lower + step * iv: `iv` is a dim, what else is not constant a symbol.
static tern_value_t *build_place(tern_builder_t *b, tern_value_t *iv, tern_mixed_index_t lower,
                                 tern_mixed_index_t step) {
  tern_mixed_index_t entries[2] = {lower, step};
  const tern_affine_expr_t *parts[2];
  value_list_t operands = {0};
  tern_vec_push(&operands, iv);
  for (size_t i = 0; i < 2; ++i) {
    int64_t value;
    if (tern_mixed_constant(entries[i], &value)) {
      parts[i] = tern_affine_constant(b->context, value);
      continue;
    }
    bool is_repeated = operands.count > 1 && operands.values[1] == entries[i].dynamic;
    parts[i] = tern_affine_symbol(b->context, is_repeated ? 0 : operands.count - 1);
    if (!is_repeated) tern_vec_push(&operands, entries[i].dynamic);
  }
  const tern_affine_expr_t *dim = tern_affine_dim(b->context, 0);
  const tern_affine_expr_t *expr = tern_affine_add(tern_affine_mul(dim, parts[1]), parts[0]);
  tern_value_t *place = iv;
  if (expr != dim) {
    const tern_affine_map_t *map = tern_affine_map_get(b->context, 1, operands.count - 1, &expr, 1);
    place =
        tern_build_value(b, TERN_AFFINE(APPLY), .operands = {operands.values, operands.count},
                         .types = TERN_TYPES(iv->type), .attrs = TERN_ATTRS({"map", tern_affine_map_attr_get(map)}));
  }
  tern_vec_deinitialize(&operands);
  return place;
}

// The number of iterations of a dimension; in the body, what the variable is now made from becomes lower + step * variable.
static tern_value_t *normalize_dim(tern_op_t *loop, size_t rank, size_t dim) {
  tern_context_t *context = tern_op_context(loop);
  tern_builder_t b = tern_builder_before(loop);
  const tern_affine_expr_t *s[3];
  tern_mixed_index_t values[3];
  for (size_t i = 0; i < 3; ++i) {
    s[i] = tern_affine_symbol(context, i);
    values[i] = tern_mixed_of(tern_op_operand(loop, i * rank + dim));
  }
  const tern_affine_expr_t *minus = tern_affine_mul(s[0], tern_affine_constant(context, -1));
  const tern_affine_expr_t *trips = tern_affine_binary(TERN_AFFINE_CEILDIV, tern_affine_add(s[1], minus), s[2]);
  tern_value_t *count = tern_mixed_build(&b, tern_affine_build_folded_apply(&b, trips, values, 3));
  tern_block_t *body = tern_op_body(loop, 0);
  tern_builder_set_start(&b, body);
  tern_value_t *variable = body->args[dim], *place = build_place(&b, variable, values[0], values[2]);
  if (place == variable) return count;
  for (tern_operand_t *use = variable->first_use, *next; use; use = next) {
    next = use->next;
    if (use->owner != tern_value_defining_op(place)) tern_operand_set(use, place);
  }
  return count;
}

static tern_value_t *divide(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs));
}

static void collapse(tern_op_t *loop, const plan_t *plan) {
  tern_value_t *trips[MAX_DIMS];
  for (size_t i = 0; i < plan->rank; ++i) trips[i] = normalize_dim(loop, plan->rank, i);
  tern_builder_t b = tern_builder_before(loop);
  tern_value_t *zero = tern_arith_constant_index(&b, 0), *one = tern_arith_constant_index(&b, 1);
  value_list_t bounds = {0};
  for (size_t g = 0; g < plan->group_count; ++g) tern_vec_push(&bounds, zero);
  for (size_t g = 0; g < plan->group_count; ++g) {
    tern_value_t *product = tern_arith_constant_index(&b, 1);
    for (size_t i = 0; i < plan->counts[g]; ++i)
      product = tern_build_value(&b, TERN_ARITH(MULI), .operands = TERN_VALUES(product, trips[plan->dims[g][i]]));
    tern_vec_push(&bounds, product);
  }
  for (size_t g = 0; g < plan->group_count; ++g) tern_vec_push(&bounds, one);
  int32_t count = (int32_t)plan->group_count;
  tern_op_t *collapsed = tern_build(&b, TERN_SCF(PARALLEL), .operands = {bounds.values, bounds.count}, .types = {0},
                                    .regions = 1, .segments = (const int32_t[]){count, count, count, 0});
  tern_block_t *body = tern_region_add_block(&collapsed->regions[0]), *old = tern_op_body(loop, 0);
  for (size_t g = 0; g < plan->group_count; ++g) tern_block_add_arg(body, zero->type, loop->loc);
  tern_builder_set_end(&b, body);
  for (size_t g = 0; g < plan->group_count; ++g) {
    tern_value_t *rest = body->args[g];
    for (size_t i = plan->counts[g]; i-- > 1;) {
      size_t dim = (size_t)plan->dims[g][i];
      tern_value_replace_all_uses(old->args[dim], divide(&b, TERN_ARITH(REMSI), rest, trips[dim]));
      rest = divide(&b, TERN_ARITH(DIVSI), rest, trips[dim]);
    }
    tern_value_replace_all_uses(old->args[plan->dims[g][0]], rest);
  }
  tern_block_for_each_op_safe(old, op) {
    tern_op_remove(op);
    tern_op_insert(op, body, NULL);
  }
  tern_op_destroy(loop);
  tern_vec_deinitialize(&bounds);
}

// The lists of the options hold each of 0..rank-1 once.
static bool read_plan(const tern_op_t *root, const tern_pass_t *pass, plan_t *out_plan) {
  static const char *const names[] = {"collapsed-indices-0", "collapsed-indices-1", "collapsed-indices-2"};
  *out_plan = (plan_t){0};
  uint64_t seen = 0;
  bool is_contiguous = true;
  for (size_t g = 0; g < MAX_GROUPS; ++g) {
    const int64_t *values;
    size_t count = tern_pass_int_list(pass, names[g], &values);
    if (count == 0) continue;
    if (g > out_plan->group_count) return tern_op_error(root, "%s specified but not %s", names[g], names[g - 1]);
    out_plan->counts[out_plan->group_count++] = count;
    for (size_t i = 0; i < count; ++i) {
      is_contiguous &= values[i] >= 0 && values[i] < MAX_DIMS && !(seen >> values[i] & 1) && i < MAX_DIMS;
      if (!is_contiguous) break;
      seen |= UINT64_C(1) << values[i];
      out_plan->dims[g][i] = values[i];
      ++out_plan->rank;
    }
  }
  if (out_plan->group_count == 0)
    return tern_op_error(root,
                         "No collapsed-indices were specified. This pass is only for testing and does not "
                         "automatically collapse all parallel loops or similar.");
  is_contiguous &= seen + 1 == UINT64_C(1) << out_plan->rank;
  return is_contiguous || tern_op_error(root, "collapsed-indices arguments must include all values [0,N).");
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  plan_t plan;
  if (!read_plan(root, pass, &plan)) return false;
  tern_op_list_t loops = tern_op_collect_row(root, TERN_POSTORDER, TERN_SCF(PARALLEL));
  for (size_t i = 0; i < loops.count; ++i) {
    tern_op_t *loop = loops.values[i];
    if (tern_op_body(loop, 0)->arg_count == plan.rank && loop->result_count == 0) {
      collapse(loop, &plan);
      continue;
    }
    // Said of each such loop, but no reason to stop.
    tern_op_error(loop,
                  "has %u iter args while this limited functionality testing pass was configured only for loops with "
                  "exactly %zu iter args.",
                  tern_op_body(loop, 0)->arg_count, plan.rank);
  }
  tern_vec_deinitialize(&loops);
  return true;
}

static const tern_option_def_t options[] = {
    {"collapsed-indices-0", TERN_OPTION_INT_LIST, NULL, "Dimensions that become the first one", NULL},
    {"collapsed-indices-1", TERN_OPTION_INT_LIST, NULL, "Dimensions that become the second one", NULL},
    {"collapsed-indices-2", TERN_OPTION_INT_LIST, NULL, "Dimensions that become the third one", NULL},
};

const tern_pass_def_t tern_test_scf_parallel_loop_collapsing_pass = {
    .flag = "test-scf-parallel-loop-collapsing",
    .name = "TestSCFParallelLoopCollapsing",
    .summary = "Make one loop of several dimensions of scf.parallel, as options say",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
