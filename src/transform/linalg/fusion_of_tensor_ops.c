// --linalg-fusion-of-tensor-ops, upstream's --linalg-fuse-elementwise-ops: element-wise producers move into their consumers.
//
//   %3 = linalg.generic ... ins(%0, %1) { addf }        %5 = linalg.generic {indexing_maps = [#map, #map, #map1, #map]}
//   %4 = linalg.generic ... ins(%2)     { broadcast }            ins(%0, %1, %2) { addf; mulf }
//   %5 = linalg.generic ... ins(%3, %4) { mulf }
//
// Tensors are values, so use-def chains say all there is to know: no alias or dependence analysis. Broadcasts, transposes and
// reversals fuse because they are generic ops whose movement is in a map. Reshapes move out of the way by expanding the
// generic op beside them (upstream: fusion by expansion), slices by slicing its inputs instead. A producer with several users is fused into each of them:
// inside a dispatch there is no buffer in which its result could wait.

#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/linalg/fuse_elementwise.h"

// Ops on buffers are left alone: what they read and write is not in their use-def chains.
static bool is_wanted(const tern_op_t *op) {
  bool is_generic = tern_op_is(op, TERN_LINALG(GENERIC)) && tern_linalg_has_tensor_semantics(op);
  return is_generic || tern_op_is(op, TERN_TENSOR(EXPAND_SHAPE)) || tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE));
}

// Applies the first step that fits, over and over. Returns the number of steps taken on `op` and what became of it.
static size_t fuse_into(tern_op_t *op) {
  size_t steps = 0;
  if (!tern_op_is(op, TERN_LINALG(GENERIC))) {
    bool is_slice = tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE));
    op = is_slice ? tern_fuse_sliced_result(op) : tern_fuse_expanded_result(op);
    if (!op) return 0;
    steps = 1;
  }
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    op = tern_merge_generic_inputs(op);
    for (size_t i = 0; i < tern_linalg_input_count(op) && !is_changed; ++i) {
      tern_op_t *fused = tern_fuse_constant(op, i);
      if (!fused) fused = tern_fuse_producer(op, i);
      if (!fused) fused = tern_fuse_collapsed_input(op, i);
      if (!fused) continue;
      op = fused;
      is_changed = true;
      ++steps;
    }
  }
  return steps;
}

static void erase_dead_ops(tern_op_t *root) {
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, is_wanted);
  for (size_t i = ops.count; i-- > 0;) {
    if (tern_op_is_trivially_dead(ops.values[i])) tern_op_destroy(ops.values[i]);
  }
  tern_vec_deinitialize(&ops);
}

// Ops in order, so that a producer has taken in its own producers before it is fused. An op that was fused into its
// consumers and has no other use is erased in between, or it would count as a user of its inputs.
static bool run(tern_op_t *root, tern_pass_t *pass) {
  for (size_t steps = 1; steps > 0;) {
    steps = 0;
    tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_wanted);
    for (size_t i = 0; i < ops.count; ++i) steps += fuse_into(ops.values[i]);
    tern_vec_deinitialize(&ops);
    erase_dead_ops(root);
    tern_pass_count(pass, 0, (int64_t)steps);
  }
  tern_simplify_regions(root);
  return true;
}

const tern_pass_def_t tern_linalg_fusion_of_tensor_ops_pass = {
    .name = "LinalgFusionOfTensorOpsPass",
    .flag = "linalg-fusion-of-tensor-ops",
    .summary = "Fuse element-wise linalg ops on tensors into their consumers",
    .statistics = (const char *const[]){"num-fused - fusion steps taken", NULL},
    .run = run,
};

const tern_pass_def_t tern_linalg_fuse_elementwise_ops_pass = {
    .name = "LinalgElementwiseOpFusionPass",
    .flag = "linalg-fuse-elementwise-ops",
    .summary = "Fuse element-wise and data movement ops into the ops that read them",
    .statistics = (const char *const[]){"num-fused - fusion steps taken", NULL},
    .run = run,
};
