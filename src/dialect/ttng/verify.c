// ttng: barriers and copies by tensor maps (upstream: Ops.cpp).

#include <inttypes.h>

#include "dialect/tt/tt.h"
#include "dialect/ttng/hooks.h"
#include "ir/diagnostic.h"

static const tern_type_t *type_of(const tern_op_t *op, const char *operand) {
  return tern_op_operand_named(op, operand)->type;
}

static size_t count_of(const tern_op_t *op, const char *operands) {
  size_t start, count;
  tern_op_operands_named(op, operands, &start, &count);
  return count;
}

// --- ttng.warp_group_dot_wait ---

bool tern_ttng_verify_wait(const tern_op_t *op) {
  if (!op->operand_count) return tern_op_error(op, "expected to be waiting on at least one dependency");
  bool is_same = op->operand_count == op->result_count;
  for (size_t i = 0; i < op->operand_count && is_same; ++i)
    is_same = tern_op_operand(op, i)->type == op->results[i].type;
  return is_same || tern_op_error(op, "failed to verify that all of {inputs, outputs} have same type");
}

// --- barriers, which are the first operand ---

bool tern_ttng_verify_barrier(const tern_op_t *op) { return tern_ttg_check_barrier(op, tern_op_operand(op, 0)->type); }

bool tern_ttng_verify_arrive(const tern_op_t *op) {
  return tern_ttng_verify_barrier(op) && (tern_integer_attr_value(tern_op_attr(op, "count")) >= 1 ||
                                          tern_op_error(op, "count must be greater than or equal to 1"));
}

// --- copies ---

bool tern_ttng_verify_tma_load(const tern_op_t *op) {
  tern_memdesc_t result = tern_memdesc_read(type_of(op, "result"));
  size_t count = count_of(op, "coord");
  if (!tern_ttg_check_barrier(op, type_of(op, "barrier"))) return false;
  if (count < 1 || count > 5) return tern_op_error(op, "TMA copies must have between 1 and 5 coordinates");
  if (!result.is_mutable) return tern_op_error(op, "Cannot store into immutable memory");
  return tern_attr_is_ttg(result.encoding, TERN_TTG_ATTR_NVMMA_SHARED) ||
         tern_op_error(op, "TMA result must have NVMMA shared layout");
}

static bool check_rows(const tern_op_t *op, const char *memory) {
  return tern_tt_check_descriptor_rows(op, type_of(op, memory), type_of(op, "x_offsets"));
}

bool tern_ttng_verify_tma_gather(const tern_op_t *op) {
  if (!tern_ttg_check_barrier(op, type_of(op, "barrier"))) return false;
  if (!tern_memdesc_read(type_of(op, "result")).is_mutable)
    return tern_op_error(op, "cannot store into immutable memory");
  return check_rows(op, "result");
}

bool tern_ttng_verify_tma_scatter(const tern_op_t *op) { return check_rows(op, "src"); }

bool tern_ttng_verify_tensormap_create(const tern_op_t *op) {
  size_t rank = count_of(op, "box_dim"), dims = count_of(op, "global_dim"), strides = count_of(op, "global_stride"),
         steps = count_of(op, "element_stride");
  if (dims != rank)
    return tern_op_error_unnamed(op, "Rank mismatch for global dim. Got %zu but expected %zu", dims, rank);
  if (strides + 1 != rank)
    return tern_op_error_unnamed(op, "Rank mismatch for global stride. Got %zu but expected %zu", strides, rank - 1);
  return steps == rank ||
         tern_op_error_unnamed(op, "Rank mismatch for element stride. Got %zu but expected %zu", steps, rank);
}
