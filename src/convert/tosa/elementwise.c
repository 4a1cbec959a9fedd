// Element-wise TOSA ops as linalg.generic.
//
//   %0 = tosa.add %a, %b : (tensor<4x3xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
// becomes a generic op that reads %b through (d0, d1) -> (0, d1). The scalars follow the pseudo code of the specification:
// what rounds and saturates does so in every integer type.

#include <math.h>

#include "convert/tosa/lowering.h"

#define MAX_RANK TERN_TOSA_MAX_RANK

// What the body of one op is told.
typedef struct body {
  tern_tosa_lowering_t *l;
  const tern_type_t *from, *to;        // elements as written
  tern_value_t *input_zp, *output_zp;  // NULL: 0
  int64_t shift;                       // of mul
  tern_value_t *shift_value;           // where it is no constant
} body_t;

// --- scalars ---

static tern_value_t *build_abs(tern_builder_t *b, tern_value_t *x) {
  if (tern_type_is_float(x->type)) return tern_tosa_build_unary(b, TERN_MATH(ABSF), x);
  tern_value_t *zero = tern_tosa_build_int(b, x->type, 0);
  tern_value_t *negative = tern_build_binary(b, TERN_ARITH(SUBI), zero, x);
  return tern_build_select(b, tern_build_compared(b, TERN_CMPI_SLT, x, zero), negative, x);
}

// Rounding adds the last bit that is shifted out.
static tern_value_t *build_arithmetic_shift(tern_builder_t *b, const tern_op_t *op, tern_value_t *x,
                                            tern_value_t *amount) {
  tern_value_t *result = tern_build_binary(b, TERN_ARITH(SHRSI), x, amount);
  if (tern_tosa_int(op, "round", 0) == 0) return result;
  tern_value_t *zero = tern_tosa_build_int(b, x->type, 0), *one = tern_tosa_build_int(b, x->type, 1);
  tern_value_t *is_shifted = tern_build_compared(b, TERN_CMPI_SGT, amount, zero);
  tern_value_t *before = tern_build_select(b, is_shifted, tern_build_binary(b, TERN_ARITH(SUBI), amount, one), zero);
  tern_value_t *last = tern_build_binary(b, TERN_ARITH(ANDI), tern_build_binary(b, TERN_ARITH(SHRSI), x, before), one);
  return tern_build_binary(b, TERN_ARITH(ADDI), result, tern_build_select(b, is_shifted, last, zero));
}

static tern_value_t *build_clamp(tern_builder_t *b, const body_t *body, tern_value_t *x) {
  const tern_op_t *op = body->l->op;
  const tern_attr_t *low_attr = tern_op_attr(op, "min_val"), *high_attr = tern_op_attr(op, "max_val");
  if (tern_attr_is_integer(low_attr)) {
    low_attr = tern_integer_attr_get(x->type, tern_integer_attr_value(low_attr));
    high_attr = tern_integer_attr_get(x->type, tern_integer_attr_value(high_attr));
  }
  tern_value_t *low = tern_build_constant(b, low_attr), *high = tern_build_constant(b, high_attr);
  bool is_unsigned = tern_tosa_is_unsigned(body->from);
  bool ignores_nan = tern_tosa_ignores_nan(op);
  x = tern_tosa_build_extreme(b, true, ignores_nan, is_unsigned, x, low);
  return tern_tosa_build_extreme(b, false, ignores_nan, is_unsigned, x, high);
}

// Products of i32 are computed in i64 and shifted with rounding; others take the result's type.
static tern_value_t *build_mul(tern_builder_t *b, const body_t *body, tern_value_t *x, tern_value_t *y) {
  if (tern_type_is_float(x->type)) return tern_build_binary(b, TERN_ARITH(MULF), x, y);
  const tern_type_t *type = tern_type_element(body->l->types[0]), *i64 = tern_i_type_get(b->context, 64);
  bool is_unsigned = tern_tosa_is_unsigned(body->from);
  if (!tern_type_is_i(x->type, 32) || (body->shift == 0 && !body->shift_value)) {
    x = tern_tosa_build_resized(b, x, type, is_unsigned);
    return tern_build_binary(b, TERN_ARITH(MULI), x, tern_tosa_build_resized(b, y, type, is_unsigned));
  }
  x = tern_tosa_build_cast(b, TERN_ARITH(EXTSI), x, i64);
  y = tern_tosa_build_cast(b, TERN_ARITH(EXTSI), y, i64);
  tern_value_t *product = tern_build_binary(b, TERN_ARITH(MULI), x, y), *shift, *round;
  if (body->shift_value) {
    shift = tern_tosa_build_cast(b, TERN_ARITH(EXTUI), body->shift_value, i64);
    tern_value_t *power = tern_build_binary(b, TERN_ARITH(SHLI), tern_tosa_build_int(b, i64, 1), shift);
    round = tern_build_binary(b, TERN_ARITH(SHRUI), power, tern_tosa_build_int(b, i64, 1));
  } else {
    shift = tern_tosa_build_int(b, i64, body->shift);
    round = tern_tosa_build_int(b, i64, (int64_t)(UINT64_C(1) << (body->shift - 1)));
  }
  product = tern_build_binary(b, TERN_ARITH(ADDI), product, round);
  return tern_tosa_build_resized(b, tern_build_binary(b, TERN_ARITH(SHRSI), product, shift), type, false);
}

// output_zp - (x - input_zp), saturated.
static tern_value_t *build_negate(tern_builder_t *b, const body_t *body, tern_value_t *x) {
  if (tern_type_is_float(x->type)) return tern_tosa_build_unary(b, TERN_ARITH(NEGF), x);
  const tern_type_t *element = x->type, *i64 = tern_i_type_get(b->context, 64);
  bool is_plain = !body->input_zp && !body->output_zp;
  if (is_plain && tern_integer_type_width(element) >= 32) {
    return tern_build_binary(b, TERN_ARITH(SUBI), tern_tosa_build_int(b, element, 0), x);
  }
  const tern_type_t *wide = tern_integer_type_width(element) < 32 ? tern_i_type_get(b->context, 32) : i64;
  bool is_unsigned = tern_tosa_is_unsigned(body->from);
  tern_value_t *sum = tern_tosa_build_int(b, wide, 0);
  if (body->input_zp) sum = tern_tosa_build_resized(b, body->input_zp, wide, false);
  if (body->output_zp) {
    sum = tern_build_binary(b, TERN_ARITH(ADDI), sum, tern_tosa_build_resized(b, body->output_zp, wide, false));
  }
  tern_value_t *value = tern_tosa_build_resized(b, x, wide, is_unsigned);
  value = tern_build_binary(b, TERN_ARITH(SUBI), sum, value);
  value = tern_tosa_build_clipped(b, value, tern_tosa_lowest(element, is_unsigned),
                                  tern_tosa_highest(element, is_unsigned));
  return tern_tosa_build_resized(b, value, element, false);
}

static tern_value_t *build_sigmoid(tern_builder_t *b, tern_value_t *x) {
  tern_value_t *one = tern_build_number(b, x->type, 1);
  tern_value_t *power = tern_tosa_build_unary(b, TERN_MATH(EXP), tern_tosa_build_unary(b, TERN_ARITH(NEGF), x));
  return tern_build_binary(b, TERN_ARITH(DIVF), one, tern_build_binary(b, TERN_ARITH(ADDF), power, one));
}

static tern_value_t *build_comparison(tern_builder_t *b, int id, bool is_unsigned, tern_value_t *x, tern_value_t *y) {
  bool is_float = tern_type_is_float(x->type), is_equal = id == TERN_TOSA_EQUAL, is_greater = id == TERN_TOSA_GREATER;
  if (is_float) {
    tern_cmpf_predicate_t predicate = is_equal ? TERN_CMPF_OEQ : is_greater ? TERN_CMPF_OGT : TERN_CMPF_OGE;
    return tern_tosa_build_cmpf(b, predicate, x, y);
  }
  is_unsigned |= tern_type_is_i(x->type, 1);
  if (is_equal) return tern_build_compared(b, TERN_CMPI_EQ, x, y);
  if (is_greater) return tern_build_compared(b, is_unsigned ? TERN_CMPI_UGT : TERN_CMPI_SGT, x, y);
  return tern_build_compared(b, is_unsigned ? TERN_CMPI_UGE : TERN_CMPI_SGE, x, y);
}

// Ops that are one op on floats, and one on integers (or NULL).
static const struct plain_row {
  int id;
  const tern_op_row_t *on_floats, *on_integers;
} plain_rows[] = {
    {TERN_TOSA_ADD, TERN_ARITH(ADDF), TERN_ARITH(ADDI)},
    {TERN_TOSA_SUB, TERN_ARITH(SUBF), TERN_ARITH(SUBI)},
    {TERN_TOSA_BITWISE_AND, NULL, TERN_ARITH(ANDI)},
    {TERN_TOSA_BITWISE_OR, NULL, TERN_ARITH(ORI)},
    {TERN_TOSA_BITWISE_XOR, NULL, TERN_ARITH(XORI)},
    {TERN_TOSA_LOGICAL_AND, NULL, TERN_ARITH(ANDI)},
    {TERN_TOSA_LOGICAL_OR, NULL, TERN_ARITH(ORI)},
    {TERN_TOSA_LOGICAL_XOR, NULL, TERN_ARITH(XORI)},
    {TERN_TOSA_LOGICAL_LEFT_SHIFT, NULL, TERN_ARITH(SHLI)},
    {TERN_TOSA_LOGICAL_RIGHT_SHIFT, NULL, TERN_ARITH(SHRUI)},
    {TERN_TOSA_POW, TERN_MATH(POWF), NULL},
    {TERN_TOSA_CEIL, TERN_MATH(CEIL), NULL},
    {TERN_TOSA_FLOOR, TERN_MATH(FLOOR), NULL},
    {TERN_TOSA_COS, TERN_MATH(COS), NULL},
    {TERN_TOSA_SIN, TERN_MATH(SIN), NULL},
    {TERN_TOSA_EXP, TERN_MATH(EXP), NULL},
    {TERN_TOSA_LOG, TERN_MATH(LOG), NULL},
    {TERN_TOSA_ERF, TERN_MATH(ERF), NULL},
    {TERN_TOSA_TANH, TERN_MATH(TANH), NULL},
    {TERN_TOSA_RSQRT, TERN_MATH(RSQRT), NULL},
    {TERN_TOSA_CLZ, NULL, TERN_MATH(CTLZ)},
};

static const tern_op_row_t *find_plain(int id, bool is_float) {
  for (size_t i = 0; i < sizeof plain_rows / sizeof plain_rows[0]; ++i) {
    if (plain_rows[i].id == id) return is_float ? plain_rows[i].on_floats : plain_rows[i].on_integers;
  }
  return NULL;
}

// NULL: the op has no meaning on such elements.
static tern_value_t *build_scalar(tern_builder_t *b, const body_t *body, tern_value_t *const *args) {
  const tern_op_t *op = body->l->op;
  int id = tern_tosa_id(op);
  tern_value_t *x = args[0], *y = args[1];
  bool is_float = tern_type_is_float(x->type), is_unsigned = tern_tosa_is_unsigned(body->from);
  const tern_op_row_t *plain = find_plain(id, is_float);
  if (plain) {
    bool is_unary = op->operand_count == 1;
    return is_unary ? tern_tosa_build_unary(b, plain, x) : tern_build_binary(b, plain, x, y);
  }
  switch (id) {
    case TERN_TOSA_ABS: return build_abs(b, x);
    case TERN_TOSA_ARITHMETIC_RIGHT_SHIFT: return is_float ? NULL : build_arithmetic_shift(b, op, x, y);
    case TERN_TOSA_INTDIV:
      return is_float ? NULL : tern_build_binary(b, is_unsigned ? TERN_ARITH(DIVUI) : TERN_ARITH(DIVSI), x, y);
    case TERN_TOSA_BITWISE_NOT:
    case TERN_TOSA_LOGICAL_NOT:
      return is_float ? NULL : tern_build_binary(b, TERN_ARITH(XORI), x, tern_tosa_build_int(b, x->type, -1));
    case TERN_TOSA_CLAMP: return build_clamp(b, body, x);
    case TERN_TOSA_MAXIMUM: return tern_tosa_build_extreme(b, true, tern_tosa_ignores_nan(op), is_unsigned, x, y);
    case TERN_TOSA_MINIMUM: return tern_tosa_build_extreme(b, false, tern_tosa_ignores_nan(op), is_unsigned, x, y);
    case TERN_TOSA_MUL: return build_mul(b, body, x, y);
    case TERN_TOSA_NEGATE: return build_negate(b, body, x);
    case TERN_TOSA_RECIPROCAL:
      return is_float ? tern_build_binary(b, TERN_ARITH(DIVF), tern_build_number(b, x->type, 1), x) : NULL;
    case TERN_TOSA_SIGMOID: return is_float ? build_sigmoid(b, x) : NULL;
    case TERN_TOSA_SELECT: return tern_build_select(b, x, y, args[2]);
    case TERN_TOSA_EQUAL:
    case TERN_TOSA_GREATER:
    case TERN_TOSA_GREATER_EQUAL: return build_comparison(b, id, is_unsigned, x, y);
    case TERN_TOSA_CAST: return tern_tosa_build_converted(b, x, body->from, body->to);
    default: return NULL;
  }
}

// --- the generic op ---

// Operands of fewer dimensions, or of size 1, are repeated.
static const tern_affine_map_t *map_of(tern_context_t *context, const tern_type_t *type, const tern_type_t *result) {
  size_t rank = tern_type_rank(result), own = tern_type_rank(type);
  const tern_affine_expr_t *exprs[MAX_RANK];
  for (size_t i = 0; i < own; ++i) {
    size_t dim = i + rank - own;
    bool is_repeated = tern_type_dim(type, i) == 1 && tern_type_dim(result, dim) != 1;
    exprs[i] = is_repeated ? tern_affine_constant(context, 0) : tern_affine_dim(context, dim);
  }
  return tern_affine_map_get(context, rank, 0, exprs, own);
}

typedef struct fill {
  const body_t *body;
  bool is_known;
} fill_t;

static void fill_generic(tern_builder_t *b, tern_block_t *block, void *user) {
  fill_t *fill = user;
  tern_value_t *result = build_scalar(b, fill->body, block->args);
  fill->is_known = result != NULL;
  if (!result) result = block->args[block->arg_count - 1];
  tern_build_linalg_yield(b, TERN_VALUES(result));
}

static tern_value_t *build_generic(tern_tosa_lowering_t *l, size_t operands, tern_linalg_body_fn_t fill_body,
                                   void *user) {
  tern_context_t *context = l->b->context;
  const tern_type_t *type = l->types[0];
  tern_extent_t sizes[MAX_RANK];
  const tern_affine_map_t *maps[4];
  tern_tosa_build_broadcast(l, operands, sizes);
  // A result whose size is known to be the operands' only is of the type that says so.
  int64_t dims[MAX_RANK];
  for (size_t i = 0; i < tern_type_rank(type); ++i) dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
  type = tern_type_with_shape(type, dims, tern_type_rank(type));
  for (size_t i = 0; i < operands; ++i) maps[i] = map_of(context, l->operands[i]->type, type);
  maps[operands] = tern_affine_map_identity(context, tern_type_rank(type));
  tern_value_t *empty = tern_build_empty(l->b, type, sizes);
  tern_op_t *op = tern_build_tensor_generic(l->b, (tern_values_t){l->operands, operands}, TERN_VALUES(empty), maps,
                                            tern_type_rank(type), 0, fill_body, user);
  return tern_op_result(op, 0);
}

static body_t body_of(tern_tosa_lowering_t *l) {
  return (body_t){
      .l = l, .from = tern_tosa_written_element(l->op, 0), .to = tern_type_element(tern_op_result(l->op, 0)->type)};
}

// An integer may be said to be unsigned by the op instead of by its type.
static bool lower_cast(tern_tosa_lowering_t *l) {
  body_t body = body_of(l);
  if (tern_tosa_int(l->op, "input_unsigned", 0) != 0 && tern_type_is_integer(body.from)) {
    body.from = tern_integer_type_get(l->b->context, tern_integer_type_width(body.from), TERN_UNSIGNED);
  }
  fill_t fill = {&body, false};
  l->results[0] = build_generic(l, 1, fill_generic, &fill);
  return true;
}

// On tensors: the op of scalars in a generic op.
static void fill_with_scaled(tern_builder_t *b, tern_block_t *block, void *user) {
  const tern_op_t *op = user;
  int64_t mode = tern_tosa_enum_value(op, "rounding_mode", TERN_TOSA_SINGLE_ROUND);
  tern_value_t *scaled = tern_tosa_build_apply_scale(b, block->args[0], block->args[1], block->args[2], mode);
  tern_build_linalg_yield(b, TERN_VALUES(scaled));
}

static bool lower_apply_scale(tern_tosa_lowering_t *l) {
  if (l->types[0]->kind == TERN_TYPE_TENSOR) l->results[0] = build_generic(l, 3, fill_with_scaled, l->op);
  return true;
}

static bool lower_with(tern_tosa_lowering_t *l, const body_t *body, size_t operands) {
  fill_t fill = {body, false};
  l->results[0] = build_generic(l, operands, fill_generic, &fill);
  return fill.is_known || tern_op_error(l->op, "has no meaning for elements of type '%s'", tern_type_text(body->from));
}

static bool lower_elementwise(tern_tosa_lowering_t *l) {
  body_t body = body_of(l);
  return lower_with(l, &body, l->op->operand_count);
}

static bool lower_mul(tern_tosa_lowering_t *l) {
  body_t body = body_of(l);
  const tern_attr_t *shift = tern_value_constant(tern_op_operand(l->op, 2));
  bool is_integer = tern_type_is_integer(body.from);
  if (shift && shift->kind == TERN_ATTR_DENSE_ELEMENTS) {
    body.shift = tern_integer_attr_value(tern_dense_elements_attr_at(shift, 0));
    if (body.shift < 0 || body.shift > 63) return tern_op_error(l->op, "expects a shift of 0 to 63");
    if (body.shift && !is_integer) return tern_op_error(l->op, "require shift to be 0 for float type");
  } else if (is_integer) {
    body.shift_value = tern_build_only_element(l->b, l->operands[2]);
  }
  return lower_with(l, &body, 2);
}

static bool lower_negate(tern_tosa_lowering_t *l) {
  body_t body = body_of(l);
  bool is_unsigned = tern_tosa_is_unsigned(body.from);
  const tern_type_t *i64 = tern_i_type_get(l->b->context, 64);
  body.input_zp = tern_tosa_build_zero_point(l, 1, i64, is_unsigned);
  body.output_zp = tern_tosa_build_zero_point(l, 2, i64, is_unsigned);
  return lower_with(l, &body, 1);
}

static bool lower_identity(tern_tosa_lowering_t *l) {
  l->results[0] = l->operands[0];
  return true;
}

static bool lower_custom(tern_tosa_lowering_t *l) {
  tern_str_t name = tern_string_attr_value(tern_op_attr(l->op, "operator_name"));
  tern_str_t domain = tern_string_attr_value(tern_op_attr(l->op, "domain_name"));
  return tern_op_error(l->op, "operator '%.*s' of domain '%.*s' is not known here", (int)name.size, name.data,
                       (int)domain.size, domain.data);
}

static bool refuse_blocks(tern_tosa_lowering_t *l) {
  return tern_op_error(l->op, "block scaled formats are not supported");
}

// --- table ---

static tern_value_t *build_lookup(tern_builder_t *b, tern_value_t *table, tern_value_t *index) {
  return tern_build_extract(
      b, table, TERN_VALUES(tern_tosa_build_cast(b, TERN_ARITH(INDEX_CAST), index, tern_index_type_get(b->context))));
}

// Entries of i8 tables are looked up; i16 ones are 128 apart, and what lies between is interpolated.
static void fill_with_lookup(tern_builder_t *b, tern_block_t *block, void *user) {
  const body_t *body = user;
  tern_value_t *x = block->args[0], *table = body->l->operands[1];
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *to = tern_type_element(body->l->types[0]);
  if (tern_integer_type_width(x->type) <= 8) {
    bool is_unsigned = tern_tosa_is_unsigned(body->from);
    x = tern_tosa_build_resized(b, x, i32, is_unsigned);
    if (!is_unsigned) x = tern_build_binary(b, TERN_ARITH(ADDI), x, tern_tosa_build_int(b, i32, 128));
    tern_build_linalg_yield(b, TERN_VALUES(build_lookup(b, table, x)));
    return;
  }
  x = tern_tosa_build_resized(b, x, i32, false);
  tern_value_t *seven = tern_tosa_build_int(b, i32, 7), *one = tern_tosa_build_int(b, i32, 1);
  tern_value_t *index = tern_build_binary(b, TERN_ARITH(ADDI), tern_build_binary(b, TERN_ARITH(SHRSI), x, seven),
                                          tern_tosa_build_int(b, i32, 256));
  tern_value_t *fraction = tern_build_binary(b, TERN_ARITH(ANDI), x, tern_tosa_build_int(b, i32, 127));
  tern_value_t *base = tern_tosa_build_resized(b, build_lookup(b, table, index), i32, false);
  tern_value_t *next_index = tern_build_binary(b, TERN_ARITH(ADDI), index, one);
  tern_value_t *next = tern_tosa_build_resized(b, build_lookup(b, table, next_index), i32, false);
  tern_value_t *slope = tern_build_binary(b, TERN_ARITH(SUBI), next, base);
  tern_value_t *result = tern_build_binary(b, TERN_ARITH(ADDI), tern_build_binary(b, TERN_ARITH(SHLI), base, seven),
                                           tern_build_binary(b, TERN_ARITH(MULI), slope, fraction));
  tern_build_linalg_yield(b, TERN_VALUES(tern_tosa_build_resized(b, result, to, false)));
}

static bool lower_table(tern_tosa_lowering_t *l) {
  body_t body = body_of(l);
  uint32_t width = tern_type_is_integer(body.from) ? tern_integer_type_width(body.from) : 0;
  int64_t entries = tern_type_rank(l->operands[1]->type) == 1 ? tern_type_dim(l->operands[1]->type, 0) : 0;
  bool is_open = entries == TERN_DYNAMIC;
  if ((width != 8 || (entries != 256 && !is_open)) && (width != 16 || (entries != 513 && !is_open))) {
    return tern_op_error(l->op, "expects i8 with a table of 256 entries or i16 with one of 513");
  }
  l->results[0] = build_generic(l, 1, fill_with_lookup, &body);
  return true;
}

// --- rescale ---

typedef struct rescale {
  tern_tosa_lowering_t *l;
  bool is_wide, input_unsigned, output_unsigned;
  int64_t rounding_mode;
  tern_value_t *multiplier, *shift;  // NULL: arguments of the body
  tern_value_t *input_zp, *output_zp;
} rescale_t;

static void fill_with_rescale(tern_builder_t *b, tern_block_t *block, void *user) {
  const rescale_t *r = user;
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *i48 = tern_i_type_get(b->context, 48);
  const tern_type_t *to = tern_type_element(r->l->types[0]);
  tern_value_t *x = block->args[0];
  size_t next = 1;
  tern_value_t *multiplier = r->multiplier ? r->multiplier : block->args[next++];
  tern_value_t *shift = r->shift ? r->shift : block->args[next++];
  x = tern_tosa_build_resized(b, x, tern_integer_type_width(x->type) <= 32 ? i32 : i48, r->input_unsigned);
  if (r->input_zp)
    x = tern_build_binary(b, TERN_ARITH(SUBI), x, tern_tosa_build_resized(b, r->input_zp, x->type, false));
  multiplier = tern_tosa_build_resized(b, multiplier, i32, false);
  x = tern_tosa_build_apply_scale(b, x, multiplier, shift, r->rounding_mode);
  if (r->output_zp) x = tern_build_binary(b, TERN_ARITH(ADDI), x, r->output_zp);
  uint32_t width = tern_integer_type_width(to);
  if (width < 32) {
    x = tern_tosa_build_clipped(b, x, tern_tosa_lowest(to, r->output_unsigned),
                                tern_tosa_highest(to, r->output_unsigned));
  }
  tern_build_linalg_yield(b, TERN_VALUES(tern_tosa_build_resized(b, x, to, false)));
}

// A tensor of one element as a scalar: a constant, where it is one.
static tern_value_t *build_single(tern_tosa_lowering_t *l, size_t operand) {
  const tern_attr_t *attr = tern_value_constant(tern_op_operand(l->op, operand));
  const tern_type_t *element = tern_type_element(l->operands[operand]->type);
  if (tern_attr_is_splat(attr)) {
    return tern_build_scalar_constant(l->b, element, tern_dense_elements_attr_at(attr, 0));
  }
  if (tern_type_dim(l->operands[operand]->type, 0) != 1) return NULL;
  return tern_build_only_element(l->b, l->operands[operand]);
}

static bool lower_rescale(tern_tosa_lowering_t *l) {
  tern_context_t *context = l->b->context;
  const tern_type_t *i32 = tern_i_type_get(context, 32), *i64 = tern_i_type_get(context, 64);
  rescale_t r = {.l = l,
                 .is_wide = tern_tosa_int(l->op, "scale32", 0) != 0,
                 .input_unsigned = tern_tosa_int(l->op, "input_unsigned", 0) != 0,
                 .output_unsigned = tern_tosa_int(l->op, "output_unsigned", 0) != 0,
                 .rounding_mode = tern_tosa_enum_value(l->op, "rounding_mode", TERN_TOSA_SINGLE_ROUND)};
  r.input_unsigned |= tern_tosa_is_unsigned(tern_tosa_written_element(l->op, 0));
  r.output_unsigned |= tern_tosa_is_unsigned(tern_type_element(tern_op_result(l->op, 0)->type));
  if (!r.is_wide && r.rounding_mode == TERN_TOSA_DOUBLE_ROUND) {
    return tern_op_error(l->op, "DOUBLE_ROUND is only allowed with scale32=true");
  }
  r.multiplier = build_single(l, 1);
  r.shift = build_single(l, 2);
  r.input_zp = tern_tosa_build_zero_point(l, 3, i64, r.input_unsigned);
  r.output_zp = tern_tosa_build_zero_point(l, 4, i32, r.output_unsigned);
  // Scales of channels go along the last dimension.
  tern_value_t *inputs[3] = {l->operands[0]};
  size_t count = 1;
  if (!r.multiplier) inputs[count++] = l->operands[1];
  if (!r.shift) inputs[count++] = l->operands[2];
  tern_tosa_lowering_t site = *l;
  site.operands = inputs;
  l->results[0] = build_generic(&site, count, fill_with_rescale, &r);
  return true;
}

// apply_scale on scalars, as inside of generic ops, is --tosa-to-arith's.
const tern_tosa_lowering_row_t tern_tosa_elementwise_lowerings[] = {
    {TERN_TOSA(ABS), lower_elementwise},
    {TERN_TOSA(ADD), lower_elementwise},
    {TERN_TOSA(APPLY_SCALE), lower_apply_scale},
    {TERN_TOSA(ARITHMETIC_RIGHT_SHIFT), lower_elementwise},
    {TERN_TOSA(BITWISE_AND), lower_elementwise},
    {TERN_TOSA(BITWISE_NOT), lower_elementwise},
    {TERN_TOSA(BITWISE_OR), lower_elementwise},
    {TERN_TOSA(BITWISE_XOR), lower_elementwise},
    {TERN_TOSA(CAST), lower_cast},
    {TERN_TOSA(CEIL), lower_elementwise},
    {TERN_TOSA(CLAMP), lower_elementwise},
    {TERN_TOSA(CLZ), lower_elementwise},
    {TERN_TOSA(COS), lower_elementwise},
    {TERN_TOSA(CUSTOM), lower_custom},
    {TERN_TOSA(CAST_FROM_BLOCK_SCALED), refuse_blocks},
    {TERN_TOSA(CAST_TO_BLOCK_SCALED), refuse_blocks},
    {TERN_TOSA(MATMUL_T_BLOCK_SCALED), refuse_blocks},
    {TERN_TOSA(EQUAL), lower_elementwise},
    {TERN_TOSA(ERF), lower_elementwise},
    {TERN_TOSA(EXP), lower_elementwise},
    {TERN_TOSA(FLOOR), lower_elementwise},
    {TERN_TOSA(GREATER), lower_elementwise},
    {TERN_TOSA(GREATER_EQUAL), lower_elementwise},
    {TERN_TOSA(IDENTITY), lower_identity},
    {TERN_TOSA(INTDIV), lower_elementwise},
    {TERN_TOSA(LOG), lower_elementwise},
    {TERN_TOSA(LOGICAL_AND), lower_elementwise},
    {TERN_TOSA(LOGICAL_LEFT_SHIFT), lower_elementwise},
    {TERN_TOSA(LOGICAL_NOT), lower_elementwise},
    {TERN_TOSA(LOGICAL_OR), lower_elementwise},
    {TERN_TOSA(LOGICAL_RIGHT_SHIFT), lower_elementwise},
    {TERN_TOSA(LOGICAL_XOR), lower_elementwise},
    {TERN_TOSA(MAXIMUM), lower_elementwise},
    {TERN_TOSA(MINIMUM), lower_elementwise},
    {TERN_TOSA(MUL), lower_mul},
    {TERN_TOSA(NEGATE), lower_negate},
    {TERN_TOSA(POW), lower_elementwise},
    {TERN_TOSA(RECIPROCAL), lower_elementwise},
    {TERN_TOSA(RESCALE), lower_rescale},
    {TERN_TOSA(RSQRT), lower_elementwise},
    {TERN_TOSA(SELECT), lower_elementwise},
    {TERN_TOSA(SIGMOID), lower_elementwise},
    {TERN_TOSA(SIN), lower_elementwise},
    {TERN_TOSA(SUB), lower_elementwise},
    {TERN_TOSA(TABLE), lower_table},
    {TERN_TOSA(TANH), lower_elementwise},
    {NULL, NULL},
};
