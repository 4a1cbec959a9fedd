// tt.extern_elementwise: functions of NVIDIA's libdevice by their names. What arith or math has an op for becomes that op, for which
// processors have code of their own; a few are formulas; the rest are calls of the C library, element by element.

#include "convert/triton/to_loops/library.h"

#include "convert/triton/to_loops/library_call.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

// --- formulas ---

static value_t exp10_of(const call_t *c) { return binary(c, TERN_MATH(POWF), number(c, 10), c->x[0]); }
static value_t rcp_of(const call_t *c) { return divide(c, number(c, 1), c->x[0]); }
static value_t rcbrt_of(const call_t *c) { return divide(c, number(c, 1), unary(c, TERN_MATH(CBRT), c->x[0])); }

static value_t powi_of(const call_t *c) {
  value_t exponent = cast(c, TERN_ARITH(SITOFP), c->x[1], tern_type_element(c->x[0]->type));
  return binary(c, TERN_MATH(POWF), c->x[0], exponent);
}

static value_t fdim_of(const call_t *c) {
  value_t is_above = compare(c, TERN_CMPF_UGT, c->x[0], c->x[1]);
  return choose(c, is_above, sub(c, c->x[0], c->x[1]), number(c, 0));
}

// The root of the sum of squares, in f64 for f32, which neither overflows nor underflows.
static value_t norm(const call_t *c, bool is_inverse) {
  const tern_type_t *f64 = tern_float_type_get(c->w->b.context, TERN_TYPE_F64),
                    *element = tern_type_element(c->x[0]->type);
  value_t sum = NULL;
  for (size_t i = 0; i < c->count; ++i) {
    value_t x = element == f64 ? c->x[i] : cast(c, TERN_ARITH(EXTF), c->x[i], f64), square = mul(c, x, x);
    sum = sum ? add(c, sum, square) : square;
  }
  value_t root = unary(c, is_inverse ? TERN_MATH(RSQRT) : TERN_MATH(SQRT), sum);
  return element == f64 ? root : cast(c, TERN_ARITH(TRUNCF), root, element);
}
static value_t hypot_of(const call_t *c) { return norm(c, false); }
static value_t rhypot_of(const call_t *c) { return norm(c, true); }
static value_t norm_of(const call_t *c) { return norm(c, false); }
static value_t rnorm_of(const call_t *c) { return norm(c, true); }

static value_t normcdf_of(const call_t *c) {
  value_t scaled = mul(c, c->x[0], number(c, -0.70710678118654752440));
  return mul(c, number(c, 0.5), unary(c, TERN_MATH(ERFC), scaled));
}

static value_t erfcx_of(const call_t *c) {
  value_t square = unary(c, TERN_MATH(EXP), mul(c, c->x[0], c->x[0]));
  return mul(c, square, unary(c, TERN_MATH(ERFC), c->x[0]));
}

static value_t polynomial(const call_t *c, const double *coefficients, size_t count, value_t x) {
  value_t sum = number(c, coefficients[0]);
  for (size_t i = 1; i < count; ++i) sum = add(c, mul(c, sum, x), number(c, coefficients[i]));
  return sum;
}

// Giles, Approximating the erfinv function: polynomials in w = -log(1 - x^2), then steps of Newton's method.
static value_t erfinv_in_f64(const call_t *c, value_t x) {
  static const double central[] = {2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087,
                                   -0.00125372503, -0.00417768164, 0.246640727,    1.50140941};
  static const double tail[] = {-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773,
                                -0.0076224613,   0.00943887047,  1.00167406,    2.83297682};
  value_t one = number(c, 1), product = mul(c, sub(c, one, x), add(c, one, x));
  value_t w = sub(c, number(c, 0), unary(c, TERN_MATH(LOG), product));
  value_t is_central = compare(c, TERN_CMPF_OLT, w, number(c, 5));
  value_t near_zero = polynomial(c, central, 9, sub(c, w, number(c, 2.5)));
  value_t far = polynomial(c, tail, 9, sub(c, unary(c, TERN_MATH(SQRT), w), number(c, 3)));
  value_t y = mul(c, choose(c, is_central, near_zero, far), x);
  for (int i = 0; i < 2; ++i) {
    value_t error = sub(c, unary(c, TERN_MATH(ERF), y), x);
    value_t slope = unary(c, TERN_MATH(EXP), sub(c, number(c, 0), mul(c, y, y)));
    y = sub(c, y, divide(c, error, mul(c, slope, number(c, 1.12837916709551257390))));
  }
  // Infinity at the ends, where the steps above are not numbers.
  value_t is_end = compare(c, TERN_CMPF_OEQ, unary(c, TERN_MATH(ABSF), x), one);
  return choose(c, is_end, binary(c, TERN_MATH(COPYSIGN), number(c, __builtin_inf()), x), y);
}

// erfinv(a * x + b) * factor, computed in f64.
static value_t erfinv_scaled(const call_t *c, double a, double b, double factor) {
  const tern_type_t *f64 = tern_float_type_get(c->w->b.context, TERN_TYPE_F64),
                    *element = tern_type_element(c->x[0]->type);
  call_t wide = *c;
  if (element != f64) wide.x[0] = cast(c, TERN_ARITH(EXTF), c->x[0], f64);
  value_t x = add(&wide, mul(&wide, wide.x[0], number(&wide, a)), number(&wide, b));
  value_t y = mul(&wide, erfinv_in_f64(&wide, x), number(&wide, factor));
  return element == f64 ? y : cast(c, TERN_ARITH(TRUNCF), y, element);
}
static value_t erfinv_of(const call_t *c) { return erfinv_scaled(c, 1, 0, 1); }
static value_t erfcinv_of(const call_t *c) { return erfinv_scaled(c, -1, 1, 1); }
static value_t normcdfinv_of(const call_t *c) { return erfinv_scaled(c, 2, -1, 1.41421356237309504880); }

// x - 2 round(x / 2) is exact, and the function has its period.
static value_t of_pi(const call_t *c, const tern_op_row_t *row) {
  value_t turns = unary(c, TERN_MATH(ROUNDEVEN), mul(c, c->x[0], number(c, 0.5)));
  value_t rest = sub(c, c->x[0], mul(c, turns, number(c, 2)));
  return unary(c, row, mul(c, rest, number(c, 3.14159265358979323846)));
}
static value_t sinpi_of(const call_t *c) { return of_pi(c, TERN_MATH(SIN)); }
static value_t cospi_of(const call_t *c) { return of_pi(c, TERN_MATH(COS)); }

static value_t saturate_of(const call_t *c) {
  return binary(c, TERN_ARITH(MINNUMF), binary(c, TERN_ARITH(MAXNUMF), c->x[0], number(c, 0)), number(c, 1));
}

static value_t isnan_of(const call_t *c) { return to_int(c, compare(c, TERN_CMPF_UNO, c->x[0], c->x[0])); }
static value_t isinf_of(const call_t *c) {
  return to_int(c, compare(c, TERN_CMPF_OEQ, unary(c, TERN_MATH(ABSF), c->x[0]), number(c, __builtin_inf())));
}
static value_t isfinite_of(const call_t *c) {
  return to_int(c, compare(c, TERN_CMPF_OLT, unary(c, TERN_MATH(ABSF), c->x[0]), number(c, __builtin_inf())));
}
static value_t signbit_of(const call_t *c) {
  const tern_type_t *bits = tern_i_type_get(c->w->b.context, tern_type_bit_width(tern_type_element(c->x[0]->type)));
  value_t x = cast(c, TERN_ARITH(BITCAST), c->x[0], bits);
  return to_int(c, tern_arith_cmpi(&c->w->b, TERN_CMPI_SLT, x, tern_arith_constant_int(&c->w->b, x->type, 0)));
}

// f32 rounded toward zero: exact enough in f64 that one more rounding does no harm.
static value_t to_zero(const call_t *c, const tern_op_row_t *row) {
  const tern_type_t *f64 = tern_float_type_get(c->w->b.context, TERN_TYPE_F64),
                    *element = tern_type_element(c->x[0]->type);
  value_t wide = binary(c, row, cast(c, TERN_ARITH(EXTF), c->x[0], f64), cast(c, TERN_ARITH(EXTF), c->x[1], f64));
  return tern_tt_convert_float(c->w, wide, f64, element, true);
}
static value_t add_to_zero(const call_t *c) { return to_zero(c, TERN_ARITH(ADDF)); }
static value_t sub_to_zero(const call_t *c) { return to_zero(c, TERN_ARITH(SUBF)); }
static value_t mul_to_zero(const call_t *c) { return to_zero(c, TERN_ARITH(MULF)); }
static value_t div_to_zero(const call_t *c) { return to_zero(c, TERN_ARITH(DIVF)); }
static value_t narrow_to_zero(const call_t *c) {
  return tern_tt_convert_float(c->w, c->x[0], tern_type_element(c->x[0]->type), tern_type_element(c->type), true);
}

static value_t rounded_int(const call_t *c, const tern_op_row_t *row) {
  return cast(c, TERN_ARITH(FPTOSI), unary(c, row, c->x[0]), tern_type_element(c->type));
}
static value_t to_nearest_int(const call_t *c) { return rounded_int(c, TERN_MATH(ROUNDEVEN)); }
static value_t to_lower_int(const call_t *c) { return rounded_int(c, TERN_MATH(FLOOR)); }
static value_t to_upper_int(const call_t *c) { return rounded_int(c, TERN_MATH(CEIL)); }
static value_t llrint_of(const call_t *c) { return rounded_int(c, TERN_MATH(ROUNDEVEN)); }
static value_t llround_of(const call_t *c) { return rounded_int(c, TERN_MATH(ROUND)); }

// --- integers ---

static value_t resize(const call_t *c, value_t x, bool is_signed) {
  return tern_tt_resize(c->w, x, tern_type_bit_width(tern_type_element(c->type)), is_signed);
}

// Computed in twice the bits, of which `shift` lower ones go.
static value_t in_double_width(const call_t *c, const tern_op_row_t *row, int64_t shift, int64_t extra,
                               bool is_signed) {
  uint32_t width = tern_type_bit_width(tern_type_element(c->x[0]->type));
  value_t x = tern_tt_resize(c->w, c->x[0], 2 * width, is_signed),
          y = tern_tt_resize(c->w, c->x[1], 2 * width, is_signed);
  value_t value = binary(c, row, x, y);
  if (extra) value = binary(c, TERN_ARITH(ADDI), value, tern_arith_constant_int(&c->w->b, value->type, extra));
  value_t by = tern_arith_constant_int(&c->w->b, value->type, shift);
  return resize(c, binary(c, is_signed ? TERN_ARITH(SHRSI) : TERN_ARITH(SHRUI), value, by), is_signed);
}
static int64_t width_of(const call_t *c) { return tern_type_bit_width(tern_type_element(c->x[0]->type)); }
static value_t mulhi_of(const call_t *c) { return in_double_width(c, TERN_ARITH(MULI), width_of(c), 0, true); }
static value_t umulhi_of(const call_t *c) { return in_double_width(c, TERN_ARITH(MULI), width_of(c), 0, false); }
static value_t hadd_of(const call_t *c) { return in_double_width(c, TERN_ARITH(ADDI), 1, 0, true); }
static value_t uhadd_of(const call_t *c) { return in_double_width(c, TERN_ARITH(ADDI), 1, 0, false); }
static value_t rhadd_of(const call_t *c) { return in_double_width(c, TERN_ARITH(ADDI), 1, 1, true); }
static value_t urhadd_of(const call_t *c) { return in_double_width(c, TERN_ARITH(ADDI), 1, 1, false); }

// The number of the lowest bit that is set, from 1 on; 0: none is.
static value_t ffs_of(const call_t *c) {
  value_t first = binary(c, TERN_ARITH(ADDI), unary(c, TERN_MATH(CTTZ), c->x[0]), whole(c, 1));
  value_t is_zero = tern_arith_cmpi(&c->w->b, TERN_CMPI_EQ, c->x[0], whole(c, 0));
  return resize(c, choose(c, is_zero, whole(c, 0), first), false);
}
static value_t popcll_of(const call_t *c) { return resize(c, unary(c, TERN_MATH(CTPOP), c->x[0]), false); }
static value_t clzll_of(const call_t *c) { return resize(c, unary(c, TERN_MATH(CTLZ), c->x[0]), false); }

static value_t sad_of(const call_t *c) {
  value_t high = binary(c, TERN_ARITH(MAXSI), c->x[0], c->x[1]), low = binary(c, TERN_ARITH(MINSI), c->x[0], c->x[1]);
  return binary(c, TERN_ARITH(ADDI), binary(c, TERN_ARITH(SUBI), high, low), c->x[2]);
}

static value_t mul24(const call_t *c, const tern_op_row_t *shift) {
  value_t eight = whole(c, 8), x[2];
  for (size_t i = 0; i < 2; ++i) x[i] = binary(c, shift, binary(c, TERN_ARITH(SHLI), c->x[i], eight), eight);
  return binary(c, TERN_ARITH(MULI), x[0], x[1]);
}
static value_t mul24_of(const call_t *c) { return mul24(c, TERN_ARITH(SHRSI)); }
static value_t umul24_of(const call_t *c) { return mul24(c, TERN_ARITH(SHRUI)); }

// --- the table ---

static const struct library_row {
  const char *name;
  const tern_op_row_t *op;
  value_t (*formula)(const call_t *c);
  const char *function;
} rows[] = {
#define OP(NAME, DIALECT, ID) {.name = NAME, .op = TERN_##DIALECT(ID)},
#define FORMULA(NAME, FUNCTION) {.name = NAME, .formula = FUNCTION},
#define CALL(NAME, FUNCTION, FORMULA) {.name = NAME, .function = FUNCTION, .formula = FORMULA},
#include "convert/triton/to_loops/library.def"
#undef OP
#undef FORMULA
#undef CALL
};

static const struct library_row *find_name(tern_str_t name) {
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_str_equal_cstr(name, rows[i].name)) return &rows[i];
  }
  return NULL;
}

static const struct library_row *find_row(const tern_op_t *op) {
  return find_name(tern_string_attr_value(tern_op_attr(op, "symbol")));
}

tern_value_t *tern_libdevice_build(tern_builder_t *builder, tern_str_t name, const tern_type_t *type,
                                   tern_values_t operands) {
  const struct library_row *row = find_name(name);
  if (!row || (!row->formula && !row->op) || operands.count > ARGUMENTS_MAX) return NULL;
  // Formulas ask their writer for nothing but its builder.
  writer_t writer = {.b = *builder};
  call_t c = {.w = &writer, .count = operands.count, .type = type};
  for (size_t i = 0; i < c.count; ++i) c.x[i] = operands.values[i];
  tern_value_t *value = row->formula ? row->formula(&c) : tern_tt_op(&writer, row->op, type, operands);
  *builder = writer.b;
  return value;
}

bool tern_tt_check_library(const tern_op_t *op) {
  if (op->operand_count <= ARGUMENTS_MAX && find_row(op)) return true;
  tern_str_t name = tern_string_attr_value(tern_op_attr(op, "symbol"));
  tern_op_error(op, "calls '%.*s', which is not known on processors", (int)name.size, name.data);
  tern_emit_note(op->loc, "functions of libdevice are known by their names");
  return false;
}

// --- calls ---

static void declare(const call_t *c, const char *name, const tern_type_t *const *inputs, const tern_type_t *result) {
  tern_op_t *function = tern_block_parent_op(c->w->b.block);
  while (!tern_op_is(function, TERN_LLVM(FUNC))) function = tern_op_parent(function);
  tern_op_t *module = tern_op_parent(function);
  if (tern_symbol_lookup_in(module, tern_str_from_cstr(name))) return;
  const tern_type_t *type = tern_llvm_func_type(result, (tern_types_t){inputs, c->count}, false);
  tern_builder_t b = tern_builder_at_start(tern_op_body(module, 0), function->loc);
  tern_build(&b, TERN_LLVM(FUNC), .regions = 1,
             .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(b.context, tern_str_from_cstr(name))},
                                 {"function_type", tern_type_attr_get(type)}));
}

static value_t lane_of(const call_t *c, value_t vector, int64_t lane) {
  if (vector->type->kind != TERN_TYPE_VECTOR) return vector;
  return tern_build_value(&c->w->b, TERN_LLVM(EXTRACTELEMENT),
                          .operands = TERN_VALUES(vector, tern_tt_int(c->w, 64, lane)));
}

static value_t call_function(const call_t *c, const char *name, size_t lane_bits) {
  const tern_type_t *element = tern_type_element(c->type), *inputs[ARGUMENTS_MAX];
  tern_context_t *context = c->w->b.context;
  const tern_attr_t *callee = tern_flat_symbol_ref_attr_get(context, tern_str_from_cstr(name));
  for (size_t i = 0; i < c->count; ++i) inputs[i] = tern_type_element(c->x[i]->type);
  declare(c, name, inputs, element);
  value_t result = lane_bits ? tern_arith_constant(&c->w->b, tern_arith_zero_attr(c->type)) : NULL;
  for (int64_t lane = 0; lane < INT64_C(1) << lane_bits; ++lane) {
    value_t args[ARGUMENTS_MAX];
    for (size_t i = 0; i < c->count; ++i) args[i] = lane_of(c, c->x[i], lane);
    value_t value = tern_op_result(tern_llvm_build_call(&c->w->b, callee, (tern_values_t){args, c->count}, element), 0);
    if (!lane_bits) return value;
    result = tern_build_value(&c->w->b, TERN_LLVM(INSERTELEMENT), .types = TERN_TYPES(c->type),
                              .operands = TERN_VALUES(result, value, tern_tt_int(c->w, 64, lane)));
  }
  return result;
}

element_t tern_tt_emit_library(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  const struct library_row *row = find_row(op);
  call_t c = {.w = w, .count = op->operand_count};
  element_t x[ARGUMENTS_MAX];
  bool is_uniform = true;
  for (size_t i = 0; i < c.count; ++i) {
    x[i] = tern_tt_emit(w, tern_op_operand(op, i), place);
    is_uniform &= tern_tt_is_uniform(&x[i]);
  }
  size_t lane_bits = is_uniform ? 0 : place->lane_bits;
  for (size_t i = 0; i < c.count; ++i) c.x[i] = tern_tt_vector(w, &x[i], lane_bits);
  c.type = tern_tt_lanes_of(tern_tt_register_type(tern_op_result(op, result)->type), lane_bits);
  if (row->function) return tern_tt_wrap(call_function(&c, row->function, lane_bits));
  if (row->formula) return tern_tt_wrap(row->formula(&c));
  return tern_tt_wrap(tern_tt_op(w, row->op, c.type, (tern_values_t){c.x, c.count}));
}
