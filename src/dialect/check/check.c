// The check dialect.

#include "dialect/check/check.h"

#include "ir/attr.h"
#include "ir/diagnostic.h"

static bool verify_constant(const tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  const tern_type_t *expected = tern_attr_type(value), *type = tern_op_operand(op, 0)->type;
  bool fits = tern_type_element(expected) == tern_type_element(type);
  if (fits && type->kind == TERN_TYPE_TENSOR) {
    fits = tern_type_rank(expected) == tern_type_rank(type);
    for (size_t i = 0; fits && i < tern_type_rank(type); ++i) {
      fits = tern_type_dim(type, i) == TERN_DYNAMIC || tern_type_dim(type, i) == tern_type_dim(expected, i);
    }
  }
  return fits ||
         tern_op_error(op, "compares %s with a constant of type %s", tern_type_text(type), tern_type_text(expected));
}

const tern_op_row_t tern_check_ops[] = {
#define OP(ID, NAME, ...) [TERN_CHECK_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/check/check_ops.def"
#undef OP
};

const tern_dialect_t tern_check_dialect = {
    .name = "check",
    .summary = "What a test expects of a program's values",
    .ops = tern_check_ops,
    .op_count = TERN_CHECK_OP_COUNT,
};
