// --iree-input-drop-packed-storage: tensors with the encoding #iree_encoding.packed_storage become tensors without.
//
//   tensor<8xi1, #iree_encoding.packed_storage>    ->    tensor<8xi1>
//
// The encoding says that eight truth values share a byte in memory. Nobody sees the memory of a tensor but through
// flow.tensor.bitcast, which takes elements apart by the numbers of their bits (iree-linalg-ext-decompose-ops).

#include "convert/tosa/retype.h"
#include "dialect/iree_encoding/iree_encoding.h"
#include "ir/op.h"
#include "pass/pass.h"

static const tern_type_t *drop(const tern_type_t *type) {
  if (type->kind != TERN_TYPE_TENSOR || !tern_type_is_ranked(type) ||
      !tern_attr_is_iree_encoding(tern_tensor_type_encoding(type), TERN_IREE_ENCODING_ATTR_PACKED_STORAGE))
    return type;
  return tern_tensor_type_get(tern_type_element(type), tern_type_dims(type), tern_type_rank(type), NULL);
}

static tern_walk_result_t find(tern_op_t *op, void *user) {
  bool *is_found = user;
  for (size_t i = 0; i < op->result_count; ++i) *is_found |= drop(op->results[i].type) != op->results[i].type;
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      for (size_t i = 0; i < block->arg_count; ++i) *is_found |= drop(block->args[i]->type) != block->args[i]->type;
    }
  }
  return *is_found ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  bool is_found = false;
  tern_op_walk_pre(root, find, &is_found);
  if (is_found) tern_retype_all(root, drop);
  return true;
}

const tern_pass_def_t tern_iree_input_drop_packed_storage_pass = {
    .flag = "iree-input-drop-packed-storage",
    .name = "DropPackedStoragePass",
    .summary = "Drop the encoding of tensors whose elements share bytes",
    .run = run,
};
