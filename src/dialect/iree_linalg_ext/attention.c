// What the attributes of attention say of its operands.

#include "dialect/iree_linalg_ext/hooks.h"
#include "ir/diagnostic.h"
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
  const tern_block_t *body = op->regions[0].first_block;
  out->extra_count = body && body->arg_count > 1 ? body->arg_count - 1 : 0;
  if (out->extra_count > TERN_LINALG_EXT_MAX_EXTRAS || inputs < 3 + out->extra_count) return false;
  out->first_extra = inputs - out->extra_count;
  // The scale may be left out; a mask is a tensor.
  if (out->first_extra > 3 && is_scalar(tern_linalg_ext_input(op, 3))) out->scale = tern_linalg_ext_input(op, 3);
  size_t mask = out->scale ? 4 : 3;
  if (out->first_extra > mask) out->mask_value = tern_linalg_ext_input(op, mask);
  if (!list) {
    if (out->extra_count > 0) return false;
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
  if (count > inputs + outputs || unmapped > (out->scale ? 1 : 0) || count > TERN_LINALG_EXT_MAX_MAPS) return false;
  size_t mask_map = mask - unmapped, output_map = inputs - unmapped;
  const tern_affine_map_t *maps[TERN_LINALG_EXT_MAX_MAPS];
  for (size_t i = 0; i < count; ++i) maps[i] = tern_affine_map_attr_value(tern_array_attr_at(list, i));
  out->query = maps[0];
  out->key = maps[1];
  out->value = maps[2];
  out->mask = out->mask_value ? maps[mask_map] : NULL;
  for (size_t i = 0; i < out->extra_count; ++i) out->extras[i] = maps[out->first_extra - unmapped + i];
  out->output = maps[output_map];
  return true;
}

static bool uses(const tern_affine_map_t *map, size_t loop) {
  for (size_t i = 0; map && i < map->result_count; ++i) {
    if (tern_affine_expr_is_dim(map->results[i], loop)) return true;
  }
  return false;
}

bool tern_linalg_ext_verify_index(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  tern_attention_t a;
  if (!parent || (!tern_op_is(parent, TERN_IREE_LINALG_EXT(ATTENTION)) &&
                  !tern_op_is(parent, TERN_IREE_LINALG_EXT(ONLINE_ATTENTION)))) {
    return tern_op_error(op, "is in no body of an attention");
  }
  if (tern_linalg_ext_input_count(parent) < 3 || !tern_linalg_ext_read_attention(parent, &a)) return true;
  size_t loop = (size_t)tern_integer_attr_value(tern_op_attr(op, "dim"));
  bool in_query = uses(a.query, loop), in_key = uses(a.key, loop);
  bool is_summed_over = in_query && in_key && !uses(a.value, loop) && !uses(a.output, loop);
  return ((in_query || in_key) && !is_summed_over) || tern_op_error(op, "names a loop that scores do not have");
}

// Notes how far the loops of an operand go. False if that is not known, nothing at all, or its elements are of another
// type.
static bool add_extents(const tern_value_t *value, const tern_affine_map_t *map, const tern_type_t *element,
                        int64_t *extents) {
  if (!tern_type_has_static_shape(value->type) || tern_type_element(value->type) != element) return false;
  for (size_t i = 0; i < map->result_count; ++i) {
    if (map->results[i]->kind != TERN_AFFINE_DIM || tern_type_dim(value->type, i) < 1) return false;
    extents[map->results[i]->value] = tern_type_dim(value->type, i);
  }
  return true;
}

static bool has_common_type(const tern_op_t *op, const tern_attention_t *a, int64_t *extents) {
  const tern_value_t *query = tern_linalg_ext_input(op, 0);
  const tern_type_t *element = tern_type_element(query->type), *scale = a->scale ? a->scale->type : element;
  if (element->kind != TERN_TYPE_F32 && element->kind != TERN_TYPE_F64) return false;
  if ((tern_type_is_shaped(scale) ? tern_type_element(scale) : scale) != element) return false;
  return add_extents(query, a->query, element, extents) &&
         add_extents(tern_linalg_ext_input(op, 1), a->key, element, extents) &&
         add_extents(tern_linalg_ext_input(op, 2), a->value, element, extents) &&
         add_extents(tern_linalg_ext_output(op, 0), a->output, element, extents) &&
         (!a->mask || add_extents(a->mask_value, a->mask, element, extents));
}

#define PAGE 4096

bool tern_linalg_ext_find_attention_loops(const tern_op_t *op, tern_attention_loops_t *out) {
  enum { IN_QUERY = 1, IN_KEY = 2, IN_VALUE = 4, IN_OUTPUT = 8 };
  tern_attention_t a;
  *out = (tern_attention_loops_t){0};
  if (!tern_op_is(op, TERN_IREE_LINALG_EXT(ATTENTION)) || !tern_linalg_ext_read_attention(op, &a)) return false;
  if (a.extra_count > 0) return false;
  if (a.query->dim_count > TERN_LINALG_EXT_MAX_LOOPS || !has_common_type(op, &a, out->extents)) return false;
  size_t rows = 0, keys = 0, depths = 0, columns = 0;
  for (size_t loop = 0; loop < a.query->dim_count; ++loop) {
    int in = (uses(a.query, loop) ? IN_QUERY : 0) | (uses(a.key, loop) ? IN_KEY : 0) |
             (uses(a.value, loop) ? IN_VALUE : 0) | (uses(a.output, loop) ? IN_OUTPUT : 0);
    bool is_outer = (in & IN_QUERY) && (in & IN_OUTPUT);
    if (in == (IN_QUERY | IN_OUTPUT)) out->rows = loop, ++rows;
    if (in == (IN_KEY | IN_VALUE)) out->keys = loop, ++keys;
    if (in == (IN_QUERY | IN_KEY)) out->depth = loop, ++depths;
    if (in == (IN_VALUE | IN_OUTPUT)) out->columns = loop, ++columns;
    if (is_outer) out->outer[out->outer_count++] = loop;
    bool is_inner = in == (IN_KEY | IN_VALUE) || in == (IN_QUERY | IN_KEY) || in == (IN_VALUE | IN_OUTPUT);
    if (!is_outer && (!is_inner || (uses(a.mask, loop) && in != (IN_KEY | IN_VALUE)))) return false;
  }
  if (rows == 0 || keys != 1 || depths != 1 || columns != 1) return false;
  int64_t bytes = (int64_t)tern_dense_element_size(tern_type_element(tern_linalg_ext_input(op, 0)->type));
  if (out->extents[out->depth] > PAGE || out->extents[out->columns] > PAGE ||
      (out->extents[out->depth] + out->extents[out->columns]) * bytes > PAGE) {
    return false;
  }
  // The last loop of queries is cut into blocks; others, such as heads that share keys, go one by one.
  for (size_t i = 0, count = out->outer_count; i < count; ++i) {
    if (out->outer[i] != out->rows) continue;
    for (size_t k = i + 1; k < count; ++k) out->outer[k - 1] = out->outer[k];
    --out->outer_count;
    break;
  }
  return tern_affine_expr_is_dim(a.output->results[a.output->result_count - 1], out->columns);
}

// --- loops of any attention ---

static bool add_sizes(const tern_value_t *value, const tern_affine_map_t *map, int64_t *extents) {
  if (!tern_type_is_shaped(value->type) || !tern_type_has_static_shape(value->type)) return false;
  if (tern_type_rank(value->type) != map->result_count) return false;
  for (size_t i = 0; i < map->result_count; ++i) {
    if (map->results[i]->kind != TERN_AFFINE_DIM || tern_type_dim(value->type, i) < 1) return false;
    extents[map->results[i]->value] = tern_type_dim(value->type, i);
  }
  return true;
}

static bool read_sizes(const tern_op_t *op, const tern_attention_t *a, int64_t *extents) {
  bool is_right = add_sizes(tern_linalg_ext_input(op, 0), a->query, extents) &&
                  add_sizes(tern_linalg_ext_input(op, 1), a->key, extents) &&
                  add_sizes(tern_linalg_ext_input(op, 2), a->value, extents) &&
                  add_sizes(tern_linalg_ext_output(op, 0), a->output, extents) &&
                  (!a->mask || add_sizes(a->mask_value, a->mask, extents));
  for (size_t i = 0; i < a->extra_count && is_right; ++i)
    is_right = add_sizes(tern_linalg_ext_input(op, a->first_extra + i), a->extras[i], extents);
  return is_right;
}

bool tern_linalg_ext_read_attention_loops(const tern_op_t *op, tern_attention_loops_t *out) {
  enum { IN_QUERY = 1, IN_KEY = 2, IN_VALUE = 4, IN_OUTPUT = 8 };
  tern_attention_t a;
  *out = (tern_attention_loops_t){.rows = TERN_LINALG_EXT_NO_LOOP,
                                  .keys = TERN_LINALG_EXT_NO_LOOP,
                                  .depth = TERN_LINALG_EXT_NO_LOOP,
                                  .columns = TERN_LINALG_EXT_NO_LOOP};
  if (!tern_op_is(op, TERN_IREE_LINALG_EXT(ATTENTION)) || !tern_linalg_ext_read_attention(op, &a)) return false;
  if (a.query->dim_count > TERN_LINALG_EXT_MAX_LOOPS || !read_sizes(op, &a, out->extents)) return false;
  for (size_t loop = 0; loop < a.query->dim_count; ++loop) {
    int in = (uses(a.query, loop) ? IN_QUERY : 0) | (uses(a.key, loop) ? IN_KEY : 0) |
             (uses(a.value, loop) ? IN_VALUE : 0) | (uses(a.output, loop) ? IN_OUTPUT : 0);
    size_t *only = in == (IN_KEY | IN_VALUE)      ? &out->keys
                   : in == (IN_QUERY | IN_KEY)    ? &out->depth
                   : in == (IN_VALUE | IN_OUTPUT) ? &out->columns
                                                  : NULL;
    if (out->extents[loop] <= 1) continue;
    if (only) {
      if (*only != TERN_LINALG_EXT_NO_LOOP) return false;
      *only = loop;
    } else if ((in & IN_OUTPUT) && (in & (IN_QUERY | IN_KEY))) {
      out->outer[out->outer_count++] = loop;
      bool is_row = in == (IN_QUERY | IN_OUTPUT);
      bool is_longest = out->rows == TERN_LINALG_EXT_NO_LOOP || out->extents[loop] >= out->extents[out->rows];
      if (is_row && is_longest) out->rows = loop;
    } else {
      return false;
    }
  }
  size_t kept = 0;
  for (size_t i = 0; i < out->outer_count; ++i) {
    if (out->outer[i] != out->rows) out->outer[kept++] = out->outer[i];
  }
  out->outer_count = kept;
  return true;
}
