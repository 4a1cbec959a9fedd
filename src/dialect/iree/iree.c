// The iree dialect.

#include "dialect/iree/iree.h"

#include "dialect/hal/hal.h"
#include "ir/attr.h"
#include "ir/diagnostic.h"

static bool verify_placeholder(const tern_op_t *op) {
  tern_str_t purpose = tern_string_attr_value(tern_op_attr(op, "purpose"));
  bool is_shape = tern_str_equal_cstr(purpose, "shape");
  if (!is_shape && !tern_str_equal_cstr(purpose, "interface buffer")) {
    return tern_op_error(op, "has unknown purpose '%.*s', expected \"interface buffer\" or \"shape\"",
                         (int)purpose.size, purpose.data);
  }
  if (is_shape && tern_op_attr(op, "binding")) {
    return tern_op_error(op, "for \"shape\" stands for no binding");
  }
  if (!is_shape && !tern_op_attr(op, "binding")) {
    return tern_op_error(op, "expects the attribute 'binding' with the @interface::@binding it stands for");
  }
  const tern_type_t *type = tern_op_result(op, 0)->type;
  size_t start, count, expected = tern_type_dynamic_dim_count(type);
  tern_op_operands_named(op, "dynamic_dims", &start, &count);
  if (count == expected) return true;
  tern_op_error(op, "expects %zu dynamic dimension sizes for %s but got %zu", expected, tern_type_text(type), count);
  tern_emit_note(op->loc, "give the size of each '?' after the type, as in memref<?x4xf32>{%%n}");
  return false;
}

static bool verify_placeholder_symbol(const tern_op_t *op) {
  return !tern_op_attr(op, "binding") || tern_hal_resolve_binding(op, tern_op_attr(op, "binding")) != NULL;
}

const tern_op_row_t tern_iree_ops[TERN_IREE_OP_COUNT] = {
#define OP(ID, NAME, ...) [TERN_IREE_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/iree/iree_ops.def"
#undef OP
};

const tern_dialect_t tern_iree_dialect = {
    .name = "iree",
    .summary = "What a dispatch is given by its ABI, before a back end has decided how",
    .ops = tern_iree_ops,
    .op_count = TERN_IREE_OP_COUNT,
};
