// --nvgpu-test-ws-task-partition: says which groups of warps load, and which multiply and store (upstream's pass of the name, the first step
// of its way to divide kernels for Hopper).
//
//   %a = tt.descriptor_load ...                   %a = tt.descriptor_load ... {async_task_id = array<i32: 0>}
//   %d = ttng.warp_group_dot %a, ...        =>    %d = ttng.warp_group_dot %a, ... {async_task_id = array<i32: 1, 2>}
//   tt.descriptor_store ..., %d                   tt.descriptor_store ..., %d {async_task_id = array<i32: 1, 2>}
//
// Loads count that operands of products come from: those by descriptors, and others where each thread loads something of its own.
// Functions without loops, such loads or products stay as they are, and so do those where somebody has said who does what.

#include "analysis/triton/encoding_flow.h"
#include "base/map.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/ttg/tasks/tasks.h"

enum { OPERANDS = 2 };  // of a product, besides its sums

static bool is_product(const tern_op_t *op) { return tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT)); }

static bool is_store(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(STORE)) || tern_op_is(op, TERN_TT(DESCRIPTOR_STORE));
}

static bool is_taken(const tern_op_t *op) { return tern_tasks_of(op) != 0; }

static bool is_producer(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(DESCRIPTOR_LOAD)) ||
         (tern_op_is(op, TERN_TT(LOAD)) && tern_ttg_is_expensive_access(op));
}

// Loads that the product's operands are computed of, in the same iteration.
static void find_producers(const tern_op_t *product, tern_op_list_t *producers) {
  tern_op_list_t queue = {0};
  tern_map_t seen = {0};
  for (size_t i = 0; i < OPERANDS; ++i) {
    tern_op_t *op = tern_value_defining_op(tern_op_operand(product, i));
    if (op) tern_vec_push(&queue, op);
  }
  while (queue.count) {
    tern_op_t *op = queue.values[--queue.count];
    if (!tern_map_set(&seen, op, op)) continue;
    if (is_producer(op)) tern_vec_push(producers, op);
    for (size_t i = 0; i < op->operand_count; ++i) {
      tern_op_t *source = tern_value_defining_op(tern_op_operand(op, i));
      if (source) tern_vec_push(&queue, source);
    }
  }
  tern_vec_deinitialize(&queue);
  tern_map_deinitialize(&seen);
}

static size_t count_ops(tern_op_t *function, bool (*is_wanted)(const tern_op_t *)) {
  tern_op_list_t ops = tern_op_collect(function, TERN_PREORDER, is_wanted);
  size_t count = ops.count;
  tern_vec_deinitialize(&ops);
  return count;
}

static bool is_loop(const tern_op_t *op) { return tern_op_is(op, TERN_SCF(FOR)); }

static void partition(tern_op_t *function, size_t groups) {
  if (count_ops(function, is_taken) || !count_ops(function, is_loop)) return;
  tern_op_list_t products = tern_op_collect(function, TERN_PREORDER, is_product), producers = {0};
  tern_op_list_t stores = tern_op_collect(function, TERN_PREORDER, is_store);
  for (size_t i = 0; i < products.count; ++i) find_producers(products.values[i], &producers);
  tern_tasks_t consumers = tern_tasks_range(1, groups - 1);
  for (size_t i = 0; i < producers.count; ++i) tern_tasks_set(producers.values[i], tern_tasks_range(0, 1));
  for (size_t i = 0; producers.count && i < products.count; ++i) tern_tasks_set(products.values[i], consumers);
  for (size_t i = 0; producers.count && i < stores.count; ++i) tern_tasks_set(stores.values[i], consumers);
  tern_vec_deinitialize(&products);
  tern_vec_deinitialize(&producers);
  tern_vec_deinitialize(&stores);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  int64_t groups = tern_pass_int(pass, "num-warp-groups");
  tern_op_list_t functions = tern_op_collect_row(module, TERN_PREORDER, TERN_TT(FUNC));
  for (size_t i = 0; groups > 1 && i < functions.count; ++i) partition(functions.values[i], (size_t)groups);
  tern_vec_deinitialize(&functions);
  return true;
}

static const tern_option_def_t options[] = {
    {"num-warp-groups", TERN_OPTION_INT, "0", "Groups of warps; the first one loads", NULL},
};

const tern_pass_def_t tern_nvgpu_test_ws_task_partition_pass = {
    .flag = "nvgpu-test-ws-task-partition",
    .name = "NVGPUTestWSTaskPartition",
    .anchor = "builtin.module",
    .summary = "Say which groups of warps load, and which multiply and store",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
