// Types that an assembly format does not spell out: planned when the format is compiled, found when an op is parsed.
//
// As in upstream's generated parsers a type comes, in this order, from the text, from another value by a trait or a
// type rule of the row, from a constraint that only one type satisfies, or (results only) from the row's hook.

#include "asm/format/private.h"

// --- planning ---

typedef struct planner {
  tern_format_t *format;
  const tern_op_def_t *def;
  bool *is_known;
  size_t value_count;
} planner_t;

static void derive(planner_t *planner, size_t value, size_t from, tern_type_transform_t transform) {
  if (planner->is_known[value]) return;
  planner->is_known[value] = true;
  planner->format->resolutions[value] =
      (tern_type_resolution_t){.source = TERN_TYPE_FROM, .from = from, .transform = transform};
  planner->format->order[planner->format->order_count++] = value;
}

// Gives values 0..count the type of the first of them that is known.
static void derive_all_same(planner_t *planner, size_t count) {
  size_t known = 0;
  while (known < count && !planner->is_known[known]) ++known;
  if (known == count) return;
  for (size_t i = 0; i < count; ++i) derive(planner, i, known, TERN_TRANSFORM_SAME);
}

// Applies traits and rules until nothing new is known.
static void derive_types(planner_t *planner) {
  const tern_op_def_t *def = planner->def;
  size_t before;
  do {
    before = planner->format->order_count;
    if (tern_op_def_has_trait(def, TERN_TRAIT_SAME_OPERANDS_AND_RESULT_TYPE)) {
      derive_all_same(planner, planner->value_count);
    } else if (tern_op_def_has_trait(def, TERN_TRAIT_SAME_TYPE_OPERANDS)) {
      derive_all_same(planner, def->operand_count);
    }
    for (size_t i = 0; i < def->type_rule_count; ++i) {
      const tern_type_rule_t *rule = &def->type_rules[i];
      if (planner->is_known[rule->source]) derive(planner, rule->target, rule->source, rule->transform);
      if (planner->is_known[rule->target] && rule->transform == TERN_TRANSFORM_SAME) {
        derive(planner, rule->source, rule->target, rule->transform);
      }
    }
  } while (planner->format->order_count != before);
}

static const tern_value_def_t *value_def(const tern_op_def_t *def, size_t value) {
  return value < def->operand_count ? &def->operands[value] : &def->results[value - def->operand_count];
}

static void mark_written(planner_t *planner, const tern_format_seen_t *seen) {
  tern_format_t *format = planner->format;
  for (size_t i = 0; i < planner->value_count; ++i) {
    bool is_all = i < planner->def->operand_count ? format->has_all_operand_types : format->has_all_result_types;
    if (!seen->types[i] && !is_all) continue;
    planner->is_known[i] = true;
    format->resolutions[i].source = seen->types[i] ? TERN_TYPE_PARSED : TERN_TYPE_ALL;
  }
}

static void mark_buildable(planner_t *planner) {
  for (size_t i = 0; i < planner->value_count; ++i) {
    const tern_value_def_t *value = value_def(planner->def, i);
    const tern_type_t *type = value->constraint->buildable;
    bool is_result = i >= planner->def->operand_count;
    if (planner->is_known[i] || !type || (is_result && value->arity != TERN_ARITY_ONE)) continue;
    planner->is_known[i] = true;
    planner->format->resolutions[i] = (tern_type_resolution_t){.source = TERN_TYPE_BUILDABLE, .buildable = type};
  }
}

// True if no result's type is written and the row can infer.
static bool can_infer_results(const planner_t *planner) {
  if (!planner->def->row->infer) return false;
  for (size_t i = planner->def->operand_count; i < planner->value_count; ++i) {
    tern_type_source_t source = planner->format->resolutions[i].source;
    if (planner->is_known[i] && (source == TERN_TYPE_PARSED || source == TERN_TYPE_ALL)) return false;
  }
  return true;
}

bool tern_format_plan_types(tern_context_t *context, tern_format_t *format, const tern_format_seen_t *seen,
                            const char **out_message) {
  tern_arena_t *arena = tern_context_arena(context);
  const tern_op_def_t *def = format->def;
  size_t count = def->operand_count + def->result_count;
  planner_t planner = {.format = format, .def = def, .value_count = count};
  planner.is_known = tern_arena_alloc_zeroed(arena, count + 1);
  format->resolutions = tern_arena_alloc_zeroed(arena, (count + 1) * sizeof(tern_type_resolution_t));
  format->order = tern_arena_alloc_array(arena, count + 1, sizeof(size_t));
  mark_written(&planner, seen);
  derive_types(&planner);
  mark_buildable(&planner);
  derive_types(&planner);
  for (size_t i = 0; i < count; ++i) {
    if (planner.is_known[i]) continue;
    if (i >= def->operand_count && can_infer_results(&planner)) {
      format->infers_results = true;
      continue;
    }
    tern_str_t name = tern_ident_str(value_def(def, i)->name);
    tern_string_builder_t message = {0};
    tern_string_builder_append_format(&message, "type of %s '%.*s' is not in the format and cannot be inferred",
                                      i < def->operand_count ? "operand" : "result", (int)name.size, name.data);
    *out_message = tern_arena_copy(arena, message.data, message.size + 1);
    tern_string_builder_deinitialize(&message);
    return false;
  }
  if (format->infers_results) {
    for (size_t i = def->operand_count; i < count; ++i) format->resolutions[i].source = TERN_TYPE_INFERRED;
  }
  return true;
}

// --- finding ---

// The written types of one group, where type(operands) or type(results) wrote all in a row: groups before a variadic
// one hold one type each.
static tern_type_list_t part_of_all(const tern_type_list_t *all, const tern_value_def_t *defs, size_t group) {
  size_t start = group < all->count ? group : all->count;
  size_t count = defs[group].arity == TERN_ARITY_ONE ? 1 : all->count - start;
  if (count > all->count - start) count = all->count - start;
  return (tern_type_list_t){all->values + start, count, count};
}

static tern_type_list_t types_of(const tern_format_state_t *state, size_t value) {
  const tern_op_def_t *def = state->format->def;
  if (state->format->resolutions[value].source != TERN_TYPE_ALL) return state->types[value];
  if (value < def->operand_count) return part_of_all(&state->all_operand_types, def->operands, value);
  return part_of_all(&state->all_result_types, def->results, value - def->operand_count);
}

// How many types the group needs, given how many its source has.
static size_t wanted_count(const tern_format_state_t *state, size_t value, size_t source_count) {
  const tern_op_def_t *def = state->format->def;
  if (value < def->operand_count && !state->format->has_all_operands) return state->operands[value].count;
  return value_def(def, value)->arity == TERN_ARITY_ONE ? 1 : source_count;
}

static bool derive_one(tern_format_state_t *state, size_t value) {
  const tern_type_resolution_t *resolution = &state->format->resolutions[value];
  const tern_op_def_t *def = state->format->def;
  tern_type_list_t source = types_of(state, resolution->from);
  size_t count = wanted_count(state, value, source.count);
  tern_str_t name = tern_ident_str(value_def(def, value)->name);
  if (count && source.count == 0) {
    return tern_parser_error_at(state->parser, state->start, "the type of '%.*s' cannot be inferred: '%.*s' is absent",
                                (int)name.size, name.data, (int)value_def(def, resolution->from)->name->size,
                                value_def(def, resolution->from)->name->data);
  }
  // What a type is made from has to be what the row says it is; where it is the type itself the verifier sees to that, but
  // for rules with a message of their own (upstream's TypesMatchWith).
  const tern_value_def_t *from_def = value_def(def, resolution->from);
  bool is_checked = resolution->transform != TERN_TRANSFORM_SAME || def->row->types_message;
  for (size_t i = 0; i < source.count && is_checked; ++i) {
    if (from_def->constraint->is_satisfied(source.values[i], from_def->constraint)) continue;
    return tern_parser_error_at(state->parser, state->start, "'%s' must be %s, but got '%s'", from_def->name->data,
                                from_def->constraint->description, tern_type_text(source.values[i]));
  }
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *from = source.values[count == source.count ? i : 0];
    const tern_type_t *type = tern_type_transform_apply(resolution->transform, from);
    if (!type) {
      return tern_parser_error_at(state->parser, state->start, "the type of '%.*s' cannot be inferred from %s",
                                  (int)name.size, name.data, tern_type_text(from));
    }
    tern_type_list_push(state->parser, &state->types[value], type);
  }
  return true;
}

static bool derive_missing(tern_format_state_t *state) {
  const tern_format_t *format = state->format;
  size_t count = format->def->operand_count + format->def->result_count;
  for (size_t i = 0; i < count; ++i) {
    if (format->resolutions[i].source != TERN_TYPE_BUILDABLE) continue;
    for (size_t k = wanted_count(state, i, 1); k > 0; --k) {
      tern_type_list_push(state->parser, &state->types[i], format->resolutions[i].buildable);
    }
  }
  for (size_t i = 0; i < format->order_count; ++i) {
    size_t value = format->order[i];
    if (format->resolutions[value].source == TERN_TYPE_FROM && !derive_one(state, value)) return false;
  }
  return true;
}

static void add_results(tern_format_state_t *state) {
  const tern_op_def_t *def = state->format->def;
  if (state->format->has_all_result_types) {
    for (size_t i = 0; i < state->all_result_types.count; ++i) {
      tern_op_add_result_type(state->parser, state->op, state->all_result_types.values[i]);
    }
    return;
  }
  for (size_t i = 0; i < def->result_count; ++i) {
    const tern_type_list_t *types = &state->types[def->operand_count + i];
    for (size_t k = 0; k < types->count; ++k) {
      tern_op_add_result_type(state->parser, state->op, types->values[k]);
    }
  }
}

static bool resolve_list(tern_format_state_t *state, const tern_operand_list_t *operands, const tern_type_list_t *types,
                         tern_source_pos_t pos) {
  if (operands->count != types->count) {
    return tern_parser_error_at(
        state->parser, pos, "custom op '%s' number of operands and types do not match: got %zu operands and %zu types",
        state->op->def->name->data, operands->count, types->count);
  }
  return tern_op_resolve_operands_each(state->parser, state->op, operands, types);
}

// All operands in a row, with the types of all groups in a row.
static bool resolve_flat(tern_format_state_t *state) {
  const tern_op_def_t *def = state->format->def;
  tern_operand_list_t operands = state->all_operands;
  if (!state->format->has_all_operands) {
    for (size_t i = 0; i < def->operand_count; ++i) {
      for (size_t k = 0; k < state->operands[i].count; ++k) {
        tern_operand_list_push(state->parser, &operands, state->operands[i].values[k]);
      }
    }
  }
  tern_type_list_t types = state->all_operand_types;
  if (!state->format->has_all_operand_types) {
    for (size_t i = 0; i < def->operand_count; ++i) {
      for (size_t k = 0; k < state->types[i].count; ++k) {
        tern_type_list_push(state->parser, &types, state->types[i].values[k]);
      }
    }
    // One type that was inferred or built stands for all operands of a lone variadic group.
    bool is_lone = def->operand_count == 1 && state->format->resolutions[0].source != TERN_TYPE_PARSED;
    while (is_lone && types.count && types.count < operands.count) {
      tern_type_list_push(state->parser, &types, types.values[0]);
    }
  }
  return resolve_list(state, &operands, &types, state->start);
}

static bool resolve_operands(tern_format_state_t *state) {
  const tern_op_def_t *def = state->format->def;
  if (state->format->has_all_operands || state->format->has_all_operand_types) return resolve_flat(state);
  for (size_t i = 0; i < def->operand_count; ++i) {
    if (!resolve_list(state, &state->operands[i], &state->types[i], state->operand_positions[i])) return false;
  }
  return true;
}

// Hooks that infer take it for granted that what they look at satisfies its constraints.
static bool check_constraints(tern_format_state_t *state) {
  const tern_op_def_t *def = state->format->def;
  for (size_t i = 0; i < def->operand_count; ++i) {
    tern_type_list_t types = types_of(state, i);
    for (size_t k = 0; k < types.count; ++k) {
      const tern_type_constraint_t *constraint = def->operands[i].constraint;
      if (constraint->is_satisfied(types.values[k], constraint)) continue;
      return tern_parser_error_at(state->parser, state->start, "'%s' op operand #%zu must be %s, but got '%s'",
                                  def->name->data, i, constraint->description, tern_type_text(types.values[k]));
    }
  }
  for (size_t i = 0; i < def->attr_count; ++i) {
    const tern_attr_def_t *attr_def = &def->attrs[i];
    const tern_attr_t *attr = tern_op_parsed_attr(state->parser, state->op, attr_def->name->data);
    if (!attr) {
      if (attr_def->is_optional || attr_def->has_default || strcmp(attr_def->constraint->name, "UnitAttr") == 0) {
        continue;
      }
      return tern_parser_error_at(state->parser, state->start, "'%s' op requires attribute '%s'", def->name->data,
                                  attr_def->name->data);
    }
    if (!attr_def->constraint->is_satisfied(attr, attr_def->constraint)) {
      return tern_parser_error_at(state->parser, state->start,
                                  "'%s' op attribute '%s' failed to satisfy constraint: %s", def->name->data,
                                  attr_def->name->data, attr_def->constraint->description);
    }
  }
  return true;
}

static void add_sizes(tern_format_state_t *state, const char *name, const int32_t *sizes, size_t count) {
  tern_context_t *context = tern_parser_context(state->parser);
  tern_op_add_attr(state->parser, state->op, name, tern_dense_i32_array_attr_get(context, sizes, count));
}

// operandSegmentSizes, resultSegmentSizes and the sizes of variadics of variadics.
static void add_segments(tern_format_state_t *state) {
  const tern_op_def_t *def = state->format->def;
  size_t count = def->operand_count > def->result_count ? def->operand_count : def->result_count;
  int32_t *sizes = tern_parser_alloc(state->parser, (count + 1) * sizeof(int32_t));
  if (def->operand_segments_slot >= 0 && !state->format->has_all_operands) {
    for (size_t i = 0; i < def->operand_count; ++i) sizes[i] = (int32_t)state->operands[i].count;
    add_sizes(state, "operandSegmentSizes", sizes, def->operand_count);
  }
  if (def->result_segments_slot >= 0 && !state->format->has_all_result_types) {
    for (size_t i = 0; i < def->result_count; ++i) sizes[i] = (int32_t)state->types[def->operand_count + i].count;
    add_sizes(state, "resultSegmentSizes", sizes, def->result_count);
  }
  for (size_t i = 0; i < def->operand_count; ++i) {
    if (def->operands[i].arity != TERN_ARITY_NESTED || !def->operands[i].sizes_attr) continue;
    add_sizes(state, def->operands[i].sizes_attr->data, state->nested_sizes[i], state->nested_counts[i]);
  }
}

bool tern_format_resolve(tern_format_state_t *state) {
  if (!derive_missing(state)) return false;
  add_segments(state);
  if (!state->format->infers_results) {
    add_results(state);
    return resolve_operands(state);
  }
  return resolve_operands(state) && check_constraints(state) && tern_op_infer_result_types(state->parser, state->op);
}
