// --convert-complex-to-llvm: complex numbers as structs of two floats (upstream: ComplexToLLVM, ComplexCommon's
// DivisionConverter). The improved division is Smith's: by the larger part of the divisor, with the cases of the C
// standard's Annex G for what is infinite, zero or not a number.

#include "dialect/complex/complex.h"

#include "convert/llvm/lowering.h"
#include "convert/llvm/run.h"
#include "dialect/arith/arith.h"

typedef struct complex_options {
  bool divides_by_smith;
} complex_options_t;

// Makes float ops of one type with the flags of the op that is converted.
typedef struct floats {
  tern_builder_t *b;
  const tern_type_t *type;
  const tern_attr_t *flags;
} floats_t;

static floats_t floats_for(tern_conversion_t *conversion, const tern_op_t *op, const tern_type_t *type) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_attr_t *fastmath = tern_op_attr(op, "fastmath");
  int64_t flags = fastmath ? tern_enum_attr_value(fastmath) : 0;
  return (floats_t){b, type, tern_enum_attr_get(b->context, TERN_LLVM_ENUM(FASTMATH), flags)};
}

static tern_value_t *unary(floats_t *f, const tern_op_row_t *row, tern_value_t *value) {
  return tern_build_value(f->b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(f->type),
                          .attrs = TERN_ATTRS({"fastmathFlags", f->flags}));
}

static tern_value_t *binary(floats_t *f, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(f->b, row, .operands = TERN_VALUES(lhs, rhs), .types = TERN_TYPES(f->type),
                          .attrs = TERN_ATTRS({"fastmathFlags", f->flags}));
}

static tern_value_t *add(floats_t *f, tern_value_t *lhs, tern_value_t *rhs) {
  return binary(f, TERN_LLVM(FADD), lhs, rhs);
}
static tern_value_t *sub(floats_t *f, tern_value_t *lhs, tern_value_t *rhs) {
  return binary(f, TERN_LLVM(FSUB), lhs, rhs);
}
static tern_value_t *mul(floats_t *f, tern_value_t *lhs, tern_value_t *rhs) {
  return binary(f, TERN_LLVM(FMUL), lhs, rhs);
}
static tern_value_t *divide(floats_t *f, tern_value_t *lhs, tern_value_t *rhs) {
  return binary(f, TERN_LLVM(FDIV), lhs, rhs);
}

static tern_value_t *part(floats_t *f, tern_value_t *number, int64_t index) {
  return tern_llvm_make_extract(f->b, number, &index, 1);
}

typedef struct number {
  tern_value_t *re, *im;
} number_t;

static number_t unpack(floats_t *f, tern_value_t *value) {
  tern_value_t *re = part(f, value, 0);
  return (number_t){re, part(f, value, 1)};
}

static bool replace_number(tern_conversion_t *conversion, tern_op_t *op, tern_value_t *poison, number_t number) {
  tern_builder_t *b = &conversion->rewriter.builder;
  tern_value_t *value = tern_llvm_make_insert(b, poison, number.re, (int64_t[]){0}, 1);
  value = tern_llvm_make_insert(b, value, number.im, (int64_t[]){1}, 1);
  return tern_conversion_replace_value(conversion, op, value);
}

// The float type that a converted complex number consists of; NULL if there is no such form.
static const tern_type_t *float_of(tern_conversion_t *conversion, const tern_type_t *complex) {
  if (complex->kind != TERN_TYPE_COMPLEX) return NULL;
  const tern_type_t *type = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), tern_type_element(complex));
  return type && tern_type_is_float(type) ? type : NULL;
}

// --- arithmetic ---

static number_t multiply(floats_t *f, number_t x, number_t y) {
  tern_value_t *re = mul(f, y.re, x.re);
  re = sub(f, re, mul(f, y.im, x.im));
  tern_value_t *im = mul(f, x.im, y.re);
  return (number_t){re, add(f, im, mul(f, x.re, y.im))};
}

// x * conjugate(y) / |y|^2
static number_t divide_plainly(floats_t *f, number_t x, number_t y) {
  tern_value_t *norm = mul(f, y.re, y.re);
  norm = add(f, norm, mul(f, y.im, y.im));
  tern_value_t *re = mul(f, x.re, y.re);
  re = add(f, re, mul(f, x.im, y.im));
  tern_value_t *im = mul(f, x.im, y.re);
  im = sub(f, im, mul(f, x.re, y.im));
  re = divide(f, re, norm);
  return (number_t){re, divide(f, im, norm)};
}

static tern_value_t *compare(floats_t *f, int64_t predicate, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_attr_t *attr = tern_enum_attr_get(f->b->context, TERN_LLVM_ENUM(FCMP_PREDICATE), predicate);
  return tern_build_value(f->b, TERN_LLVM(FCMP), .operands = TERN_VALUES(lhs, rhs),
                          .types = TERN_TYPES(tern_i_type_get(f->b->context, 1)),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

static tern_value_t *logic(floats_t *f, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_llvm_make(f->b, row, lhs->type, TERN_VALUES(lhs, rhs));
}

static tern_value_t *choose(floats_t *f, tern_value_t *condition, tern_value_t *yes, tern_value_t *no) {
  return tern_llvm_make(f->b, TERN_LLVM(SELECT), yes->type, TERN_VALUES(condition, yes, no));
}

static tern_value_t *copy_sign(floats_t *f, tern_value_t *magnitude, tern_value_t *sign) {
  return tern_llvm_make(f->b, TERN_LLVM(INTR_COPYSIGN), f->type, TERN_VALUES(magnitude, sign));
}

static tern_value_t *constant(floats_t *f, double value) {
  return tern_llvm_build_constant(f->b, f->type, tern_float_attr_get(f->type, value));
}

// What the cases of the division share.
typedef struct division {
  floats_t *f;
  number_t x, y;
  tern_value_t *zero, *one, *infinity;
  tern_value_t *abs_y_re, *abs_y_im, *abs_x_re, *abs_x_im;
} division_t;

// The quotient scaled by the imaginary part of the divisor.
static number_t scale_by_im(division_t *d) {
  floats_t *f = d->f;
  tern_value_t *ratio = divide(f, d->y.re, d->y.im);
  tern_value_t *denominator = mul(f, ratio, d->y.re);
  denominator = add(f, d->y.im, denominator);
  tern_value_t *re = mul(f, d->x.re, ratio);
  re = divide(f, add(f, re, d->x.im), denominator);
  tern_value_t *im = mul(f, d->x.im, ratio);
  im = divide(f, sub(f, im, d->x.re), denominator);
  return (number_t){re, im};
}

// The same by the real part.
static number_t scale_by_re(division_t *d) {
  floats_t *f = d->f;
  tern_value_t *ratio = divide(f, d->y.im, d->y.re);
  tern_value_t *denominator = mul(f, ratio, d->y.im);
  denominator = add(f, d->y.re, denominator);
  tern_value_t *re = mul(f, d->x.im, ratio);
  re = divide(f, add(f, d->x.re, re), denominator);
  tern_value_t *im = mul(f, d->x.re, ratio);
  im = divide(f, sub(f, d->x.im, im), denominator);
  return (number_t){re, im};
}

// 1 with the sign of `value` where `is_infinite`, else 0 with it.
static tern_value_t *unit_if(division_t *d, tern_value_t *is_infinite, tern_value_t *value) {
  return copy_sign(d->f, choose(d->f, is_infinite, d->one, d->zero), value);
}

// A finite divisor of an infinite number: infinite.
static number_t infinite_by_finite(division_t *d, tern_value_t *re_is_infinite, tern_value_t *im_is_infinite) {
  floats_t *f = d->f;
  tern_value_t *re_unit = unit_if(d, re_is_infinite, d->x.re), *im_unit = unit_if(d, im_is_infinite, d->x.im);
  tern_value_t *re = mul(f, re_unit, d->y.re);
  re = add(f, re, mul(f, im_unit, d->y.im));
  re = mul(f, d->infinity, re);
  tern_value_t *im = mul(f, re_unit, d->y.im);
  im = sub(f, mul(f, im_unit, d->y.re), im);
  return (number_t){re, mul(f, d->infinity, im)};
}

// An infinite divisor of a finite number: zero.
static number_t finite_by_infinite(division_t *d, tern_value_t *re_is_infinite, tern_value_t *im_is_infinite) {
  floats_t *f = d->f;
  tern_value_t *re_unit = unit_if(d, re_is_infinite, d->y.re), *im_unit = unit_if(d, im_is_infinite, d->y.im);
  tern_value_t *re = mul(f, d->x.re, re_unit);
  re = add(f, re, mul(f, d->x.im, im_unit));
  re = mul(f, d->zero, re);
  tern_value_t *im = mul(f, d->x.im, re_unit);
  im = sub(f, im, mul(f, d->x.re, im_unit));
  return (number_t){re, mul(f, d->zero, im)};
}

static number_t choose_number(floats_t *f, tern_value_t *condition, number_t yes, number_t no) {
  tern_value_t *re = choose(f, condition, yes.re, no.re);
  return (number_t){re, choose(f, condition, yes.im, no.im)};
}

static number_t divide_by_smith(floats_t *f, number_t x, number_t y) {
  division_t d = {.f = f, .x = x, .y = y};
  number_t by_im = scale_by_im(&d), by_re = scale_by_re(&d);
  // A divisor of zero, and a dividend that is not wholly NaN.
  d.zero = constant(f, 0.0);
  d.abs_y_re = unary(f, TERN_LLVM(INTR_FABS), y.re);
  tern_value_t *y_re_is_zero = compare(f, TERN_CMPF_OEQ, d.abs_y_re, d.zero);
  d.abs_y_im = unary(f, TERN_LLVM(INTR_FABS), y.im);
  tern_value_t *y_im_is_zero = compare(f, TERN_CMPF_OEQ, d.abs_y_im, d.zero);
  tern_value_t *x_re_is_number = compare(f, TERN_CMPF_ORD, x.re, d.zero);
  tern_value_t *x_im_is_number = compare(f, TERN_CMPF_ORD, x.im, d.zero);
  tern_value_t *has_number = logic(f, TERN_LLVM(OR), x_re_is_number, x_im_is_number);
  tern_value_t *y_is_zero = logic(f, TERN_LLVM(AND), y_re_is_zero, y_im_is_zero);
  tern_value_t *is_by_zero = logic(f, TERN_LLVM(AND), has_number, y_is_zero);
  d.infinity = constant(f, __builtin_inf());
  tern_value_t *signed_infinity = copy_sign(f, d.infinity, y.re);
  number_t by_zero = {.re = mul(f, signed_infinity, x.re)};
  by_zero.im = mul(f, signed_infinity, x.im);

  tern_value_t *y_re_is_finite = compare(f, TERN_CMPF_ONE, d.abs_y_re, d.infinity);
  tern_value_t *y_im_is_finite = compare(f, TERN_CMPF_ONE, d.abs_y_im, d.infinity);
  tern_value_t *y_is_finite = logic(f, TERN_LLVM(AND), y_re_is_finite, y_im_is_finite);
  d.abs_x_re = unary(f, TERN_LLVM(INTR_FABS), x.re);
  tern_value_t *x_re_is_infinite = compare(f, TERN_CMPF_OEQ, d.abs_x_re, d.infinity);
  d.abs_x_im = unary(f, TERN_LLVM(INTR_FABS), x.im);
  tern_value_t *x_im_is_infinite = compare(f, TERN_CMPF_OEQ, d.abs_x_im, d.infinity);
  tern_value_t *x_is_infinite = logic(f, TERN_LLVM(OR), x_re_is_infinite, x_im_is_infinite);
  tern_value_t *is_infinite_by_finite = logic(f, TERN_LLVM(AND), x_is_infinite, y_is_finite);
  d.one = constant(f, 1.0);
  number_t infinite = infinite_by_finite(&d, x_re_is_infinite, x_im_is_infinite);

  tern_value_t *x_re_is_finite = compare(f, TERN_CMPF_ONE, d.abs_x_re, d.infinity);
  tern_value_t *x_im_is_finite = compare(f, TERN_CMPF_ONE, d.abs_x_im, d.infinity);
  tern_value_t *x_is_finite = logic(f, TERN_LLVM(AND), x_re_is_finite, x_im_is_finite);
  tern_value_t *y_re_is_infinite = compare(f, TERN_CMPF_OEQ, d.abs_y_re, d.infinity);
  tern_value_t *y_im_is_infinite = compare(f, TERN_CMPF_OEQ, d.abs_y_im, d.infinity);
  tern_value_t *y_is_infinite = logic(f, TERN_LLVM(OR), y_re_is_infinite, y_im_is_infinite);
  tern_value_t *is_finite_by_infinite = logic(f, TERN_LLVM(AND), x_is_finite, y_is_infinite);
  number_t vanishing = finite_by_infinite(&d, y_re_is_infinite, y_im_is_infinite);

  tern_value_t *re_is_smaller = compare(f, TERN_CMPF_OLT, d.abs_y_re, d.abs_y_im);
  number_t usual = choose_number(f, re_is_smaller, by_im, by_re);
  number_t special = choose_number(f, is_finite_by_infinite, vanishing, usual);
  special = choose_number(f, is_infinite_by_finite, infinite, special);
  special = choose_number(f, is_by_zero, by_zero, special);
  tern_value_t *re_is_nan = compare(f, TERN_CMPF_UNO, usual.re, d.zero);
  tern_value_t *im_is_nan = compare(f, TERN_CMPF_UNO, usual.im, d.zero);
  return choose_number(f, logic(f, TERN_LLVM(AND), re_is_nan, im_is_nan), special, usual);
}

static bool lower_binary(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *complex = tern_op_result(op, 0)->type, *type = float_of(conversion, complex);
  if (!type) return false;
  floats_t f = floats_for(conversion, op, type);
  const complex_options_t *options = conversion->user;
  number_t x = unpack(&f, operands.values[0]), y = unpack(&f, operands.values[1]), result;
  tern_value_t *poison = tern_llvm_make_poison(f.b, tern_llvm_lower_type(tern_llvm_lowering_of(conversion), complex));
  if (tern_op_is(op, TERN_COMPLEX(MUL))) {
    result = multiply(&f, x, y);
  } else if (tern_op_is(op, TERN_COMPLEX(DIV))) {
    result = options && options->divides_by_smith ? divide_by_smith(&f, x, y) : divide_plainly(&f, x, y);
  } else {
    const tern_op_row_t *row = tern_op_is(op, TERN_COMPLEX(ADD)) ? TERN_LLVM(FADD) : TERN_LLVM(FSUB);
    result.re = binary(&f, row, x.re, y.re);
    result.im = binary(&f, row, x.im, y.im);
  }
  return replace_number(conversion, op, poison, result);
}

// --- the others ---

static bool lower_abs(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = float_of(conversion, tern_op_operand(op, 0)->type);
  if (!type) return false;
  floats_t f = floats_for(conversion, op, type);
  number_t x = unpack(&f, operands.values[0]);
  tern_value_t *norm = mul(&f, x.re, x.re);
  norm = add(&f, norm, mul(&f, x.im, x.im));
  tern_value_t *root = tern_llvm_make(f.b, TERN_LLVM(INTR_SQRT), type, TERN_VALUES(norm));
  return tern_conversion_replace_value(conversion, op, root);
}

static bool lower_create(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), tern_op_result(op, 0)->type);
  if (!type) return false;
  tern_value_t *poison = tern_llvm_make_poison(&conversion->rewriter.builder, type);
  return replace_number(conversion, op, poison, (number_t){operands.values[0], operands.values[1]});
}

static bool lower_part(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  int64_t index = tern_op_is(op, TERN_COMPLEX(RE)) ? 0 : 1;
  tern_value_t *value = tern_llvm_make_extract(&conversion->rewriter.builder, operands.values[0], &index, 1);
  return tern_conversion_replace_value(conversion, op, value);
}

static bool lower_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_named_attr_t attrs[8];
  size_t count = tern_llvm_lower_attrs(op, NULL, attrs, 8);
  return tern_llvm_lower_one_to_one(conversion, op, TERN_LLVM(MLIR_CONSTANT), operands,
                                    (tern_named_attrs_t){attrs, count});
}

const tern_conversion_pattern_t tern_llvm_complex_patterns[] = {
    {"abs", TERN_COMPLEX(ABS), 1, lower_abs},
    {"add", TERN_COMPLEX(ADD), 1, lower_binary},
    {"constant", TERN_COMPLEX(CONSTANT), 1, lower_constant},
    {"create", TERN_COMPLEX(CREATE), 1, lower_create},
    {"im", TERN_COMPLEX(IM), 1, lower_part},
    {"mul", TERN_COMPLEX(MUL), 1, lower_binary},
    {"re", TERN_COMPLEX(RE), 1, lower_part},
    {"sub", TERN_COMPLEX(SUB), 1, lower_binary},
    {"div", TERN_COMPLEX(DIV), 1, lower_binary},
    {0},
};

// --- the pass ---

static bool run(tern_op_t *op, tern_pass_t *pass) {
  complex_options_t options = {.divides_by_smith =
                                   tern_str_equal_cstr(tern_pass_string(pass, "complex-range"), "improved")};
  const tern_conversion_pattern_t *const tables[] = {tern_llvm_complex_patterns, NULL};
  const tern_legality_entry_t entries[] = {{.dialect = "complex", .legality = TERN_ILLEGAL}};
  return tern_llvm_run(op,
                       &(tern_llvm_run_t){.tables = tables, .entries = entries, .entry_count = 1, .user = &options});
}

static const char *const ranges[] = {"improved", "basic", "none", NULL};
static const tern_option_def_t options[] = {
    {.name = "complex-range",
     .kind = TERN_OPTION_STRING,
     .default_text = "basic",
     .help = "How a quotient of complex numbers is computed: basic, improved (Smith's way, and infinities as C has "
             "them), or none, as basic",
     .choices = ranges},
};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, NULL};

const tern_pass_def_t tern_convert_complex_to_llvm_pass = {
    .flag = "convert-complex-to-llvm",
    .name = "ConvertComplexToLLVMPass",
    .summary = "Put complex numbers in terms of llvm",
    .description =
        "Ops that are no arithmetic (exp, sin, eq ...) are to be converted before, by --convert-complex-to-standard.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
