// Facts are pushed: when a value's state changes, its users are looked at again, and ops that pass values on join them
// into the values that get them. So nobody has to know who might read a state.

#include "analysis/dataflow.h"

#include "analysis/region_flow.h"
#include "base/map.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "rewrite/branch.h"

// A function within the root.
typedef struct callable {
  tern_op_list_t calls;      // live ones
  bool has_unknown_callers;  // others may call it too
} callable_t;

// An op that is to be looked at again.
typedef struct dependent {
  struct dependent *next;
  tern_op_t *op;
} dependent_t;

struct tern_dataflow {
  tern_op_t *root;
  const tern_dataflow_analysis_t *analysis;
  tern_arena_t arena;
  tern_map_t states;     // value -> state
  tern_map_t live;       // blocks that may run
  tern_map_t callables;  // function -> callable_t
  tern_symbol_tables_t tables;
  tern_map_t known_calls;  // live calls, which are in the list of their callable
  tern_map_t dependents;   // value -> dependent_t
  tern_map_t queued;       // ops on the worklist
  tern_op_list_t worklist;
  size_t next_work;
  bool has_unknown_table;  // an op that may hold symbols of its own, so that references may mean those
};

const void *tern_dataflow_state(const tern_dataflow_t *flow, const tern_value_t *value) {
  return tern_map_get(&flow->states, value);
}

bool tern_dataflow_is_live(const tern_dataflow_t *flow, const tern_block_t *block) {
  return tern_map_contains(&flow->live, block);
}

void *tern_dataflow_user(const tern_dataflow_t *flow) { return flow->analysis->user; }

tern_arena_t *tern_dataflow_arena(tern_dataflow_t *flow) { return &flow->arena; }

static void enqueue(tern_dataflow_t *flow, tern_op_t *op) {
  if (op == flow->root || !op->block || !tern_dataflow_is_live(flow, op->block)) return;
  if (tern_map_set(&flow->queued, op, op)) tern_vec_push(&flow->worklist, op);
}

void tern_dataflow_join(tern_dataflow_t *flow, tern_value_t *value, const void *state) {
  const void *old = tern_dataflow_state(flow, value);
  const void *joined = old ? flow->analysis->join(flow, old, state) : state;
  if (joined == old) return;
  tern_map_set(&flow->states, value, (void *)(uintptr_t)joined);
  tern_value_for_each_use(value, use) enqueue(flow, use->owner);
  for (dependent_t *it = tern_map_get(&flow->dependents, value); it; it = it->next) enqueue(flow, it->op);
}

static void set_unknown(tern_dataflow_t *flow, tern_value_t *value) {
  tern_dataflow_join(flow, value, flow->analysis->unknown(flow, value));
}

void tern_dataflow_set_results_unknown(tern_dataflow_t *flow, tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) set_unknown(flow, tern_op_result(op, i));
}

void tern_dataflow_depend(tern_dataflow_t *flow, tern_op_t *op, const tern_value_t *value) {
  dependent_t *first = tern_map_get(&flow->dependents, value);
  for (dependent_t *it = first; it; it = it->next) {
    if (it->op == op) return;
  }
  dependent_t *entry = tern_arena_alloc(&flow->arena, sizeof *entry);
  *entry = (dependent_t){first, op};
  tern_map_set(&flow->dependents, value, entry);
}

// `source` may become `target`. An op that hands it on in another form says nothing of the form.
static void pass_on(tern_dataflow_t *flow, const tern_value_t *source, tern_value_t *target) {
  if (source->type != target->type) {
    set_unknown(flow, target);
    return;
  }
  const void *state = tern_dataflow_state(flow, source);
  if (state) tern_dataflow_join(flow, target, state);
}

static void set_live(tern_dataflow_t *flow, tern_block_t *block) {
  if (!tern_map_set(&flow->live, block, block)) return;
  tern_block_for_each_op(block, op) enqueue(flow, op);
}

static void set_args_unknown(tern_dataflow_t *flow, tern_block_t *block) {
  for (size_t i = 0; i < block->arg_count; ++i) set_unknown(flow, block->args[i]);
}

static void enter_all_regions(tern_dataflow_t *flow, tern_op_t *op) {
  if (tern_op_has_trait(op, TERN_TRAIT_QUOTED_BODY)) return;
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_block_t *entry = op->regions[i].first_block;
    if (!entry) continue;
    set_live(flow, entry);
    set_args_unknown(flow, entry);
  }
}

// The values of the operands that are constants, in an array of the caller's to free; NULL if an operand was not reached.
static const tern_attr_t **constant_operands(const tern_dataflow_t *flow, const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!tern_dataflow_state(flow, tern_op_operand(op, i))) return NULL;
  }
  const tern_attr_t **constants = tern_malloc((op->operand_count + 1) * sizeof *constants);
  for (size_t i = 0; i < op->operand_count; ++i) {
    constants[i] = flow->analysis->constant(tern_dataflow_state(flow, tern_op_operand(op, i)));
  }
  return constants;
}

// --- branches ---

static void take_successor(tern_dataflow_t *flow, tern_op_t *op, size_t index) {
  tern_block_t *target = op->successors[index].block;
  set_live(flow, target);
  size_t start, count;
  if (!tern_branch_successor_operands(op, index, &start, &count)) {
    set_args_unknown(flow, target);
    return;
  }
  for (size_t i = 0; i < target->arg_count; ++i) {
    if (i < count) {
      pass_on(flow, tern_op_operand(op, start + i), target->args[i]);
    } else {
      set_unknown(flow, target->args[i]);
    }
  }
}

// Edges are told apart by the blocks that they join, as upstream does.
static void visit_branch(tern_dataflow_t *flow, tern_op_t *op) {
  int known = -1;
  if (tern_op_has_trait(op, TERN_TRAIT_BRANCH_LIKE)) {
    const tern_attr_t **constants = constant_operands(flow, op);
    if (!constants) return;
    known = tern_branch_known_successor(op, constants);
    free(constants);
  }
  for (size_t i = 0; i < op->successor_count; ++i) {
    if (known < 0 || op->successors[i].block == op->successors[known].block) take_successor(flow, op, i);
  }
}

// --- structured ops ---

typedef struct edge_visit {
  tern_dataflow_t *flow;
  tern_op_t *op;      // the structured op
  tern_op_t *source;  // itself, or a terminator in it
} edge_visit_t;

static void take_edge(const tern_region_edge_t *edge, void *user) {
  const edge_visit_t *visit = user;
  tern_block_t *entry = edge->region >= 0 ? visit->op->regions[edge->region].first_block : NULL;
  if (entry) set_live(visit->flow, entry);
  size_t count = entry ? entry->arg_count : visit->op->result_count;
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *target = entry ? entry->args[i] : tern_op_result(visit->op, i);
    if (i < edge->input_start || i - edge->input_start >= edge->operand_count) {
      set_unknown(visit->flow, target);
    } else {
      pass_on(visit->flow, tern_op_operand(visit->source, edge->operand_start + i - edge->input_start), target);
    }
  }
}

static void visit_structured(tern_dataflow_t *flow, tern_op_t *op) {
  const tern_attr_t **constants = constant_operands(flow, op);
  if (!constants) return;
  tern_region_flow_enter(op, constants, take_edge, &(edge_visit_t){flow, op, op});
  free(constants);
}

static void visit_region_end(tern_dataflow_t *flow, tern_op_t *terminator) {
  const tern_attr_t **constants = constant_operands(flow, terminator);
  if (!constants) return;
  tern_region_flow_leave(terminator, constants, take_edge,
                         &(edge_visit_t){flow, tern_op_parent(terminator), terminator});
  free(constants);
}

// --- calls ---

static callable_t *callable_of(tern_dataflow_t *flow, tern_op_t *function) {
  callable_t *callable = tern_map_get(&flow->callables, function);
  if (!callable) {
    callable = tern_arena_alloc_zeroed(&flow->arena, sizeof *callable);
    tern_map_set(&flow->callables, function, callable);
  }
  return callable;
}

// The function with a body within the root that is called, or NULL.
static tern_op_t *callee_of(tern_dataflow_t *flow, tern_op_t *call) {
  const tern_attr_t *ref = tern_op_attr(call, "callee");
  if (!ref || ref->kind != TERN_ATTR_SYMBOL_REF) return NULL;
  tern_op_t *callee = tern_symbol_tables_lookup_nearest(&flow->tables, call, ref);
  if (!callee || !tern_op_has_trait(callee, TERN_TRAIT_FUNCTION_LIKE) ||
      !tern_op_has_trait(callee, TERN_TRAIT_SYMBOL) || !tern_op_is_within(callee, flow->root) ||
      tern_region_is_empty(&callee->regions[0])) {
    return NULL;
  }
  return callee;
}

static void return_to(tern_dataflow_t *flow, const tern_op_t *end, tern_op_t *call) {
  if (!tern_op_has_trait(end, TERN_TRAIT_RETURN_LIKE) || end->operand_count != call->result_count) {
    tern_dataflow_set_results_unknown(flow, call);
    return;
  }
  for (size_t i = 0; i < call->result_count; ++i) pass_on(flow, tern_op_operand(end, i), tern_op_result(call, i));
}

static void visit_call(tern_dataflow_t *flow, tern_op_t *call) {
  tern_op_t *callee = callee_of(flow, call);
  if (!callee) {
    tern_dataflow_set_results_unknown(flow, call);
    return;
  }
  tern_block_t *entry = callee->regions[0].first_block;
  callable_t *callable = callable_of(flow, callee);
  for (size_t i = 0; i < entry->arg_count; ++i) {
    if (i < call->operand_count) {
      pass_on(flow, tern_op_operand(call, i), entry->args[i]);
    } else {
      set_unknown(flow, entry->args[i]);
    }
  }
  if (!tern_map_set(&flow->known_calls, call, callable)) return;
  tern_vec_push(&callable->calls, call);
  set_live(flow, entry);
  tern_region_for_each_block(&callee->regions[0], block) {
    if (block->last_op && !block->last_op->successor_count) enqueue(flow, block->last_op);
  }
}

static void visit_function_end(tern_dataflow_t *flow, const tern_op_t *end, tern_op_t *function) {
  const callable_t *callable = callable_of(flow, function);
  for (size_t i = 0; i < callable->calls.count; ++i) return_to(flow, end, callable->calls.values[i]);
}

// --- any op ---

static bool is_function(const tern_op_t *op) { return tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE); }

static void visit_regions(tern_dataflow_t *flow, tern_op_t *op) {
  if (tern_region_flow_is_known(op)) {
    visit_structured(flow, op);
  } else if (!is_function(op)) {
    enter_all_regions(flow, op);
    tern_dataflow_set_results_unknown(flow, op);
  } else if (callable_of(flow, op)->has_unknown_callers) {
    enter_all_regions(flow, op);
  }
}

static void visit(tern_dataflow_t *flow, tern_op_t *op) {
  tern_op_t *parent = tern_op_parent(op);
  if (tern_op_has_trait(op, TERN_TRAIT_CALL_LIKE)) {
    visit_call(flow, op);
  } else if (op->region_count) {
    visit_regions(flow, op);
  } else if (op->result_count) {
    const tern_attr_t **constants = constant_operands(flow, op);
    if (constants) flow->analysis->transfer(flow, op);
    free(constants);
  }
  if (op->successor_count) {
    visit_branch(flow, op);
  } else if (parent && op == op->block->last_op) {
    if (is_function(parent)) {
      visit_function_end(flow, op, parent);
    } else if (tern_region_flow_is_known(parent)) {
      visit_region_end(flow, op);
    }
  }
}

// --- who may call what ---

typedef struct use_visit {
  tern_dataflow_t *flow;
  tern_op_t *user;
} use_visit_t;

static void note_use(const tern_attr_t *ref, void *user) {
  const use_visit_t *visit = user;
  if (tern_op_has_trait(visit->user, TERN_TRAIT_CALL_LIKE) && ref == tern_op_attr(visit->user, "callee")) return;
  // What a table refers to may be in it or beside it.
  tern_op_t *scopes[] = {visit->user, tern_op_parent(visit->user)};
  size_t count = scopes[1] && tern_op_has_trait(visit->user, TERN_TRAIT_SYMBOL_TABLE) ? 2 : 1;
  for (size_t i = 0; i < count; ++i) {
    tern_op_t *symbol = tern_symbol_tables_lookup_nearest(&visit->flow->tables, scopes[i], ref);
    if (symbol && is_function(symbol)) callable_of(visit->flow, symbol)->has_unknown_callers = true;
  }
}

// Can all uses of the nested symbols of the table be seen from the root?
static bool sees_all_uses(const tern_dataflow_t *flow, const tern_op_t *table) {
  for (const tern_op_t *op = table; op; op = tern_op_parent(op)) {
    bool is_symbol = tern_op_has_trait(op, TERN_TRAIT_SYMBOL) && tern_symbol_name(op).size > 0;
    if (!tern_op_has_trait(op, TERN_TRAIT_SYMBOL_TABLE) || !is_symbol) return true;
    if (tern_symbol_visibility(op) == TERN_PRIVATE) return true;
    if (op == flow->root) return !op->block;
  }
  return false;
}

static bool has_unknown_callers(const tern_dataflow_t *flow, const tern_op_t *function) {
  const tern_op_t *table = tern_op_parent(function);
  if (function == flow->root || !tern_op_has_trait(function, TERN_TRAIT_SYMBOL) || !table ||
      !tern_op_has_trait(table, TERN_TRAIT_SYMBOL_TABLE)) {
    return true;
  }
  tern_visibility_t visibility = tern_symbol_visibility(function);
  return visibility == TERN_PUBLIC || (visibility == TERN_NESTED && !sees_all_uses(flow, table));
}

static tern_walk_result_t note_op(tern_op_t *op, void *user) {
  tern_dataflow_t *flow = user;
  if (!op->def->dialect && op->region_count == 1) flow->has_unknown_table = true;
  if (is_function(op) && has_unknown_callers(flow, op)) callable_of(flow, op)->has_unknown_callers = true;
  use_visit_t visit = {flow, op};
  if (op->attrs) tern_attr_for_each_symbol_ref(op->attrs, note_use, &visit);
  for (size_t i = 0; i < op->def->attr_count; ++i) {
    if (op->slots[i]) tern_attr_for_each_symbol_ref(op->slots[i], note_use, &visit);
  }
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t set_callers_unknown(tern_op_t *op, void *user) {
  if (is_function(op)) callable_of(user, op)->has_unknown_callers = true;
  return TERN_WALK_ADVANCE;
}

tern_dataflow_t *tern_dataflow_solve(tern_op_t *root, const tern_dataflow_analysis_t *analysis) {
  tern_dataflow_t *flow = tern_malloc(sizeof *flow);
  *flow = (tern_dataflow_t){.root = root, .analysis = analysis};
  tern_arena_initialize(&flow->arena);
  tern_op_walk_pre(root, note_op, flow);
  if (flow->has_unknown_table) tern_op_walk_pre(root, set_callers_unknown, flow);
  enter_all_regions(flow, root);
  while (flow->next_work < flow->worklist.count) {
    tern_op_t *op = flow->worklist.values[flow->next_work++];
    tern_map_remove(&flow->queued, op);
    visit(flow, op);
    if (flow->next_work == flow->worklist.count) flow->next_work = flow->worklist.count = 0;
  }
  return flow;
}

void tern_dataflow_destroy(tern_dataflow_t *flow) {
  for (size_t i = 0; i < flow->callables.entry_count; ++i) {
    callable_t *callable = flow->callables.entries[i].value;
    if (flow->callables.entries[i].key) tern_vec_deinitialize(&callable->calls);
  }
  tern_symbol_tables_deinitialize(&flow->tables);
  tern_map_t *maps[] = {&flow->states,      &flow->live,       &flow->callables,
                        &flow->known_calls, &flow->dependents, &flow->queued};
  for (size_t i = 0; i < sizeof maps / sizeof maps[0]; ++i) tern_map_deinitialize(maps[i]);
  tern_vec_deinitialize(&flow->worklist);
  tern_arena_deinitialize(&flow->arena);
  free(flow);
}
