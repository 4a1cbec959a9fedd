#include "analysis/divisor.h"

#include "dialect/arith/arith.h"
#include "dialect/util/util.h"

#define DEPTH_LIMIT 16

int64_t tern_greatest_common_divisor(int64_t a, int64_t b) {
  while (b != 0) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

// Of a product, as far as it fits.
static int64_t multiply(int64_t a, int64_t b) {
  int64_t product;
  if (!__builtin_mul_overflow(a, b, &product)) return product;
  return a > b ? a : b;
}

static int64_t divisor_of(const tern_value_t *value, int depth) {
  int64_t constant;
  if (tern_value_constant_int(value, &constant)) return constant == INT64_MIN ? 1 : constant < 0 ? -constant : constant;
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op || depth == DEPTH_LIMIT) return 1;
  if (tern_op_is(op, TERN_ARITH(ADDI)) || tern_op_is(op, TERN_ARITH(SUBI)) || tern_op_is(op, TERN_ARITH(MAXUI)) ||
      tern_op_is(op, TERN_ARITH(MINUI)) || tern_op_is(op, TERN_ARITH(MAXSI)) || tern_op_is(op, TERN_ARITH(MINSI))) {
    return tern_greatest_common_divisor(divisor_of(tern_op_operand(op, 0), depth + 1),
                                        divisor_of(tern_op_operand(op, 1), depth + 1));
  }
  if (tern_op_is(op, TERN_ARITH(MULI))) {
    return multiply(divisor_of(tern_op_operand(op, 0), depth + 1), divisor_of(tern_op_operand(op, 1), depth + 1));
  }
  if (tern_op_is(op, TERN_ARITH(SELECT))) {
    return tern_greatest_common_divisor(divisor_of(tern_op_operand(op, 1), depth + 1),
                                        divisor_of(tern_op_operand(op, 2), depth + 1));
  }
  if (tern_op_is(op, TERN_ARITH(SHLI)) && tern_value_constant_int(tern_op_operand(op, 1), &constant) && constant >= 0 &&
      constant < 62) {
    return multiply(divisor_of(tern_op_operand(op, 0), depth + 1), INT64_C(1) << constant);
  }
  if (tern_op_is(op, TERN_ARITH(INDEX_CAST)) || tern_op_is(op, TERN_ARITH(INDEX_CASTUI)) ||
      tern_op_is(op, TERN_ARITH(EXTUI)) || tern_op_is(op, TERN_ARITH(EXTSI))) {
    // Narrowing keeps powers of two only: those are what is asked for, but others are not promised.
    int64_t divisor = divisor_of(tern_op_operand(op, 0), depth + 1);
    return divisor & -divisor;
  }
  if (tern_op_is(op, TERN_UTIL(ALIGN)) && tern_value_constant_int(tern_op_operand(op, 1), &constant) && constant > 0) {
    return constant;
  }
  return 1;
}

int64_t tern_value_divisor(const tern_value_t *value) { return divisor_of(value, 0); }
