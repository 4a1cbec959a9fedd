// --hlo-to-linalg-on-tensors: element-wise, broadcast and data-movement ops become linalg on tensors
// (upstream of the seed documents: HLOToLinalgPass).
//
//   %3 = "mhlo.add"(%0, %1) : (tensor<10x15xf32>, tensor<10x15xf32>) -> tensor<10x15xf32>
// becomes
//   %e = tensor.empty() : tensor<10x15xf32>
//   %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
//          ins(%0, %1 : ...) outs(%e : ...) { ^bb0(%a: f32, %b: f32, %out: f32): %s = arith.addf %a, %b ... }
//
// Each op is rewritten as --stablehlo-legalize-to-linalg does it in programs. Those that would need a reduction iterator (dot,
// dot_general, reduce, convolution, reduce_window) stay: on tensors there is no good place for their initial value, so
// --hlo-to-linalg-on-buffers takes them. Broadcasts, transposes and reversals are a generic that yields its input, with the
// movement in the indexing map: so element-wise fusion composes them. Padding and concatenation are insertions into a
// tensor.empty, which become writes to parts of the result's buffer.
//
// An op whose element type has no scalar code is refused by name, and nothing is changed then.

#include "convert/stablehlo/dispatch/dispatch_op.h"
#include "dialect/stablehlo/stablehlo.h"
#include "ir/op_list.h"
#include "pass/pass.h"

// Ops inside of a reduction's region are that op's business.
static tern_walk_result_t collect(tern_op_t *op, void *user) {
  if (tern_hlo_dispatch_kind(op) == TERN_HLO_ON_TENSORS) tern_vec_push((tern_op_list_t *)user, op);
  return tern_hlo_id(op) == TERN_HLO_NONE ? TERN_WALK_ADVANCE : TERN_WALK_SKIP;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = {0};
  tern_op_walk_pre(root, collect, &ops);
  bool is_right = true;
  for (size_t i = 0; i < ops.count; ++i) is_right &= tern_hlo_match_in_dispatch(ops.values[i]);
  for (size_t i = 0; is_right && i < ops.count; ++i) is_right = tern_hlo_lower_in_dispatch(ops.values[i]);
  tern_vec_deinitialize(&ops);
  return is_right;
}

const tern_pass_def_t tern_hlo_to_linalg_on_tensors_pass = {
    .name = "HLOToLinalgOnTensorsPass",
    .flag = "hlo-to-linalg-on-tensors",
    .summary = "Convert element-wise, broadcast and data-movement HLO ops to linalg on tensors",
    .description = "Ops that need a reduction iterator are left to --hlo-to-linalg-on-buffers.",
    .run = run,
};
