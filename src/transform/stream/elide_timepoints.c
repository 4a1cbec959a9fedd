// --iree-stream-elide-timepoints: drops waits for what is known to be reached.
//
//   %t1 = stream.cmd.execute await(%t0) ...                  %t1 = stream.cmd.execute await(%t0) ...
//   %t2 = stream.timepoint.join max(%t0, %t1)          ->    // %t1 stands for %t2
//
// Source: upstream's pass of the same name. Two questions are asked of the whole program. Is a timepoint always one that
// is reached already? That is assumed of all, and taken back from those that some work, caller or store contradicts,
// until nothing changes. And is a timepoint reached whenever another one is? That follows the chain of awaits backwards,
// on all ways that lead to a value.

#include "analysis/incoming_values.h"
#include "analysis/stream/device_code.h"
#include "dialect/stream/stream.h"
#include "dialect/util/util.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

// A chain is followed for this many steps; beyond, a wait is kept.
#define STEP_LIMIT 256

typedef struct elision {
  tern_op_t *module;
  tern_call_sites_t sites;
  tern_value_vec_t values;      // all timepoints of host code
  tern_map_t pending;           // those that may have to be waited for
  tern_map_t pending_globals;   // the same of globals (their reference)
  tern_op_list_t stores;        // to globals of timepoints
  tern_op_list_t joins, waits;  // ops that join, and that wait for, timepoints
} elision_t;

static bool is_timepoint(const tern_value_t *value) { return tern_type_is_stream_timepoint(value->type); }

static bool is_defined_immediate(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, TERN_STREAM(TIMEPOINT_IMMEDIATE));
}

// --- gathering ---

static void note_arguments(elision_t *elision, tern_op_t *op) {
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      for (size_t i = 0; i < block->arg_count; ++i) {
        if (is_timepoint(block->args[i])) tern_vec_push(&elision->values, block->args[i]);
      }
    }
  }
}

static tern_walk_result_t note_op(tern_op_t *op, void *user) {
  elision_t *elision = user;
  if (op != elision->module && tern_op_has_trait(op, TERN_TRAIT_SYMBOL_TABLE)) return TERN_WALK_SKIP;
  for (size_t i = 0; i < op->result_count; ++i) {
    if (is_timepoint(tern_op_result(op, i))) tern_vec_push(&elision->values, tern_op_result(op, i));
  }
  if (tern_op_is(op, TERN_UTIL(GLOBAL_STORE)) && is_timepoint(tern_op_operand(op, 0))) {
    tern_vec_push(&elision->stores, op);
  } else if (tern_op_is(op, TERN_STREAM(TIMEPOINT_JOIN))) {
    tern_vec_push(&elision->joins, op);
  } else if (op->def->dialect == &tern_stream_dialect) {
    for (size_t i = 0; i < op->operand_count; ++i) {
      if (!is_timepoint(tern_op_operand(op, i))) continue;
      tern_vec_push(&elision->waits, op);
      break;
    }
  }
  bool is_work = tern_op_is(op, TERN_STREAM(CMD_EXECUTE)) || tern_op_is(op, TERN_STREAM(ASYNC_EXECUTE));
  if (!is_work) note_arguments(elision, op);
  return is_work ? TERN_WALK_SKIP : TERN_WALK_ADVANCE;
}

// A global that others see, or that starts with something else, may hold anything.
static void note_globals(elision_t *elision) {
  tern_block_for_each_op(tern_op_body(elision->module, 0), op) {
    if (!tern_op_is(op, TERN_UTIL(GLOBAL)) || !tern_type_is_stream_timepoint(tern_util_global_type(op))) continue;
    if (tern_op_attr(op, "initial_value") && tern_symbol_visibility(op) == TERN_PRIVATE) continue;
    tern_map_set(&elision->pending_globals, tern_flat_symbol_ref_attr_get(tern_op_context(op), tern_symbol_name(op)),
                 op);
  }
}

// --- what is immediate ---

static bool is_pending(const elision_t *elision, const tern_value_t *value) {
  return tern_map_contains(&elision->pending, value);
}

static bool must_wait(const elision_t *elision, const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  if (op && tern_op_is(op, TERN_STREAM(TIMEPOINT_IMMEDIATE))) return false;
  if (op && tern_op_is(op, TERN_UTIL(GLOBAL_LOAD))) {
    return tern_map_contains(&elision->pending_globals, tern_op_attr(op, "global"));
  }
  if (op && tern_op_is(op, TERN_STREAM(TIMEPOINT_JOIN))) {
    for (size_t i = 0; i < op->operand_count; ++i) {
      if (is_pending(elision, tern_op_operand(op, i))) return true;
    }
    return false;
  }
  tern_value_vec_t incoming = {0};
  bool waits = !tern_incoming_values(value, &elision->sites, &incoming);
  for (size_t i = 0; i < incoming.count && !waits; ++i) waits = is_pending(elision, incoming.values[i]);
  tern_vec_deinitialize(&incoming);
  return waits;
}

static void find_pending(elision_t *elision) {
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t i = 0; i < elision->values.count; ++i) {
      tern_value_t *value = elision->values.values[i];
      if (!is_pending(elision, value) && must_wait(elision, value)) {
        has_changed |= tern_map_set(&elision->pending, value, value);
      }
    }
    for (size_t i = 0; i < elision->stores.count; ++i) {
      tern_op_t *store = elision->stores.values[i];
      if (!is_pending(elision, tern_op_operand(store, 0))) continue;
      has_changed |= tern_map_set(&elision->pending_globals, tern_op_attr(store, "global"), store);
    }
  }
}

static int64_t replace_immediates(elision_t *elision) {
  int64_t count = 0;
  for (size_t i = 0; i < elision->values.count; ++i) {
    tern_value_t *value = elision->values.values[i];
    if (!tern_value_has_uses(value) || is_pending(elision, value) || is_defined_immediate(value)) continue;
    tern_op_t *op = tern_value_defining_op(value);
    tern_builder_t builder =
        op ? tern_builder_after(op) : tern_builder_at_start(tern_value_arg_block(value), tern_value_loc(value));
    tern_value_t *immediate =
        tern_build_value(&builder, TERN_STREAM(TIMEPOINT_IMMEDIATE), .types = TERN_TYPES(value->type));
    tern_value_replace_all_uses(value, immediate);
    ++count;
  }
  return count;
}

// --- what is covered ---

typedef struct search {
  const elision_t *elision;
  const tern_value_t *target;
  tern_map_t visited;
  size_t steps;
} search_t;

// Is the target reached whenever `value` is? A value that is met again on its own way adds nothing: its other ways
// decide.
static bool covers(search_t *search, const tern_value_t *value) {
  if (value == search->target) return true;
  if (++search->steps > STEP_LIMIT) return false;
  const tern_op_t *op = tern_value_defining_op(value);
  if (op && tern_op_is(op, TERN_STREAM(TIMEPOINT_JOIN))) {
    for (size_t i = 0; i < op->operand_count; ++i) {
      if (covers(search, tern_op_operand(op, i))) return true;
    }
    return false;
  }
  if (op && op->def->dialect == &tern_stream_dialect) {
    for (size_t i = 0; i < op->operand_count; ++i) {
      if (is_timepoint(tern_op_operand(op, i)) && covers(search, tern_op_operand(op, i))) return true;
    }
    return false;
  }
  if (!tern_map_set(&search->visited, value, search)) return true;
  tern_value_vec_t incoming = {0};
  bool is_covered = tern_incoming_values(value, NULL, &incoming) && incoming.count > 0;
  for (size_t i = 0; i < incoming.count && is_covered; ++i) is_covered = covers(search, incoming.values[i]);
  tern_vec_deinitialize(&incoming);
  if (!is_covered) tern_map_remove(&search->visited, value);
  return is_covered;
}

static bool is_covered_by(const elision_t *elision, const tern_value_t *target, const tern_value_t *value) {
  if (!tern_value_defining_op(target) && !tern_value_defining_op(value)) return target == value;
  search_t search = {.elision = elision, .target = target};
  bool is_covered = covers(&search, value);
  tern_map_deinitialize(&search.visited);
  return is_covered;
}

// Keeps the operands of a join that no other one covers.
static int64_t prune_join(elision_t *elision, tern_op_t *join) {
  tern_value_vec_t kept = {0};
  for (size_t i = 0; i < join->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(join, i);
    bool is_needed = !is_defined_immediate(operand);
    for (size_t k = 0; k < kept.count && is_needed; ++k) is_needed = !is_covered_by(elision, operand, kept.values[k]);
    for (size_t k = i + 1; k < join->operand_count && is_needed; ++k) {
      tern_value_t *other = tern_op_operand(join, k);
      is_needed = is_defined_immediate(other) || !is_covered_by(elision, operand, other);
    }
    if (is_needed) tern_vec_push(&kept, operand);
  }
  int64_t dropped = (int64_t)(join->operand_count - kept.count);
  if (kept.count == 1) {
    tern_value_replace_all_uses(tern_op_result(join, 0), kept.values[0]);
    tern_op_destroy(join);
  } else if (kept.count == 0) {
    tern_builder_t builder = tern_builder_before(join);
    tern_value_t *immediate = tern_build_value(&builder, TERN_STREAM(TIMEPOINT_IMMEDIATE),
                                               .types = TERN_TYPES(tern_op_result(join, 0)->type));
    tern_value_replace_all_uses(tern_op_result(join, 0), immediate);
    tern_op_destroy(join);
  } else if (dropped > 0) {
    tern_op_set_operands(join, (tern_values_t){kept.values, kept.count});
  }
  tern_vec_deinitialize(&kept);
  return dropped;
}

// A wait for what is reached is none.
static void drop_wait(tern_op_t *op) {
  if (tern_op_is(op, TERN_STREAM(TIMEPOINT_AWAIT))) {
    if (!is_defined_immediate(tern_op_operand_named(op, "await_timepoint"))) return;
    for (size_t i = 0; i < op->result_count; ++i) {
      tern_value_replace_all_uses(tern_op_result(op, i), tern_op_operand(op, i));
    }
    tern_op_destroy(op);
    return;
  }
  bool is_optional = false;
  for (size_t g = 0; g < op->def->operand_count; ++g) {
    bool is_await = strcmp(op->def->operands[g].name->data, "await_timepoint") == 0;
    is_optional |= is_await && op->def->operands[g].arity == TERN_ARITY_OPTIONAL;
  }
  tern_value_t *await = is_optional ? tern_op_operand_named(op, "await_timepoint") : NULL;
  if (await && is_defined_immediate(await)) tern_stream_set_operand_group(op, "await_timepoint", NULL, 0);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  elision_t elision = {.module = module};
  tern_call_sites_find(module, &elision.sites);
  tern_op_walk_pre(module, note_op, &elision);
  note_globals(&elision);
  find_pending(&elision);
  int64_t count = replace_immediates(&elision);
  for (size_t i = 0; i < elision.joins.count; ++i) count += prune_join(&elision, elision.joins.values[i]);
  for (size_t i = 0; i < elision.waits.count; ++i) drop_wait(elision.waits.values[i]);
  tern_pass_count(pass, 0, count);
  tern_call_sites_deinitialize(&elision.sites);
  tern_map_deinitialize(&elision.pending);
  tern_map_deinitialize(&elision.pending_globals);
  tern_vec_deinitialize(&elision.values);
  tern_vec_deinitialize(&elision.stores);
  tern_vec_deinitialize(&elision.joins);
  tern_vec_deinitialize(&elision.waits);
  return true;
}

const tern_pass_def_t tern_stream_elide_timepoints_pass = {
    .flag = "iree-stream-elide-timepoints",
    .name = "ElideTimepointsPass",
    .anchor = "builtin.module",
    .summary = "Do not wait for timepoints that others have waited for",
    .description =
        "Timepoints that are reached in any case, as the whole program shows, become "
        "stream.timepoint.immediate, and joins keep only those that no other one of them depends on.",
    .statistics = (const char *const[]){"num-elided - Number of waits dropped", NULL},
    .run = run,
};
