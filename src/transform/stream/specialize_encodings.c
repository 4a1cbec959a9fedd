// --iree-stream-specialize-encodings: decides how encodings of tensor types are laid out (upstream:
// SpecializeEncodings.cpp).
//
// All our targets keep tensors row-major, so that there is nothing to decide: an encoding that says otherwise is an error
// here, where the op that has it can still be named.

#include "dialect/stream/stream.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

static bool is_encoded(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR && tern_tensor_type_encoding(type);
}

static bool check_attr(const tern_op_t *op, const tern_attr_t *attr) {
  if (!attr) return true;
  if (attr->kind == TERN_ATTR_ARRAY) {
    for (size_t i = 0; i < tern_array_attr_count(attr); ++i) {
      if (!check_attr(op, tern_array_attr_at(attr, i))) return false;
    }
  }
  if (attr->kind != TERN_ATTR_TYPE || !is_encoded(tern_type_attr_value(attr))) return true;
  return tern_op_error(op, "asks for the encoding %s, which no target lays out",
                       tern_type_text(tern_type_attr_value(attr)));
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  bool *is_ok = user;
  if (tern_op_is(op, TERN_STREAM(EXECUTABLE))) return TERN_WALK_SKIP;
  if (op->def->dialect != &tern_stream_dialect) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->def->attr_count; ++i) *is_ok = check_attr(op, op->slots[i]) && *is_ok;
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  bool is_ok = true;
  tern_op_walk_pre(op, visit, &is_ok);
  return is_ok;
}

const tern_pass_def_t tern_stream_specialize_encodings_pass = {
    .flag = "iree-stream-specialize-encodings",
    .name = "SpecializeEncodings",
    .anchor = "builtin.module",
    .summary = "Checks that encodings of tensors are ones that targets lay out",
    .dialects = (const tern_dialect_t *const[]){&tern_stream_dialect, NULL},
    .run = run,
};
