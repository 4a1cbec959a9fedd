// gpu.global_id, gpu.subgroup_id and shuffles of 64 bits, by what every device has (upstream: GlobalIdRewriter,
// SubgroupIdRewriter, ShuffleRewriter).

#include "dialect/arith/arith.h"
#include "transform/gpu/rewrite_patterns.h"

static tern_value_t *build_binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs));
}

static tern_value_t *build_cast(tern_builder_t *b, const tern_op_row_t *row, const tern_type_t *type,
                                tern_value_t *value) {
  return tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

// --- ids ---

// The workgroup's position times its size, plus the position in it.
bool tern_gpu_rewrite_global_id(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  int dimension = (int)tern_enum_attr_value(tern_op_attr(op, "dimension"));
  tern_value_t *block = tern_gpu_build_query(b, TERN_GPU(BLOCK_ID), dimension);
  tern_value_t *size = tern_gpu_build_query(b, TERN_GPU(BLOCK_DIM), dimension);
  tern_value_t *start = build_binary(b, TERN_ARITH(MULI), block, size);
  tern_value_t *thread = tern_gpu_build_query(b, TERN_GPU(THREAD_ID), dimension);
  tern_value_t *result = build_binary(b, TERN_ARITH(ADDI), thread, start);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

// Subgroups are made of neighbours in x, then y, then z.
bool tern_gpu_rewrite_subgroup_id(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *index = tern_index_type_get(b->context);
  tern_value_t *size_x = tern_gpu_build_query(b, TERN_GPU(BLOCK_DIM), TERN_GPU_DIM_X);
  tern_value_t *size_y = tern_gpu_build_query(b, TERN_GPU(BLOCK_DIM), TERN_GPU_DIM_Y);
  tern_value_t *x = tern_gpu_build_query(b, TERN_GPU(THREAD_ID), TERN_GPU_DIM_X);
  tern_value_t *y = tern_gpu_build_query(b, TERN_GPU(THREAD_ID), TERN_GPU_DIM_Y);
  tern_value_t *z = tern_gpu_build_query(b, TERN_GPU(THREAD_ID), TERN_GPU_DIM_Z);
  tern_value_t *planes = build_binary(b, TERN_ARITH(MULI), size_y, z);
  tern_value_t *rows = build_binary(b, TERN_ARITH(ADDI), planes, y);
  tern_value_t *row_start = build_binary(b, TERN_ARITH(MULI), size_x, rows);
  tern_value_t *position = build_binary(b, TERN_ARITH(ADDI), x, row_start);
  tern_value_t *subgroup_size = tern_build_value(b, TERN_GPU(SUBGROUP_SIZE), .types = TERN_TYPES(index));
  tern_value_t *result = build_binary(b, TERN_ARITH(DIVUI), position, subgroup_size);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

// --- shuffles ---

// A shuffle of `half` like `op`.
static tern_op_t *build_half_shuffle(tern_builder_t *b, const tern_op_t *op, tern_value_t *half) {
  return tern_build(b, TERN_GPU(SHUFFLE), .operands = TERN_VALUES(half, tern_op_operand(op, 1), tern_op_operand(op, 2)),
                    .types = TERN_TYPES(half->type, tern_i_type_get(b->context, 1)),
                    .attrs = TERN_ATTRS({"mode", tern_op_attr(op, "mode")}));
}

// The halves are shuffled one by one and put together again.
bool tern_gpu_rewrite_shuffle(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *value = tern_op_operand(op, 0);
  const tern_type_t *type = value->type, *i32 = tern_i_type_get(b->context, 32), *i64 = tern_i_type_get(b->context, 64);
  bool is_float = tern_type_is_float(type);
  if ((!is_float && !tern_type_is_integer(type)) || tern_type_bit_width(type) != 64) return false;

  if (is_float) value = build_cast(b, TERN_ARITH(BITCAST), i64, value);
  tern_value_t *low = build_cast(b, TERN_ARITH(TRUNCI), i32, value);
  tern_value_t *half_width = tern_arith_constant_int(b, i64, 32);
  tern_value_t *shifted = build_binary(b, TERN_ARITH(SHRUI), value, half_width);
  tern_value_t *high = build_cast(b, TERN_ARITH(TRUNCI), i32, shifted);
  tern_op_t *low_shuffle = build_half_shuffle(b, op, low), *high_shuffle = build_half_shuffle(b, op, high);
  low = build_cast(b, TERN_ARITH(EXTUI), i64, tern_op_result(low_shuffle, 0));
  high = build_cast(b, TERN_ARITH(EXTUI), i64, tern_op_result(high_shuffle, 0));
  high = build_binary(b, TERN_ARITH(SHLI), high, half_width);
  value = build_binary(b, TERN_ARITH(ORI), high, low);
  if (is_float) value = build_cast(b, TERN_ARITH(BITCAST), type, value);
  tern_value_t *is_valid =
      build_binary(b, TERN_ARITH(ANDI), tern_op_result(low_shuffle, 1), tern_op_result(high_shuffle, 1));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value, is_valid));
  return true;
}
