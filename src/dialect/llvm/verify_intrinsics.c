// llvm: what intrinsics ask of the types of their operands and results together.

#include "dialect/llvm/llvm_hooks.h"

bool tern_llvm_verify_sincos(const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type, *operand = tern_op_operand(op, 0)->type;
  tern_types_t members = {0};
  if (tern_type_is_llvm(type, TERN_LLVM_STRUCT)) members = tern_llvm_struct_elements(type);
  return (members.count == 2 && members.values[0] == operand && members.values[1] == operand) ||
         tern_op_error(op,
                       "expected result type to be an homogeneous struct with two elements matching the operand type, "
                       "but got '%s'",
                       tern_type_text(type));
}

// --- runs of elements ---

// Bits of a vector; of a scalable one, at least.
static bool is_small(const tern_type_t *vector) {
  return tern_type_dim(vector, 0) * (int64_t)tern_type_bit_width(tern_type_element(vector)) <= 1 << 17;
}

static bool is_scalable(const tern_type_t *vector) { return tern_vector_type_scalable_mask(vector) != 0; }

static bool verify_run(const tern_op_t *op, const tern_type_t *run, const tern_type_t *whole, const char *what) {
  if (!is_small(run) || !is_small(whole))
    return tern_op_error(op, "failed to verify that vectors are not bigger than 2^17 bits.");
  return !is_scalable(run) || is_scalable(whole) ||
         tern_op_error(op, "failed to verify that it is not %s fixed-length vectors.", what);
}

bool tern_llvm_verify_vector_insert(const tern_op_t *op) {
  return verify_run(op, tern_op_operand(op, 1)->type, tern_op_operand(op, 0)->type, "inserting scalable into");
}

bool tern_llvm_verify_vector_extract(const tern_op_t *op) {
  return verify_run(op, op->results[0].type, tern_op_operand(op, 0)->type, "extracting scalable from");
}

bool tern_llvm_verify_vector_interleave2(const tern_op_t *op) {
  const tern_type_t *half = tern_op_operand(op, 0)->type, *whole = op->results[0].type;
  return (whole->kind == TERN_TYPE_VECTOR && tern_type_dim(whole, 0) == 2 * tern_type_dim(half, 0) &&
          tern_type_element(whole) == tern_type_element(half) && is_scalable(whole) == is_scalable(half)) ||
         tern_op_error(op, "failed to verify that result has twice as many elements as 'vec1'");
}
