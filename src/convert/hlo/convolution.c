// convolution as linalg on buffers: linalg.conv_2d_nhwc_hwcf where that says it all, else a generic op. Where the window
// reaches into padding or between dilated elements, the body reads the input through a guard, because a padded copy would be
// a temporary buffer.

#include "convert/hlo/reduction.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "ir/diagnostic.h"

#define MAX_SPATIAL 8

typedef struct conv {
  tern_conv_dimension_numbers_t numbers;
  size_t spatial_count;
  tern_window_dim_t window[MAX_SPATIAL];
  bool reversed[MAX_SPATIAL];
  int64_t groups, batch_groups;
  int64_t group_inputs;   // input features of a group
  int64_t group_outputs;  // output features of a group
  bool is_inside;         // no guard needed
  tern_value_t *image;    // for the guarded body
} conv_t;

static int64_t int_attr(const tern_op_t *op, const char *name, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr ? tern_integer_attr_value(attr) : otherwise;
}

static bool read_conv(const tern_op_t *op, conv_t *out_conv) {
  *out_conv = (conv_t){0};
  if (!tern_hlo_conv_dimension_numbers(tern_op_attr(op, "dimension_numbers"), &out_conv->numbers)) return false;
  const tern_conv_dimension_numbers_t *n = &out_conv->numbers;
  const tern_type_t *image = tern_op_operand(op, 0)->type, *kernel = tern_op_operand(op, 1)->type;
  const tern_type_t *result = tern_op_result(op, 0)->type;
  out_conv->spatial_count = n->input_spatial.count;
  if (out_conv->spatial_count > MAX_SPATIAL) return false;
  out_conv->groups = int_attr(op, "feature_group_count", 1);
  out_conv->batch_groups = int_attr(op, "batch_group_count", 1);
  out_conv->group_inputs = tern_type_dim(kernel, (size_t)n->kernel_input_feature);
  out_conv->group_outputs = tern_type_dim(kernel, (size_t)n->kernel_output_feature) /
                            (out_conv->groups > 1 ? out_conv->groups : out_conv->batch_groups);
  out_conv->is_inside = true;
  for (size_t i = 0; i < out_conv->spatial_count; ++i) {
    const tern_attr_t *reversal = tern_op_attr(op, "window_reversal");
    out_conv->reversed[i] = reversal && tern_int_list_attr_at(reversal, i) != 0;
    out_conv->window[i] = (tern_window_dim_t){
        .size = tern_type_dim(kernel, (size_t)n->kernel_spatial.values[i]),
        .stride = tern_hlo_list_at(op, "window_strides", i, 1),
        .low = tern_hlo_list_at(op, "padding", 2 * i, 0),
        .high = tern_hlo_list_at(op, "padding", 2 * i + 1, 0),
        .base_dilation = tern_hlo_list_at(op, "lhs_dilation", i, 1),
        .dilation = tern_hlo_list_at(op, "rhs_dilation", i, 1),
        .input_size = tern_type_dim(image, (size_t)n->input_spatial.values[i]),
        .output_size = tern_type_dim(result, (size_t)n->output_spatial.values[i]),
    };
    out_conv->is_inside &= tern_window_dim_is_inside(&out_conv->window[i]);
  }
  return true;
}

bool tern_hlo_match_convolution(const tern_op_t *op) {
  conv_t conv;
  const tern_type_t *element = tern_type_element(tern_op_result(op, 0)->type);
  for (size_t i = 0; i < 2; ++i) {
    if (!tern_type_has_static_shape(tern_op_operand(op, i)->type)) return tern_op_error(op, "needs static shapes");
  }
  if (!tern_type_is_signless(element) && !(tern_type_is_float(element) && tern_type_bit_width(element) >= 16)) {
    return tern_op_error(op, "has an element type that the CPU code generator does not handle");
  }
  return read_conv(op, &conv) || tern_op_error(op, "has dimension numbers that cannot be read");
}

// --- the named op ---

static bool is_nhwc_hwcf(const tern_conv_dimension_numbers_t *n) {
  if (n->input_spatial.count != 2 || n->input_batch != 0 || n->input_feature != 3 || n->kernel_input_feature != 2 ||
      n->kernel_output_feature != 3 || n->output_batch != 0 || n->output_feature != 3) {
    return false;
  }
  for (int64_t i = 0; i < 2; ++i) {
    if (n->input_spatial.values[i] != 1 + i || n->kernel_spatial.values[i] != i ||
        n->output_spatial.values[i] != 1 + i) {
      return false;
    }
  }
  return true;
}

static bool build_named(const tern_hlo_site_t *site, const conv_t *conv) {
  if (!is_nhwc_hwcf(&conv->numbers) || conv->groups != 1 || conv->batch_groups != 1 || !conv->is_inside) return false;
  for (size_t i = 0; i < 2; ++i) {
    if (conv->reversed[i] || conv->window[i].low != 0) return false;
  }
  int64_t strides[] = {conv->window[0].stride, conv->window[1].stride};
  int64_t dilations[] = {conv->window[0].dilation, conv->window[1].dilation}, two = 2;
  const tern_type_t *type = tern_tensor_type_get(tern_i_type_get(site->b->context, 64), &two, 1, NULL);
  tern_linalg_build_named(site->b, TERN_LINALG(CONV_2D_NHWC_HWCF), (tern_types_t){0}, (tern_values_t){site->inputs, 2},
                          (tern_values_t){site->outputs, 1},
                          TERN_ATTRS({"strides", tern_dense_elements_attr_get_i64(type, strides, 2)},
                                     {"dilations", tern_dense_elements_attr_get_i64(type, dilations, 2)}));
  return true;
}

// --- the generic op ---

// Loops: 0 batch, 1.. output spatial, then output feature, kernel spatial, input feature of the group.
static size_t feature_loop(const conv_t *conv) { return 1 + conv->spatial_count; }
static size_t kernel_loop(const conv_t *conv, size_t i) { return 2 + conv->spatial_count + i; }
static size_t input_feature_loop(const conv_t *conv) { return 2 + 2 * conv->spatial_count; }

static const tern_affine_expr_t *loop_expr(tern_context_t *context, size_t loop) {
  return tern_affine_dim(context, loop);
}

static const tern_affine_expr_t *scale(const tern_affine_expr_t *expr, int64_t factor) {
  return tern_affine_mul(expr, tern_affine_constant(expr->context, factor));
}

// Input feature: that of the group, which follows from the output feature.
static const tern_affine_expr_t *input_feature_expr(tern_context_t *context, const conv_t *conv) {
  const tern_affine_expr_t *within = loop_expr(context, input_feature_loop(conv));
  if (conv->groups == 1) return within;
  const tern_affine_expr_t *group = tern_affine_binary(TERN_AFFINE_FLOORDIV, loop_expr(context, feature_loop(conv)),
                                                       tern_affine_constant(context, conv->group_outputs));
  if (conv->group_inputs == 1) return group;
  return tern_affine_add(scale(group, conv->group_inputs), within);
}

// Batch of the input: that of the output, in the part that belongs to the output feature's batch group.
static const tern_affine_expr_t *input_batch_expr(tern_context_t *context, const conv_t *conv, int64_t output_batch) {
  const tern_affine_expr_t *batch = loop_expr(context, 0);
  if (conv->batch_groups == 1) return batch;
  const tern_affine_expr_t *group = tern_affine_binary(TERN_AFFINE_FLOORDIV, loop_expr(context, feature_loop(conv)),
                                                       tern_affine_constant(context, conv->group_outputs));
  return tern_affine_add(scale(group, output_batch), batch);
}

static void fill_plain_body(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_hlo_yield_multiply_add(b, body->args[0], body->args[1], body->args[2]);
}

// The image is read through a guard; padding counts as 0.
static void fill_guarded_body(tern_builder_t *b, tern_block_t *body, void *user) {
  const conv_t *conv = user;
  const tern_conv_dimension_numbers_t *n = &conv->numbers;
  tern_value_t *loops[TERN_LINALG_MAX_LOOPS], *indices[2 + MAX_SPATIAL], *inside = NULL;
  for (size_t i = 0; i <= input_feature_loop(conv); ++i) loops[i] = tern_linalg_build_index(b, i);
  int64_t output_batch = tern_type_dim(conv->image->type, (size_t)n->input_batch) / conv->batch_groups;
  indices[n->input_batch] = tern_build_affine_expr(b, input_batch_expr(b->context, conv, output_batch), loops, NULL);
  indices[n->input_feature] = tern_build_affine_expr(b, input_feature_expr(b->context, conv), loops, NULL);
  for (size_t i = 0; i < conv->spatial_count; ++i) {
    indices[n->input_spatial.values[i]] =
        tern_window_dim_index(b, &conv->window[i], loops[1 + i], loops[kernel_loop(conv, i)], &inside);
  }
  tern_value_t *zero = tern_build_number(b, tern_type_element(conv->image->type), 0.0);
  tern_value_t *pixel = tern_build_guarded_load(b, inside, conv->image, indices, zero);
  tern_hlo_yield_multiply_add(b, pixel, body->args[0], body->args[body->arg_count - 1]);
}

// The maps of the image, of the kernel and of the output.
static void make_maps(const tern_hlo_site_t *site, const conv_t *conv, const tern_affine_map_t *out_maps[3]) {
  tern_context_t *context = site->b->context;
  const tern_conv_dimension_numbers_t *n = &conv->numbers;
  size_t loops = input_feature_loop(conv) + 1, rank = 2 + conv->spatial_count;
  const tern_affine_expr_t *image[2 + MAX_SPATIAL], *kernel[2 + MAX_SPATIAL], *out[2 + MAX_SPATIAL];
  int64_t output_batch = tern_type_dim(site->outputs[0]->type, (size_t)n->output_batch);
  image[n->input_batch] = input_batch_expr(context, conv, output_batch);
  image[n->input_feature] = input_feature_expr(context, conv);
  kernel[n->kernel_input_feature] = loop_expr(context, input_feature_loop(conv));
  kernel[n->kernel_output_feature] = loop_expr(context, feature_loop(conv));
  out[n->output_batch] = loop_expr(context, 0);
  out[n->output_feature] = loop_expr(context, feature_loop(conv));
  for (size_t i = 0; i < conv->spatial_count; ++i) {
    const tern_affine_expr_t *tap = loop_expr(context, kernel_loop(conv, i)), *kernel_tap = tap;
    if (conv->reversed[i]) {
      kernel_tap = tern_affine_add(scale(tap, -1), tern_affine_constant(context, conv->window[i].size - 1));
    }
    image[n->input_spatial.values[i]] = tern_window_dim_expr(&conv->window[i], loop_expr(context, 1 + i), tap);
    kernel[n->kernel_spatial.values[i]] = kernel_tap;
    out[n->output_spatial.values[i]] = loop_expr(context, 1 + i);
  }
  out_maps[0] = tern_affine_map_get(context, loops, 0, image, rank);
  out_maps[1] = tern_affine_map_get(context, loops, 0, kernel, rank);
  out_maps[2] = tern_affine_map_get(context, loops, 0, out, rank);
}

static void build_generic(const tern_hlo_site_t *site, conv_t *conv) {
  size_t loops = input_feature_loop(conv) + 1;
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < loops; ++i) {
    iterators[i] = i <= feature_loop(conv) ? TERN_ITERATOR_PARALLEL : TERN_ITERATOR_REDUCTION;
  }
  const tern_affine_map_t *maps[4];
  make_maps(site, conv, maps);
  // A reversed kernel's map has no plain dim for the tap: a placeholder gives the loop its extent.
  int64_t taps[MAX_SPATIAL];
  size_t tap_loops[MAX_SPATIAL];
  bool is_reversed = false;
  for (size_t i = 0; i < conv->spatial_count; ++i) {
    taps[i] = conv->window[i].size;
    tap_loops[i] = kernel_loop(conv, i);
    is_reversed |= conv->reversed[i];
  }
  conv->image = site->inputs[0];
  tern_value_t *inputs[3] = {site->inputs[0], site->inputs[1]};
  size_t first = conv->is_inside ? 0 : 1, count = 2;
  if (is_reversed) {
    inputs[2] = tern_build_shape_placeholder(site->b, taps, conv->spatial_count, tern_type_element(inputs[1]->type));
    maps[3] = maps[2];
    maps[2] = tern_affine_map_select(site->b->context, loops, tap_loops, conv->spatial_count);
    count = 3;
  }
  if (is_reversed && conv->is_inside) {
    // The body sees the placeholder's argument between the inputs and the output: use the guarded form, whose guards are
    // all true and so are left out.
    first = 1;
  }
  tern_value_t *outputs[] = {site->outputs[0]};
  if (first == 0) {
    tern_linalg_build_generic(site->b, (tern_types_t){0}, (tern_values_t){inputs, 2}, (tern_values_t){outputs, 1}, maps,
                              iterators, loops, fill_plain_body, NULL);
    return;
  }
  tern_linalg_build_generic(site->b, (tern_types_t){0}, (tern_values_t){inputs + 1, count - 1},
                            (tern_values_t){outputs, 1}, maps + 1, iterators, loops, fill_guarded_body, conv);
}

void tern_hlo_build_convolution(const tern_hlo_site_t *site) {
  conv_t conv;
  if (!read_conv(site->op, &conv)) return;
  const tern_type_t *element = tern_type_element(site->outputs[0]->type);
  tern_hlo_build_fill(site->b, tern_build_number(site->b, element, 0.0), site->outputs[0]);
  if (!build_named(site, &conv)) build_generic(site, &conv);
}
