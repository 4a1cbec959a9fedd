// --linalg-fold-into-elementwise: linalg.elementwise reads what was transposed for it as it was.
//
//   %t = linalg.transpose ins(%a) ... permutation = [1, 0]
//   linalg.elementwise kind=exp ins(%t)   ->   linalg.elementwise kind=exp indexing_maps = [(d1, d0), ...] ins(%a)
//
// Source: upstream's pass of this name.

#include "base/vec.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

static bool fold_transposes(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  TERN_VEC(const tern_attr_t *) maps = {0};
  bool is_changed = false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    tern_op_t *transpose = tern_value_defining_op(tern_op_operand(op, i));
    if (i < tern_linalg_input_count(op) && tern_affine_map_is_identity(map) && transpose &&
        tern_op_is(transpose, TERN_LINALG(TRANSPOSE))) {
      map = tern_linalg_indexing_map(transpose, 0);
      tern_op_set_operand(op, i, tern_linalg_input(transpose, 0));
      is_changed = true;
    }
    tern_vec_push(&maps, tern_affine_map_attr_get(map));
  }
  if (is_changed) {
    tern_op_set_attr(op, "indexing_maps", tern_array_attr_get(tern_op_context(op), maps.values, maps.count));
    tern_rewriter_modified(rewriter, op);
  }
  tern_vec_deinitialize(&maps);
  return is_changed;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  const tern_pattern_t pattern = {"fold-transpose", TERN_LINALG(ELEMENTWISE), 1, fold_transposes};
  tern_apply_patterns_greedily(op, &pattern, 1, NULL, &TERN_GREEDY_DEFAULT, NULL);
  return true;
}

const tern_pass_def_t tern_linalg_fold_into_elementwise_pass = {
    .flag = "linalg-fold-into-elementwise",
    .name = "LinalgFoldIntoElementwisePass",
    .summary = "Fold transposes into element-wise ops",
    .run = run,
};
