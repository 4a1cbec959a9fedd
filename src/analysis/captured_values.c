// Values that the ops of a region use and that are defined around it.

#include "analysis/captured_values.h"

typedef struct collection {
  const tern_op_t *op;
  tern_map_t *values;
} collection_t;

static tern_walk_result_t collect_operands(tern_op_t *inner, void *user) {
  const collection_t *collection = user;
  if (inner == collection->op) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < inner->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(inner, i);
    if (tern_map_contains(collection->values, value) || !tern_value_is_defined_outside(value, collection->op)) continue;
    tern_map_set(collection->values, value, value);
  }
  return TERN_WALK_ADVANCE;
}

void tern_collect_captured_values(tern_op_t *op, tern_map_t *values) {
  tern_op_walk_post(op, collect_operands, &(collection_t){op, values});
}
