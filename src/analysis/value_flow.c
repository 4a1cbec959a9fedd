#include "analysis/value_flow.h"

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/stream/stream.h"
#include "dialect/util/util.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "rewrite/branch.h"

// --- calls ---

static tern_op_t *callee_of(const tern_op_t *call) {
  const tern_attr_t *ref = tern_op_attr(call, "callee");
  tern_op_t *target = ref ? tern_symbol_lookup_nearest(call, ref) : NULL;
  return target && tern_op_is(target, TERN_UTIL(FUNC)) ? target : NULL;
}

static tern_walk_result_t add_call(tern_op_t *op, void *user) {
  tern_value_flow_t *flow = user;
  if (tern_op_is(op, TERN_STREAM(EXECUTABLE))) return TERN_WALK_SKIP;
  if (!tern_op_is(op, TERN_UTIL(CALL))) return TERN_WALK_ADVANCE;
  tern_op_t *callee = callee_of(op);
  if (!callee) return TERN_WALK_ADVANCE;
  tern_op_list_t *list = tern_map_get(&flow->calls, callee);
  if (!list) {
    list = tern_malloc(sizeof *list);
    *list = (tern_op_list_t){0};
    tern_map_set(&flow->calls, callee, list);
  }
  tern_vec_push(list, op);
  return TERN_WALK_ADVANCE;
}

void tern_value_flow_initialize(tern_value_flow_t *flow, tern_op_t *module) {
  flow->calls = (tern_map_t){0};
  tern_op_walk_pre(module, add_call, flow);
}

void tern_value_flow_deinitialize(tern_value_flow_t *flow) {
  for (size_t i = 0; i < flow->calls.entry_count; ++i) {
    tern_op_list_t *list = flow->calls.entries[i].key ? flow->calls.entries[i].value : NULL;
    if (!list) continue;
    tern_vec_deinitialize(list);
    free(list);
  }
  tern_map_deinitialize(&flow->calls);
}

// --- what regions get and give ---

static tern_op_t *region_end(const tern_op_t *op, size_t region) {
  const tern_block_t *body = tern_op_body(op, region);
  return body ? tern_block_terminator(body) : NULL;
}

static void give(const tern_op_t *op, size_t index, tern_flow_fn_t callback, void *user) {
  if (op && index < op->operand_count) callback((tern_operand_t *)&op->operands[index], user);
}

static size_t group_start(const tern_op_t *op, const char *name) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  return start;
}

// The result `index` of an op with regions, or of one that forwards its operands.
static tern_flow_kind_t result_sources(const tern_value_flow_t *flow, const tern_op_t *op, size_t index,
                                       tern_flow_fn_t callback, void *user) {
  (void)flow;
  if (tern_op_is(op, TERN_SCF(FOR))) {
    give(op, group_start(op, "initArgs") + index, callback, user);
    give(region_end(op, 0), index, callback, user);
  } else if (tern_op_is(op, TERN_SCF(WHILE))) {
    give(region_end(op, 0), 1 + index, callback, user);
  } else if (tern_op_is(op, TERN_SCF(IF)) || tern_op_is(op, TERN_SCF(INDEX_SWITCH))) {
    for (size_t i = 0; i < op->region_count; ++i) give(region_end(op, i), index, callback, user);
  } else if (tern_op_is(op, TERN_SCF(EXECUTE_REGION))) {
    tern_region_for_each_block(&op->regions[0], block) {
      const tern_op_t *end = tern_block_terminator(block);
      if (end && tern_op_is(end, TERN_SCF(YIELD))) give(end, index, callback, user);
    }
  } else if (tern_op_is(op, TERN_STREAM(ASYNC_EXECUTE)) || tern_op_is(op, TERN_STREAM(ASYNC_CONCURRENT))) {
    give(region_end(op, 0), index, callback, user);
  } else if (tern_op_is(op, TERN_ARITH(SELECT))) {
    give(op, 1, callback, user);
    give(op, 2, callback, user);
  } else if (tern_op_is(op, TERN_UTIL(OPTIMIZATION_BARRIER))) {
    give(op, index, callback, user);
  } else if (tern_op_is(op, TERN_UTIL(CALL))) {
    const tern_op_t *callee = callee_of(op);
    if (!callee || tern_region_is_empty(&callee->regions[0])) return TERN_FLOW_OPEN;
    tern_region_for_each_block(&callee->regions[0], block) {
      const tern_op_t *end = tern_block_terminator(block);
      if (end && tern_op_is(end, TERN_UTIL(RETURN))) give(end, index, callback, user);
    }
  } else {
    return TERN_FLOW_COMPUTED;
  }
  return TERN_FLOW_COMPLETE;
}

// Arguments of the entry block of a region.
static tern_flow_kind_t entry_sources(const tern_value_flow_t *flow, const tern_region_t *region, size_t index,
                                      tern_flow_fn_t callback, void *user) {
  const tern_op_t *op = region->parent;
  size_t which = (size_t)(region - op->regions);
  if (tern_op_is(op, TERN_SCF(FOR))) {
    if (index == 0) return TERN_FLOW_COMPUTED;
    give(op, group_start(op, "initArgs") + index - 1, callback, user);
    give(region_end(op, 0), index - 1, callback, user);
  } else if (tern_op_is(op, TERN_SCF(WHILE))) {
    if (which == 0) {
      give(op, index, callback, user);
      give(region_end(op, 1), index, callback, user);
    } else {
      give(region_end(op, 0), 1 + index, callback, user);
    }
  } else if (tern_op_is(op, TERN_STREAM(ASYNC_EXECUTE)) || tern_op_is(op, TERN_STREAM(ASYNC_CONCURRENT)) ||
             tern_op_is(op, TERN_STREAM(CMD_EXECUTE))) {
    give(op, group_start(op, "resource_operands") + index, callback, user);
  } else if (tern_op_is(op, TERN_UTIL(FUNC))) {
    const tern_op_list_t *calls = tern_map_get(&flow->calls, op);
    for (size_t i = 0; calls && i < calls->count; ++i) give(calls->values[i], index, callback, user);
    return tern_symbol_visibility(op) == TERN_PRIVATE ? TERN_FLOW_COMPLETE : TERN_FLOW_OPEN;
  } else {
    return TERN_FLOW_OPEN;
  }
  return TERN_FLOW_COMPLETE;
}

tern_flow_kind_t tern_value_flow_sources(const tern_value_flow_t *flow, const tern_value_t *value,
                                         tern_flow_fn_t callback, void *user) {
  const tern_op_t *op = tern_value_defining_op(value);
  if (op) return result_sources(flow, op, value->index, callback, user);
  const tern_block_t *block = tern_value_arg_block(value);
  tern_flow_kind_t kind = TERN_FLOW_COMPLETE;
  if (tern_block_is_entry(block)) kind = entry_sources(flow, block->parent, value->index, callback, user);
  for (const tern_successor_t *edge = block->first_use; edge; edge = edge->next) {
    size_t start, count, successor = (size_t)(edge - edge->owner->successors);
    if (tern_branch_successor_operands(edge->owner, successor, &start, &count) && value->index < count) {
      give(edge->owner, start + value->index, callback, user);
    } else {
      kind = TERN_FLOW_OPEN;
    }
  }
  return kind;
}

bool tern_value_flow_passes_on(const tern_operand_t *use) {
  const tern_op_t *op = use->owner;
  return tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) || op->region_count || tern_op_is(op, TERN_ARITH(SELECT)) ||
         tern_op_is(op, TERN_UTIL(CALL)) || tern_op_is(op, TERN_UTIL(OPTIMIZATION_BARRIER));
}
