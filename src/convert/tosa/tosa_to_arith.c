// --tosa-to-arith: constants become arith.constant, and apply_scale arithmetic (upstream: TosaToArith).
//
//   %0 = tosa.apply_scale %x, %m, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
// becomes (%x * %m + round) >> %s with the product in 64 bits, or, with use-32-bit, as two halves of 32.
//
// A constant whose elements have a sign becomes one without and a cast.

#include "convert/tosa/lowering.h"
#include "pass/pass.h"

typedef struct arith_options {
  bool scales, uses_32_bits;
} arith_options_t;

static const tern_attr_t *signless_elements(const tern_attr_t *attr) {
  const tern_type_t *type = tern_attr_type(attr), *signless = tern_tosa_signless(type);
  if (type == signless || attr->kind != TERN_ATTR_DENSE_ELEMENTS) return attr;
  return tern_dense_elements_attr_retype(attr, signless);
}

static bool lower_const(tern_tosa_lowering_t *l) {
  const tern_attr_t *values = signless_elements(tern_op_attr(l->op, "values"));
  l->results[0] = tern_build_constant(l->b, values);
  return true;
}

// 2^(shift - 1), or 0 for a shift of 0.
static tern_value_t *build_half(tern_builder_t *b, tern_value_t *shift) {
  tern_value_t *one = tern_tosa_build_int(b, shift->type, 1);
  return tern_build_binary(b, TERN_ARITH(SHRUI), tern_build_binary(b, TERN_ARITH(SHLI), one, shift), one);
}

static tern_value_t *build_scaled_64(tern_builder_t *b, bool is_double, tern_value_t *value, tern_value_t *multiplier,
                                     tern_value_t *shift, const tern_type_t *to) {
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  value = tern_tosa_build_resized(b, value, i64, false);
  multiplier = tern_tosa_build_resized(b, multiplier, i64, false);
  shift = tern_tosa_build_resized(b, shift, i64, true);
  tern_value_t *round = build_half(b, shift);
  if (is_double) {
    tern_value_t *zero = tern_tosa_build_int(b, i64, 0), *half = tern_tosa_build_int(b, i64, INT64_C(1) << 30);
    tern_value_t *is_positive = tern_build_compared(b, TERN_CMPI_SGE, value, zero);
    tern_value_t *first = tern_build_select(b, is_positive, half, tern_tosa_build_int(b, i64, -(INT64_C(1) << 30)));
    tern_value_t *is_large = tern_build_compared(b, TERN_CMPI_SGT, shift, tern_tosa_build_int(b, i64, 31));
    round = tern_build_binary(b, TERN_ARITH(ADDI), round, tern_build_select(b, is_large, first, zero));
  }
  tern_value_t *product = tern_build_binary(b, TERN_ARITH(MULI), value, multiplier);
  product = tern_build_binary(b, TERN_ARITH(ADDI), product, round);
  return tern_tosa_build_resized(b, tern_build_binary(b, TERN_ARITH(SHRSI), product, shift), to, false);
}

// A number of 64 bits as two of 32.
typedef struct halves {
  tern_value_t *low, *high;
} halves_t;

static halves_t build_sum(tern_builder_t *b, halves_t x, halves_t y) {
  tern_value_t *low = tern_build_binary(b, TERN_ARITH(ADDI), x.low, y.low);
  tern_value_t *carry = tern_build_compared(b, TERN_CMPI_ULT, low, x.low);
  carry = tern_tosa_build_cast(b, TERN_ARITH(EXTUI), carry, low->type);
  tern_value_t *high = tern_build_binary(b, TERN_ARITH(ADDI), x.high, y.high);
  return (halves_t){low, tern_build_binary(b, TERN_ARITH(ADDI), high, carry)};
}

static tern_value_t *build_scaled_32(tern_builder_t *b, bool is_double, tern_value_t *value, tern_value_t *multiplier,
                                     tern_value_t *shift) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  shift = tern_tosa_build_resized(b, shift, i32, true);
  tern_value_t *zero = tern_tosa_build_int(b, i32, 0), *bits = tern_tosa_build_int(b, i32, 32);
  tern_value_t *thirty_one = tern_tosa_build_int(b, i32, 31), *one = tern_tosa_build_int(b, i32, 1);
  tern_op_t *product = tern_build(b, TERN_ARITH(MULSI_EXTENDED), .operands = TERN_VALUES(value, multiplier),
                                  .types = TERN_TYPES(i32, i32));
  halves_t sum = {tern_op_result(product, 0), tern_op_result(product, 1)};
  // The shift within a half, and which half it ends in.
  tern_value_t *is_far = tern_build_compared(b, TERN_CMPI_UGE, shift, bits);
  tern_value_t *within = tern_build_binary(b, TERN_ARITH(ANDI), shift, thirty_one);
  tern_value_t *before = tern_build_binary(b, TERN_ARITH(SUBI), shift, one);
  tern_value_t *power =
      tern_build_binary(b, TERN_ARITH(SHLI), one, tern_build_binary(b, TERN_ARITH(ANDI), before, thirty_one));
  tern_value_t *is_high = tern_build_compared(b, TERN_CMPI_UGT, shift, bits);
  tern_value_t *is_none = tern_build_compared(b, TERN_CMPI_EQ, shift, zero);
  tern_value_t *low = tern_build_select(b, tern_build_binary(b, TERN_ARITH(ORI), is_high, is_none), zero, power);
  sum = build_sum(b, sum, (halves_t){low, tern_build_select(b, is_high, power, zero)});
  if (is_double) {
    tern_value_t *is_positive = tern_build_compared(b, TERN_CMPI_SGE, value, zero);
    tern_value_t *first = tern_build_select(b, is_positive, tern_tosa_build_int(b, i32, 1 << 30),
                                            tern_tosa_build_int(b, i32, -(1 << 30)));
    tern_value_t *sign = tern_build_select(b, is_positive, zero, tern_tosa_build_int(b, i32, -1));
    sum = build_sum(b, sum,
                    (halves_t){tern_build_select(b, is_far, first, zero), tern_build_select(b, is_far, sign, zero)});
  }
  tern_value_t *far = tern_build_binary(b, TERN_ARITH(SHRSI), sum.high, within);
  // high << (32 - shift) in two steps, so that no shift is as long as the type.
  tern_value_t *rest = tern_build_binary(b, TERN_ARITH(SUBI), thirty_one, within);
  tern_value_t *upper =
      tern_build_binary(b, TERN_ARITH(SHLI), tern_build_binary(b, TERN_ARITH(SHLI), sum.high, rest), one);
  tern_value_t *near =
      tern_build_binary(b, TERN_ARITH(ORI), tern_build_binary(b, TERN_ARITH(SHRUI), sum.low, within), upper);
  return tern_build_select(b, is_far, far, near);
}

static bool lower_apply_scale(tern_tosa_lowering_t *l) {
  const arith_options_t *options = l->options;
  if (!options->scales) return true;
  tern_value_t *value = l->operands[0], *multiplier = l->operands[1], *shift = l->operands[2];
  if (!tern_type_is_integer(value->type) || !tern_type_is_integer(l->types[0])) {
    return tern_op_error(l->op, "is only lowered on scalars");
  }
  bool is_double = tern_tosa_enum_value(l->op, "rounding_mode", TERN_TOSA_SINGLE_ROUND) == TERN_TOSA_DOUBLE_ROUND;
  bool is_narrow =
      tern_type_is_i(value->type, 32) && tern_type_is_i(multiplier->type, 32) && tern_type_is_i(l->types[0], 32);
  l->results[0] = options->uses_32_bits && is_narrow
                      ? build_scaled_32(l->b, is_double, value, multiplier, shift)
                      : build_scaled_64(l->b, is_double, value, multiplier, shift, l->types[0]);
  return true;
}

static const tern_tosa_lowering_row_t lowerings[] = {
    {TERN_TOSA(APPLY_SCALE), lower_apply_scale},
    {TERN_TOSA(CONST), lower_const},
    {NULL, NULL},
};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  static const tern_tosa_lowering_row_t *const tables[] = {lowerings, NULL};
  const arith_options_t options = {tern_pass_bool(pass, "include-apply-rescale"), tern_pass_bool(pass, "use-32-bit")};
  return tern_tosa_lower_all(op, tables, &options);
}

static const tern_option_def_t options[] = {
    {.name = "include-apply-rescale", .kind = TERN_OPTION_BOOL, .help = "Lower tosa.apply_scale too"},
    {.name = "use-32-bit", .kind = TERN_OPTION_BOOL, .help = "Lower tosa.apply_scale in 32 bits where it can be done"},
};

const tern_pass_def_t tern_tosa_to_arith_pass = {
    .flag = "tosa-to-arith",
    .name = "TosaToArith",
    .summary = "Lower TOSA's constants, and apply_scale, to the arith dialect",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, NULL},
    .run = run,
};
