// Functions of floats for which AMD's GPUs have instructions; others are lowered as for all targets (upstream: ElementwiseOpToLLVM of
// AMD).
//
// Instructions of f32 take subnormal numbers for zero and give none. Where the lowering may not (`flushes` is false), operands
// and results are scaled, by LLVM or here.

#include "dialect/math/math.h"

#include "convert/triton/to_llvm/elementwise/elementwise.h"
#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

static bool flushes(const tern_conversion_t *conversion) { return tern_triton_lowering_of(conversion)->flushes; }

static bool is_f32(const tern_op_t *op) {
  return tern_triton_scalar_of(tern_op_result(op, 0)->type)->kind == TERN_TYPE_F32;
}

static tern_value_t *multiply(tern_builder_t *b, tern_value_t *x, double factor) {
  return tern_emit_binary(b, TERN_LLVM(FMUL), x, tern_emit_float(b, x->type, factor));
}

static tern_value_t *fuse(tern_builder_t *b, tern_value_t *x, tern_value_t *y, tern_value_t *z) {
  return tern_emit_op(b, TERN_LLVM(INTR_FMA), x->type, TERN_VALUES(x, y, z));
}

// --- powers ---

static tern_value_t *make_exp2(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                               tern_value_t *const *args) {
  (void)op;
  return tern_emit_intrinsic(tern_triton_builder(conversion),
                             flushes(conversion) ? "llvm.amdgcn.exp2.f32" : "llvm.exp2.f32", type,
                             TERN_VALUES(args[0]));
}

// Small results matter more here: they are kept either way.
static tern_value_t *make_exp(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                              tern_value_t *const *args) {
  (void)op;
  tern_builder_t *b = tern_triton_builder(conversion);
  return tern_emit_intrinsic(b, "llvm.exp2.f32", type, TERN_VALUES(multiply(b, args[0], 1.44269504088896340736)));
}

// --- roots ---

static tern_value_t *make_rsqrt(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                                tern_value_t *const *args) {
  (void)op;
  return tern_emit_intrinsic(tern_triton_builder(conversion), "llvm.amdgcn.rsq.f32", type, TERN_VALUES(args[0]));
}

// Right to one unit in the last place. Numbers below 2^-96 are 2^32 times as large for the instruction.
static tern_value_t *make_sqrt(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                               tern_value_t *const *args) {
  (void)op;
  tern_builder_t *b = tern_triton_builder(conversion);
  if (flushes(conversion)) return tern_emit_intrinsic(b, "llvm.amdgcn.sqrt.f32", type, TERN_VALUES(args[0]));
  tern_value_t *is_small = tern_emit_fcmp(b, TERN_EMIT_OGT, tern_emit_float(b, type, 0x1p-96), args[0]);
  tern_value_t *scaled = multiply(b, args[0], 0x1p32);
  tern_value_t *root =
      tern_emit_intrinsic(b, "llvm.amdgcn.sqrt.f32", type, TERN_VALUES(tern_emit_select(b, is_small, scaled, args[0])));
  tern_value_t *unscaled = multiply(b, root, 0x1p-16);
  return tern_emit_select(b, is_small, unscaled, root);
}

// Rounded right: from 1/sqrt(x) as the instruction has it, two steps of Newton's iteration, and a last correction by what the square
// misses. Zeros and infinity are their own roots.
static tern_value_t *make_flushed_precise_sqrt(tern_builder_t *b, tern_value_t *x) {
  enum { ZEROS_AND_INFINITY = 0x20 | 0x40 | 0x200 };
  const tern_type_t *f32 = x->type;
  tern_value_t *half = tern_emit_float(b, f32, 0.5);
  tern_value_t *inverse = tern_emit_intrinsic(b, "llvm.amdgcn.rsq.f32", f32, TERN_VALUES(x));
  tern_value_t *root = tern_emit_binary(b, TERN_LLVM(FMUL), x, inverse);
  tern_value_t *slope = tern_emit_binary(b, TERN_LLVM(FMUL), inverse, half);
  tern_value_t *error = fuse(b, tern_emit_unary(b, TERN_LLVM(FNEG), f32, slope), root, half);
  slope = fuse(b, slope, error, slope);
  root = fuse(b, root, error, root);
  tern_value_t *rest = fuse(b, tern_emit_unary(b, TERN_LLVM(FNEG), f32, root), root, x);
  root = fuse(b, rest, slope, root);
  tern_value_t *is_own = tern_build_value(
      b, TERN_LLVM(INTR_IS_FPCLASS), .operands = TERN_VALUES(x), .types = TERN_TYPES(tern_emit_i(b, 1)),
      .attrs = TERN_ATTRS({"bit", tern_integer_attr_get(tern_emit_i(b, 32), ZEROS_AND_INFINITY)}));
  return tern_emit_select(b, is_own, x, root);
}

static tern_value_t *make_precise_sqrt(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                                       tern_value_t *const *args) {
  (void)op;
  tern_builder_t *b = tern_triton_builder(conversion);
  if (type->kind == TERN_TYPE_F32 && flushes(conversion)) return make_flushed_precise_sqrt(b, args[0]);
  return tern_emit_unary(b, TERN_LLVM(INTR_SQRT), type, args[0]);
}

// --- quotients ---

static tern_value_t *make_quotient(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                                   tern_value_t *const *args) {
  (void)op, (void)type;
  return tern_emit_binary(tern_triton_builder(conversion), TERN_LLVM(FDIV), args[0], args[1]);
}

// --- minimum and maximum ---

// Of two numbers, unless one is NaN, which the result is then.
static tern_value_t *choose(tern_conversion_t *conversion, const tern_type_t *type, bool is_max, tern_value_t *x,
                            tern_value_t *y) {
  tern_builder_t *b = tern_triton_builder(conversion);
  if (tern_triton_lowering_of(conversion)->chip.family == TERN_AMD_CDNA4)
    return tern_emit_binary(b, is_max ? TERN_LLVM(INTR_MAXIMUM) : TERN_LLVM(INTR_MINIMUM), x, y);
  tern_value_t *is_x_nan = tern_emit_fcmp(b, TERN_EMIT_UNE, x, x), *is_y_nan = tern_emit_fcmp(b, TERN_EMIT_UNE, y, y);
  tern_value_t *is_nan = tern_emit_or(b, is_x_nan, is_y_nan);
  tern_value_t *chosen = tern_emit_binary(b, is_max ? TERN_LLVM(INTR_MAXNUM) : TERN_LLVM(INTR_MINNUM), x, y);
  return tern_emit_select(b, is_nan, tern_emit_float(b, type, __builtin_nan("")), chosen);
}

static tern_value_t *make_extreme(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                                  tern_value_t *const *args) {
  return choose(conversion, type, tern_op_is(op, TERN_ARITH(MAXIMUMF)), args[0], args[1]);
}

static tern_value_t *make_clamp(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                                tern_value_t *const *args) {
  tern_builder_t *b = tern_triton_builder(conversion);
  if (tern_enum_attr_value(tern_op_attr(op, "propagateNan")))
    return choose(conversion, type, false, choose(conversion, type, true, args[0], args[1]), args[2]);
  tern_value_t *raised = tern_emit_binary(b, TERN_LLVM(INTR_MAXNUM), args[0], args[1]);
  return tern_emit_binary(b, TERN_LLVM(INTR_MINNUM), raised, args[2]);
}

// --- patterns ---

// Of f32 alone, and only where subnormal numbers need not be kept, in the one that is marked.
static bool lower_f32(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const struct {
    const tern_op_row_t *row;
    tern_triton_element_fn_t make;
    bool only_flushed;
  } rows[] = {{TERN_MATH(EXP), make_exp, false},
              {TERN_MATH(EXP2), make_exp2, false},
              {TERN_MATH(SQRT), make_sqrt, false},
              {TERN_MATH(RSQRT), make_rsqrt, true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (!tern_op_is(op, rows[i].row)) continue;
    bool is_taken = is_f32(op) && (flushes(conversion) || !rows[i].only_flushed);
    return is_taken && tern_triton_lower_each(conversion, op, operands, rows[i].make);
  }
  return false;
}

static bool lower_precise(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_triton_scalar_of(tern_op_result(op, 0)->type);
  if (type->kind != TERN_TYPE_F32 && type->kind != TERN_TYPE_F64)
    return tern_op_error(op, "is of '%s', but only f32 and f64 have precise operations", tern_type_text(type));
  bool is_root = tern_op_is(op, TERN_TT(PRECISE_SQRT));
  return tern_triton_lower_each(conversion, op, operands, is_root ? make_precise_sqrt : make_quotient);
}

static bool lower_quotient(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_triton_lower_each(conversion, op, operands, make_quotient);
}

static bool lower_extreme(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_triton_lower_each(conversion, op, operands, make_extreme);
}

static bool lower_clamp(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_triton_lower_each(conversion, op, operands, make_clamp);
}

enum { BENEFIT = TERN_TRITON_BENEFIT + 1 };  // above those of all targets

const tern_conversion_pattern_t tern_triton_amd_math_patterns[] = {
    {"exp", TERN_MATH(EXP), BENEFIT, lower_f32},
    {"exp2", TERN_MATH(EXP2), BENEFIT, lower_f32},
    {"sqrt", TERN_MATH(SQRT), BENEFIT, lower_f32},
    {"rsqrt", TERN_MATH(RSQRT), BENEFIT, lower_f32},
    {"divf", TERN_ARITH(DIVF), BENEFIT, lower_quotient},
    {"precise-divf", TERN_TT(PRECISE_DIVF), BENEFIT, lower_precise},
    {"precise-sqrt", TERN_TT(PRECISE_SQRT), BENEFIT, lower_precise},
    {"minimumf", TERN_ARITH(MINIMUMF), BENEFIT, lower_extreme},
    {"maximumf", TERN_ARITH(MAXIMUMF), BENEFIT, lower_extreme},
    {"clampf", TERN_TT(CLAMPF), BENEFIT, lower_clamp},
    {0},
};
