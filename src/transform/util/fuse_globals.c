// --iree-util-fuse-globals: globals that always get the same value at the same places are one.
//
//   util.global.store %0, @a        ->        util.global.store %0, @a
//   util.global.store %0, @b
//
// Source: upstream's pass of the same name. Globals are the same if they have one type and initial value, and the blocks
// that store to them store one value to all of them, the last one each time.

#include "analysis/global_table.h"
#include "base/string.h"
#include "dialect/util/util.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "transform/util/fixed_point.h"

static bool is_candidate(const tern_global_t *global) {
  return tern_global_is_closed(global) && global->stores.count > 0 && !tern_op_attr(global->op, "inlining_policy");
}

// Is `value` stored to `global` in the block of `store`, with no other store to it and no load in between?
static bool has_same_store(const tern_global_t *global, const tern_op_t *store) {
  bool has_found = false;
  for (size_t i = 0; i < global->stores.count; ++i) {
    const tern_op_t *other = global->stores.values[i];
    if (other->block != store->block) continue;
    if (has_found || tern_op_operand(other, 0) != tern_op_operand(store, 0)) return false;
    has_found = true;
  }
  return has_found;
}

// Between the two stores neither a load of one of them, nor a call that may load them, may see the difference.
static bool are_adjacent(const tern_op_t *a, const tern_op_t *b) {
  if (!tern_op_is_before(a, b)) {
    const tern_op_t *other = a;
    a = b;
    b = other;
  }
  for (const tern_op_t *op = a->next; op && op != b; op = op->next) {
    bool is_store = tern_op_is(op, TERN_UTIL(GLOBAL_STORE));
    if (!is_store && !tern_op_would_be_trivially_dead((tern_op_t *)op)) return false;
    if (tern_op_is(op, TERN_UTIL(GLOBAL_LOAD)) && !tern_op_attr(op, "is_immutable") &&
        (tern_op_attr(op, "global") == tern_op_attr(a, "global") ||
         tern_op_attr(op, "global") == tern_op_attr(b, "global"))) {
      return false;
    }
  }
  return true;
}

static const tern_op_t *store_in_block(const tern_global_t *global, const tern_block_t *block) {
  for (size_t i = 0; i < global->stores.count; ++i) {
    if (global->stores.values[i]->block == block) return global->stores.values[i];
  }
  return NULL;
}

static bool are_same(const tern_global_t *a, const tern_global_t *b) {
  if (tern_util_global_type(a->op) != tern_util_global_type(b->op) || a->op->attrs != b->op->attrs ||
      tern_op_attr(a->op, "initial_value") != tern_op_attr(b->op, "initial_value") ||
      a->stores.count != b->stores.count) {
    return false;
  }
  for (size_t i = 0; i < a->stores.count; ++i) {
    const tern_op_t *store = a->stores.values[i];
    if (!has_same_store(b, store) || !has_same_store(a, store)) return false;
    if (!are_adjacent(store, store_in_block(b, store->block))) return false;
  }
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_global_table_t table;
  tern_global_table_build(module, &table);
  bool has_changed = false;
  for (size_t i = 0; i < table.globals.count; ++i) {
    tern_global_t *global = &table.globals.values[i];
    if (!is_candidate(global)) continue;
    // Only what is stored as the same value can be the same.
    tern_value_t *value = tern_op_operand(global->stores.values[0], 0);
    for (tern_operand_t *use = value->first_use, *next; use; use = next) {
      next = use->next;
      if (!tern_op_is(use->owner, TERN_UTIL(GLOBAL_STORE))) continue;
      tern_global_t *other = tern_global_table_of(&table, use->owner);
      if (!other || other <= global || !is_candidate(other) || !are_same(global, other)) continue;
      tern_global_table_erase_stores(other);
      tern_global_table_redirect(other, global);
      if (!tern_op_attr(other->op, "is_mutable")) tern_op_set_attr(global->op, "is_mutable", NULL);
      tern_global_table_erase(other);
      tern_pass_count(pass, 0, 1);
      has_changed = true;
      next = value->first_use;  // stores went with their uses
    }
  }
  tern_global_table_deinitialize(&table);
  if (has_changed) tern_fixed_point_signal(module);
  return true;
}

const tern_pass_def_t tern_util_fuse_globals_pass = {
    .flag = "iree-util-fuse-globals",
    .name = "FuseGlobalsPass",
    .anchor = "builtin.module",
    .summary = "Make one global of those that always hold the same",
    .description = "Globals that get the same value wherever they are stored to become one.",
    .statistics = (const char *const[]){"num-fused - Number of globals that were fused into others", NULL},
    .run = run,
};
