// arith ops to the spirv dialect (upstream: ArithToSPIRV), on scalars and vectors of two to four lanes. i1 is bool in
// registers, so every op that may meet it has a logical form.

#include "dialect/arith/arith.h"

#include "convert/spirv/emit.h"

// --- integers ---

// Ops with one instruction, and the one that does the same for numbers of one bit (NULL: it is the first operand, or none
// that is defined differs from it).
static const struct integer_row {
  const tern_op_row_t *from, *to, *to_bool;
} integer_rows[] = {
    {TERN_ARITH(ADDI), TERN_SPIRV(IADD), TERN_SPIRV(LOGICALNOTEQUAL)},
    {TERN_ARITH(SUBI), TERN_SPIRV(ISUB), TERN_SPIRV(LOGICALNOTEQUAL)},
    {TERN_ARITH(MULI), TERN_SPIRV(IMUL), TERN_SPIRV(LOGICALAND)},
    {TERN_ARITH(DIVSI), TERN_SPIRV(SDIV), NULL},
    {TERN_ARITH(DIVUI), TERN_SPIRV(UDIV), NULL},
    {TERN_ARITH(ANDI), TERN_SPIRV(BITWISEAND), TERN_SPIRV(LOGICALAND)},
    {TERN_ARITH(ORI), TERN_SPIRV(BITWISEOR), TERN_SPIRV(LOGICALOR)},
    {TERN_ARITH(XORI), TERN_SPIRV(BITWISEXOR), TERN_SPIRV(LOGICALNOTEQUAL)},
    {TERN_ARITH(SHLI), TERN_SPIRV(SHIFTLEFTLOGICAL), NULL},
    {TERN_ARITH(SHRUI), TERN_SPIRV(SHIFTRIGHTLOGICAL), NULL},
    {TERN_ARITH(SHRSI), TERN_SPIRV(SHIFTRIGHTARITHMETIC), NULL},
};

static bool convert_integer(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  for (size_t i = 0; i < sizeof integer_rows / sizeof integer_rows[0]; ++i) {
    const struct integer_row *row = &integer_rows[i];
    if (!tern_op_is(op, row->from)) continue;
    if (!tern_spirv_has_value_types(&e, operands)) return false;
    tern_value_t *x = operands.values[0], *y = operands.values[1];
    if (!is_bool(e.type)) return tern_conversion_replace_value(conversion, op, emit2(&e, row->to, x, y));
    return tern_conversion_replace_value(conversion, op, row->to_bool ? emit2(&e, row->to_bool, x, y) : x);
  }
  return false;
}

static bool convert_remainder(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands)) return false;
  tern_value_t *x = operands.values[0], *y = operands.values[1];
  if (is_bool(e.type)) return tern_conversion_replace_value(conversion, op, tern_spirv_emit_int(&e, e.type, 0));
  bool is_signed = tern_op_is(op, TERN_ARITH(REMSI));
  return tern_conversion_replace_value(
      conversion, op, is_signed ? tern_spirv_emit_signed_remainder(&e, x, y) : emit2(&e, TERN_SPIRV(UMOD), x, y));
}

static bool convert_rounded_division(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands)) return false;
  if (is_bool(e.type)) return tern_conversion_replace_value(conversion, op, operands.values[0]);
  bool is_signed = !tern_op_is(op, TERN_ARITH(CEILDIVUI)), is_up = !tern_op_is(op, TERN_ARITH(FLOORDIVSI));
  return tern_conversion_replace_value(
      conversion, op, tern_spirv_emit_rounded_division(&e, operands.values[0], operands.values[1], is_signed, is_up));
}

static bool convert_int_extremum(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands)) return false;
  bool is_signed = tern_op_is(op, TERN_ARITH(MAXSI)) || tern_op_is(op, TERN_ARITH(MINSI));
  bool is_max = tern_op_is(op, TERN_ARITH(MAXSI)) || tern_op_is(op, TERN_ARITH(MAXUI));
  return tern_conversion_replace_value(
      conversion, op, tern_spirv_emit_int_extremum(&e, operands.values[0], operands.values[1], is_max, is_signed));
}

// Instructions that give a struct of two.
static bool convert_extended(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands) || is_bool(e.type)) return false;
  bool is_add = tern_op_is(op, TERN_ARITH(ADDUI_EXTENDED));
  const tern_op_row_t *row = is_add                                       ? TERN_SPIRV(IADDCARRY)
                             : tern_op_is(op, TERN_ARITH(MULSI_EXTENDED)) ? TERN_SPIRV(SMULEXTENDED)
                                                                          : TERN_SPIRV(UMULEXTENDED);
  tern_value_t *both = tern_spirv_emit_pair(&e, row, operands, e.type);
  tern_value_t *low = tern_spirv_emit_part(&e, both, 0, e.type), *high = tern_spirv_emit_part(&e, both, 1, e.type);
  if (is_add) high = emit2(&e, TERN_SPIRV(INOTEQUAL), high, tern_spirv_emit_int(&e, e.type, 0));
  tern_conversion_replace(conversion, op, TERN_VALUES(low, high));
  return true;
}

static bool convert_cmpi(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands)) return false;
  int64_t predicate = tern_enum_attr_value(tern_op_attr(op, "predicate"));
  return tern_conversion_replace_value(conversion, op,
                                       tern_spirv_emit_compare(&e, predicate, operands.values[0], operands.values[1]));
}

// --- floats ---

static const struct {
  const tern_op_row_t *from, *to;
} float_rows[] = {
    {TERN_ARITH(ADDF), TERN_SPIRV(FADD)}, {TERN_ARITH(SUBF), TERN_SPIRV(FSUB)}, {TERN_ARITH(MULF), TERN_SPIRV(FMUL)},
    {TERN_ARITH(DIVF), TERN_SPIRV(FDIV)}, {TERN_ARITH(REMF), TERN_SPIRV(FREM)}, {TERN_ARITH(NEGF), TERN_SPIRV(FNEGATE)},
};

static bool convert_float(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  for (size_t i = 0; i < sizeof float_rows / sizeof float_rows[0]; ++i) {
    if (!tern_op_is(op, float_rows[i].from)) continue;
    if (!tern_spirv_has_value_types(&e, operands)) return false;
    bool is_exact = tern_op_is(op, TERN_ARITH(NEGF));
    return tern_conversion_replace_value(conversion, op,
                                         is_exact ? emit1(&e, TERN_SPIRV(FNEGATE), operands.values[0])
                                                  : tern_spirv_emit_float_op(&e, float_rows[i].to, operands));
  }
  return false;
}

static bool convert_extremum(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands)) return false;
  bool is_max = tern_op_is(op, TERN_ARITH(MAXIMUMF)) || tern_op_is(op, TERN_ARITH(MAXNUMF));
  bool keeps_nan = tern_op_is(op, TERN_ARITH(MAXIMUMF)) || tern_op_is(op, TERN_ARITH(MINIMUMF));
  return tern_conversion_replace_value(
      conversion, op, tern_spirv_emit_extremum(&e, operands.values[0], operands.values[1], is_max, keeps_nan));
}

static bool convert_cmpf(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const tern_op_row_t *const rows[] = {
      [TERN_CMPF_OEQ] = TERN_SPIRV(FORDEQUAL),
      [TERN_CMPF_OGT] = TERN_SPIRV(FORDGREATERTHAN),
      [TERN_CMPF_OGE] = TERN_SPIRV(FORDGREATERTHANEQUAL),
      [TERN_CMPF_OLT] = TERN_SPIRV(FORDLESSTHAN),
      [TERN_CMPF_OLE] = TERN_SPIRV(FORDLESSTHANEQUAL),
      [TERN_CMPF_ONE] = TERN_SPIRV(FORDNOTEQUAL),
      [TERN_CMPF_UEQ] = TERN_SPIRV(FUNORDEQUAL),
      [TERN_CMPF_UGT] = TERN_SPIRV(FUNORDGREATERTHAN),
      [TERN_CMPF_UGE] = TERN_SPIRV(FUNORDGREATERTHANEQUAL),
      [TERN_CMPF_ULT] = TERN_SPIRV(FUNORDLESSTHAN),
      [TERN_CMPF_ULE] = TERN_SPIRV(FUNORDLESSTHANEQUAL),
      [TERN_CMPF_UNE] = TERN_SPIRV(FUNORDNOTEQUAL),
      [TERN_CMPF_TRUE] = NULL,
  };
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands)) return false;
  int64_t predicate = tern_enum_attr_value(tern_op_attr(op, "predicate"));
  tern_value_t *x = operands.values[0], *y = operands.values[1];
  if (rows[predicate]) return tern_conversion_replace_value(conversion, op, emit2(&e, rows[predicate], x, y));
  if (predicate == TERN_CMPF_FALSE || predicate == TERN_CMPF_TRUE) {
    return tern_conversion_replace_value(conversion, op, tern_spirv_emit_int(&e, e.type, predicate == TERN_CMPF_TRUE));
  }
  const tern_attr_t *flags = tern_op_attr(op, "fastmath");
  if (flags && (tern_enum_attr_value(flags) & TERN_FASTMATH_NNAN)) {
    return tern_conversion_replace_value(conversion, op, tern_spirv_emit_int(&e, e.type, predicate == TERN_CMPF_ORD));
  }
  // Ordered and Unordered need Kernel.
  if (tern_spirv_is_kernel(op)) {
    return tern_conversion_replace_value(
        conversion, op, emit2(&e, predicate == TERN_CMPF_ORD ? TERN_SPIRV(ORDERED) : TERN_SPIRV(UNORDERED), x, y));
  }
  tern_value_t *is_nan = emit1(&e, TERN_SPIRV(ISNAN), x);
  if (x != y) is_nan = emit2(&e, TERN_SPIRV(LOGICALOR), is_nan, emit1(&e, TERN_SPIRV(ISNAN), y));
  return tern_conversion_replace_value(conversion, op,
                                       predicate == TERN_CMPF_UNO ? is_nan : emit1(&e, TERN_SPIRV(LOGICALNOT), is_nan));
}

// --- conversions ---

// The number that the low bits of an i32 are.
static tern_value_t *extend_in_place(const emitter_t *e, tern_value_t *x, uint32_t width, bool is_signed) {
  if (!is_signed) {
    return emit2(e, TERN_SPIRV(BITWISEAND), x, tern_spirv_emit_int(e, x->type, (INT64_C(1) << width) - 1));
  }
  tern_value_t *by = tern_spirv_emit_int(e, x->type, 32 - (int64_t)width);
  return emit2(e, TERN_SPIRV(SHIFTRIGHTARITHMETIC), emit2(e, TERN_SPIRV(SHIFTLEFTLOGICAL), x, by), by);
}

static bool convert_int_resize(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands)) return false;
  bool is_signed = tern_op_is(op, TERN_ARITH(EXTSI)) || tern_op_is(op, TERN_ARITH(INDEX_CAST));
  const tern_type_t *from = tern_op_operand(op, 0)->type;
  tern_value_t *x = operands.values[0];
  bool has_open_bits = tern_spirv_is_narrow_integer(from) && width_of(x->type) > width_of(from);
  if (has_open_bits && !tern_op_is(op, TERN_ARITH(TRUNCI))) x = extend_in_place(&e, x, width_of(from), is_signed);
  return tern_conversion_replace_value(conversion, op, tern_spirv_emit_resize(&e, x, e.type, is_signed));
}

static bool convert_float_resize(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands)) return false;
  const tern_attr_t *rounding = tern_op_attr(op, "roundingmode");
  if (rounding && tern_enum_attr_value(rounding) != 0) return false;  // shaders round to nearest
  return tern_conversion_replace_value(conversion, op, emit_cast(&e, TERN_SPIRV(FCONVERT), operands.values[0], e.type));
}

static bool convert_int_to_float(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands)) return false;
  tern_value_t *x = operands.values[0];
  bool is_signed = tern_op_is(op, TERN_ARITH(SITOFP));
  if (is_bool(x->type)) {
    tern_value_t *one = tern_spirv_emit_float(&e, e.type, is_signed ? -1.0 : 1.0);
    return tern_conversion_replace_value(conversion, op,
                                         tern_spirv_emit_select(&e, x, one, tern_spirv_emit_float(&e, e.type, 0.0)));
  }
  return tern_conversion_replace_value(
      conversion, op, emit_cast(&e, is_signed ? TERN_SPIRV(CONVERTSTOF) : TERN_SPIRV(CONVERTUTOF), x, e.type));
}

static bool convert_float_to_int(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands)) return false;
  tern_value_t *x = operands.values[0];
  bool is_signed = tern_op_is(op, TERN_ARITH(FPTOSI));
  if (is_bool(e.type)) {
    // What fits: 0 and 1, or 0 and -1.
    tern_value_t *limit = tern_spirv_emit_float(&e, x->type, is_signed ? -1.0 : 1.0);
    return tern_conversion_replace_value(
        conversion, op,
        emit2(&e, is_signed ? TERN_SPIRV(FORDLESSTHANEQUAL) : TERN_SPIRV(FORDGREATERTHANEQUAL), x, limit));
  }
  return tern_conversion_replace_value(
      conversion, op, emit_cast(&e, is_signed ? TERN_SPIRV(CONVERTFTOS) : TERN_SPIRV(CONVERTFTOU), x, e.type));
}

static bool convert_bitcast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands)) return false;
  tern_value_t *x = operands.values[0];
  return tern_conversion_replace_value(conversion, op,
                                       x->type == e.type ? x : emit_cast(&e, TERN_SPIRV(BITCAST), x, e.type));
}

// --- the rest ---

static bool convert_select(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!e.type || !tern_spirv_has_value_types(&e, operands)) return false;
  return tern_conversion_replace_value(
      conversion, op, tern_spirv_emit_select(&e, operands.values[0], operands.values[1], operands.values[2]));
}

// The constant in the converted type: index becomes a fixed width, integers that the target lacks i32, vectors of one element become scalars. NULL if a
// value does not fit.
static const tern_attr_t *convert_value(const tern_attr_t *value, const tern_type_t *type) {
  const tern_type_t *element = tern_type_element(type);
  if (value->kind == TERN_ATTR_DENSE_ELEMENTS) {
    size_t count = tern_dense_elements_attr_is_splat(value) || !is_vector(type) ? 1 : (size_t)lanes_of(type);
    if (!is_vector(type) || count == 1) {
      const tern_attr_t *scalar = convert_value(tern_dense_elements_attr_at(value, 0), element);
      return scalar && is_vector(type) ? tern_dense_elements_attr_get_splat(type, scalar) : scalar;
    }
    const tern_type_t *from = tern_type_element(tern_attr_type(value));
    bool is_same = tern_type_bit_width(from) == tern_type_bit_width(element) || !tern_spirv_is_narrow_integer(from);
    if (!tern_type_is_index(from) && is_same) return value;
    int64_t numbers[16];
    for (size_t i = 0; i < count; ++i) {
      const tern_attr_t *number = convert_value(tern_dense_elements_attr_at(value, i), element);
      if (!number) return NULL;
      numbers[i] = tern_integer_attr_value(number);
    }
    return tern_dense_elements_attr_get_i64(type, numbers, count);
  }
  if (tern_attr_is_integer(value) && tern_type_is_index(tern_attr_type(value))) {
    int64_t number = tern_integer_attr_value(value);
    bool fits = tern_type_bit_width(element) == 64 || (number >= INT32_MIN && number <= (int64_t)UINT32_MAX);
    return fits ? tern_integer_attr_get(element, number) : NULL;
  }
  if (tern_attr_is_integer(value) && tern_attr_type(value) != element) {
    return tern_integer_attr_get(element, tern_integer_attr_value(value));
  }
  return tern_attr_is_integer(value) || tern_attr_is_float(value) ? value : NULL;
}

static bool convert_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!e.type || !tern_spirv_has_value_types(&e, operands)) return false;
  const tern_attr_t *value = convert_value(tern_op_attr(op, "value"), e.type);
  return value && tern_conversion_replace_value(conversion, op, tern_spirv_emit_constant(&e, e.type, value));
}

const tern_conversion_pattern_t tern_arith_to_spirv_patterns[] = {
    {"constant", TERN_ARITH(CONSTANT), 1, convert_constant},
    {"remsi", TERN_ARITH(REMSI), 1, convert_remainder},
    {"remui", TERN_ARITH(REMUI), 1, convert_remainder},
    {"ceildivsi", TERN_ARITH(CEILDIVSI), 1, convert_rounded_division},
    {"ceildivui", TERN_ARITH(CEILDIVUI), 1, convert_rounded_division},
    {"floordivsi", TERN_ARITH(FLOORDIVSI), 1, convert_rounded_division},
    {"maxsi", TERN_ARITH(MAXSI), 1, convert_int_extremum},
    {"maxui", TERN_ARITH(MAXUI), 1, convert_int_extremum},
    {"minsi", TERN_ARITH(MINSI), 1, convert_int_extremum},
    {"minui", TERN_ARITH(MINUI), 1, convert_int_extremum},
    {"addui-extended", TERN_ARITH(ADDUI_EXTENDED), 1, convert_extended},
    {"mulsi-extended", TERN_ARITH(MULSI_EXTENDED), 1, convert_extended},
    {"mului-extended", TERN_ARITH(MULUI_EXTENDED), 1, convert_extended},
    {"cmpi", TERN_ARITH(CMPI), 1, convert_cmpi},
    {"cmpf", TERN_ARITH(CMPF), 1, convert_cmpf},
    {"maximumf", TERN_ARITH(MAXIMUMF), 1, convert_extremum},
    {"minimumf", TERN_ARITH(MINIMUMF), 1, convert_extremum},
    {"maxnumf", TERN_ARITH(MAXNUMF), 1, convert_extremum},
    {"minnumf", TERN_ARITH(MINNUMF), 1, convert_extremum},
    {"extui", TERN_ARITH(EXTUI), 1, convert_int_resize},
    {"extsi", TERN_ARITH(EXTSI), 1, convert_int_resize},
    {"trunci", TERN_ARITH(TRUNCI), 1, convert_int_resize},
    {"index-cast", TERN_ARITH(INDEX_CAST), 1, convert_int_resize},
    {"index-castui", TERN_ARITH(INDEX_CASTUI), 1, convert_int_resize},
    {"extf", TERN_ARITH(EXTF), 1, convert_float_resize},
    {"truncf", TERN_ARITH(TRUNCF), 1, convert_float_resize},
    {"sitofp", TERN_ARITH(SITOFP), 1, convert_int_to_float},
    {"uitofp", TERN_ARITH(UITOFP), 1, convert_int_to_float},
    {"fptosi", TERN_ARITH(FPTOSI), 1, convert_float_to_int},
    {"fptoui", TERN_ARITH(FPTOUI), 1, convert_float_to_int},
    {"bitcast", TERN_ARITH(BITCAST), 1, convert_bitcast},
    {"select", TERN_ARITH(SELECT), 1, convert_select},
    {"integer", NULL, 0, convert_integer},
    {"float", NULL, 0, convert_float},
    {0},
};
