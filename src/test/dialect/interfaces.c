// test: what ops say of themselves to passes that know nothing of them.

#include "test/dialect/hooks.h"

tern_speculatability_t tern_test_recursively_speculatable(const tern_op_t *op) {
  (void)op;
  return TERN_RECURSIVELY_SPECULATABLE;
}

tern_speculatability_t tern_test_speculatable_if_constant(const tern_op_t *op) {
  return tern_value_constant(tern_op_operand(op, 0)) ? TERN_SPECULATABLE : TERN_NOT_SPECULATABLE;
}

bool tern_test_stated_range(const tern_op_t *op, size_t index, tern_int_range_t *out_range) {
  (void)index;
  *out_range = (tern_int_range_t){.umin = tern_integer_attr_value(tern_op_attr(op, "umin")),
                                  .umax = tern_integer_attr_value(tern_op_attr(op, "umax")),
                                  .smin = tern_integer_attr_value(tern_op_attr(op, "smin")),
                                  .smax = tern_integer_attr_value(tern_op_attr(op, "smax"))};
  return true;
}
