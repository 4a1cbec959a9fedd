// arith on scalars to vm: arithmetic, comparisons, selection, constants.

#include "convert/vm/to_vm.h"
#include "dialect/arith/arith.h"
#include "ir/context.h"

typedef enum arguments { ANY_BITS, SIGNED_BITS, UNSIGNED_BITS } arguments_t;

// An op that has a twin for each type; -1 where it has none.
typedef struct twin {
  const tern_op_row_t *row;
  int i32, i64, f32, f64;
  arguments_t arguments;  // what bits above the width of its arguments must be
} twin_t;

#define INTEGER(ID, NAME, SUFFIX, ARGUMENTS) \
  {TERN_ARITH(ID), TERN_VM_##NAME##_I32##SUFFIX, TERN_VM_##NAME##_I64##SUFFIX, -1, -1, ARGUMENTS}
#define FLOAT(ID, NAME) {TERN_ARITH(ID), -1, -1, TERN_VM_##NAME##_F32, TERN_VM_##NAME##_F64, ANY_BITS}
static const twin_t twins[] = {
    INTEGER(ADDI, ADD, , ANY_BITS),
    INTEGER(SUBI, SUB, , ANY_BITS),
    INTEGER(MULI, MUL, , ANY_BITS),
    INTEGER(DIVSI, DIV, _S, SIGNED_BITS),
    INTEGER(DIVUI, DIV, _U, UNSIGNED_BITS),
    INTEGER(REMSI, REM, _S, SIGNED_BITS),
    INTEGER(REMUI, REM, _U, UNSIGNED_BITS),
    INTEGER(MINSI, MIN, _S, SIGNED_BITS),
    INTEGER(MINUI, MIN, _U, UNSIGNED_BITS),
    INTEGER(MAXSI, MAX, _S, SIGNED_BITS),
    INTEGER(MAXUI, MAX, _U, UNSIGNED_BITS),
    INTEGER(ANDI, AND, , ANY_BITS),
    INTEGER(ORI, OR, , ANY_BITS),
    INTEGER(XORI, XOR, , ANY_BITS),
    INTEGER(SHLI, SHL, , ANY_BITS),
    INTEGER(SHRSI, SHR, _S, SIGNED_BITS),
    INTEGER(SHRUI, SHR, _U, UNSIGNED_BITS),
    FLOAT(ADDF, ADD),
    FLOAT(SUBF, SUB),
    FLOAT(MULF, MUL),
    FLOAT(DIVF, DIV),
    FLOAT(REMF, REM),
    FLOAT(NEGF, NEG),
    FLOAT(MINIMUMF, MIN),
    FLOAT(MAXIMUMF, MAX),
};

static const twin_t *find_twin(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof twins / sizeof twins[0]; ++i) {
    if (tern_op_is(op, twins[i].row)) return &twins[i];
  }
  return NULL;
}

static bool is_shift(const tern_op_t *op) {
  return tern_op_is(op, TERN_ARITH(SHLI)) || tern_op_is(op, TERN_ARITH(SHRSI)) || tern_op_is(op, TERN_ARITH(SHRUI));
}

// An i1 holds 0 or 1.
static tern_value_t *tidy(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (!tern_type_is_i(type, 1)) return value;
  return tern_vm_build(b, TERN_VM_AND_I32, value->type, TERN_VALUES(value, tern_vm_build_i32(b, 1)));
}

static bool keeps_bool(const tern_op_t *op) {
  return tern_op_is(op, TERN_ARITH(ANDI)) || tern_op_is(op, TERN_ARITH(ORI)) || tern_op_is(op, TERN_ARITH(XORI)) ||
         tern_op_is(op, TERN_ARITH(MINUI)) || tern_op_is(op, TERN_ARITH(MAXUI));
}

static bool convert_twin(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const twin_t *twin = find_twin(op);
  const tern_type_t *type = op->results[0].type, *held = tern_vm_convert_type(type);
  if (!held) return false;
  int id = tern_vm_by_type(held, (const int[]){twin->i32, twin->i64, twin->f32, twin->f64, -1});
  if (id < 0) return false;
  tern_value_t *values[2];
  for (size_t i = 0; i < operands.count; ++i) {
    bool needs_bits = twin->arguments != ANY_BITS || (i == 1 && is_shift(op));
    bool is_signed = twin->arguments == SIGNED_BITS && !(i == 1 && is_shift(op));
    values[i] = needs_bits ? tern_vm_extend(b, operands.values[i], type, is_signed) : operands.values[i];
  }
  if (is_shift(op)) values[1] = tern_vm_resize(b, values[1], tern_i_type_get(b->context, 32), false);
  tern_value_t *result = tern_vm_build(b, id, held, (tern_values_t){values, operands.count});
  return tern_conversion_replace_value(conversion, op, keeps_bool(op) ? result : tidy(b, result, type));
}

// --- rounded divisions ---

// `what` of the ids for i32 and i64.
static tern_value_t *build_wide(tern_builder_t *b, int i32, int i64, tern_value_t *x, tern_value_t *y) {
  bool is_wide = tern_integer_type_width(x->type) == 64;
  return tern_vm_build(b, is_wide ? i64 : i32, x->type, TERN_VALUES(x, y));
}
#define BUILD(NAME, SUFFIX, X, Y) build_wide(b, TERN_VM_##NAME##_I32##SUFFIX, TERN_VM_##NAME##_I64##SUFFIX, X, Y)

static tern_value_t *build_compare(tern_builder_t *b, int i32, int i64, tern_value_t *x, tern_value_t *y) {
  bool is_wide = tern_integer_type_width(x->type) == 64;
  return tern_vm_build(b, is_wide ? i64 : i32, tern_i_type_get(b->context, 32), TERN_VALUES(x, y));
}
#define COMPARE(NAME, SUFFIX, X, Y) \
  build_compare(b, TERN_VM_CMP_##NAME##_I32##SUFFIX, TERN_VM_CMP_##NAME##_I64##SUFFIX, X, Y)

static tern_value_t *build_select(tern_builder_t *b, tern_value_t *condition, tern_value_t *yes, tern_value_t *no) {
  int id = tern_vm_by_type(yes->type, (const int[]){TERN_VM_SELECT_I32, TERN_VM_SELECT_I64, TERN_VM_SELECT_F32,
                                                    TERN_VM_SELECT_F64, TERN_VM_SELECT_REF});
  return tern_vm_build(b, id, yes->type, TERN_VALUES(condition, yes, no));
}

// The quotient toward zero, and one more (or less) where the remainder says so: it has the sign of the dividend, which is
// the sign of the divisor where the quotient was rounded down.
static bool convert_signed_division(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = op->results[0].type;
  if (!tern_vm_convert_type(type)) return false;
  bool is_floor = tern_op_is(op, TERN_ARITH(FLOORDIVSI));
  tern_value_t *x = tern_vm_extend(b, operands.values[0], type, true);
  tern_value_t *y = tern_vm_extend(b, operands.values[1], type, true);
  tern_value_t *zero = tern_vm_build_int(b, x->type, 0), *one = tern_vm_build_int(b, x->type, 1);
  tern_value_t *quotient = BUILD(DIV, _S, x, y), *rest = BUILD(REM, _S, x, y);
  tern_value_t *is_inexact = COMPARE(NE, , rest, zero);
  tern_value_t *signs = BUILD(XOR, , rest, y);
  tern_value_t *differ = COMPARE(LT, _S, signs, zero);
  if (!is_floor) {
    differ = tern_vm_build(b, TERN_VM_XOR_I32, differ->type, TERN_VALUES(differ, tern_vm_build_i32(b, 1)));
  }
  tern_value_t *is_off = tern_vm_build(b, TERN_VM_AND_I32, differ->type, TERN_VALUES(is_inexact, differ));
  tern_value_t *other = is_floor ? BUILD(SUB, , quotient, one) : BUILD(ADD, , quotient, one);
  return tern_conversion_replace_value(conversion, op, tidy(b, build_select(b, is_off, other, quotient), type));
}

// 0 for 0, else (x - 1) / y + 1, which cannot overflow.
static bool convert_ceildivui(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = op->results[0].type;
  if (!tern_vm_convert_type(type)) return false;
  tern_value_t *x = tern_vm_extend(b, operands.values[0], type, false);
  tern_value_t *y = tern_vm_extend(b, operands.values[1], type, false);
  tern_value_t *zero = tern_vm_build_int(b, x->type, 0), *one = tern_vm_build_int(b, x->type, 1);
  tern_value_t *is_zero = COMPARE(EQ, , x, zero);
  tern_value_t *quotient = BUILD(DIV, _U, BUILD(SUB, , x, one), y);
  return tern_conversion_replace_value(conversion, op,
                                       tidy(b, build_select(b, is_zero, zero, BUILD(ADD, , quotient, one)), type));
}

// --- sums and products with carries ---

static bool convert_addui_extended(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = op->results[0].type;
  if (!tern_vm_convert_type(type)) return false;
  tern_value_t *x = tern_vm_extend(b, operands.values[0], type, false);
  tern_value_t *y = tern_vm_extend(b, operands.values[1], type, false);
  tern_value_t *sum = tidy(b, tern_vm_extend(b, BUILD(ADD, , x, y), type, false), type);
  tern_conversion_replace(conversion, op, TERN_VALUES(sum, COMPARE(LT, _U, sum, x)));
  return true;
}

// Up to 32 bits: in 64.
static bool convert_multiply_extended(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = op->results[0].type, *i64 = tern_i_type_get(b->context, 64);
  bool is_signed = tern_op_is(op, TERN_ARITH(MULSI_EXTENDED));
  if (!tern_type_is_integer(type) || tern_integer_type_width(type) > 32) return false;
  tern_value_t *wide[2];
  for (size_t i = 0; i < 2; ++i) {
    wide[i] = tern_vm_resize(b, tern_vm_extend(b, operands.values[i], type, is_signed), i64, is_signed);
  }
  const tern_type_t *held = operands.values[0]->type;
  tern_value_t *product = tern_vm_build(b, TERN_VM_MUL_I64, i64, TERN_VALUES(wide[0], wide[1]));
  tern_value_t *amount = tern_vm_build_i32(b, tern_integer_type_width(type));
  tern_value_t *high = tern_vm_build(b, TERN_VM_SHR_I64_S, i64, TERN_VALUES(product, amount));
  tern_value_t *low = tidy(b, tern_vm_resize(b, product, held, false), type);
  tern_conversion_replace(conversion, op, TERN_VALUES(low, tidy(b, tern_vm_resize(b, high, held, false), type)));
  return true;
}

// --- the number, if only one of two is NaN ---

static bool convert_num(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = op->results[0].type, *i32 = tern_i_type_get(b->context, 32);
  bool is_min = tern_op_is(op, TERN_ARITH(MINNUMF)), is_wide = type->kind == TERN_TYPE_F64;
  if (type->kind != TERN_TYPE_F32 && !is_wide) return false;
  tern_value_t *x = operands.values[0], *y = operands.values[1];
  int choose = is_min ? (is_wide ? TERN_VM_MIN_F64 : TERN_VM_MIN_F32) : (is_wide ? TERN_VM_MAX_F64 : TERN_VM_MAX_F32);
  int nan = is_wide ? TERN_VM_CMP_NAN_F64 : TERN_VM_CMP_NAN_F32;
  tern_value_t *result = tern_vm_build(b, choose, type, TERN_VALUES(x, y));
  result = build_select(b, tern_vm_build(b, nan, i32, TERN_VALUES(y)), x, result);
  result = build_select(b, tern_vm_build(b, nan, i32, TERN_VALUES(x)), y, result);
  return tern_conversion_replace_value(conversion, op, result);
}

// --- comparisons ---

static bool convert_cmpi(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
#define ROW(NAME, SUFFIX) \
  { TERN_VM_CMP_##NAME##_I32##SUFFIX, TERN_VM_CMP_##NAME##_I64##SUFFIX }
  static const int rows[][2] = {
      [TERN_CMPI_EQ] = ROW(EQ, ),     [TERN_CMPI_NE] = ROW(NE, ),     [TERN_CMPI_SLT] = ROW(LT, _S),
      [TERN_CMPI_SLE] = ROW(LTE, _S), [TERN_CMPI_SGT] = ROW(GT, _S),  [TERN_CMPI_SGE] = ROW(GTE, _S),
      [TERN_CMPI_ULT] = ROW(LT, _U),  [TERN_CMPI_ULE] = ROW(LTE, _U), [TERN_CMPI_UGT] = ROW(GT, _U),
      [TERN_CMPI_UGE] = ROW(GTE, _U),
  };
#undef ROW
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  int64_t predicate = tern_enum_attr_value(tern_op_attr(op, "predicate"));
  if (!tern_type_is_int_or_index(type) || !tern_vm_convert_type(type)) return false;
  bool is_signed = predicate >= TERN_CMPI_SLT && predicate <= TERN_CMPI_SGE;
  tern_value_t *x = tern_vm_extend(b, operands.values[0], type, is_signed);
  tern_value_t *y = tern_vm_extend(b, operands.values[1], type, is_signed);
  return tern_conversion_replace_value(conversion, op, build_compare(b, rows[predicate][0], rows[predicate][1], x, y));
}

static bool convert_cmpf(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
#define ROW(NAME, SUFFIX) \
  { TERN_VM_CMP_##NAME##_F32_##SUFFIX, TERN_VM_CMP_##NAME##_F64_##SUFFIX }
  static const int rows[][2] = {
      [TERN_CMPF_OEQ] = ROW(EQ, O), [TERN_CMPF_OGT] = ROW(GT, O),  [TERN_CMPF_OGE] = ROW(GTE, O),
      [TERN_CMPF_OLT] = ROW(LT, O), [TERN_CMPF_OLE] = ROW(LTE, O), [TERN_CMPF_ONE] = ROW(NE, O),
      [TERN_CMPF_UEQ] = ROW(EQ, U), [TERN_CMPF_UGT] = ROW(GT, U),  [TERN_CMPF_UGE] = ROW(GTE, U),
      [TERN_CMPF_ULT] = ROW(LT, U), [TERN_CMPF_ULE] = ROW(LTE, U), [TERN_CMPF_UNE] = ROW(NE, U),
  };
#undef ROW
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = operands.values[0]->type, *i32 = tern_i_type_get(b->context, 32);
  int64_t predicate = tern_enum_attr_value(tern_op_attr(op, "predicate"));
  bool is_wide = type->kind == TERN_TYPE_F64;
  if (type->kind != TERN_TYPE_F32 && !is_wide) return false;
  tern_value_t *result;
  if (predicate == TERN_CMPF_FALSE || predicate == TERN_CMPF_TRUE) {
    result = tern_vm_build_i32(b, predicate == TERN_CMPF_TRUE);
  } else if (predicate == TERN_CMPF_ORD || predicate == TERN_CMPF_UNO) {
    int nan = is_wide ? TERN_VM_CMP_NAN_F64 : TERN_VM_CMP_NAN_F32;
    result = tern_vm_build(b, nan, i32, TERN_VALUES(operands.values[0]));
    tern_value_t *other = tern_vm_build(b, nan, i32, TERN_VALUES(operands.values[1]));
    result = tern_vm_build(b, TERN_VM_OR_I32, i32, TERN_VALUES(result, other));
    if (predicate == TERN_CMPF_ORD) {
      result = tern_vm_build(b, TERN_VM_XOR_I32, i32, TERN_VALUES(result, tern_vm_build_i32(b, 1)));
    }
  } else {
    result = tern_vm_build(b, rows[predicate][is_wide], i32, operands);
  }
  return tern_conversion_replace_value(conversion, op, result);
}

static bool convert_select(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (!tern_type_is_i(tern_op_operand(op, 0)->type, 1) || !tern_vm_convert_type(op->results[0].type)) return false;
  if (!tern_vm_type_is_value(operands.values[1]->type) && !tern_vm_type_is_ref(operands.values[1]->type)) return false;
  return tern_conversion_replace_value(
      conversion, op,
      build_select(&conversion->rewriter.builder, operands.values[0], operands.values[1], operands.values[2]));
}

// --- constants ---

static bool convert_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_attr_t *value = tern_op_attr(op, "value");
  const tern_type_t *held = tern_vm_convert_type(op->results[0].type);
  (void)operands;
  if (tern_attr_is_integer(value) && held) {
    return tern_conversion_replace_value(conversion, op, tern_vm_build_int(b, held, tern_integer_attr_value(value)));
  }
  if (!tern_attr_is_float(value) || !held) return false;
  if (tern_type_is_integer(held))
    return tern_conversion_replace_value(conversion, op, tern_vm_build_int(b, held, (int64_t)value->params[1]));
  bool is_wide = held->kind == TERN_TYPE_F64;
  if (value->params[1] == 0) {
    int id = is_wide ? TERN_VM_CONST_F64_ZERO : TERN_VM_CONST_F32_ZERO;
    return tern_conversion_replace_value(conversion, op, tern_vm_build(b, id, held, (tern_values_t){0}));
  }
  return tern_conversion_replace_value(
      conversion, op,
      tern_build_value(b, is_wide ? TERN_VM(CONST_F64) : TERN_VM(CONST_F32), .types = TERN_TYPES(held),
                       .attrs = TERN_ATTRS({"value", value})));
}

#define PATTERN(ID, REWRITE) {#ID, TERN_ARITH(ID), 1, REWRITE}
const tern_conversion_pattern_t tern_arith_to_vm_patterns[] = {
    PATTERN(ADDI, convert_twin),
    PATTERN(SUBI, convert_twin),
    PATTERN(MULI, convert_twin),
    PATTERN(DIVSI, convert_twin),
    PATTERN(DIVUI, convert_twin),
    PATTERN(REMSI, convert_twin),
    PATTERN(REMUI, convert_twin),
    PATTERN(MINSI, convert_twin),
    PATTERN(MINUI, convert_twin),
    PATTERN(MAXSI, convert_twin),
    PATTERN(MAXUI, convert_twin),
    PATTERN(ANDI, convert_twin),
    PATTERN(ORI, convert_twin),
    PATTERN(XORI, convert_twin),
    PATTERN(SHLI, convert_twin),
    PATTERN(SHRSI, convert_twin),
    PATTERN(SHRUI, convert_twin),
    PATTERN(ADDF, convert_twin),
    PATTERN(SUBF, convert_twin),
    PATTERN(MULF, convert_twin),
    PATTERN(DIVF, convert_twin),
    PATTERN(REMF, convert_twin),
    PATTERN(NEGF, convert_twin),
    PATTERN(MINIMUMF, convert_twin),
    PATTERN(MAXIMUMF, convert_twin),
    PATTERN(MINNUMF, convert_num),
    PATTERN(MAXNUMF, convert_num),
    PATTERN(CEILDIVSI, convert_signed_division),
    PATTERN(FLOORDIVSI, convert_signed_division),
    PATTERN(CEILDIVUI, convert_ceildivui),
    PATTERN(ADDUI_EXTENDED, convert_addui_extended),
    PATTERN(MULSI_EXTENDED, convert_multiply_extended),
    PATTERN(MULUI_EXTENDED, convert_multiply_extended),
    PATTERN(CMPI, convert_cmpi),
    PATTERN(CMPF, convert_cmpf),
    PATTERN(SELECT, convert_select),
    PATTERN(CONSTANT, convert_constant),
    {0},
};
