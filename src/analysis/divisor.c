#include "analysis/divisor.h"

#include "base/integer.h"
#include "dialect/arith/arith.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "dialect/util/util.h"

#define DEPTH_LIMIT 16

// Of a product, as far as it fits.
static int64_t multiply(int64_t a, int64_t b) {
  int64_t product;
  if (!__builtin_mul_overflow(a, b, &product)) return product;
  return a > b ? a : b;
}

static int64_t divisor_of(const tern_value_t *value, int depth);

// Of what counts the turns of a loop: where it starts, plus any number of steps.
static int64_t divisor_of_counter(const tern_value_t *value, int depth) {
  const tern_op_t *loop = tern_block_parent_op(tern_value_arg_block(value));
  const tern_value_t *lower, *step;
  if (loop && tern_op_is(loop, TERN_SCF(FOR)) && value->index == 0) {
    lower = tern_scf_for_lower(loop), step = tern_scf_for_step(loop);
  } else if (loop && tern_op_is(loop, TERN_SCF(PARALLEL))) {
    size_t dims = tern_op_body(loop, 0)->arg_count;
    lower = tern_op_operand(loop, value->index), step = tern_op_operand(loop, 2 * dims + value->index);
  } else {
    return 1;
  }
  return tern_gcd(divisor_of(lower, depth + 1), divisor_of(step, depth + 1));
}

// What the dynamic size of a view along dimension `dim` was given as; NULL: something else.
static const tern_value_t *size_of_view(const tern_value_t *view, int64_t dim) {
  const tern_op_t *op = tern_value_defining_op(view);
  tern_slice_t slice;
  bool is_known = op && tern_op_is(op, TERN_MEMREF(SUBVIEW)) && tern_slice_read(op, &slice) &&
                  slice.count == tern_type_rank(view->type) && dim >= 0 && (size_t)dim < slice.count;
  return is_known ? slice.sizes[dim].dynamic : NULL;
}

static int64_t divisor_of(const tern_value_t *value, int depth) {
  int64_t constant;
  if (tern_value_constant_int(value, &constant)) return constant == INT64_MIN ? 1 : tern_magnitude(constant);
  if (depth == DEPTH_LIMIT) return 1;
  if (value->is_block_argument) return divisor_of_counter(value, depth);
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op) return 1;
  if (tern_op_is(op, TERN_ARITH(ADDI)) || tern_op_is(op, TERN_ARITH(SUBI)) || tern_op_is(op, TERN_ARITH(MAXUI)) ||
      tern_op_is(op, TERN_ARITH(MINUI)) || tern_op_is(op, TERN_ARITH(MAXSI)) || tern_op_is(op, TERN_ARITH(MINSI))) {
    return tern_gcd(divisor_of(tern_op_operand(op, 0), depth + 1), divisor_of(tern_op_operand(op, 1), depth + 1));
  }
  if (tern_op_is(op, TERN_ARITH(MULI))) {
    return multiply(divisor_of(tern_op_operand(op, 0), depth + 1), divisor_of(tern_op_operand(op, 1), depth + 1));
  }
  if (tern_op_is(op, TERN_ARITH(SELECT))) {
    return tern_gcd(divisor_of(tern_op_operand(op, 1), depth + 1), divisor_of(tern_op_operand(op, 2), depth + 1));
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
  if (tern_op_is(op, TERN_MEMREF(DIM)) && tern_value_constant_int(tern_op_operand(op, 1), &constant)) {
    const tern_value_t *size = size_of_view(tern_op_operand(op, 0), constant);
    return size ? divisor_of(size, depth + 1) : 1;
  }
  if (tern_op_is(op, TERN_UTIL(ALIGN)) && tern_value_constant_int(tern_op_operand(op, 1), &constant) && constant > 0) {
    return constant;
  }
  return 1;
}

int64_t tern_value_divisor(const tern_value_t *value) { return divisor_of(value, 0); }
