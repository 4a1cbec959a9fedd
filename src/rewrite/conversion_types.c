// Type conversion: the rules of a converter, the last one first.

#include "rewrite/conversion_private.h"

// How many types `type` converts to; negative if it cannot be converted.
static int convert_one(const tern_type_converter_t *converter, const tern_type_t *type,
                       const tern_type_t *out_types[MAX_CONVERTED_TYPES]) {
  for (size_t i = converter->rule_count; i-- > 0;) {
    size_t count = 0;
    int answer = converter->rules[i](type, converter->user, out_types, &count);
    if (answer < 0) return -1;
    if (answer > 0) return (int)count;
  }
  return -1;
}

const tern_type_t *tern_convert_type(const tern_type_converter_t *converter, const tern_type_t *type) {
  const tern_type_t *types[MAX_CONVERTED_TYPES];
  return convert_one(converter, type, types) == 1 ? types[0] : NULL;
}

bool tern_convert_types(const tern_type_converter_t *converter, tern_types_t types, const tern_type_t **out_types,
                        size_t capacity, size_t *out_count) {
  *out_count = 0;
  for (size_t i = 0; i < types.count; ++i) {
    const tern_type_t *converted[MAX_CONVERTED_TYPES];
    int count = convert_one(converter, types.values[i], converted);
    if (count < 0 || *out_count + (size_t)count > capacity) return false;
    for (int j = 0; j < count; ++j) out_types[(*out_count)++] = converted[j];
  }
  return true;
}

bool tern_type_is_legal(const tern_type_converter_t *converter, const tern_type_t *type) {
  return tern_convert_type(converter, type) == type;
}

bool tern_op_types_are_legal(const tern_type_converter_t *converter, const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!tern_type_is_legal(converter, tern_op_operand(op, i)->type)) return false;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!tern_type_is_legal(converter, tern_op_result(op, i)->type)) return false;
  }
  return true;
}
