#include "analysis/incoming_values.h"

#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/util/util.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "rewrite/branch.h"

// --- calls ---

typedef struct call_walk {
  tern_call_sites_t *sites;
  tern_symbol_table_t table;
} call_walk_t;

static tern_walk_result_t note_call(tern_op_t *op, void *user) {
  call_walk_t *walk = user;
  if (!tern_op_is(op, TERN_UTIL(CALL))) {
    // Device code calls nothing of the host.
    bool is_nested_table = op != walk->table.op && tern_op_has_trait(op, TERN_TRAIT_SYMBOL_TABLE);
    return is_nested_table ? TERN_WALK_SKIP : TERN_WALK_ADVANCE;
  }
  const tern_attr_t *name = tern_op_attr(op, "callee");
  tern_op_t *function = tern_symbol_table_lookup(&walk->table, tern_symbol_ref_attr_at(name, 0));
  if (!function) return TERN_WALK_ADVANCE;
  tern_map_set(&walk->sites->callees, op, function);
  tern_op_list_t *calls = tern_map_get(&walk->sites->by_function, function);
  if (!calls) {
    calls = tern_malloc(sizeof(*calls));
    *calls = (tern_op_list_t){0};
    tern_map_set(&walk->sites->by_function, function, calls);
  }
  tern_vec_push(calls, op);
  return TERN_WALK_ADVANCE;
}

void tern_call_sites_find(tern_op_t *module, tern_call_sites_t *out_sites) {
  *out_sites = (tern_call_sites_t){0};
  call_walk_t walk = {.sites = out_sites};
  tern_symbol_table_initialize(&walk.table, module);
  tern_op_walk_pre(module, note_call, &walk);
  tern_symbol_table_deinitialize(&walk.table);
}

void tern_call_sites_deinitialize(tern_call_sites_t *sites) {
  for (size_t i = 0; i < sites->by_function.entry_count; ++i) {
    tern_op_list_t *calls = sites->by_function.entries[i].value;
    tern_vec_deinitialize(calls);
    free(calls);
  }
  tern_map_deinitialize(&sites->by_function);
  tern_map_deinitialize(&sites->callees);
}

tern_op_t *const *tern_call_sites_of(const tern_call_sites_t *sites, const tern_op_t *function, size_t *out_count) {
  const tern_op_list_t *calls = tern_map_get(&sites->by_function, function);
  *out_count = calls ? calls->count : 0;
  return calls ? calls->values : NULL;
}

tern_op_t *tern_call_sites_callee(const tern_call_sites_t *sites, const tern_op_t *call) {
  return tern_map_get(&sites->callees, call);
}

// --- values ---

// Operand `index` of every op of the region's blocks that ends it (`row`), counted behind `fixed` operands.
static bool add_terminator_operands(const tern_region_t *region, const tern_op_row_t *row, size_t fixed, size_t index,
                                    tern_value_vec_t *out_values) {
  bool is_any = false;
  tern_region_for_each_block(region, block) {
    tern_op_t *end = block->last_op;
    if (!end || !tern_op_is(end, row)) continue;
    if (fixed + index >= end->operand_count) return false;
    tern_vec_push(out_values, tern_op_operand(end, fixed + index));
    is_any = true;
  }
  return is_any;
}

static bool add_call_operands(const tern_op_t *function, size_t index, const tern_call_sites_t *sites,
                              tern_value_vec_t *out_values) {
  if (!sites || !tern_op_is(function, TERN_UTIL(FUNC)) || tern_symbol_visibility(function) != TERN_PRIVATE)
    return false;
  size_t count;
  tern_op_t *const *calls = tern_call_sites_of(sites, function, &count);
  for (size_t i = 0; i < count; ++i) tern_vec_push(out_values, tern_op_operand(calls[i], index));
  return true;
}

static bool add_branch_operands(const tern_block_t *block, size_t index, tern_value_vec_t *out_values) {
  for (const tern_successor_t *use = block->first_use; use; use = use->next) {
    size_t start, count, successor = (size_t)(use - use->owner->successors);
    if (!tern_branch_successor_operands(use->owner, successor, &start, &count) || index >= count) return false;
    tern_vec_push(out_values, tern_op_operand(use->owner, start + index));
  }
  return true;
}

static bool add_incoming_of_argument(const tern_value_t *arg, const tern_call_sites_t *sites,
                                     tern_value_vec_t *out_values) {
  const tern_block_t *block = arg->owner;
  const tern_op_t *parent = tern_block_parent_op(block);
  size_t index = arg->index;
  if (!parent) return false;
  if (!tern_block_is_entry(block)) return add_branch_operands(block, index, out_values);
  if (tern_op_has_trait(parent, TERN_TRAIT_FUNCTION_LIKE)) {
    return add_call_operands(parent, index, sites, out_values) && add_branch_operands(block, index, out_values);
  }
  if (tern_op_is(parent, TERN_SCF(FOR))) {
    if (index == 0) return false;
    tern_vec_push(out_values, tern_op_operand(parent, 2 + index));
    return add_terminator_operands(&parent->regions[0], TERN_SCF(YIELD), 0, index - 1, out_values);
  }
  if (tern_op_is(parent, TERN_SCF(WHILE))) {
    if (block->parent == &parent->regions[1]) {
      return add_terminator_operands(&parent->regions[0], TERN_SCF(CONDITION), 1, index, out_values);
    }
    tern_vec_push(out_values, tern_op_operand(parent, index));
    return add_terminator_operands(&parent->regions[1], TERN_SCF(YIELD), 0, index, out_values);
  }
  return false;
}

static bool add_incoming_of_result(const tern_value_t *result, const tern_call_sites_t *sites,
                                   tern_value_vec_t *out_values) {
  const tern_op_t *op = result->owner;
  size_t index = result->index;
  if (tern_op_is(op, TERN_ARITH(SELECT))) {
    tern_vec_push(out_values, tern_op_operand(op, 1));
    tern_vec_push(out_values, tern_op_operand(op, 2));
    return true;
  }
  if (tern_op_is(op, TERN_SCF(WHILE))) {
    return add_terminator_operands(&op->regions[0], TERN_SCF(CONDITION), 1, index, out_values);
  }
  if (tern_op_is(op, TERN_SCF(FOR))) {
    tern_vec_push(out_values, tern_op_operand(op, 3 + index));
    return add_terminator_operands(&op->regions[0], TERN_SCF(YIELD), 0, index, out_values);
  }
  if (tern_op_is(op, TERN_SCF(IF)) || tern_op_is(op, TERN_SCF(INDEX_SWITCH)) ||
      tern_op_is(op, TERN_SCF(EXECUTE_REGION))) {
    for (size_t i = 0; i < op->region_count; ++i) {
      if (!add_terminator_operands(&op->regions[i], TERN_SCF(YIELD), 0, index, out_values)) return false;
    }
    return op->region_count > 0;
  }
  const tern_op_t *callee = sites && tern_op_is(op, TERN_UTIL(CALL)) ? tern_call_sites_callee(sites, op) : NULL;
  if (!callee || !tern_op_is(callee, TERN_UTIL(FUNC)) || tern_region_is_empty(&callee->regions[0])) return false;
  return add_terminator_operands(&callee->regions[0], TERN_UTIL(RETURN), 0, index, out_values);
}

bool tern_incoming_values(const tern_value_t *value, const tern_call_sites_t *sites, tern_value_vec_t *out_values) {
  return value->is_block_argument ? add_incoming_of_argument(value, sites, out_values)
                                  : add_incoming_of_result(value, sites, out_values);
}
