// What the attributes of attention say of its operands.

#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "ir/op.h"

// Loops (batch, query, value, key, inner) of an op without maps.
static const tern_affine_map_t *default_map(tern_context_t *context, size_t b, size_t row, size_t column) {
  return tern_affine_map_select(context, 5, (const size_t[]){b, row, column}, 3);
}

static bool is_scalar(const tern_value_t *value) {
  return !tern_type_is_shaped(value->type) || tern_type_rank(value->type) == 0;
}

bool tern_linalg_ext_read_attention(const tern_op_t *op, tern_attention_t *out) {
  size_t inputs = tern_linalg_ext_input_count(op), outputs = tern_linalg_ext_output_count(op);
  const tern_attr_t *list = tern_op_attr(op, "indexing_maps"), *flag = tern_op_attr(op, "transpose_v");
  *out = (tern_attention_t){0};
  // The scale may be left out; a mask is a tensor.
  if (inputs > 3 && is_scalar(tern_linalg_ext_input(op, 3))) out->scale = tern_linalg_ext_input(op, 3);
  size_t mask = out->scale ? 4 : 3;
  if (inputs > mask) out->mask_value = tern_linalg_ext_input(op, mask);
  if (!list) {
    bool is_transposed = flag && tern_integer_attr_value(flag) != 0;
    tern_context_t *context = tern_op_context(op);
    out->query = default_map(context, 0, 1, 4);
    out->key = default_map(context, 0, 3, 4);
    out->value = is_transposed ? default_map(context, 0, 2, 3) : default_map(context, 0, 3, 2);
    out->mask = out->mask_value ? default_map(context, 0, 1, 3) : NULL;
    out->output = default_map(context, 0, 1, 2);
    return true;
  }
  // A scale need not have a map.
  size_t count = tern_array_attr_count(list), unmapped = inputs + outputs - count;
  if (count > inputs + outputs || unmapped > (out->scale ? 1 : 0)) return false;
  size_t mask_map = mask - unmapped, output_map = inputs - unmapped;
  const tern_affine_map_t *maps[TERN_LINALG_EXT_MAX_MAPS];
  for (size_t i = 0; i < count; ++i) maps[i] = tern_affine_map_attr_value(tern_array_attr_at(list, i));
  out->query = maps[0];
  out->key = maps[1];
  out->value = maps[2];
  out->mask = out->mask_value ? maps[mask_map] : NULL;
  out->output = maps[output_map];
  return true;
}
