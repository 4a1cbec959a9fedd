// --gpu-launch-sink-index-computations: cheap ops that only give a kernel its sizes and indices move into gpu.launch,
// so that their results need not be arguments of the kernel (upstream: KernelOutlining.cpp).
//
//   %c = arith.constant 4 : index                      gpu.launch ... {
//   %d = memref.dim %m, %c : memref<...>                 %c = arith.constant 4 : index
//   gpu.launch ... { "use"(%d, %m) }                     %d = memref.dim %m, %c : memref<...>
//                                                        "use"(%d, %m)
//
// An op moves only if that makes no new argument: its operands are used in the body already, or move too. The original
// stays for other users.

#include "analysis/captured_values.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef struct sinking {
  tern_map_t captured;   // what the body uses from around it
  tern_map_t available;  // results of ops that move
  tern_map_t ops;        // these, in the order of definition
} sinking_t;

static bool is_index_computation(const tern_op_t *op) {
  return tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE) || tern_op_is(op, TERN_MEMREF(DIM)) ||
         tern_op_is(op, TERN_ARITH(SELECT)) || tern_op_is(op, TERN_ARITH(CMPI));
}

// Notes `op`, after the ops that its operands need, if it can move.
static bool note_op(tern_op_t *op, sinking_t *sinking) {
  if (tern_map_contains(&sinking->ops, op)) return true;
  if (!is_index_computation(op)) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    if (tern_map_contains(&sinking->available, operand)) continue;
    tern_op_t *definition = tern_value_defining_op(operand);
    bool moves = definition && note_op(definition, sinking);
    if (!moves && !tern_map_contains(&sinking->captured, operand)) return false;
  }
  tern_map_set(&sinking->ops, op, op);
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_map_set(&sinking->available, tern_op_result(op, i), tern_op_result(op, i));
  }
  return true;
}

static void replace_uses_inside(tern_value_t *value, tern_value_t *replacement, const tern_op_t *launch) {
  for (tern_operand_t *use = value->first_use, *next; use; use = next) {
    next = use->next;
    if (use->owner != launch && tern_op_is_within(use->owner, launch)) tern_operand_set(use, replacement);
  }
}

static tern_walk_result_t sink_into_launch(tern_op_t *launch, void *user) {
  (void)user;
  if (!tern_op_is(launch, TERN_GPU(LAUNCH))) return TERN_WALK_ADVANCE;
  sinking_t sinking = {0};
  tern_collect_captured_values(launch, &sinking.captured);
  for (size_t i = 0; i < sinking.captured.entry_count; ++i) {
    tern_op_t *definition = tern_value_defining_op(sinking.captured.entries[i].value);
    if (definition) note_op(definition, &sinking);
  }
  tern_map_t mapping = {0};
  tern_builder_t b = tern_builder_at_start(tern_op_body(launch, 0), launch->loc);
  for (size_t i = 0; i < sinking.ops.entry_count; ++i) {
    tern_op_t *op = sinking.ops.entries[i].value, *copy = tern_builder_clone(&b, op, &mapping);
    for (size_t j = 0; j < op->result_count; ++j) {
      replace_uses_inside(tern_op_result(op, j), tern_op_result(copy, j), launch);
    }
  }
  tern_map_deinitialize(&mapping);
  tern_map_deinitialize(&sinking.captured);
  tern_map_deinitialize(&sinking.available);
  tern_map_deinitialize(&sinking.ops);
  return TERN_WALK_ADVANCE;
}

static bool sink_index_computations(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_post(op, sink_into_launch, NULL);
  return true;
}

const tern_pass_def_t tern_gpu_launch_sink_index_computations_pass = {
    .flag = "gpu-launch-sink-index-computations",
    .name = "GpuLaunchSinkIndexComputationsPass",
    .summary = "Move constants and sizes that a launch only reads into it",
    .description =
        "Constants, memref.dim, arith.select and arith.cmpi are copied into the body where that makes no new "
        "argument of the kernel.",
    .run = sink_index_computations,
};
