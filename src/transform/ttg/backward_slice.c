// Backward slices of conversions: what has to be computed in another encoding so that nothing is to be converted (upstream:
// getConvertBackwardSlice of Transforms/Utility, and what RemoveLayoutConversions makes of it).

#include <string.h>

#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttng/ttng.h"
#include "transform/ttg/layout_conversions.h"

// --- slices ---

void tern_ttg_slice_deinitialize(tern_ttg_slice_t *slice) {
  tern_map_deinitialize(&slice->values);
  tern_map_deinitialize(&slice->encodings);
}

void tern_ttg_slice_merge(tern_ttg_slice_t *slice, const tern_ttg_slice_t *other) {
  for (size_t i = 0; i < other->values.entry_count; ++i) {
    const tern_map_entry_t *entry = &other->values.entries[i];
    if (entry->key && !tern_map_contains(&slice->values, entry->key))
      tern_map_set(&slice->values, entry->key, entry->value);
  }
  for (size_t i = 0; i < other->encodings.entry_count; ++i) {
    const tern_map_entry_t *entry = &other->encodings.entries[i];
    if (entry->key && !tern_map_contains(&slice->encodings, entry->key))
      tern_map_set(&slice->encodings, entry->key, entry->value);
  }
}

static bool assign(tern_ttg_slice_t *slice, tern_value_t *value, const tern_attr_t *encoding) {
  if (!tern_map_contains(&slice->values, value)) tern_map_set(&slice->values, value, value);
  const tern_attr_t *known = tern_ttg_slice_encoding(slice, value);
  if (known) return known == encoding;
  tern_map_set(&slice->encodings, value, (void *)(uintptr_t)encoding);
  return true;
}

// --- what was computed already ---

typedef struct same {
  struct same *next;
  const tern_attr_t *encoding;
  tern_value_t *value;
} same_t;

tern_value_t *tern_ttg_remat_find(const tern_ttg_remat_t *remat, const tern_value_t *value,
                                  const tern_attr_t *encoding) {
  for (const same_t *it = tern_map_get(&remat->known, value); it; it = it->next) {
    if (it->encoding == encoding) return it->value;
  }
  return NULL;
}

// The last one that was remembered is the first of its list.
void tern_ttg_remat_remember(tern_ttg_remat_t *remat, tern_value_t *value, const tern_attr_t *encoding,
                             tern_value_t *same) {
  same_t *first = tern_map_get(&remat->known, value), *previous = NULL;
  for (same_t *it = first; it; previous = it, it = it->next) {
    if (it->encoding != encoding) continue;
    it->value = same;
    if (!previous) return;
    previous->next = it->next;
    it->next = first;
    tern_map_set(&remat->known, value, it);
    return;
  }
  same_t *entry = tern_arena_alloc(&remat->arena, sizeof *entry);
  *entry = (same_t){first, encoding, same};
  tern_map_set(&remat->known, value, entry);
}

// The encoding that was remembered last goes over, and values that are gone are replaced wherever they are known.
void tern_ttg_remat_replace(tern_ttg_remat_t *remat, const tern_map_t *replacements) {
  for (size_t i = 0; i < replacements->entry_count; ++i) {
    const tern_value_t *old = replacements->entries[i].key;
    const same_t *last = tern_map_get(&remat->known, old);
    tern_map_remove(&remat->known, old);
    if (last) tern_ttg_remat_remember(remat, replacements->entries[i].value, last->encoding, last->value);
  }
  for (size_t i = 0; i < remat->known.entry_count; ++i) {
    for (same_t *it = remat->known.entries[i].key ? remat->known.entries[i].value : NULL; it; it = it->next) {
      tern_value_t *value = tern_map_get(replacements, it->value);
      if (value) it->value = value;
    }
  }
}

// --- the search ---

typedef struct want {
  tern_operand_t *use;
  const tern_attr_t *encoding;
} want_t;

typedef struct search {
  tern_ttg_remat_t *remat;
  tern_ttg_slice_t *slice;
  tern_ttg_stop_fn_t *stops;
  TERN_VEC(want_t) queue;
  tern_map_t seen;  // use -> the encoding that it was wanted in last; a value that is wanted in two ends the search
} search_t;

static void enqueue(search_t *search, tern_operand_t *use, const tern_attr_t *encoding) {
  if (tern_map_contains(&search->seen, use) && tern_map_get(&search->seen, use) == encoding) return;
  tern_map_set(&search->seen, use, (void *)(uintptr_t)encoding);
  tern_vec_push(&search->queue, (want_t){use, encoding});
}

static bool follow_if(search_t *search, const tern_op_t *op, size_t index, const tern_attr_t *encoding) {
  if (search->stops && search->stops(op)) return true;
  if (tern_region_is_empty(&op->regions[1])) return false;
  enqueue(search, &op->regions[0].first_block->last_op->operands[index], encoding);
  enqueue(search, &op->regions[1].first_block->last_op->operands[index], encoding);
  return true;
}

static bool follow_operands(search_t *search, tern_op_t *op, const tern_attr_t *encoding) {
  const tern_attr_t *from = tern_ttg_operand_encoding(op, encoding);
  if (tern_op_is(op, TERN_TT(CAT))) return false;
  if (tern_op_is(op, TERN_TT(GATHER))) {
    // Its numbers have the encoding of its result; of what they choose from nothing follows.
    if (from) enqueue(search, &op->operands[1], from);
    return from != NULL;
  }
  if (op->operand_count > 0 && !from) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_ttg_value_encoding(tern_op_operand(op, i)) != from) enqueue(search, &op->operands[i], from);
  }
  return true;
}

static bool follow_op(search_t *search, tern_op_t *op, const tern_value_t *value, const tern_attr_t *encoding) {
  if (tern_op_is(op, TERN_SCF(IF))) return follow_if(search, op, value->index, encoding);
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    if (result != value && tern_ttg_is_tensor(result) && !assign(search->slice, result, encoding)) return false;
  }
  if (tern_ttg_moves_registers_only(op)) {
    enqueue(search, &op->operands[0], encoding);
    return true;
  }
  if (tern_ttg_folds_into_conversion(op, encoding)) return true;
  if (search->stops && search->stops(op)) return true;
  return follow_operands(search, op, encoding);
}

// What a loop carries comes from before it, and from its end.
static bool follow_argument(search_t *search, const tern_value_t *value, const tern_attr_t *encoding) {
  const tern_block_t *block = tern_value_arg_block(value);
  tern_op_t *op = tern_block_parent_op(block);
  if (!op || !tern_op_is(op, TERN_SCF(FOR)) || value->index == 0) return false;
  enqueue(search, &op->operands[value->index + 2], encoding);
  enqueue(search, &block->last_op->operands[value->index - 1], encoding);
  return true;
}

static bool is_there_before(tern_ttg_remat_t *remat, const tern_value_t *value, const tern_op_t *user) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op != user && tern_dominance_value_dominates(remat->dominance, value, user);
}

static bool follow(search_t *search, const want_t *want) {
  tern_value_t *value = want->use->value;
  if (!tern_ttg_is_tensor(value)) return true;
  const tern_op_t *op = tern_value_defining_op(value);
  if (op && (tern_op_is(op, TERN_SCF(FOR)) || tern_op_is(op, TERN_SCF(WHILE)))) return false;
  if (!assign(search->slice, value, want->encoding)) return false;
  tern_value_t *known = tern_ttg_remat_find(search->remat, value, want->encoding);
  if (known && is_there_before(search->remat, known, want->use->owner)) {
    if (!assign(search->slice, known, want->encoding)) return false;
    value = known;
  }
  if (value->is_block_argument) return follow_argument(search, value, want->encoding);
  return follow_op(search, tern_value_defining_op(value), value, want->encoding);
}

bool tern_ttg_backward_slice(tern_ttg_remat_t *remat, tern_operand_t *root, const tern_attr_t *encoding,
                             tern_ttg_stop_fn_t *stops, tern_ttg_slice_t *out) {
  search_t search = {.remat = remat, .slice = out, .stops = stops};
  bool is_ok = true;
  enqueue(&search, root, encoding);
  while (is_ok && search.queue.count) {
    want_t want = search.queue.values[--search.queue.count];
    is_ok = follow(&search, &want);
  }
  tern_vec_deinitialize(&search.queue);
  tern_map_deinitialize(&search.seen);
  return is_ok;
}

// A wait that is left where it was, too, would be for registers that have been copied before the other.
static bool can_run_again(const tern_op_t *op) {
  if (tern_op_is(op, TERN_TT(LOAD)) || tern_op_is(op, TERN_TT(STORE))) return !tern_ttg_is_expensive_access(op);
  if (tern_op_is(op, TERN_TT(GATHER))) return !tern_op_attr(op, "efficient_layout");
  return !tern_op_is(op, TERN_TT(ATOMIC_RMW)) && !tern_op_is(op, TERN_TT(ATOMIC_CAS)) &&
         !tern_op_is(op, TERN_TT(DOT)) && !tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT_WAIT)) &&
         !tern_op_is(op, TERN_SCF(WHILE)) && !tern_op_is(op, TERN_SCF(CONDITION));
}

bool tern_ttg_rematerializable_slice(tern_ttg_remat_t *remat, tern_operand_t *root, const tern_attr_t *encoding,
                                     tern_ttg_stop_fn_t *stops, tern_ttg_slice_t *out) {
  if (!tern_ttg_backward_slice(remat, root, encoding, stops, out) || out->values.live_count == 0) return false;
  for (size_t i = 0; i < out->values.entry_count; ++i) {
    const tern_value_t *value = out->values.entries[i].key;
    const tern_op_t *op = value ? tern_value_defining_op(value) : NULL;
    if (op && !can_run_again(op)) return false;
  }
  return true;
}
