// Ops of a script that find, count and arrange payload: navigation, parameters, matchers.

#include <string.h>

#include "ir/context.h"
#include "ir/diagnostic.h"
#include "transform/script/applies.h"

static const tern_payload_t *first_payload(const tern_script_t *script, const tern_op_t *op) {
  return tern_script_payload(script, tern_op_operand(op, 0));
}

// Maps result 0 and frees the list.
static tern_script_result_t finish(tern_script_t *script, tern_op_t *op, tern_payload_t *list,
                                   tern_script_result_t result) {
  if (!result) tern_script_map(script, tern_op_result(op, 0), list);
  tern_vec_deinitialize(list);
  return result;
}

tern_script_result_t tern_script_cast(tern_script_t *script, tern_op_t *op) {
  tern_script_map(script, tern_op_result(op, 0), first_payload(script, op));
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_split_handle(tern_script_t *script, tern_op_t *op) {
  const tern_payload_t *payload = first_payload(script, op);
  const tern_attr_t *overflow = tern_op_attr(op, "overflow_result");
  bool is_short_error = tern_integer_attr_value(tern_op_attr(op, "fail_on_payload_too_small")) != 0;
  bool passes_empty = tern_integer_attr_value(tern_op_attr(op, "pass_through_empty_handle")) != 0;
  size_t count = payload->count, wanted = op->result_count;
  bool is_wrong = (count < wanted && is_short_error && !(count == 0 && passes_empty)) || (count > wanted && !overflow);
  if (is_wrong) {
    tern_script_silence(script, op->loc, "expected the handle to contain %zu payloads but it contains %zu payloads",
                        wanted, count);
    tern_script_note(script, tern_value_loc(tern_op_operand(op, 0)), "the handle");
    return TERN_SCRIPT_SILENCEABLE;
  }
  for (size_t i = 0; i < wanted; ++i) {
    tern_payload_t part = {0};
    if (i < count) tern_vec_push(&part, payload->values[i]);
    bool takes_rest = overflow && (size_t)tern_integer_attr_value(overflow) == i;
    for (size_t k = wanted; takes_rest && k < count; ++k) tern_vec_push(&part, payload->values[k]);
    tern_script_map(script, tern_op_result(op, i), &part);
    tern_vec_deinitialize(&part);
  }
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_merge_handles(tern_script_t *script, tern_op_t *op) {
  bool is_unique = tern_op_attr(op, "deduplicate") != NULL;
  tern_payload_t merged = {0};
  tern_map_t seen = {0};
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_payload_t *payload = tern_script_payload(script, tern_op_operand(op, i));
    for (size_t k = 0; k < payload->count; ++k) {
      if (is_unique && !tern_map_set(&seen, payload->values[k], op)) continue;
      tern_vec_push(&merged, payload->values[k]);
    }
  }
  tern_map_deinitialize(&seen);
  return finish(script, op, &merged, TERN_SCRIPT_SUCCESS);
}

tern_script_result_t tern_script_replicate(tern_script_t *script, tern_op_t *op) {
  size_t times = first_payload(script, op)->count;
  for (size_t i = 1; i < op->operand_count; ++i) {
    tern_payload_t repeated = {0};
    const tern_payload_t *payload = tern_script_payload(script, tern_op_operand(op, i));
    for (size_t t = 0; t < times; ++t) {
      for (size_t k = 0; k < payload->count; ++k) tern_vec_push(&repeated, payload->values[k]);
    }
    tern_script_map(script, tern_op_result(op, i - 1), &repeated);
    tern_vec_deinitialize(&repeated);
  }
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_select(tern_script_t *script, tern_op_t *op) {
  tern_str_t name = tern_string_attr_value(tern_op_attr(op, "op_name"));
  tern_payload_t selected = {0};
  const tern_payload_t *payload = first_payload(script, op);
  for (size_t i = 0; i < payload->count; ++i) {
    if (tern_str_equal(tern_op_name(tern_payload_op(payload, i)), name)) tern_vec_push(&selected, payload->values[i]);
  }
  return finish(script, op, &selected, TERN_SCRIPT_SUCCESS);
}

tern_script_result_t tern_script_num_associations(tern_script_t *script, tern_op_t *op) {
  const tern_attr_t *count =
      tern_integer_attr_get(tern_i_type_get(script->context, 64), (int64_t)first_payload(script, op)->count);
  tern_script_map_one(script, tern_op_result(op, 0), (void *)(uintptr_t)count);
  return TERN_SCRIPT_SUCCESS;
}

// --- navigation ---

static bool is_wanted_parent(const tern_op_t *op, const tern_op_t *parent) {
  const tern_attr_t *name = tern_op_attr(op, "op_name");
  if (tern_op_attr(op, "isolated_from_above") && !tern_op_has_trait(parent, TERN_TRAIT_ISOLATED_FROM_ABOVE))
    return false;
  return !name || tern_str_equal(tern_op_name(parent), tern_string_attr_value(name));
}

tern_script_result_t tern_script_get_parent_op(tern_script_t *script, tern_op_t *op) {
  int64_t nth = tern_integer_attr_value(tern_op_attr(op, "nth_parent"));
  bool is_unique = tern_op_attr(op, "deduplicate") != NULL;
  const tern_payload_t *payload = first_payload(script, op);
  tern_payload_t parents = {0};
  tern_map_t seen = {0};
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  for (size_t i = 0; i < payload->count && !result; ++i) {
    tern_op_t *parent = tern_payload_op(payload, i);
    for (int64_t step = 0; step < nth && parent;) {
      parent = tern_op_parent(parent);
      if (parent && is_wanted_parent(op, parent)) ++step;
    }
    if (parent) {
      if (!is_unique || tern_map_set(&seen, parent, op)) tern_vec_push(&parents, parent);
      continue;
    }
    if (tern_op_attr(op, "allow_empty_results")) {
      parents.count = 0;
      break;
    }
    result = tern_script_silence(script, op->loc, "could not find a parent op that matches all requirements");
    tern_script_note(script, tern_payload_op(payload, i)->loc, "target op");
  }
  tern_map_deinitialize(&seen);
  return finish(script, op, &parents, result);
}

tern_script_result_t tern_script_get_producer_of_operand(tern_script_t *script, tern_op_t *op) {
  int64_t number = tern_integer_attr_value(tern_op_attr(op, "operand_number"));
  const tern_payload_t *payload = first_payload(script, op);
  tern_payload_t producers = {0};
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  for (size_t i = 0; i < payload->count && !result; ++i) {
    const tern_op_t *target = tern_payload_op(payload, i);
    bool exists = number >= 0 && number < target->operand_count;
    tern_op_t *producer = exists ? tern_value_defining_op(tern_op_operand(target, (size_t)number)) : NULL;
    if (producer) {
      tern_vec_push(&producers, producer);
      continue;
    }
    tern_str_t name = tern_op_name(target);
    result = tern_script_silence(script, op->loc, "could not find a producer for operand number: %lld of %.*s",
                                 (long long)number, (int)name.size, name.data);
    tern_script_note(script, target->loc, "target op");
  }
  return finish(script, op, &producers, result);
}

tern_script_result_t tern_script_get_consumers_of_result(tern_script_t *script, tern_op_t *op) {
  int64_t number = tern_integer_attr_value(tern_op_attr(op, "result_number"));
  const tern_payload_t *payload = first_payload(script, op);
  tern_payload_t consumers = {0};
  if (!payload->count) return TERN_SCRIPT_SUCCESS;
  if (payload->count != 1) return tern_script_fail(op->loc, "handle must be mapped to exactly one payload op");
  const tern_op_t *target = tern_payload_op(payload, 0);
  if (number < 0 || number >= target->result_count) return tern_script_fail(op->loc, "result number overflow");
  tern_map_t seen = {0};
  tern_value_for_each_use(tern_op_result(target, (size_t)number), use) {
    if (tern_map_set(&seen, use->owner, op)) tern_vec_push(&consumers, use->owner);
  }
  tern_map_deinitialize(&seen);
  return finish(script, op, &consumers, TERN_SCRIPT_SUCCESS);
}

tern_script_result_t tern_script_get_defining_op(tern_script_t *script, tern_op_t *op) {
  const tern_payload_t *payload = first_payload(script, op);
  tern_payload_t definitions = {0};
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  for (size_t i = 0; i < payload->count && !result; ++i) {
    tern_op_t *definition = tern_value_defining_op(tern_payload_value(payload, i));
    if (definition) {
      tern_vec_push(&definitions, definition);
      continue;
    }
    result = tern_script_silence(script, op->loc, "cannot get defining op of block argument");
    tern_script_note(script, tern_value_loc(tern_payload_value(payload, i)), "target value");
  }
  return finish(script, op, &definitions, result);
}

tern_script_result_t tern_script_expand_positions(tern_script_t *script, const tern_op_t *op, const tern_op_t *target,
                                                  const char *list_name, const char *what, size_t limit, size_t *out,
                                                  size_t *out_count) {
  const tern_attr_t *list = tern_op_attr(op, list_name);
  bool is_inverted = tern_op_attr(op, "is_inverted") != NULL, is_all = tern_op_attr(op, "is_all") != NULL;
  bool *marks = tern_malloc(limit + 1);
  memset(marks, 0, limit + 1);
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  *out_count = 0;
  for (size_t i = 0; i < tern_int_list_attr_count(list) && !result; ++i) {
    int64_t raw = tern_int_list_attr_at(list, i), position = raw < 0 ? raw + (int64_t)limit : raw;
    if (position < 0) {
      result = tern_script_silence(script, op->loc, "position underflow %lld (updated from %lld)", (long long)position,
                                   (long long)raw);
    } else if (position >= (int64_t)limit) {
      result = tern_script_silence(script, op->loc, "position overflow %lld (updated from %lld) for maximum %zu",
                                   (long long)position, (long long)raw, limit);
    } else if (marks[position]) {
      result = tern_script_silence(script, op->loc, "repeated position %lld (updated from %lld)", (long long)position,
                                   (long long)raw);
    } else {
      marks[position] = true;
      if (!is_inverted) out[(*out_count)++] = (size_t)position;
    }
    if (result) tern_script_note(script, target->loc, "while considering %s of this payload operation", what);
  }
  for (size_t i = 0; (is_inverted || is_all) && i < limit && !result; ++i) {
    if (!marks[i]) out[(*out_count)++] = i;
  }
  free(marks);
  return result;
}

static tern_script_result_t get_values(tern_script_t *script, tern_op_t *op, bool takes_results) {
  const tern_payload_t *payload = first_payload(script, op);
  tern_payload_t values = {0};
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  for (size_t i = 0; i < payload->count && !result; ++i) {
    tern_op_t *target = tern_payload_op(payload, i);
    size_t limit = takes_results ? target->result_count : target->operand_count, count = 0;
    // All positions are different, so there are no more than `limit`.
    size_t *positions = tern_malloc((limit + 1) * sizeof *positions);
    result =
        tern_script_expand_positions(script, op, target, "raw_position_list", "positions", limit, positions, &count);
    for (size_t k = 0; k < count && !result; ++k) {
      tern_value_t *value =
          takes_results ? tern_op_result(target, positions[k]) : tern_op_operand(target, positions[k]);
      tern_vec_push(&values, value);
    }
    free(positions);
  }
  return finish(script, op, &values, result);
}

tern_script_result_t tern_script_get_operand(tern_script_t *script, tern_op_t *op) {
  return get_values(script, op, false);
}
tern_script_result_t tern_script_get_result(tern_script_t *script, tern_op_t *op) {
  return get_values(script, op, true);
}

tern_script_result_t tern_script_get_type(tern_script_t *script, tern_op_t *op) {
  bool is_elemental = tern_op_attr(op, "elemental") != NULL;
  const tern_payload_t *payload = first_payload(script, op);
  tern_payload_t types = {0};
  for (size_t i = 0; i < payload->count; ++i) {
    const tern_type_t *type = tern_payload_value(payload, i)->type;
    if (is_elemental && tern_type_is_shaped(type)) type = tern_type_element(type);
    tern_vec_push(&types, (void *)(uintptr_t)tern_type_attr_get(type));
  }
  return finish(script, op, &types, TERN_SCRIPT_SUCCESS);
}

// --- parameters and matchers ---

tern_script_result_t tern_script_param_constant(tern_script_t *script, tern_op_t *op) {
  tern_script_map_one(script, tern_op_result(op, 0), (void *)(uintptr_t)tern_op_attr(op, "value"));
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_match_operation_name(tern_script_t *script, tern_op_t *op) {
  const tern_attr_t *names = tern_op_attr(op, "op_names");
  const tern_payload_t *payload = first_payload(script, op);
  if (payload->count != 1) {
    return tern_script_fail(op->loc, "expected the handle to point to a single payload op");
  }
  const tern_op_t *target = tern_payload_op(payload, 0);
  for (size_t i = 0; i < tern_array_attr_count(names); ++i) {
    if (tern_str_equal(tern_string_attr_value(tern_array_attr_at(names, i)), tern_op_name(target))) {
      return TERN_SCRIPT_SUCCESS;
    }
  }
  return tern_script_silence(script, op->loc, "wrong operation name");
}

tern_script_result_t tern_script_match_operation_empty(tern_script_t *script, tern_op_t *op) {
  size_t count = first_payload(script, op)->count;
  if (count > 1)
    return tern_script_fail(op->loc, "expected the handle to point to at most one payload op, not %zu", count);
  if (!count) return TERN_SCRIPT_SUCCESS;
  return tern_script_silence(script, op->loc, "operation is not empty");
}

static bool holds(int64_t predicate, int64_t a, int64_t b) {
  const bool results[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};
  return predicate >= 0 && predicate < 6 && results[predicate];
}

tern_script_result_t tern_script_match_param_cmpi(tern_script_t *script, tern_op_t *op) {
  static const char *const words[] = {
      "equal to", "not equal to", "less than", "less than or equal to", "greater than", "greater than or equal to"};
  const tern_payload_t *params = first_payload(script, op);
  const tern_payload_t *references = tern_script_payload(script, tern_op_operand(op, 1));
  int64_t predicate = tern_enum_attr_value(tern_op_attr(op, "predicate"));
  if (params->count != references->count) {
    return tern_script_silence(script, op->loc, "parameters have different payload lengths (%zu vs %zu)", params->count,
                               references->count);
  }
  for (size_t i = 0; i < params->count; ++i) {
    const tern_attr_t *a = tern_payload_attr(params, i), *b = tern_payload_attr(references, i);
    if (!tern_attr_is_integer(a) || !tern_attr_is_integer(b)) {
      return tern_script_fail(op->loc, "only integer parameters can be compared, not %s",
                              tern_attr_text(tern_attr_is_integer(a) ? b : a));
    }
    if (holds(predicate, tern_integer_attr_value(a), tern_integer_attr_value(b))) continue;
    tern_script_silence(script, op->loc, "expected parameter to be %s %lld, got %lld", words[predicate],
                        (long long)tern_integer_attr_value(b), (long long)tern_integer_attr_value(a));
    tern_script_note(script, tern_value_loc(tern_op_operand(op, 0)),
                     "value #%zu associated with the parameter defined here", i);
    return TERN_SCRIPT_SILENCEABLE;
  }
  return TERN_SCRIPT_SUCCESS;
}
