// --tritongpu-F32DotTC: products of f32 as sums of products of narrower numbers, which matrix instructions compute.
//
//   tf32x3   a = a0 + a1, both tf32;        a1 b0 + a0 b1, then a0 b0
//   bf16x3   a = a0 + a1 + ..., all bf16;   a1 b0 + a0 b1, then a0 b0
//   bf16x6                                  a1 b1 + a2 b0 + a0 b2 + a1 b0 + a0 b1, then a0 b0
//
// The small products are summed first. Where they give NaN their sum is taken for zero: an infinite number times the rest
// of a finite one, which may be zero, says nothing; if the result is NaN the last product is.
//
// Source: upstream's pass of the same name, https://github.com/NVIDIA/cutlass/discussions/385, arXiv 1904.06376.

#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

enum { PARTS_MAX = 3 };

// A product of parts, the greatest first: part `a` of the first operand with part `b` of the second.
typedef struct product {
  int a, b;
} product_t;

typedef struct scheme {
  int64_t precision;  // of tt.dot
  size_t parts;       // of each operand
  bool is_tf32;       // else bf16
  size_t count;
  product_t small[6];  // those before the product of the greatest parts
} scheme_t;

static const scheme_t schemes[] = {
    {TERN_TT_PRECISION_TF32X3, 2, true, 2, {{1, 0}, {0, 1}}},
    {TERN_TT_PRECISION_BF16X3, 2, false, 2, {{1, 0}, {0, 1}}},
    {TERN_TT_PRECISION_BF16X6, 3, false, 5, {{1, 1}, {2, 0}, {0, 2}, {1, 0}, {0, 1}}},
};

static bool is_f32(const tern_value_t *value) { return tern_type_element(value->type)->kind == TERN_TYPE_F32; }

static tern_value_t *build(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs));
}

static tern_value_t *cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *value, tern_type_kind_t kind) {
  const tern_type_t *type = tern_type_with_element(value->type, tern_float_type_get(b->context, kind));
  return tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

// To the nearest tf32, ties away from zero, in an f32.
static tern_value_t *round_to_tf32(tern_builder_t *b, tern_value_t *value) {
  return tern_build_value(
      b, TERN_TT(ELEMENTWISE_INLINE_ASM), .operands = TERN_VALUES(value), .types = TERN_TYPES(value->type),
      .attrs = TERN_ATTRS({"asm_string", tern_string_attr_get(b->context, TERN_STR("cvt.rna.tf32.f32 $0, $1;"))},
                          {"constraints", tern_string_attr_get(b->context, TERN_STR("=r,r"))},
                          {"pure", tern_bool_attr_get(b->context, true)},
                          {"packed_element", tern_integer_attr_get(tern_i_type_get(b->context, 32), 1)}));
}

static void split_tf32(tern_builder_t *b, tern_value_t *value, tern_value_t **out_parts) {
  out_parts[0] = round_to_tf32(b, value);
  out_parts[1] = build(b, TERN_ARITH(SUBF), value, out_parts[0]);
}

static void split_bf16(tern_builder_t *b, tern_value_t *value, size_t count, tern_value_t **out_parts) {
  for (size_t i = 0; i < count; ++i) {
    out_parts[i] = cast(b, TERN_ARITH(TRUNCF), value, TERN_TYPE_BF16);
    if (i + 1 < count)
      value = build(b, TERN_ARITH(SUBF), value, cast(b, TERN_ARITH(EXTF), out_parts[i], TERN_TYPE_F32));
  }
}

static tern_value_t *build_zeros(tern_builder_t *b, const tern_type_t *type) {
  tern_value_t *zero = tern_arith_constant_float(b, tern_type_element(type), 0);
  return tern_build_value(b, TERN_TT(SPLAT), .operands = TERN_VALUES(zero), .types = TERN_TYPES(type));
}

static tern_value_t *replace_nans(tern_builder_t *b, tern_value_t *value) {
  tern_value_t *is_nan = tern_arith_cmpf(b, TERN_CMPF_UNO, value, value);
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_nan, build_zeros(b, value->type), value),
                          .types = TERN_TYPES(value->type));
}

static tern_value_t *build_dot(tern_builder_t *b, const scheme_t *scheme, const tern_op_t *dot, tern_value_t *x,
                               tern_value_t *y, tern_value_t *sum) {
  int64_t precision = scheme->is_tf32 ? TERN_TT_PRECISION_TF32 : TERN_TT_PRECISION_IEEE;
  const tern_attr_t *none = tern_integer_attr_get(tern_i_type_get(b->context, 32), 0);
  return tern_build_value(
      b, TERN_TT(DOT), .operands = TERN_VALUES(x, y, sum), .types = TERN_TYPES(sum->type),
      .attrs = TERN_ATTRS({"inputPrecision", tern_enum_attr_get(b->context, TERN_TT_ENUM(INPUT_PRECISION), precision)},
                          {"maxNumImpreciseAcc", scheme->is_tf32 ? tern_op_attr(dot, "maxNumImpreciseAcc") : none}));
}

static const scheme_t *scheme_of(const tern_op_t *dot, bool emulates_tf32) {
  int64_t precision = tern_enum_attr_value(tern_op_attr(dot, "inputPrecision"));
  if (!is_f32(tern_op_operand(dot, 0)) || !is_f32(tern_op_operand(dot, 1))) return NULL;
  for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; ++i) {
    if (schemes[i].precision == precision && (emulates_tf32 || !schemes[i].is_tf32)) return &schemes[i];
  }
  return NULL;
}

static bool decompose(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  const scheme_t *scheme = scheme_of(op, tern_pass_bool(user, "emu-tf32"));
  if (!scheme || !is_f32(tern_op_operand(op, 2))) return false;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *parts[2][PARTS_MAX];
  for (size_t i = 0; i < 2; ++i) {
    if (scheme->is_tf32) {
      split_tf32(b, tern_op_operand(op, i), parts[i]);
    } else {
      split_bf16(b, tern_op_operand(op, i), scheme->parts, parts[i]);
    }
  }
  tern_value_t *sum = build_zeros(b, op->results[0].type);
  for (size_t i = 0; i < scheme->count; ++i)
    sum = build_dot(b, scheme, op, parts[0][scheme->small[i].a], parts[1][scheme->small[i].b], sum);
  sum = build_dot(b, scheme, op, parts[0][0], parts[1][0], replace_nans(b, sum));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(build(b, TERN_ARITH(ADDF), sum, tern_op_operand(op, 2))));
  return true;
}

static const tern_pattern_t patterns[] = {{"decompose-f32-dot", TERN_TT(DOT), 1, decompose}};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  tern_apply_patterns_greedily(module, patterns, sizeof patterns / sizeof patterns[0], pass, &options, NULL);
  return true;
}

static const tern_option_def_t options[] = {
    {"emu-tf32", TERN_OPTION_BOOL, "false", "Also products that ask for tf32x3, which takes NVIDIA's tf32", NULL},
};

const tern_pass_def_t tern_tritongpu_f32_dot_tc_pass = {
    .flag = "tritongpu-F32DotTC",
    .name = "TritonGPUF32DotTC",
    .anchor = "builtin.module",
    .summary = "Compute products of f32 as sums of products of tf32 or bf16",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_tt_dialect, &tern_arith_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
