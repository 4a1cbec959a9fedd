// Blocks and regions.

#include <assert.h>
#include <string.h>

#include "ir/context_private.h"
#include "ir/op.h"
#include "ir/op_private.h"

tern_block_t *tern_block_create(tern_context_t *context) {
  tern_block_t *block = tern_pool_alloc(tern_context_pool(context), sizeof(*block));
  *block = (tern_block_t){.is_order_valid = true};
  return block;
}

// --- arguments ---

// Doubles the room for arguments. `context` owns the pool.
static void grow_args(tern_block_t *block, tern_context_t *context) {
  size_t capacity = block->arg_capacity ? (size_t)block->arg_capacity * 2 : 4;
  if (capacity > UINT32_MAX / sizeof(block->args[0])) tern_out_of_memory(SIZE_MAX);
  tern_pool_t *pool = tern_context_pool(context);
  tern_value_t **args = tern_pool_alloc(pool, capacity * sizeof(args[0]));
  if (block->arg_count) memcpy(args, block->args, block->arg_count * sizeof(args[0]));
  if (block->args) tern_pool_free(pool, block->args, block->arg_capacity * sizeof(args[0]));
  block->args = args;
  block->arg_capacity = (uint32_t)capacity;
}

static void renumber_args(tern_block_t *block, size_t first) {
  for (size_t i = first; i < block->arg_count; ++i) block->args[i]->index = (uint32_t)i;
}

tern_value_t *tern_block_insert_arg(tern_block_t *block, size_t index, const tern_type_t *type,
                                    const tern_attr_t *loc) {
  assert(index <= block->arg_count);
  tern_context_t *context = type->context;
  if (block->arg_count == block->arg_capacity) grow_args(block, context);
  tern_value_t *arg = tern_pool_alloc(tern_context_pool(context), sizeof(*arg));
  *arg = (tern_value_t){
      .type = type, .owner = block, .is_block_argument = true, .arg_loc = loc ? loc : tern_unknown_loc_get(context)};
  memmove(block->args + index + 1, block->args + index, (block->arg_count - index) * sizeof(block->args[0]));
  block->args[index] = arg;
  ++block->arg_count;
  renumber_args(block, index);
  return arg;
}

tern_value_t *tern_block_add_arg(tern_block_t *block, const tern_type_t *type, const tern_attr_t *loc) {
  return tern_block_insert_arg(block, block->arg_count, type, loc);
}

void tern_block_erase_arg(tern_block_t *block, size_t index) {
  assert(index < block->arg_count);
  tern_value_t *arg = block->args[index];
  assert(!arg->first_use && "the argument is still used");
  --block->arg_count;
  memmove(block->args + index, block->args + index + 1, (block->arg_count - index) * sizeof(block->args[0]));
  renumber_args(block, index);
  tern_context_t *context = arg->type->context;
  if (context->watcher) context->watcher->arg_destroyed(context->watcher, arg);
  tern_pool_free(tern_context_pool(context), arg, sizeof(*arg));
}

// --- placing ---

void tern_block_insert(tern_block_t *block, tern_region_t *region, tern_block_t *before) {
  assert(!block->parent && "the block is in a region already");
  assert((!before || before->parent == region) && "the insertion point is in another region");
  block->parent = region;
  block->next = before;
  block->prev = before ? before->prev : region->last_block;
  *(block->prev ? &block->prev->next : &region->first_block) = block;
  *(before ? &before->prev : &region->last_block) = block;
}

void tern_block_remove(tern_block_t *block) {
  tern_region_t *region = block->parent;
  if (!region) return;
  *(block->prev ? &block->prev->next : &region->first_block) = block->next;
  *(block->next ? &block->next->prev : &region->last_block) = block->prev;
  block->parent = NULL;
  block->prev = block->next = NULL;
}

tern_block_t *tern_region_add_block(tern_region_t *region) {
  tern_block_t *block = tern_block_create(tern_op_context(region->parent));
  tern_block_insert(block, region, NULL);
  return block;
}

void tern_region_take_blocks(tern_region_t *target, tern_region_t *source) {
  if (target == source || !source->first_block) return;
  tern_region_for_each_block(source, block) block->parent = target;
  source->first_block->prev = target->last_block;
  *(target->last_block ? &target->last_block->next : &target->first_block) = source->first_block;
  target->last_block = source->last_block;
  source->first_block = source->last_block = NULL;
}

tern_block_t *tern_block_split(tern_op_t *first) {
  tern_block_t *block = first->block;
  tern_block_t *rest = tern_block_create(tern_op_context(first));
  if (block->parent) tern_block_insert(rest, block->parent, block->next);
  rest->first_op = first;
  rest->last_op = block->last_op;
  rest->is_order_valid = block->is_order_valid;
  block->last_op = first->prev;
  *(first->prev ? &first->prev->next : &block->first_op) = NULL;
  first->prev = NULL;
  tern_block_for_each_op(rest, op) op->block = rest;
  return rest;
}

// --- questions ---

tern_op_t *tern_block_terminator(const tern_block_t *block) {
  tern_op_t *last = block->last_op;
  if (!last) return NULL;
  return !last->def->row || tern_op_has_trait(last, TERN_TRAIT_TERMINATOR) ? last : NULL;
}

bool tern_region_is_within(const tern_region_t *region, const tern_region_t *ancestor) {
  while (region) {
    if (region == ancestor) return true;
    const tern_block_t *block = region->parent ? region->parent->block : NULL;
    region = block ? block->parent : NULL;
  }
  return false;
}
