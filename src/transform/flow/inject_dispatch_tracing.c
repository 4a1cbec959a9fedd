// --iree-flow-inject-dispatch-tracing: the tensors that go into each dispatch and come out of it are traced.
//
//   %1 = flow.dispatch @e::@f(%0) : ...      flow.tensor.trace "e::f inputs" = [%0 : tensor<4xf32>]
//                                       ->   %1 = flow.dispatch @e::@f(%0) : ...
//                                            flow.tensor.trace "e::f outputs" = [%1 : tensor<4xf32>]
//
// Source: IREE's InjectDispatchTracing.

#include "dialect/flow/flow.h"
#include "ir/op_list.h"
#include "transform/flow/debug_target.h"

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t dispatches = tern_op_collect_row(root, TERN_PREORDER, TERN_FLOW(DISPATCH));
  for (size_t i = 0; i < dispatches.count; ++i) {
    tern_string_builder_t key = {0};
    tern_dispatch_name(dispatches.values[i], &key);
    tern_dispatch_trace(dispatches.values[i], tern_string_builder_view(&key));
    tern_string_builder_deinitialize(&key);
  }
  tern_vec_deinitialize(&dispatches);
  return true;
}

const tern_pass_def_t tern_inject_dispatch_tracing_pass = {
    .flag = "iree-flow-inject-dispatch-tracing",
    .name = "InjectDispatchTracingPass",
    .summary = "Trace the tensors of all dispatches",
    .dialects = (const tern_dialect_t *const[]){&tern_flow_dialect, NULL},
    .run = run,
};
