// What is known of each value of a program, following control: sparse forward analysis (upstream: DataFlowSolver with
// DeadCodeAnalysis and a SparseForwardDataFlowAnalysis).
//
// The solver starts with nothing reached and lets facts flow until nothing changes. What it knows of a constant
// condition decides which blocks run; code that cannot run says nothing about the values it would pass on. It follows
// branches, structured ops (analysis/region_flow.h), and calls: the arguments of functions whose callers are all known,
// and the results of functions with a body within the root.

#ifndef TERN_ANALYSIS_DATAFLOW_H_
#define TERN_ANALYSIS_DATAFLOW_H_

#include "base/arena.h"
#include "ir/op_def.h"

typedef struct tern_dataflow tern_dataflow_t;

// The facts: states are immutable and the analysis's own; NULL is the state of what was not reached. States of a value
// only become weaker, a finite number of times.
typedef struct tern_dataflow_analysis {
  // What is so of a value of which nothing is known.
  const void *(*unknown)(tern_dataflow_t *flow, const tern_value_t *value);
  // What is so if either is; `a` itself if that says it already. Never called with NULL.
  const void *(*join)(tern_dataflow_t *flow, const void *a, const void *b);
  // The constant that a value in this state is, or NULL.
  const tern_attr_t *(*constant)(const void *state);
  // Joins what the op computes into its results. Called for ops that neither call nor hold regions, whenever the state
  // of an operand has changed, once all operands were reached.
  void (*transfer)(tern_dataflow_t *flow, tern_op_t *op);
  void *user;  // the analysis's own; tern_dataflow_user() gives it to the functions above
} tern_dataflow_analysis_t;

// Solves for `root` and what is in it. Does not change the IR, and is wrong once others do.
tern_dataflow_t *tern_dataflow_solve(tern_op_t *root, const tern_dataflow_analysis_t *analysis);
void tern_dataflow_destroy(tern_dataflow_t *flow);

const void *tern_dataflow_state(const tern_dataflow_t *flow, const tern_value_t *value);
// May the block run?
bool tern_dataflow_is_live(const tern_dataflow_t *flow, const tern_block_t *block);

// --- for `transfer` ---
void tern_dataflow_join(tern_dataflow_t *flow, tern_value_t *value, const void *state);
// Nothing is known of any result.
void tern_dataflow_set_results_unknown(tern_dataflow_t *flow, tern_op_t *op);
// The op is looked at again when the state of `value`, which is none of its operands, changes.
void tern_dataflow_depend(tern_dataflow_t *flow, tern_op_t *op, const tern_value_t *value);
void *tern_dataflow_user(const tern_dataflow_t *flow);
// For states; lives as long as the solution.
tern_arena_t *tern_dataflow_arena(tern_dataflow_t *flow);

#endif  // TERN_ANALYSIS_DATAFLOW_H_
