// Verifiers of the ops that control the others.

#include <string.h>

#include "dialect/transform/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

static bool has_results_of(const tern_op_t *op, const tern_op_t *terminator) {
  if (!terminator || terminator->operand_count != op->result_count) return false;
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_op_operand(terminator, i)->type != tern_op_result(op, i)->type) return false;
  }
  return true;
}

// What is run has to be an op of this dialect.
static bool verify_children(const tern_op_t *op, const tern_block_t *block) {
  tern_block_for_each_op(block, child) {
    if (tern_is_transform(child)) continue;
    tern_op_error(op, "expects transform ops in its body");
    tern_emit_note(child->loc, "this is none: '%.*s'", (int)tern_op_name(child).size, tern_op_name(child).data);
    return false;
  }
  return true;
}

// A handle that is consumed twice is one that is used after it was consumed.
static bool verify_single_consumer(const tern_value_t *value, const tern_attr_t *loc, const char *what, size_t index) {
  const tern_operand_t *first = NULL;
  if (tern_handle_kind(value->type) == TERN_HANDLE_PARAMS) return true;
  tern_value_for_each_use(value, use) {
    if (!tern_transform_consumes(use->owner, tern_operand_index(use))) continue;
    if (!first || first->owner->block != use->owner->block) {
      first = use;
      continue;
    }
    const tern_operand_t *both[] = {first, use};
    tern_emit_error(loc, "%s #%zu has more than one potential consumer", what, index);
    for (size_t i = 0; i < 2; ++i) {
      tern_emit_note(both[i]->owner->loc, "used here as operand #%zu", tern_operand_index(both[i]));
    }
    return false;
  }
  return true;
}

static bool verify_consumers(const tern_block_t *block, const tern_attr_t *loc) {
  for (size_t i = 0; i < block->arg_count; ++i) {
    if (!verify_single_consumer(block->args[i], loc, "block argument", i)) return false;
  }
  tern_block_for_each_op(block, child) {
    for (size_t i = 0; i < child->result_count; ++i) {
      if (!verify_single_consumer(tern_op_result(child, i), child->loc, "result", i)) return false;
    }
  }
  return true;
}

static const tern_op_t *outer_runnable(const tern_op_t *op) {
  const tern_op_t *around = tern_op_parent(op);
  while (around && !tern_op_is(around, TERN_TRANSFORM(SEQUENCE)) && !tern_op_is(around, TERN_TRANSFORM(ALTERNATIVES)) &&
         !tern_op_is(around, TERN_TRANSFORM(NAMED_SEQUENCE))) {
    around = tern_op_parent(around);
  }
  return around;
}

// Operand count, arguments and nesting of sequence and alternatives.
static bool verify_entry(const tern_op_t *op, const tern_block_t *body) {
  if (!body->arg_count) return tern_op_error(op, "expects the entry block to have at least one argument");
  if (tern_handle_kind(body->args[0]->type) != TERN_HANDLE_OPS) {
    return tern_op_error(op, "expects the first entry block argument to be a handle to ops but got %s",
                         tern_type_text(body->args[0]->type));
  }
  for (size_t i = 1; i < body->arg_count; ++i) {
    if (tern_handle_kind(body->args[i]->type)) continue;
    return tern_op_error(op, "expects entry block argument #%zu to be a handle or a parameter but got %s", i,
                         tern_type_text(body->args[i]->type));
  }
  const tern_op_t *around = outer_runnable(op);
  if (op->operand_count || !around) return true;
  tern_op_error(op, "expects operands to be provided for a nested op");
  tern_emit_note(around->loc, "nested in this op");
  return false;
}

bool tern_transform_verify_sequence(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  if (!verify_entry(op, body)) return false;
  if (op->operand_count) {
    bool is_same = op->operand_count == body->arg_count;
    for (size_t i = 0; is_same && i < op->operand_count; ++i) {
      is_same = tern_op_operand(op, i)->type == body->args[i]->type;
    }
    if (!is_same) return tern_op_error(op, "expects types of operands to match types of entry block arguments");
  }
  if (!has_results_of(op, body->last_op)) {
    return tern_op_error(op, "expects types of the terminator operands to match types of the results");
  }
  return verify_children(op, body) && verify_consumers(body, op->loc);
}

bool tern_transform_verify_alternatives(const tern_op_t *op) {
  if (!op->region_count) return tern_op_error(op, "expects at least one region");
  for (size_t i = 0; i < op->region_count; ++i) {
    const tern_block_t *body = tern_op_body(op, i);
    if (!body) return tern_op_error(op, "expects region #%zu to have one block", i);
    if (!verify_entry(op, body)) return false;
    if (!has_results_of(op, body->last_op)) {
      tern_op_error(op, "expects terminator operands to have the same type as results of the operation");
      tern_emit_note(body->last_op->loc, "terminator of region #%zu", i);
      return false;
    }
    if (op->operand_count && tern_op_operand(op, 0)->type != body->args[0]->type) {
      return tern_op_error(op, "expects the argument of region #%zu to have the type of the scope", i);
    }
    if (!verify_children(op, body)) return false;
  }
  return true;
}

static const tern_attr_t *arg_mark(const tern_op_t *sequence, size_t index, const char *name) {
  const tern_attr_t *attrs = tern_op_attr(sequence, "arg_attrs");
  if (!attrs || index >= tern_array_attr_count(attrs)) return NULL;
  return tern_dictionary_attr_lookup(tern_array_attr_at(attrs, index), tern_str_from_cstr(name));
}

// Without a body the marks have to be there; with one they have to be right.
static bool verify_marks(const tern_op_t *op, size_t index, const tern_block_t *body) {
  bool is_consumed = arg_mark(op, index, TERN_TRANSFORM_CONSUMED) != NULL;
  bool is_readonly = arg_mark(op, index, TERN_TRANSFORM_READONLY) != NULL;
  if (is_consumed && is_readonly) {
    return tern_emit_error(op->loc, "argument #%zu cannot be both readonly and consumed", index);
  }
  if (!body) {
    return is_consumed || is_readonly ||
           tern_emit_error(op->loc, "must provide consumed/readonly status for arguments of external or called ops");
  }
  // Nobody may include it then.
  if (!is_consumed && !is_readonly) return true;
  bool really_is_consumed = false;
  tern_value_for_each_use(body->args[index], use) {
    really_is_consumed |= tern_transform_consumes(use->owner, tern_operand_index(use));
  }
  if (really_is_consumed && !is_consumed) {
    return tern_emit_error(op->loc, "argument #%zu is consumed in the body but is not marked as such", index);
  }
  if (is_consumed && !really_is_consumed) {
    tern_emit_warning(op->loc, "op argument #%zu is not consumed in the body but is marked as consumed", index);
  }
  return true;
}

bool tern_transform_verify_named_sequence(const tern_op_t *op) {
  const tern_op_t *table = tern_symbol_table_around(tern_op_parent(op));
  if (!table || !tern_op_attr(table, TERN_TRANSFORM_WITH_NAMED_SEQUENCE)) {
    tern_emit_error(op->loc,
                    "expects the parent symbol table to have the '" TERN_TRANSFORM_WITH_NAMED_SEQUENCE "' attribute");
    if (table) tern_emit_note(table->loc, "symbol table operation");
    return false;
  }
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  const tern_block_t *body = tern_op_body(op, 0);
  for (size_t i = 0; i < inputs.count; ++i) {
    if (!tern_handle_kind(inputs.values[i])) {
      return tern_op_error(op, "expects argument #%zu to be a handle or a parameter but got %s", i,
                           tern_type_text(inputs.values[i]));
    }
    if (!verify_marks(op, i, body)) return false;
  }
  if (!body) return true;
  const tern_op_t *terminator = body->last_op;
  if (!terminator || !tern_op_is(terminator, TERN_TRANSFORM(YIELD))) {
    tern_emit_error(op->loc, "expected '%s' as terminator", TERN_TRANSFORM(YIELD)->name);
    if (terminator) tern_emit_note(terminator->loc, "terminator");
    return false;
  }
  if (terminator->operand_count != results.count) {
    return tern_emit_error(terminator->loc,
                           "expected terminator to have as many operands as the parent op has results");
  }
  for (size_t i = 0; i < results.count; ++i) {
    if (tern_op_operand(terminator, i)->type == results.values[i]) continue;
    return tern_emit_error(terminator->loc,
                           "the type of the terminator operand #%zu must match the type of the corresponding parent op "
                           "result (%s vs %s)",
                           i, tern_type_text(tern_op_operand(terminator, i)->type), tern_type_text(results.values[i]));
  }
  return verify_children(op, body);
}

static const tern_op_t *find_sequence(const tern_op_t *from, const tern_attr_t *symbol) {
  const tern_op_t *found = tern_symbol_lookup_nearest(from, symbol);
  return found && tern_op_is(found, TERN_TRANSFORM(NAMED_SEQUENCE)) ? found : NULL;
}

static tern_types_t inputs_of(const tern_op_t *sequence) {
  return tern_function_type_inputs(tern_type_attr_value(tern_op_attr(sequence, "function_type")));
}

static tern_types_t results_of(const tern_op_t *sequence) {
  return tern_function_type_results(tern_type_attr_value(tern_op_attr(sequence, "function_type")));
}

bool tern_transform_verify_include(const tern_op_t *op) {
  const tern_op_t *target = find_sequence(op, tern_op_attr(op, "target"));
  if (!target) return tern_op_error(op, "does not reference a named transform sequence");
  tern_types_t inputs = inputs_of(target), results = results_of(target);
  if (inputs.count != op->operand_count) return tern_op_error(op, "incorrect number of operands for callee");
  for (size_t i = 0; i < inputs.count; ++i) {
    if (!arg_mark(target, i, TERN_TRANSFORM_CONSUMED) && !arg_mark(target, i, TERN_TRANSFORM_READONLY)) {
      tern_op_error(op, "expects argument #%zu of the sequence to be marked as consumed or read", i);
      tern_emit_note(target->loc, "--transform-infer-effects marks the arguments of this sequence");
      return false;
    }
    if (inputs.values[i] == tern_op_operand(op, i)->type) continue;
    return tern_op_error(op,
                         "operand type mismatch: expected operand type '%s', but provided '%s' for operand number %zu",
                         tern_type_text(inputs.values[i]), tern_type_text(tern_op_operand(op, i)->type), i);
  }
  if (results.count != op->result_count) return tern_op_error(op, "incorrect number of results for callee");
  for (size_t i = 0; i < results.count; ++i) {
    if (results.values[i] == tern_op_result(op, i)->type) continue;
    return tern_op_error(op, "type of result #%zu must implement the type of the callee's result: '%s' vs '%s'", i,
                         tern_type_text(tern_op_result(op, i)->type), tern_type_text(results.values[i]));
  }
  return true;
}

bool tern_transform_verify_foreach(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  if (body->arg_count != op->operand_count) {
    return tern_op_error(op, "expects the same number of targets as the body has block arguments");
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (body->args[i]->type == tern_op_operand(op, i)->type) continue;
    return tern_op_error(op,
                         "expects co-indexed targets and the body's block arguments to have the same op/value/param "
                         "type");
  }
  if (body->last_op->operand_count != op->result_count) {
    return tern_op_error(op, "expects the same number of results as the yield terminator has operands");
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_op_operand(body->last_op, i)->type == tern_op_result(op, i)->type) continue;
    return tern_op_error(op, "expects co-indexed results and yield operands to have the same op/value/param type");
  }
  return verify_children(op, body);
}

bool tern_transform_verify_foreach_match(const tern_op_t *op) {
  const tern_attr_t *matchers = tern_op_attr(op, "matchers"), *actions = tern_op_attr(op, "actions");
  if (tern_array_attr_count(matchers) != tern_array_attr_count(actions)) {
    return tern_op_error(op, "expected the same number of matchers and actions");
  }
  if (!tern_array_attr_count(matchers)) return tern_op_error(op, "expected at least one match/action pair");
  for (size_t i = 0; i < tern_array_attr_count(matchers); ++i) {
    const tern_attr_t *matcher = tern_array_attr_at(matchers, i);
    if (matcher->kind != TERN_ATTR_SYMBOL_REF || tern_array_attr_at(actions, i)->kind != TERN_ATTR_SYMBOL_REF) {
      return tern_op_error(op, "expects symbol references as matchers and actions");
    }
    for (size_t k = 0; k < i; ++k) {
      if (tern_array_attr_at(matchers, k) != matcher) continue;
      tern_emit_warning(op->loc, "matcher %s is used more than once, only the first match will apply",
                        tern_attr_text(matcher));
      break;
    }
  }
  return true;
}

static bool verify_matcher(const tern_op_t *op, const tern_attr_t *symbol, const tern_op_t **out_matcher) {
  const tern_op_t *matcher = *out_matcher = find_sequence(op, symbol);
  if (!matcher) return tern_op_error(op, "unresolved matcher symbol %s", tern_attr_text(symbol));
  for (size_t i = 0; i < inputs_of(matcher).count; ++i) {
    if (!arg_mark(matcher, i, TERN_TRANSFORM_CONSUMED)) continue;
    tern_op_error(op, "'" TERN_TRANSFORM_READONLY "' attribute expected for matcher operands");
    tern_emit_note(matcher->loc, "symbol declaration");
    return false;
  }
  const tern_block_t *body = tern_op_body(matcher, 0);
  if (!body) return true;
  tern_block_for_each_op(body, child) {
    if (tern_transform_effects_of(child)->is_matcher) continue;
    tern_op_error(op, "expects only ops that do not change anything in the matcher");
    tern_emit_note(child->loc, "non-match operation: '%.*s'", (int)tern_op_name(child).size, tern_op_name(child).data);
    return false;
  }
  return true;
}

static bool same_types(tern_types_t a, size_t start, const tern_type_t *const *b, size_t count) {
  return a.count == start + count && (!count || memcmp(a.values + start, b, count * sizeof b[0]) == 0);
}

bool tern_transform_verify_foreach_match_symbols(const tern_op_t *op) {
  const tern_attr_t *matchers = tern_op_attr(op, "matchers"), *actions = tern_op_attr(op, "actions");
  for (size_t i = 0; i < tern_array_attr_count(matchers); ++i) {
    const tern_op_t *matcher, *action = find_sequence(op, tern_array_attr_at(actions, i));
    if (!verify_matcher(op, tern_array_attr_at(matchers, i), &matcher)) return false;
    if (!action)
      return tern_op_error(op, "unresolved action symbol %s", tern_attr_text(tern_array_attr_at(actions, i)));
    tern_types_t matched = inputs_of(matcher), yielded = results_of(matcher), taken = inputs_of(action);
    if (matched.count != op->operand_count) {
      return tern_op_error(op, "expects matcher %zu to take %zu arguments but it takes %zu", i,
                           (size_t)op->operand_count, matched.count);
    }
    if (!same_types(yielded, 0, taken.values, taken.count)) {
      tern_op_error(op, "mismatching number or types of matcher results and action arguments between %s and %s",
                    tern_attr_text(tern_array_attr_at(matchers, i)), tern_attr_text(tern_array_attr_at(actions, i)));
      tern_emit_note(action->loc, "the action");
      return false;
    }
    if (results_of(action).count != op->result_count - 1u) {
      tern_op_error(op, "mismatching number of results of the op, %u, and of the action, %zu", op->result_count - 1,
                    results_of(action).count);
      tern_emit_note(action->loc, "the action");
      return false;
    }
  }
  return true;
}

bool tern_transform_verify_collect_matching(const tern_op_t *op) {
  const tern_op_t *matcher;
  if (!verify_matcher(op, tern_op_attr(op, "matcher"), &matcher)) return false;
  if (inputs_of(matcher).count != 1 || tern_handle_kind(inputs_of(matcher).values[0]) != TERN_HANDLE_OPS) {
    return tern_op_error(op, "expected the matcher to take one operation handle argument");
  }
  if (results_of(matcher).count != op->result_count) {
    return tern_op_error(op, "expected the matcher to yield as many values as op has results (%u), got %zu",
                         op->result_count, results_of(matcher).count);
  }
  return true;
}

bool tern_transform_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr) {
  if (tern_str_equal_cstr(name, TERN_TRANSFORM_WITH_NAMED_SEQUENCE)) {
    return tern_op_has_trait(op, TERN_TRAIT_SYMBOL_TABLE) ||
           tern_emit_error(op->loc, "\"%.*s\" attribute can only be attached to operations with symbol tables",
                           (int)name.size, name.data);
  }
  if (tern_str_equal_cstr(name, TERN_TRANSFORM_TARGET_TAG)) {
    return attr->kind == TERN_ATTR_STRING ||
           tern_emit_error(op->loc, "\"%.*s\" attribute must be a string", (int)name.size, name.data);
  }
  if (tern_str_equal_cstr(name, TERN_TRANSFORM_CONSUMED) || tern_str_equal_cstr(name, TERN_TRANSFORM_READONLY))
    return true;
  return tern_emit_error(op->loc, "unknown attribute: \"%.*s\"", (int)name.size, name.data);
}
