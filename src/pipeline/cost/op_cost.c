// The table of operations.

#include "pipeline/cost/op_cost.h"

#include "dialect/arith/arith.h"
#include "dialect/complex/complex.h"
#include "dialect/math/math.h"
#include "ir/op_def.h"

// Where the type of the numbers is.
typedef enum place { RESULT, OPERAND } place_t;

// What the parts of a number cost are real operations.
static const struct row {
  const tern_op_row_t *row;
  uint32_t cost;
  place_t place;
} rows[] = {
    {TERN_ARITH(ADDI), 1, RESULT},           {TERN_ARITH(SUBI), 1, RESULT},
    {TERN_ARITH(MULI), 1, RESULT},           {TERN_ARITH(DIVSI), 1, RESULT},
    {TERN_ARITH(DIVUI), 1, RESULT},          {TERN_ARITH(CEILDIVSI), 1, RESULT},
    {TERN_ARITH(CEILDIVUI), 1, RESULT},      {TERN_ARITH(FLOORDIVSI), 1, RESULT},
    {TERN_ARITH(REMSI), 1, RESULT},          {TERN_ARITH(REMUI), 1, RESULT},
    {TERN_ARITH(ANDI), 1, RESULT},           {TERN_ARITH(ORI), 1, RESULT},
    {TERN_ARITH(XORI), 1, RESULT},           {TERN_ARITH(SHLI), 1, RESULT},
    {TERN_ARITH(SHRSI), 1, RESULT},          {TERN_ARITH(SHRUI), 1, RESULT},
    {TERN_ARITH(MAXSI), 1, RESULT},          {TERN_ARITH(MAXUI), 1, RESULT},
    {TERN_ARITH(MINSI), 1, RESULT},          {TERN_ARITH(MINUI), 1, RESULT},
    {TERN_ARITH(MULSI_EXTENDED), 1, RESULT}, {TERN_ARITH(MULUI_EXTENDED), 1, RESULT},
    {TERN_ARITH(ADDUI_EXTENDED), 1, RESULT}, {TERN_ARITH(CMPI), 1, OPERAND},
    {TERN_ARITH(NEGF), 1, RESULT},           {TERN_ARITH(ADDF), 1, RESULT},
    {TERN_ARITH(SUBF), 1, RESULT},           {TERN_ARITH(MULF), 1, RESULT},
    {TERN_ARITH(DIVF), 1, RESULT},           {TERN_ARITH(REMF), 1, RESULT},
    {TERN_ARITH(MAXIMUMF), 1, RESULT},       {TERN_ARITH(MAXNUMF), 1, RESULT},
    {TERN_ARITH(MINIMUMF), 1, RESULT},       {TERN_ARITH(MINNUMF), 1, RESULT},
    {TERN_ARITH(CMPF), 1, OPERAND},          {TERN_COMPLEX(ADD), 2, RESULT},
    {TERN_COMPLEX(SUB), 2, RESULT},          {TERN_COMPLEX(NEG), 2, RESULT},
    {TERN_COMPLEX(MUL), 6, RESULT},          {TERN_COMPLEX(DIV), 11, RESULT},
    {TERN_COMPLEX(ABS), 4, OPERAND},         {TERN_COMPLEX(CONJ), 1, RESULT},
    {TERN_COMPLEX(EQ), 2, OPERAND},          {TERN_COMPLEX(NEQ), 2, OPERAND},
};

// Ops of these dialects that only move numbers, or make a truth value of one.
static const tern_op_row_t *const moves[] = {TERN_MATH(ISFINITE), TERN_MATH(ISINF),      TERN_MATH(ISNAN),
                                             TERN_MATH(ISNORMAL), TERN_COMPLEX(CREATE),  TERN_COMPLEX(RE),
                                             TERN_COMPLEX(IM),    TERN_COMPLEX(BITCAST), TERN_COMPLEX(CONSTANT)};

static bool is_of_dialect(const tern_op_t *op, const tern_op_row_t *first, size_t count) {
  return op->def->row >= first && op->def->row < first + count;
}

// Functions of math and complex that have no row: one operation on each number, two for a fused product.
static uint32_t cost_of_function(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof moves / sizeof moves[0]; ++i) {
    if (tern_op_is(op, moves[i])) return 0;
  }
  if (tern_op_is(op, TERN_MATH(FMA)) || tern_op_is(op, TERN_MATH(CLAMPF)) || tern_op_is(op, TERN_MATH(SINCOS)))
    return 2;
  bool is_math = is_of_dialect(op, tern_math_ops, TERN_MATH_OP_COUNT);
  return is_math || is_of_dialect(op, tern_complex_ops, TERN_COMPLEX_OP_COUNT);
}

tern_op_cost_t tern_op_cost(const tern_op_t *op) {
  uint32_t cost = 0;
  place_t place = RESULT;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0] && !cost; ++i) {
    if (tern_op_is(op, rows[i].row)) cost = rows[i].cost, place = rows[i].place;
  }
  if (!cost) cost = cost_of_function(op);
  if (!cost || !op->result_count) return (tern_op_cost_t){0};
  const tern_type_t *type = place == RESULT ? tern_op_result(op, 0)->type : tern_op_operand(op, 0)->type;
  if (type->kind == TERN_TYPE_VECTOR) {
    cost *= (uint32_t)tern_type_element_count(type);
    type = tern_type_element(type);
  }
  if (type->kind == TERN_TYPE_COMPLEX) type = tern_type_element(type);
  if (tern_type_is_float(type)) return (tern_op_cost_t){.float_ops = cost, .type = type};
  bool is_data = tern_type_is_integer(type) && !tern_type_is_i(type, 1);
  return is_data ? (tern_op_cost_t){.integer_ops = cost, .type = type} : (tern_op_cost_t){0};
}
