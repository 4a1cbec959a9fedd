// TOSA's pooling as named ops of linalg on a padded image.
//
// Padding never counts: for the maximum it is the lowest number; for the average it is 0 (in floats) or the zero point, and
// the sum is divided by the number of elements of the window that lie inside. Integers are divided as the specification does it:
// by a multiplier and a shift.

#include <math.h>
#include <string.h>

#include "convert/tosa/lowering.h"

typedef struct pool {
  int64_t kernel[2], stride[2], low[2], high[2];
  tern_extent_t input[2], sizes[4];  // rows and columns of the input; the result
  tern_value_t *image;               // padded
  tern_value_t *input_zp, *output_zp;
} pool_t;

static void read_pool(tern_tosa_lowering_t *l, pool_t *p, tern_value_t *padding) {
  tern_builder_t *b = l->b;
  const tern_type_t *type = l->operands[0]->type;
  int64_t low[4] = {0}, high[4] = {0}, interior[4] = {0}, dims[4];
  memcpy(dims, tern_type_dims(type), sizeof dims);
  bool is_padded = false;
  for (size_t i = 0; i < 2; ++i) {
    p->kernel[i] = tern_tosa_entry(l->op, "kernel", i, 1);
    p->stride[i] = tern_tosa_entry(l->op, "stride", i, 1);
    low[i + 1] = p->low[i] = tern_tosa_entry(l->op, "pad", 2 * i, 0);
    high[i + 1] = p->high[i] = tern_tosa_entry(l->op, "pad", 2 * i + 1, 0);
    is_padded |= low[i + 1] || high[i + 1];
    if (dims[i + 1] != TERN_DYNAMIC) dims[i + 1] += low[i + 1] + high[i + 1];
    p->input[i] = tern_build_dim(b, l->operands[0], i + 1);
  }
  p->image = l->operands[0];
  if (is_padded) {
    p->image = tern_build_edge_padding(b, p->image, tern_type_with_shape(type, dims, 4), low, high, interior, padding);
  }
  p->sizes[0] = tern_build_dim(b, p->image, 0);
  p->sizes[3] = tern_build_dim(b, p->image, 3);
  for (size_t i = 0; i < 2; ++i) {
    tern_extent_t room = tern_extent_sub(b, tern_build_dim(b, p->image, i + 1), tern_extent_of(p->kernel[i]));
    if (!room.value) {
      p->sizes[i + 1] = tern_extent_of(room.constant / p->stride[i] + 1);
    } else {
      tern_value_t *count = tern_build_value(b, TERN_ARITH(DIVSI),
                                             .operands = TERN_VALUES(room.value, tern_build_index(b, p->stride[i])));
      p->sizes[i + 1] = (tern_extent_t){0, tern_build_index_add(b, count, tern_build_index(b, 1))};
    }
  }
}

static const tern_type_t *result_type(const pool_t *p, const tern_type_t *element) {
  int64_t dims[4];
  for (size_t i = 0; i < 4; ++i) dims[i] = p->sizes[i].value ? TERN_DYNAMIC : p->sizes[i].constant;
  return tern_tensor_type_get(element, dims, 4, NULL);
}

static tern_value_t *build_window(tern_builder_t *b, const pool_t *p, const tern_type_t *element) {
  return tern_build_empty(b, tern_tensor_type_get(element, p->kernel, 2, NULL), NULL);
}

static tern_value_t *build_named(tern_builder_t *b, const pool_t *p, const tern_op_row_t *row, tern_value_t *init) {
  int64_t two = 2, ones[] = {1, 1};
  const tern_type_t *list = tern_tensor_type_get(tern_i_type_get(b->context, 64), &two, 1, NULL);
  tern_op_t *op = tern_linalg_build_named(b, row, TERN_TYPES(init->type),
                                          TERN_VALUES(p->image, build_window(b, p, tern_type_element(init->type))),
                                          TERN_VALUES(init),
                                          TERN_ATTRS({"strides", tern_dense_elements_attr_get_i64(list, p->stride, 2)},
                                                     {"dilations", tern_dense_elements_attr_get_i64(list, ones, 2)}));
  return tern_op_result(op, 0);
}

// --- maximum ---

static void fill_with_maximum(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_build_linalg_yield(b, TERN_VALUES(tern_tosa_build_extreme(b, true, true, false, body->args[0], body->args[2])));
}

static bool lower_max_pool(tern_tosa_lowering_t *l) {
  tern_builder_t *b = l->b;
  const tern_type_t *element = tern_type_element(l->operands[0]->type);
  bool is_unsigned = tern_tosa_is_unsigned(tern_tosa_written_element(l->op, 0));
  bool ignores_nan = tern_tosa_ignores_nan(l->op) && tern_type_is_float(element);
  // Where NaN is ignored, a window of nothing but NaN gives NaN.
  const tern_attr_t *start =
      ignores_nan ? tern_float_attr_get(element, NAN) : tern_tosa_lowest_attr(element, is_unsigned);
  tern_value_t *lowest = tern_build_constant(b, start);
  pool_t p = {0};
  read_pool(l, &p, lowest);
  tern_value_t *init = tern_build_filled(b, result_type(&p, element), p.sizes, lowest);
  if (!ignores_nan) {
    l->results[0] =
        build_named(b, &p, is_unsigned ? TERN_LINALG(POOLING_NHWC_MAX_UNSIGNED) : TERN_LINALG(POOLING_NHWC_MAX), init);
    return true;
  }
  tern_context_t *context = b->context;
  const tern_affine_expr_t *exprs[4] = {tern_affine_dim(context, 0), NULL, NULL, tern_affine_dim(context, 3)};
  for (size_t i = 0; i < 2; ++i) {
    const tern_affine_expr_t *window = tern_affine_dim(context, 4 + i);
    exprs[i + 1] = tern_affine_add(
        tern_affine_mul(tern_affine_dim(context, i + 1), tern_affine_constant(context, p.stride[i])), window);
  }
  const tern_affine_expr_t *windows[] = {tern_affine_dim(context, 4), tern_affine_dim(context, 5)};
  const tern_affine_expr_t *results[] = {tern_affine_dim(context, 0), tern_affine_dim(context, 1),
                                         tern_affine_dim(context, 2), tern_affine_dim(context, 3)};
  const tern_affine_map_t *maps[] = {tern_affine_map_get(context, 6, 0, exprs, 4),
                                     tern_affine_map_get(context, 6, 0, windows, 2),
                                     tern_affine_map_get(context, 6, 0, results, 4)};
  tern_op_t *op = tern_build_tensor_generic(b, TERN_VALUES(p.image, build_window(b, &p, element)), TERN_VALUES(init),
                                            maps, 4, 2, fill_with_maximum, NULL);
  l->results[0] = tern_op_result(op, 0);
  return true;
}

// --- average ---

// Elements of the window at `place` along spatial dimension `i` that lie inside of the input.
static tern_value_t *build_count(tern_builder_t *b, const pool_t *p, size_t i) {
  if (p->low[i] == 0 && p->high[i] == 0) return tern_build_index(b, p->kernel[i]);
  tern_value_t *place = tern_linalg_build_index(b, i + 1);
  tern_value_t *start = tern_build_index_sub(b, tern_build_index_mul(b, place, tern_build_index(b, p->stride[i])),
                                             tern_build_index(b, p->low[i]));
  tern_value_t *end = tern_build_index_add(b, start, tern_build_index(b, p->kernel[i]));
  tern_value_t *zero = tern_build_index(b, 0);
  start = tern_build_binary(b, TERN_ARITH(MAXSI), start, zero);
  end = tern_build_binary(b, TERN_ARITH(MINSI), end, tern_build_extent(b, p->input[i]));
  return tern_build_index_sub(b, end, start);
}

// (sum - count * input_zp) / count + output_zp, by a multiplier of 30 bits and a shift.
static tern_value_t *build_integer_average(tern_builder_t *b, const pool_t *p, tern_value_t *sum, tern_value_t *count,
                                           const tern_type_t *to) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *i64 = tern_i_type_get(b->context, 64);
  count = tern_tosa_build_cast(b, TERN_ARITH(INDEX_CAST), count, i32);
  if (p->input_zp)
    sum = tern_build_binary(b, TERN_ARITH(SUBI), sum, tern_build_binary(b, TERN_ARITH(MULI), count, p->input_zp));
  tern_value_t *one = tern_tosa_build_int(b, i32, 1), *bits = tern_tosa_build_int(b, i32, 32);
  tern_value_t *zeros = tern_tosa_build_unary(b, TERN_MATH(CTLZ), tern_build_binary(b, TERN_ARITH(SUBI), count, one));
  tern_value_t *k = tern_build_binary(b, TERN_ARITH(SUBI), bits, zeros);
  tern_value_t *numerator = tern_build_binary(b, TERN_ARITH(SHLI), tern_tosa_build_int(b, i64, (INT64_C(1) << 30) + 1),
                                              tern_tosa_build_cast(b, TERN_ARITH(EXTUI), k, i64));
  tern_value_t *multiplier =
      tern_build_binary(b, TERN_ARITH(DIVUI), numerator, tern_tosa_build_cast(b, TERN_ARITH(EXTUI), count, i64));
  multiplier = tern_tosa_build_cast(b, TERN_ARITH(TRUNCI), multiplier, i32);
  const tern_type_t *i8 = tern_i_type_get(b->context, 8);
  tern_value_t *shift = tern_build_binary(b, TERN_ARITH(ADDI), tern_tosa_build_cast(b, TERN_ARITH(TRUNCI), k, i8),
                                          tern_tosa_build_int(b, i8, 30));
  tern_value_t *value = tern_tosa_build_apply_scale(b, sum, multiplier, shift, TERN_TOSA_SINGLE_ROUND);
  if (p->output_zp) value = tern_build_binary(b, TERN_ARITH(ADDI), value, p->output_zp);
  if (tern_integer_type_width(to) < 32) {
    value = tern_tosa_build_clipped(b, value, tern_tosa_lowest(to, false), tern_tosa_highest(to, false));
  }
  return tern_tosa_build_resized(b, value, to, false);
}

static void fill_with_average(tern_builder_t *b, tern_block_t *body, void *user) {
  const pool_t *p = user;
  tern_value_t *sum = body->args[0];
  const tern_type_t *to = body->args[1]->type;
  tern_value_t *count = tern_build_index_mul(b, build_count(b, p, 0), build_count(b, p, 1));
  tern_value_t *value;
  if (tern_type_is_float(sum->type)) {
    count = tern_tosa_build_cast(b, TERN_ARITH(INDEX_CAST), count, tern_i_type_get(b->context, 32));
    count = tern_tosa_build_cast(b, TERN_ARITH(SITOFP), count, sum->type);
    value = tern_tosa_build_converted(b, tern_build_binary(b, TERN_ARITH(DIVF), sum, count), sum->type, to);
  } else {
    value = build_integer_average(b, p, sum, count, to);
  }
  tern_build_linalg_yield(b, TERN_VALUES(value));
}

static bool lower_avg_pool(tern_tosa_lowering_t *l) {
  tern_builder_t *b = l->b;
  const tern_type_t *element = tern_type_element(l->operands[0]->type), *to = tern_type_element(l->types[0]);
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  bool is_integer = tern_type_is_integer(element);
  pool_t p = {.input_zp = tern_tosa_build_zero_point(l, 1, i32, false),
              .output_zp = tern_tosa_build_zero_point(l, 2, i32, false)};
  // Padding is 0 and does not count.
  read_pool(l, &p, tern_build_scalar_number(b, element, 0));
  const tern_type_t *total = is_integer ? i32 : tern_tosa_accumulator_of(element);
  tern_value_t *init = tern_build_filled(b, result_type(&p, total), p.sizes, tern_build_scalar_number(b, total, 0));
  tern_value_t *sum = build_named(b, &p, TERN_LINALG(POOLING_NHWC_SUM), init);
  const tern_affine_map_t *identity = tern_affine_map_identity(b->context, 4), *maps[] = {identity, identity};
  tern_value_t *empty = tern_build_empty(b, result_type(&p, to), p.sizes);
  tern_op_t *op = tern_build_tensor_generic(b, TERN_VALUES(sum), TERN_VALUES(empty), maps, 4, 0, fill_with_average, &p);
  l->results[0] = tern_op_result(op, 0);
  return true;
}

const tern_tosa_lowering_row_t tern_tosa_pool_lowerings[] = {
    {TERN_TOSA(AVG_POOL2D), lower_avg_pool},
    {TERN_TOSA(MAX_POOL2D), lower_max_pool},
    {NULL, NULL},
};
