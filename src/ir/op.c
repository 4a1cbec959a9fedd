// Operations: making, destroying and placing them.
//
// An op is one allocation of the context's pool: the struct, then its results, regions, successors, attribute slots
// and operands. Operands come last and move out into an allocation of their own when they outgrow their room.

#include "ir/op.h"

#include <assert.h>
#include <string.h>

#include "ir/context_private.h"
#include "ir/op_private.h"

enum { SPARE_OPERAND_COUNT = 2 };  // room kept for ops whose row lets operands be added

// Adds `count` elements of `size` bytes to an allocation of `offset` bytes; returns where they start.
static size_t lay_out(size_t *inout_size, size_t count, size_t size) {
  size_t start = *inout_size, bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || __builtin_add_overflow(start, bytes, inout_size)) {
    tern_out_of_memory(SIZE_MAX);
  }
  return start;
}

static bool may_gain_operands(const tern_op_def_t *def) {
  for (size_t i = 0; i < def->operand_count; ++i) {
    if (def->operands[i].arity != TERN_ARITY_ONE) return true;
  }
  return false;
}

static tern_op_t *allocate(tern_context_t *context, const tern_op_state_t *state) {
  const tern_op_def_t *def = state->def;
  assert(state->successor_count <= UINT16_MAX && state->region_count <= UINT16_MAX);
  assert(state->operands.count <= UINT32_MAX / 2 && state->result_types.count <= UINT32_MAX / 2);
  size_t capacity = state->operands.count;
  if (may_gain_operands(def)) capacity += SPARE_OPERAND_COUNT;
  size_t size = sizeof(tern_op_t);
  size_t results = lay_out(&size, state->result_types.count, sizeof(tern_value_t));
  size_t regions = lay_out(&size, state->region_count, sizeof(tern_region_t));
  size_t successors = lay_out(&size, state->successor_count, sizeof(tern_successor_t));
  size_t slots = lay_out(&size, def->attr_count, sizeof(const tern_attr_t *));
  size_t operands = lay_out(&size, capacity, sizeof(tern_operand_t));
  if (size > UINT32_MAX) tern_out_of_memory(size);

  char *memory = tern_pool_alloc(tern_context_pool(context), size);
  tern_op_t *op = (tern_op_t *)memory;
  *op = (tern_op_t){
      .def = def,
      .loc = state->loc ? state->loc : tern_unknown_loc_get(context),
      .results = (tern_value_t *)(memory + results),
      .regions = (tern_region_t *)(memory + regions),
      .successors = (tern_successor_t *)(memory + successors),
      .slots = (const tern_attr_t **)(memory + slots),
      .operands = (tern_operand_t *)(memory + operands),
      .result_count = (uint32_t)state->result_types.count,
      .operand_count = (uint32_t)state->operands.count,
      .operand_capacity = (uint32_t)capacity,
      .successor_count = (uint16_t)state->successor_count,
      .region_count = (uint16_t)state->region_count,
      .allocation_size = (uint32_t)size,
  };
  return op;
}

// Sorts the state's attributes into slots and the dictionary of the others.
static void fill_attrs(tern_context_t *context, tern_op_t *op, const tern_op_state_t *state) {
  const tern_op_def_t *def = op->def;
  for (size_t i = 0; i < def->attr_count; ++i) {
    op->slots[i] = def->attrs[i].is_default_silent ? NULL : def->attrs[i].default_value;
  }
  op->attrs = tern_op_take_inherent_attrs(op, state->dictionary);
  for (size_t i = 0; i < state->attrs.count; ++i) {
    const tern_named_attr_t *entry = &state->attrs.values[i];
    if (!entry->attr) continue;
    tern_str_t name = tern_str_from_cstr(entry->name);
    int slot = tern_op_def_slot(def, name);
    if (slot >= 0) {
      op->slots[slot] = entry->attr;
    } else {
      op->attrs = tern_dictionary_attr_with(context, op->attrs, name, entry->attr);
    }
  }
}

tern_op_t *tern_op_create(tern_context_t *context, const tern_op_state_t *state) {
  tern_op_t *op = allocate(context, state);
  for (size_t i = 0; i < op->result_count; ++i) {
    op->results[i] = (tern_value_t){.type = state->result_types.values[i], .owner = op, .index = (uint32_t)i};
  }
  for (size_t i = 0; i < op->region_count; ++i) op->regions[i] = (tern_region_t){.parent = op};
  for (size_t i = 0; i < op->successor_count; ++i) {
    op->successors[i] = (tern_successor_t){.owner = op};
    tern_successor_link(&op->successors[i], state->successors[i]);
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    op->operands[i].owner = op;
    tern_operand_link(&op->operands[i], state->operands.values[i]);
  }
  fill_attrs(context, op, state);
  return op;
}

// --- destroying ---

// Ends the uses of a value that goes away while its users may still be there: their operands become null.
static void drop_uses(tern_value_t *value) {
  while (value->first_use) {
    tern_operand_t *use = value->first_use;
    tern_operand_unlink(use);
    use->value = NULL;
  }
}

static void drop_block_uses(tern_block_t *block) {
  while (block->first_use) {
    tern_successor_t *use = block->first_use;
    tern_successor_unlink(use);
    use->block = NULL;
  }
}

static void free_op(tern_op_t *op, tern_context_t *context);

// Backwards, so that nearly all uses are gone before their value is.
static void free_block(tern_block_t *block, tern_context_t *context) {
  for (tern_op_t *op = block->last_op; op;) {
    tern_op_t *prev = op->prev;
    free_op(op, context);
    op = prev;
  }
  tern_pool_t *pool = tern_context_pool(context);
  tern_ir_watcher_t *watcher = context->watcher;
  for (size_t i = 0; i < block->arg_count; ++i) {
    if (watcher) watcher->arg_destroyed(watcher, block->args[i]);
    drop_uses(block->args[i]);
    tern_pool_free(pool, block->args[i], sizeof(tern_value_t));
  }
  if (block->args) tern_pool_free(pool, block->args, block->arg_capacity * sizeof(block->args[0]));
  drop_block_uses(block);
  tern_pool_free(pool, block, sizeof(*block));
}

static void free_op(tern_op_t *op, tern_context_t *context) {
  for (size_t i = 0; i < op->region_count; ++i) {
    for (tern_block_t *block = op->regions[i].last_block; block;) {
      tern_block_t *prev = block->prev;
      free_block(block, context);
      block = prev;
    }
  }
  if (context->watcher) context->watcher->op_destroyed(context->watcher, op);
  for (size_t i = 0; i < op->result_count; ++i) drop_uses(&op->results[i]);
  for (size_t i = 0; i < op->operand_count; ++i) tern_operand_unlink(&op->operands[i]);
  for (size_t i = 0; i < op->successor_count; ++i) tern_successor_unlink(&op->successors[i]);
  tern_pool_t *pool = tern_context_pool(context);
  if (op->owns_operands) tern_pool_free(pool, op->operands, op->operand_capacity * sizeof(op->operands[0]));
  tern_pool_free(pool, op, op->allocation_size);
}

void tern_op_destroy(tern_op_t *op) {
  if (!op) return;
  if (op->block) tern_op_remove(op);
  free_op(op, tern_op_context(op));
}

void tern_block_destroy(tern_block_t *block, tern_context_t *context) {
  if (!block) return;
  if (block->parent) tern_block_remove(block);
  free_block(block, context);
}

// --- placing ---

void tern_op_remove(tern_op_t *op) {
  tern_block_t *block = op->block;
  if (!block) return;
  *(op->prev ? &op->prev->next : &block->first_op) = op->next;
  *(op->next ? &op->next->prev : &block->last_op) = op->prev;
  // The order of the others still increases.
  op->block = NULL;
  op->prev = op->next = NULL;
}

void tern_op_insert(tern_op_t *op, tern_block_t *block, tern_op_t *before) {
  assert(!op->block && "the op is in a block already");
  assert((!before || before->block == block) && "the insertion point is in another block");
  op->block = block;
  op->next = before;
  op->prev = before ? before->prev : block->last_op;
  *(op->prev ? &op->prev->next : &block->first_op) = op;
  *(before ? &before->prev : &block->last_op) = op;
  tern_op_place_in_order(op);
}

void tern_op_move_before(tern_op_t *op, tern_op_t *before) {
  if (op == before) return;
  tern_op_remove(op);
  tern_op_insert(op, before->block, before);
}

// --- questions ---

bool tern_op_is(const tern_op_t *op, const tern_op_row_t *row) { return op->def->row == row; }

tern_str_t tern_op_name(const tern_op_t *op) { return tern_ident_str(op->def->name); }

tern_op_t *tern_op_parent_of(const tern_op_t *op, const tern_op_row_t *row) {
  for (tern_op_t *parent = tern_op_parent(op); parent; parent = tern_op_parent(parent)) {
    if (parent->def->row == row) return parent;
  }
  return NULL;
}

bool tern_op_is_within(const tern_op_t *op, const tern_op_t *ancestor) {
  for (; op; op = tern_op_parent(op)) {
    if (op == ancestor) return true;
  }
  return false;
}
