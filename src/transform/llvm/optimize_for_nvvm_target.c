// --llvm-optimize-for-nvvm-target: quotients of f16 as f32 times a reciprocal (upstream: NVVMOptimizeForTarget of MLIR 22).
//
//   %q = llvm.fdiv %x, %y : f16
// becomes, with x and y extended to f32,
//   %r = nvvm.rcp.approx.ftz.f %y
//   %a = llvm.fmul %x, %r
//   %e = llvm.intr.fma(%a, -%y, %x)      // what is missing
//   %b = llvm.intr.fma(%e, %r, %a)
//
// of which %b is rounded to f16; or %a where it is zero, subnormal, infinite or no number, of which the step would make no number.

#include "dialect/llvm/llvm.h"
#include "dialect/nvvm/nvvm.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

enum { F32_EXPONENT = 0x7F800000, EQUAL = 0 };

static tern_value_t *binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x, y), .types = TERN_TYPES(x->type));
}

static tern_value_t *unary(tern_builder_t *b, const tern_op_row_t *row, const tern_type_t *type, tern_value_t *x) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

static tern_value_t *multiply_add(tern_builder_t *b, tern_value_t *x, tern_value_t *y, tern_value_t *z) {
  return tern_build_value(b, TERN_LLVM(INTR_FMA), .operands = TERN_VALUES(x, y, z), .types = TERN_TYPES(x->type));
}

static tern_value_t *are_equal(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  const tern_attr_t *predicate = tern_enum_attr_get(b->context, TERN_LLVM_ENUM(ICMP_PREDICATE), EQUAL);
  return tern_build_value(b, TERN_LLVM(ICMP), .operands = TERN_VALUES(x, y),
                          .types = TERN_TYPES(tern_i_type_get(b->context, 1)),
                          .attrs = TERN_ATTRS({"predicate", predicate}));
}

static void expand(tern_op_t *op) {
  if (op->results[0].type->kind != TERN_TYPE_F16) return;
  tern_builder_t builder = tern_builder_before(op), *b = &builder;
  const tern_type_t *f32 = tern_float_type_get(b->context, TERN_TYPE_F32), *i32 = tern_i_type_get(b->context, 32);
  tern_value_t *x = unary(b, TERN_LLVM(FPEXT), f32, tern_op_operand(op, 0));
  tern_value_t *y = unary(b, TERN_LLVM(FPEXT), f32, tern_op_operand(op, 1));
  tern_value_t *reciprocal = unary(b, TERN_NVVM(RCP_APPROX_FTZ_F), f32, y);
  tern_value_t *quotient = binary(b, TERN_LLVM(FMUL), x, reciprocal);
  tern_value_t *rest = multiply_add(b, quotient, unary(b, TERN_LLVM(FNEG), f32, y), x);
  tern_value_t *refined = multiply_add(b, rest, reciprocal, quotient);
  tern_value_t *all = tern_llvm_build_int(b, i32, F32_EXPONENT), *none = tern_llvm_build_int(b, i32, 0);
  tern_value_t *exponent = binary(b, TERN_LLVM(AND), unary(b, TERN_LLVM(BITCAST), i32, quotient), all);
  tern_value_t *is_odd = binary(b, TERN_LLVM(OR), are_equal(b, exponent, none), are_equal(b, exponent, all));
  tern_value_t *result = tern_build_value(b, TERN_LLVM(SELECT), .operands = TERN_VALUES(is_odd, quotient, refined),
                                          .types = TERN_TYPES(f32));
  result = unary(b, TERN_LLVM(FPTRUNC), op->results[0].type, result);
  tern_value_replace_all_uses(&op->results[0], result);
  tern_op_destroy(op);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_visit_row(root, TERN_POSTORDER, TERN_LLVM(FDIV), expand);
  return true;
}

const tern_pass_def_t tern_llvm_optimize_for_nvvm_target_pass = {
    .flag = "llvm-optimize-for-nvvm-target",
    .name = "NVVMOptimizeForTarget",
    .summary = "Divide numbers of f16 by reciprocals of f32, as NVIDIA's GPUs do it fast",
    .dialects = (const tern_dialect_t *const[]){&tern_llvm_dialect, &tern_nvvm_dialect, NULL},
    .run = run,
};
