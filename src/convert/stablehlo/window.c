// reduce_window.
//
// The operands are padded with the initial values first, so that windows lie inside. One operand of a pooling layout whose
// body is add, maximum or minimum becomes linalg.pooling_*; others are one generic op with an input that only gives the
// window its extents. For a body that is not made of scalar ops the windows are copied out into dimensions of their own, and
// reduced by stablehlo.reduce.

#include <stdlib.h>
#include <string.h>

#include "convert/stablehlo/lowering.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

typedef struct window {
  size_t rank, count;  // dimensions, inputs
  int64_t sizes[MAX_RANK], strides[MAX_RANK], dilations[MAX_RANK];
  int64_t low[MAX_RANK], high[MAX_RANK], interior[MAX_RANK];
  tern_hlo_body_t body;
} window_t;

static void read_window(tern_hlo_lowering_t *l, window_t *w) {
  w->count = l->operands.count / 2;
  w->rank = tern_type_rank(l->operands.values[0]->type);
  for (size_t i = 0; i < w->rank; ++i) {
    w->sizes[i] = tern_hlo_list_entry(l->op, "window_dimensions", i, 1);
    w->strides[i] = tern_hlo_list_entry(l->op, "window_strides", i, 1);
    w->dilations[i] = tern_hlo_list_entry(l->op, "window_dilations", i, 1);
    w->interior[i] = tern_hlo_list_entry(l->op, "base_dilations", i, 1) - 1;
    w->low[i] = tern_hlo_list_entry(l->op, "padding", 2 * i, 0);
    w->high[i] = tern_hlo_list_entry(l->op, "padding", 2 * i + 1, 0);
  }
  w->body = (tern_hlo_body_t){&l->op->regions[0], l->conversion};
}

static tern_value_t *pad_input(tern_builder_t *b, const window_t *w, tern_value_t *input, tern_value_t *init) {
  int64_t dims[MAX_RANK];
  bool is_padded = false;
  for (size_t i = 0; i < w->rank; ++i) {
    int64_t size = tern_type_dim(input->type, i);
    is_padded |= w->low[i] || w->high[i] || w->interior[i];
    dims[i] = size == TERN_DYNAMIC ? size : (size ? (size - 1) * (w->interior[i] + 1) + 1 : 0) + w->low[i] + w->high[i];
  }
  if (!is_padded) return input;
  const tern_type_t *type = tern_type_with_shape(input->type, dims, w->rank);
  return tern_build_edge_padding(b, input, type, w->low, w->high, w->interior, init);
}

static tern_extent_t build_window_count(tern_builder_t *b, const window_t *w, tern_value_t *padded, size_t dim) {
  int64_t reach = (w->sizes[dim] - 1) * w->dilations[dim] + 1;
  tern_extent_t room = tern_extent_sub(b, tern_build_dim(b, padded, dim), tern_extent_of(reach));
  if (!room.value) return tern_extent_of(room.constant < 0 ? 0 : room.constant / w->strides[dim] + 1);
  tern_value_t *stride = tern_build_index(b, w->strides[dim]);
  tern_value_t *count = tern_build_value(b, TERN_ARITH(FLOORDIVSI), .operands = TERN_VALUES(room.value, stride));
  count = tern_build_index_add(b, count, tern_build_index(b, 1));
  return tern_extent_of_value(
      tern_build_value(b, TERN_ARITH(MAXSI), .operands = TERN_VALUES(count, tern_build_index(b, 0))));
}

// --- pooling ---

typedef enum pooling { POOL_NONE, POOL_SUM, POOL_MAX, POOL_MIN } pooling_t;

// The body is one op of both arguments.
static pooling_t find_pooling(const tern_op_t *op) {
  tern_block_t *block = op->regions[0].first_block;
  tern_op_t *inner = block->first_op, *last = block->last_op;
  if (!inner || inner->next != last || last->operand_count != 1 || inner->operand_count != 2) return POOL_NONE;
  if (tern_op_operand(last, 0) != tern_op_result(inner, 0)) return POOL_NONE;
  tern_value_t *x = tern_op_operand(inner, 0), *y = tern_op_operand(inner, 1);
  bool has_both = (x == block->args[0] && y == block->args[1]) || (x == block->args[1] && y == block->args[0]);
  if (!has_both) return POOL_NONE;
  switch (tern_hlo_id(inner)) {
    case TERN_HLO_ADD: return POOL_SUM;
    case TERN_HLO_MAXIMUM: return POOL_MAX;
    case TERN_HLO_MINIMUM: return POOL_MIN;
    default: return POOL_NONE;
  }
}

// Windows over the dimensions from `first` on, `count` of them; the others are passed by one by one.
static bool slides_over(const window_t *w, size_t first, size_t count) {
  for (size_t i = 0; i < w->rank; ++i) {
    bool is_inside = i >= first && i < first + count;
    if (!is_inside && (w->sizes[i] != 1 || w->strides[i] != 1)) return false;
  }
  return true;
}

// Of layouts [sum, max, max unsigned, min, min unsigned]; NULL where linalg has none.
static const struct pooling_row {
  size_t rank, first, count;
  const tern_op_row_t *rows[5];
} pooling_rows[] = {
    {4,
     1,
     2,
     {TERN_LINALG(POOLING_NHWC_SUM), TERN_LINALG(POOLING_NHWC_MAX), TERN_LINALG(POOLING_NHWC_MAX_UNSIGNED),
      TERN_LINALG(POOLING_NHWC_MIN), TERN_LINALG(POOLING_NHWC_MIN_UNSIGNED)}},
    {4, 2, 2, {TERN_LINALG(POOLING_NCHW_SUM), TERN_LINALG(POOLING_NCHW_MAX), NULL, NULL, NULL}},
    {3,
     1,
     1,
     {TERN_LINALG(POOLING_NWC_SUM), TERN_LINALG(POOLING_NWC_MAX), TERN_LINALG(POOLING_NWC_MAX_UNSIGNED),
      TERN_LINALG(POOLING_NWC_MIN), TERN_LINALG(POOLING_NWC_MIN_UNSIGNED)}},
    {3, 2, 1, {TERN_LINALG(POOLING_NCW_SUM), TERN_LINALG(POOLING_NCW_MAX), NULL, NULL, NULL}},
    {5,
     1,
     3,
     {TERN_LINALG(POOLING_NDHWC_SUM), TERN_LINALG(POOLING_NDHWC_MAX), NULL, TERN_LINALG(POOLING_NDHWC_MIN), NULL}},
};

static tern_value_t *build_pooling(tern_hlo_lowering_t *l, const window_t *w, tern_value_t *input, tern_value_t *init) {
  pooling_t kind = w->count == 1 ? find_pooling(l->op) : POOL_NONE;
  const tern_type_t *written = tern_hlo_written_element(l->op, 0), *element = tern_type_element(input->type);
  bool is_float = tern_type_is_float(element) && tern_type_bit_width(element) >= 16;
  bool is_integer = tern_type_is_integer(element) && tern_integer_type_width(element) > 1;
  bool is_unsigned = tern_type_is_integer(written) && tern_integer_type_signedness(written) == TERN_UNSIGNED;
  if (kind == POOL_NONE || (!is_float && !is_integer)) return NULL;
  size_t which = kind == POOL_SUM ? 0 : (kind == POOL_MAX ? 1 : 3) + (is_unsigned ? 1 : 0);
  for (size_t i = 0; i < sizeof pooling_rows / sizeof pooling_rows[0]; ++i) {
    const struct pooling_row *row = &pooling_rows[i];
    if (row->rank != w->rank || !slides_over(w, row->first, row->count) || !row->rows[which]) continue;
    int64_t count = (int64_t)row->count;
    const tern_type_t *shape = tern_tensor_type_get(element, &w->sizes[row->first], row->count, NULL);
    const tern_type_t *list = tern_tensor_type_get(tern_i_type_get(l->b->context, 64), &count, 1, NULL);
    const tern_attr_t *strides = tern_dense_elements_attr_get_i64(list, &w->strides[row->first], row->count);
    const tern_attr_t *dilations = tern_dense_elements_attr_get_i64(list, &w->dilations[row->first], row->count);
    tern_value_t *extents = tern_build_empty(l->b, shape, NULL);
    tern_op_t *op =
        tern_linalg_build_named(l->b, row->rows[which], TERN_TYPES(init->type), TERN_VALUES(input, extents),
                                TERN_VALUES(init), TERN_ATTRS({"strides", strides}, {"dilations", dilations}));
    return tern_op_result(op, 0);
  }
  return NULL;
}

// --- the generic op ---

static void fill_with_body(tern_builder_t *b, tern_block_t *block, void *user) {
  const window_t *w = user;
  tern_value_t **args = tern_malloc((2 * w->count + 1) * sizeof(*args));
  tern_value_t **results = tern_malloc((w->count + 1) * sizeof(*results));
  for (size_t i = 0; i < w->count; ++i) {
    args[i] = block->args[block->arg_count - w->count + i];  // after the inputs and the window
    args[w->count + i] = block->args[i];
  }
  tern_hlo_build_body(b, &w->body, args, results, w->count);
  tern_build_linalg_yield(b, (tern_values_t){results, w->count});
  free(args);
  free(results);
}

// Loops: the result's dimensions, then those in which the window has more than one element. An operand that is not read gives
// these their extents.
static void build_generic(tern_hlo_lowering_t *l, window_t *w, tern_value_t **inputs) {
  tern_context_t *context = l->b->context;
  size_t positions[MAX_RANK], wide[MAX_RANK], wide_count = 0, input_count = w->count;
  int64_t wide_sizes[MAX_RANK];
  const tern_affine_expr_t *exprs[MAX_RANK];
  const tern_affine_map_t **maps = tern_malloc((2 * w->count + 1) * sizeof(*maps));
  for (size_t i = 0; i < w->rank; ++i) {
    positions[i] = i;
    exprs[i] = tern_affine_mul(tern_affine_dim(context, i), tern_affine_constant(context, w->strides[i]));
    if (w->sizes[i] == 1) continue;
    wide_sizes[wide_count] = w->sizes[i];
    wide[wide_count] = w->rank + wide_count;
    const tern_affine_expr_t *step = tern_affine_dim(context, wide[wide_count++]);
    exprs[i] = tern_affine_add(exprs[i], tern_affine_mul(step, tern_affine_constant(context, w->dilations[i])));
  }
  size_t loops = w->rank + wide_count;
  for (size_t i = 0; i < w->count; ++i) maps[i] = tern_affine_map_get(context, loops, 0, exprs, w->rank);
  if (wide_count > 0) {
    const tern_type_t *element = tern_type_element(l->types[0]);
    maps[input_count] = tern_affine_map_select(context, loops, wide, wide_count);
    inputs[input_count++] = tern_build_empty(l->b, tern_tensor_type_get(element, wide_sizes, wide_count, NULL), NULL);
  }
  for (size_t i = 0; i < w->count; ++i) {
    maps[input_count + i] = tern_affine_map_select(context, loops, positions, w->rank);
  }
  tern_op_t *generic =
      tern_build_tensor_generic(l->b, (tern_values_t){inputs, input_count}, (tern_values_t){l->results, w->count}, maps,
                                w->rank, wide_count, fill_with_body, w);
  for (size_t i = 0; i < w->count; ++i) l->results[i] = tern_op_result(generic, i);
  free(maps);
}

// Windows as dimensions of their own, reduced by an op that knows any body.
static void build_reduce(tern_hlo_lowering_t *l, const window_t *w, tern_value_t *const *inputs) {
  tern_builder_t *b = l->b;
  tern_value_t **operands = tern_malloc((2 * w->count + 1) * sizeof(*operands));
  const tern_type_t **types = tern_malloc((w->count + 1) * sizeof(*types));
  const tern_affine_expr_t *exprs[MAX_RANK];
  int64_t dims[MAX_RANK];
  tern_extent_t sizes[MAX_RANK];
  for (size_t i = 0; i < w->count; ++i) {
    tern_build_dims(b, l->results[i], sizes);
    for (size_t d = 0; d < w->rank; ++d) {
      const tern_affine_expr_t *stride = tern_affine_constant(b->context, w->strides[d]);
      const tern_affine_expr_t *dilation = tern_affine_constant(b->context, w->dilations[d]);
      exprs[d] = tern_affine_add(tern_affine_mul(tern_affine_dim(b->context, d), stride),
                                 tern_affine_mul(tern_affine_dim(b->context, w->rank + d), dilation));
      dims[d] = tern_type_dim(l->results[i]->type, d);
      dims[w->rank + d] = w->sizes[d];
      sizes[w->rank + d] = tern_extent_of(w->sizes[d]);
    }
    const tern_type_t *type = tern_type_with_shape(inputs[i]->type, dims, 2 * w->rank);
    const tern_affine_map_t *map = tern_affine_map_get(b->context, 2 * w->rank, 0, exprs, w->rank);
    tern_value_t *windows = tern_build_moved(b, inputs[i], map, tern_build_empty(b, type, sizes));
    operands[i] = tern_hlo_build_written(b, windows, tern_type_with_element(type, tern_hlo_written_element(l->op, i)));
    operands[w->count + i] = tern_op_operand(l->op, w->count + i);
    types[i] = tern_type_with_element(l->results[i]->type, tern_type_element(tern_op_result(l->op, i)->type));
  }
  for (size_t d = 0; d < w->rank; ++d) dims[d] = (int64_t)(w->rank + d);
  tern_op_t *reduce = tern_build(
      b, TERN_STABLEHLO(REDUCE), .operands = {operands, 2 * w->count}, .types = {types, w->count}, .regions = 1,
      .attrs = TERN_ATTRS({"dimensions", tern_dense_i64_array_attr_get(b->context, dims, w->rank)}));
  tern_region_clone_into(&l->op->regions[0], &reduce->regions[0], NULL);
  for (size_t i = 0; i < w->count; ++i) {
    l->results[i] = tern_hlo_remapped(l->conversion, tern_op_result(reduce, i));
  }
  free(operands);
  free(types);
}

bool tern_hlo_lower_reduce_window(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  window_t w = {0};
  if (l->operands.count < 2) return false;
  read_window(l, &w);
  if (2 * w.rank > MAX_RANK) return tern_op_error(l->op, "has more than %d dimensions", MAX_RANK / 2);
  tern_value_t **inputs = tern_malloc((w.count + 1) * sizeof(*inputs));
  bool is_empty = false;
  for (size_t i = 0; i < w.count; ++i) {
    tern_value_t *init = tern_build_only_element(b, l->operands.values[w.count + i]);
    inputs[i] = pad_input(b, &w, l->operands.values[i], init);
    tern_extent_t sizes[MAX_RANK];
    int64_t dims[MAX_RANK];
    for (size_t d = 0; d < w.rank; ++d) {
      sizes[d] = build_window_count(b, &w, inputs[i], d);
      dims[d] = sizes[d].value ? TERN_DYNAMIC : sizes[d].constant;
      is_empty |= dims[d] == 0;
    }
    l->results[i] = tern_build_filled(b, tern_type_with_shape(l->types[i], dims, w.rank), sizes, init);
  }
  bool is_scalar = tern_hlo_body_is_scalar(&w.body);
  // Without a window there is nothing to reduce, and a window that is larger than its input would not verify.
  tern_value_t *pooled = is_scalar && !is_empty ? build_pooling(l, &w, inputs[0], l->results[0]) : NULL;
  if (pooled) {
    l->results[0] = pooled;
  } else if (!is_scalar && !is_empty) {
    build_reduce(l, &w, inputs);
  } else if (!is_empty) {
    build_generic(l, &w, inputs);
  }
  for (size_t i = 0; i < w.count; ++i) l->results[i] = tern_build_tensor_cast(b, l->results[i], l->types[i]);
  free(inputs);
  return true;
}
