// Ops are run, not changed: a fold hook is asked what it gives for constant operands. One that changes its op instead
// is undone, since what holds on the ways found so far may not hold in the end.

#include "analysis/constant_values.h"

#include <stdlib.h>
#include <string.h>

#include "rewrite/fold.h"

typedef struct constant_state {
  const tern_attr_t *value;  // NULL: no constant
  const tern_dialect_t *dialect;
} constant_state_t;

static const constant_state_t not_constant = {0};

static const void *unknown(tern_dataflow_t *flow, const tern_value_t *value) {
  (void)flow, (void)value;
  return &not_constant;
}

static const void *join(tern_dataflow_t *flow, const void *a, const void *b) {
  (void)flow;
  const constant_state_t *left = a, *right = b;
  return left->value == right->value ? a : &not_constant;
}

static const tern_attr_t *constant(const void *state) { return ((const constant_state_t *)state)->value; }

static void join_constant(tern_dataflow_t *flow, tern_value_t *result, const tern_attr_t *value,
                          const tern_dialect_t *dialect) {
  const constant_state_t *old = tern_dataflow_state(flow, result);
  if (old && old->value == value) return;
  constant_state_t *state = tern_arena_alloc(tern_dataflow_arena(flow), sizeof *state);
  *state = (constant_state_t){value, dialect};
  tern_dataflow_join(flow, result, state);
}

static bool is_operand(const tern_op_t *op, const tern_value_t *value) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_op_operand(op, i) == value) return true;
  }
  return false;
}

static void join_answer(tern_dataflow_t *flow, tern_op_t *op, tern_value_t *result, const tern_fold_result_t *answer) {
  if (answer->attr) {
    join_constant(flow, result, answer->attr, op->def->dialect);
    return;
  }
  if (!is_operand(op, answer->value)) tern_dataflow_depend(flow, op, answer->value);
  const void *state = tern_dataflow_state(flow, answer->value);
  if (state) tern_dataflow_join(flow, result, state);
}

// What an op was made of before it was folded.
typedef struct snapshot {
  tern_value_t **operands;
  size_t operand_count;
  const tern_attr_t **slots;
  const tern_attr_t *attrs;
} snapshot_t;

static snapshot_t take_snapshot(const tern_op_t *op) {
  snapshot_t snapshot = {.operand_count = op->operand_count, .attrs = op->attrs};
  snapshot.operands = tern_malloc((op->operand_count + 1) * sizeof *snapshot.operands);
  for (size_t i = 0; i < op->operand_count; ++i) snapshot.operands[i] = tern_op_operand(op, i);
  snapshot.slots = tern_malloc((op->def->attr_count + 1) * sizeof *snapshot.slots);
  if (op->def->attr_count) memcpy(snapshot.slots, op->slots, op->def->attr_count * sizeof *snapshot.slots);
  return snapshot;
}

static void restore(tern_op_t *op, const snapshot_t *snapshot) {
  bool is_same = op->operand_count == snapshot->operand_count;
  for (size_t i = 0; is_same && i < op->operand_count; ++i) is_same = tern_op_operand(op, i) == snapshot->operands[i];
  if (!is_same) tern_op_set_operands(op, (tern_values_t){snapshot->operands, snapshot->operand_count});
  if (op->def->attr_count) memcpy(op->slots, snapshot->slots, op->def->attr_count * sizeof *snapshot->slots);
  op->attrs = snapshot->attrs;
}

static void transfer(tern_dataflow_t *flow, tern_op_t *op) {
  if (tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE) && op->result_count == 1) {
    const tern_attr_t *value = tern_value_constant(tern_op_result(op, 0));
    if (value) {
      join_constant(flow, tern_op_result(op, 0), value, op->def->dialect);
    } else {
      tern_dataflow_set_results_unknown(flow, op);
    }
    return;
  }
  snapshot_t snapshot = take_snapshot(op);
  const tern_attr_t **constants = tern_malloc((op->operand_count + 1) * sizeof *constants);
  for (size_t i = 0; i < op->operand_count; ++i) {
    constants[i] = constant(tern_dataflow_state(flow, tern_op_operand(op, i)));
  }
  tern_fold_result_t *answers = tern_malloc((op->result_count + 1) * sizeof *answers);
  tern_fold_status_t status = tern_fold_compute_for(op, constants, answers);
  restore(op, &snapshot);
  if (status == TERN_FOLD_REPLACED) {
    for (size_t i = 0; i < op->result_count; ++i) join_answer(flow, op, tern_op_result(op, i), &answers[i]);
  } else {
    tern_dataflow_set_results_unknown(flow, op);
  }
  free(answers);
  free(constants);
  free(snapshot.operands);
  free(snapshot.slots);
}

static const tern_dataflow_analysis_t analysis = {
    .unknown = unknown,
    .join = join,
    .constant = constant,
    .transfer = transfer,
};

tern_dataflow_t *tern_constant_values_solve(tern_op_t *root) { return tern_dataflow_solve(root, &analysis); }

const tern_attr_t *tern_constant_values_get(const tern_dataflow_t *flow, const tern_value_t *value,
                                            const tern_dialect_t **out_dialect) {
  const constant_state_t *state = tern_dataflow_state(flow, value);
  if (!state) return NULL;
  *out_dialect = state->dialect;
  return state->value;
}
