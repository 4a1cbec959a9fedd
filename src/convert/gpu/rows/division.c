// Division of many columns by one number of their row, as in a softmax: the reciprocal is made once, and each quotient is
// a product that is put right by what it leaves over, which is as exact as division (Markstein: Computation of Elementary
// Functions on the IBM RISC System/6000 Processor, theorem 2).
//
//   q = x * r,  e = x - q * s in one rounding,  q + e * r in one rounding
//
// Where the divisor or its reciprocal is near the ends of the exponents' range all is divided; columns that are too large
// to be put right, infinities among them, keep the first product.

#include "convert/gpu/rows/emit.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/math/math.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"

// Numbers below this, and divisors above its reciprocal, meet no end of the range.
#define FAR 0x1p60

typedef TERN_VEC(tern_op_t *) op_list_t;

typedef struct divisor {
  tern_value_t *value;              // the row's number
  tern_value_t *is_near, *inverse;  // the latter as a vector
} divisor_t;

typedef struct division {
  op_list_t ops;
  TERN_VEC(divisor_t) divisors;
} division_t;

// The row's number that a vector of f32 is divided by, or NULL.
static tern_op_t *find_broadcast(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_ARITH(DIVF)) || tern_op_result(op, 0)->type->kind != TERN_TYPE_VECTOR) return NULL;
  if (tern_type_element(tern_op_result(op, 0)->type)->kind != TERN_TYPE_F32) return NULL;
  tern_op_t *broadcast = tern_value_defining_op(tern_op_operand(op, 1));
  bool is_one = broadcast && tern_op_is(broadcast, TERN_VECTOR(BROADCAST)) &&
                tern_op_operand(broadcast, 0)->type->kind == TERN_TYPE_F32;
  return is_one && !tern_value_constant(tern_op_operand(broadcast, 0)) ? broadcast : NULL;
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  if (find_broadcast(op)) tern_vec_push((op_list_t *)user, op);
  return TERN_WALK_ADVANCE;
}

static tern_value_t *build_unary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x));
}

static tern_value_t *build_fma(tern_builder_t *b, tern_value_t *x, tern_value_t *y, tern_value_t *z) {
  return tern_build_value(b, TERN_MATH(FMA), .operands = TERN_VALUES(x, y, z));
}

// Made where the number is: it serves all divisions behind.
static const divisor_t *prepare(division_t *division, const tern_op_t *op) {
  tern_op_t *broadcast = find_broadcast(op);
  tern_value_t *value = tern_op_operand(broadcast, 0);
  for (size_t i = 0; i < division->divisors.count; ++i) {
    if (division->divisors.values[i].value == value) return &division->divisors.values[i];
  }
  tern_op_t *source = tern_value_defining_op(value);
  tern_builder_t b = source ? tern_builder_after(source) : tern_builder_at_start(tern_value_arg_block(value), op->loc);
  divisor_t divisor = {.value = value};
  tern_value_t *one = tern_build_number(&b, value->type, 1.0);
  tern_value_t *inverse = tern_build_value(&b, TERN_ARITH(DIVF), .operands = TERN_VALUES(one, value));
  tern_value_t *size = build_unary(&b, TERN_MATH(ABSF), value);
  tern_value_t *is_large = tern_arith_cmpf(&b, TERN_CMPF_OGT, size, tern_build_number(&b, value->type, 1 / FAR));
  tern_value_t *is_small = tern_arith_cmpf(&b, TERN_CMPF_OLT, size, tern_build_number(&b, value->type, FAR));
  divisor.is_near = tern_gpu_build_and(&b, is_large, is_small);
  divisor.inverse = tern_build_value(&b, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(inverse),
                                     .types = TERN_TYPES(tern_op_result(op, 0)->type));
  tern_vec_push(&division->divisors, divisor);
  return &division->divisors.values[division->divisors.count - 1];
}

static void rewrite(division_t *division, tern_op_t *op) {
  const divisor_t *divisor = prepare(division, op);
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *x = tern_op_operand(op, 0), *s = tern_op_operand(op, 1), *result = tern_op_result(op, 0);
  tern_op_t *if_op = tern_gpu_build_if(&b, divisor->is_near, TERN_TYPES(result->type));
  tern_value_t *q = tern_build_value(&b, TERN_ARITH(MULF), .operands = TERN_VALUES(x, divisor->inverse));
  tern_value_t *rest = build_fma(&b, build_unary(&b, TERN_ARITH(NEGF), q), s, x);
  tern_value_t *right = build_fma(&b, rest, divisor->inverse, q);
  tern_value_t *far = tern_arith_constant_float(&b, result->type, FAR);
  tern_value_t *is_near = tern_arith_cmpf(&b, TERN_CMPF_OLT, build_unary(&b, TERN_MATH(ABSF), x), far);
  q = tern_build_value(&b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_near, right, q));
  tern_gpu_build_else(&b, if_op, TERN_VALUES(q));
  tern_value_t *quotient = tern_build_value(&b, TERN_ARITH(DIVF), .operands = TERN_VALUES(x, s));
  tern_gpu_build_if_end(&b, if_op, TERN_VALUES(quotient));
  tern_value_replace_all_uses(result, tern_op_result(if_op, 0));
  tern_op_destroy(op);
}

void tern_row_share_divisors(tern_op_t *func) {
  division_t division = {0};
  tern_op_walk_pre(func, collect, &division.ops);
  for (size_t i = 0; i < division.ops.count; ++i) rewrite(&division, division.ops.values[i]);
  tern_vec_deinitialize(&division.ops);
  tern_vec_deinitialize(&division.divisors);
}
