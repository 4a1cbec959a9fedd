// --iree-flow-interchange-transpose-generic-ops: loops run in the order of an input that is read transposed.
//
//   ins (d0, d1) -> (d1, d0), outs (d0, d1) -> (d0, d1)   ->   ins (d0, d1) -> (d0, d1), outs (d0, d1) -> (d1, d0)
//
// Source: IREE's InterchangeTransposeGenericOps. A producer of the input can be fused only if both run over it in the same
// order. The first input whose map is a permutation decides; loops that are all parallel may be reordered freely.

#include "dialect/linalg/linalg.h"
#include "ir/affine.h"
#include "pass/pass.h"
#include "transform/dispatch_creation/interchange.h"

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  (void)user;
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || !tern_linalg_is_all_parallel(op)) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!tern_affine_map_is_projected_permutation(tern_linalg_indexing_map(op, i), true)) return TERN_WALK_ADVANCE;
  }
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    size_t order[TERN_LINALG_MAX_LOOPS];
    if (!tern_affine_map_is_permutation(map)) continue;
    if (tern_affine_map_is_identity(map)) return TERN_WALK_ADVANCE;
    for (size_t j = 0; j < map->result_count; ++j) order[j] = (size_t)map->results[j]->value;
    tern_linalg_interchange(op, order);
    return TERN_WALK_ADVANCE;
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_pre(root, visit, NULL);
  return true;
}

const tern_pass_def_t tern_interchange_transpose_generic_ops_pass = {
    .flag = "iree-flow-interchange-transpose-generic-ops",
    .name = "InterchangeTransposeGenericOpsPass",
    .summary = "Run the loops of linalg.generic in the order of an input",
    .run = run,
};
