// --convert-libdevice-to-nvvm: functions of NVIDIA's libdevice on f32 by what its GPUs compute approximately, where that is
// as exact as libdevice and takes few instructions.
//
//   %0 = llvm.call @__nv_rsqrtf(%x) : (f32) -> f32
//     ->
//   %0 = llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.ftz.f"(%x) : (f32) -> f32
//
// libdevice_nvvm.def has the functions as steps "name = op operands", separated by semicolons; the last one has no name and is the
// result. An operand is a name, `x` or `y` (the function's arguments), or a number, of an integer where the op's name begins with
// `i`. A name may be given again. Calls of other functions stay, and so do those of functions that the module defines.

#include <stdlib.h>
#include <string.h>

#include "convert/triton/to_llvm/emit.h"
#include "ir/symbol.h"
#include "pass/pass.h"

static const struct {
  const char *name, *steps;
} functions[] = {
#define FUNCTION(NAME, STEPS) {NAME, STEPS},
#include "convert/triton/to_llvm/libdevice_nvvm.def"
#undef FUNCTION
};

// --- ops ---

typedef enum kind { KIND_BINARY, KIND_FLOAT, KIND_INTEGER, KIND_BITS, KIND_COMPARE, KIND_INTRINSIC } kind_t;

typedef struct step_op {
  const char *name;
  kind_t kind;               // what the result is: of operand 0's type, f32, i32, other bits of operand 0, a bit, f32
  const tern_op_row_t *row;  // NULL: a comparison or an intrinsic
  int predicate;
  const char *intrinsic;
} step_op_t;

#define OP(NAME, KIND, ID) {.name = NAME, .kind = KIND_##KIND, .row = TERN_LLVM(ID)}
#define COMPARE(NAME, PREDICATE) {.name = NAME, .kind = KIND_COMPARE, .predicate = TERN_EMIT_##PREDICATE}
#define INTRINSIC(NAME, TEXT) {.name = NAME, .kind = KIND_INTRINSIC, .intrinsic = TEXT}
static const step_op_t step_ops[] = {
    OP("add", BINARY, FADD),
    OP("sub", BINARY, FSUB),
    OP("mul", BINARY, FMUL),
    OP("fma", BINARY, INTR_FMA),
    OP("min", BINARY, INTR_MINNUM),
    OP("max", BINARY, INTR_MAXNUM),
    OP("neg", BINARY, FNEG),
    OP("abs", BINARY, INTR_FABS),
    OP("rint", BINARY, INTR_RINT),
    OP("copysign", BINARY, INTR_COPYSIGN),
    OP("select", FLOAT, SELECT),
    OP("fromint", FLOAT, SITOFP),
    OP("toint", INTEGER, FPTOSI),
    OP("bits", BITS, BITCAST),
    OP("float", BITS, BITCAST),
    OP("iadd", BINARY, ADD),
    OP("isub", BINARY, SUB),
    OP("iand", BINARY, AND),
    OP("ishl", BINARY, SHL),
    OP("ishr", BINARY, ASHR),
    COMPARE("lt", OLT),
    COMPARE("gt", OGT),
    COMPARE("ge", OGE),
    COMPARE("eq", OEQ),
    COMPARE("uno", UNO),
    COMPARE("ilt", SLT),
    COMPARE("iuge", UGE),
    INTRINSIC("ex2", "llvm.nvvm.ex2.approx.ftz.f"),
    INTRINSIC("lg2", "llvm.nvvm.lg2.approx.ftz.f"),
    INTRINSIC("rcp", "llvm.nvvm.rcp.approx.ftz.f"),
    INTRINSIC("rsqrt", "llvm.nvvm.rsqrt.approx.ftz.f"),
    INTRINSIC("sqrt", "llvm.nvvm.sqrt.approx.ftz.f"),
    INTRINSIC("sin", "llvm.nvvm.sin.approx.ftz.f"),
    INTRINSIC("cos", "llvm.nvvm.cos.approx.ftz.f"),
    INTRINSIC("tanh", "llvm.nvvm.tanh.approx.f"),
    INTRINSIC("div", "llvm.nvvm.div.approx.ftz.f"),
    INTRINSIC("sqrt.rn", "llvm.nvvm.sqrt.rn.f"),
    INTRINSIC("div.rn", "llvm.nvvm.div.rn.f"),
    INTRINSIC("div.rz", "llvm.nvvm.div.rz.f"),
    INTRINSIC("rcp.rn", "llvm.nvvm.rcp.rn.f"),
};

static const step_op_t *find_op(tern_str_t name) {
  size_t i = 0;
  while (!tern_str_equal_cstr(name, step_ops[i].name)) ++i;
  return &step_ops[i];
}

static tern_value_t *build(tern_builder_t *b, const step_op_t *op, tern_values_t operands) {
  const tern_type_t *f32 = tern_emit_f32_type(b), *i32 = tern_emit_i(b, 32), *own = operands.values[0]->type;
  switch (op->kind) {
    case KIND_BINARY: return tern_emit_op(b, op->row, own, operands);
    case KIND_FLOAT: return tern_emit_op(b, op->row, f32, operands);
    case KIND_INTEGER: return tern_emit_op(b, op->row, i32, operands);
    case KIND_BITS: return tern_emit_op(b, op->row, own == f32 ? i32 : f32, operands);
    case KIND_INTRINSIC: return tern_emit_intrinsic(b, op->intrinsic, f32, operands);
    case KIND_COMPARE: break;
  }
  return own == f32 ? tern_emit_fcmp(b, op->predicate, operands.values[0], operands.values[1])
                    : tern_emit_icmp(b, op->predicate, operands.values[0], operands.values[1]);
}

// --- steps ---

enum { MAX_NAMES = 192, MAX_OPERANDS = 3 };

typedef struct names {
  tern_str_t names[MAX_NAMES];
  tern_value_t *values[MAX_NAMES];
  size_t count;
} names_t;

static void bind(names_t *names, tern_str_t name, tern_value_t *value) {
  names->names[names->count] = name;
  names->values[names->count++] = value;
}

static tern_value_t *find_operand(tern_builder_t *b, const names_t *names, tern_str_t word, bool is_integer) {
  for (size_t i = names->count; i-- > 0;)
    if (tern_str_equal(names->names[i], word)) return names->values[i];
  // The text behind a number is a space, a semicolon or the end.
  if (is_integer) return tern_emit_i32(b, (int32_t)strtoul(word.data, NULL, 0));
  return tern_emit_float(b, tern_emit_f32_type(b), strtod(word.data, NULL));
}

static tern_value_t *compute(tern_builder_t *b, const char *steps, tern_values_t args) {
  static const char *const arguments[] = {"x", "y"};
  names_t names = {.count = 0};
  for (size_t i = 0; i < args.count; ++i) bind(&names, tern_str_from_cstr(arguments[i]), args.values[i]);
  for (tern_str_t rest = tern_str_from_cstr(steps); rest.size;) {
    tern_str_t call = tern_str_split(&rest, ';'), name = {0};
    if (tern_str_find_char(call, '=') < call.size) name = tern_str_trim(tern_str_split(&call, '='));
    call = tern_str_trim(call);
    tern_str_t op = tern_str_split(&call, ' ');
    tern_value_t *operands[MAX_OPERANDS];
    size_t count = 0;
    while (call.size) operands[count++] = find_operand(b, &names, tern_str_split(&call, ' '), *op.data == 'i');
    bind(&names, name, build(b, find_op(op), (tern_values_t){operands, count}));
  }
  return names.values[names.count - 1];
}

// --- calls ---

// The steps of the function of libdevice that is called; NULL: another one is.
static const char *find_steps(tern_op_t *op, const tern_op_t *module) {
  const tern_attr_t *callee = tern_op_is(op, TERN_LLVM(CALL)) ? tern_op_attr(op, "callee") : NULL;
  tern_str_t name = callee ? tern_symbol_ref_attr_at(callee, 0) : (tern_str_t){0};
  for (size_t i = 0; name.size && i < sizeof functions / sizeof functions[0]; ++i) {
    if (!tern_str_equal_cstr(name, functions[i].name)) continue;
    tern_op_t *function = tern_symbol_lookup_in(module, name);
    return function && tern_region_is_empty(&function->regions[0]) ? functions[i].steps : NULL;
  }
  return NULL;
}

// Powers of small whole numbers that are known are products. NULL: this is none of them.
static tern_value_t *multiply(tern_builder_t *b, const char *steps, tern_value_t *x, const tern_value_t *exponent) {
  enum { MOST = 4 };
  const tern_op_t *op = tern_value_defined_by(exponent, TERN_LLVM(MLIR_CONSTANT));
  const tern_attr_t *attr = op ? tern_op_attr(op, "value") : NULL;
  if (!attr || !strstr(steps, "ph = mul y hi")) return NULL;
  double number = tern_attr_is_integer(attr)      ? (double)tern_integer_attr_value(attr)
                  : attr->kind == TERN_ATTR_FLOAT ? tern_float_attr_value(attr)
                                                  : 0;
  tern_value_t *result = x;
  if (number != 1 && number != 2 && number != 3 && number != MOST) return NULL;
  if (number == 3) result = tern_emit_binary(b, TERN_LLVM(FMUL), tern_emit_binary(b, TERN_LLVM(FMUL), x, x), x);
  for (; number == 2 || number == MOST; number /= 2) result = tern_emit_binary(b, TERN_LLVM(FMUL), result, result);
  return result;
}

static tern_walk_result_t replace(tern_op_t *op, void *user) {
  tern_value_t *operands[2], *value = NULL;
  const char *steps = find_steps(op, user);
  if (!steps || op->operand_count > 2) return TERN_WALK_ADVANCE;
  tern_builder_t b = tern_builder_before(op);
  for (size_t i = 0; i < op->operand_count; ++i) operands[i] = tern_op_operand(op, i);
  if (op->operand_count == 2) value = multiply(&b, steps, operands[0], operands[1]);
  if (!value) value = compute(&b, steps, (tern_values_t){operands, op->operand_count});
  tern_value_replace_all_uses(tern_op_result(op, 0), value);
  tern_op_destroy(op);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_post(module, replace, module);
  return true;
}

const tern_pass_def_t tern_convert_libdevice_to_nvvm_pass = {
    .flag = "convert-libdevice-to-nvvm",
    .anchor = "builtin.module",
    .summary = "Compute functions of libdevice on f32 by approximate instructions of NVIDIA's GPUs",
    .dialects = (const tern_dialect_t *const[]){&tern_llvm_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
