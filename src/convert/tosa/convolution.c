// TOSA convolutions as named ops of linalg.
//
//   %0 = tosa.conv2d %x, %w, %b, %zx, %zw {...}
// becomes tensor.pad of %x by its zero point, a linalg.transpose of %w (or none, for the layout FHWC), a tensor that repeats
// the bias, and linalg.conv_2d_nhwc_hwcf into it; with zero points that are not 0, its twin `_q`. A transposed convolution is
// one over the image with zero points put between its elements, with the window reversed.

#include <string.h>

#include "convert/tosa/lowering.h"
#include "convert/tosa/tosa_to_linalg_named.h"

#define MAX_RANK TERN_TOSA_MAX_RANK

typedef struct convolution {
  size_t spatial;
  int64_t strides[3], dilations[3];
  tern_value_t *image, *kernel, *bias;
  tern_value_t *image_zp, *kernel_zp;  // i32; NULL: 0
  const tern_type_t *accumulator;
} convolution_t;

static const tern_attr_t *list_attr(tern_context_t *context, const int64_t *values, size_t count) {
  int64_t size = (int64_t)count;
  return tern_dense_elements_attr_get_i64(tern_tensor_type_get(tern_i_type_get(context, 64), &size, 1, NULL), values,
                                          count);
}

// The element that padding is made of.
static tern_value_t *build_padding_value(tern_builder_t *b, const convolution_t *c) {
  const tern_type_t *element = tern_type_element(c->image->type);
  if (!c->image_zp) return tern_build_scalar_number(b, element, 0);
  return tern_tosa_build_resized(b, c->image_zp, element, false);
}

static void pad_image(tern_builder_t *b, convolution_t *c, const int64_t *low, const int64_t *high,
                      const int64_t *interior) {
  const tern_type_t *type = c->image->type;
  size_t rank = tern_type_rank(type);
  int64_t lows[MAX_RANK] = {0}, highs[MAX_RANK] = {0}, between[MAX_RANK] = {0}, dims[MAX_RANK];
  bool is_padded = false;
  memcpy(dims, tern_type_dims(type), rank * sizeof(*dims));
  for (size_t i = 0; i < c->spatial; ++i) {
    lows[i + 1] = low[i];
    highs[i + 1] = high[i];
    between[i + 1] = interior[i];
    is_padded |= low[i] || high[i] || interior[i];
    if (dims[i + 1] != TERN_DYNAMIC) dims[i + 1] = (dims[i + 1] - 1) * (interior[i] + 1) + 1 + low[i] + high[i];
  }
  if (!is_padded) return;
  c->image = tern_build_edge_padding(b, c->image, tern_type_with_shape(type, dims, rank), lows, highs, between,
                                     build_padding_value(b, c));
}

// The same by amounts that are computed, and not negative.
static void pad_image_by_extents(tern_builder_t *b, convolution_t *c, const tern_extent_t *low,
                                 const tern_extent_t *high) {
  const tern_type_t *type = c->image->type;
  size_t rank = tern_type_rank(type);
  tern_extent_t lows[MAX_RANK], highs[MAX_RANK];
  int64_t dims[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    bool is_spatial = i >= 1 && i <= c->spatial;
    lows[i] = is_spatial ? low[i - 1] : tern_extent_of(0);
    highs[i] = is_spatial ? high[i - 1] : tern_extent_of(0);
    bool is_known = tern_type_dim(type, i) != TERN_DYNAMIC && !lows[i].value && !highs[i].value;
    dims[i] = is_known ? tern_type_dim(type, i) + lows[i].constant + highs[i].constant : TERN_DYNAMIC;
  }
  c->image =
      tern_build_pad(b, c->image, tern_type_with_shape(type, dims, rank), lows, highs, build_padding_value(b, c));
}

// Windows that fit along a dimension.
static tern_extent_t build_window_count(tern_builder_t *b, tern_value_t *image, size_t dim, tern_extent_t window,
                                        int64_t stride, int64_t dilation) {
  tern_extent_t reach = tern_extent_mul(b, tern_extent_sub(b, window, tern_extent_of(1)), tern_extent_of(dilation));
  tern_extent_t room = tern_extent_sub(b, tern_extent_sub(b, tern_build_dim(b, image, dim), reach), tern_extent_of(1));
  if (!room.value) return tern_extent_of(room.constant / stride + 1);
  tern_value_t *count =
      tern_build_value(b, TERN_ARITH(DIVSI), .operands = TERN_VALUES(room.value, tern_build_index(b, stride)));
  return (tern_extent_t){0, tern_build_index_add(b, count, tern_build_index(b, 1))};
}

static const tern_type_t *type_of_sizes(const tern_type_t *element, const tern_extent_t *sizes, size_t rank) {
  int64_t dims[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
  return tern_tensor_type_get(element, dims, rank, NULL);
}

static tern_value_t *build_named(tern_builder_t *b, const convolution_t *c, const tern_op_row_t *plain,
                                 const tern_op_row_t *quantized, tern_value_t *init) {
  tern_named_attrs_t attrs = TERN_ATTRS({"strides", list_attr(b->context, c->strides, c->spatial)},
                                        {"dilations", list_attr(b->context, c->dilations, c->spatial)});
  tern_op_t *op;
  if (c->image_zp || c->kernel_zp) {
    const tern_type_t *i32 = tern_i_type_get(b->context, 32);
    tern_value_t *image_zp = c->image_zp ? c->image_zp : tern_tosa_build_int(b, i32, 0);
    tern_value_t *kernel_zp = c->kernel_zp ? c->kernel_zp : tern_tosa_build_int(b, i32, 0);
    op = tern_linalg_build_named(b, quantized, TERN_TYPES(init->type),
                                 TERN_VALUES(c->image, c->kernel, image_zp, kernel_zp), TERN_VALUES(init), attrs);
  } else {
    op = tern_linalg_build_named(b, plain, TERN_TYPES(init->type), TERN_VALUES(c->image, c->kernel), TERN_VALUES(init),
                                 attrs);
  }
  return tern_op_result(op, 0);
}

// The element of the kernel `user` at the window's place from the other end: loops are (window..., input, output channel).
static void fill_with_turned(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)body;
  tern_value_t *kernel = user, *place[MAX_RANK];
  size_t rank = tern_type_rank(kernel->type);
  place[0] = tern_linalg_build_index(b, rank - 1);
  for (size_t i = 0; i + 1 < rank; ++i) {
    place[i + 1] = tern_linalg_build_index(b, i);
    if (i + 2 == rank) continue;
    tern_value_t *size = tern_build_extent(b, tern_build_dim(b, kernel, i + 1));
    place[i + 1] = tern_build_index_sub(b, tern_build_index_sub(b, size, tern_build_index(b, 1)), place[i + 1]);
  }
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_extract(b, kernel, (tern_values_t){place, rank})));
}

// The kernel with its first dimension last; turned over along the window if `is_reversed`.
static tern_value_t *build_kernel(tern_builder_t *b, tern_value_t *kernel, bool is_reversed) {
  const tern_type_t *type = kernel->type;
  size_t rank = tern_type_rank(type);
  int64_t perms[MAX_RANK] = {0}, dims[MAX_RANK] = {0};
  tern_extent_t sizes[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    perms[i] = i + 1 < rank ? (int64_t)i + 1 : 0;
    sizes[i] = tern_build_dim(b, kernel, (size_t)perms[i]);
    dims[i] = tern_type_dim(type, (size_t)perms[i]);
  }
  const tern_type_t *result = tern_type_with_shape(type, dims, rank);
  tern_value_t *empty = tern_build_empty(b, result, sizes);
  if (!is_reversed) {
    tern_op_t *op =
        tern_linalg_build_named(b, TERN_LINALG(TRANSPOSE), TERN_TYPES(result), TERN_VALUES(kernel), TERN_VALUES(empty),
                                TERN_ATTRS({"permutation", tern_dense_i64_array_attr_get(b->context, perms, rank)}));
    return tern_op_result(op, 0);
  }
  for (size_t i = 0; i + 2 < rank; ++i) {
    if (dims[i] != TERN_DYNAMIC) continue;
    const tern_affine_map_t *identity = tern_affine_map_identity(b->context, rank);
    tern_op_t *op = tern_build_tensor_generic(b, (tern_values_t){0}, TERN_VALUES(empty), &identity, rank, 0,
                                              fill_with_turned, kernel);
    return tern_op_result(op, 0);
  }
  const tern_affine_expr_t *exprs[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    exprs[perms[i]] = tern_affine_dim(b->context, i);
    if (i + 2 < rank) {
      exprs[perms[i]] = tern_affine_add(tern_affine_mul(exprs[perms[i]], tern_affine_constant(b->context, -1)),
                                        tern_affine_constant(b->context, dims[i] - 1));
    }
  }
  return tern_build_moved(b, kernel, tern_affine_map_get(b->context, rank, 0, exprs, rank), empty);
}

static void read_operands(tern_tosa_lowering_t *l, convolution_t *c, size_t spatial) {
  const tern_type_t *i32 = tern_i_type_get(l->b->context, 32);
  *c = (convolution_t){.spatial = spatial,
                       .image = l->operands[0],
                       .kernel = l->operands[1],
                       .bias = l->operands[2],
                       .image_zp = tern_tosa_build_zero_point(l, 3, i32, false),
                       .kernel_zp = tern_tosa_build_zero_point(l, 4, i32, false),
                       .accumulator = tern_tosa_accumulator_of(tern_type_element(l->types[0]))};
  for (size_t i = 0; i < spatial; ++i) {
    c->strides[i] = tern_tosa_entry(l->op, "stride", i, 1);
    c->dilations[i] = tern_tosa_entry(l->op, "dilation", i, 1);
  }
}

static void pad_by_attr(tern_tosa_lowering_t *l, convolution_t *c) {
  int64_t low[3], high[3], interior[3] = {0};
  for (size_t i = 0; i < c->spatial; ++i) {
    low[i] = tern_tosa_entry(l->op, "pad", 2 * i, 0);
    high[i] = tern_tosa_entry(l->op, "pad", 2 * i + 1, 0);
  }
  pad_image(l->b, c, low, high, interior);
}

// The sum into the bias, as the type of the result.
static void finish(tern_tosa_lowering_t *l, const convolution_t *c, const tern_op_row_t *plain,
                   const tern_op_row_t *quantized, const tern_extent_t *sizes) {
  const tern_type_t *type = type_of_sizes(c->accumulator, sizes, c->spatial + 2);
  tern_value_t *init = tern_tosa_build_broadcast_bias(l->b, c->bias, type, sizes);
  tern_value_t *result = build_named(l->b, c, plain, quantized, init);
  l->results[0] = tern_tosa_build_tensor_converted(l->b, result, tern_type_element(l->types[0]));
}

static void build_sizes(tern_builder_t *b, const convolution_t *c, size_t window_dim, size_t feature_dim,
                        tern_extent_t *out_sizes) {
  out_sizes[0] = tern_build_dim(b, c->image, 0);
  out_sizes[c->spatial + 1] = tern_build_dim(b, c->kernel, feature_dim);
  for (size_t i = 0; i < c->spatial; ++i) {
    tern_extent_t window = tern_build_dim(b, c->kernel, window_dim + i);
    out_sizes[i + 1] = build_window_count(b, c->image, i + 1, window, c->strides[i], c->dilations[i]);
  }
}

static bool lower_conv2d(tern_tosa_lowering_t *l) {
  const tern_tosa_named_options_t *options = l->options;
  convolution_t c;
  tern_extent_t sizes[MAX_RANK];
  read_operands(l, &c, 2);
  pad_by_attr(l, &c);
  if (options->prefers_hwcf) {
    c.kernel = build_kernel(l->b, c.kernel, false);
    build_sizes(l->b, &c, 0, 3, sizes);
    finish(l, &c, TERN_LINALG(CONV_2D_NHWC_HWCF), TERN_LINALG(CONV_2D_NHWC_HWCF_Q), sizes);
  } else {
    build_sizes(l->b, &c, 1, 0, sizes);
    finish(l, &c, TERN_LINALG(CONV_2D_NHWC_FHWC), TERN_LINALG(CONV_2D_NHWC_FHWC_Q), sizes);
  }
  return true;
}

static bool lower_conv3d(tern_tosa_lowering_t *l) {
  convolution_t c;
  tern_extent_t sizes[MAX_RANK];
  read_operands(l, &c, 3);
  pad_by_attr(l, &c);
  c.kernel = build_kernel(l->b, c.kernel, false);
  build_sizes(l->b, &c, 0, 4, sizes);
  finish(l, &c, TERN_LINALG(CONV_3D_NDHWC_DHWCF), TERN_LINALG(CONV_3D_NDHWC_DHWCF_Q), sizes);
  return true;
}

static bool lower_transpose_conv2d(tern_tosa_lowering_t *l) {
  convolution_t c;
  tern_extent_t sizes[MAX_RANK];
  int64_t low[2], high[2], interior[2];
  tern_extent_t lows[2], highs[2];
  bool is_known = true;
  read_operands(l, &c, 2);
  for (size_t i = 0; i < 2; ++i) {
    tern_extent_t window = tern_build_dim(l->b, c.kernel, i + 1);
    low[i] = tern_tosa_entry(l->op, "out_pad", 2 * i, 0) - 1;
    high[i] = tern_tosa_entry(l->op, "out_pad", 2 * i + 1, 0) - 1;
    lows[i] = tern_extent_add(l->b, window, tern_extent_of(low[i]));
    highs[i] = tern_extent_add(l->b, window, tern_extent_of(high[i]));
    is_known &= !window.value;
    low[i] = lows[i].constant;
    high[i] = highs[i].constant;
    interior[i] = c.strides[i] - 1;
    c.strides[i] = 1;
  }
  if (is_known) {
    pad_image(l->b, &c, low, high, interior);
  } else {
    static const int64_t none[2] = {0};
    pad_image(l->b, &c, none, none, interior);
    pad_image_by_extents(l->b, &c, lows, highs);
  }
  c.kernel = build_kernel(l->b, c.kernel, true);
  build_sizes(l->b, &c, 0, 3, sizes);
  finish(l, &c, TERN_LINALG(CONV_2D_NHWC_HWCF), TERN_LINALG(CONV_2D_NHWC_HWCF_Q), sizes);
  return true;
}

// Kernel [h, w, c, m], result [n, h, w, c * m].
static void fill_with_sum(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_value_t *x = body->args[0], *bias = body->args[1];
  bool is_float = tern_type_is_float(x->type);
  bias = tern_tosa_build_converted(b, bias, bias->type, x->type);
  tern_build_linalg_yield(b,
                          TERN_VALUES(tern_build_binary(b, is_float ? TERN_ARITH(ADDF) : TERN_ARITH(ADDI), x, bias)));
}

static bool lower_depthwise(tern_tosa_lowering_t *l) {
  tern_builder_t *b = l->b;
  convolution_t c;
  tern_extent_t sizes[MAX_RANK], wide_sizes[MAX_RANK];
  read_operands(l, &c, 2);
  pad_by_attr(l, &c);
  build_sizes(b, &c, 0, 2, wide_sizes);
  wide_sizes[4] = tern_build_dim(b, c.kernel, 3);
  memcpy(sizes, wide_sizes, sizeof sizes);
  sizes[3] = tern_extent_mul(b, wide_sizes[3], wide_sizes[4]);
  const tern_type_t *wide = type_of_sizes(c.accumulator, wide_sizes, 5), *type = type_of_sizes(c.accumulator, sizes, 4);
  tern_value_t *init = tern_build_filled(b, wide, wide_sizes, tern_build_scalar_number(b, c.accumulator, 0));
  tern_value_t *sum =
      build_named(b, &c, TERN_LINALG(DEPTHWISE_CONV_2D_NHWC_HWCM), TERN_LINALG(DEPTHWISE_CONV_2D_NHWC_HWCM_Q), init);
  const size_t ends[] = {1, 2, 3, 5};
  sum = tern_build_collapse(b, sum, type, ends);
  c.bias = tern_tosa_build_repeated_bias(b, c.bias, sizes[3]);
  bool is_single = tern_type_dim(c.bias->type, 0) == 1 && tern_type_dim(type, 3) != 1;
  const tern_affine_expr_t *channel = is_single ? tern_affine_constant(b->context, 0) : tern_affine_dim(b->context, 3);
  const tern_affine_map_t *identity = tern_affine_map_identity(b->context, 4);
  const tern_affine_map_t *maps[] = {identity, tern_affine_map_get(b->context, 4, 0, &channel, 1), identity};
  tern_value_t *empty = tern_build_empty(b, type, sizes);
  tern_op_t *op =
      tern_build_tensor_generic(b, TERN_VALUES(sum, c.bias), TERN_VALUES(empty), maps, 4, 0, fill_with_sum, NULL);
  l->results[0] = tern_tosa_build_tensor_converted(b, tern_op_result(op, 0), tern_type_element(l->types[0]));
  return true;
}

const tern_tosa_lowering_row_t tern_tosa_convolution_lowerings[] = {
    {TERN_TOSA(CONV2D), lower_conv2d},
    {TERN_TOSA(CONV3D), lower_conv3d},
    {TERN_TOSA(DEPTHWISE_CONV2D), lower_depthwise},
    {TERN_TOSA(TRANSPOSE_CONV2D), lower_transpose_conv2d},
    {NULL, NULL},
};
