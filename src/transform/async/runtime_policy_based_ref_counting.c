// --async-runtime-policy-based-ref-counting: references are dropped by ops that nothing is to follow (upstream:
// AsyncRuntimeRefCounting.cpp).

#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/async/reference_counts.h"

// True if a value has been used up when `op` has used it.
static bool ends_life(const tern_op_t *op, const tern_type_t *type) {
  bool is_token = tern_type_is_async(type, TERN_ASYNC_TYPE_TOKEN),
       is_group = tern_type_is_async(type, TERN_ASYNC_TYPE_GROUP);
  if (tern_op_is(op, TERN_ASYNC(RUNTIME_IS_ERROR))) return is_token || is_group;
  if (tern_op_is(op, TERN_ASYNC(RUNTIME_LOAD))) return tern_async_value_type(type);
  return tern_op_is(op, TERN_ASYNC(RUNTIME_ADD_TO_GROUP)) && is_token;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_async_value_list_t values = {0};
  tern_op_list_t ends = {0};
  bool is_right = tern_async_lowered_values(op, &values);
  for (size_t i = 0; i < values.count; ++i) {
    tern_value_t *value = values.values[i];
    if (tern_async_drop_if_unused(value)) continue;
    ends.count = 0;
    tern_value_for_each_use(value, use) {
      if (ends_life(use->owner, value->type)) tern_vec_push(&ends, use->owner);
    }
    for (size_t k = 0; k < ends.count; ++k) {
      tern_builder_t b = tern_builder_after(ends.values[k]);
      tern_async_count(&b, value, -1);
    }
  }
  tern_vec_deinitialize(&ends);
  tern_vec_deinitialize(&values);
  return is_right;
}

static const tern_dialect_t *const dialects[] = {&tern_async_dialect, NULL};

const tern_pass_def_t tern_async_runtime_policy_based_ref_counting_pass = {
    .flag = "async-runtime-policy-based-ref-counting",
    .name = "AsyncRuntimePolicyBasedRefCountingPass",
    .summary = "Count references of async values by rules for each op, as runtimes with one consumer allow",
    .description =
        "For programs that wait for each token once or put it into one group, and wait for each value and group "
        "once. References are dropped after async.runtime.is_error of tokens and groups, after "
        "async.runtime.load and after async.runtime.add_to_group; other programs leak or use what is gone.",
    .dialects = dialects,
    .run = run,
};
