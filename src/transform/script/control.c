// Ops of a script that run other ops: sequences, loops over handles, matchers, alternatives.

#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "transform/script/applies.h"

// Gives the results of `op` what the terminator of its body has.
static void map_yielded(tern_script_t *script, tern_op_t *op, const tern_op_t *terminator) {
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_script_map(script, tern_op_result(op, i), tern_script_payload(script, tern_op_operand(terminator, i)));
  }
}

tern_script_result_t tern_script_sequence(tern_script_t *script, tern_op_t *op) {
  tern_block_t *body = tern_op_body(op, 0);
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_script_map(script, body->args[i], tern_script_payload(script, tern_op_operand(op, i)));
  }
  if (!op->operand_count) tern_script_map_one(script, body->args[0], script->root);
  int64_t mode = tern_enum_attr_value(tern_op_attr(op, "failure_propagation_mode"));
  tern_script_result_t result = tern_script_run_block(script, body, mode);
  if (!result) map_yielded(script, op, body->last_op);
  tern_script_forget_block(script, body);
  return result;
}

tern_script_result_t tern_script_include(tern_script_t *script, tern_op_t *op) {
  const tern_attr_t *symbol = tern_op_attr(op, "target");
  tern_op_t *sequence = tern_script_find_sequence(script, op, symbol);
  if (!sequence) return tern_script_fail(op->loc, "the named sequence %s has no body", tern_attr_text(symbol));
  tern_payload_t *args = tern_malloc((op->operand_count + 1) * sizeof *args);
  for (size_t i = 0; i < op->operand_count; ++i) args[i] = *tern_script_payload(script, tern_op_operand(op, i));
  tern_payload_t *yielded = tern_malloc((op->result_count + 1) * sizeof *yielded);
  for (size_t i = 0; i < op->result_count; ++i) yielded[i] = (tern_payload_t){0};
  int64_t mode = tern_enum_attr_value(tern_op_attr(op, "failure_propagation_mode"));
  tern_script_result_t result = tern_script_call(script, op->loc, sequence, args, op->operand_count, mode, yielded);
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!result) tern_script_map(script, tern_op_result(op, i), &yielded[i]);
    tern_vec_deinitialize(&yielded[i]);
  }
  free(args);
  free(yielded);
  return result;
}

tern_script_result_t tern_script_foreach(tern_script_t *script, tern_op_t *op) {
  tern_block_t *body = tern_op_body(op, 0);
  bool is_shortest = tern_op_attr(op, "with_zip_shortest") != NULL;
  size_t count = op->operand_count ? tern_script_payload(script, tern_op_operand(op, 0))->count : 0;
  for (size_t i = 1; i < op->operand_count; ++i) {
    size_t other = tern_script_payload(script, tern_op_operand(op, i))->count;
    if (other != count && !is_shortest) {
      return tern_script_silence(script, op->loc,
                                 "prior targets' payload size (%zu) differs from payload size (%zu) of target "
                                 "#%zu",
                                 count, other, i);
    }
    if (other < count) count = other;
  }
  tern_payload_t *lists = tern_malloc((op->operand_count + op->result_count + 1u) * sizeof *lists);
  tern_payload_t *yielded = lists + op->operand_count;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_payload_t *payload = tern_script_payload(script, tern_op_operand(op, i));
    lists[i] = (tern_payload_t){0};
    for (size_t k = 0; k < payload->count; ++k) tern_vec_push(&lists[i], payload->values[k]);
  }
  for (size_t i = 0; i < op->result_count; ++i) yielded[i] = (tern_payload_t){0};
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  for (size_t k = 0; k < count && !result; ++k) {
    for (size_t i = 0; i < op->operand_count; ++i) tern_script_map_one(script, body->args[i], lists[i].values[k]);
    result = tern_script_run_block(script, body, TERN_TRANSFORM_PROPAGATE);
    for (size_t i = 0; i < op->result_count && !result; ++i) {
      const tern_payload_t *payload = tern_script_payload(script, tern_op_operand(body->last_op, i));
      for (size_t j = 0; j < payload->count; ++j) tern_vec_push(&yielded[i], payload->values[j]);
    }
    tern_script_forget_block(script, body);
  }
  for (size_t i = 0; i < op->result_count && !result; ++i) tern_script_map(script, tern_op_result(op, i), &yielded[i]);
  for (size_t i = 0; i < op->operand_count + op->result_count; ++i) tern_vec_deinitialize(&lists[i]);
  free(lists);
  return result;
}

// --- matchers ---

// Runs a matcher on an op. `out_yielded` is filled if it succeeds; a silenceable failure means that it does not match.
static tern_script_result_t match(tern_script_t *script, tern_op_t *op, const tern_attr_t *symbol,
                                  const tern_payload_t *args, size_t arg_count, tern_payload_t *out_yielded) {
  tern_op_t *matcher = tern_script_find_sequence(script, op, symbol);
  if (!matcher) return tern_script_fail(op->loc, "unresolved external symbol %s", tern_attr_text(symbol));
  size_t mark = script->messages.count;
  tern_script_result_t result =
      tern_script_call(script, op->loc, matcher, args, arg_count, TERN_TRANSFORM_PROPAGATE, out_yielded);
  if (result == TERN_SCRIPT_SILENCEABLE) tern_script_drop_messages(script, mark);
  return result;
}

static tern_walk_result_t collect_op(tern_op_t *op, void *user) {
  tern_vec_push((tern_payload_t *)user, op);
  return TERN_WALK_ADVANCE;
}

static void clear_lists(tern_payload_t *lists, size_t count) {
  for (size_t i = 0; i < count; ++i) lists[i].count = 0;
}

typedef struct matching {
  tern_script_t *script;
  tern_op_t *op;
  const tern_attr_t *matchers, *actions;
  tern_payload_t *args;  // of the matcher; the first is the visited op
  size_t arg_count;
  tern_payload_t *matched;  // what the matcher yields
  tern_payload_t *results;  // of the op
} matching_t;

static size_t yield_count(const tern_op_t *sequence) { return tern_op_body(sequence, 0)->last_op->operand_count; }

static void free_lists(tern_payload_t *lists, size_t count) {
  for (size_t i = 0; i < count; ++i) tern_vec_deinitialize(&lists[i]);
  free(lists);
}

static tern_payload_t *make_lists(size_t count) {
  tern_payload_t *lists = tern_malloc((count + 1) * sizeof *lists);
  for (size_t i = 0; i < count; ++i) lists[i] = (tern_payload_t){0};
  return lists;
}

// Runs the action of the first matcher that succeeds on an op.
static tern_script_result_t visit(matching_t *matching, tern_op_t *visited) {
  tern_script_t *script = matching->script;
  void *item = visited;
  matching->args[0] = (tern_payload_t){&item, 1, 1};
  for (size_t i = 0; i < tern_array_attr_count(matching->matchers); ++i) {
    const tern_attr_t *symbol = tern_array_attr_at(matching->matchers, i);
    tern_op_t *matcher = tern_script_find_sequence(script, matching->op, symbol);
    if (!matcher) return tern_script_fail(matching->op->loc, "unresolved external symbol %s", tern_attr_text(symbol));
    size_t count = yield_count(matcher);
    tern_payload_t *matched = make_lists(count);
    tern_script_result_t result = match(script, matching->op, symbol, matching->args, matching->arg_count, matched);
    if (!result) {
      const tern_attr_t *action_symbol = tern_array_attr_at(matching->actions, i);
      tern_op_t *action = tern_script_find_sequence(script, matching->op, action_symbol);
      size_t yielded = matching->op->result_count - 1u;
      tern_payload_t *lists = make_lists(yielded);
      result =
          action ? tern_script_call(script, matching->op->loc, action, matched, count, TERN_TRANSFORM_PROPAGATE, lists)
                 : tern_script_fail(matching->op->loc, "unresolved external symbol %s", tern_attr_text(action_symbol));
      bool is_flat = tern_op_attr(matching->op, "flatten_results") != NULL;
      for (size_t k = 0; k < yielded && !result; ++k) {
        if (!is_flat && lists[k].count != 1) {
          result = tern_script_silence(
              script, matching->op->loc,
              "action @%.*s has results associated with %zu payload entities, but flattening was not "
              "requested",
              (int)tern_symbol_name(action).size, tern_symbol_name(action).data, lists[k].count);
        }
        for (size_t j = 0; j < lists[k].count && !result; ++j) tern_vec_push(&matching->results[k], lists[k].values[j]);
      }
      free_lists(lists, yielded);
      free_lists(matched, count);
      return result;
    }
    free_lists(matched, count);
    if (result == TERN_SCRIPT_DEFINITE) return result;
  }
  return TERN_SCRIPT_SUCCESS;
}

// Ops that an action takes away are not visited: the list is one of a handle, so that the watcher keeps it right.
static tern_script_result_t visit_all(matching_t *matching, tern_op_t *root, bool skips_root) {
  tern_script_t *script = matching->script;
  tern_value_t *list = tern_op_result(matching->op, 0);
  tern_payload_t ops = {0};
  tern_op_walk_pre(root, collect_op, &ops);
  // A script inside of the payload is none of it.
  size_t kept = 0;
  for (size_t i = 0; i < ops.count; ++i) {
    const tern_op_t *op = ops.values[i];
    if (tern_is_transform(op) || (skips_root && op == root)) continue;
    ops.values[kept++] = ops.values[i];
  }
  ops.count = kept;
  tern_script_map(script, list, &ops);
  tern_vec_deinitialize(&ops);
  tern_map_t seen = {0};
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  // Where ops went, those behind them moved up: look from the start again.
  for (size_t i = 0, count = tern_script_payload(script, list)->count; i < count && !result;) {
    tern_op_t *next = tern_payload_op(tern_script_payload(script, list), i++);
    if (!tern_map_set(&seen, next, matching)) continue;
    result = visit(matching, next);
    size_t left = tern_script_payload(script, list)->count;
    if (left != count) i = 0;
    count = left;
  }
  tern_map_deinitialize(&seen);
  return result;
}

tern_script_result_t tern_script_foreach_match(tern_script_t *script, tern_op_t *op) {
  matching_t matching = {.script = script,
                         .op = op,
                         .matchers = tern_op_attr(op, "matchers"),
                         .actions = tern_op_attr(op, "actions"),
                         .arg_count = op->operand_count};
  tern_payload_t roots = {0};
  const tern_payload_t *payload = tern_script_payload(script, tern_op_operand(op, 0));
  for (size_t i = 0; i < payload->count; ++i) tern_vec_push(&roots, payload->values[i]);
  matching.args = make_lists(op->operand_count);
  for (size_t i = 1; i < op->operand_count; ++i) {
    matching.args[i] = *tern_script_payload(script, tern_op_operand(op, i));
  }
  matching.results = make_lists(op->result_count);
  bool skips_root = !tern_op_attr(op, "restrict_root");
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  for (size_t i = 0; i < roots.count && !result; ++i) {
    tern_script_map(script, tern_op_result(op, 0), &(tern_payload_t){0});
    result = visit_all(&matching, roots.values[i], skips_root);
  }
  if (!result) {
    tern_script_map(script, tern_op_result(op, 0), &roots);
    for (size_t i = 1; i < op->result_count; ++i)
      tern_script_map(script, tern_op_result(op, i), &matching.results[i - 1]);
  }
  tern_vec_deinitialize(&roots);
  free_lists(matching.results, op->result_count);
  free(matching.args);
  return result;
}

tern_script_result_t tern_script_collect_matching(tern_script_t *script, tern_op_t *op) {
  const tern_attr_t *symbol = tern_op_attr(op, "matcher");
  tern_payload_t *results = make_lists(op->result_count), *matched = make_lists(op->result_count);
  tern_payload_t ops = {0};
  const tern_payload_t *roots = tern_script_payload(script, tern_op_operand(op, 0));
  for (size_t i = 0; i < roots->count; ++i) tern_op_walk_pre(tern_payload_op(roots, i), collect_op, &ops);
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  for (size_t i = 0; i < ops.count && result != TERN_SCRIPT_DEFINITE; ++i) {
    if (tern_is_transform(ops.values[i])) continue;
    clear_lists(matched, op->result_count);
    result = match(script, op, symbol, &(tern_payload_t){&ops.values[i], 1, 1}, 1, matched);
    for (size_t k = 0; k < op->result_count && !result; ++k) {
      for (size_t j = 0; j < matched[k].count; ++j) tern_vec_push(&results[k], matched[k].values[j]);
    }
  }
  if (result == TERN_SCRIPT_SILENCEABLE) result = TERN_SCRIPT_SUCCESS;
  for (size_t i = 0; i < op->result_count && !result; ++i) tern_script_map(script, tern_op_result(op, i), &results[i]);
  tern_vec_deinitialize(&ops);
  free_lists(results, op->result_count);
  free_lists(matched, op->result_count);
  return result;
}

// --- alternatives ---

// Tries one region on a copy of the scopes; on success the copies take their place.
static tern_script_result_t try_region(tern_script_t *script, tern_op_t *op, size_t region,
                                       const tern_payload_t *scopes) {
  tern_block_t *body = tern_op_body(op, region);
  tern_payload_t copies = {0};
  for (size_t i = 0; i < scopes->count; ++i) {
    tern_op_t *scope = scopes->values[i], *copy = tern_op_clone(scope, NULL);
    // The copy stands behind the original, so that what is around it is known; both cannot be seen by name at once, which
    // nothing inside of an op that is isolated from above needs.
    tern_op_insert(copy, scope->block, scope->next);
    tern_vec_push(&copies, copy);
  }
  tern_script_map(script, body->args[0], &copies);
  tern_script_result_t result = tern_script_run_block(script, body, TERN_TRANSFORM_PROPAGATE);
  for (size_t i = 0; i < copies.count; ++i) {
    tern_op_t *scope = scopes->values[i], *copy = copies.values[i];
    if (result) {
      tern_op_destroy(copy);
      continue;
    }
    for (size_t k = 0; k < scope->result_count; ++k) {
      tern_value_replace_all_uses(tern_op_result(scope, k), tern_op_result(copy, k));
    }
    tern_script_track(script, scope, copy);
    tern_op_destroy(scope);
  }
  if (!result) map_yielded(script, op, body->last_op);
  tern_script_forget_block(script, body);
  tern_vec_deinitialize(&copies);
  return result;
}

tern_script_result_t tern_script_alternatives(tern_script_t *script, tern_op_t *op) {
  tern_payload_t scopes = {0};
  if (op->operand_count) {
    const tern_payload_t *payload = tern_script_payload(script, tern_op_operand(op, 0));
    for (size_t i = 0; i < payload->count; ++i) tern_vec_push(&scopes, payload->values[i]);
  } else {
    tern_vec_push(&scopes, script->root);
  }
  tern_script_result_t result = TERN_SCRIPT_SILENCEABLE;
  for (size_t i = 0; i < scopes.count; ++i) {
    const tern_op_t *scope = scopes.values[i];
    if (tern_op_is_within(op, scope)) {
      tern_emit_error(op->loc, "scope must not contain the transforms being applied");
      tern_emit_note(scope->loc, "scope");
      result = TERN_SCRIPT_DEFINITE;
    } else if (!tern_op_has_trait(scope, TERN_TRAIT_ISOLATED_FROM_ABOVE)) {
      tern_emit_error(op->loc, "only isolated-from-above ops can be alternative scopes");
      tern_emit_note(scope->loc, "scope");
      result = TERN_SCRIPT_DEFINITE;
    }
  }
  size_t mark = script->messages.count;
  for (size_t i = 0; i < op->region_count && result == TERN_SCRIPT_SILENCEABLE; ++i) {
    result = try_region(script, op, i, &scopes);
    if (result == TERN_SCRIPT_SILENCEABLE) tern_script_drop_messages(script, mark);
  }
  tern_vec_deinitialize(&scopes);
  if (result == TERN_SCRIPT_SILENCEABLE) tern_script_silence(script, op->loc, "all alternatives failed");
  return result;
}
