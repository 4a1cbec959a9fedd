// --iree-flow-fold-uniform-values: what has the same value everywhere is known, and needs no dispatch.
//
//   %0 = linalg.generic ins(%cst : tensor<i32>) outs(..) {
//   ^bb0(%in: i32, %out: i32):
//     %1 = arith.subi %c32, %in                                  ->   %0 = arith.constant dense<19> : tensor<4xi32>
//     linalg.yield %1
//   } -> tensor<4xi32>
//
// This is ours. Element-wise ops take the values of constants with one value into their bodies, whose ops are folded; a result
// that is a constant afterwards becomes one for the whole tensor. Programs are full of such ops once their loops are
// unrolled and their calls inlined: limits of clamps, amounts of shifts. Left alone each of them is a tensor that is
// computed, stored and read at every call, and that counts as an operand of the dispatches that use it.

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/fold.h"
#include "transform/dispatch_creation/dispatch_region.h"

static bool is_number(const tern_attr_t *attr) { return tern_attr_is_integer(attr) || tern_attr_is_float(attr); }

// The value of all elements of a constant tensor, or of a constant scalar; NULL if there is no such value.
static const tern_attr_t *uniform_value(const tern_value_t *value) {
  const tern_attr_t *constant = tern_value_constant(value);
  if (constant && constant->kind == TERN_ATTR_DENSE_ELEMENTS) {
    constant = tern_dense_elements_attr_is_splat(constant) ? tern_dense_elements_attr_at(constant, 0) : NULL;
  }
  return constant && is_number(constant) ? constant : NULL;
}

// The inputs stay, since one of them may give a loop its extent.
static void bind_uniform_inputs(tern_op_t *op) {
  tern_block_t *body = tern_linalg_body(op);
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    const tern_attr_t *value = uniform_value(tern_linalg_input(op, i));
    if (!value || !tern_value_has_uses(body->args[i])) continue;
    tern_builder_t b = tern_builder_at_start(body, op->loc);
    tern_value_replace_all_uses(body->args[i], tern_build_constant(&b, value));
  }
}

// Folds one op as often as it goes. True if it is gone.
static bool fold_op(tern_op_t *op) {
  enum { STEPS_MAX = 4 };
  tern_value_t *value;
  if (op->result_count != 1 || op->region_count || !tern_op_has_trait(op, TERN_TRAIT_PURE)) return false;
  for (int i = 0; i < STEPS_MAX; ++i) {
    tern_builder_t b = tern_builder_before(op);
    tern_fold_status_t status = tern_fold_op(op, &b, &value);
    if (status == TERN_FOLD_IN_PLACE) continue;
    if (status != TERN_FOLD_REPLACED) return false;
    tern_value_replace_all_uses(&op->results[0], value);
    tern_op_destroy(op);
    return true;
  }
  return false;
}

static void fold_body(tern_block_t *body) {
  for (tern_op_t *op = body->first_op, *next; op && op != body->last_op; op = next) {
    next = op->next;
    fold_op(op);
  }
}

// Replaces the results that are known. How many they are.
static size_t replace_uniform_results(tern_op_t *op) {
  const tern_op_t *yield = tern_linalg_body(op)->last_op;
  size_t count = 0;
  for (size_t r = 0; r < op->result_count; ++r) {
    tern_value_t *result = &op->results[r];
    const tern_attr_t *value = uniform_value(tern_op_operand(yield, r));
    if (!value || !tern_value_has_uses(result) || !tern_type_has_static_shape(result->type)) continue;
    tern_builder_t b = tern_builder_before(op);
    tern_value_replace_all_uses(result,
                                tern_build_constant(&b, tern_dense_elements_attr_get_splat(result->type, value)));
    ++count;
  }
  return count;
}

static size_t fold_generic(tern_op_t *op) {
  if (!tern_linalg_has_tensor_semantics(op) || !tern_linalg_is_all_parallel(op)) return 0;
  bind_uniform_inputs(op);
  fold_body(tern_linalg_body(op));
  size_t count = replace_uniform_results(op);
  if (count && tern_op_is_trivially_dead(op)) tern_op_destroy(op);
  return count;
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  bool is_generic = tern_op_is(op, TERN_LINALG(GENERIC));
  bool is_reshape = tern_op_is(op, TERN_TENSOR(COLLAPSE_SHAPE)) || tern_op_is(op, TERN_TENSOR(EXPAND_SHAPE)) ||
                    tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE)) || tern_op_is(op, TERN_TENSOR(CAST));
  if ((is_generic || is_reshape) && !tern_is_in_dispatch(op)) tern_vec_push((tern_op_list_t *)user, op);
  return is_generic ? TERN_WALK_SKIP : TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t ops = {0};
  tern_op_walk_pre(root, collect, &ops);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    if (tern_op_is(op, TERN_LINALG(GENERIC))) {
      tern_pass_count(pass, 0, (int64_t)fold_generic(op));
    } else if (tern_value_constant(tern_op_operand(op, 0))) {
      fold_op(op);
    }
  }
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_fold_uniform_values_pass = {
    .flag = "iree-flow-fold-uniform-values",
    .name = "FoldUniformValuesPass",
    .summary = "Make constants of element-wise ops whose result is the same everywhere and known",
    .statistics = (const char *const[]){"num-folded - results that became constants", NULL},
    .run = run,
};
