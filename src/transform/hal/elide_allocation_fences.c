// --iree-hal-elide-allocation-fences: who waits for an allocation waits for what that one waits for.
//
//   %1 = hal.fence.create ...                                     %null = util.null : !hal.fence
//   %b = hal.device.queue.alloca wait(%0) signal(%1) ...    ->    %b = hal.device.queue.alloca wait(%0) signal(%null) ...
//   hal.device.queue.execute wait(%1) ...                         hal.device.queue.execute wait(%0) ...
//
// This is ours, and about our runtime: memory that hal.device.queue.alloca gives may be used at once, and what dealloca takes
// back is not handed out before those are done that use it. So both are done when what they wait for is, and need no
// fence of their own, whose making, signaling and joining costs more than they do.

#include "dialect/cf/cf.h"
#include "dialect/hal/hal.h"
#include "dialect/util/util.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

static bool is_allocation(const tern_op_t *op) {
  return tern_op_is(op, TERN_HAL(DEVICE_QUEUE_ALLOCA)) || tern_op_is(op, TERN_HAL(DEVICE_QUEUE_DEALLOCA));
}

// Does the op only hand the fence on or wait for it?
static bool only_waits(const tern_op_t *op, const tern_value_t *fence) {
  if (tern_op_is(op, TERN_HAL(FENCE_JOIN)) || tern_op_is(op, TERN_HAL(FENCE_AWAIT)) || tern_op_is(op, TERN_CF(BR)) ||
      tern_op_is(op, TERN_CF(COND_BR))) {
    return true;
  }
  return tern_str_starts_with(tern_op_name(op), TERN_STR("hal.device.queue.")) &&
         tern_op_operand_named(op, "wait_fence") == fence && tern_op_operand_named(op, "signal_fence") != fence;
}

static bool comes_after(const tern_op_t *op, const tern_op_t *first) {
  for (const tern_op_t *next = first->next; next; next = next->next) {
    if (next == op) return true;
  }
  return false;
}

// May the fence that `op` signals be replaced by the one it waits for?
static bool can_elide(const tern_op_t *op) {
  const tern_value_t *fence = tern_op_operand_named(op, "signal_fence");
  const tern_op_t *create = tern_value_defining_op(fence);
  if (!create || !tern_op_is(create, TERN_HAL(FENCE_CREATE)) || create->block != op->block) return false;
  tern_value_for_each_use(fence, use) {
    if (use->owner == op) continue;
    if (!only_waits(use->owner, fence)) return false;
    if (use->owner->block == op->block && !comes_after(use->owner, op)) return false;
  }
  return true;
}

static void elide(tern_op_t *op) {
  tern_value_t *wait = tern_op_operand_named(op, "wait_fence"), *signal = tern_op_operand_named(op, "signal_fence");
  tern_builder_t b = tern_builder_before(op);
  tern_value_replace_all_uses(signal, wait);
  for (size_t i = 0, seen = 0; i < op->operand_count; ++i) {
    // The first is what it waits for.
    if (tern_op_operand(op, i) != wait || seen++ == 0) continue;
    tern_op_set_operand(op, i, tern_build_value(&b, TERN_UTIL(NULL), .types = TERN_TYPES(wait->type)));
  }
  tern_op_destroy(tern_value_defining_op(signal));
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_allocation);
  for (size_t i = 0; i < ops.count; ++i) {
    if (!can_elide(ops.values[i])) continue;
    elide(ops.values[i]);
    tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_util_dialect, NULL};

const tern_pass_def_t tern_hal_elide_allocation_fences_pass = {
    .flag = "iree-hal-elide-allocation-fences",
    .summary = "Wait for what allocations wait for instead of for allocations",
    .statistics = (const char *const[]){"num-elided - fences that went", NULL},
    .dialects = dialects,
    .run = run,
};
