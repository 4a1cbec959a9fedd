// Ops whose shapes, paddings and bounds are tensors, where these tensors are constants: the op of the same meaning with
// attributes.

#include <stdlib.h>

#include "ir/context.h"
#include "transform/stablehlo/patterns.h"

enum { MAX_RANK = 32 };

// A constant list of integers. False if it is none.
static bool read_list(const tern_value_t *value, int64_t *out_values, size_t *out_count) {
  const tern_attr_t *constant = tern_hlo_constant_of(value);
  if (!constant || tern_dense_elements_attr_count(constant) > 2 * MAX_RANK) return false;
  *out_count = tern_dense_elements_attr_count(constant);
  for (size_t i = 0; i < *out_count; ++i) {
    out_values[i] = tern_integer_attr_value(tern_dense_elements_attr_at(constant, i));
  }
  return true;
}

// Replaces `op`; where the new result is of a more exact type, the old type is restored by a reshape-like identity: users
// take either.
static void replace(tern_rewriter_t *rewriter, tern_op_t *op, const tern_op_row_t *row, tern_values_t operands,
                    tern_named_attrs_t attrs) {
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *value = tern_build_value(&rewriter->builder, row, .operands = operands,
                                         .types = TERN_TYPES(op->results[0].type), .attrs = attrs);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
}

static const tern_attr_t *list_attr(const tern_op_t *op, const int64_t *values, size_t count) {
  return tern_dense_i64_array_attr_get(tern_op_context(op), values, count);
}

static bool has_static_result(const tern_op_t *op) { return tern_type_has_static_shape(op->results[0].type); }

static bool rewrite_broadcast(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (!has_static_result(op)) return false;
  replace(rewriter, op, TERN_STABLEHLO(BROADCAST_IN_DIM), TERN_VALUES(tern_op_operand(op, 0)),
          TERN_ATTRS({"broadcast_dimensions", tern_op_attr(op, "broadcast_dimensions")}));
  return true;
}

static bool rewrite_iota(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (!has_static_result(op)) return false;
  replace(rewriter, op, TERN_STABLEHLO(IOTA), (tern_values_t){0},
          TERN_ATTRS({"iota_dimension", tern_op_attr(op, "iota_dimension")}));
  return true;
}

static bool rewrite_reshape(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (!has_static_result(op)) return false;
  replace(rewriter, op, TERN_STABLEHLO(RESHAPE), TERN_VALUES(tern_op_operand(op, 0)), (tern_named_attrs_t){0});
  return true;
}

static bool rewrite_pad(tern_op_t *op, tern_rewriter_t *rewriter) {
  int64_t low[2 * MAX_RANK], high[2 * MAX_RANK], interior[2 * MAX_RANK];
  size_t count;
  if (!has_static_result(op) || !read_list(tern_op_operand(op, 2), low, &count) ||
      !read_list(tern_op_operand(op, 3), high, &count) || !read_list(tern_op_operand(op, 4), interior, &count)) {
    return false;
  }
  replace(rewriter, op, TERN_STABLEHLO(PAD), TERN_VALUES(tern_op_operand(op, 0), tern_op_operand(op, 1)),
          TERN_ATTRS({"edge_padding_low", list_attr(op, low, count)}, {"edge_padding_high", list_attr(op, high, count)},
                     {"interior_padding", list_attr(op, interior, count)}));
  return true;
}

static bool rewrite_gather(tern_op_t *op, tern_rewriter_t *rewriter) {
  int64_t sizes[2 * MAX_RANK];
  size_t count;
  if (!read_list(tern_op_operand(op, 2), sizes, &count)) return false;
  tern_named_attr_t attrs[3] = {{"dimension_numbers", tern_op_attr(op, "dimension_numbers")},
                                {"slice_sizes", list_attr(op, sizes, count)},
                                {"indices_are_sorted", tern_op_attr(op, "indices_are_sorted")}};
  replace(rewriter, op, TERN_STABLEHLO(GATHER), TERN_VALUES(tern_op_operand(op, 0), tern_op_operand(op, 1)),
          (tern_named_attrs_t){attrs, attrs[2].attr ? 3 : 2});
  return true;
}

// The attributes, with the first `count` entries of lists that may have had more.
static const tern_attr_t *trim_lists(const tern_op_t *op, size_t count) {
  static const char *const names[] = {"window_strides", "lhs_dilation", "rhs_dilation"};
  const tern_attr_t *attrs = tern_op_attr_dictionary(op);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    const tern_attr_t *list = tern_op_attr(op, names[i]);
    int64_t values[MAX_RANK];
    if (!list || tern_int_list_attr_count(list) <= count) continue;
    for (size_t d = 0; d < count; ++d) values[d] = tern_int_list_attr_at(list, d);
    attrs = tern_dictionary_attr_with(tern_op_context(op), attrs, tern_str_from_cstr(names[i]),
                                      list_attr(op, values, count));
  }
  return attrs;
}

static bool rewrite_convolution(tern_op_t *op, tern_rewriter_t *rewriter) {
  int64_t padding[2 * MAX_RANK];
  size_t count;
  if (!has_static_result(op) || !read_list(tern_op_operand(op, 2), padding, &count)) return false;
  tern_context_t *context = tern_op_context(op);
  int64_t shape[2] = {(int64_t)count / 2, 2};
  const tern_type_t *type = tern_tensor_type_get(tern_i_type_get(context, 64), shape, 2, NULL);
  tern_builder_set_before(&rewriter->builder, op);
  const tern_attr_t *attrs = tern_dictionary_attr_with(context, trim_lists(op, count / 2), TERN_STR("padding"),
                                                       tern_dense_elements_attr_get_i64(type, padding, count));
  tern_value_t *value = tern_build_value(&rewriter->builder, TERN_STABLEHLO(CONVOLUTION),
                                         .operands = TERN_VALUES(tern_op_operand(op, 0), tern_op_operand(op, 1)),
                                         .types = TERN_TYPES(op->results[0].type), .dictionary = attrs);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  return true;
}

static bool rewrite_real_slice(tern_op_t *op, tern_rewriter_t *rewriter) {
  int64_t start[2 * MAX_RANK], limit[2 * MAX_RANK], strides[2 * MAX_RANK];
  size_t count;
  if (!has_static_result(op) || !read_list(tern_op_operand(op, 1), start, &count) ||
      !read_list(tern_op_operand(op, 2), limit, &count) || !read_list(tern_op_operand(op, 3), strides, &count)) {
    return false;
  }
  replace(rewriter, op, TERN_STABLEHLO(SLICE), TERN_VALUES(tern_op_operand(op, 0)),
          TERN_ATTRS({"start_indices", list_attr(op, start, count)}, {"limit_indices", list_attr(op, limit, count)},
                     {"strides", list_attr(op, strides, count)}));
  return true;
}

bool tern_hlo_make_static(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  static const tern_hlo_rewrite_t rows[] = {
      {TERN_HLO_DYNAMIC_BROADCAST_IN_DIM, rewrite_broadcast},
      {TERN_HLO_DYNAMIC_CONV, rewrite_convolution},
      {TERN_HLO_DYNAMIC_GATHER, rewrite_gather},
      {TERN_HLO_DYNAMIC_IOTA, rewrite_iota},
      {TERN_HLO_DYNAMIC_PAD, rewrite_pad},
      {TERN_HLO_DYNAMIC_RESHAPE, rewrite_reshape},
      {TERN_HLO_REAL_DYNAMIC_SLICE, rewrite_real_slice},
  };
  return tern_hlo_apply_rewrite(op, rewriter, rows, sizeof rows / sizeof rows[0]);
}
