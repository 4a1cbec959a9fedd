// Arithmetic on elements. What is the same for all lanes stays one number, and integers that grow by constants from lane to lane
// stay a number and its steps, so that memory.c sees which addresses lie side by side.

#include "convert/triton/to_loops/loops.h"
#include "dialect/math/math.h"
#include "ir/context.h"

// --- any op of arith and math ---

static bool is_half(const tern_type_t *type) {
  tern_type_kind_t kind = tern_type_element(type)->kind;
  return kind == TERN_TYPE_F16 || kind == TERN_TYPE_BF16;
}

// Ops that only look at bits, or are conversions, need no wider numbers.
static bool computes_in_f32(const tern_op_t *op) {
  static const tern_op_row_t *const exact[] = {TERN_ARITH(SELECT), TERN_ARITH(BITCAST), TERN_ARITH(NEGF),
                                               TERN_ARITH(SITOFP), TERN_ARITH(UITOFP),  TERN_ARITH(FPTOSI),
                                               TERN_ARITH(FPTOUI), TERN_MATH(ABSF),     TERN_MATH(COPYSIGN)};
  for (size_t i = 0; i < sizeof exact / sizeof exact[0]; ++i) {
    if (tern_op_is(op, exact[i])) return false;
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (is_half(tern_op_operand(op, i)->type)) return true;
  }
  return is_half(tern_op_result(op, 0)->type);
}

static value_t retype_float(writer_t *w, value_t value, const tern_op_row_t *row, tern_type_kind_t kind) {
  const tern_type_t *element = tern_float_type_get(w->b.context, kind);
  return tern_tt_op(w, row, tern_type_with_element(value->type, element), TERN_VALUES(value));
}

static value_t build_like(writer_t *w, const tern_op_t *op, tern_values_t operands, const tern_type_t *type) {
  const tern_op_state_t state = {.def = op->def,
                                 .loc = w->b.loc,
                                 .operands = operands,
                                 .result_types = TERN_TYPES(type),
                                 .dictionary = tern_op_attr_dictionary(op)};
  tern_op_t *made = tern_op_create(w->b.context, &state);
  tern_builder_insert(&w->b, made);
  return tern_op_result(made, 0);
}

static value_t build_elementwise(writer_t *w, const tern_op_t *op, value_t *operands, size_t lane_bits) {
  const tern_type_t *element = tern_tt_register_type(tern_op_result(op, 0)->type);
  const tern_type_t *f32 = tern_float_type_get(w->b.context, TERN_TYPE_F32);
  bool is_widened = computes_in_f32(op);
  for (size_t i = 0; is_widened && i < op->operand_count; ++i) {
    if (is_half(operands[i]->type)) operands[i] = retype_float(w, operands[i], TERN_ARITH(EXTF), TERN_TYPE_F32);
  }
  bool is_narrowed = is_widened && is_half(element);
  const tern_type_t *type = tern_tt_lanes_of(is_narrowed ? f32 : element, lane_bits);
  value_t value = build_like(w, op, (tern_values_t){operands, op->operand_count}, type);
  return is_narrowed ? retype_float(w, value, TERN_ARITH(TRUNCF), element->kind) : value;
}

// Divisors that a processor traps at, where a GPU gives just anything: masks often leave zeros in lanes that nobody looks at. They
// become 1; so does -1 below the least number, whose quotient overflows.
static void guard_divisor(writer_t *w, const tern_op_t *op, value_t *operands) {
  bool is_signed = tern_op_is(op, TERN_ARITH(DIVSI)) || tern_op_is(op, TERN_ARITH(REMSI));
  if (!is_signed && !tern_op_is(op, TERN_ARITH(DIVUI)) && !tern_op_is(op, TERN_ARITH(REMUI))) return;
  const tern_type_t *type = operands[1]->type;
  int64_t divisor;
  if (tern_value_constant_int(operands[1], &divisor) && divisor != 0 && divisor != -1) return;
  value_t zero = tern_arith_constant_int(&w->b, type, 0), one = tern_arith_constant_int(&w->b, type, 1);
  value_t is_bad = tern_arith_cmpi(&w->b, TERN_CMPI_EQ, operands[1], zero);
  if (is_signed) {
    uint32_t width = tern_type_bit_width(tern_type_element(type));
    value_t least = tern_arith_constant_int(&w->b, type, (int64_t)(UINT64_C(1) << (width - 1)));
    value_t minus_one = tern_arith_constant_int(&w->b, type, -1);
    value_t is_least = tern_arith_cmpi(&w->b, TERN_CMPI_EQ, operands[0], least);
    value_t is_divided = tern_arith_cmpi(&w->b, TERN_CMPI_EQ, operands[1], minus_one);
    value_t overflows = tern_tt_binary(w, TERN_ARITH(ANDI), is_least, is_divided);
    // The quotient is the least number again, and the rest 0, as they are of 1.
    is_bad = tern_tt_binary(w, TERN_ARITH(ORI), is_bad, overflows);
  }
  operands[1] = tern_build_value(&w->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_bad, one, operands[1]));
}

element_t tern_tt_emit_elementwise(writer_t *w, tern_op_t *op, const place_t *place) {
  element_t elements[SOURCES_MAX];
  value_t operands[SOURCES_MAX];
  bool is_uniform = true;
  for (size_t i = 0; i < op->operand_count; ++i) {
    elements[i] = tern_tt_emit(w, tern_op_operand(op, i), place);
    is_uniform &= tern_tt_is_uniform(&elements[i]);
  }
  size_t lane_bits = is_uniform ? 0 : place->lane_bits;
  for (size_t i = 0; i < op->operand_count; ++i) operands[i] = tern_tt_vector(w, &elements[i], lane_bits);
  guard_divisor(w, op, operands);
  return tern_tt_wrap(build_elementwise(w, op, operands, lane_bits));
}

// --- integers with steps ---

// x + y or x - y, where neither is a vector.
static bool add_steps(writer_t *w, const tern_op_row_t *row, const element_t *x, const element_t *y, element_t *out) {
  if (!x->base || !y->base) return false;
  int64_t sign = row == TERN_ARITH(SUBI) ? -1 : 1;
  *out = element_of(tern_tt_binary(w, row, x->base, y->base));
  for (size_t i = 0; i < LANE_BITS_MAX; ++i) out->steps[i] = x->steps[i] + sign * y->steps[i];
  return true;
}

static element_t emit_sum(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  element_t x = tern_tt_emit(w, tern_op_operand(op, 0), place), y = tern_tt_emit(w, tern_op_operand(op, 1), place), sum;
  const tern_op_row_t *row = tern_op_is(op, TERN_ARITH(SUBI)) ? TERN_ARITH(SUBI) : TERN_ARITH(ADDI);
  return add_steps(w, row, &x, &y, &sum) ? sum : tern_tt_emit_elementwise(w, op, place);
}

// A product by a constant, which scales the steps, too.
static bool scale_steps(writer_t *w, const element_t *x, const element_t *y, element_t *out) {
  int64_t factor;
  if (!x->base || !tern_tt_is_uniform(y) || !tern_value_constant_int(y->base, &factor)) return false;
  *out = element_of(tern_tt_binary(w, TERN_ARITH(MULI), x->base, y->base));
  for (size_t i = 0; i < LANE_BITS_MAX; ++i) out->steps[i] = x->steps[i] * factor;
  return true;
}

static element_t emit_product(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  element_t x = tern_tt_emit(w, tern_op_operand(op, 0), place), y = tern_tt_emit(w, tern_op_operand(op, 1), place),
            product;
  if (scale_steps(w, &x, &y, &product) || scale_steps(w, &y, &x, &product)) return product;
  return tern_tt_emit_elementwise(w, op, place);
}

// Triton takes it that offsets of neighbours do not overflow before they are widened (its axis analysis does, too).
static element_t widen(writer_t *w, const element_t *x, uint32_t width, size_t lane_bits) {
  if (!x->base) return element_of_vector(tern_tt_resize(w, tern_tt_vector(w, x, lane_bits), width, true));
  element_t wide = *x;
  wide.base = tern_tt_resize(w, x->base, width, true);
  return wide;
}

static element_t emit_extsi(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  const tern_type_t *type = tern_type_element(tern_op_result(op, result)->type);
  element_t x = tern_tt_emit(w, tern_op_operand(op, 0), place);
  uint32_t from = tern_type_bit_width(tern_type_element(tern_op_operand(op, 0)->type));
  if (from < 32) return tern_tt_emit_elementwise(w, op, place);
  return widen(w, &x, tern_integer_type_width(type), place->lane_bits);
}

// --- addresses ---

static element_t emit_addptr(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  const tern_type_t *pointee = tern_tt_type_inside(tern_type_element(tern_op_result(op, result)->type));
  int64_t size = tern_tt_memory_size(pointee);
  element_t pointer = tern_tt_emit(w, tern_op_operand(op, 0), place), sum;
  element_t offset = tern_tt_emit(w, tern_op_operand(op, 1), place);
  offset = widen(w, &offset, 64, place->lane_bits);
  for (size_t i = 0; i < LANE_BITS_MAX; ++i) offset.steps[i] *= size;
  if (offset.base) {
    offset.base = tern_tt_scale(w, offset.base, size);
  } else if (size > 1) {
    value_t factor = tern_arith_constant_int(&w->b, offset.vector->type, size);
    offset.vector = tern_tt_binary(w, TERN_ARITH(MULI), offset.vector, factor);
  }
  if (add_steps(w, TERN_ARITH(ADDI), &pointer, &offset, &sum)) return sum;
  value_t x = tern_tt_vector(w, &pointer, place->lane_bits), y = tern_tt_vector(w, &offset, place->lane_bits);
  return element_of_vector(tern_tt_binary(w, TERN_ARITH(ADDI), x, y));
}

static element_t emit_operand(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  return tern_tt_emit(w, tern_op_operand(op, 0), place);
}

// --- what arith has no op for ---

static void emit_operands(writer_t *w, const tern_op_t *op, const place_t *place, value_t *out, size_t *out_lane_bits) {
  element_t elements[SOURCES_MAX];
  bool is_uniform = true;
  for (size_t i = 0; i < op->operand_count; ++i) {
    elements[i] = tern_tt_emit(w, tern_op_operand(op, i), place);
    is_uniform &= tern_tt_is_uniform(&elements[i]);
  }
  *out_lane_bits = is_uniform ? 0 : place->lane_bits;
  for (size_t i = 0; i < op->operand_count; ++i) out[i] = tern_tt_vector(w, &elements[i], *out_lane_bits);
}

static element_t emit_mulhiui(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  value_t x[2];
  size_t lane_bits;
  emit_operands(w, op, place, x, &lane_bits);
  uint32_t width = tern_type_bit_width(tern_type_element(x[0]->type));
  value_t wide = tern_tt_binary(w, TERN_ARITH(MULI), tern_tt_resize(w, x[0], 2 * width, false),
                                tern_tt_resize(w, x[1], 2 * width, false));
  value_t by = tern_arith_constant_int(&w->b, wide->type, width);
  return tern_tt_wrap(tern_tt_resize(w, tern_tt_binary(w, TERN_ARITH(SHRUI), wide, by), width, false));
}

// Of a NaN in `x`, the maximum of numbers makes `min`; the minimum and maximum that hand NaNs on leave it.
static element_t emit_clampf(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  value_t x[3];
  size_t lane_bits;
  emit_operands(w, op, place, x, &lane_bits);
  bool propagates = tern_enum_attr_value(tern_op_attr(op, "propagateNan")) != 0, is_narrow = is_half(x[0]->type);
  tern_type_kind_t kind = tern_type_element(x[0]->type)->kind;
  for (size_t i = 0; is_narrow && i < 3; ++i) x[i] = retype_float(w, x[i], TERN_ARITH(EXTF), TERN_TYPE_F32);
  value_t low = tern_tt_binary(w, propagates ? TERN_ARITH(MAXIMUMF) : TERN_ARITH(MAXNUMF), x[0], x[1]);
  value_t value = tern_tt_binary(w, propagates ? TERN_ARITH(MINIMUMF) : TERN_ARITH(MINNUMF), low, x[2]);
  return tern_tt_wrap(is_narrow ? retype_float(w, value, TERN_ARITH(TRUNCF), kind) : value);
}

static element_t emit_precise(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  value_t x[2];
  size_t lane_bits;
  emit_operands(w, op, place, x, &lane_bits);
  if (tern_op_is(op, TERN_TT(PRECISE_DIVF))) return tern_tt_wrap(tern_tt_binary(w, TERN_ARITH(DIVF), x[0], x[1]));
  return tern_tt_wrap(tern_tt_op(w, TERN_MATH(SQRT), NULL, TERN_VALUES(x[0])));
}

static element_t emit_program(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  (void)place;
  size_t axis = (size_t)tern_enum_attr_value(tern_op_attr(op, "axis"));
  return element_of(w->program[axis + (tern_op_is(op, TERN_TT(GET_NUM_PROGRAMS)) ? 3 : 0)]);
}

const element_row_t tern_tt_compute_rows[] = {
    {TERN_ARITH(ADDI), emit_sum},
    {TERN_ARITH(SUBI), emit_sum},
    {TERN_ARITH(MULI), emit_product},
    {TERN_ARITH(EXTSI), emit_extsi},
    {TERN_TT(ADDPTR), emit_addptr},
    {TERN_TT(INT_TO_PTR), emit_operand},
    {TERN_TT(PTR_TO_INT), emit_operand},
    {TERN_TT(MULHIUI), emit_mulhiui},
    {TERN_TT(CLAMPF), emit_clampf},
    {TERN_TT(PRECISE_SQRT), emit_precise},
    {TERN_TT(PRECISE_DIVF), emit_precise},
    {TERN_TT(GET_PROGRAM_ID), emit_program},
    {TERN_TT(GET_NUM_PROGRAMS), emit_program},
    {TERN_TT(EXTERN_ELEMENTWISE), tern_tt_emit_library},
    {TERN_TT(ELEMENTWISE_INLINE_ASM), tern_tt_emit_assembly},
    {0},
};
