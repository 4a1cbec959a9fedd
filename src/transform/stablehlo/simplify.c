// StableHLO ops that do nothing, or that another op says more simply.

#include <stdlib.h>
#include <string.h>

#include "dialect/quant/quant.h"
#include "ir/context.h"
#include "transform/stablehlo/patterns.h"

enum { MAX_RANK = 64 };

static tern_value_t *operand(const tern_op_t *op, size_t index) { return tern_op_operand(op, index); }
static const tern_type_t *result_type(const tern_op_t *op) { return op->results[0].type; }

static tern_op_t *maker_of(tern_value_t *value, tern_hlo_t id) {
  tern_op_t *maker = tern_value_defining_op(value);
  return maker && tern_hlo_is(maker, id) ? maker : NULL;
}

static bool replace_by(tern_rewriter_t *rewriter, tern_op_t *op, tern_value_t *value) {
  if (value->type != result_type(op)) return false;
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  return true;
}

static bool replace_with(tern_rewriter_t *rewriter, tern_op_t *op, const tern_op_row_t *row, tern_value_t *value,
                         tern_named_attrs_t attrs) {
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *result = tern_build_value(&rewriter->builder, row, .operands = TERN_VALUES(value),
                                          .types = TERN_TYPES(result_type(op)), .attrs = attrs);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

// Is the value a splat of this number, of integers or floats?
static bool is_number(const tern_value_t *value, double number) {
  const tern_attr_t *constant = tern_hlo_constant_of(value);
  if (!constant || !tern_dense_elements_attr_is_splat(constant)) return false;
  const tern_type_t *element = tern_type_element(value->type);
  if (element->kind == TERN_TYPE_COMPLEX) return false;
  const tern_attr_t *first = tern_dense_elements_attr_at(constant, 0);
  if (tern_attr_is_float(first)) return tern_float_attr_value(first) == number;
  return tern_attr_is_integer(first) && (double)tern_integer_attr_value(first) == number;
}

static bool is_integer(const tern_value_t *value) { return tern_type_is_integer(tern_type_element(value->type)); }

static int64_t list_at(const tern_op_t *op, const char *name, size_t index) {
  return tern_int_list_attr_at(tern_op_attr(op, name), index);
}

// --- arithmetic ---

// x + 0 of integers: for floats the sign of a zero could change.
static bool simplify_add(tern_op_t *op, tern_rewriter_t *rewriter) {
  for (size_t i = 0; i < 2; ++i) {
    if (is_integer(operand(op, i)) && is_number(operand(op, i), 0)) return replace_by(rewriter, op, operand(op, 1 - i));
  }
  return false;
}

static bool simplify_subtract(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool is_zero = is_number(operand(op, 1), 0) && is_integer(operand(op, 1));
  return is_zero && replace_by(rewriter, op, operand(op, 0));
}

static bool simplify_multiply(tern_op_t *op, tern_rewriter_t *rewriter) {
  for (size_t i = 0; i < 2; ++i) {
    if (is_number(operand(op, i), 1)) return replace_by(rewriter, op, operand(op, 1 - i));
    if (is_integer(operand(op, i)) && is_number(operand(op, i), 0)) return replace_by(rewriter, op, operand(op, i));
  }
  return false;
}

static bool simplify_divide(tern_op_t *op, tern_rewriter_t *rewriter) {
  return is_number(operand(op, 1), 1) && replace_by(rewriter, op, operand(op, 0));
}

// select(p, x, x), and of a constant predicate.
static bool simplify_select(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (operand(op, 1) == operand(op, 2)) return replace_by(rewriter, op, operand(op, 1));
  if (is_number(operand(op, 0), 0)) return replace_by(rewriter, op, operand(op, 2));
  const tern_attr_t *constant = tern_hlo_constant_of(operand(op, 0));
  bool is_true = constant && tern_dense_elements_attr_is_splat(constant);
  return is_true && replace_by(rewriter, op, operand(op, 1));
}

// --- shapes ---

static bool simplify_reshape(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *inner = maker_of(operand(op, 0), TERN_HLO_RESHAPE);
  if (!inner) return false;
  if (operand(inner, 0)->type == result_type(op)) return replace_by(rewriter, op, operand(inner, 0));
  return replace_with(rewriter, op, TERN_STABLEHLO(RESHAPE), operand(inner, 0), (tern_named_attrs_t){0});
}

// Transposes of transposes; transposes that only move ones are reshapes.
static bool simplify_transpose(tern_op_t *op, tern_rewriter_t *rewriter) {
  size_t rank = tern_type_rank(result_type(op));
  int64_t permutation[MAX_RANK], last = -1;
  bool is_identity = true, moves_ones = tern_type_has_static_shape(result_type(op));
  for (size_t i = 0; i < rank; ++i) {
    permutation[i] = list_at(op, "permutation", i);
    is_identity &= permutation[i] == (int64_t)i;
    if (tern_type_dim(result_type(op), i) == 1) continue;
    moves_ones &= permutation[i] > last;
    last = permutation[i];
  }
  if (is_identity) return replace_by(rewriter, op, operand(op, 0));
  tern_op_t *inner = maker_of(operand(op, 0), TERN_HLO_TRANSPOSE);
  if (inner) {
    for (size_t i = 0; i < rank; ++i) permutation[i] = list_at(inner, "permutation", (size_t)permutation[i]);
    const tern_attr_t *list = tern_dense_i64_array_attr_get(tern_op_context(op), permutation, rank);
    return replace_with(rewriter, op, TERN_STABLEHLO(TRANSPOSE), operand(inner, 0), TERN_ATTRS({"permutation", list}));
  }
  return moves_ones && replace_with(rewriter, op, TERN_STABLEHLO(RESHAPE), operand(op, 0), (tern_named_attrs_t){0});
}

// A broadcast of a broadcast; one that repeats nothing is a reshape.
static bool simplify_broadcast(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_type_t *from = operand(op, 0)->type, *to = result_type(op);
  if (from->kind != TERN_TYPE_TENSOR || !tern_type_has_static_shape(from) || !tern_type_has_static_shape(to))
    return false;
  size_t rank = tern_type_rank(from);
  int64_t dims[MAX_RANK];
  bool is_increasing = true;
  for (size_t i = 0; i < rank; ++i) {
    dims[i] = list_at(op, "broadcast_dimensions", i);
    is_increasing &= i == 0 || dims[i] > dims[i - 1];
  }
  if (from == to && is_increasing) return replace_by(rewriter, op, operand(op, 0));
  tern_op_t *inner = maker_of(operand(op, 0), TERN_HLO_BROADCAST_IN_DIM);
  if (inner) {
    size_t count = tern_type_rank(operand(inner, 0)->type);
    int64_t through[MAX_RANK];
    for (size_t i = 0; i < count; ++i) through[i] = dims[list_at(inner, "broadcast_dimensions", i)];
    const tern_attr_t *list = tern_dense_i64_array_attr_get(tern_op_context(op), through, count);
    return replace_with(rewriter, op, TERN_STABLEHLO(BROADCAST_IN_DIM), operand(inner, 0),
                        TERN_ATTRS({"broadcast_dimensions", list}));
  }
  bool is_reshape = is_increasing && tern_type_element_count(from) == tern_type_element_count(to) &&
                    tern_type_element_count(from) > 0;
  return is_reshape && replace_with(rewriter, op, TERN_STABLEHLO(RESHAPE), operand(op, 0), (tern_named_attrs_t){0});
}

static bool simplify_convert(tern_op_t *op, tern_rewriter_t *rewriter) {
  return replace_by(rewriter, op, operand(op, 0));
}

// Empty parts, and parts that are concatenations along the same dimension.
static bool simplify_concatenate(tern_op_t *op, tern_rewriter_t *rewriter) {
  size_t dim = (size_t)tern_integer_attr_value(tern_op_attr(op, "dimension")), count = 0, total = 0;
  bool is_changed = false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_op_t *inner = maker_of(operand(op, i), TERN_HLO_CONCATENATE);
    total += inner ? inner->operand_count : 1;
  }
  tern_value_t **parts = tern_malloc((total + 1) * sizeof(*parts));
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *part = operand(op, i);
    tern_op_t *inner = maker_of(part, TERN_HLO_CONCATENATE);
    bool is_same = inner && (size_t)tern_integer_attr_value(tern_op_attr(inner, "dimension")) == dim;
    bool is_empty = tern_type_dim(part->type, dim) == 0 && op->operand_count > 1;
    is_changed |= is_same || is_empty;
    for (size_t j = 0; is_same && j < inner->operand_count; ++j) parts[count++] = operand(inner, j);
    if (!is_same && !is_empty) parts[count++] = part;
  }
  is_changed = is_changed && count > 0;
  if (is_changed) {
    tern_builder_set_before(&rewriter->builder, op);
    tern_value_t *joined = count == 1 && parts[0]->type == result_type(op)
                               ? parts[0]
                               : tern_build_value(&rewriter->builder, TERN_STABLEHLO(CONCATENATE),
                                                  .operands = {parts, count}, .types = TERN_TYPES(result_type(op)),
                                                  .attrs = TERN_ATTRS({"dimension", tern_op_attr(op, "dimension")}));
    tern_rewriter_replace(rewriter, op, TERN_VALUES(joined));
  }
  free(parts);
  return is_changed;
}

// Padding of nothing.
static bool simplify_pad(tern_op_t *op, tern_rewriter_t *rewriter) {
  static const char *const names[] = {"edge_padding_low", "edge_padding_high", "interior_padding"};
  for (size_t i = 0; i < tern_type_rank(result_type(op)); ++i) {
    for (size_t n = 0; n < 3; ++n) {
      if (list_at(op, names[n], i) != 0) return false;
    }
  }
  return replace_by(rewriter, op, operand(op, 0));
}

// At constant places: a slice.
static bool simplify_dynamic_slice(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_type_t *from = operand(op, 0)->type, *to = result_type(op);
  size_t rank = tern_type_rank(to);
  int64_t start[MAX_RANK], limit[MAX_RANK], strides[MAX_RANK];
  if (!tern_type_has_static_shape(from) || !tern_type_has_static_shape(to)) return false;
  for (size_t i = 0; i < rank; ++i) {
    const tern_attr_t *index = tern_hlo_constant_of(operand(op, 1 + i));
    int64_t room = tern_type_dim(from, i) - tern_type_dim(to, i);
    if (!index && room != 0) return false;
    start[i] = index ? tern_integer_attr_value(tern_dense_elements_attr_at(index, 0)) : 0;
    bool is_unsigned = tern_integer_type_signedness(tern_type_element(operand(op, 1 + i)->type)) == TERN_UNSIGNED;
    start[i] = start[i] > room || (start[i] < 0 && is_unsigned) ? room : start[i] < 0 ? 0 : start[i];
    limit[i] = start[i] + tern_type_dim(to, i);
    strides[i] = 1;
  }
  tern_context_t *context = tern_op_context(op);
  return replace_with(rewriter, op, TERN_STABLEHLO(SLICE), operand(op, 0),
                      TERN_ATTRS({"start_indices", tern_dense_i64_array_attr_get(context, start, rank)},
                                 {"limit_indices", tern_dense_i64_array_attr_get(context, limit, rank)},
                                 {"strides", tern_dense_i64_array_attr_get(context, strides, rank)}));
}

bool tern_hlo_apply_rewrite(tern_op_t *op, tern_rewriter_t *rewriter, const tern_hlo_rewrite_t *rows, size_t count) {
  tern_hlo_t id = tern_hlo_id(op);
  for (size_t i = 0; i < count; ++i) {
    if (rows[i].id == id && op->results[0].type->kind == TERN_TYPE_TENSOR) return rows[i].rewrite(op, rewriter);
  }
  return false;
}

bool tern_hlo_simplify(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  static const tern_hlo_rewrite_t rows[] = {
      {TERN_HLO_ADD, simplify_add},
      {TERN_HLO_BROADCAST_IN_DIM, simplify_broadcast},
      {TERN_HLO_CONCATENATE, simplify_concatenate},
      {TERN_HLO_CONVERT, simplify_convert},
      {TERN_HLO_DIVIDE, simplify_divide},
      {TERN_HLO_DYNAMIC_SLICE, simplify_dynamic_slice},
      {TERN_HLO_MULTIPLY, simplify_multiply},
      {TERN_HLO_PAD, simplify_pad},
      {TERN_HLO_RESHAPE, simplify_reshape},
      {TERN_HLO_SELECT, simplify_select},
      {TERN_HLO_SUBTRACT, simplify_subtract},
      {TERN_HLO_TRANSPOSE, simplify_transpose},
  };
  // Quantized numbers are rounded by every op.
  if (op->result_count == 1 && tern_quant_is_quantized(result_type(op))) return false;
  return tern_hlo_apply_rewrite(op, rewriter, rows, sizeof rows / sizeof rows[0]);
}
