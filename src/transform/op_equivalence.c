// Do two ops compute the same?

#include "transform/op_equivalence.h"

#include "base/map.h"

static uint64_t mix(uint64_t hash, const void *pointer) {
  hash ^= (uint64_t)(uintptr_t)pointer >> 4;
  hash *= UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ (hash >> 29);
}

uint64_t tern_op_form_hash(const tern_op_t *op) {
  uint64_t hash = mix(op->region_count, op->def);
  hash = mix(hash, op->attrs);
  for (size_t i = 0; i < op->def->attr_count; ++i) hash = mix(hash, op->slots[i]);
  for (size_t i = 0; i < op->result_count; ++i) hash = mix(hash, tern_op_result(op, i)->type);
  return hash;
}

// What the regions hold: ops by form, and by the values from outside of `root` that they use.
static uint64_t mix_regions(uint64_t hash, const tern_op_t *op, const tern_op_t *root) {
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      tern_block_for_each_op(block, inner) {
        hash = mix(hash, (const void *)(uintptr_t)tern_op_form_hash(inner));
        uint64_t sum = 0;  // inner ops may be commutative
        for (size_t i = 0; i < inner->operand_count; ++i) {
          const tern_value_t *value = tern_op_operand(inner, i);
          const tern_op_t *around = tern_block_parent_op(tern_value_block(value));
          bool is_outside = !around || !tern_op_is_within(around, root);
          if (is_outside) sum += mix(0, value);
        }
        hash = mix_regions(mix(hash ^ sum, NULL), inner, root);
      }
    }
  }
  return hash;
}

uint64_t tern_op_equivalence_hash(const tern_op_t *op) {
  uint64_t hash = mix_regions(tern_op_form_hash(op), op, op);
  for (size_t i = 0; i < op->successor_count; ++i) hash = mix(hash, op->successors[i].block);
  if (tern_op_has_trait(op, TERN_TRAIT_COMMUTATIVE)) {
    uint64_t sum = 0;  // the order of the operands must not count
    for (size_t i = 0; i < op->operand_count; ++i) sum += mix(0, tern_op_operand(op, i));
    return mix(hash ^ sum, NULL);
  }
  for (size_t i = 0; i < op->operand_count; ++i) hash = mix(hash, tern_op_operand(op, i));
  return hash;
}

// `counterparts` maps what is defined inside of `a`'s side (values, blocks) to `b`'s; NULL at the outermost op.
static const void *counterpart(const tern_map_t *counterparts, const void *key) {
  const void *other = counterparts ? tern_map_get(counterparts, key) : NULL;
  return other ? other : key;
}

static bool has_same_operands(const tern_op_t *a, const tern_op_t *b, const tern_map_t *counterparts) {
  bool is_same = true;
  for (size_t i = 0; i < a->operand_count && is_same; ++i) {
    is_same = counterpart(counterparts, tern_op_operand(a, i)) == tern_op_operand(b, i);
  }
  if (is_same || !tern_op_has_trait(a, TERN_TRAIT_COMMUTATIVE) || a->operand_count > 64) return is_same;
  uint64_t taken = 0;  // bit j: operand j of b is matched
  for (size_t i = 0; i < a->operand_count; ++i) {
    const void *wanted = counterpart(counterparts, tern_op_operand(a, i));
    size_t j = 0;
    while (j < b->operand_count && ((taken >> j & 1) || tern_op_operand(b, j) != wanted)) ++j;
    if (j == b->operand_count) return false;
    taken |= UINT64_C(1) << j;
  }
  return true;
}

static bool match_ops(const tern_op_t *a, const tern_op_t *b, tern_map_t *counterparts);

static bool match_blocks(const tern_block_t *a, const tern_block_t *b, tern_map_t *counterparts) {
  const tern_op_t *x = a->first_op, *y = b->first_op;
  for (; x && y; x = x->next, y = y->next) {
    if (!match_ops(x, y, counterparts)) return false;
  }
  return !x && !y;
}

static bool match_regions(const tern_region_t *a, const tern_region_t *b, tern_map_t *counterparts) {
  const tern_block_t *x = a->first_block, *y = b->first_block;
  for (; x && y; x = x->next, y = y->next) {
    if (x->arg_count != y->arg_count) return false;
    tern_map_set(counterparts, x, (void *)y);
    for (size_t i = 0; i < x->arg_count; ++i) {
      if (x->args[i]->type != y->args[i]->type) return false;
      tern_map_set(counterparts, x->args[i], y->args[i]);
    }
  }
  if (x || y) return false;
  for (x = a->first_block, y = b->first_block; x; x = x->next, y = y->next) {
    if (!match_blocks(x, y, counterparts)) return false;
  }
  return true;
}

static bool match_ops(const tern_op_t *a, const tern_op_t *b, tern_map_t *counterparts) {
  if (a->def != b->def || a->attrs != b->attrs || a->operand_count != b->operand_count ||
      a->result_count != b->result_count || a->region_count != b->region_count ||
      a->successor_count != b->successor_count) {
    return false;
  }
  for (size_t i = 0; i < a->def->attr_count; ++i) {
    if (a->slots[i] != b->slots[i]) return false;
  }
  for (size_t i = 0; i < a->result_count; ++i) {
    if (tern_op_result(a, i)->type != tern_op_result(b, i)->type) return false;
  }
  for (size_t i = 0; i < a->successor_count; ++i) {
    if (counterpart(counterparts, a->successors[i].block) != b->successors[i].block) return false;
  }
  if (!has_same_operands(a, b, counterparts)) return false;
  for (size_t i = 0; i < a->region_count; ++i) {
    if (!match_regions(&a->regions[i], &b->regions[i], counterparts)) return false;
  }
  if (!counterparts) return true;
  for (size_t i = 0; i < a->result_count; ++i) {
    tern_map_set(counterparts, tern_op_result(a, i), tern_op_result(b, i));
  }
  return true;
}

bool tern_op_is_equivalent(const tern_op_t *a, const tern_op_t *b) {
  if (a == b) return true;
  if (a->region_count == 0) return match_ops(a, b, NULL);
  tern_map_t counterparts = {0};
  bool is_match = match_ops(a, b, &counterparts);
  tern_map_deinitialize(&counterparts);
  return is_match;
}
