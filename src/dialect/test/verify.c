// test: what ops and attributes of the dialect ask for beyond their rows.

#include "dialect/test/hooks.h"
#include "ir/diagnostic.h"

bool tern_test_verify_type_trait(const tern_op_t *op) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (type->kind == TERN_TYPE_DIALECT && strcmp(type->row->name, "test.test_type_with_trait") == 0) return true;
  return tern_emit_error(op->loc, "result type should have trait 'TestTypeTrait'");
}

bool tern_test_verify_attr_trait(const tern_op_t *op) {
  const tern_attr_t *attr = tern_op_attr(op, "attr");
  if (attr->kind == TERN_ATTR_DIALECT) {
    const tern_attr_row_t *row = attr->row;
    if (strcmp(row->name, "test.attr_with_trait") == 0) return true;
  }
  return tern_emit_error(op->loc, "'attr' attribute should have trait 'TestAttrTrait'");
}

bool tern_test_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr) {
  (void)attr;
  if (!tern_str_equal_cstr(name, "test.invalid_attr")) return true;
  return tern_emit_error(op->loc, "invalid to use 'test.invalid_attr'");
}

bool tern_test_verify_arg_attr(const tern_op_t *op, size_t index, tern_str_t name, const tern_attr_t *attr) {
  (void)index;
  return tern_test_verify_op_attr(op, name, attr);
}
