// Running lowerings of TOSA ops, and the scalars and tensors they are made of.

#include "convert/tosa/lowering.h"

#include <math.h>
#include <stdlib.h>

#include "dialect/builtin/builtin.h"
#include "ir/op_list.h"
#include "ir/params.h"

// --- the driver ---

static tern_tosa_lower_fn_t find_lowering(const tern_tosa_lowering_row_t *const *tables, const tern_op_t *op) {
  for (; *tables; ++tables) {
    for (const tern_tosa_lowering_row_t *row = *tables; row->lower; ++row) {
      if (row->row == op->def->row) return row->lower;
    }
  }
  return NULL;
}

static tern_value_t *build_signs_changed(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (value->type == type) return value;
  tern_op_t *cast = tern_value_defining_op(value);
  if (cast && tern_op_is(cast, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST)) && cast->operand_count == 1 &&
      tern_op_operand(cast, 0)->type == type) {
    return tern_op_operand(cast, 0);
  }
  return tern_build_value(b, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(type));
}

static bool check_ranks(const tern_op_t *op) {
  for (size_t i = 0; i < (size_t)op->operand_count + op->result_count; ++i) {
    const tern_type_t *type =
        i < op->operand_count ? tern_op_operand(op, i)->type : tern_op_result(op, i - op->operand_count)->type;
    if (type->kind == TERN_TYPE_UNRANKED_TENSOR)
      return tern_op_error(op, "has a tensor without a rank: '%s'", tern_type_text(type));
    if (type->kind == TERN_TYPE_TENSOR && tern_type_rank(type) > TERN_TOSA_MAX_RANK / 2) {
      return tern_op_error(op, "has more than %d dimensions", TERN_TOSA_MAX_RANK / 2);
    }
  }
  return op->result_count <= 2;
}

static bool lower_op(tern_op_t *op, tern_tosa_lower_fn_t lower, const void *options) {
  if (!check_ranks(op)) return false;
  tern_builder_t b = tern_builder_before(op);
  tern_tosa_lowering_t l = {.b = &b, .op = op, .options = options};
  l.operands = tern_malloc((op->operand_count + 1) * sizeof(*l.operands));
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    l.operands[i] = build_signs_changed(&b, operand, tern_tosa_signless(operand->type));
  }
  for (size_t i = 0; i < op->result_count; ++i) l.types[i] = tern_tosa_signless(tern_op_result(op, i)->type);
  bool is_lowered = lower(&l);
  free(l.operands);
  if (!is_lowered || (op->result_count && !l.results[0])) return is_lowered;
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i), *value = l.results[i];
    if (value->type->kind == TERN_TYPE_TENSOR) value = tern_build_tensor_cast(&b, value, l.types[i]);
    tern_value_replace_all_uses(result, build_signs_changed(&b, value, result->type));
  }
  tern_op_destroy(op);
  return true;
}

static bool is_leftover(const tern_op_t *op) {
  return tern_op_is(op, TERN_TOSA(CONST)) || tern_op_is(op, TERN_TOSA(CONST_SHAPE)) || tern_op_is(op, TERN_TOSA(DIM));
}

bool tern_tosa_lower_all(tern_op_t *root, const tern_tosa_lowering_row_t *const *tables, const void *options) {
  bool is_right = true;
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, tern_is_tosa);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_tosa_lower_fn_t lower = find_lowering(tables, ops.values[i]);
    if (lower && !lower_op(ops.values[i], lower, options)) is_right = false;
  }
  tern_vec_deinitialize(&ops);
  tern_op_list_t left = {0};
  if (is_right) left = tern_op_collect(root, TERN_POSTORDER, tern_is_tosa);
  for (size_t i = left.count; i-- > 0;) {
    if (is_leftover(left.values[i]) && tern_op_has_no_uses(left.values[i])) tern_op_destroy(left.values[i]);
  }
  tern_vec_deinitialize(&left);
  return is_right;
}

// --- types ---

const tern_type_t *tern_tosa_signless(const tern_type_t *type) {
  if (tern_type_is_integer(type)) return tern_i_type_get(type->context, tern_integer_type_width(type));
  if (!tern_type_is_shaped(type)) return type;
  return tern_type_with_element(type, tern_tosa_signless(tern_type_element(type)));
}

int64_t tern_tosa_lowest(const tern_type_t *element, bool is_unsigned) {
  return is_unsigned ? 0 : (int64_t)(UINT64_MAX << (tern_integer_type_width(element) - 1));
}

int64_t tern_tosa_highest(const tern_type_t *element, bool is_unsigned) {
  uint32_t width = tern_integer_type_width(element) - (is_unsigned ? 0 : 1);
  return width >= 64 ? -1 : (int64_t)((UINT64_C(1) << width) - 1);
}

// Infinity, or the largest number of a format that has none.
static double highest_float(const tern_type_t *element) {
  tern_float_kind_t kind = tern_type_float_kind(element);
  const tern_float_format_t *format = &tern_float_formats[kind];
  if (format->has_infinity || format->width > 8) return INFINITY;
  uint64_t bits = (UINT64_C(1) << (format->width - 1)) - 1;
  while (isnan(tern_float_decode(kind, bits))) --bits;
  return tern_float_decode(kind, bits);
}

const tern_attr_t *tern_tosa_lowest_attr(const tern_type_t *element, bool is_unsigned) {
  if (tern_type_is_float(element)) return tern_float_attr_get(element, -highest_float(element));
  if (tern_type_is_i(element, 1)) return tern_integer_attr_get(element, 0);
  return tern_integer_attr_get(element, tern_tosa_lowest(element, is_unsigned));
}

const tern_attr_t *tern_tosa_highest_attr(const tern_type_t *element, bool is_unsigned) {
  if (tern_type_is_float(element)) return tern_float_attr_get(element, highest_float(element));
  if (tern_type_is_i(element, 1)) return tern_integer_attr_get(element, 1);
  return tern_integer_attr_get(element, tern_tosa_highest(element, is_unsigned));
}

// --- operands ---

bool tern_tosa_read_shape(const tern_tosa_lowering_t *l, size_t operand, int64_t *out_values, size_t count) {
  size_t found;
  bool is_constant = tern_tosa_constant_list(l->operands[operand], out_values, count, &found) && found == count;
  return is_constant || tern_op_error(l->op, "operand #%zu has to be a constant shape", operand);
}

tern_value_t *tern_tosa_build_zero_point(tern_tosa_lowering_t *l, size_t operand, const tern_type_t *type,
                                         bool is_unsigned) {
  tern_value_t *value = l->operands[operand];
  const tern_type_t *element = tern_type_element(value->type);
  if (!tern_type_is_integer(element)) return NULL;
  const tern_attr_t *attr = tern_value_constant(tern_op_operand(l->op, operand));
  if (!attr) attr = tern_value_constant(value);
  if (attr && attr->kind == TERN_ATTR_DENSE_ELEMENTS) {
    int64_t number = tern_integer_attr_value(tern_dense_elements_attr_at(attr, 0));
    uint32_t width = tern_integer_type_width(element);
    if (is_unsigned && width < 64) number &= (int64_t)((UINT64_C(1) << width) - 1);
    return number == 0 ? NULL : tern_tosa_build_int(l->b, type, number);
  }
  return tern_tosa_build_resized(l->b, tern_build_only_element(l->b, value), type, is_unsigned);
}

// --- scalars ---

tern_value_t *tern_tosa_build_unary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(x->type));
}

tern_value_t *tern_tosa_build_cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x,
                                   const tern_type_t *type) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

tern_value_t *tern_tosa_build_cmpf(tern_builder_t *b, tern_cmpf_predicate_t predicate, tern_value_t *x,
                                   tern_value_t *y) {
  const tern_attr_t *attr = tern_integer_attr_get(tern_i_type_get(b->context, 64), predicate);
  return tern_build_value(b, TERN_ARITH(CMPF), .operands = TERN_VALUES(x, y),
                          .types = TERN_TYPES(tern_i_type_get(b->context, 1)),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

tern_value_t *tern_tosa_build_int(tern_builder_t *b, const tern_type_t *type, int64_t value) {
  return tern_build_constant(b, tern_integer_attr_get(type, value));
}

tern_value_t *tern_tosa_build_resized(tern_builder_t *b, tern_value_t *x, const tern_type_t *type, bool is_unsigned) {
  uint32_t from = tern_integer_type_width(x->type), to = tern_integer_type_width(type);
  if (from == to) return x;
  const tern_op_row_t *row = from > to ? TERN_ARITH(TRUNCI) : is_unsigned ? TERN_ARITH(EXTUI) : TERN_ARITH(EXTSI);
  return tern_tosa_build_cast(b, row, x, type);
}

tern_value_t *tern_tosa_build_clipped(tern_builder_t *b, tern_value_t *x, int64_t low, int64_t high) {
  x = tern_build_binary(b, TERN_ARITH(MAXSI), x, tern_tosa_build_int(b, x->type, low));
  return tern_build_binary(b, TERN_ARITH(MINSI), x, tern_tosa_build_int(b, x->type, high));
}

// A float to an integer: to the nearest, ties to even; what is too large for the type becomes its limit, NaN 0.
static tern_value_t *build_int_of_float(tern_builder_t *b, tern_value_t *x, const tern_type_t *to, bool is_unsigned) {
  const tern_type_t *f32 = tern_float_type_get(b->context, TERN_TYPE_F32);
  if (tern_type_bit_width(x->type) < 32) x = tern_tosa_build_cast(b, TERN_ARITH(EXTF), x, f32);
  const tern_type_t *wide = x->type;
  uint32_t width = tern_integer_type_width(to);
  // Limits as floats: one past the highest is always exact, so that comparing with it is.
  double beyond = ldexp(1.0, (int)(width - (is_unsigned ? 0 : 1))), low = is_unsigned ? 0.0 : -beyond;
  tern_value_t *rounded = tern_tosa_build_unary(b, TERN_MATH(ROUNDEVEN), x);
  tern_value_t *above = tern_build_number(b, wide, beyond), *below = tern_build_number(b, wide, low);
  tern_value_t *is_high = tern_tosa_build_cmpf(b, TERN_CMPF_OGE, rounded, above);
  tern_value_t *is_low = tern_tosa_build_cmpf(b, TERN_CMPF_OLE, rounded, below);
  tern_value_t *is_nan = tern_tosa_build_cmpf(b, TERN_CMPF_UNO, x, x);
  // What is converted is always in range.
  tern_value_t *is_out =
      tern_build_binary(b, TERN_ARITH(ORI), is_high, tern_build_binary(b, TERN_ARITH(ORI), is_low, is_nan));
  tern_value_t *safe = tern_build_select(b, is_out, tern_build_number(b, wide, 0), rounded);
  tern_value_t *number = tern_tosa_build_cast(b, is_unsigned ? TERN_ARITH(FPTOUI) : TERN_ARITH(FPTOSI), safe, to);
  tern_value_t *highest = tern_tosa_build_int(b, to, tern_tosa_highest(to, is_unsigned));
  number = tern_build_select(b, is_high, highest, number);
  return tern_build_select(b, is_low, tern_tosa_build_int(b, to, tern_tosa_lowest(to, is_unsigned)), number);
}

tern_value_t *tern_tosa_build_converted(tern_builder_t *b, tern_value_t *x, const tern_type_t *from,
                                        const tern_type_t *to) {
  bool is_unsigned = tern_tosa_is_unsigned(from) || tern_type_is_i(from, 1);
  const tern_type_t *type = tern_tosa_signless(to);
  if (x->type == type) return x;
  bool from_float = tern_type_is_float(from), to_float = tern_type_is_float(to);
  if (tern_type_is_i(type, 1)) {
    return from_float ? tern_tosa_build_cmpf(b, TERN_CMPF_UNE, x, tern_build_number(b, x->type, 0))
                      : tern_build_compared(b, TERN_CMPI_NE, x, tern_tosa_build_int(b, x->type, 0));
  }
  if (from_float && to_float) {
    uint32_t old_width = tern_type_bit_width(x->type), width = tern_type_bit_width(type);
    // Between two narrow formats the way is over f32, which holds all their numbers.
    if (old_width < 32 && width < 32) {
      x = tern_tosa_build_cast(b, TERN_ARITH(EXTF), x, tern_float_type_get(b->context, TERN_TYPE_F32));
      old_width = 32;
    }
    return tern_tosa_build_cast(b, old_width < width ? TERN_ARITH(EXTF) : TERN_ARITH(TRUNCF), x, type);
  }
  if (from_float) return build_int_of_float(b, x, type, tern_tosa_is_unsigned(to));
  if (to_float && tern_type_bit_width(type) < 16) {
    const tern_type_t *f32 = tern_float_type_get(b->context, TERN_TYPE_F32);
    x = tern_tosa_build_cast(b, is_unsigned ? TERN_ARITH(UITOFP) : TERN_ARITH(SITOFP), x, f32);
    return tern_tosa_build_cast(b, TERN_ARITH(TRUNCF), x, type);
  }
  if (to_float) return tern_tosa_build_cast(b, is_unsigned ? TERN_ARITH(UITOFP) : TERN_ARITH(SITOFP), x, type);
  return tern_tosa_build_resized(b, x, type, is_unsigned);
}

tern_value_t *tern_tosa_build_apply_scale(tern_builder_t *b, tern_value_t *value, tern_value_t *multiplier,
                                          tern_value_t *shift, int64_t rounding_mode) {
  const tern_attr_t *mode = tern_enum_attr_get(b->context, TERN_TOSA_ENUM(ROUNDING_MODE), rounding_mode);
  return tern_build_value(b, TERN_TOSA(APPLY_SCALE), .operands = TERN_VALUES(value, multiplier, shift),
                          .types = TERN_TYPES(tern_i_type_get(b->context, 32)),
                          .attrs = TERN_ATTRS({"rounding_mode", mode}));
}

tern_value_t *tern_tosa_build_extreme(tern_builder_t *b, bool is_greater, bool ignores_nan, bool is_unsigned,
                                      tern_value_t *x, tern_value_t *y) {
  const tern_op_row_t *row;
  if (tern_type_is_float(x->type)) {
    if (ignores_nan) {
      row = is_greater ? TERN_ARITH(MAXNUMF) : TERN_ARITH(MINNUMF);
    } else {
      row = is_greater ? TERN_ARITH(MAXIMUMF) : TERN_ARITH(MINIMUMF);
    }
  } else if (is_unsigned || tern_type_is_i(x->type, 1)) {
    row = is_greater ? TERN_ARITH(MAXUI) : TERN_ARITH(MINUI);
  } else {
    row = is_greater ? TERN_ARITH(MAXSI) : TERN_ARITH(MINSI);
  }
  return tern_build_binary(b, row, x, y);
}

// --- tensors ---

const tern_type_t *tern_tosa_accumulator_of(const tern_type_t *element) {
  bool is_narrow = tern_type_is_float(element) && tern_type_bit_width(element) < 32;
  return is_narrow ? tern_float_type_get(element->context, TERN_TYPE_F32) : element;
}

static void fill_with_conversion(tern_builder_t *b, tern_block_t *body, void *user) {
  const tern_type_t *to = user;
  tern_value_t *x = body->args[0];
  tern_build_linalg_yield(b, TERN_VALUES(tern_tosa_build_converted(b, x, x->type, to)));
}

tern_value_t *tern_tosa_build_tensor_converted(tern_builder_t *b, tern_value_t *tensor, const tern_type_t *element) {
  if (tern_type_element(tensor->type) == element) return tensor;
  size_t rank = tern_type_rank(tensor->type);
  tern_extent_t sizes[TERN_TOSA_MAX_RANK];
  tern_build_dims(b, tensor, sizes);
  tern_value_t *empty = tern_build_empty(b, tern_type_with_element(tensor->type, element), sizes);
  const tern_affine_map_t *identity = tern_affine_map_identity(b->context, rank), *maps[] = {identity, identity};
  tern_op_t *op = tern_build_tensor_generic(b, TERN_VALUES(tensor), TERN_VALUES(empty), maps, rank, 0,
                                            fill_with_conversion, (void *)element);
  return tern_op_result(op, 0);
}

tern_value_t *tern_tosa_build_broadcast_bias(tern_builder_t *b, tern_value_t *bias, const tern_type_t *type,
                                             const tern_extent_t *sizes) {
  size_t rank = tern_type_rank(type);
  bias = tern_tosa_build_repeated_bias(b, bias, sizes[rank - 1]);
  bool is_single = tern_type_dim(bias->type, 0) == 1 && tern_type_dim(type, rank - 1) != 1;
  const tern_affine_expr_t *channel =
      is_single ? tern_affine_constant(b->context, 0) : tern_affine_dim(b->context, rank - 1);
  const tern_affine_map_t *maps[] = {tern_affine_map_get(b->context, rank, 0, &channel, 1),
                                     tern_affine_map_identity(b->context, rank)};
  tern_value_t *empty = tern_build_empty(b, type, sizes);
  const tern_type_t *element = tern_type_element(type);
  tern_op_t *op = tern_build_tensor_generic(b, TERN_VALUES(bias), TERN_VALUES(empty), maps, rank, 0,
                                            fill_with_conversion, (void *)element);
  return tern_op_result(op, 0);
}
