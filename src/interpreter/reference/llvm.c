// Ops of the llvm dialect that conversions put into functions one by one: arithmetic, which means what that of arith and math
// does, constants and branches. Pointers, structs and llvm.func are not held.

#include "dialect/llvm/llvm.h"

#include "dialect/arith/arith.h"
#include "dialect/math/math.h"
#include "interpreter/reference/evaluator.h"

static const struct {
  const tern_op_row_t *row, *meaning;
} meanings[] = {
    {TERN_LLVM(ADD), TERN_ARITH(ADDI)},
    {TERN_LLVM(SUB), TERN_ARITH(SUBI)},
    {TERN_LLVM(MUL), TERN_ARITH(MULI)},
    {TERN_LLVM(UDIV), TERN_ARITH(DIVUI)},
    {TERN_LLVM(SDIV), TERN_ARITH(DIVSI)},
    {TERN_LLVM(UREM), TERN_ARITH(REMUI)},
    {TERN_LLVM(SREM), TERN_ARITH(REMSI)},
    {TERN_LLVM(AND), TERN_ARITH(ANDI)},
    {TERN_LLVM(OR), TERN_ARITH(ORI)},
    {TERN_LLVM(XOR), TERN_ARITH(XORI)},
    {TERN_LLVM(SHL), TERN_ARITH(SHLI)},
    {TERN_LLVM(LSHR), TERN_ARITH(SHRUI)},
    {TERN_LLVM(ASHR), TERN_ARITH(SHRSI)},
    {TERN_LLVM(ICMP), TERN_ARITH(CMPI)},
    {TERN_LLVM(FCMP), TERN_ARITH(CMPF)},
    {TERN_LLVM(FADD), TERN_ARITH(ADDF)},
    {TERN_LLVM(FSUB), TERN_ARITH(SUBF)},
    {TERN_LLVM(FMUL), TERN_ARITH(MULF)},
    {TERN_LLVM(FDIV), TERN_ARITH(DIVF)},
    {TERN_LLVM(FREM), TERN_ARITH(REMF)},
    {TERN_LLVM(FNEG), TERN_ARITH(NEGF)},
    {TERN_LLVM(ZEXT), TERN_ARITH(EXTUI)},
    {TERN_LLVM(SEXT), TERN_ARITH(EXTSI)},
    {TERN_LLVM(TRUNC), TERN_ARITH(TRUNCI)},
    {TERN_LLVM(FPEXT), TERN_ARITH(EXTF)},
    {TERN_LLVM(FPTRUNC), TERN_ARITH(TRUNCF)},
    {TERN_LLVM(SITOFP), TERN_ARITH(SITOFP)},
    {TERN_LLVM(UITOFP), TERN_ARITH(UITOFP)},
    {TERN_LLVM(FPTOSI), TERN_ARITH(FPTOSI)},
    {TERN_LLVM(FPTOUI), TERN_ARITH(FPTOUI)},
    {TERN_LLVM(SELECT), TERN_ARITH(SELECT)},
    {TERN_LLVM(MLIR_CONSTANT), TERN_ARITH(CONSTANT)},
    {TERN_LLVM(INTR_SMAX), TERN_ARITH(MAXSI)},
    {TERN_LLVM(INTR_SMIN), TERN_ARITH(MINSI)},
    {TERN_LLVM(INTR_UMAX), TERN_ARITH(MAXUI)},
    {TERN_LLVM(INTR_UMIN), TERN_ARITH(MINUI)},
    {TERN_LLVM(INTR_MAXIMUM), TERN_ARITH(MAXIMUMF)},
    {TERN_LLVM(INTR_MINIMUM), TERN_ARITH(MINIMUMF)},
    {TERN_LLVM(INTR_MAXNUM), TERN_ARITH(MAXNUMF)},
    {TERN_LLVM(INTR_MINNUM), TERN_ARITH(MINNUMF)},
    {TERN_LLVM(INTR_CTPOP), TERN_MATH(CTPOP)},
    {TERN_LLVM(INTR_CTLZ), TERN_MATH(CTLZ)},
    {TERN_LLVM(INTR_CTTZ), TERN_MATH(CTTZ)},
    {TERN_LLVM(INTR_ABS), TERN_MATH(ABSI)},
    {TERN_LLVM(INTR_FABS), TERN_MATH(ABSF)},
    {TERN_LLVM(INTR_ACOS), TERN_MATH(ACOS)},
    {TERN_LLVM(INTR_ASIN), TERN_MATH(ASIN)},
    {TERN_LLVM(INTR_ATAN), TERN_MATH(ATAN)},
    {TERN_LLVM(INTR_ATAN2), TERN_MATH(ATAN2)},
    {TERN_LLVM(INTR_CEIL), TERN_MATH(CEIL)},
    {TERN_LLVM(INTR_COPYSIGN), TERN_MATH(COPYSIGN)},
    {TERN_LLVM(INTR_COS), TERN_MATH(COS)},
    {TERN_LLVM(INTR_COSH), TERN_MATH(COSH)},
    {TERN_LLVM(INTR_EXP), TERN_MATH(EXP)},
    {TERN_LLVM(INTR_EXP2), TERN_MATH(EXP2)},
    {TERN_LLVM(INTR_FLOOR), TERN_MATH(FLOOR)},
    {TERN_LLVM(INTR_FMA), TERN_MATH(FMA)},
    {TERN_LLVM(INTR_FMULADD), TERN_MATH(FMA)},
    {TERN_LLVM(INTR_LOG), TERN_MATH(LOG)},
    {TERN_LLVM(INTR_LOG10), TERN_MATH(LOG10)},
    {TERN_LLVM(INTR_LOG2), TERN_MATH(LOG2)},
    {TERN_LLVM(INTR_POW), TERN_MATH(POWF)},
    {TERN_LLVM(INTR_POWI), TERN_MATH(FPOWI)},
    {TERN_LLVM(INTR_ROUND), TERN_MATH(ROUND)},
    {TERN_LLVM(INTR_ROUNDEVEN), TERN_MATH(ROUNDEVEN)},
    {TERN_LLVM(INTR_SIN), TERN_MATH(SIN)},
    {TERN_LLVM(INTR_SINH), TERN_MATH(SINH)},
    {TERN_LLVM(INTR_SQRT), TERN_MATH(SQRT)},
    {TERN_LLVM(INTR_TAN), TERN_MATH(TAN)},
    {TERN_LLVM(INTR_TANH), TERN_MATH(TANH)},
    {TERN_LLVM(INTR_TRUNC), TERN_MATH(TRUNC)},
};

const tern_op_row_t *tern_reference_meaning_of(const tern_op_t *op) {
  if (op->def->dialect != &tern_llvm_dialect) return op->def->row;
  for (size_t k = 0; k < sizeof meanings / sizeof *meanings; ++k) {
    if (meanings[k].row == op->def->row) return meanings[k].meaning;
  }
  return op->def->row;
}

static flow_t run_undefined(evaluator_t *e, frame_t *f, const node_t *n) {
  const tern_type_t *type = tern_op_result(n->op, 0)->type;
  datum_t *result = tern_reference_new_of_type(e, n, type, NULL);
  if (!result) return FLOW_STOP;
  if (!tern_op_is(n->op, TERN_LLVM(MLIR_ZERO))) tern_reference_poison(result, 0, result->count);
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_unreachable(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)f;
  return STOP_UNDEFINED(e, n->op, "was reached");
}

const reference_row_t tern_reference_llvm_rows[] = {
    {TERN_LLVM(BR), tern_reference_run_br},         {TERN_LLVM(COND_BR), tern_reference_run_cond_br},
    {TERN_LLVM(SWITCH), tern_reference_run_switch}, {TERN_LLVM(UNREACHABLE), run_unreachable},
    {TERN_LLVM(MLIR_POISON), run_undefined},        {TERN_LLVM(MLIR_UNDEF), run_undefined},
    {TERN_LLVM(MLIR_ZERO), run_undefined},          {0},
};
