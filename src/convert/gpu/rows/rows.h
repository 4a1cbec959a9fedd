// Chains of reductions and element-wise ops over the same rows (softmax, layer norm, a lone sum), and how a kernel runs
// them: some invocations take a row together, read it once, and keep what later reductions need of it in registers.
//
// The ops of the function are put in terms of one space: row positions, which are parallel loops of every op, and a column,
// which is the loops that are reduced. Every value is then either one per row or one per row and column, and what one op
// hands to another needs no memory: it is in the invocation that has the column, or, reduced, in all invocations of the row.
// A row need not be contiguous: where neighbours in memory are of different rows, the kernel takes vectors of rows.
//
//   %max[i]  = max over j of %x[i, j]              reduction, phase 0
//   %e[i, j] = exp(%x[i, j] - %max[i])             columns
//   %sum[i]  = sum over j of %e[i, j]              reduction, phase 1: it needs what phase 0 has reduced
//   %y[i, j] = %e[i, j] / %sum[i]                  columns, stored when all phases are over

#ifndef TERN_CONVERT_GPU_ROWS_ROWS_H_
#define TERN_CONVERT_GPU_ROWS_ROWS_H_

#include "analysis/gpu/row_config.h"
#include "base/vec.h"
#include "convert/gpu/combiner.h"
#include "convert/gpu/nest.h"

enum {
  TERN_ROW_MAX_OPS = 32,
  TERN_ROW_MAX_DIMS = 6,  // row positions
  TERN_ROW_MAX_OPERANDS = 12,
  TERN_ROW_MAX_COLUMN_DIMS = 4,
  TERN_ROW_UNKNOWN = -1,  // label of a loop or dimension that nothing is known of yet
  TERN_ROW_COLUMN = 16,   // label of the column's first dimension, behind all labels of row positions
};

static inline bool tern_row_is_column(int label) { return label >= TERN_ROW_COLUMN; }

// Where an operand's elements come from: another op of the chain, or memory.
typedef struct tern_row_source {
  int producer;  // op of the chain, or -1: memory, or a scalar
  size_t output;
  int load;  // number of what is read from memory, the same for equal accesses; -1: nothing is
} tern_row_source_t;

typedef struct tern_row_op {
  tern_op_t *op;
  int labels[TERN_LINALG_MAX_LOOPS];
  bool has_column;  // it goes over columns, to reduce them or to compute each; else its results are one per row
  bool is_reduction;
  int phase;                     // of a reduction
  tern_gpu_combiner_t combiner;  // of a reduction
  tern_row_source_t sources[TERN_ROW_MAX_OPERANDS];
  bool is_stored[TERN_GPU_MAX_OUTPUTS];  // the last to write a buffer that others see
} tern_row_op_t;

// An access to memory.
typedef struct tern_row_load {
  size_t op, operand;  // the first that has it
  bool has_column, has_lane;
  bool has_row;  // rows differ in it; also where there is but one row
} tern_row_load_t;

typedef struct tern_row_plan {
  tern_op_t *func;
  TERN_VEC(tern_row_op_t) ops;
  TERN_VEC(tern_row_load_t) loads;
  size_t root;                             // op that the row positions are taken from
  size_t row_loops[TERN_ROW_MAX_DIMS];     // of the root
  int64_t row_extents[TERN_ROW_MAX_DIMS];  // TERN_DYNAMIC where unknown
  size_t row_dims;
  int64_t column_extents[TERN_ROW_MAX_COLUMN_DIMS];  // static
  size_t column_dims;
  int lane_label;  // of what neighbours in memory differ in: the last dimension of the column, or a row position
  int phases;
  tern_gpu_row_shape_t shape;
} tern_row_plan_t;

static inline bool tern_row_plan_is_across(const tern_row_plan_t *plan) {
  return !tern_row_is_column(plan->lane_label);
}

// Does the op compute a value for each column?
static inline bool tern_row_op_makes_columns(const tern_row_op_t *member) {
  return member->has_column && !member->is_reduction;
}

// False if the function is no such chain. To be deinitialized in any case.
bool tern_row_plan_make(tern_op_t *func, tern_row_plan_t *out_plan);
void tern_row_plan_deinitialize(tern_row_plan_t *plan);
// Replaces the ops of the chain by the kernel, and makes the function of its grid.
void tern_row_plan_emit(const tern_row_plan_t *plan, const tern_gpu_row_config_t *config);

#endif  // TERN_CONVERT_GPU_ROWS_ROWS_H_
