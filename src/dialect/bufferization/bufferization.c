// The bufferization dialect: its table and verifiers.

#include "dialect/bufferization/bufferization.h"

#include "ir/diagnostic.h"

static bool is_buffer(const tern_type_t *type) {
  return type->kind == TERN_TYPE_MEMREF || type->kind == TERN_TYPE_UNRANKED_MEMREF;
}

// A tensor and a buffer, or two tensors, of one shape and element type.
static bool have_same_contents(const tern_type_t *a, const tern_type_t *b) {
  if (tern_type_element(a) != tern_type_element(b) || tern_type_is_ranked(a) != tern_type_is_ranked(b)) return false;
  if (!tern_type_is_ranked(a)) return true;
  if (tern_type_rank(a) != tern_type_rank(b)) return false;
  for (size_t i = 0; i < tern_type_rank(a); ++i) {
    if (tern_type_dim(a, i) != tern_type_dim(b, i)) return false;
  }
  return true;
}

static bool verify_same_contents(const tern_op_t *op, const tern_type_t *a, const tern_type_t *b) {
  return have_same_contents(a, b) || tern_op_error(op, "expects the same shape and element type but got '%s' and '%s'",
                                                   tern_type_text(a), tern_type_text(b));
}

static bool verify_to_tensor(const tern_op_t *op) {
  return verify_same_contents(op, tern_op_operand(op, 0)->type, tern_op_result(op, 0)->type);
}

static bool verify_to_buffer(const tern_op_t *op) {
  return verify_same_contents(op, tern_op_operand(op, 0)->type, tern_op_result(op, 0)->type);
}

static bool verify_materialization(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *destination = tern_op_operand(op, 1)->type;
  bool has_buffer = is_buffer(destination), is_writable = tern_op_attr(op, "writable") != NULL;
  if (has_buffer == (op->result_count > 0)) {
    return tern_op_error(op, "expects a result if, and only if, the destination is a tensor");
  }
  if (has_buffer != is_writable || (!has_buffer && tern_op_attr(op, "restrict"))) {
    return tern_op_error(op, has_buffer ? "must have 'writable' if the destination is a buffer"
                                        : "must have neither 'restrict' nor 'writable' if the destination is a tensor");
  }
  if (op->result_count > 0 && tern_op_result(op, 0)->type != destination) {
    return tern_op_error(op, "expects the result's type to be the destination's, '%s'", tern_type_text(destination));
  }
  return verify_same_contents(op, source, destination);
}

static tern_traits_t effects_of_materialization(const tern_op_t *op) {
  return op->operand_count == 2 && is_buffer(tern_op_operand(op, 1)->type) ? TERN_TRAIT_MEM_WRITE : 0;
}

const tern_op_row_t tern_bufferization_ops[] = {
#define OP(ID, NAME, ...) [TERN_BUFFERIZATION_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/bufferization/bufferization_ops.def"
#undef OP
};

const tern_dialect_t tern_bufferization_dialect = {
    .name = "bufferization",
    .summary = "Conversions between tensors and buffers",
    .ops = tern_bufferization_ops,
    .op_count = TERN_BUFFERIZATION_OP_COUNT,
};
