// convolution and dynamic_conv.
//
// The image is padded and dilated first, a reversed kernel is reversed, so that a window always lies inside. Layouts that
// linalg has a name for become that op; others are one generic op. Groups of features (or of batches) become a dimension of
// their own by splitting, so that every indexing map stays affine in single loops.

#include <string.h>

#include "convert/stablehlo/lowering.h"
#include "convert/stablehlo/scalar/scalar.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS
#define MAX_SPATIAL (MAX_RANK / 2 - 2)

typedef struct convolution {
  tern_conv_dimension_numbers_t n;
  size_t spatial_count;
  int64_t strides[MAX_SPATIAL], dilations[MAX_SPATIAL], low[MAX_SPATIAL], high[MAX_SPATIAL];
  int64_t image_dilations[MAX_SPATIAL];
  bool is_reversed[MAX_SPATIAL];
  int64_t feature_groups, batch_groups;
  tern_value_t *image, *kernel;
  tern_hlo_product_t product;
} convolution_t;

static bool read_convolution(tern_hlo_lowering_t *l, convolution_t *c) {
  const tern_op_t *op = l->op;
  if (!tern_hlo_conv_dimension_numbers(tern_op_attr(op, "dimension_numbers"), &c->n)) {
    return false;
  }
  c->spatial_count = c->n.input_spatial.count;
  if (c->spatial_count > MAX_SPATIAL) return tern_op_error(op, "has more than %d spatial dimensions", MAX_SPATIAL);
  const tern_attr_t *reversal = tern_op_attr(op, "window_reversal");
  for (size_t i = 0; i < c->spatial_count; ++i) {
    c->strides[i] = tern_hlo_list_entry(op, "window_strides", i, 1);
    c->dilations[i] = tern_hlo_list_entry(op, "rhs_dilation", i, 1);
    c->image_dilations[i] = tern_hlo_list_entry(op, "lhs_dilation", i, 1);
    c->low[i] = tern_hlo_list_entry(op, "padding", 2 * i, 0);
    c->high[i] = tern_hlo_list_entry(op, "padding", 2 * i + 1, 0);
    c->is_reversed[i] = reversal && tern_int_list_attr_at(reversal, i) != 0;
  }
  c->feature_groups = tern_hlo_int_entry(op, "feature_group_count", 1);
  c->batch_groups = tern_hlo_int_entry(op, "batch_group_count", 1);
  c->image = l->operands.values[0];
  c->kernel = l->operands.values[1];
  c->product = (tern_hlo_product_t){tern_hlo_written_element(op, 0), tern_hlo_written_element(op, 1)};
  return true;
}

// --- the operands ---

static void pad_image(tern_builder_t *b, convolution_t *c) {
  int64_t low[MAX_RANK] = {0}, high[MAX_RANK] = {0}, interior[MAX_RANK] = {0}, dims[MAX_RANK];
  const tern_type_t *type = c->image->type;
  memcpy(dims, tern_type_dims(type), tern_type_rank(type) * sizeof(*dims));
  bool is_padded = false;
  for (size_t i = 0; i < c->spatial_count; ++i) {
    size_t dim = (size_t)c->n.input_spatial.values[i];
    low[dim] = c->low[i];
    high[dim] = c->high[i];
    interior[dim] = c->image_dilations[i] - 1;
    is_padded |= low[dim] || high[dim] || interior[dim];
    int64_t size = dims[dim];
    if (size == TERN_DYNAMIC) continue;
    dims[dim] = (size ? (size - 1) * c->image_dilations[i] + 1 : 0) + low[dim] + high[dim];
  }
  if (!is_padded) return;
  tern_value_t *zero = tern_build_scalar_number(b, tern_type_element(type), 0);
  c->image = tern_build_edge_padding(b, c->image, tern_type_with_shape(type, dims, tern_type_rank(type)), low, high,
                                     interior, zero);
}

static bool reverse_kernel(tern_builder_t *b, const tern_op_t *op, convolution_t *c) {
  const tern_type_t *type = c->kernel->type;
  size_t rank = tern_type_rank(type);
  const tern_affine_expr_t *exprs[MAX_RANK];
  bool is_reversed = false;
  for (size_t i = 0; i < rank; ++i) exprs[i] = tern_affine_dim(b->context, i);
  for (size_t i = 0; i < c->spatial_count; ++i) {
    if (!c->is_reversed[i]) continue;
    size_t dim = (size_t)c->n.kernel_spatial.values[i];
    int64_t size = tern_type_dim(type, dim);
    if (size == TERN_DYNAMIC) return tern_op_error(op, "reverses a window of unknown size");
    exprs[dim] = tern_affine_add(tern_affine_mul(exprs[dim], tern_affine_constant(b->context, -1)),
                                 tern_affine_constant(b->context, size - 1));
    is_reversed = true;
  }
  if (!is_reversed) return true;
  tern_extent_t sizes[MAX_RANK];
  tern_build_dims(b, c->kernel, sizes);
  c->kernel = tern_build_moved(b, c->kernel, tern_affine_map_get(b->context, rank, 0, exprs, rank),
                               tern_build_empty(b, type, sizes));
  return true;
}

// --- the result ---

// How many windows fit: (padded - ((window - 1) * dilation + 1)) / stride + 1, or none.
static tern_extent_t build_window_count(tern_builder_t *b, const convolution_t *c, size_t i) {
  tern_extent_t image = tern_build_dim(b, c->image, (size_t)c->n.input_spatial.values[i]);
  tern_extent_t window = tern_build_dim(b, c->kernel, (size_t)c->n.kernel_spatial.values[i]);
  tern_extent_t one = tern_extent_of(1);
  tern_extent_t reach =
      tern_extent_add(b, tern_extent_mul(b, tern_extent_sub(b, window, one), tern_extent_of(c->dilations[i])), one);
  tern_extent_t room = tern_extent_sub(b, image, reach);
  if (!room.value) return tern_extent_of(room.constant < 0 ? 0 : room.constant / c->strides[i] + 1);
  tern_value_t *count = tern_build_value(b, TERN_ARITH(FLOORDIVSI),
                                         .operands = TERN_VALUES(room.value, tern_build_index(b, c->strides[i])));
  count = tern_build_index_add(b, count, tern_build_index(b, 1));
  return tern_extent_of_value(
      tern_build_value(b, TERN_ARITH(MAXSI), .operands = TERN_VALUES(count, tern_build_index(b, 0))));
}

static void build_result_sizes(tern_builder_t *b, const convolution_t *c, tern_extent_t *out_sizes) {
  tern_extent_t batch = tern_build_dim(b, c->image, (size_t)c->n.input_batch);
  if (c->batch_groups > 1) {
    batch = batch.value
                ? tern_extent_of_value(tern_build_value(
                      b, TERN_ARITH(DIVSI), .operands = TERN_VALUES(batch.value, tern_build_index(b, c->batch_groups))))
                : tern_extent_of(batch.constant / c->batch_groups);
  }
  out_sizes[c->n.output_batch] = batch;
  out_sizes[c->n.output_feature] = tern_build_dim(b, c->kernel, (size_t)c->n.kernel_output_feature);
  for (size_t i = 0; i < c->spatial_count; ++i) {
    out_sizes[c->n.output_spatial.values[i]] = build_window_count(b, c, i);
  }
}

// --- named ops ---

// Layouts, as where the dimensions of image, kernel and result are. Spatial dimensions follow each other from `spatial` on.
static const struct named_row {
  size_t spatial_count;
  int64_t batch, feature, spatial;                // of image and result
  int64_t input_feature, output_feature, window;  // of the kernel
  const tern_op_row_t *row;
} named_rows[] = {
    {1, 0, 2, 1, 1, 2, 0, TERN_LINALG(CONV_1D_NWC_WCF)},     {1, 0, 1, 2, 1, 0, 2, TERN_LINALG(CONV_1D_NCW_FCW)},
    {2, 0, 3, 1, 2, 3, 0, TERN_LINALG(CONV_2D_NHWC_HWCF)},   {2, 0, 3, 1, 3, 0, 1, TERN_LINALG(CONV_2D_NHWC_FHWC)},
    {2, 0, 1, 2, 1, 0, 2, TERN_LINALG(CONV_2D_NCHW_FCHW)},   {3, 0, 4, 1, 3, 4, 0, TERN_LINALG(CONV_3D_NDHWC_DHWCF)},
    {3, 0, 1, 2, 1, 0, 2, TERN_LINALG(CONV_3D_NCDHW_FCDHW)},
};

static bool is_row_of(tern_hlo_dims_t dims, int64_t first) {
  for (size_t i = 0; i < dims.count; ++i) {
    if (dims.values[i] != first + (int64_t)i) return false;
  }
  return true;
}

static bool fits(const convolution_t *c, const struct named_row *row) {
  const tern_conv_dimension_numbers_t *n = &c->n;
  return c->spatial_count == row->spatial_count && n->input_batch == row->batch && n->input_feature == row->feature &&
         is_row_of(n->input_spatial, row->spatial) && n->output_batch == row->batch &&
         n->output_feature == row->feature && is_row_of(n->output_spatial, row->spatial) &&
         n->kernel_input_feature == row->input_feature && n->kernel_output_feature == row->output_feature &&
         is_row_of(n->kernel_spatial, row->window);
}

// Both operands are numbers that the named op casts as they mean.
static bool has_named_types(const convolution_t *c, const tern_type_t *result) {
  const tern_type_t *types[] = {c->product.lhs, c->product.rhs};
  for (size_t i = 0; i < 2; ++i) {
    const tern_type_t *type = tern_hlo_signless_element(types[i]);
    if (type->kind == TERN_TYPE_COMPLEX || tern_type_is_i(type, 1)) return false;
    if (type == result) continue;
    bool is_unsigned = tern_type_is_integer(types[i]) && tern_integer_type_signedness(types[i]) == TERN_UNSIGNED;
    if (is_unsigned || tern_type_is_float(type) != tern_type_is_float(result)) return false;
    if (tern_type_bit_width(type) >= tern_type_bit_width(result)) return false;
  }
  return true;
}

static tern_value_t *build_window_op(tern_builder_t *b, const convolution_t *c, const tern_op_row_t *row,
                                     tern_value_t *kernel, tern_value_t *init) {
  int64_t count = (int64_t)c->spatial_count;
  const tern_type_t *list = tern_tensor_type_get(tern_i_type_get(b->context, 64), &count, 1, NULL);
  tern_op_t *op = tern_linalg_build_named(
      b, row, TERN_TYPES(init->type), TERN_VALUES(c->image, kernel), TERN_VALUES(init),
      TERN_ATTRS({"strides", tern_dense_elements_attr_get_i64(list, c->strides, c->spatial_count)},
                 {"dilations", tern_dense_elements_attr_get_i64(list, c->dilations, c->spatial_count)}));
  return tern_op_result(op, 0);
}

// One input feature per group, channels last: a depth-wise op. NULL if it is none.
static tern_value_t *build_depthwise(tern_builder_t *b, const convolution_t *c, const tern_type_t *type) {
  static const struct {
    size_t named;  // the row of the same layout
    const tern_op_row_t *single, *multiple;
  } rows[] = {
      {0, TERN_LINALG(DEPTHWISE_CONV_1D_NWC_WC), TERN_LINALG(DEPTHWISE_CONV_1D_NWC_WCM)},
      {2, TERN_LINALG(DEPTHWISE_CONV_2D_NHWC_HWC), TERN_LINALG(DEPTHWISE_CONV_2D_NHWC_HWCM)},
      {5, TERN_LINALG(DEPTHWISE_CONV_3D_NDHWC_DHWC), TERN_LINALG(DEPTHWISE_CONV_3D_NDHWC_DHWCM)},
  };
  size_t in = (size_t)c->n.kernel_input_feature, out = (size_t)c->n.kernel_output_feature;
  if (c->feature_groups == 1 || c->batch_groups != 1 || tern_type_dim(c->kernel->type, in) != 1) return NULL;
  if (!tern_type_has_static_shape(type) || !tern_type_has_static_shape(c->kernel->type)) return NULL;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (!fits(c, &named_rows[rows[i].named])) continue;
    int64_t multiplier = tern_type_dim(c->kernel->type, out) / c->feature_groups;
    bool is_single = multiplier == 1;
    // [window..., 1, groups * multiplier] to [window..., groups] or [window..., groups, multiplier]
    int64_t dims[MAX_RANK];
    size_t rank = tern_type_rank(type);
    memcpy(dims, tern_type_dims(c->kernel->type), rank * sizeof(*dims));
    dims[in] = c->feature_groups;
    dims[out] = multiplier;
    const tern_type_t *kernel_type = tern_type_with_shape(c->kernel->type, dims, is_single ? rank - 1 : rank);
    tern_value_t *kernel = tern_build_reshape(b, c->kernel, kernel_type, NULL);
    memcpy(dims, tern_type_dims(type), rank * sizeof(*dims));
    dims[rank - 1] = c->feature_groups;
    dims[rank] = multiplier;
    const tern_type_t *wide = is_single ? type : tern_type_with_shape(type, dims, rank + 1);
    tern_value_t *zero = tern_build_scalar_number(b, tern_type_element(type), 0);
    tern_value_t *init = tern_build_filled(b, wide, NULL, zero);
    tern_value_t *result = build_window_op(b, c, is_single ? rows[i].single : rows[i].multiple, kernel, init);
    return tern_build_reshape(b, result, type, NULL);
  }
  return NULL;
}

// --- the generic op ---

// Where a dimension is after the one at `split` (-1: none) became two.
static size_t after_split(int64_t dim, int64_t split) { return (size_t)(split >= 0 && dim > split ? dim + 1 : dim); }

// A tensor of zeros like the result, with dimension `split` (-1: none) as (groups, rest).
static tern_value_t *build_init(tern_builder_t *b, const tern_type_t *type, const tern_extent_t *sizes, int64_t split,
                                int64_t groups) {
  int64_t dims[MAX_RANK];
  tern_extent_t extents[MAX_RANK];
  size_t rank = tern_type_rank(type);
  for (size_t i = 0; i < rank; ++i) {
    extents[after_split((int64_t)i, split)] = sizes[i];
    dims[after_split((int64_t)i, split)] = tern_type_dim(type, i);
  }
  if (split >= 0) {
    tern_extent_t whole = sizes[split];
    extents[split + 1] = tern_extent_of(whole.constant / groups);
    if (whole.value) {
      extents[split + 1] = tern_extent_of_value(
          tern_build_value(b, TERN_ARITH(DIVSI), .operands = TERN_VALUES(whole.value, tern_build_index(b, groups))));
    }
    extents[split] = tern_extent_of(groups);
    dims[split + 1] = extents[split + 1].value ? TERN_DYNAMIC : extents[split + 1].constant;
    dims[split] = groups;
    ++rank;
  }
  tern_value_t *zero = tern_build_scalar_number(b, tern_type_element(type), 0);
  return tern_build_filled(b, tern_type_with_shape(type, dims, rank), extents, zero);
}

static tern_value_t *build_generic(tern_builder_t *b, const convolution_t *c, const tern_type_t *type,
                                   const tern_extent_t *sizes) {
  tern_context_t *context = b->context;
  const tern_conv_dimension_numbers_t *n = &c->n;
  int64_t groups = c->feature_groups > 1 ? c->feature_groups : c->batch_groups;
  bool is_grouped = groups > 1;
  int64_t image_split = !is_grouped ? -1 : c->feature_groups > 1 ? n->input_feature : n->input_batch;
  int64_t kernel_split = is_grouped ? n->kernel_output_feature : -1, split = is_grouped ? n->output_feature : -1;
  tern_value_t *image = c->image, *kernel = c->kernel, *init = build_init(b, type, sizes, split, groups);
  if (is_grouped) {
    image = tern_build_split_dim(b, image, (size_t)image_split, groups);
    kernel = tern_build_split_dim(b, kernel, (size_t)kernel_split, groups);
  }
  size_t rank = tern_type_rank(init->type), spatial = c->spatial_count, loops = rank + spatial + 1;
  // Loops are the result's dimensions, then those of the window, then the input features.
  const tern_affine_expr_t *exprs[MAX_RANK], *feature = tern_affine_dim(context, rank + spatial);
  const tern_affine_expr_t *group = is_grouped ? tern_affine_dim(context, (size_t)split) : NULL;
  // A dimension that was split has the group first, what is left second.
  bool splits_feature = image_split == n->input_feature, splits_batch = image_split == n->input_batch;
  if (is_grouped) exprs[image_split] = group;
  exprs[after_split(n->input_batch, image_split) + (is_grouped && splits_batch)] =
      tern_affine_dim(context, after_split(n->output_batch, split));
  exprs[after_split(n->input_feature, image_split) + (is_grouped && splits_feature)] = feature;
  for (size_t i = 0; i < spatial; ++i) {
    const tern_affine_expr_t *out = tern_affine_dim(context, after_split(n->output_spatial.values[i], split));
    out = tern_affine_mul(out, tern_affine_constant(context, c->strides[i]));
    const tern_affine_expr_t *in =
        tern_affine_mul(tern_affine_dim(context, rank + i), tern_affine_constant(context, c->dilations[i]));
    exprs[after_split(n->input_spatial.values[i], image_split)] = tern_affine_add(out, in);
  }
  const tern_affine_map_t *maps[3];
  maps[0] = tern_affine_map_get(context, loops, 0, exprs, tern_type_rank(image->type));
  if (is_grouped) exprs[kernel_split] = group;
  exprs[is_grouped ? kernel_split + 1 : n->kernel_output_feature] =
      tern_affine_dim(context, (size_t)(is_grouped ? split + 1 : n->output_feature));
  exprs[after_split(n->kernel_input_feature, kernel_split)] = feature;
  for (size_t i = 0; i < spatial; ++i) {
    exprs[after_split(n->kernel_spatial.values[i], kernel_split)] = tern_affine_dim(context, rank + i);
  }
  maps[1] = tern_affine_map_get(context, loops, 0, exprs, tern_type_rank(kernel->type));
  size_t positions[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) positions[i] = i;
  maps[2] = tern_affine_map_select(context, loops, positions, rank);
  tern_hlo_product_t product = c->product;
  tern_op_t *generic = tern_build_tensor_generic(b, TERN_VALUES(image, kernel), TERN_VALUES(init), maps, rank,
                                                 spatial + 1, tern_hlo_fill_with_product, &product);
  tern_value_t *result = tern_op_result(generic, 0);
  return is_grouped ? tern_build_join_dims(b, result, (size_t)split) : result;
}

static bool build_convolution(tern_hlo_lowering_t *l, convolution_t *c) {
  tern_builder_t *b = l->b;
  const tern_type_t *element = tern_type_element(l->types[0]);
  const tern_type_t *wide = tern_hlo_accumulator_of(l, element);
  if (!reverse_kernel(b, l->op, c)) return false;
  tern_extent_t sizes[MAX_RANK];
  int64_t dims[MAX_RANK];
  build_result_sizes(b, c, sizes);
  size_t rank = tern_type_rank(l->types[0]);
  for (size_t i = 0; i < rank; ++i) dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
  const tern_type_t *type = tern_tensor_type_get(wide, dims, rank, NULL);
  bool has_types = has_named_types(c, wide);
  tern_value_t *result = has_types ? build_depthwise(b, c, type) : NULL;
  if (!result) {
    const tern_op_row_t *row = NULL;
    for (size_t i = 0; i < sizeof named_rows / sizeof named_rows[0] && has_types; ++i) {
      if (c->feature_groups == 1 && c->batch_groups == 1 && fits(c, &named_rows[i])) row = named_rows[i].row;
    }
    result = row ? build_window_op(b, c, row, c->kernel, build_init(b, type, sizes, -1, 1))
                 : build_generic(b, c, type, sizes);
  }
  result = tern_hlo_build_rounded(b, result, tern_type_with_element(type, element));
  l->results[0] = tern_build_tensor_cast(b, result, l->types[0]);
  return true;
}

bool tern_hlo_lower_convolution(tern_hlo_lowering_t *l) {
  convolution_t c = {0};
  if (!read_convolution(l, &c)) return false;
  pad_image(l->b, &c);
  return build_convolution(l, &c);
}

// The padding is a tensor of [spatial, 2] sizes. Constant ones are used as they are, others must not be negative.
bool tern_hlo_lower_dynamic_conv(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  convolution_t c = {0};
  if (!read_convolution(l, &c)) return false;
  tern_value_t *amounts = l->operands.values[2];
  const tern_attr_t *constant = tern_value_constant(amounts);
  if (constant && constant->kind == TERN_ATTR_DENSE_ELEMENTS) {
    for (size_t i = 0; i < c.spatial_count; ++i) {
      c.low[i] = tern_int_list_attr_at(constant, 2 * i);
      c.high[i] = tern_int_list_attr_at(constant, 2 * i + 1);
    }
    pad_image(b, &c);
    return build_convolution(l, &c);
  }
  for (size_t i = 0; i < c.spatial_count; ++i) c.low[i] = c.high[i] = 0;
  pad_image(b, &c);
  tern_extent_t low[MAX_RANK], high[MAX_RANK];
  size_t rank = tern_type_rank(c.image->type);
  int64_t dims[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    low[i] = high[i] = tern_extent_of(0);
    dims[i] = tern_type_dim(c.image->type, i);
  }
  for (size_t i = 0; i < c.spatial_count; ++i) {
    size_t dim = (size_t)c.n.input_spatial.values[i];
    tern_value_t *row = tern_build_index(b, (int64_t)i);
    for (int64_t side = 0; side < 2; ++side) {
      tern_value_t *amount = tern_build_extract(b, amounts, TERN_VALUES(row, tern_build_index(b, side)));
      amount = tern_build_index_from(b, amount, tern_hlo_written_element(l->op, 2));
      (side ? high : low)[dim] = tern_extent_of_value(amount);
    }
    dims[dim] = TERN_DYNAMIC;
  }
  tern_value_t *zero = tern_build_scalar_number(b, tern_type_element(c.image->type), 0);
  c.image = tern_build_pad(b, c.image, tern_type_with_shape(c.image->type, dims, rank), low, high, zero);
  return build_convolution(l, &c);
}
