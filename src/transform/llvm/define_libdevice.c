// --llvm-define-libdevice: gives functions of libdevice, NVIDIA's library of math for kernels, bodies in terms of math and arith. So
// nothing of NVIDIA's need be there to compile; passes behind this one put those ops in terms of what the chip has.
//
//   llvm.func @__nv_expf(f32) -> f32
// becomes
//   llvm.func internal @__nv_expf(%x: f32) -> f32 attributes {always_inline} {
//     %y = math.exp %x : f32
//     llvm.return %y : f32
//   }
//
// A function of that library that has no row here is an error: its call would not be resolved. Other functions stay as they are.

#include "dialect/arith/arith.h"
#include "dialect/llvm/llvm.h"
#include "dialect/math/math.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

enum { NAME_SIZE = 64 };

// --- functions ---

// How a function's result comes of its arguments.
typedef enum form {
  ONE_OP,     // the op's result, of the arguments' type
  TEST,       // a predicate's, as an i32 that is 0 or 1
  HIGH_HALF,  // the upper half of a product of unsigned integers
  CONVERSION  // a number as another type
} form_t;

typedef struct function {
  const char *name;  // behind "__nv_"; of floats that for f64, which has an `f` behind it for f32
  const tern_op_row_t *row;
  form_t form;
  bool is_exact_name;  // the name has no variant for f32
} function_t;

#define FLOATS(NAME, ROW) {NAME, ROW, ONE_OP, false}
#define ONE(NAME, ROW) {NAME, ROW, ONE_OP, true}
static const function_t functions[] = {
    FLOATS("acos", TERN_MATH(ACOS)),
    FLOATS("acosh", TERN_MATH(ACOSH)),
    FLOATS("asin", TERN_MATH(ASIN)),
    FLOATS("asinh", TERN_MATH(ASINH)),
    FLOATS("atan", TERN_MATH(ATAN)),
    FLOATS("atan2", TERN_MATH(ATAN2)),
    FLOATS("atanh", TERN_MATH(ATANH)),
    FLOATS("cbrt", TERN_MATH(CBRT)),
    FLOATS("ceil", TERN_MATH(CEIL)),
    FLOATS("copysign", TERN_MATH(COPYSIGN)),
    FLOATS("cos", TERN_MATH(COS)),
    FLOATS("cosh", TERN_MATH(COSH)),
    FLOATS("erf", TERN_MATH(ERF)),
    FLOATS("erfc", TERN_MATH(ERFC)),
    FLOATS("exp", TERN_MATH(EXP)),
    FLOATS("exp2", TERN_MATH(EXP2)),
    FLOATS("expm1", TERN_MATH(EXPM1)),
    FLOATS("fabs", TERN_MATH(ABSF)),
    FLOATS("floor", TERN_MATH(FLOOR)),
    FLOATS("fma", TERN_MATH(FMA)),
    FLOATS("fmax", TERN_ARITH(MAXNUMF)),
    FLOATS("fmin", TERN_ARITH(MINNUMF)),
    FLOATS("fmod", TERN_ARITH(REMF)),
    FLOATS("log", TERN_MATH(LOG)),
    FLOATS("log10", TERN_MATH(LOG10)),
    FLOATS("log1p", TERN_MATH(LOG1P)),
    FLOATS("log2", TERN_MATH(LOG2)),
    FLOATS("nearbyint", TERN_MATH(ROUNDEVEN)),
    FLOATS("pow", TERN_MATH(POWF)),
    FLOATS("powi", TERN_MATH(FPOWI)),
    FLOATS("rint", TERN_MATH(ROUNDEVEN)),
    FLOATS("round", TERN_MATH(ROUND)),
    FLOATS("rsqrt", TERN_MATH(RSQRT)),
    FLOATS("sin", TERN_MATH(SIN)),
    FLOATS("sinh", TERN_MATH(SINH)),
    FLOATS("sqrt", TERN_MATH(SQRT)),
    FLOATS("tan", TERN_MATH(TAN)),
    FLOATS("tanh", TERN_MATH(TANH)),
    FLOATS("trunc", TERN_MATH(TRUNC)),
    ONE("fast_cosf", TERN_MATH(COS)),
    ONE("fast_expf", TERN_MATH(EXP)),
    ONE("fast_log10f", TERN_MATH(LOG10)),
    ONE("fast_log2f", TERN_MATH(LOG2)),
    ONE("fast_logf", TERN_MATH(LOG)),
    ONE("fast_powf", TERN_MATH(POWF)),
    ONE("fast_sinf", TERN_MATH(SIN)),
    ONE("fast_tanf", TERN_MATH(TAN)),
    ONE("fast_tanhf", TERN_MATH(TANH)),
    ONE("fast_fdividef", TERN_ARITH(DIVF)),
    // Rounded to the nearest, as arithmetic is.
    ONE("dadd_rn", TERN_ARITH(ADDF)),
    ONE("ddiv_rn", TERN_ARITH(DIVF)),
    ONE("dmul_rn", TERN_ARITH(MULF)),
    ONE("dsqrt_rn", TERN_MATH(SQRT)),
    ONE("fadd_rn", TERN_ARITH(ADDF)),
    ONE("fdiv_rn", TERN_ARITH(DIVF)),
    ONE("fma_rn", TERN_MATH(FMA)),
    ONE("fmaf_rn", TERN_MATH(FMA)),
    ONE("fmul_rn", TERN_ARITH(MULF)),
    ONE("fsqrt_rn", TERN_MATH(SQRT)),
    ONE("fsub_rn", TERN_ARITH(SUBF)),
    ONE("abs", TERN_MATH(ABSI)),
    ONE("llabs", TERN_MATH(ABSI)),
    ONE("clz", TERN_MATH(CTLZ)),
    ONE("max", TERN_ARITH(MAXSI)),
    ONE("min", TERN_ARITH(MINSI)),
    ONE("popc", TERN_MATH(CTPOP)),
    ONE("umax", TERN_ARITH(MAXUI)),
    ONE("umin", TERN_ARITH(MINUI)),
    {"isfinited", TERN_MATH(ISFINITE), TEST, true},
    {"finitef", TERN_MATH(ISFINITE), TEST, true},
    {"isinfd", TERN_MATH(ISINF), TEST, true},
    {"isinff", TERN_MATH(ISINF), TEST, true},
    {"isnand", TERN_MATH(ISNAN), TEST, true},
    {"isnanf", TERN_MATH(ISNAN), TEST, true},
    {"umulhi", NULL, HIGH_HALF, true},
    {"umul64hi", NULL, HIGH_HALF, true},
    {"float2int_rz", TERN_ARITH(FPTOSI), CONVERSION, true},
    {"float2uint_rz", TERN_ARITH(FPTOUI), CONVERSION, true},
    {"int2float_rn", TERN_ARITH(SITOFP), CONVERSION, true},
    {"uint2float_rn", TERN_ARITH(UITOFP), CONVERSION, true},
    {"double2int_rz", TERN_ARITH(FPTOSI), CONVERSION, true},
    {"double2float_rn", TERN_ARITH(TRUNCF), CONVERSION, true},
    {"int2double_rn", TERN_ARITH(SITOFP), CONVERSION, true},
};

// Does the row have the name behind "__nv_"?
static bool has_name(const function_t *row, tern_str_t name) {
  size_t size = strlen(row->name);
  if (name.size < size || memcmp(name.data, row->name, size) != 0) return false;
  if (name.size == size) return true;
  return !row->is_exact_name && name.size == size + 1 && name.data[size] == 'f';
}

static const function_t *find_function(tern_str_t name) {
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; ++i) {
    if (has_name(&functions[i], name)) return &functions[i];
  }
  return NULL;
}

// --- bodies ---

static tern_value_t *build_result(tern_builder_t *b, const function_t *row, tern_values_t args,
                                  const tern_type_t *type) {
  const tern_type_t *first = args.values[0]->type;
  if (row->form == ONE_OP || row->form == CONVERSION)
    return tern_build_value(b, row->row, .operands = args, .types = TERN_TYPES(type));
  if (row->form == TEST) {
    tern_value_t *is_so =
        tern_build_value(b, row->row, .operands = args, .types = TERN_TYPES(tern_i_type_get(b->context, 1)));
    return tern_build_value(b, TERN_ARITH(EXTUI), .operands = TERN_VALUES(is_so), .types = TERN_TYPES(type));
  }
  const tern_type_t *wide = tern_i_type_get(b->context, 2 * tern_integer_type_width(first));
  tern_value_t *x =
      tern_build_value(b, TERN_LLVM(ZEXT), .operands = TERN_VALUES(args.values[0]), .types = TERN_TYPES(wide));
  tern_value_t *y =
      tern_build_value(b, TERN_LLVM(ZEXT), .operands = TERN_VALUES(args.values[1]), .types = TERN_TYPES(wide));
  tern_value_t *product = tern_build_value(b, TERN_LLVM(MUL), .operands = TERN_VALUES(x, y), .types = TERN_TYPES(wide));
  tern_value_t *bits = tern_llvm_build_int(b, wide, tern_integer_type_width(first));
  tern_value_t *high =
      tern_build_value(b, TERN_LLVM(LSHR), .operands = TERN_VALUES(product, bits), .types = TERN_TYPES(wide));
  return tern_build_value(b, TERN_LLVM(TRUNC), .operands = TERN_VALUES(high), .types = TERN_TYPES(type));
}

static void define(tern_op_t *function, const function_t *row) {
  tern_context_t *context = tern_op_context(function);
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
  tern_builder_t b = {.context = context, .loc = function->loc};
  tern_block_t *entry = tern_builder_add_block(&b, &function->regions[0], tern_llvm_func_inputs(type));
  tern_values_t args = {entry->args, entry->arg_count};
  tern_value_t *result = build_result(&b, row, args, (const tern_type_t *)(uintptr_t)type->params[0]);
  tern_build(&b, TERN_LLVM(RETURN), .operands = TERN_VALUES(result));
  tern_op_set_attr(function, "linkage",
                   tern_enum_attr_get(context, TERN_LLVM_ENUM(LINKAGE), TERN_LLVM_LINKAGE_INTERNAL));
  tern_op_set_attr(function, "always_inline", tern_unit_attr_get(context));
}

// --- the pass ---

static const char prefix[] = "__nv_";

static bool is_declared_library_function(const tern_op_t *op) {
  return tern_op_is(op, TERN_LLVM(FUNC)) && tern_region_is_empty(&op->regions[0]) &&
         tern_str_starts_with(tern_symbol_name(op), tern_str_from_cstr(prefix));
}

static const function_t *row_of(const tern_op_t *op) {
  tern_str_t name = tern_symbol_name(op);
  size_t start = strlen(prefix);
  return find_function(tern_str_make(name.data + start, name.size - start));
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_block_t *body = tern_op_body(module, 0);
  tern_block_for_each_op(body, op) {
    if (!is_declared_library_function(op) || row_of(op)) continue;
    tern_str_t name = tern_symbol_name(op);
    tern_op_error(op, "declares '%.*s', which libdevice may have, but is not known here", (int)name.size, name.data);
    tern_emit_note(op->loc, "define the function in the module, or link a libdevice that has it");
    return false;
  }
  tern_block_for_each_op(body, op) {
    if (is_declared_library_function(op)) define(op, row_of(op));
  }
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_llvm_dialect, &tern_math_dialect, NULL};

const tern_pass_def_t tern_llvm_define_libdevice_pass = {
    .flag = "llvm-define-libdevice",
    .anchor = "builtin.module",
    .summary = "Define functions of libdevice by ops of math and arith",
    .description =
        "Functions whose name begins with `__nv_` and that are only declared get a body, and are inlined. Passes that "
        "put "
        "math in terms of arithmetic have to follow.",
    .dialects = dialects,
    .run = run,
};
