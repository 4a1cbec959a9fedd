// Which shared memory an op reads and writes, and which pairs of ops need no barrier; see membar.h. Ops are told by their names, since
// dialects of machines lie beside each other.

#include <string.h>

#include "analysis/triton/membar.h"
#include "dialect/ttg/layout.h"
#include "ir/op_def.h"

enum { READS = 1, WRITES = 2 };

typedef struct access_row {
  const char *op, *operand;  // "": the result, which the op fills if it has operands
  int effects;
} access_row_t;

static const access_row_t rows[] = {
    {"ttg.local_alloc", "", WRITES},
    {"ttg.local_load", "src", READS},
    {"ttg.local_store", "dst", WRITES},
    {"ttg.async_copy_global_to_local", "result", WRITES},
    {"ttng.warp_group_dot", "a", READS},
    {"ttng.warp_group_dot", "b", READS},
    {"ttng.init_barrier", "alloc", WRITES},
    {"ttng.inval_barrier", "alloc", WRITES},
    {"ttng.barrier_expect", "alloc", WRITES},
    {"ttng.wait_barrier", "alloc", READS | WRITES},
    {"ttng.arrive_barrier", "alloc", READS | WRITES},
    {"ttng.async_copy_mbarrier_arrive", "barrier", WRITES},
    {"ttng.async_tma_copy_global_to_local", "barrier", WRITES},
    {"ttng.async_tma_copy_global_to_local", "result", WRITES},
    {"ttng.async_tma_copy_local_to_global", "src", READS},
    {"ttng.async_tma_reduce", "src", READS},
    {"ttng.async_tma_gather", "barrier", WRITES},
    {"ttng.async_tma_gather", "result", WRITES},
    {"ttng.async_tma_scatter", "src", READS},
    {"ttng.tc_gen5_mma", "a", READS},
    {"ttng.tc_gen5_mma", "b", READS},
    {"ttng.tc_gen5_mma_scaled", "a", READS},
    {"ttng.tc_gen5_mma_scaled", "b", READS},
    {"ttng.tc_gen5_commit", "barrier", WRITES},
    {"ttng.tmem_copy", "src", READS},
    {"amdg.buffer_load_to_local", "dest", WRITES},
    {"amdg.local_load_packed_tranposed", "src", READS},
    {"amdg.async_tdm_copy_global_to_local", "result", WRITES},
    {"amdg.async_tdm_copy_local_to_global", "src", READS},
    {"amdg.init_barrier", "alloc", WRITES},
    {"amdg.wait_barrier", "alloc", READS | WRITES},
    {"amdg.arrive_barrier", "alloc", READS | WRITES},
    {"amdg.async_copy_mbarrier_arrive", "barrier", READS | WRITES},
};

static bool is_named(const tern_op_t *op, const char *const *names) {
  tern_str_t own = tern_op_name(op);
  for (; *names; ++names) {
    if (tern_str_equal_cstr(own, *names)) return true;
  }
  return false;
}

// --- accesses ---

// A descriptor may see several buffers, and is taken to see all of each.
static void add_value(const tern_function_allocation_t *allocation, const tern_op_t *op, const tern_value_t *value,
                      int effects, tern_shared_accesses_t *accesses) {
  for (size_t i = 0; i < allocation->aliases.allocs.count; ++i) {
    if (!tern_shared_aliases_has(&allocation->aliases, value, i)) continue;
    const tern_shared_buffer_t *buffer = tern_allocation_explicit(allocation, allocation->aliases.allocs.values[i]);
    if (!buffer) continue;
    tern_shared_access_t access = {buffer->offset, buffer->offset + buffer->size, op, false};
    if (effects & READS) tern_vec_push(accesses, access);
    access.is_write = true;
    if (effects & WRITES) tern_vec_push(accesses, access);
  }
}

void tern_membar_find_accesses(const tern_function_allocation_t *allocation, const tern_op_t *op,
                               tern_shared_accesses_t *inout_accesses) {
  tern_str_t name = tern_op_name(op);
  for (size_t i = 0; op->def->row && i < sizeof rows / sizeof rows[0]; ++i) {
    if (!tern_str_equal_cstr(name, rows[i].op)) continue;
    if (rows[i].operand[0]) {
      const tern_value_t *value = tern_op_operand_named(op, rows[i].operand);
      if (value) add_value(allocation, op, value, rows[i].effects, inout_accesses);
    } else if (op->operand_count > 0) {
      add_value(allocation, op, tern_op_result(op, 0), rows[i].effects, inout_accesses);
    }
  }
  // Whoever is told that he may go on may access any memory.
  static const char *const signals[] = {"ttng.arrive_barrier", NULL};
  if (!is_named(op, signals)) return;
  tern_vec_push(inout_accesses, (tern_shared_access_t){0, INT64_MAX, op, false});
  tern_vec_push(inout_accesses, (tern_shared_access_t){0, INT64_MAX, op, true});
}

void tern_membar_find_accesses_of(const tern_function_allocation_t *allocation, const tern_op_t *op,
                                  const char *operand, tern_shared_accesses_t *inout_accesses) {
  add_value(allocation, op, tern_op_operand_named(op, operand), WRITES, inout_accesses);
}

bool tern_membar_is_barrier(const tern_op_t *op) {
  static const char *const names[] = {"gpu.barrier", "ttg.local_barrier", NULL};
  return is_named(op, names);
}

bool tern_membar_is_wait(const tern_op_t *op) {
  static const char *const names[] = {"ttg.async_wait", "ttng.async_tma_store_wait", NULL};
  return is_named(op, names);
}

bool tern_membar_is_async_write(const tern_op_t *op) {
  static const char *const names[] = {"ttng.async_tma_copy_global_to_local", "ttng.async_tma_gather", NULL};
  return is_named(op, names);
}

bool tern_membar_is_async_read(const tern_op_t *op) {
  static const char *const names[] = {"ttng.warp_group_dot",
                                      "ttng.tc_gen5_mma",
                                      "ttng.tc_gen5_mma_scaled",
                                      "ttng.async_tma_copy_global_to_local",
                                      "ttng.async_tma_scatter",
                                      "ttng.async_tma_reduce",
                                      NULL};
  return is_named(op, names);
}

bool tern_membar_needs_no_fence(const tern_op_t *op) {
  static const char *const names[] = {"ttng.arrive_barrier", "ttng.tmem_copy",     "ttng.wait_barrier",
                                      "ttng.init_barrier",   "ttng.inval_barrier", NULL};
  return tern_membar_is_async_read(op) || tern_membar_is_async_write(op) || is_named(op, names);
}

// Do warps mean the same in both, and does each have elements that no other one has?
bool tern_membar_is_warp_local(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_TTG(CONVERT_LAYOUT))) return false;
  tern_layout_t layouts[] = {tern_ttg_type_layout(tern_op_operand(op, 0)->type),
                             tern_ttg_type_layout(tern_op_result(op, 0)->type)};
  for (size_t i = 0; i < 2; ++i) {
    uint64_t masks[TERN_LAYOUT_MAX_DIMS] = {0};
    if (layouts[i].error) return false;
    tern_layout_free_masks(&layouts[i], masks);
    if (masks[tern_layout_find(&layouts[i].ins, TERN_LAYOUT_WARP)]) return false;
  }
  tern_layout_t map = tern_layout_invert_and_compose(&layouts[1], &layouts[0]);
  return !map.error && tern_layout_is_trivial_over(&map, TERN_LAYOUT_NAMES(TERN_LAYOUT_WARP));
}

// --- filters ---

bool tern_membar_filter_nvidia(const tern_op_t *before, const tern_op_t *after) {
  static const char *const init[] = {"ttng.init_barrier", NULL}, *const inval[] = {"ttng.inval_barrier", NULL};
  static const char *const wait[] = {"ttng.wait_barrier", NULL};
  // One thread does it, and others see any order of them.
  static const char *const counting[] = {"ttng.wait_barrier", "ttng.async_tma_copy_global_to_local",
                                         "ttng.async_tma_gather", "ttng.barrier_expect", NULL};
  if (is_named(before, init) && is_named(after, init)) return true;
  if (is_named(before, inval) && is_named(after, inval)) return true;
  // No warp may get ahead by two phases.
  if (is_named(before, wait) && is_named(after, wait)) return false;
  return is_named(before, counting) && is_named(after, counting);
}

// A load that has waited for copies by its token.
static bool is_synced_load(const tern_op_t *op) {
  const tern_attr_t *is_synced = tern_op_attr(op, "ttg.amdg.syncedViaAsyncWait");
  return tern_op_is(op, TERN_TTG(LOCAL_LOAD)) && is_synced && tern_integer_attr_value(is_synced) != 0;
}

bool tern_membar_filter_amd(const tern_op_t *before, const tern_op_t *after) {
  static const char *const copies[] = {"ttg.async_copy_global_to_local", "amdg.buffer_load_to_local", NULL};
  static const char *const barriers[] = {"amdg.init_barrier", "amdg.arrive_barrier", "amdg.async_copy_mbarrier_arrive",
                                         "amdg.wait_barrier", NULL};
  if (is_named(before, barriers) && is_named(after, barriers)) return true;
  return is_named(before, copies) != is_named(after, copies) && (is_synced_load(before) || is_synced_load(after));
}
