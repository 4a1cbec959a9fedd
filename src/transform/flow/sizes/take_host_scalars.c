// --iree-flow-take-host-scalars: ops take numbers that the host computes from sizes as they are, and not as tensors.
//
//   %s = tensor.from_elements %n : tensor<i32>
//   %0 = linalg.generic ins(%x, %s : ...) {                     %0 = linalg.generic ins(%x, %s : ...) {
//   ^bb0(%a: f32, %b: i32, %out: f32):                          ^bb0(%a: f32, %b: i32, %out: f32):
//     %1 = arith.sitofp %b : i32 to f32                  ->       %1 = arith.sitofp %n : i32 to f32
//
// This is ours. A mean divides by a size, and an index counts from the end of a dimension; each such number would be a tensor
// in memory, and an op of its own where ops are tiled. The operand that nobody reads is left to canonicalization. Numbers that were
// read from tensors stay: reading them on the device costs less than waiting for them.

#include "dialect/hal/hal.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/dispatch_creation/dispatch_region.h"

// Is it arithmetic on sizes?
static bool is_of_sizes(const tern_value_t *value, int depth) {
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op || depth == 0 || value->type->kind == TERN_TYPE_TENSOR) return false;
  if (tern_op_is(op, TERN_TENSOR(DIM)) || tern_op_is(op, TERN_HAL(BUFFER_VIEW_DIM))) return true;
  if (!tern_op_has_trait(op, TERN_TRAIT_PURE) || op->region_count != 0) return false;
  // Constants have no operands.
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!is_of_sizes(tern_op_operand(op, i), depth - 1)) return false;
  }
  return true;
}

static size_t take_scalars(tern_op_t *op) {
  enum { DEPTH_MAX = 16 };
  tern_block_t *body = tern_linalg_body(op);
  size_t count = 0;
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    const tern_op_t *made = tern_value_defining_op(tern_linalg_input(op, i));
    if (!made || !tern_op_is(made, TERN_TENSOR(FROM_ELEMENTS)) || made->operand_count != 1) continue;
    tern_value_t *scalar = tern_op_operand(made, 0);
    if (!tern_value_has_uses(body->args[i]) || !is_of_sizes(scalar, DEPTH_MAX)) continue;
    tern_value_replace_all_uses(body->args[i], scalar);
    ++count;
  }
  return count;
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_LINALG(GENERIC))) return TERN_WALK_ADVANCE;
  bool is_wanted = tern_linalg_has_tensor_semantics(op) && !tern_is_in_dispatch(op);
  if (is_wanted) tern_vec_push((tern_op_list_t *)user, op);
  return TERN_WALK_SKIP;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t ops = {0};
  tern_op_walk_pre(root, collect, &ops);
  for (size_t i = 0; i < ops.count; ++i) tern_pass_count(pass, 0, take_scalars(ops.values[i]));
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_take_host_scalars_pass = {
    .flag = "iree-flow-take-host-scalars",
    .name = "TakeHostScalarsPass",
    .summary = "Hand numbers that the host computes from sizes to ops as they are",
    .statistics = (const char *const[]){"num-taken - tensors of one number that are read no more", NULL},
    .run = run,
};
