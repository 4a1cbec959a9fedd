// Dialect conversion: the driver (upstream: DialectConversion.cpp). Ops are visited in pre-order as they were at the
// start; what a pattern makes is legalised before the next op is visited.

#include "rewrite/conversion.h"

#include <assert.h>
#include <stdlib.h>

#include "base/arena.h"
#include "ir/dominance.h"
#include "ir/op_list.h"
#include "rewrite/branch.h"
#include "rewrite/conversion_private.h"
#include "rewrite/fold.h"

enum {
  // How deep patterns may build on what patterns made. Deeper means that they go round in circles.
  MAX_DEPTH = 256,
  INLINE_COUNT = 16,
  MAX_FOLDS = 256,  // in place, of one op
};

typedef struct tern_conversion_state state_t;

// --- bookkeeping ---

static void push_pending(state_t *state, tern_op_t *op) {
  if (tern_map_contains(&state->pending_positions, op)) return;
  tern_vec_push(&state->pending, op);
  tern_map_set(&state->pending_positions, op, (void *)(uintptr_t)state->pending.count);
}

// An op that is still to be visited and was only moved is not new.
static void hear_inserted(tern_listener_t *listener, tern_op_t *op) {
  state_t *state = (state_t *)listener;
  if (tern_map_contains(&state->worklist_positions, op)) return;
  push_pending(state, op);
  if (state->is_deferred) deferral_hear_made(&state->deferral, op);
}

static void hear_block(tern_listener_t *listener, tern_block_t *block) {
  (void)block;
  ++((state_t *)listener)->deferral.block_count;
}

static void hear_erased(tern_listener_t *listener, tern_op_t *op) {
  state_t *state = (state_t *)listener;
  uintptr_t position = (uintptr_t)tern_map_get(&state->worklist_positions, op);
  if (position) {
    state->worklist.values[position - 1] = NULL;
    tern_map_remove(&state->worklist_positions, op);
  }
  position = (uintptr_t)tern_map_get(&state->pending_positions, op);
  if (position) {
    state->pending.values[position - 1] = NULL;
    tern_map_remove(&state->pending_positions, op);
  }
  cast_set_forget(&state->casts, op);
  if (state->is_deferred) deferral_hear_erased(&state->deferral, op);
}

// What can never run is left as it is, as upstream has it, where values are replaced at the end.
static tern_walk_result_t list_op(tern_op_t *op, void *user) {
  state_t *state = user;
  if (op == state->root) return TERN_WALK_ADVANCE;
  if (state->dominance && !tern_dominance_is_reachable(state->dominance, op->block)) return TERN_WALK_SKIP;
  const tern_op_t *only = state->legality.target->only;
  if (only && op != only && tern_op_parent(op) == state->root) return TERN_WALK_SKIP;
  tern_vec_push(&state->worklist, op);
  tern_map_set(&state->worklist_positions, op, (void *)(uintptr_t)state->worklist.count);
  bool is_recursive;
  legality_table_query(&state->legality, op, &is_recursive);
  return is_recursive ? TERN_WALK_SKIP : TERN_WALK_ADVANCE;
}

// --- what patterns call ---

void tern_conversion_replace_multi(tern_conversion_t *conversion, tern_op_t *op, const tern_values_t *values) {
  state_t *state = conversion->state;
  if (state->is_deferred) {
    deferred_replace(conversion, op, values);
    return;
  }
  tern_builder_t builder = tern_builder_before(op);
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    if (!tern_value_has_uses(result)) continue;
    tern_value_t *replacement = values[i].count == 1 ? values[i].values[0] : NULL;
    assert((replacement || values[i].count != 1) && "a result with uses needs a replacement");
    if (!replacement || replacement->type != result->type) {
      tern_op_t *cast = make_cast(&state->casts, &builder, values[i], TERN_TYPES(result->type), CAST_TO_SOURCE);
      replacement = tern_op_result(cast, 0);
    }
    tern_value_replace_all_uses(result, replacement);
  }
  tern_rewriter_erase(&conversion->rewriter, op);
}

void tern_conversion_replace(tern_conversion_t *conversion, tern_op_t *op, tern_values_t values) {
  assert(values.count == op->result_count && "one value for each result");
  tern_values_t inline_lists[INLINE_COUNT] = {{0}};
  tern_values_t *lists = inline_lists;
  if (values.count > INLINE_COUNT) lists = tern_malloc(values.count * sizeof(*lists));
  for (size_t i = 0; i < values.count; ++i) lists[i] = (tern_values_t){&values.values[i], 1};
  tern_conversion_replace_multi(conversion, op, lists);
  if (lists != inline_lists) free(lists);
}

bool tern_conversion_replace_value(tern_conversion_t *conversion, tern_op_t *op, tern_value_t *value) {
  tern_conversion_replace(conversion, op, (tern_values_t){&value, 1});
  return true;
}

void tern_conversion_erase(tern_conversion_t *conversion, tern_op_t *op) {
  if (conversion->state->is_deferred) {
    deferred_replace(conversion, op, NULL);
    return;
  }
  tern_rewriter_erase(&conversion->rewriter, op);
}

// NULL if the type cannot be converted. A value that becomes several or none stays as it is.
static tern_value_t *remap(tern_conversion_t *conversion, tern_value_t *value) {
  if (conversion->state->is_deferred) return deferred_remap(conversion, value);
  const tern_type_converter_t *converter = conversion->converter;
  cast_set_t *casts = &conversion->state->casts;
  if (!converter) {
    // Without a converter patterns see what the value became, of whatever type.
    tern_op_t *cast = tern_value_defining_op(value);
    bool is_mapped = cast && cast_set_contains(casts, cast) && cast->operand_count == 1 && cast->result_count == 1;
    return is_mapped ? tern_op_operand(cast, 0) : value;
  }
  const tern_type_t *types[MAX_CONVERTED_TYPES];
  size_t count;
  if (!tern_convert_types(converter, TERN_TYPES(value->type), types, MAX_CONVERTED_TYPES, &count)) return NULL;
  return count == 1 ? cast_to_target(casts, value, types[0]) : value;
}

tern_value_t *tern_conversion_remapped(tern_conversion_t *conversion, tern_value_t *value) {
  tern_value_t *mapped = remap(conversion, value);
  return mapped ? mapped : value;
}

// --- signatures ---

// What the arguments of a block become: `starts[i]`..`starts[i + 1]` are the types of argument i.
typedef struct signature {
  const tern_type_t **types;
  size_t *starts;
  bool is_changed;
} signature_t;

static bool convert_signature(const tern_type_converter_t *converter, const tern_block_t *block,
                              signature_t *out_signature) {
  size_t arg_count = block->arg_count;
  out_signature->types = tern_malloc((arg_count * MAX_CONVERTED_TYPES + 1) * sizeof(tern_type_t *));
  out_signature->starts = tern_malloc((arg_count + 1) * sizeof(size_t));
  out_signature->is_changed = false;
  size_t total = 0;
  for (size_t i = 0; i < arg_count; ++i) {
    size_t count;
    const tern_type_t *type = block->args[i]->type;
    out_signature->starts[i] = total;
    if (!tern_convert_types(converter, TERN_TYPES(type), &out_signature->types[total], MAX_CONVERTED_TYPES, &count)) {
      return false;
    }
    if (count != 1 || out_signature->types[total] != type) out_signature->is_changed = true;
    total += count;
  }
  out_signature->starts[arg_count] = total;
  return true;
}

static void free_signature(signature_t *signature) {
  free(signature->types);
  free(signature->starts);
}

// Hands converted values to a block whose arguments are about to change.
static void convert_incoming(tern_conversion_t *conversion, tern_op_t *branch, size_t successor, size_t arg_count,
                             const signature_t *signature) {
  size_t start, count;
  if (!tern_branch_successor_operands(branch, successor, &start, &count) || count > arg_count) return;
  size_t first = arg_count - count;  // arguments before it are made by the branch itself
  size_t total = signature->starts[arg_count] - signature->starts[first];
  tern_value_t **values = tern_malloc((total + 1) * sizeof(tern_value_t *));
  size_t value_count = 0;
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *value = tern_op_operand(branch, start + i);
    const tern_type_t **types = &signature->types[signature->starts[first + i]];
    size_t type_count = signature->starts[first + i + 1] - signature->starts[first + i];
    if (type_count == 1) {
      values[value_count++] = cast_to_target(&conversion->state->casts, value, types[0]);
    } else if (type_count > 1) {
      tern_builder_t builder = tern_builder_before(branch);
      tern_op_t *cast = make_cast(&conversion->state->casts, &builder, TERN_VALUES(value),
                                  (tern_types_t){types, type_count}, CAST_TO_TARGET);
      for (size_t j = 0; j < type_count; ++j) values[value_count++] = tern_op_result(cast, j);
    }
  }
  tern_branch_set_successor_operands(branch, successor, (tern_values_t){values, value_count});
  free(values);
}

static void convert_block_args(tern_conversion_t *conversion, tern_block_t *block, const signature_t *signature) {
  for (tern_successor_t *use = block->first_use; use; use = use->next) {
    convert_incoming(conversion, use->owner, (size_t)(use - use->owner->successors), block->arg_count, signature);
  }
  // New arguments go before the old one, from the last to the first, so that places stay valid.
  for (size_t i = block->arg_count; i-- > 0;) {
    tern_value_t *old = block->args[i];
    const tern_type_t **types = &signature->types[signature->starts[i]];
    size_t count = signature->starts[i + 1] - signature->starts[i];
    if (count == 1 && types[0] == old->type) continue;
    const tern_attr_t *loc = tern_value_loc(old);
    tern_value_t *values[MAX_CONVERTED_TYPES];
    for (size_t j = 0; j < count; ++j) values[j] = tern_block_insert_arg(block, i + j, types[j], loc);
    if (tern_value_has_uses(old)) {
      tern_builder_t builder = tern_builder_at_start(block, loc);
      tern_op_t *cast = make_cast(&conversion->state->casts, &builder, (tern_values_t){values, count},
                                  TERN_TYPES(old->type), CAST_TO_SOURCE);
      tern_value_replace_all_uses(old, tern_op_result(cast, 0));
    }
    tern_map_remove(&conversion->state->casts.to_target, old);
    tern_block_erase_arg(block, i + count);
  }
}

static void convert_block(tern_conversion_t *conversion, tern_block_t *block) {
  signature_t signature;
  convert_signature(conversion->converter, block, &signature);
  if (signature.is_changed) {
    tern_types_t types = {signature.types, signature.starts[block->arg_count]};
    tern_conversion_convert_block(conversion, block, types, signature.starts);
  }
  free_signature(&signature);
}

bool tern_conversion_convert_region_types(tern_conversion_t *conversion, tern_region_t *region) {
  if (!conversion->converter) return true;
  bool is_convertible = true;
  tern_region_for_each_block(region, block) {
    signature_t signature;
    is_convertible = is_convertible && convert_signature(conversion->converter, block, &signature);
    if (!is_convertible) return false;
    free_signature(&signature);
  }
  // Where upstream's order is wanted, the entry block comes last.
  tern_block_t *first = region->first_block;
  bool is_deferred = conversion->state->is_deferred;
  for (tern_block_t *block = is_deferred && first ? first->next : first, *next; block; block = next) {
    next = block->next;
    convert_block(conversion, block);
  }
  if (is_deferred && first) convert_block(conversion, first);
  return true;
}

tern_block_t *tern_conversion_convert_block(tern_conversion_t *conversion, tern_block_t *block, tern_types_t types,
                                            const size_t *starts) {
  if (conversion->state->is_deferred) return deferred_convert_block(conversion, block, types, starts);
  signature_t signature = {.types = (const tern_type_t **)types.values, .starts = (size_t *)starts};
  convert_block_args(conversion, block, &signature);
  return block;
}

tern_block_t *tern_conversion_split_block(tern_conversion_t *conversion, tern_op_t *first) {
  ++conversion->state->deferral.block_count;
  return tern_block_split(first);
}

tern_block_t *tern_conversion_add_block(tern_conversion_t *conversion, tern_region_t *region, tern_block_t *before) {
  tern_block_t *block = tern_block_create(conversion->rewriter.builder.context);
  tern_block_insert(block, region, before);
  ++conversion->state->deferral.block_count;
  return block;
}

bool tern_conversion_can_legalize(tern_conversion_t *conversion, const tern_op_t *op) {
  state_t *state = conversion->state;
  if (legality_table_query(&state->legality, op, NULL) == TERN_LEGAL) return true;
  for (size_t i = 0; i < state->pattern_count; ++i) {
    if (!state->patterns[i]->row || state->patterns[i]->row == op->def->row) return true;
  }
  return false;
}

void tern_conversion_replace_arg(tern_conversion_t *conversion, tern_value_t *old_arg, tern_value_t *value) {
  assert(conversion->state->is_deferred && "where replacements are made at once, old arguments are gone");
  deferred_replace_arg(conversion, old_arg, value);
}

// --- legalising ---

static bool legalize(tern_conversion_t *conversion, tern_op_t *op, bool is_full, size_t depth);

static void drop_pending(state_t *state, size_t start) {
  for (size_t i = start; i < state->pending.count; ++i) {
    if (state->pending.values[i]) tern_map_remove(&state->pending_positions, state->pending.values[i]);
  }
  state->pending.count = start;
}

// Legalises what was put onto the pending list from `start` on, and takes it off.
static bool legalize_pending(tern_conversion_t *conversion, size_t start, bool is_full, size_t depth) {
  state_t *state = conversion->state;
  bool is_legal = true;
  for (size_t i = start; i < state->pending.count && is_legal; ++i) {
    tern_op_t *op = state->pending.values[i];
    if (!op) continue;
    tern_map_remove(&state->pending_positions, op);
    state->pending.values[i] = NULL;
    is_legal = legalize(conversion, op, is_full, depth + 1);
  }
  drop_pending(state, start);
  return is_legal;
}

// Folds an op to values that exist already. A fold that makes constants is left out: the patterns may not know them.
static bool fold_to_values(tern_conversion_t *conversion, tern_op_t *op) {
  tern_fold_result_t inline_results[INLINE_COUNT];
  tern_fold_result_t *results = inline_results;
  if (op->result_count == 0) return false;
  if (op->result_count > INLINE_COUNT) results = tern_malloc(op->result_count * sizeof(*results));
  bool is_folded = tern_fold_compute(op, results) == TERN_FOLD_REPLACED;
  for (size_t i = 0; i < op->result_count; ++i) is_folded = is_folded && results[i].value;
  if (is_folded) {
    for (size_t i = 0; i < op->result_count; ++i) {
      tern_value_replace_all_uses(tern_op_result(op, i), results[i].value);
    }
    tern_rewriter_erase(&conversion->rewriter, op);
  }
  if (results != inline_results) free(results);
  return is_folded;
}

// What a fold in place may change of an op.
typedef struct saved_op {
  tern_value_t **operands;
  size_t operand_count;
  const tern_attr_t **slots, *attrs;
} saved_op_t;

static saved_op_t save(deferral_t *deferral, const tern_op_t *op) {
  saved_op_t saved = {.operand_count = op->operand_count, .attrs = op->attrs};
  saved.operands = tern_arena_alloc(&deferral->arena, op->operand_count * sizeof(tern_value_t *));
  for (size_t i = 0; i < op->operand_count; ++i) saved.operands[i] = tern_op_operand(op, i);
  saved.slots = tern_arena_copy(&deferral->arena, op->slots, op->def->attr_count * sizeof(*op->slots));
  return saved;
}

static void restore(tern_op_t *op, const saved_op_t *saved) {
  tern_op_set_operands(op, (tern_values_t){saved->operands, saved->operand_count});
  for (size_t i = 0; i < op->def->attr_count; ++i) op->slots[i] = saved->slots[i];
  op->attrs = saved->attrs;
}

// Folds an op as upstream does, again and again, constants included, if the target takes them: if not, it is as it was.
// True if `op` is legal or gone now.
static bool fold_and_legalize(tern_conversion_t *conversion, tern_op_t *op, bool is_full, size_t depth) {
  state_t *state = conversion->state;
  tern_value_t *inline_values[INLINE_COUNT];
  tern_value_t **values = inline_values;
  if (op->result_count > INLINE_COUNT) values = tern_malloc(op->result_count * sizeof(*values));
  tern_builder_set_before(&conversion->rewriter.builder, op);
  size_t start = state->pending.count;
  deferral_mark_t mark = deferral_mark(&state->deferral);
  saved_op_t saved = save(&state->deferral, op);
  bool is_changed = false, is_folded = false;
  tern_fold_status_t status = tern_fold_op(op, &conversion->rewriter.builder, values);
  for (int i = 0; status == TERN_FOLD_IN_PLACE && i < MAX_FOLDS; ++i) {
    is_changed = true;
    status = tern_fold_op(op, &conversion->rewriter.builder, values);
  }
  if (status == TERN_FOLD_REPLACED && op->result_count > 0) {
    tern_conversion_replace(conversion, op, (tern_values_t){values, op->result_count});
    is_folded = legalize_pending(conversion, start, is_full, depth);
    if (!is_folded && deferred_take_back(conversion, mark)) restore(op, &saved);
  } else if (is_changed) {
    is_folded = legalize(conversion, op, is_full, depth + 1);
  }
  if (values != inline_values) free(values);
  return is_folded;
}

// Runs one pattern. True if it matched.
static bool apply_pattern(tern_conversion_t *conversion, const tern_conversion_pattern_t *pattern, tern_op_t *op) {
  tern_value_t *inline_operands[INLINE_COUNT];
  tern_value_t **operands = inline_operands;
  size_t count = op->operand_count;
  if (count > INLINE_COUNT) operands = tern_malloc(count * sizeof(tern_value_t *));
  bool is_convertible = true, is_plain = pattern->benefit >= TERN_PLAIN_PATTERN;
  for (size_t i = 0; i < count && is_convertible; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    operands[i] = is_plain ? operand : remap(conversion, operand);
    is_convertible = operands[i] != NULL;
  }
  tern_builder_set_before(&conversion->rewriter.builder, op);
  bool is_matched = is_convertible && pattern->rewrite(op, (tern_values_t){operands, count}, conversion);
  if (operands != inline_operands) free(operands);
  return is_matched;
}

// True if `op` is legal now, or may stay as it is.
static bool legalize(tern_conversion_t *conversion, tern_op_t *op, bool is_full, size_t depth) {
  state_t *state = conversion->state;
  if (cast_set_contains(&state->casts, op)) return true;
  if (state->is_deferred && tern_map_contains(&state->deferral.gone, op)) return true;
  tern_legality_t legality = legality_table_query(&state->legality, op, NULL);
  if (legality == TERN_LEGAL) return true;
  if (depth > MAX_DEPTH) return false;
  if (!state->legality.target->keeps_foldable) {
    bool is_folded =
        state->is_deferred ? fold_and_legalize(conversion, op, is_full, depth) : fold_to_values(conversion, op);
    if (is_folded) return true;
  }
  const tern_op_row_t *row = op->def->row;
  size_t start = state->pending.count;
  for (size_t i = 0; i < state->pattern_count; ++i) {
    const tern_conversion_pattern_t *pattern = state->patterns[i];
    if (pattern->row && pattern->row != row) continue;
    push_pending(state, op);  // watched: it is asked again if it is still there
    deferral_mark_t mark = deferral_mark(&state->deferral);
    if (apply_pattern(conversion, pattern, op)) {
      if (legalize_pending(conversion, start, is_full, depth)) return true;
      if (!state->is_deferred || !deferred_take_back(conversion, mark)) return false;
    } else if (state->is_deferred) {
      deferred_take_back_casts(conversion, mark);
    }
    drop_pending(state, start);
  }
  // What a pattern made has to be legal, as upstream.
  return legality == TERN_UNKNOWN && !is_full && !(state->is_deferred && depth > 0);
}

static bool report_failure(const tern_attr_t *loc, tern_str_t name, bool is_full) {
  return tern_emit_error(loc, "failed to legalize operation '%.*s'%s", (int)name.size, name.data,
                         is_full ? "" : " that was explicitly marked illegal");
}

static bool legalize_all(tern_conversion_t *conversion, bool is_full) {
  state_t *state = conversion->state;
  for (size_t i = 0; i < state->worklist.count; ++i) {
    tern_op_t *op = state->worklist.values[i];
    if (!op) continue;
    state->worklist.values[i] = NULL;
    tern_map_remove(&state->worklist_positions, op);
    const tern_attr_t *loc = op->loc;
    tern_str_t name = tern_ident_str(op->def->name);
    if (!legalize(conversion, op, is_full, 0)) return report_failure(loc, name, is_full);
  }
  return true;
}

// --- the whole ---

static bool goes_before(const tern_conversion_pattern_t *a, const tern_conversion_pattern_t *b) {
  int a_benefit = a->benefit % TERN_PLAIN_PATTERN, b_benefit = b->benefit % TERN_PLAIN_PATTERN;
  if (a_benefit != b_benefit) return a_benefit > b_benefit;
  return a->row && !b->row;
}

static void sort_patterns(state_t *state, const tern_conversion_pattern_t *patterns, size_t count) {
  state->patterns = tern_malloc((count + 1) * sizeof(*state->patterns));
  for (size_t i = 0; i < count; ++i) {
    size_t place = state->pattern_count++;
    for (; place > 0 && goes_before(&patterns[i], state->patterns[place - 1]); --place) {
      state->patterns[place] = state->patterns[place - 1];
    }
    state->patterns[place] = &patterns[i];
  }
}

// Empties the regions of `op`, whatever they use of each other.
static tern_walk_result_t drop_operands(tern_op_t *op, void *user) {
  if (op != user) tern_op_drop_all_uses_of_operands(op);
  return TERN_WALK_ADVANCE;
}

static void empty_regions(tern_op_t *op) {
  tern_context_t *context = tern_op_context(op);
  tern_op_walk_pre(op, drop_operands, op);
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      while (block->last_op) tern_op_destroy(block->last_op);
    }
    while (op->regions[i].last_block) tern_block_destroy(op->regions[i].last_block, context);
  }
}

// --- what a failure takes back ---

// The converted part as it was, and which ops stood beside it: those are not looked at.
typedef struct snapshot {
  tern_op_t *part, *copy;
  tern_map_t beside;  // set of ops
} snapshot_t;

static snapshot_t take_snapshot(tern_op_t *root, const tern_conversion_target_t *target) {
  snapshot_t snapshot = {.part = target->only ? (tern_op_t *)target->only : root};
  tern_map_t mapping = {0};
  snapshot.copy = tern_op_clone(snapshot.part, &mapping);
  tern_map_deinitialize(&mapping);
  if (!target->only) return snapshot;
  for (size_t i = 0; i < root->region_count; ++i) {
    tern_region_for_each_block(&root->regions[i], block) {
      tern_block_for_each_op(block, op) {
        if (op != snapshot.part) tern_map_set(&snapshot.beside, op, op);
      }
    }
  }
  return snapshot;
}

static void erase_new_ops(tern_op_t *root, const snapshot_t *snapshot) {
  tern_op_list_t made = {0};
  for (size_t i = 0; i < root->region_count; ++i) {
    tern_region_for_each_block(&root->regions[i], block) {
      tern_block_for_each_op(block, op) {
        if (op != snapshot->part && !tern_map_contains(&snapshot->beside, op)) tern_vec_push(&made, op);
      }
    }
  }
  for (size_t i = 0; i < made.count; ++i) tern_op_walk_pre(made.values[i], drop_operands, NULL);
  for (size_t i = 0; i < made.count; ++i) tern_op_destroy(made.values[i]);
  tern_vec_deinitialize(&made);
}

static void put_back(tern_conversion_t *conversion, tern_op_t *root, snapshot_t *snapshot) {
  tern_op_t *part = snapshot->part;
  empty_regions(part);
  if (part != root) erase_new_ops(root, snapshot);
  if (conversion->state->is_deferred) deferred_abandon(conversion);
  for (size_t i = 0; i < part->region_count; ++i) {
    tern_region_take_blocks(&part->regions[i], &snapshot->copy->regions[i]);
  }
}

static void drop_snapshot(snapshot_t *snapshot) {
  empty_regions(snapshot->copy);
  tern_op_destroy(snapshot->copy);
  tern_map_deinitialize(&snapshot->beside);
}

static bool apply_conversion(tern_op_t *root, const tern_conversion_target_t *target,
                             const tern_conversion_pattern_t *patterns, size_t pattern_count,
                             const tern_type_converter_t *converter, void *user, bool is_full) {
  state_t state = {
      .listener = {.op_inserted = hear_inserted, .op_erased = hear_erased, .block_created = hear_block},
      .root = root,
      .legality = {.target = target},
      .is_deferred = target->replaces_at_end,
  };
  sort_patterns(&state, patterns, pattern_count);
  snapshot_t snapshot = take_snapshot(root, target);
  if (state.is_deferred) state.dominance = tern_dominance_create();
  tern_op_walk_pre(root, list_op, &state);
  if (state.is_deferred) tern_dominance_destroy(state.dominance);
  tern_conversion_t conversion = {.converter = converter, .user = user, .state = &state};
  conversion.rewriter.builder = (tern_builder_t){.context = tern_op_context(root), .loc = root->loc};
  conversion.rewriter.builder.listener = &state.listener;
  bool is_converted = legalize_all(&conversion, is_full);
  if (is_converted) {
    if (state.is_deferred) deferred_commit(&conversion);
    settle_casts(&state.casts, &conversion.rewriter, converter);
  } else {
    put_back(&conversion, root, &snapshot);
  }

  drop_snapshot(&snapshot);
  free(state.patterns);
  legality_table_deinitialize(&state.legality);
  cast_set_deinitialize(&state.casts);
  deferral_deinitialize(&state.deferral);
  tern_vec_deinitialize(&state.worklist);
  tern_vec_deinitialize(&state.pending);
  tern_map_deinitialize(&state.worklist_positions);
  tern_map_deinitialize(&state.pending_positions);
  return is_converted;
}

bool tern_apply_partial_conversion(tern_op_t *root, const tern_conversion_target_t *target,
                                   const tern_conversion_pattern_t *patterns, size_t pattern_count,
                                   const tern_type_converter_t *converter, void *user) {
  return apply_conversion(root, target, patterns, pattern_count, converter, user, false);
}

bool tern_apply_full_conversion(tern_op_t *root, const tern_conversion_target_t *target,
                                const tern_conversion_pattern_t *patterns, size_t pattern_count,
                                const tern_type_converter_t *converter, void *user) {
  return apply_conversion(root, target, patterns, pattern_count, converter, user, true);
}
