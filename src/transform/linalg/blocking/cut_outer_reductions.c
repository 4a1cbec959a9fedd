// --linalg-cut-outer-reductions: of the loops that a contraction on buffers adds up along only one stays; the others go around it.
//
//   linalg.generic {maps (m, n, e, k): (e, m, k), (e, k, n), (m, n)} ins(%A, %B) outs(%C)
// becomes
//   scf.for %e = %c0 to %c8 step %c1 {
//     linalg.generic {the same} ins(%A[%e] [1, 512, 2048], %B[%e] [1, 2048, 512]) outs(%C)
//   }
//
// The passes behind it know contractions with one such loop, whose operands they cut and copy to fit the caches. The last loop stays;
// it has to be so long that loading and storing the sums between two of its runs is little beside it.

#include "dialect/linalg/linalg.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/linalg/blocking/contraction_loops.h"

#define LEAST_DEPTH 64

static bool match_outer_reductions(tern_op_t *op, tern_contraction_loops_t *out_loops, tern_contraction_t *out_roles) {
  *out_loops = (tern_contraction_loops_t){.op = op};
  if (!tern_linalg_can_slice(op) || tern_linalg_has_empty_buffer(op) || !tern_linalg_match_contraction(op, out_roles) ||
      out_roles->k_count < 2 || !tern_linalg_static_loop_ranges(op, out_loops->ranges)) {
    return false;
  }
  int64_t depth = out_loops->ranges[out_roles->k[out_roles->k_count - 1]];
  if (depth == TERN_DYNAMIC || depth < LEAST_DEPTH) return false;
  for (size_t i = 0; i + 1 < out_roles->k_count; ++i) {
    if (out_loops->ranges[out_roles->k[i]] != 1) return true;
  }
  return false;
}

static void cut(const tern_contraction_loops_t *loops, const tern_contraction_t *roles) {
  tern_builder_t b = tern_builder_before(loops->op);
  tern_tile_t tile = {0};
  tern_op_t *around[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i + 1 < roles->k_count; ++i) {
    around[i] = tern_contraction_begin_cut(&b, loops, roles->k[i], 1, &tile);
  }
  tern_tile_build_op(&b, loops->op, &tile);
  for (size_t i = roles->k_count - 1; i-- > 0;) tern_contraction_end_cut(&b, around[i]);
  tern_op_destroy(loops->op);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, tern_is_linalg);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_contraction_loops_t loops;
    tern_contraction_t roles;
    if (!match_outer_reductions(ops.values[i], &loops, &roles)) continue;
    cut(&loops, &roles);
    tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_linalg_cut_outer_reductions_pass = {
    .name = "LinalgCutOuterReductions",
    .flag = "linalg-cut-outer-reductions",
    .summary = "Leave one of the loops that contractions on buffers add up along, and put the others around it",
    .statistics = (const char *const[]){"num-cut - contractions that have loops around them now", NULL},
    .needs = TERN_FORM_NO_TENSORS,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
