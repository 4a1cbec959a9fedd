// Running the ops of a script one by one: uses of invalidated handles, invalidation by consumers, and what is done around
// every op.

#include <string.h>

#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "transform/script/script.h"

// --- invalidated handles ---

static tern_script_result_t check_operand(const tern_script_t *script, const tern_op_t *op, size_t index) {
  const tern_handle_t *handle = tern_map_get(&script->by_value, tern_op_operand(op, index));
  if (!handle || !handle->invalidator) return TERN_SCRIPT_SUCCESS;
  tern_emit_error(op->loc, "op uses a handle invalidated by a previously executed transform op");
  tern_emit_note(tern_value_loc(handle->value), "handle to invalidated %s",
                 handle->kind == TERN_HANDLE_OPS ? "ops" : "values");
  tern_emit_note(
      handle->invalidator->loc,
      "invalidated by this transform op that consumes its operand #%zu and invalidates all handles to payload IR "
      "entities associated with this operand and entities nested in them",
      handle->invalidating_operand);
  if (handle->ancestor_loc) tern_emit_note(handle->ancestor_loc, "ancestor payload op");
  if (handle->nested_loc) {
    tern_emit_note(handle->nested_loc, "nested payload %s", handle->kind == TERN_HANDLE_OPS ? "op" : "value");
  }
  return TERN_SCRIPT_DEFINITE;
}

// The op that an item of a handle lies in or is.
static const tern_op_t *op_of_item(const tern_handle_t *handle, const void *item) {
  if (handle->kind == TERN_HANDLE_OPS) return item;
  const tern_value_t *value = item;
  return value->is_block_argument ? tern_block_parent_op(value->owner) : value->owner;
}

static void invalidate(tern_handle_t *handle, const tern_payload_t *consumed, tern_op_t *op, size_t operand) {
  for (size_t i = 0; i < handle->payload.count; ++i) {
    const tern_op_t *inner = op_of_item(handle, handle->payload.values[i]);
    for (size_t k = 0; inner && k < consumed->count; ++k) {
      if (!tern_op_is_within(inner, tern_payload_op(consumed, k))) continue;
      handle->invalidator = op;
      handle->invalidating_operand = operand;
      handle->ancestor_loc = tern_payload_op(consumed, k)->loc;
      handle->nested_loc = inner->loc;
      return;
    }
  }
}

static tern_script_result_t check_repetition(tern_script_t *script, const tern_op_t *op, size_t index) {
  const tern_payload_t *payload = tern_script_payload(script, tern_op_operand(op, index));
  tern_map_t seen = {0};
  const tern_op_t *repeated = NULL;
  bool is_ops = tern_handle_kind(tern_op_operand(op, index)->type) == TERN_HANDLE_OPS;
  for (size_t i = 0; i < payload->count && is_ops && !repeated; ++i) {
    if (!tern_map_set(&seen, payload->values[i], script)) repeated = tern_payload_op(payload, i);
  }
  tern_map_deinitialize(&seen);
  if (!repeated) return TERN_SCRIPT_SUCCESS;
  tern_script_silence(
      script, op->loc,
      "a handle passed as operand #%zu and consumed by this operation points to a payload entity more than "
      "once",
      index);
  tern_script_note(script, repeated->loc, "repeated target op");
  return TERN_SCRIPT_SILENCEABLE;
}

// Does the op run others with the same handles, so that those inside do the invalidation?
static bool delegates(const tern_op_t *op) {
  return tern_op_is(op, TERN_TRANSFORM(SEQUENCE)) || tern_op_is(op, TERN_TRANSFORM(FOREACH)) ||
         tern_op_is(op, TERN_TRANSFORM(INCLUDE));
}

static tern_script_result_t prepare_operands(tern_script_t *script, tern_op_t *op) {
  if (!script->checks_handles) return TERN_SCRIPT_SUCCESS;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_script_result_t result = check_operand(script, op, i);
    if (result) return result;
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_script_result_t result =
        tern_transform_consumes(op, i) ? check_repetition(script, op, i) : TERN_SCRIPT_SUCCESS;
    if (result) return result;
  }
  return TERN_SCRIPT_SUCCESS;
}

static void invalidate_consumed(tern_script_t *script, tern_op_t *op) {
  if (delegates(op)) return;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_handle_t *consumed = tern_map_get(&script->by_value, tern_op_operand(op, i));
    if (!consumed || consumed->kind != TERN_HANDLE_OPS || !tern_transform_consumes(op, i)) continue;
    for (size_t h = 0; h < script->handles.count; ++h) {
      tern_handle_t *handle = script->handles.values[h];
      if (handle->kind != TERN_HANDLE_PARAMS && !handle->invalidator) invalidate(handle, &consumed->payload, op, i);
    }
    if (consumed->invalidator) continue;
    // An empty handle is gone all the same.
    consumed->invalidator = op;
    consumed->invalidating_operand = i;
    consumed->ancestor_loc = consumed->nested_loc = NULL;
  }
}

// --- one op ---

// Ops that change the payload by rewriting it as a whole, and so have to find out what their handles' ops became.
static bool reports_lost(const tern_op_t *op) {
  return tern_op_is(op, TERN_TRANSFORM(APPLY_PATTERNS)) || tern_op_is(op, TERN_TRANSFORM(APPLY_CSE)) ||
         tern_op_is(op, TERN_TRANSFORM(APPLY_DCE)) || tern_op_is(op, TERN_TRANSFORM(APPLY_LICM));
}

static tern_script_result_t check_results(tern_script_t *script, const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_script_result_t result = tern_script_check_type(script, tern_op_result(op, i));
    if (result) return result;
  }
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_run_op(tern_script_t *script, tern_op_t *op) {
  // Ops of other dialects are for the verifier to refuse, which may be switched off.
  tern_script_apply_t apply = tern_is_transform(op) ? tern_script_applies[op->def->row - tern_transform_ops] : NULL;
  if (!apply) {
    tern_op_error(op, "is known here but cannot be run");
    tern_emit_note(op->loc, "scripts with it can be read, checked and written");
    return TERN_SCRIPT_DEFINITE;
  }
  tern_script_result_t result = prepare_operands(script, op);
  if (result) return result;
  invalidate_consumed(script, op);
  tern_op_t *around = script->current;
  script->current = op;
  script->reports_lost = reports_lost(op);
  script->lost_loc = NULL;
  for (size_t i = 0; i < op->result_count; ++i) tern_script_map(script, tern_op_result(op, i), &(tern_payload_t){0});
  result = apply(script, op);
  script->current = around;
  if (!result && script->reports_lost && script->lost_loc) {
    result = tern_script_silence(
        script, op->loc, "tracking listener failed to find replacement op during application of this transform op");
    tern_script_note(script, script->lost_loc,
                     "ops associated with the handle were replaced by ops of another kind here");
  }
  script->reports_lost = false;
  script->replacements.count = 0;
  return result ? result : check_results(script, op);
}

tern_script_result_t tern_script_run_block(tern_script_t *script, tern_block_t *block, int64_t mode) {
  tern_block_for_each_op(block, op) {
    if (tern_op_is(op, TERN_TRANSFORM(YIELD))) {
      for (size_t i = 0; script->checks_handles && i < op->operand_count; ++i) {
        if (check_operand(script, op, i)) return TERN_SCRIPT_DEFINITE;
      }
      break;
    }
    size_t mark = script->messages.count;
    tern_script_result_t result = tern_script_run_op(script, op);
    if (result == TERN_SCRIPT_DEFINITE) return result;
    if (!result) continue;
    if (mode == TERN_TRANSFORM_PROPAGATE) return result;
    tern_script_drop_messages(script, mark);
  }
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_apply_each(tern_script_t *script, tern_op_t *op, tern_script_each_t apply) {
  const tern_payload_t *first = tern_script_payload(script, tern_op_operand(op, 0));
  // The list may change while it is worked on.
  tern_payload_t targets = {0};
  for (size_t i = 0; i < first->count; ++i) tern_vec_push(&targets, first->values[i]);
  tern_payload_t *results = tern_malloc((op->result_count + 1) * sizeof *results);
  memset(results, 0, (op->result_count + 1) * sizeof *results);
  tern_script_result_t worst = TERN_SCRIPT_SUCCESS;
  for (size_t i = 0; i < targets.count && worst != TERN_SCRIPT_DEFINITE; ++i) {
    tern_script_result_t result = apply(script, op, targets.values[i], results);
    if (result > worst) worst = result;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (worst != TERN_SCRIPT_DEFINITE) tern_script_map(script, tern_op_result(op, i), &results[i]);
    tern_vec_deinitialize(&results[i]);
  }
  tern_vec_deinitialize(&targets);
  free(results);
  return worst;
}

// --- named sequences and entry points ---

tern_op_t *tern_script_find_sequence(const tern_script_t *script, const tern_op_t *from, const tern_attr_t *symbol) {
  tern_op_t *found = tern_symbol_lookup_nearest(from, symbol);
  bool is_sequence = found && tern_op_is(found, TERN_TRANSFORM(NAMED_SEQUENCE));
  if (is_sequence && tern_op_body(found, 0)) return found;
  tern_op_t *in_library = script->library ? tern_symbol_lookup_ref_in(script->library, symbol) : NULL;
  bool has_body = in_library && tern_op_is(in_library, TERN_TRANSFORM(NAMED_SEQUENCE)) && tern_op_body(in_library, 0);
  return has_body ? in_library : NULL;
}

tern_script_result_t tern_script_call(tern_script_t *script, const tern_attr_t *loc, tern_op_t *sequence,
                                      const tern_payload_t *args, size_t arg_count, int64_t mode,
                                      tern_payload_t *out_yielded) {
  tern_block_t *body = tern_op_body(sequence, 0);
  for (size_t i = 0; i < script->callees.count; ++i) {
    if (script->callees.values[i] != sequence) continue;
    tern_emit_error(loc, "recursion not allowed in named sequences");
    tern_emit_note(sequence->loc, "the sequence that is running");
    return TERN_SCRIPT_DEFINITE;
  }
  if (body->arg_count != arg_count) {
    return tern_script_fail(loc, "expected %u arguments for the named sequence but got %zu", body->arg_count,
                            arg_count);
  }
  for (size_t i = 0; i < arg_count; ++i) tern_script_map(script, body->args[i], &args[i]);
  tern_vec_push(&script->callees, sequence);
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  for (size_t i = 0; i < arg_count && !result; ++i) result = tern_script_check_type(script, body->args[i]);
  if (!result) result = tern_script_run_block(script, body, mode);
  --script->callees.count;
  if (!result && out_yielded) {
    for (size_t i = 0; i < body->last_op->operand_count; ++i) {
      const tern_payload_t *yielded = tern_script_payload(script, tern_op_operand(body->last_op, i));
      for (size_t k = 0; k < yielded->count; ++k) tern_vec_push(&out_yielded[i], yielded->values[k]);
    }
  }
  tern_script_forget_block(script, body);
  return result;
}

typedef struct collecting {
  tern_str_t name;
  tern_payload_t *ops;
} collecting_t;

static tern_walk_result_t collect_named(tern_op_t *op, void *user) {
  collecting_t *collecting = user;
  if (!tern_str_equal(tern_op_name(op), collecting->name)) return TERN_WALK_ADVANCE;
  tern_vec_push(collecting->ops, op);
  return TERN_WALK_SKIP;
}

bool tern_script_run_entry(tern_script_t *script, tern_op_t *entry, const tern_payload_t *extra, size_t extra_count) {
  tern_block_t *body = tern_op_body(entry, 0);
  if (!body) return tern_emit_error(entry->loc, "the entry point has no body");
  if (!body->arg_count || tern_handle_kind(body->args[0]->type) != TERN_HANDLE_OPS) {
    return tern_emit_error(entry->loc, "expected the first argument of the entry point to be a handle to ops");
  }
  if (body->arg_count - 1u != extra_count) {
    return tern_emit_error(entry->loc,
                           "operation expects %u extra value bindings, but %zu were provided to the interpreter",
                           body->arg_count - 1, extra_count);
  }
  tern_payload_t roots = {0};
  bool is_sequence = tern_op_is(entry, TERN_TRANSFORM(SEQUENCE));
  if (is_sequence && tern_type_is_transform(body->args[0]->type, TERN_TRANSFORM_TYPE_OP)) {
    tern_str_t name = tern_ident_str((const tern_ident_t *)(uintptr_t)body->args[0]->type->params[0]);
    tern_op_walk_pre(script->root, collect_named, &(collecting_t){name, &roots});
  } else {
    tern_vec_push(&roots, script->root);
  }
  tern_script_map(script, body->args[0], &roots);
  tern_vec_deinitialize(&roots);
  for (size_t i = 0; i < extra_count; ++i) tern_script_map(script, body->args[1 + i], &extra[i]);
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  for (size_t i = 0; i < body->arg_count && !result; ++i) result = tern_script_check_type(script, body->args[i]);
  const tern_attr_t *mode = tern_op_attr(entry, "failure_propagation_mode");
  if (!result) {
    result = tern_script_run_block(script, body, mode ? tern_enum_attr_value(mode) : TERN_TRANSFORM_PROPAGATE);
  }
  if (result == TERN_SCRIPT_SILENCEABLE) tern_script_emit_messages(script);
  return result == TERN_SCRIPT_SUCCESS;
}
