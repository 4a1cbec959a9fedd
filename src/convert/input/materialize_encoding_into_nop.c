// --iree-codegen-materialize-encoding-into-nop: tensors with encodings become tensors without.
//
//   %e = iree_encoding.set_encoding %t : tensor<8x8xf32> -> tensor<8x8xf32, #encoding>
//   %p = linalg.matmul ins(%e, %f : tensor<8x8xf32, #encoding>, ...) ...
//   becomes
//   %p = linalg.matmul ins(%t, %u : tensor<8x8xf32>, ...) ...
//
// An encoding is a wish for a layout, which code generation chooses anew. iree_encoding.upper_bound_tile_size keeps its type: what it is
// depends on the targets (--iree-codegen-cpu-materialize-upper-bound-tile-size). Upstream's pass makes 1 of it.

#include "base/vec.h"
#include "convert/tosa/retype.h"
#include "dialect/iree_encoding/iree_encoding.h"
#include "ir/op_list.h"
#include "pass/pass.h"

typedef struct state {
  tern_op_list_t layouts, bounds;
  bool is_found;
} state_t;

static const tern_type_t *drop(const tern_type_t *type) {
  if (type->kind != TERN_TYPE_TENSOR || !tern_type_is_ranked(type)) return type;
  if (!tern_attr_is_iree_encoding(tern_tensor_type_encoding(type), TERN_IREE_ENCODING_ATTR_ENCODING)) return type;
  return tern_tensor_type_get(tern_type_element(type), tern_type_dims(type), tern_type_rank(type), NULL);
}

static tern_walk_result_t look(tern_op_t *op, void *user) {
  state_t *state = user;
  if (tern_op_is(op, TERN_IREE_ENCODING(SET_ENCODING)) || tern_op_is(op, TERN_IREE_ENCODING(UNSET_ENCODING))) {
    tern_vec_push(&state->layouts, op);
  }
  if (tern_op_is(op, TERN_IREE_ENCODING(UPPER_BOUND_TILE_SIZE))) tern_vec_push(&state->bounds, op);
  for (size_t i = 0; i < op->result_count; ++i) state->is_found |= drop(op->results[i].type) != op->results[i].type;
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      for (size_t i = 0; i < block->arg_count; ++i) {
        state->is_found |= drop(block->args[i]->type) != block->args[i]->type;
      }
    }
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  state_t state = {0};
  tern_op_walk_pre(root, look, &state);
  if (state.is_found) {
    TERN_VEC(const tern_attr_t *) types = {0};
    for (size_t i = 0; i < state.bounds.count; ++i) {
      tern_vec_push(&types, tern_op_attr(state.bounds.values[i], "tensorType"));
    }
    tern_retype_all(root, drop);
    for (size_t i = 0; i < types.count; ++i) tern_op_set_attr(state.bounds.values[i], "tensorType", types.values[i]);
    tern_vec_deinitialize(&types);
  }
  for (size_t i = 0; i < state.layouts.count; ++i) {
    tern_op_t *op = state.layouts.values[i];
    // Another encoding than the one that is understood stays.
    if (tern_op_operand(op, 0)->type != op->results[0].type) continue;
    tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_operand(op, 0));
    tern_op_destroy(op);
  }
  tern_vec_deinitialize(&state.layouts);
  tern_vec_deinitialize(&state.bounds);
  return true;
}

const tern_pass_def_t tern_iree_materialize_encoding_into_nop_pass = {
    .flag = "iree-codegen-materialize-encoding-into-nop",
    .name = "MaterializeEncodingIntoNopPass",
    .summary = "Drop the encodings of tensors, which only ask for layouts",
    .run = run,
};
