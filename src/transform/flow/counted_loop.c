// Loops of the host whose number of iterations is known; see the header.

#include "transform/flow/counted_loop.h"

#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"

static bool integer_constant(const tern_value_t *value, int64_t *out) {
  const tern_attr_t *constant = tern_value_constant(value);
  if (!constant || !tern_attr_is_integer(constant)) return false;
  *out = tern_integer_attr_value(constant);
  return true;
}

int64_t tern_counted_loop_iterations(const tern_op_t *loop) {
  const tern_block_t *before = tern_op_body(loop, 0), *after = tern_op_body(loop, 1);
  const tern_op_t *condition = before->last_op, *compare = before->first_op;
  if (before->arg_count != after->arg_count || before->arg_count > TERN_COUNTED_LOOP_MAX_VALUES ||
      condition->operand_count != 1 + before->arg_count) {
    return 0;
  }
  for (size_t i = 0; i < before->arg_count; ++i) {
    if (tern_op_operand(condition, 1 + i) != before->args[i]) return 0;
  }
  if (!tern_op_is(compare, TERN_ARITH(CMPI)) || compare->next != condition ||
      tern_op_operand(condition, 0) != &compare->results[0]) {
    return 0;
  }
  const tern_value_t *counter = tern_op_operand(compare, 0);
  int64_t limit, start, step;
  int64_t predicate = tern_enum_attr_value(tern_op_attr(compare, "predicate"));
  if (predicate != TERN_CMPI_SLT && predicate != TERN_CMPI_ULT) return 0;
  if (tern_value_arg_block(counter) != before || !integer_constant(tern_op_operand(compare, 1), &limit)) return 0;
  size_t place = counter->index;
  if (!integer_constant(tern_op_operand(loop, place), &start) || start < 0 || limit < start) return 0;
  const tern_op_t *next = tern_value_defining_op(tern_op_operand(after->last_op, place));
  if (!next || !tern_op_is(next, TERN_ARITH(ADDI)) || tern_op_operand(next, 0) != after->args[place] ||
      !integer_constant(tern_op_operand(next, 1), &step) || step != 1) {
    return 0;
  }
  return limit - start;
}
