// Memory effects, trivial deadness and constants: questions that cse, canonicalize and the greedy driver ask of ops.

#include "ir/op_def.h"

#define PURE_TRAITS (TERN_TRAIT_PURE | TERN_TRAIT_NO_MEMORY_EFFECT)

// The effects of `op` and of what is in it; not all of them once one of `decisive` is found. Loops within loops are asked about at each
// level, and most of them write soon.
static tern_traits_t find_effects(const tern_op_t *op, tern_traits_t decisive) {
  const tern_op_row_t *row = op->def->row;
  if (!row) return TERN_MEMORY_EFFECTS;
  if (row->effects) return row->effects(op) & TERN_MEMORY_EFFECTS;
  tern_traits_t effects = op->def->traits & TERN_MEMORY_EFFECTS;
  if (!tern_op_has_trait(op, TERN_TRAIT_RECURSIVE_MEMORY_EFFECTS)) {
    return effects || tern_op_has_trait(op, PURE_TRAITS) ? effects : TERN_MEMORY_EFFECTS;
  }
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      tern_block_for_each_op(block, inner) {
        if ((effects & decisive) || effects == TERN_MEMORY_EFFECTS) return effects;
        effects |= find_effects(inner, decisive);
      }
    }
  }
  return effects;
}

tern_traits_t tern_op_effects(const tern_op_t *op) { return find_effects(op, 0); }

bool tern_op_would_be_trivially_dead(const tern_op_t *op) {
  static const tern_traits_t lasting = TERN_TRAIT_MEM_WRITE | TERN_TRAIT_MEM_FREE;
  if (!op->def->row || tern_op_has_trait(op, TERN_TRAIT_TERMINATOR | TERN_TRAIT_SYMBOL)) return false;
  return (find_effects(op, lasting) & lasting) == 0;
}

const tern_attr_t *tern_value_constant(const tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op || !tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE)) return NULL;
  // Elements of a dialect's type are written as others: those of quantized numbers as what is stored. They are not what
  // folds take them for.
  if (tern_type_is_shaped(value->type) && tern_type_element(value->type)->kind == TERN_TYPE_DIALECT) return NULL;
  int slot = tern_op_def_slot(op->def, TERN_STR("value"));
  if (slot >= 0) return op->slots[slot];
  if (!op->def->row || !op->def->row->fold || op->result_count != 1 || op->operand_count != 0) return NULL;
  tern_fold_result_t result = {0};
  return op->def->row->fold(op, NULL, &result) == TERN_FOLD_REPLACED ? result.attr : NULL;
}
