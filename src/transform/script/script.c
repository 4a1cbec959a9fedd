// The state of a run: handles and what they are mapped to, kept right by the context's watcher; messages.

#include "transform/script/script.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "asm/printer.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- handles ---

static void count_item(tern_script_t *script, const void *item, intptr_t change) {
  intptr_t count = (intptr_t)tern_map_get(&script->tracked, item) + change;
  if (count > 0) {
    tern_map_set(&script->tracked, item, (void *)count);
  } else {
    tern_map_remove(&script->tracked, item);
  }
}

static bool is_tracked(const tern_script_t *script, const void *item) {
  return tern_map_contains(&script->tracked, item);
}

static void count_payload(tern_script_t *script, const tern_handle_t *handle, intptr_t change) {
  if (handle->kind == TERN_HANDLE_PARAMS) return;
  for (size_t i = 0; i < handle->payload.count; ++i) count_item(script, handle->payload.values[i], change);
}

const tern_payload_t *tern_script_payload(const tern_script_t *script, const tern_value_t *handle) {
  static const tern_payload_t empty = {0};
  const tern_handle_t *found = tern_map_get(&script->by_value, handle);
  return found ? &found->payload : &empty;
}

void tern_script_map(tern_script_t *script, tern_value_t *value, const tern_payload_t *payload) {
  tern_handle_t *handle = tern_map_get(&script->by_value, value);
  tern_payload_t copy = {0};
  tern_vec_reserve(&copy, payload->count);
  for (size_t i = 0; i < payload->count; ++i) tern_vec_push(&copy, payload->values[i]);
  if (!handle) {
    handle = tern_malloc(sizeof *handle);
    *handle = (tern_handle_t){.value = value, .kind = tern_handle_kind(value->type)};
    tern_vec_push(&script->handles, handle);
    tern_map_set(&script->by_value, value, handle);
  }
  count_payload(script, handle, -1);
  tern_vec_deinitialize(&handle->payload);
  handle->payload = copy;
  handle->invalidator = NULL;
  count_payload(script, handle, 1);
}

void tern_script_map_one(tern_script_t *script, tern_value_t *handle, void *item) {
  tern_script_map(script, handle, &(tern_payload_t){&item, 1, 1});
}

void tern_script_forget(tern_script_t *script, const tern_value_t *value) {
  tern_handle_t *handle = tern_map_get(&script->by_value, value);
  if (!handle) return;
  count_payload(script, handle, -1);
  tern_vec_deinitialize(&handle->payload);
  tern_map_remove(&script->by_value, value);
  for (size_t i = 0; i < script->handles.count; ++i) {
    if (script->handles.values[i] != handle) continue;
    script->handles.values[i] = script->handles.values[--script->handles.count];
    break;
  }
  free(handle);
}

void tern_script_forget_block(tern_script_t *script, const tern_block_t *block) {
  for (size_t i = 0; i < block->arg_count; ++i) tern_script_forget(script, block->args[i]);
  tern_block_for_each_op(block, op) {
    for (size_t i = 0; i < op->result_count; ++i) tern_script_forget(script, tern_op_result(op, i));
  }
}

static bool is_right_param(const tern_type_t *type, const tern_attr_t *attr, const tern_type_t **out_found) {
  *out_found = NULL;
  if (tern_type_is_transform(type, TERN_TRANSFORM_TYPE_PARAM)) {
    *out_found = attr->kind == TERN_ATTR_INTEGER ? tern_attr_type(attr) : NULL;
    return *out_found == (const tern_type_t *)(uintptr_t)type->params[0];
  }
  if (tern_type_is_transform(type, TERN_TRANSFORM_TYPE_AFFINE_MAP)) return attr->kind == TERN_ATTR_AFFINE_MAP;
  if (tern_type_is_transform(type, TERN_TRANSFORM_TYPE_TYPE)) return attr->kind == TERN_ATTR_TYPE;
  return true;
}

tern_script_result_t tern_script_check_type(tern_script_t *script, const tern_value_t *handle) {
  const tern_payload_t *payload = tern_script_payload(script, handle);
  const tern_attr_t *loc = tern_value_loc(handle);
  for (size_t i = 0; i < payload->count; ++i) {
    if (tern_handle_kind(handle->type) == TERN_HANDLE_PARAMS) {
      const tern_type_t *found;
      if (is_right_param(handle->type, tern_payload_attr(payload, i), &found)) continue;
      if (found) {
        return tern_script_silence(
            script, loc, "expected the type of the parameter attribute ('%s') to match the parameter type ('%s')",
            tern_type_text(found), tern_type_text((const tern_type_t *)(uintptr_t)handle->type->params[0]));
      }
      return tern_script_silence(script, loc, "expected a parameter of type %s but got %s",
                                 tern_type_text(handle->type), tern_attr_text(tern_payload_attr(payload, i)));
    }
    if (!tern_type_is_transform(handle->type, TERN_TRANSFORM_TYPE_OP)) continue;
    tern_str_t wanted = tern_ident_str((const tern_ident_t *)(uintptr_t)handle->type->params[0]);
    tern_str_t name = tern_op_name(tern_payload_op(payload, i));
    if (tern_str_equal(wanted, name)) continue;
    tern_script_silence(script, loc, "incompatible payload operation name expected %.*s vs %.*s", (int)wanted.size,
                        wanted.data, (int)name.size, name.data);
    tern_script_note(script, tern_payload_op(payload, i)->loc, "payload operation");
    return TERN_SCRIPT_SILENCEABLE;
  }
  return TERN_SCRIPT_SUCCESS;
}

// --- watching the payload ---

// Will the handle be used after the op that runs now?
static bool is_used_later(const tern_script_t *script, const tern_handle_t *handle) {
  tern_value_for_each_use(handle->value, use) {
    const tern_op_t *user = use->owner, *current = script->current;
    while (user && current && user->block != current->block) {
      // Uses inside of what runs now, or of something around it, come later if they are not behind us: walk outwards.
      if (tern_op_parent(user) && tern_op_parent(user)->block == current->block) {
        user = tern_op_parent(user);
      } else if (tern_op_parent(current) && !tern_op_is(tern_op_parent(current), TERN_TRANSFORM(NAMED_SEQUENCE))) {
        current = tern_op_parent(current);
      } else {
        break;
      }
    }
    if (!user || !current || user->block != current->block) return true;
    if (user != current && !tern_op_is_before(user, current)) return true;
  }
  return false;
}

// Puts `replacement` in the place of `item` in all handles, or drops the item.
static void replace_item(tern_script_t *script, void *item, void *replacement) {
  for (size_t h = 0; h < script->handles.count; ++h) {
    tern_handle_t *handle = script->handles.values[h];
    if (handle->kind == TERN_HANDLE_PARAMS) continue;
    size_t kept = 0;
    for (size_t i = 0; i < handle->payload.count; ++i) {
      void *found = handle->payload.values[i];
      if (found == item) {
        count_item(script, item, -1);
        if (!replacement) continue;
        count_item(script, replacement, 1);
        found = replacement;
      }
      handle->payload.values[kept++] = found;
    }
    handle->payload.count = kept;
  }
}

void tern_script_track(tern_script_t *script, tern_op_t *op, tern_op_t *replacement) {
  if (!is_tracked(script, op) || op == replacement) return;
  replace_item(script, op, replacement);
}

static bool has_live_handle(const tern_script_t *script, const tern_op_t *op) {
  for (size_t h = 0; h < script->handles.count; ++h) {
    const tern_handle_t *handle = script->handles.values[h];
    if (handle->kind != TERN_HANDLE_OPS || handle->invalidator) continue;
    for (size_t i = 0; i < handle->payload.count; ++i) {
      if (handle->payload.values[i] == op && is_used_later(script, handle)) return true;
    }
  }
  return false;
}

static tern_value_t *replacement_of(const tern_script_t *script, const tern_value_t *value) {
  for (size_t i = script->replacements.count; i-- > 0;) {
    if (script->replacements.values[i].value == value) return script->replacements.values[i].replacement;
  }
  return NULL;
}

// An op that only changes the type or place of what it is given stands for the op that made it.
static tern_op_t *look_through(tern_op_t *op) {
  while (op && tern_op_has_trait(op, TERN_TRAIT_CAST_LIKE) && op->operand_count == 1) {
    op = tern_value_defining_op(tern_op_operand(op, 0));
  }
  return op;
}

// The op whose results took the place of all results of `op`; NULL: there is none. `*out_was_replaced` says whether any did.
static tern_op_t *find_replacement(const tern_script_t *script, const tern_op_t *op, bool *out_was_replaced) {
  tern_op_t *found = NULL;
  *out_was_replaced = false;
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_value_t *value = replacement_of(script, &op->results[i]);
    if (!value) continue;
    *out_was_replaced = true;
    tern_op_t *definition = tern_value_defining_op(value);
    if (!definition || (found && found != definition)) return NULL;
    found = definition;
  }
  if (found && found->def != op->def) {
    tern_op_t *behind = look_through(found);
    if (behind && behind->def == op->def) found = behind;
  }
  return found;
}

static void hear_value_replaced(tern_ir_watcher_t *watcher, tern_value_t *value, tern_value_t *replacement) {
  tern_script_t *script = (tern_script_t *)watcher;
  if (script->outer) script->outer->value_replaced(script->outer, value, replacement);
  if (is_tracked(script, value) || (!value->is_block_argument && is_tracked(script, value->owner))) {
    tern_vec_push(&script->replacements, (tern_replacement_t){value, replacement});
  }
  // What was to stand for something else is itself replaced.
  for (size_t i = 0; i < script->replacements.count; ++i) {
    if (script->replacements.values[i].replacement == value) script->replacements.values[i].replacement = replacement;
  }
}

static void forget_replacements(tern_script_t *script, const tern_value_t *value) {
  size_t kept = 0;
  for (size_t i = 0; i < script->replacements.count; ++i) {
    tern_replacement_t entry = script->replacements.values[i];
    if (entry.value != value && entry.replacement != value) script->replacements.values[kept++] = entry;
  }
  script->replacements.count = kept;
}

static void drop_value(tern_script_t *script, tern_value_t *value) {
  if (is_tracked(script, value)) replace_item(script, value, replacement_of(script, value));
}

static void hear_op_destroyed(tern_ir_watcher_t *watcher, tern_op_t *op) {
  tern_script_t *script = (tern_script_t *)watcher;
  if (script->outer) script->outer->op_destroyed(script->outer, op);
  if (is_tracked(script, op)) {
    bool was_replaced;
    tern_op_t *found = find_replacement(script, op, &was_replaced);
    bool is_same_kind = found && found->def == op->def;
    if (was_replaced && !is_same_kind && script->reports_lost && !script->lost_loc && has_live_handle(script, op)) {
      script->lost_loc = op->loc;
    }
    replace_item(script, op, is_same_kind || (found && !script->reports_lost) ? found : NULL);
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    drop_value(script, &op->results[i]);
    if (script->replacements.count) forget_replacements(script, &op->results[i]);
  }
}

static void hear_arg_destroyed(tern_ir_watcher_t *watcher, tern_value_t *arg) {
  tern_script_t *script = (tern_script_t *)watcher;
  if (script->outer) script->outer->arg_destroyed(script->outer, arg);
  drop_value(script, arg);
  if (script->replacements.count) forget_replacements(script, arg);
}

void tern_script_initialize(tern_script_t *script, tern_op_t *root, tern_pass_t *pass) {
  *script = (tern_script_t){
      .watcher = {.value_replaced = hear_value_replaced,
                  .op_destroyed = hear_op_destroyed,
                  .arg_destroyed = hear_arg_destroyed},
      .context = tern_op_context(root),
      .pass = pass,
      .root = root,
      .checks_handles = true,
  };
  script->outer = tern_context_watch(script->context, &script->watcher);
}

void tern_script_deinitialize(tern_script_t *script) {
  tern_context_watch(script->context, script->outer);
  for (size_t i = 0; i < script->handles.count; ++i) {
    tern_vec_deinitialize(&script->handles.values[i]->payload);
    free(script->handles.values[i]);
  }
  tern_script_drop_messages(script, 0);
  tern_vec_deinitialize(&script->handles);
  tern_vec_deinitialize(&script->replacements);
  tern_vec_deinitialize(&script->messages);
  tern_vec_deinitialize(&script->callees);
  tern_map_deinitialize(&script->by_value);
  tern_map_deinitialize(&script->tracked);
}

// --- messages ---

static void keep_message(tern_script_t *script, tern_severity_t severity, const tern_attr_t *loc, const char *format,
                         va_list args) {
  va_list again;
  va_copy(again, args);
  int size = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char *text = tern_malloc((size_t)size + 1);
  vsnprintf(text, (size_t)size + 1, format, args);
  tern_vec_push(&script->messages, (tern_script_message_t){severity, loc, text});
}

tern_script_result_t tern_script_silence(tern_script_t *script, const tern_attr_t *loc, const char *format, ...) {
  va_list args;
  va_start(args, format);
  keep_message(script, TERN_ERROR, loc, format, args);
  va_end(args);
  return TERN_SCRIPT_SILENCEABLE;
}

void tern_script_note(tern_script_t *script, const tern_attr_t *loc, const char *format, ...) {
  va_list args;
  va_start(args, format);
  keep_message(script, TERN_NOTE, loc, format, args);
  va_end(args);
}

tern_script_result_t tern_script_fail(const tern_attr_t *loc, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tern_emit(loc, TERN_ERROR, format, args);
  va_end(args);
  return TERN_SCRIPT_DEFINITE;
}

void tern_script_emit_messages(tern_script_t *script) {
  for (size_t i = 0; i < script->messages.count; ++i) {
    const tern_script_message_t *message = &script->messages.values[i];
    if (message->severity == TERN_NOTE) {
      tern_emit_note(message->loc, "%s", message->text);
    } else {
      tern_emit_error(message->loc, "%s", message->text);
    }
  }
  tern_script_drop_messages(script, 0);
}

void tern_script_drop_messages(tern_script_t *script, size_t mark) {
  for (size_t i = mark; i < script->messages.count; ++i) free(script->messages.values[i].text);
  if (script->messages.count > mark) script->messages.count = mark;
}
