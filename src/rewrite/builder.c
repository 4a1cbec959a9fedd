// Building ops at an insertion point, and inferring the types of their results from the rules of their rows.

#include "rewrite/builder.h"

#include <assert.h>

#include "base/map.h"
#include "base/vec.h"

// --- insertion points ---

tern_builder_t tern_builder_before(tern_op_t *op) {
  return (tern_builder_t){.context = tern_op_context(op), .block = op->block, .before = op, .loc = op->loc};
}

tern_builder_t tern_builder_after(tern_op_t *op) {
  return (tern_builder_t){.context = tern_op_context(op), .block = op->block, .before = op->next, .loc = op->loc};
}

tern_builder_t tern_builder_at_start(tern_block_t *block, const tern_attr_t *loc) {
  return (tern_builder_t){.context = loc->context, .block = block, .before = block->first_op, .loc = loc};
}

tern_builder_t tern_builder_at_end(tern_block_t *block, const tern_attr_t *loc) {
  return (tern_builder_t){.context = loc->context, .block = block, .before = NULL, .loc = loc};
}

void tern_builder_set_before(tern_builder_t *builder, tern_op_t *op) {
  builder->block = op->block;
  builder->before = op;
  builder->loc = op->loc;
}

void tern_builder_set_after(tern_builder_t *builder, tern_op_t *op) {
  builder->block = op->block;
  builder->before = op->next;
  builder->loc = op->loc;
}

void tern_builder_set_start(tern_builder_t *builder, tern_block_t *block) {
  builder->block = block;
  builder->before = block->first_op;
}

void tern_builder_set_end(tern_builder_t *builder, tern_block_t *block) {
  builder->block = block;
  builder->before = NULL;
}

void tern_builder_insert(tern_builder_t *builder, tern_op_t *op) {
  if (!builder->block) return;
  tern_op_insert(op, builder->block, builder->before);
  tern_listener_t *listener = builder->listener;
  if (listener && listener->op_inserted) listener->op_inserted(listener, op);
}

// --- inference ---

// Where the values of each group start: `starts[i]`..`starts[i + 1]`. False if the counts do not fit the groups.
static bool split_into_groups(const tern_value_def_t *defs, size_t group_count, size_t value_count,
                              const tern_attr_t *segments, size_t *starts) {
  size_t elastic_count = 0, fixed_count = 0;
  for (size_t i = 0; i < group_count; ++i) {
    if (defs[i].arity == TERN_ARITY_ONE) {
      ++fixed_count;
    } else {
      ++elastic_count;
    }
  }
  bool has_segments = segments && tern_int_list_attr_count(segments) == group_count;
  if (!has_segments && value_count < fixed_count) return false;
  size_t elastic_size = 0;
  if (!has_segments && elastic_count > 0) {
    if ((value_count - fixed_count) % elastic_count != 0) return false;
    elastic_size = (value_count - fixed_count) / elastic_count;
  }
  size_t start = 0;
  for (size_t i = 0; i < group_count; ++i) {
    starts[i] = start;
    if (has_segments) {
      int64_t size = tern_int_list_attr_at(segments, i);
      if (size < 0) return false;
      start += (size_t)size;
    } else {
      start += defs[i].arity == TERN_ARITY_ONE ? 1 : elastic_size;
    }
  }
  starts[group_count] = start;
  return start == value_count;
}

static const tern_attr_t *find_attr(const tern_op_state_t *state, const char *name) {
  for (size_t i = 0; i < state->attrs.count; ++i) {
    if (strcmp(state->attrs.values[i].name, name) == 0) return state->attrs.values[i].attr;
  }
  return tern_dictionary_attr_lookup(state->dictionary, tern_str_from_cstr(name));
}

// A pass over the rules: fills what they determine. Returns how many result types are known now.
static size_t apply_type_rules(const tern_op_def_t *def, const tern_op_state_t *state, const size_t *operand_starts,
                               const tern_type_t **out_types) {
  for (size_t i = 0; i < def->type_rule_count; ++i) {
    const tern_type_rule_t *rule = &def->type_rules[i];
    if (rule->target < def->operand_count) continue;
    size_t target = rule->target - def->operand_count;
    if (out_types[target]) continue;
    const tern_type_t *source = NULL;
    if (rule->source >= def->operand_count) {
      source = out_types[rule->source - def->operand_count];
    } else if (operand_starts[rule->source] < operand_starts[rule->source + 1]) {
      source = state->operands.values[operand_starts[rule->source]]->type;
    }
    if (source) out_types[target] = tern_type_transform_apply(rule->transform, source);
  }
  // `result2 = same(result1)` may be told from either side.
  for (size_t i = 0; i < def->type_rule_count; ++i) {
    const tern_type_rule_t *rule = &def->type_rules[i];
    if (rule->transform != TERN_TRANSFORM_SAME || rule->source < def->operand_count) continue;
    size_t source = rule->source - def->operand_count;
    if (out_types[source]) continue;
    if (rule->target >= def->operand_count) {
      out_types[source] = out_types[rule->target - def->operand_count];
    } else if (operand_starts[rule->target] < operand_starts[rule->target + 1]) {
      out_types[source] = state->operands.values[operand_starts[rule->target]]->type;
    }
  }
  size_t known_count = 0;
  for (size_t i = 0; i < def->result_count; ++i) known_count += out_types[i] != NULL;
  return known_count;
}

static bool infer_by_rules(const tern_op_state_t *state, const size_t *operand_starts, const tern_type_t **out_types) {
  const tern_op_def_t *def = state->def;
  bool is_uniform = tern_op_def_has_trait(def, TERN_TRAIT_SAME_OPERANDS_AND_RESULT_TYPE) && state->operands.count > 0;
  for (size_t i = 0; i < def->result_count; ++i) {
    out_types[i] = is_uniform ? state->operands.values[0]->type : NULL;
    if (!out_types[i] && def->results[i].constraint) out_types[i] = def->results[i].constraint->buildable;
  }
  size_t known_count = 0;
  for (;;) {
    size_t count = apply_type_rules(def, state, operand_starts, out_types);
    if (count == def->result_count) return true;
    if (count == known_count) return false;
    known_count = count;
  }
}

bool tern_infer_result_types(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types) {
  const tern_op_def_t *def = state->def;
  if (!def->row) return false;
  if (def->row->infer) return def->row->infer(context, state, out_types);
  for (size_t i = 0; i < def->result_count; ++i) {
    if (def->results[i].arity != TERN_ARITY_ONE) return false;
  }
  size_t *starts = tern_malloc((def->operand_count + 1) * sizeof(*starts));
  const tern_attr_t *segments = find_attr(state, "operandSegmentSizes");
  bool is_split = split_into_groups(def->operands, def->operand_count, state->operands.count, segments, starts);
  bool is_inferred = is_split && infer_by_rules(state, starts, out_types);
  free(starts);
  return is_inferred;
}

// --- making ops ---

// The number of results of a row whose types the caller left out: variadic groups are empty then.
static size_t count_fixed_results(const tern_op_def_t *def) {
  size_t count = 0;
  for (size_t i = 0; i < def->result_count; ++i) count += def->results[i].arity == TERN_ARITY_ONE;
  return count;
}

static size_t count_fixed_regions(const tern_op_def_t *def) {
  size_t count = 0;
  for (size_t i = 0; i < def->region_count; ++i) count += !def->regions[i].is_variadic;
  return count;
}

tern_op_t *tern_build_op(tern_builder_t *builder, const tern_op_row_t *row, const tern_build_args_t *args) {
  const tern_op_def_t *def = tern_op_def_of(builder->context, row);
  tern_op_state_t state = {
      .def = def,
      .loc = builder->loc ? builder->loc : tern_unknown_loc_get(builder->context),
      .operands = args->operands,
      .result_types = args->types,
      .attrs = args->attrs,
      .dictionary = args->dictionary,
      .successors = args->successors,
      .successor_count = args->successor_count,
      .region_count = args->regions ? args->regions : count_fixed_regions(def),
  };
  tern_named_attr_t *attrs = NULL;
  if (args->segments) {
    attrs = tern_malloc((args->attrs.count + 1) * sizeof(*attrs));
    for (size_t i = 0; i < args->attrs.count; ++i) attrs[i] = args->attrs.values[i];
    attrs[args->attrs.count] = (tern_named_attr_t){
        "operandSegmentSizes", tern_dense_i32_array_attr_get(builder->context, args->segments, def->operand_count)};
    state.attrs = (tern_named_attrs_t){attrs, args->attrs.count + 1};
  }
  const tern_type_t **types = NULL;
  size_t fixed_result_count = count_fixed_results(def);
  if (!args->types.values && fixed_result_count > 0) {
    types = tern_malloc(def->result_count * sizeof(*types));
    bool is_inferred = tern_infer_result_types(builder->context, &state, types);
    assert(is_inferred && "result types were left out of an op that cannot infer them");
    (void)is_inferred;
    state.result_types = (tern_types_t){types, def->result_count};
  }
  tern_op_t *op = tern_op_create(builder->context, &state);
  free(types);
  free(attrs);
  tern_builder_insert(builder, op);
  return op;
}

tern_value_t *tern_build_op_value(tern_builder_t *builder, const tern_op_row_t *row, const tern_build_args_t *args) {
  return tern_op_result(tern_build_op(builder, row, args), 0);
}

tern_block_t *tern_builder_add_block(tern_builder_t *builder, tern_region_t *region, tern_types_t arg_types) {
  tern_block_t *block = tern_block_create(builder->context);
  tern_block_insert(block, region, NULL);
  const tern_attr_t *loc = builder->loc ? builder->loc : tern_unknown_loc_get(builder->context);
  for (size_t i = 0; i < arg_types.count; ++i) tern_block_add_arg(block, arg_types.values[i], loc);
  tern_builder_set_end(builder, block);
  tern_listener_t *listener = builder->listener;
  if (listener && listener->block_created) listener->block_created(listener, block);
  return block;
}

static tern_walk_result_t announce_op(tern_op_t *op, void *user) {
  tern_listener_t *listener = user;
  listener->op_inserted(listener, op);
  return TERN_WALK_ADVANCE;
}

tern_op_t *tern_builder_clone(tern_builder_t *builder, const tern_op_t *op, tern_map_t *mapping) {
  tern_op_t *clone = tern_op_clone(op, mapping);
  if (!builder->block) return clone;
  tern_op_insert(clone, builder->block, builder->before);
  tern_listener_t *listener = builder->listener;
  if (listener && listener->op_inserted) tern_op_walk_pre(clone, announce_op, listener);
  return clone;
}

void tern_builder_clone_body(tern_builder_t *builder, const tern_block_t *block, tern_value_t *const *args,
                             tern_value_t **out_values) {
  tern_map_t mapping = {0};
  for (size_t i = 0; i < block->arg_count; ++i) tern_map_set(&mapping, block->args[i], args[i]);
  tern_block_for_each_op(block, op) {
    if (op != block->last_op) tern_builder_clone(builder, op, &mapping);
  }
  for (size_t i = 0; i < block->last_op->operand_count; ++i) {
    tern_value_t *handed = tern_op_operand(block->last_op, i), *mapped = tern_map_get(&mapping, handed);
    out_values[i] = mapped ? mapped : handed;
  }
  tern_map_deinitialize(&mapping);
}
