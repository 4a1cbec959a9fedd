// Sizes, and bounds of sizes.

#include "analysis/size_bound.h"

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/memref/memref.h"

// `select(a < b, a, b)` and its spellings.
static bool is_minimum_by_select(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_ARITH(SELECT))) return false;
  tern_op_t *compare = tern_value_defining_op(tern_op_operand(op, 0));
  if (!compare || !tern_op_is(compare, TERN_ARITH(CMPI))) return false;
  int64_t predicate = tern_enum_attr_value(tern_op_attr(compare, "predicate"));
  bool is_less = predicate == TERN_CMPI_SLT || predicate == TERN_CMPI_SLE;
  bool is_greater = predicate == TERN_CMPI_SGT || predicate == TERN_CMPI_SGE;
  if (!is_less && !is_greater) return false;
  const tern_value_t *smaller = tern_op_operand(compare, is_less ? 0 : 1), *other = tern_op_operand(compare, is_less);
  return tern_op_operand(op, 1) == smaller && tern_op_operand(op, 2) == other;
}

// Of a sum, a difference to a constant, a product with a constant that is not negative.
static int64_t bound_of_arithmetic(const tern_op_t *op) {
  int64_t a = tern_value_upper_bound(tern_op_operand(op, 0)), constant, bound = 0;
  bool is_constant = tern_index_constant(tern_op_operand(op, 1), &constant), is_over = true;
  if (a == TERN_DYNAMIC) return TERN_DYNAMIC;
  if (tern_op_is(op, TERN_ARITH(ADDI))) {
    int64_t other = tern_value_upper_bound(tern_op_operand(op, 1));
    is_over = other == TERN_DYNAMIC || __builtin_add_overflow(a, other, &bound);
  } else if (is_constant && tern_op_is(op, TERN_ARITH(SUBI))) {
    is_over = __builtin_sub_overflow(a, constant, &bound);
  } else if (is_constant && constant >= 0) {
    is_over = tern_op_is(op, TERN_ARITH(SUBI)) || __builtin_mul_overflow(a, constant, &bound);
  }
  return is_over ? TERN_DYNAMIC : bound;
}

int64_t tern_value_upper_bound(const tern_value_t *value) {
  int64_t constant;
  if (tern_index_constant(value, &constant)) return constant;
  tern_op_t *op = tern_value_defining_op(value);
  if (!op) return TERN_DYNAMIC;
  if (tern_op_is(op, TERN_ARITH(ADDI)) || tern_op_is(op, TERN_ARITH(SUBI)) || tern_op_is(op, TERN_ARITH(MULI))) {
    return bound_of_arithmetic(op);
  }
  if (tern_op_is(op, TERN_MEMREF(DIM)) && tern_index_constant(tern_op_operand(op, 1), &constant)) {
    return tern_size_bound(tern_op_operand(op, 0), (size_t)constant);
  }
  bool is_select = is_minimum_by_select(op);
  if (!is_select && !tern_op_is(op, TERN_ARITH(MINSI))) return TERN_DYNAMIC;
  int64_t a = tern_value_upper_bound(tern_op_operand(op, is_select ? 1 : 0));
  int64_t b = tern_value_upper_bound(tern_op_operand(op, is_select ? 2 : 1));
  if (a == TERN_DYNAMIC || b == TERN_DYNAMIC) return a == TERN_DYNAMIC ? b : a;
  return a < b ? a : b;
}

tern_value_t *tern_known_size(const tern_value_t *view, size_t dim) {
  tern_op_t *op = tern_value_defining_op(view);
  if (!op || !tern_op_is(op, TERN_MEMREF(SUBVIEW))) return NULL;
  const tern_attr_t *sizes = tern_op_attr(op, "static_sizes");
  if (tern_int_list_attr_count(sizes) != tern_type_rank(view->type)) return NULL;  // dimensions were dropped
  size_t start, count, which = 0;
  tern_op_operands_named(op, "sizes", &start, &count);
  for (size_t d = 0; d < dim; ++d) which += tern_int_list_attr_at(sizes, d) == TERN_DYNAMIC;
  bool is_dynamic = tern_int_list_attr_at(sizes, dim) == TERN_DYNAMIC && which < count;
  return is_dynamic ? tern_op_operand(op, start + which) : NULL;
}

int64_t tern_size_bound(const tern_value_t *memref, size_t dim) {
  int64_t bound = tern_type_dim(memref->type, dim);
  if (bound != TERN_DYNAMIC) return bound;
  const tern_value_t *size = tern_known_size(memref, dim);
  return size ? tern_value_upper_bound(size) : TERN_DYNAMIC;
}
