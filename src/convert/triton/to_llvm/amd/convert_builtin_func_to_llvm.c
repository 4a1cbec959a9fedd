// --convert-builtin-func-to-llvm: functions that Triton's library for AMD calls by names of its own, as instructions (upstream: the
// same, of Triton 3.6).
//
//   %0 = llvm.call @__triton_hip_fast_fdividef(%x, %y) : (f32, f32) -> f32
//     ->
//   %1 = llvm.call_intrinsic "llvm.amdgcn.rcp.f32"(%y)
//   %0 = llvm.fmul %x, %1
//
// What is fast is right to a few units in the last place.

#include "convert/triton/to_llvm/emit.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"

typedef tern_value_t *(*make_fn_t)(tern_builder_t *b, tern_op_t *call, bool flushes);

static const tern_type_t *result_type(const tern_op_t *call) { return call->results[0].type; }

static tern_value_t *make_iabs(tern_builder_t *b, tern_op_t *call, bool flushes) {
  (void)flushes;
  const tern_attr_t *no = tern_integer_attr_get(tern_emit_i(b, 1), 0);
  return tern_build_value(b, TERN_LLVM(INTR_ABS), .operands = TERN_VALUES(tern_op_operand(call, 0)),
                          .types = TERN_TYPES(result_type(call)), .attrs = TERN_ATTRS({"is_int_min_poison", no}));
}

static tern_value_t *make_fabs(tern_builder_t *b, tern_op_t *call, bool flushes) {
  (void)flushes;
  return tern_emit_unary(b, TERN_LLVM(INTR_FABS), result_type(call), tern_op_operand(call, 0));
}

// llvm.llrint has no code on these GPUs.
static tern_value_t *make_llrint(tern_builder_t *b, tern_op_t *call, bool flushes) {
  (void)flushes;
  tern_value_t *x = tern_op_operand(call, 0), *rounded = tern_emit_unary(b, TERN_LLVM(INTR_RINT), x->type, x);
  return tern_emit_unary(b, TERN_LLVM(FPTOSI), result_type(call), rounded);
}

static tern_value_t *make_fdividef(tern_builder_t *b, tern_op_t *call, bool flushes) {
  (void)flushes;
  tern_value_t *inverse =
      tern_emit_intrinsic(b, "llvm.amdgcn.rcp.f32", result_type(call), TERN_VALUES(tern_op_operand(call, 1)));
  return tern_emit_binary(b, TERN_LLVM(FMUL), tern_op_operand(call, 0), inverse);
}

static tern_value_t *power_of_e(tern_builder_t *b, tern_value_t *x, bool flushes) {
  tern_value_t *scale = tern_emit_float(b, x->type, 1.44269504088896340736);
  tern_value_t *power = tern_emit_binary(b, TERN_LLVM(FMUL), x, scale);
  return tern_emit_intrinsic(b, flushes ? "llvm.amdgcn.exp2.f32" : "llvm.exp2.f32", x->type, TERN_VALUES(power));
}

static tern_value_t *make_expf(tern_builder_t *b, tern_op_t *call, bool flushes) {
  return power_of_e(b, tern_op_operand(call, 0), flushes);
}

// 1 - 2 / (e^(2 |x|) + 1) with the sign of x: the power may be infinite, and never is that a NaN.
static tern_value_t *make_tanhf(tern_builder_t *b, tern_op_t *call, bool flushes) {
  tern_value_t *x = tern_op_operand(call, 0);
  const tern_type_t *f32 = x->type;
  tern_value_t *one = tern_emit_float(b, f32, 1), *two = tern_emit_float(b, f32, 2);
  tern_value_t *doubled = tern_emit_binary(b, TERN_LLVM(FMUL), tern_emit_unary(b, TERN_LLVM(INTR_FABS), f32, x), two);
  tern_value_t *sum = tern_emit_binary(b, TERN_LLVM(FADD), power_of_e(b, doubled, flushes), one);
  tern_value_t *magnitude = tern_emit_binary(b, TERN_LLVM(FSUB), one, tern_emit_binary(b, TERN_LLVM(FDIV), two, sum));
  return tern_emit_intrinsic(b, "llvm.copysign.f32", f32, TERN_VALUES(magnitude, x));
}

// The name behind "__triton_hip_", and how many operands it has.
static const struct {
  const char *name;
  size_t operand_count;
  make_fn_t make;
} functions[] = {
    {"iabs", 1, make_iabs},      {"fabs", 1, make_fabs},
    {"llrint", 1, make_llrint},  {"fast_fdividef", 2, make_fdividef},
    {"fast_expf", 1, make_expf}, {"fast_tanhf", 1, make_tanhf},
};

static make_fn_t find_function(const tern_op_t *call) {
  static const tern_str_t prefix = {"__triton_hip_", 13};
  const tern_attr_t *callee = tern_op_attr(call, "callee");
  tern_str_t name = callee ? tern_symbol_ref_attr_at(callee, 0) : (tern_str_t){0};
  if (!tern_str_starts_with(name, prefix) || call->result_count != 1) return NULL;
  name = tern_str_drop(name, prefix.size);
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; ++i) {
    if (tern_str_equal_cstr(name, functions[i].name) && call->operand_count == functions[i].operand_count)
      return functions[i].make;
  }
  return NULL;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  bool flushes = tern_pass_bool(pass, "ftz");
  tern_op_list_t calls = tern_op_collect_row(module, TERN_POSTORDER, TERN_LLVM(CALL));
  for (size_t i = 0; i < calls.count; ++i) {
    tern_op_t *call = calls.values[i];
    make_fn_t make = find_function(call);
    if (!make) continue;
    tern_builder_t b = tern_builder_before(call);
    tern_value_replace_all_uses(tern_op_result(call, 0), make(&b, call, flushes));
    tern_op_destroy(call);
  }
  tern_vec_deinitialize(&calls);
  return true;
}

static const tern_option_def_t options[] = {
    {"ftz", TERN_OPTION_BOOL, "true", "Functions of f32 may take subnormal numbers for zero", NULL},
};

const tern_pass_def_t tern_convert_builtin_func_to_llvm_pass = {
    .flag = "convert-builtin-func-to-llvm",
    .name = "ConvertBuiltinFuncToLLVM",
    .anchor = "builtin.module",
    .summary = "Compute functions of Triton's library for AMD by instructions",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_llvm_dialect, NULL},
    .run = run,
};
