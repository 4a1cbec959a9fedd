// --iree-dispatch-creation-form-scalar-dispatches: ops on single elements are gathered into one dispatch.
//
//   %0 = linalg.generic outs(.. : tensor<f32>)             %0:2 = flow.dispatch.region -> (tensor<f32>, tensor<f32>) {
//   %1 = linalg.generic outs(.. : tensor<f32>)      ->       %1 = linalg.generic ...
//                                                            %2 = linalg.generic ...
//                                                            flow.return %1, %2
//                                                          } count() -> (index, index, index) { 1, 1, 1 }
//
// Source: IREE's pass of that name. One invocation does all of it faster than devices start a second dispatch. From the last op
// on single elements of a block backwards, every other one joins it, also without a value that goes from one to the other,
// unless something in between that stays outside needs it; IREE stops there, and here the search goes on. Initial values and
// slices, which dispatches take a copy of, are no such ops; nor is what stands between the sum of a row and those who go on with the row,
// which are one dispatch with it.

#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/index_math.h"
#include "dialect/flow/flow.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/dispatch_creation/dispatch_region.h"

static bool is_single_element(const tern_type_t *type) {
  if (type->kind != TERN_TYPE_TENSOR) return tern_type_is_int_or_index(type) || tern_type_is_float(type);
  if (!tern_type_is_ranked(type)) return false;
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    if (tern_type_dims(type)[d] != 1) return false;
  }
  return true;
}

static bool has_single_elements(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!is_single_element(tern_op_operand(op, i)->type)) return false;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!is_single_element(op->results[i].type)) return false;
  }
  return true;
}

// Does the op need what is reduced of a row, and does an op over more elements need its result? The row is a dimension of size one.
static bool links_row(const tern_op_t *op) {
  bool is_of_row = false, is_for_row = false;
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || op->result_count != 1 || tern_type_rank(op->results[0].type) == 0)
    return false;
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    const tern_op_t *producer = tern_value_defining_op(tern_linalg_input(op, i));
    is_of_row |= producer && tern_op_is(producer, TERN_LINALG(GENERIC)) && !tern_linalg_is_all_parallel(producer) &&
                 !has_single_elements(producer);
  }
  tern_value_for_each_use(&op->results[0], use) {
    is_for_row |= tern_op_is(use->owner, TERN_LINALG(GENERIC)) && !has_single_elements(use->owner);
  }
  return is_of_row && is_for_row;
}

static bool is_scalar_op(const tern_op_t *op) {
  if (!tern_is_dispatchable(op) || tern_op_is(op, TERN_LINALG(FILL)) || tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE)) ||
      tern_op_is(op, TERN_SCF(FORALL))) {
    return false;
  }
  return has_single_elements(op) && !links_row(op);
}

// What an op that stays needs, perhaps in its regions, may not move behind it.
static tern_walk_result_t block_operands(tern_op_t *op, void *user) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_op_t *producer = tern_value_defining_op(tern_op_operand(op, i));
    if (producer) tern_map_set(user, producer, producer);
  }
  return TERN_WALK_ADVANCE;
}

// Ops of the block before `root` that join it, the last first.
static void gather(tern_op_t *root, tern_map_t *taken, tern_op_list_t *out) {
  tern_map_t blocked = {0};
  tern_vec_push(out, root);
  for (tern_op_t *op = root->prev; op; op = op->prev) {
    if (tern_map_contains(taken, op)) continue;
    if (is_scalar_op(op) && !tern_map_contains(&blocked, op)) {
      tern_vec_push(out, op);
      tern_map_set(taken, op, op);
    } else {
      tern_op_walk_pre(op, block_operands, &blocked);
    }
  }
  tern_map_deinitialize(&blocked);
}

// One workgroup does it.
static void build_count(tern_op_t *region) {
  tern_builder_t b = tern_builder_at_end(tern_region_add_block(&region->regions[1]), region->loc);
  tern_value_t *one = tern_build_index(&b, 1);
  tern_build(&b, TERN_FLOW(RETURN), .operands = TERN_VALUES(one, one, one));
}

static size_t form_in_block(tern_block_t *block) {
  tern_map_t taken = {0};
  TERN_VEC(tern_op_list_t) groups = {0};
  for (tern_op_t *op = block->last_op; op; op = op->prev) {
    if (tern_map_contains(&taken, op) || !is_scalar_op(op)) continue;
    tern_op_list_t group = {0};
    gather(op, &taken, &group);
    tern_vec_push(&groups, group);
  }
  size_t formed = 0;
  for (size_t g = 0; g < groups.count; ++g) {
    tern_op_list_t *group = &groups.values[g];
    for (size_t i = 0; i < group->count / 2; ++i) {
      tern_op_t *op = group->values[i];
      group->values[i] = group->values[group->count - 1 - i];
      group->values[group->count - 1 - i] = op;
    }
    tern_op_t *region = tern_dispatch_region_wrap(group->values, group->count);
    if (region) build_count(region);
    formed += region != NULL;
    tern_vec_deinitialize(group);
  }
  tern_vec_deinitialize(&groups);
  tern_map_deinitialize(&taken);
  return formed;
}

typedef TERN_VEC(tern_block_t *) block_list_t;

static tern_walk_result_t collect_blocks(tern_op_t *op, void *user) {
  if (tern_is_linalg(op) || tern_op_is(op, TERN_SCF(FORALL)) || tern_op_is(op, TERN_FLOW(DISPATCH_REGION)) ||
      tern_op_is(op, TERN_FLOW(DISPATCH_WORKGROUPS)) || tern_op_is(op, TERN_FLOW(EXECUTABLE)) ||
      tern_str_starts_with(tern_op_name(op), TERN_STR("hal."))) {
    return TERN_WALK_SKIP;
  }
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) tern_vec_push((block_list_t *)user, block);
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  block_list_t blocks = {0};
  tern_op_walk_pre(root, collect_blocks, &blocks);
  for (size_t i = 0; i < blocks.count; ++i) tern_pass_count(pass, 0, (int64_t)form_in_block(blocks.values[i]));
  tern_vec_deinitialize(&blocks);
  return true;
}

const tern_pass_def_t tern_form_scalar_dispatches_pass = {
    .flag = "iree-dispatch-creation-form-scalar-dispatches",
    .alias = "iree-flow-form-scalar-dispatches",
    .name = "FormScalarDispatchesPass",
    .summary = "Form dispatch regions of ops on single elements",
    .statistics = (const char *const[]){"num-dispatches - regions formed", NULL},
    .dialects = (const tern_dialect_t *const[]){&tern_flow_dialect, NULL},
    .run = run,
};
