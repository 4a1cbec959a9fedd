// Unifies constants (upstream: OperationFolder). Constants go to the entry block of the closest region that is isolated
// from above, so that all uses of a value find the same op; the block's front keeps them together.

#include "rewrite/constant_scope.h"

#include <stdlib.h>

#include "rewrite/fold.h"

// A constant that stands for its value. Lives in the arena.
typedef struct known_constant {
  struct known_constant *next;  // another constant with the same value
  const tern_dialect_t *dialect;
  const tern_type_t *type;
  tern_op_t *op;
} known_constant_t;

void tern_constant_scopes_initialize(tern_constant_scopes_t *scopes) {
  *scopes = (tern_constant_scopes_t){0};
  tern_arena_initialize(&scopes->arena);
}

void tern_constant_scopes_deinitialize(tern_constant_scopes_t *scopes) {
  for (size_t i = 0; i < scopes->by_region.entry_count; ++i) {
    tern_map_t *by_value = scopes->by_region.entries[i].value;
    if (scopes->by_region.entries[i].key) tern_map_deinitialize(by_value);
  }
  tern_map_deinitialize(&scopes->by_region);
  tern_map_deinitialize(&scopes->owned);
  tern_arena_deinitialize(&scopes->arena);
}

// The region that a constant used in `block` belongs to; NULL if the block is detached.
static tern_region_t *find_insertion_region(const tern_block_t *block) {
  while (block && block->parent) {
    tern_region_t *region = block->parent;
    const tern_op_t *parent = region->parent;
    const tern_dialect_t *dialect = parent->def->dialect;
    if (dialect && dialect->keeps_constants && dialect->keeps_constants(region)) return region;
    // An op that is not registered may be isolated.
    if (!parent->def->row || tern_op_has_trait(parent, TERN_TRAIT_ISOLATED_FROM_ABOVE) || !parent->block) {
      return region;
    }
    block = parent->block;
  }
  return NULL;
}

static tern_map_t *values_of_region(tern_constant_scopes_t *scopes, const tern_region_t *region) {
  tern_map_t *by_value = tern_map_get(&scopes->by_region, region);
  if (!by_value) {
    by_value = tern_arena_alloc_zeroed(&scopes->arena, sizeof(*by_value));
    tern_map_set(&scopes->by_region, region, by_value);
  }
  return by_value;
}

static bool stands_among_constants(const tern_constant_scopes_t *scopes, const tern_op_t *op) {
  return !op->prev || tern_map_contains(&scopes->owned, op->prev);
}

static void move_to_front(tern_constant_scopes_t *scopes, tern_op_t *op, tern_block_t *block) {
  tern_op_move_before(op, block->first_op);
  scopes->is_changed = true;
}

bool tern_constant_scopes_insert(tern_constant_scopes_t *scopes, tern_rewriter_t *rewriter, tern_op_t *op,
                                 const tern_attr_t *value) {
  tern_region_t *region = find_insertion_region(op->block);
  if (!region || op->result_count != 1) return true;
  tern_map_t *by_value = values_of_region(scopes, region);
  known_constant_t *known = tern_map_get(by_value, value);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  const tern_attr_t *unknown_loc = tern_unknown_loc_get(rewriter->builder.context);
  for (known_constant_t *it = known; it; it = it->next) {
    if (it->dialect != op->def->dialect || it->type != type) continue;
    it->op->loc = unknown_loc;  // it stands for several places now
    tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_result(it->op, 0)));
    scopes->is_changed = true;
    return false;
  }
  tern_block_t *front = region->first_block;
  if (op->block != front) {
    move_to_front(scopes, op, front);
    op->loc = unknown_loc;
  } else if (!stands_among_constants(scopes, op)) {
    move_to_front(scopes, op, front);
  }
  known_constant_t *entry = tern_arena_alloc(&scopes->arena, sizeof(*entry));
  *entry = (known_constant_t){known, op->def->dialect, type, op};
  tern_map_set(by_value, value, entry);
  tern_map_set(&scopes->owned, op, op);
  return true;
}

static known_constant_t *find_known(const tern_map_t *by_value, const tern_attr_t *value, const tern_dialect_t *dialect,
                                    const tern_type_t *type) {
  known_constant_t *known = tern_map_get(by_value, value);
  while (known && (known->dialect != dialect || known->type != type)) known = known->next;
  return known;
}

tern_value_t *tern_constant_scopes_get(tern_constant_scopes_t *scopes, tern_block_t *block,
                                       const tern_dialect_t *dialect, const tern_attr_t *value,
                                       const tern_type_t *type) {
  tern_region_t *region = find_insertion_region(block);
  if (!region) return NULL;
  tern_map_t *by_value = values_of_region(scopes, region);
  known_constant_t *known = find_known(by_value, value, dialect, type);
  if (known) return tern_op_result(known->op, 0);
  tern_block_t *front = region->first_block;
  tern_builder_t b = tern_builder_at_start(front, tern_unknown_loc_get(tern_op_context(region->parent)));
  tern_value_t *made = tern_materialize_constant(&b, dialect, value, type);
  if (!made) return NULL;
  tern_op_t *op = tern_value_defining_op(made);
  // Many dialects have their constants made by another one.
  known = find_known(by_value, value, op->def->dialect, type);
  if (known || made->type != type) {
    tern_op_destroy(op);
    return known ? tern_op_result(known->op, 0) : NULL;
  }
  known_constant_t *entry = tern_arena_alloc(&scopes->arena, sizeof(*entry));
  *entry = (known_constant_t){tern_map_get(by_value, value), op->def->dialect, type, op};
  tern_map_set(by_value, value, entry);
  tern_map_set(&scopes->owned, op, op);
  scopes->is_changed = true;
  return made;
}
