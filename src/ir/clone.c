// Copies of ops and regions.
//
// A region is copied in two rounds: first all its blocks and ops, with operands as far as their copies exist already;
// then operands that were defined further on (in a later block, or in a graph region), and nested regions. So every
// value that a copy can name has been copied when it is looked up.

#include <stdlib.h>

#include "ir/context.h"
#include "ir/op.h"
#include "ir/op_private.h"

static tern_value_t *map_value(tern_map_t *mapping, tern_value_t *value) {
  tern_value_t *mapped = value && mapping->live_count ? tern_map_get(mapping, value) : NULL;
  return mapped ? mapped : value;
}

static tern_block_t *map_block(tern_map_t *mapping, tern_block_t *block) {
  tern_block_t *mapped = block && mapping->live_count ? tern_map_get(mapping, block) : NULL;
  return mapped ? mapped : block;
}

// Copies an op without the contents of its regions.
static tern_op_t *copy_shell(const tern_op_t *op, tern_map_t *mapping) {
  enum { INLINE_COUNT = 16 };
  const void *inline_words[INLINE_COUNT];
  size_t word_count = (size_t)op->operand_count + op->result_count + op->successor_count;
  const void **words = word_count <= INLINE_COUNT ? inline_words : tern_realloc_array(NULL, word_count, sizeof(*words));
  tern_value_t **operands = (tern_value_t **)words;
  const tern_type_t **types = (const tern_type_t **)(words + op->operand_count);
  tern_block_t **successors = (tern_block_t **)(words + op->operand_count + op->result_count);
  for (size_t i = 0; i < op->operand_count; ++i) operands[i] = map_value(mapping, op->operands[i].value);
  for (size_t i = 0; i < op->result_count; ++i) types[i] = op->results[i].type;
  for (size_t i = 0; i < op->successor_count; ++i) successors[i] = map_block(mapping, op->successors[i].block);
  tern_op_t *copy = tern_op_create(tern_op_context(op), &(tern_op_state_t){
                                                            .def = op->def,
                                                            .loc = op->loc,
                                                            .operands = {operands, op->operand_count},
                                                            .result_types = {types, op->result_count},
                                                            .successors = successors,
                                                            .successor_count = op->successor_count,
                                                            .region_count = op->region_count,
                                                        });
  if (words != inline_words) free(words);
  copy->attrs = op->attrs;
  for (size_t i = 0; i < op->def->attr_count; ++i) copy->slots[i] = op->slots[i];
  for (size_t i = 0; i < op->result_count; ++i) tern_map_set(mapping, &op->results[i], &copy->results[i]);
  return copy;
}

// First round: blocks, arguments and ops. Returns the first copied block.
static tern_block_t *copy_blocks(const tern_region_t *region, const tern_block_t *last, tern_region_t *target,
                                 tern_map_t *mapping) {
  tern_context_t *context = tern_op_context(region->parent);
  tern_block_t *first_copy = NULL;
  for (tern_block_t *block = region->first_block; block; block = block == last ? NULL : block->next) {
    tern_block_t *copy = tern_block_create(context);
    tern_block_insert(copy, target, NULL);
    if (!first_copy) first_copy = copy;
    tern_map_set(mapping, block, copy);
    for (size_t i = 0; i < block->arg_count; ++i) {
      const tern_value_t *arg = block->args[i];
      tern_map_set(mapping, arg, tern_block_add_arg(copy, arg->type, arg->arg_loc));
    }
  }
  tern_block_t *copy = first_copy;
  for (tern_block_t *block = region->first_block; block; block = block == last ? NULL : block->next) {
    tern_block_for_each_op(block, op) tern_op_insert(copy_shell(op, mapping), copy, NULL);
    copy = copy->next;
  }
  return first_copy;
}

void tern_region_clone_into(const tern_region_t *region, tern_region_t *target, tern_map_t *mapping) {
  tern_map_t own_mapping = {0};
  if (!mapping) mapping = &own_mapping;
  const tern_block_t *last = region->last_block;  // the copies may go to the end of the same region
  tern_block_t *copied_block = region->first_block ? copy_blocks(region, last, target, mapping) : NULL;
  for (tern_block_t *block = region->first_block; block; block = block == last ? NULL : block->next) {
    tern_op_t *copy = copied_block->first_op;
    tern_block_for_each_op(block, op) {
      for (size_t i = 0; i < op->operand_count; ++i) {
        tern_value_t *value = op->operands[i].value;
        if (value && copy->operands[i].value == value) tern_operand_set(&copy->operands[i], map_value(mapping, value));
      }
      for (size_t i = 0; i < op->region_count; ++i) {
        tern_region_clone_into(&op->regions[i], &copy->regions[i], mapping);
      }
      copy = copy->next;
    }
    copied_block = copied_block->next;
  }
  tern_map_deinitialize(&own_mapping);
}

tern_op_t *tern_op_clone_without_regions(const tern_op_t *op, tern_map_t *mapping) {
  tern_map_t own_mapping = {0};
  tern_op_t *copy = copy_shell(op, mapping ? mapping : &own_mapping);
  tern_map_deinitialize(&own_mapping);
  return copy;
}

tern_op_t *tern_op_clone(const tern_op_t *op, tern_map_t *mapping) {
  tern_map_t own_mapping = {0};
  if (!mapping) mapping = &own_mapping;
  tern_op_t *copy = copy_shell(op, mapping);
  for (size_t i = 0; i < op->region_count; ++i) tern_region_clone_into(&op->regions[i], &copy->regions[i], mapping);
  tern_map_deinitialize(&own_mapping);
  return copy;
}
