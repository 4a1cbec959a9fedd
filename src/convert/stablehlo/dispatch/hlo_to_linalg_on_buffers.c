// --hlo-to-linalg-on-buffers: a dispatch on tensors becomes a dispatch on the buffers of its interface
// (the third pass of the seed documents).
//
//   %0 = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<32x24xf32>     %0 = iree.placeholder ... @io::@ret0
//   %2 = "mhlo.dot"(%0, %1) ...                                                      %1 = iree.placeholder ... @io::@arg0
//   hal.interface.store.tensor %2, @io::@ret0, offset = %c0 : tensor<32x16xf32>      linalg.fill ...; linalg.matmul ...
//
// No temporary buffer is made: allocation happens per dispatch, outside of it. So each tensor that is computed needs a
// buffer that the dispatch already has. A map from tensors to buffers is made before anything is changed, backwards from
// the stores (convert/bufferization/buffer_plan.h says by which rules); a tensor that gets none is an error, and the IR stays as it was.
//
// Then the ops with reduction iterators become linalg on tensors (convert/stablehlo/dispatch/dispatch_op.h), and the plan, made
// again for what they are now, is carried out (convert/bufferization/buffer_rewrite.h).

#include "base/vec.h"
#include "convert/bufferization/buffer_rewrite.h"
#include "convert/stablehlo/dispatch/dispatch_op.h"
#include "dialect/func/func.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static bool is_defined_function(const tern_op_t *op) {
  return tern_op_is(op, TERN_FUNC(FUNC)) && !tern_region_is_empty(&op->regions[0]);
}

static bool is_reduction(const tern_op_t *op) { return tern_hlo_dispatch_kind(op) == TERN_HLO_REDUCTION; }

// Carries out a plan. What was one op is one structured op with views around it now: where there was a plan, there still is one.
static bool apply(tern_op_t *func, tern_buffer_plan_t *plan) {
  tern_op_list_t reductions = tern_op_collect(func, TERN_OUTERMOST, is_reduction);
  bool is_right = true;
  for (size_t i = 0; i < reductions.count && is_right; ++i) is_right = tern_hlo_lower_in_dispatch(reductions.values[i]);
  if (reductions.count > 0 && is_right) {
    tern_buffer_plan_deinitialize(plan);
    is_right = tern_buffer_plan_make(func, false, plan);
  }
  tern_vec_deinitialize(&reductions);
  if (is_right) tern_buffer_plan_apply(plan);
  return is_right;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t functions = tern_op_collect(root, TERN_OUTERMOST, is_defined_function);
  // All plans first: a function that has none leaves the others as they are too.
  TERN_VEC(tern_buffer_plan_t) plans = {0};
  bool is_right = true;
  for (size_t i = 0; i < functions.count; ++i) {
    tern_buffer_plan_t plan;
    is_right &= tern_buffer_plan_make(functions.values[i], false, &plan);
    tern_vec_push(&plans, plan);
  }
  for (size_t i = 0; i < plans.count; ++i) {
    is_right = is_right && apply(functions.values[i], &plans.values[i]);
    tern_buffer_plan_deinitialize(&plans.values[i]);
  }
  tern_vec_deinitialize(&plans);
  tern_vec_deinitialize(&functions);
  return is_right;
}

const tern_pass_def_t tern_hlo_to_linalg_on_buffers_pass = {
    .name = "HLOToLinalgOnBuffersPass",
    .flag = "hlo-to-linalg-on-buffers",
    .summary = "Convert a dispatch on tensors to linalg on the buffers of its interface",
    .description = "Makes no temporary buffer: a tensor that no buffer of the interface can hold is an error.",
    .leaves = TERN_FORM_NO_TENSORS,
    .run = run,
};
