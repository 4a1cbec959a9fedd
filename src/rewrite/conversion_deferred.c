// Conversions that replace at the end (upstream: ConversionPatternRewriterImpl): what values became is looked up in a
// map, ops and arguments that were replaced stay until all is legal, and casts back to old types are made then, where
// something still uses them.

#include "base/arena.h"
#include "ir/dominance.h"
#include "ir/op_list.h"
#include "rewrite/conversion_private.h"

typedef struct tern_conversion_state state_t;

void deferral_deinitialize(deferral_t *deferral) {
  tern_arena_deinitialize(&deferral->arena);
  tern_map_deinitialize(&deferral->replacements);
  tern_map_deinitialize(&deferral->stand_ins);
  tern_map_deinitialize(&deferral->gone);
  tern_vec_deinitialize(&deferral->log);
  tern_vec_deinitialize(&deferral->old_blocks);
  tern_vec_deinitialize(&deferral->made);
  tern_map_deinitialize(&deferral->made_positions);
  tern_vec_deinitialize(&deferral->target_casts);
}

// --- the map ---

static void map_value(deferral_t *deferral, tern_value_t *value, tern_values_t replacements) {
  tern_values_t *list = tern_arena_alloc(&deferral->arena, sizeof *list);
  list->values = tern_arena_copy(&deferral->arena, replacements.values, replacements.count * sizeof(tern_value_t *));
  list->count = replacements.count;
  tern_map_set(&deferral->replacements, value, list);
  for (size_t i = 0; i < list->count; ++i) tern_map_set(&deferral->stand_ins, list->values[i], value);
}

typedef TERN_VEC(tern_value_t *) value_vec_t;

static void set_one(value_vec_t *values, tern_value_t *value) {
  values->count = 0;
  tern_vec_push(values, value);
}

static void assign(value_vec_t *values, const value_vec_t *source) {
  values->count = 0;
  for (size_t i = 0; i < source->count; ++i) tern_vec_push(values, source->values[i]);
}

// Goes one step: each value that was replaced becomes its replacements. False if none was.
static bool step(const deferral_t *deferral, value_vec_t *values) {
  value_vec_t next = {0};
  bool is_changed = false;
  for (size_t i = 0; i < values->count; ++i) {
    const tern_values_t *list = tern_map_get(&deferral->replacements, values->values[i]);
    if (!list) tern_vec_push(&next, values->values[i]);
    for (size_t j = 0; list && j < list->count; ++j) tern_vec_push(&next, list->values[j]);
    is_changed = is_changed || list;
  }
  if (is_changed) assign(values, &next);
  tern_vec_deinitialize(&next);
  return is_changed;
}

static bool has_types(const value_vec_t *values, tern_types_t types) {
  if (values->count != types.count) return false;
  for (size_t i = 0; i < types.count; ++i) {
    if (values->values[i]->type != types.values[i]) return false;
  }
  return true;
}

static bool is_cast_of(const tern_op_t *cast, const value_vec_t *inputs, tern_types_t types) {
  if (cast->operand_count != inputs->count || cast->result_count != types.count) return false;
  for (size_t i = 0; i < inputs->count; ++i) {
    if (tern_op_operand(cast, i) != inputs->values[i]) return false;
  }
  for (size_t i = 0; i < types.count; ++i) {
    if (tern_op_result(cast, i)->type != types.values[i]) return false;
  }
  return true;
}

// A cast of just these values to these types that was made before; NULL if there is none.
static tern_op_t *find_cast(const cast_set_t *casts, const value_vec_t *inputs, tern_types_t types) {
  if (inputs->count == 0) return NULL;
  const tern_value_t *known = tern_map_get(&casts->to_target, inputs->values[0]);
  tern_op_t *cast = known ? tern_value_defining_op(known) : NULL;
  if (cast && is_cast_of(cast, inputs, types)) return cast;
  cast = tern_map_get(&casts->to_source, inputs->values[0]);
  return cast && is_cast_of(cast, inputs, types) ? cast : NULL;
}

// What `value` became last, into `leaf`; the last of what it became that has `types`, casts included, into `match`
// (empty if there is none).
static void look_up(const state_t *state, tern_value_t *value, tern_types_t types, value_vec_t *leaf,
                    value_vec_t *match) {
  set_one(leaf, value);
  do {
    if (has_types(leaf, types)) assign(match, leaf);
  } while (step(&state->deferral, leaf));
  tern_op_t *cast = find_cast(&state->casts, leaf, types);
  if (!cast) return;
  match->count = 0;
  for (size_t i = 0; i < cast->result_count; ++i) tern_vec_push(match, tern_op_result(cast, i));
}

// --- casts ---

// Where a value is there: behind its op, or at the start of its block.
static tern_builder_t builder_behind(const tern_value_t *value) {
  tern_op_t *definition = tern_value_defining_op(value);
  return definition ? tern_builder_after(definition)
                    : tern_builder_at_start(tern_value_arg_block(value), tern_value_loc(value));
}

// The later of two places in the same or in different blocks.
static bool is_later(const tern_builder_t *a, const tern_builder_t *b, tern_dominance_t *dominance) {
  if (a->block == b->block) {
    if (!a->before || !b->before) return !a->before && b->before;
    return tern_op_is_before(b->before, a->before);
  }
  return tern_dominance_block_dominates(dominance, b->block, a->block);
}

static tern_builder_t builder_behind_all(const value_vec_t *values) {
  tern_builder_t builder = builder_behind(values->values[0]);
  if (values->count == 1) return builder;
  tern_dominance_t *dominance = tern_dominance_create();
  for (size_t i = 1; i < values->count; ++i) {
    tern_builder_t other = builder_behind(values->values[i]);
    if (is_later(&other, &builder, dominance)) builder = other;
  }
  tern_dominance_destroy(dominance);
  return builder;
}

// Patterns get one value for one operand: where an operand becomes several values or none, it is its old self.
tern_value_t *deferred_remap(tern_conversion_t *conversion, tern_value_t *value) {
  state_t *state = conversion->state;
  const tern_type_t *types[MAX_CONVERTED_TYPES];
  size_t count = 0;
  if (conversion->converter) {
    if (!tern_convert_types(conversion->converter, TERN_TYPES(value->type), types, MAX_CONVERTED_TYPES, &count)) {
      return NULL;
    }
    if (count != 1) return value;
  }
  value_vec_t leaf = {0}, match = {0};
  look_up(state, value, (tern_types_t){types, count}, &leaf, &match);
  tern_value_t *result = value;
  if (count == 0) {
    result = leaf.count == 1 ? leaf.values[0] : value;
  } else if (match.count > 0) {
    result = match.values[0];
  } else if (leaf.count > 0) {
    tern_builder_t builder = builder_behind_all(&leaf);
    builder.loc = tern_value_loc(value);
    tern_op_t *cast = make_cast(&state->casts, &builder, (tern_values_t){leaf.values, leaf.count},
                                (tern_types_t){types, count}, CAST_TO_TARGET);
    tern_map_set(&state->casts.originals, cast, (void *)value->type);
    result = tern_op_result(cast, 0);
    tern_map_set(&state->casts.to_target, leaf.values[0], result);
    tern_vec_push(&state->deferral.target_casts, cast);
  }
  tern_vec_deinitialize(&leaf);
  tern_vec_deinitialize(&match);
  return result;
}

// --- what patterns do ---

static tern_walk_result_t mark_gone(tern_op_t *op, void *user) {
  deferral_t *deferral = user;
  tern_map_set(&deferral->gone, op, op);
  return TERN_WALK_ADVANCE;
}

void deferred_replace(tern_conversion_t *conversion, tern_op_t *op, const tern_values_t *values) {
  deferral_t *deferral = &conversion->state->deferral;
  for (size_t i = 0; values && i < op->result_count; ++i) {
    bool is_given = values[i].count > 0;
    for (size_t j = 0; j < values[i].count; ++j) is_given = is_given && values[i].values[j];
    if (is_given) map_value(deferral, tern_op_result(op, i), values[i]);
  }
  tern_vec_push(&deferral->log, (deferred_replacement_t){.op = op});
  tern_op_walk_pre(op, mark_gone, deferral);
}

static tern_walk_result_t unmark_gone(tern_op_t *op, void *user) {
  deferral_t *deferral = user;
  tern_map_remove(&deferral->gone, op);
  return TERN_WALK_ADVANCE;
}

deferral_mark_t deferral_mark(const deferral_t *deferral) {
  return (deferral_mark_t){deferral->log.count, deferral->made.count, deferral->block_count,
                           deferral->target_casts.count};
}

void deferral_hear_made(deferral_t *deferral, tern_op_t *op) {
  if (tern_map_contains(&deferral->made_positions, op)) return;
  tern_vec_push(&deferral->made, op);
  tern_map_set(&deferral->made_positions, op, (void *)(uintptr_t)deferral->made.count);
}

void deferral_hear_erased(deferral_t *deferral, tern_op_t *op) {
  uintptr_t position = (uintptr_t)tern_map_get(&deferral->made_positions, op);
  if (!position) return;
  deferral->made.values[position - 1] = NULL;
  tern_map_remove(&deferral->made_positions, op);
}

// Erases the casts that use a value which is about to go.
static void erase_casts_of(tern_conversion_t *conversion, tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    while (result->first_use && cast_set_contains(&conversion->state->casts, result->first_use->owner)) {
      tern_op_t *cast = result->first_use->owner;
      erase_casts_of(conversion, cast);
      tern_rewriter_erase(&conversion->rewriter, cast);
    }
  }
}

void deferred_take_back_casts(tern_conversion_t *conversion, deferral_mark_t mark) {
  deferral_t *deferral = &conversion->state->deferral;
  while (deferral->target_casts.count > mark.cast_count) {
    tern_op_t *cast = deferral->target_casts.values[--deferral->target_casts.count];
    bool is_there = cast && cast_set_contains(&conversion->state->casts, cast);
    if (is_there && tern_op_has_no_uses(cast)) tern_rewriter_erase(&conversion->rewriter, cast);
  }
}

bool deferred_take_back(tern_conversion_t *conversion, deferral_mark_t mark) {
  deferral_t *deferral = &conversion->state->deferral;
  if (deferral->block_count != mark.block_count) return false;
  while (deferral->log.count > mark.log_count) {
    tern_op_t *op = deferral->log.values[--deferral->log.count].op;
    for (size_t i = 0; i < op->result_count; ++i) tern_map_remove(&deferral->replacements, tern_op_result(op, i));
    tern_op_walk_pre(op, unmark_gone, deferral);
  }
  while (deferral->made.count > mark.made_count) {
    tern_op_t *op = deferral->made.values[--deferral->made.count];
    if (!op) continue;
    tern_map_remove(&deferral->made_positions, op);
    erase_casts_of(conversion, op);
    tern_rewriter_erase(&conversion->rewriter, op);
  }
  deferred_take_back_casts(conversion, mark);
  return true;
}

static bool has_arg_types(const tern_block_t *block, tern_types_t types) {
  if (block->arg_count != types.count) return false;
  for (size_t i = 0; i < types.count; ++i) {
    if (block->args[i]->type != types.values[i]) return false;
  }
  return true;
}

tern_block_t *deferred_convert_block(tern_conversion_t *conversion, tern_block_t *block, tern_types_t types,
                                     const size_t *starts) {
  deferral_t *deferral = &conversion->state->deferral;
  tern_context_t *context = conversion->rewriter.builder.context;
  if (has_arg_types(block, types)) return block;
  tern_block_t *made = tern_block_create(context);
  for (size_t i = 0; i < block->arg_count; ++i) {
    for (size_t j = starts[i]; j < starts[i + 1]; ++j) {
      tern_block_add_arg(made, types.values[j], tern_value_loc(block->args[i]));
    }
  }
  tern_block_insert(made, block->parent, block->next);
  while (block->first_op) {
    tern_op_t *op = block->first_op;
    tern_op_remove(op);
    tern_op_insert(op, made, NULL);
  }
  while (block->first_use) tern_successor_set(block->first_use, made);
  tern_block_remove(block);
  tern_vec_push(&deferral->old_blocks, block);
  ++deferral->block_count;
  for (size_t i = 0; i < block->arg_count; ++i) {
    if (starts[i] == starts[i + 1]) {
      // Dropped: what still uses it gets a value out of nothing.
      tern_builder_t builder = tern_builder_at_start(made, tern_value_loc(block->args[i]));
      tern_op_t *cast = make_cast(&conversion->state->casts, &builder, (tern_values_t){0},
                                  TERN_TYPES(block->args[i]->type), CAST_TO_SOURCE);
      map_value(deferral, block->args[i], TERN_VALUES(tern_op_result(cast, 0)));
    } else {
      map_value(deferral, block->args[i], (tern_values_t){&made->args[starts[i]], starts[i + 1] - starts[i]});
    }
    tern_vec_push(&deferral->log, (deferred_replacement_t){.arg = block->args[i]});
  }
  return made;
}

void deferred_replace_arg(tern_conversion_t *conversion, tern_value_t *old_arg, tern_value_t *value) {
  map_value(&conversion->state->deferral, old_arg, TERN_VALUES(value));
}

// --- the end ---

static bool is_needed(const deferral_t *deferral, const tern_value_t *value) {
  if (tern_map_contains(&deferral->stand_ins, value)) return true;
  tern_value_for_each_use(value, use) {
    if (!tern_map_contains(&deferral->gone, use->owner)) return true;
  }
  return false;
}

// If the values were cast for a pattern, what they were cast to is taken instead.
static void follow_target_cast(const cast_set_t *casts, value_vec_t *leaf) {
  const tern_value_t *known = leaf->count > 0 ? tern_map_get(&casts->to_target, leaf->values[0]) : NULL;
  tern_op_t *cast = known ? tern_value_defining_op(known) : NULL;
  if (!cast || !is_cast_of(cast, leaf, TERN_TYPES(known->type))) return;
  set_one(leaf, tern_op_result(cast, 0));
}

// The value of the old type that stands for `value`, made if need be; NULL if nothing uses it.
static tern_value_t *find_replacement(state_t *state, tern_value_t *value) {
  value_vec_t leaf = {0}, match = {0};
  look_up(state, value, TERN_TYPES(value->type), &leaf, &match);
  tern_value_t *result = match.count == 1 && match.values[0] != value ? match.values[0] : NULL;
  bool is_replaced = leaf.count != 1 || leaf.values[0] != value;
  if (!result && is_needed(&state->deferral, value)) {
    if (is_replaced) follow_target_cast(&state->casts, &leaf);
    tern_builder_t builder = is_replaced && leaf.count > 0 ? builder_behind_all(&leaf) : builder_behind(value);
    builder.loc = tern_value_loc(value);
    tern_values_t inputs = {is_replaced ? leaf.values : NULL, is_replaced ? leaf.count : 0};
    tern_op_t *cast = make_cast(&state->casts, &builder, inputs, TERN_TYPES(value->type), CAST_TO_SOURCE);
    result = tern_op_result(cast, 0);
    if (inputs.count > 0) tern_map_set(&state->casts.to_source, inputs.values[0], cast);
  }
  tern_vec_deinitialize(&leaf);
  tern_vec_deinitialize(&match);
  return result;
}

static void replace_value(state_t *state, tern_value_t *value) {
  tern_value_t *replacement = find_replacement(state, value);
  if (!replacement) return;
  tern_op_t *definition = tern_value_defining_op(replacement);
  for (tern_operand_t *use = value->first_use, *next; use; use = next) {
    next = use->next;
    if (use->owner != definition) tern_operand_set(use, replacement);
  }
}

void deferred_commit(tern_conversion_t *conversion) {
  state_t *state = conversion->state;
  deferral_t *deferral = &state->deferral;
  for (size_t i = 0; i < deferral->log.count; ++i) {
    deferred_replacement_t *entry = &deferral->log.values[i];
    if (entry->arg) replace_value(state, entry->arg);
    for (size_t r = 0; entry->op && r < entry->op->result_count; ++r) {
      replace_value(state, tern_op_result(entry->op, r));
    }
  }
  // Replaced ops use each other and what is inside of them: first the uses go, then the ops.
  for (size_t i = 0; i < deferral->gone.entry_count; ++i) {
    tern_op_t *op = (tern_op_t *)deferral->gone.entries[i].key;
    if (op) tern_op_drop_all_uses_of_operands(op);
  }
  tern_op_list_t roots = {0};
  for (size_t i = 0; i < deferral->log.count; ++i) {
    tern_op_t *op = deferral->log.values[i].op;
    tern_op_t *parent = op ? tern_op_parent(op) : NULL;
    bool goes_with_parent = parent && tern_map_contains(&deferral->gone, parent);
    if (op && !goes_with_parent) tern_vec_push(&roots, op);
  }
  for (size_t i = 0; i < roots.count; ++i) tern_rewriter_erase(&conversion->rewriter, roots.values[i]);
  tern_vec_deinitialize(&roots);
  deferred_abandon(conversion);
}

void deferred_abandon(tern_conversion_t *conversion) {
  deferral_t *deferral = &conversion->state->deferral;
  for (size_t i = 0; i < deferral->old_blocks.count; ++i) {
    tern_block_destroy(deferral->old_blocks.values[i], conversion->rewriter.builder.context);
  }
  deferral->old_blocks.count = 0;
}
