// --tritongpu-fuse-nested-loops: a loop with tt.flatten and the one loop in it become one, whose iterations are pipelined across those of
// the outer one (upstream's pass of the name).
//
//   scf.for %i = ... {                                  scf.for ... iter_args(%t = 0, %i, %j, ...) {
//     "before"(%i)                                        scf.if %t == 0 { "before"(%i) }
//     scf.for %j = ... { "body"(%i, %j) }           =>    "body"(%i, %j)
//     "after"(%i)                                         scf.if %t == %last { "after"(%i) }
//   } {tt.flatten}                                      }
//
// Ops go before the outer loop or behind the inner one where they may. The inner loop must run at least once: if its bounds are the same
// in all iterations and it does not, another copy of the outer loop without it runs. If nothing is known of it, the loops stay. A nest
// whose outermost loop has `ttg.always-fuse`, which upstream's tests set, is fused at all depths and without these steps: there, a carried value
// that the outer loop computes is lost where an inner loop does not run.

#include "base/arena.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttng/ttng.h"
#include "dialect/ub/ub.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/loop_invariant_code_motion.h"
#include "transform/ttg/flatten/flatten.h"

enum { CONTROLS = 3 };  // operands of scf.for in front of what it carries

// --- nests ---

// Loops whose regions hold nothing but them and ops without regions between each other and this one.
static tern_op_list_t children_of(const tern_op_t *loop) {
  tern_op_list_t children = {0};
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    if (tern_op_is(op, TERN_SCF(FOR))) tern_vec_push(&children, op);
  }
  return children;
}

static tern_op_t *flatten(tern_op_t *loop) {
  tern_op_list_t children = children_of(loop);
  for (size_t i = 0; i < children.count; ++i) children.values[i] = flatten(children.values[i]);
  tern_op_t *fused = tern_flatten_fuse(loop, &children);
  tern_vec_deinitialize(&children);
  return fused;
}

// The one loop in it, if there is no other at any depth; NULL otherwise.
static tern_op_t *only_child(const tern_op_t *loop) {
  tern_op_list_t children = children_of(loop);
  tern_op_t *child = children.count == 1 ? children.values[0] : NULL;
  tern_vec_deinitialize(&children);
  if (!child) return NULL;
  children = children_of(child);
  bool is_only = children.count == 0;
  tern_vec_deinitialize(&children);
  return is_only ? child : NULL;
}

// --- ops that can run behind the inner loop ---

static bool is_product(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(DOT)) || tern_op_is(op, TERN_TT(DOT_SCALED)) ||
         tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT)) || tern_op_is(op, TERN_TTNG(TC_GEN5_MMA)) ||
         tern_op_is(op, TERN_TTNG(TC_GEN5_MMA_SCALED));
}

static bool is_used_behind(const tern_op_t *op, const tern_op_t *inner, const tern_map_t *sunk) {
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_for_each_use(tern_op_result(op, i), use) {
      const tern_op_t *user = use->owner;
      while (user->block != inner->block) user = tern_op_parent(user);
      if (!tern_op_is_before(inner, user) && !tern_map_contains(sunk, user)) return false;
    }
  }
  return true;
}

static void sink(tern_op_t *inner) {
  tern_op_list_t ops = {0};
  tern_map_t sunk = {0};
  for (tern_op_t *op = inner->prev; op; op = op->prev) {
    if (!tern_op_has_trait(op, TERN_TRAIT_PURE) || is_product(op) || !is_used_behind(op, inner, &sunk)) continue;
    tern_map_set(&sunk, op, op);
    tern_vec_push(&ops, op);
  }
  // The last op comes first in the list, and stays behind those that are moved after it.
  for (size_t i = 0; i < ops.count; ++i) tern_op_move_before(ops.values[i], inner->next);
  for (size_t i = 1; i < ops.count; ++i) tern_op_move_before(ops.values[i], ops.values[i - 1]);
  tern_vec_deinitialize(&ops);
  tern_map_deinitialize(&sunk);
}

// --- loops that run at least once ---

static bool is_assumed(const tern_op_t *comparison) {
  tern_value_for_each_use(tern_op_result(comparison, 0), use) {
    if (tern_str_equal_cstr(tern_op_name(use->owner), "llvm.intr.assume")) return true;
  }
  return false;
}

// Is it assumed that the upper bound is greater than the lower one?
static bool is_assumed_to_run(const tern_op_t *loop) {
  bool is_unsigned = tern_op_attr(loop, "unsignedCmp") != NULL;
  const tern_value_t *lower = tern_scf_for_lower(loop), *upper = tern_scf_for_upper(loop);
  tern_value_for_each_use(upper, use) {
    const tern_op_t *op = use->owner;
    if (!tern_op_is(op, TERN_ARITH(CMPI)) || !is_assumed(op)) continue;
    int64_t predicate = tern_enum_attr_value(tern_op_attr(op, "predicate"));
    const tern_value_t *lhs = tern_op_operand(op, 0), *rhs = tern_op_operand(op, 1);
    if (predicate == (is_unsigned ? TERN_CMPI_UGT : TERN_CMPI_SGT) && lhs == upper && rhs == lower) return true;
    if (predicate == (is_unsigned ? TERN_CMPI_ULT : TERN_CMPI_SLT) && lhs == lower && rhs == upper) return true;
  }
  return false;
}

static void build_yield_of(tern_builder_t *b, const tern_op_t *loop) {
  TERN_VEC(tern_value_t *) values = {0};
  for (size_t i = 0; i < loop->result_count; ++i) tern_vec_push(&values, tern_op_result(loop, i));
  tern_build(b, TERN_SCF(YIELD), .operands = {values.values, values.count}, .types = {0});
  tern_vec_deinitialize(&values);
}

// A copy of the outer loop without the inner one, which does nothing there.
static void build_without(tern_builder_t *b, const tern_op_t *outer, const tern_op_t *inner) {
  tern_map_t mapping = {0};
  size_t place = 0;
  for (const tern_op_t *op = inner->prev; op; op = op->prev) ++place;
  tern_op_t *copy = tern_builder_clone(b, outer, &mapping), *own = tern_op_body(copy, 0)->first_op;
  while (place-- > 0) own = own->next;
  for (size_t i = 0; i < own->result_count; ++i)
    tern_value_replace_all_uses(tern_op_result(own, i), tern_op_operand(own, CONTROLS + i));
  tern_op_destroy(own);
  tern_op_set_attr(copy, "tt.warp_specialize", NULL);
  build_yield_of(b, copy);
  tern_map_deinitialize(&mapping);
}

// Where `condition` holds, the copy without the inner loop runs instead.
static void branch(tern_op_t *outer, const tern_op_t *inner, tern_value_t *condition) {
  tern_builder_t b = tern_builder_before(outer);
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < outer->result_count; ++i) tern_vec_push(&types, tern_op_result(outer, i)->type);
  tern_op_t *op = tern_build(&b, TERN_SCF(IF), .operands = TERN_VALUES(condition), .types = {types.values, types.count},
                             .regions = 2);
  tern_vec_deinitialize(&types);
  for (size_t i = 0; i < outer->result_count; ++i)
    tern_value_replace_all_uses(tern_op_result(outer, i), tern_op_result(op, i));
  tern_builder_t inside = tern_builder_at_end(tern_region_add_block(&op->regions[0]), outer->loc);
  build_without(&inside, outer, inner);
  tern_builder_set_end(&inside, tern_region_add_block(&op->regions[1]));
  tern_op_remove(outer);
  tern_builder_insert(&inside, outer);
  build_yield_of(&inside, outer);
}

// A loop whose bounds are the wrong way around does not run, either.
static void branch_on_length(tern_op_t *outer, const tern_op_t *inner) {
  tern_builder_t b = tern_builder_before(outer);
  b.loc = inner->loc;
  tern_value_t *difference = tern_build_value(
      &b, TERN_ARITH(SUBI), .operands = TERN_VALUES(tern_scf_for_upper(inner), tern_scf_for_lower(inner)));
  tern_value_t *length =
      tern_build_value(&b, TERN_ARITH(CEILDIVSI), .operands = TERN_VALUES(difference, tern_scf_for_step(inner)));
  tern_value_t *zero = tern_arith_constant(&b, tern_arith_zero_attr(length->type));
  tern_value_t *is_negative = tern_arith_cmpi(&b, TERN_CMPI_SLT, length, zero);
  tern_value_t *is_empty = tern_arith_cmpi(&b, TERN_CMPI_EQ, length, zero);
  branch(outer, inner, is_negative);
  branch(outer, inner, is_empty);
}

// False: it is not known whether the inner loop runs.
static bool make_run(tern_op_t *outer, tern_op_t *inner) {
  tern_op_list_t bounds = {0};
  bool is_assumed = is_assumed_to_run(inner);
  bool can_branch = !is_assumed && tern_flatten_find_bounds(outer, inner, false, &bounds);
  if (is_assumed || can_branch)
    tern_op_set_attr(inner, TERN_FLATTEN_MUST_EXECUTE, tern_unit_attr_get(tern_op_context(inner)));
  for (size_t i = 0; can_branch && i < bounds.count; ++i) tern_op_move_before(bounds.values[i], outer);
  tern_vec_deinitialize(&bounds);
  if (can_branch) branch_on_length(outer, inner);
  return is_assumed || can_branch;
}

// --- the pass ---

static bool is_nest(const tern_op_t *op) {
  return tern_op_is(op, TERN_SCF(FOR)) && (tern_op_attr(op, "ttg.always-fuse") || tern_op_attr(op, "tt.flatten"));
}

// A loop that is in another one directly belongs to the nest of that.
static bool is_outermost(const tern_op_t *loop) { return !tern_op_is(tern_op_parent(loop), TERN_SCF(FOR)); }

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_op_list_t loops = tern_op_collect(module, TERN_POSTORDER, is_nest);
  for (size_t i = 0; i < loops.count; ++i) {
    tern_op_t *loop = loops.values[i];
    if (!is_outermost(loop)) continue;
    if (!tern_op_attr(loop, "ttg.always-fuse")) {
      tern_op_t *inner = only_child(loop);
      if (!inner) continue;
      tern_hoist_loop_invariants(loop, NULL, NULL, pass);
      sink(inner);
      if (!make_run(loop, inner)) continue;
    }
    flatten(loop);
  }
  tern_vec_deinitialize(&loops);
  return true;
}

const tern_pass_def_t tern_tritongpu_fuse_nested_loops_pass = {
    .flag = "tritongpu-fuse-nested-loops",
    .name = "TritonGPUFuseNestedLoops",
    .anchor = "builtin.module",
    .summary = "Make one loop of a loop that asks for it and the loop in it",
    .statistics = (const char *const[]){"num-hoisted - Number of operations moved out of a loop", NULL},
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_scf_dialect, &tern_ub_dialect, NULL},
    .run = run,
};
