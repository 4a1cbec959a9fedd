// Arithmetic, comparisons and casts, element by element (upstream: ElementwiseOpToLLVM). Division of f32 is the one that is right
// to two units in the last place, as of Triton; tt.precise_divf is exact.

#include "convert/triton/to_llvm/elementwise/elementwise.h"

#include <math.h>

#include "convert/gpu_to_llvm/common/common.h"
#include "dialect/arith/arith.h"
#include "dialect/math/math.h"
#include "dialect/tt/tt.h"

enum { MAX_OPERANDS = 4, MAX_ATTRS = 8 };

const tern_type_t *tern_triton_scalar_of(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR ? tern_type_element(type) : type;
}

bool tern_triton_lower_each(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands,
                            tern_triton_element_fn_t make) {
  const tern_type_t *type = tern_op_result(op, 0)->type, *lowered = tern_triton_lower_type(conversion, type);
  if (!lowered || operands.count > MAX_OPERANDS) return false;
  const tern_type_t *element = tern_triton_element_type(conversion, type);
  size_t count = lowered == element ? 1 : tern_llvm_struct_elements(lowered).count;
  tern_values_t lists[MAX_OPERANDS];
  for (size_t k = 0; k < operands.count; ++k) lists[k] = tern_triton_unpack(conversion, operands.values[k]);
  tern_value_t **results = tern_triton_room(conversion, count);
  uint64_t repeats = count > 1 ? tern_triton_repeats_of(conversion, op) : 0;
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *args[MAX_OPERANDS];
    if (i & repeats) {
      results[i] = results[i & ~repeats];
      continue;
    }
    for (size_t k = 0; k < operands.count; ++k) args[k] = lists[k].values[i < lists[k].count ? i : 0];
    results[i] = make(conversion, op, element, args);
    if (!results[i]) return false;
  }
  return tern_triton_replace(conversion, op, (tern_values_t){results, count});
}

// --- one op for one op ---

typedef struct direct {
  const tern_op_row_t *from, *to;
} direct_t;

static const direct_t direct_ops[] = {
    {TERN_ARITH(ADDI), TERN_LLVM(ADD)},
    {TERN_ARITH(SUBI), TERN_LLVM(SUB)},
    {TERN_ARITH(MULI), TERN_LLVM(MUL)},
    {TERN_ARITH(DIVSI), TERN_LLVM(SDIV)},
    {TERN_ARITH(DIVUI), TERN_LLVM(UDIV)},
    {TERN_ARITH(REMSI), TERN_LLVM(SREM)},
    {TERN_ARITH(REMUI), TERN_LLVM(UREM)},
    {TERN_ARITH(ANDI), TERN_LLVM(AND)},
    {TERN_ARITH(ORI), TERN_LLVM(OR)},
    {TERN_ARITH(XORI), TERN_LLVM(XOR)},
    {TERN_ARITH(SHLI), TERN_LLVM(SHL)},
    {TERN_ARITH(SHRSI), TERN_LLVM(ASHR)},
    {TERN_ARITH(SHRUI), TERN_LLVM(LSHR)},
    {TERN_ARITH(MINSI), TERN_LLVM(INTR_SMIN)},
    {TERN_ARITH(MAXSI), TERN_LLVM(INTR_SMAX)},
    {TERN_ARITH(MINUI), TERN_LLVM(INTR_UMIN)},
    {TERN_ARITH(MAXUI), TERN_LLVM(INTR_UMAX)},
    {TERN_ARITH(ADDF), TERN_LLVM(FADD)},
    {TERN_ARITH(SUBF), TERN_LLVM(FSUB)},
    {TERN_ARITH(MULF), TERN_LLVM(FMUL)},
    {TERN_ARITH(REMF), TERN_LLVM(FREM)},
    {TERN_ARITH(NEGF), TERN_LLVM(FNEG)},
    {TERN_ARITH(MINNUMF), TERN_LLVM(INTR_MINNUM)},
    {TERN_ARITH(MAXNUMF), TERN_LLVM(INTR_MAXNUM)},
    {TERN_ARITH(MINIMUMF), TERN_LLVM(INTR_MINIMUM)},
    {TERN_ARITH(MAXIMUMF), TERN_LLVM(INTR_MAXIMUM)},
    {TERN_ARITH(EXTSI), TERN_LLVM(SEXT)},
    {TERN_ARITH(EXTUI), TERN_LLVM(ZEXT)},
    {TERN_ARITH(TRUNCI), TERN_LLVM(TRUNC)},
    {TERN_ARITH(EXTF), TERN_LLVM(FPEXT)},
    {TERN_ARITH(TRUNCF), TERN_LLVM(FPTRUNC)},
    {TERN_ARITH(SITOFP), TERN_LLVM(SITOFP)},
    {TERN_ARITH(UITOFP), TERN_LLVM(UITOFP)},
    {TERN_ARITH(FPTOSI), TERN_LLVM(FPTOSI)},
    {TERN_ARITH(FPTOUI), TERN_LLVM(FPTOUI)},
    {TERN_ARITH(SELECT), TERN_LLVM(SELECT)},
    {TERN_MATH(FMA), TERN_LLVM(INTR_FMA)},
    {TERN_MATH(CTPOP), TERN_LLVM(INTR_CTPOP)},
    {TERN_MATH(COPYSIGN), TERN_LLVM(INTR_COPYSIGN)},
};

static const tern_op_row_t *find_direct(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof direct_ops / sizeof direct_ops[0]; ++i) {
    if (direct_ops[i].from == op->def->row) return direct_ops[i].to;
  }
  return NULL;
}

static tern_value_t *make_direct(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                                 tern_value_t *const *args) {
  tern_named_attr_t attrs[MAX_ATTRS];
  static const char *const dropped[] = {"roundingmode", "tt.pointee_type", NULL};
  size_t count = op->def->attr_count || op->attrs ? tern_llvm_lower_attrs(op, dropped, attrs, MAX_ATTRS) : 0;
  return tern_build_value(tern_triton_builder(conversion), find_direct(op), .operands = {args, op->operand_count},
                          .types = TERN_TYPES(type), .attrs = {attrs, count});
}

static bool lower_direct(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_triton_lower_each(conversion, op, operands, make_direct);
}

// --- comparisons ---

// The predicates of arith have the numbers of LLVM's.
static tern_value_t *make_cmpi(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                               tern_value_t *const *args) {
  (void)type;
  return tern_emit_icmp(tern_triton_builder(conversion), tern_enum_attr_value(tern_op_attr(op, "predicate")), args[0],
                        args[1]);
}

static bool lower_cmpi(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_triton_lower_each(conversion, op, operands, make_cmpi);
}

static tern_value_t *make_cmpf(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                               tern_value_t *const *args) {
  (void)type;
  return tern_emit_fcmp(tern_triton_builder(conversion), tern_enum_attr_value(tern_op_attr(op, "predicate")), args[0],
                        args[1]);
}

static bool lower_cmpf(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_triton_lower_each(conversion, op, operands, make_cmpf);
}

// --- division ---

static tern_value_t *make_divf(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                               tern_value_t *const *args) {
  (void)op;
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_values_t operands = {args, 2};
  if (type->kind == TERN_TYPE_F32) return tern_emit_intrinsic(b, "llvm.nvvm.div.full", type, operands);
  if (type->kind == TERN_TYPE_F64) return tern_emit_intrinsic(b, "llvm.nvvm.div.rn.d", type, operands);
  // Half as wide floats are divided as f32, and that is exact after the second rounding.
  const tern_type_t *f32 = tern_emit_f32_type(b);
  tern_value_t *x = tern_emit_unary(b, TERN_LLVM(FPEXT), f32, args[0]);
  tern_value_t *y = tern_emit_unary(b, TERN_LLVM(FPEXT), f32, args[1]);
  tern_value_t *quotient = tern_emit_intrinsic(b, "llvm.nvvm.div.rn.f", f32, TERN_VALUES(x, y));
  return tern_emit_unary(b, TERN_LLVM(FPTRUNC), type, quotient);
}

static bool lower_divf(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_triton_lower_each(conversion, op, operands, make_divf);
}

static tern_value_t *make_precise(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                                  tern_value_t *const *args) {
  tern_builder_t *b = tern_triton_builder(conversion);
  bool is_double = type->kind == TERN_TYPE_F64;
  if (tern_op_is(op, TERN_TT(PRECISE_SQRT)))
    return tern_emit_intrinsic(b, is_double ? "llvm.nvvm.sqrt.rn.d" : "llvm.nvvm.sqrt.rn.f", type,
                               (tern_values_t){args, 1});
  return tern_emit_intrinsic(b, is_double ? "llvm.nvvm.div.rn.d" : "llvm.nvvm.div.rn.f", type,
                             (tern_values_t){args, 2});
}

static bool lower_precise(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_triton_scalar_of(tern_op_result(op, 0)->type);
  if (type->kind != TERN_TYPE_F32 && type->kind != TERN_TYPE_F64) {
    return tern_op_error(op, "is of '%s', but only f32 and f64 have precise operations", tern_type_text(type));
  }
  return tern_triton_lower_each(conversion, op, operands, make_precise);
}

// --- pointers and bits ---

static const tern_type_t *pointee_of(const tern_type_t *type) {
  return tern_tt_type_inside(tern_triton_scalar_of(type));
}

static tern_value_t *make_addptr(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                                 tern_value_t *const *args) {
  (void)type;
  const tern_type_t *element = tern_triton_lower_type(conversion, pointee_of(tern_op_result(op, 0)->type));
  tern_builder_t *b = tern_triton_builder(conversion);
  if (!element) return NULL;
  return tern_llvm_build_gep(b, element, args[0], &args[1], NULL, 1);
}

static bool lower_addptr(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_triton_lower_each(conversion, op, operands, make_addptr);
}

// Pointers to something else are the same pointers.
static tern_value_t *make_bitcast(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                                  tern_value_t *const *args) {
  (void)op;
  return tern_emit_bitcast(tern_triton_builder(conversion), args[0], type);
}

static bool lower_bitcast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_triton_lower_each(conversion, op, operands, make_bitcast);
}

// --- library functions ---

tern_value_t *tern_triton_call_library(tern_conversion_t *conversion, tern_op_t *op, const char *name,
                                       const tern_type_t *result, tern_values_t args) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_type_t *types[MAX_OPERANDS * 2];
  for (size_t i = 0; i < args.count; ++i) types[i] = args.values[i]->type;
  const tern_type_t *type = tern_llvm_func_type(result, (tern_types_t){types, args.count}, false);
  tern_op_t *function = tern_gpu_library_function(b, op, name, type);
  return function ? tern_llvm_make_call(b, function, args) : NULL;
}

static tern_value_t *make_mulhi(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                                tern_value_t *const *args) {
  const char *name = tern_integer_type_width(type) == 32 ? "__nv_umulhi" : "__nv_umul64hi";
  return tern_triton_call_library(conversion, op, name, type, (tern_values_t){args, 2});
}

static bool lower_mulhi(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_triton_scalar_of(tern_op_result(op, 0)->type);
  uint32_t width = tern_integer_type_width(type);
  if (width != 32 && width != 64)
    return tern_op_error(op, "is of '%s', but only i32 and i64 are multiplied so", tern_type_text(type));
  return tern_triton_lower_each(conversion, op, operands, make_mulhi);
}

// --- clamping ---

// Values that are one, or the same member of one struct.
static bool are_same(const tern_value_t *x, const tern_value_t *y) {
  const tern_op_t *a = tern_value_defined_by(x, TERN_LLVM(EXTRACTVALUE));
  const tern_op_t *b = tern_value_defined_by(y, TERN_LLVM(EXTRACTVALUE));
  return x == y || (a && b && tern_op_operand(a, 0) == tern_op_operand(b, 0) &&
                    tern_op_attr(a, "position") == tern_op_attr(b, "position"));
}

// Is `low` the negative of `high`, where it can be seen?
static bool is_negative_of(const tern_value_t *low, const tern_value_t *high) {
  const tern_op_t *negation = tern_value_defined_by(low, TERN_LLVM(FNEG));
  if (negation) return are_same(tern_op_operand(negation, 0), high);
  const tern_op_t *difference = tern_value_defined_by(low, TERN_LLVM(FSUB));
  const tern_op_t *a = tern_value_defined_by(low, TERN_LLVM(MLIR_CONSTANT));
  const tern_op_t *c = tern_value_defined_by(high, TERN_LLVM(MLIR_CONSTANT));
  if (difference)
    return are_same(tern_op_operand(difference, 1), high) && tern_emit_is_zero(tern_op_operand(difference, 0));
  if (!a || !c) return false;
  const tern_attr_t *x = tern_op_attr(a, "value"), *y = tern_op_attr(c, "value");
  return tern_attr_is_float(x) && tern_attr_is_float(y) && tern_float_attr_value(x) == -tern_float_attr_value(y);
}

// The smaller of two magnitudes with the sign of both: a clamp between a number and its negative in one instruction.
static const char *symmetric_clamp(const tern_conversion_t *conversion, const tern_type_t *type) {
  if (tern_triton_lowering_of(conversion)->capability < 90) return NULL;
  if (type->kind == TERN_TYPE_F32) return "llvm.nvvm.fmin.xorsign.abs.f";
  return type->kind == TERN_TYPE_F16 ? "llvm.nvvm.fmin.xorsign.abs.f16" : NULL;
}

static tern_value_t *make_clamp(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                                tern_value_t *const *args) {
  tern_builder_t *b = tern_triton_builder(conversion);
  bool propagates = tern_enum_attr_value(tern_op_attr(op, "propagateNan")) != 0;
  const char *symmetric = propagates ? NULL : symmetric_clamp(conversion, type);
  if (symmetric && is_negative_of(args[1], args[2]))
    return tern_emit_intrinsic(b, symmetric, type, TERN_VALUES(args[0], args[2]));
  // Older chips have no instruction that hands on what is no number.
  if (propagates && tern_triton_lowering_of(conversion)->capability < 80) {
    tern_value_t *is_nan = tern_emit_fcmp(b, TERN_EMIT_UNE, args[0], args[0]);
    tern_value_t *low = tern_emit_binary(b, TERN_LLVM(INTR_MAXNUM), args[0], args[1]);
    tern_value_t *clamped = tern_emit_binary(b, TERN_LLVM(INTR_MINNUM), low, args[2]);
    return tern_emit_select(b, is_nan, tern_emit_float(b, type, NAN), clamped);
  }
  const tern_op_row_t *max = propagates ? TERN_LLVM(INTR_MAXIMUM) : TERN_LLVM(INTR_MAXNUM);
  const tern_op_row_t *min = propagates ? TERN_LLVM(INTR_MINIMUM) : TERN_LLVM(INTR_MINNUM);
  return tern_emit_binary(b, min, tern_emit_binary(b, max, args[0], args[1]), args[2]);
}

static bool lower_clamp(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_triton_lower_each(conversion, op, operands, make_clamp);
}

// --- others, as ops on scalars that other patterns know ---

static tern_value_t *make_scalar_op(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                                    tern_value_t *const *args) {
  return tern_build_value(tern_triton_builder(conversion), op->def->row, .operands = {args, op->operand_count},
                          .types = TERN_TYPES(type), .dictionary = tern_op_attr_dictionary(op));
}

static bool lower_to_scalars(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (op->result_count != 1 || tern_op_result(op, 0)->type->kind != TERN_TYPE_TENSOR) return false;
  return tern_triton_lower_each(conversion, op, operands, make_scalar_op);
}

#define ROW(NAME, OP, FUNCTION) {NAME, OP, TERN_TRITON_BENEFIT, FUNCTION}
#define ARITH(ID) ROW(#ID, TERN_ARITH(ID), lower_direct)
#define SCALARS(DIALECT, ID) ROW(#ID, TERN_##DIALECT(ID), lower_to_scalars)
const tern_conversion_pattern_t tern_triton_elementwise_patterns[] = {
    ARITH(ADDI),
    ARITH(SUBI),
    ARITH(MULI),
    ARITH(DIVSI),
    ARITH(DIVUI),
    ARITH(REMSI),
    ARITH(REMUI),
    ARITH(ANDI),
    ARITH(ORI),
    ARITH(XORI),
    ARITH(SHLI),
    ARITH(SHRSI),
    ARITH(SHRUI),
    ARITH(MINSI),
    ARITH(MAXSI),
    ARITH(MINUI),
    ARITH(MAXUI),
    ARITH(ADDF),
    ARITH(SUBF),
    ARITH(MULF),
    ARITH(REMF),
    ARITH(NEGF),
    ARITH(MINNUMF),
    ARITH(MAXNUMF),
    ARITH(MINIMUMF),
    ARITH(MAXIMUMF),
    ARITH(EXTSI),
    ARITH(EXTUI),
    ARITH(TRUNCI),
    ARITH(EXTF),
    ARITH(TRUNCF),
    ARITH(SITOFP),
    ARITH(UITOFP),
    ARITH(FPTOSI),
    ARITH(FPTOUI),
    ARITH(SELECT),
    ROW("fma", TERN_MATH(FMA), lower_direct),
    ROW("ctpop", TERN_MATH(CTPOP), lower_direct),
    ROW("copysign", TERN_MATH(COPYSIGN), lower_direct),
    ROW("cmpi", TERN_ARITH(CMPI), lower_cmpi),
    ROW("cmpf", TERN_ARITH(CMPF), lower_cmpf),
    ROW("divf", TERN_ARITH(DIVF), lower_divf),
    ROW("arith-bitcast", TERN_ARITH(BITCAST), lower_bitcast),
    ROW("precise-divf", TERN_TT(PRECISE_DIVF), lower_precise),
    ROW("precise-sqrt", TERN_TT(PRECISE_SQRT), lower_precise),
    ROW("addptr", TERN_TT(ADDPTR), lower_addptr),
    ROW("bitcast", TERN_TT(BITCAST), lower_bitcast),
    ROW("int-to-ptr", TERN_TT(INT_TO_PTR), lower_bitcast),
    ROW("ptr-to-int", TERN_TT(PTR_TO_INT), lower_bitcast),
    ROW("mulhiui", TERN_TT(MULHIUI), lower_mulhi),
    ROW("clampf", TERN_TT(CLAMPF), lower_clamp),
    SCALARS(ARITH, CEILDIVSI),
    SCALARS(ARITH, CEILDIVUI),
    SCALARS(ARITH, FLOORDIVSI),
    SCALARS(ARITH, INDEX_CAST),
    SCALARS(ARITH, INDEX_CASTUI),
    SCALARS(MATH, ABSI),
    SCALARS(MATH, CTLZ),
    SCALARS(MATH, CTTZ),
    SCALARS(MATH, ISNAN),
    SCALARS(MATH, ISFINITE),
    {0},
};
