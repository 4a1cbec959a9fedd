// The loops of scf. Parallel ones run in order of their counters: a program that depends on another order has no meaning,
// and one that depends on none is not changed by this one.

#include <stdlib.h>

#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "interpreter/reference/evaluator.h"

// Values at operands `first`... as a list that is owned.
static datum_t **take_operands(const frame_t *f, const node_t *n, size_t first, size_t count) {
  datum_t **values = tern_realloc_array(NULL, count + 1, sizeof *values);
  for (size_t k = 0; k < count; ++k) values[k] = tern_reference_retain(operand_of(f, n, first + k));
  return values;
}

static void take_carried(evaluator_t *e, const frame_t *f, size_t first, datum_t **values, size_t count) {
  for (size_t k = 0; k < count; ++k) {
    datum_t *next = tern_reference_retain(operand_of(f, e->terminator, first + k));
    tern_reference_release(values[k]);
    values[k] = next;
  }
}

static void put_results(frame_t *f, const node_t *n, datum_t **values, size_t count) {
  for (size_t k = 0; k < count; ++k) put_result(f, n, k, values[k]);
  free(values);
}

// Runs the body with the counter and the carried values in front of it.
static flow_t run_body(evaluator_t *e, frame_t *f, const node_t *n, const tern_type_t *counter, int64_t at,
                       datum_t **carried, size_t count) {
  const block_code_t *block = n->regions[0].blocks;
  form_t form;
  tern_reference_form_of(counter, &form);
  put_slot(f, block->arguments[0], tern_reference_scalar(form, tern_interpreter_truncate(form.number, (uint64_t)at)));
  for (size_t k = 0; k < count; ++k) put_slot(f, block->arguments[1 + k], tern_reference_retain(carried[k]));
  return tern_reference_run_region(e, f, &n->regions[0]);
}

static flow_t run_for(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t lower, upper, step;
  if (!tern_reference_integer(e, f, n, 0, &lower) || !tern_reference_integer(e, f, n, 1, &upper) ||
      !tern_reference_integer(e, f, n, 2, &step)) {
    return FLOW_STOP;
  }
  bool is_unsigned = tern_op_attr(n->op, "unsignedCmp") != NULL;
  number_t number = operand_of(f, n, 0)->form.number;
  if (is_unsigned) {
    lower = (int64_t)tern_interpreter_truncate(number, (uint64_t)lower);
    upper = (int64_t)tern_interpreter_truncate(number, (uint64_t)upper);
    step = (int64_t)tern_interpreter_truncate(number, (uint64_t)step);
  }
  if (step == 0 || (!is_unsigned && step < 0)) return STOP_UNDEFINED(e, n->op, "has a step that is not positive");
  size_t count = n->op->result_count;
  datum_t **carried = take_operands(f, n, 3, count);
  flow_t flow = FLOW_NEXT;
  int64_t at = lower;
  while (is_unsigned ? (uint64_t)at < (uint64_t)upper : at < upper) {
    flow = run_body(e, f, n, tern_op_operand(n->op, 0)->type, at, carried, count);
    if (flow == FLOW_STOP) break;
    take_carried(e, f, 0, carried, count);
    uint64_t left = (uint64_t)upper - (uint64_t)at;
    if (left <= (uint64_t)step) break;
    at = (int64_t)((uint64_t)at + (uint64_t)step);
  }
  put_results(f, n, carried, count);
  return flow == FLOW_STOP ? FLOW_STOP : FLOW_NEXT;
}

static flow_t run_while(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t **state = take_operands(f, n, 0, n->op->operand_count);
  size_t count = n->op->operand_count;
  for (;;) {
    flow_t flow = tern_reference_run_region_on(e, f, &n->regions[0], state, count);
    free(state);
    if (flow == FLOW_STOP) return FLOW_STOP;
    const node_t *condition = e->terminator;
    int64_t goes_on;
    if (!tern_reference_integer(e, f, condition, 0, &goes_on)) return FLOW_STOP;
    if (!(goes_on & 1)) {
      tern_reference_take_yielded(e, f, n, 1);
      return FLOW_NEXT;
    }
    count = condition->op->operand_count - 1;
    state = take_operands(f, condition, 1, count);
    flow = tern_reference_run_region_on(e, f, &n->regions[1], state, count);
    free(state);
    if (flow == FLOW_STOP) return FLOW_STOP;
    count = e->terminator->op->operand_count;
    state = take_operands(f, e->terminator, 0, count);
  }
}

// --- nests ---

typedef struct nest {
  size_t rank;
  int64_t lower[REFERENCE_RANK_MAX], upper[REFERENCE_RANK_MAX], step[REFERENCE_RANK_MAX];
  int64_t extents[REFERENCE_RANK_MAX], position[REFERENCE_RANK_MAX];
} nest_t;

// Counts the iterations; false after a stop.
static bool measure(evaluator_t *e, const node_t *n, nest_t *nest) {
  for (size_t d = 0; d < nest->rank; ++d) {
    if (nest->step[d] <= 0) {
      STOP_UNDEFINED(e, n->op, "has a step that is not positive");
      return false;
    }
    uint64_t length = nest->upper[d] > nest->lower[d] ? (uint64_t)nest->upper[d] - (uint64_t)nest->lower[d] : 0;
    uint64_t step = (uint64_t)nest->step[d];
    nest->extents[d] = (int64_t)(length / step + (length % step != 0));
    nest->position[d] = 0;
  }
  return true;
}

static void put_counters(frame_t *f, const node_t *n, const nest_t *nest) {
  const block_code_t *block = n->regions[0].blocks;
  form_t form;
  for (size_t d = 0; d < nest->rank; ++d) {
    tern_reference_form_of(block->block->args[d]->type, &form);
    int64_t at = wrap_add(nest->lower[d], wrap_multiply(nest->position[d], nest->step[d]));
    put_slot(f, block->arguments[d], tern_reference_scalar(form, (uint64_t)at));
  }
}

// Combines what an iteration gave with what there was.
static flow_t reduce(evaluator_t *e, frame_t *f, const node_t *end, datum_t **values) {
  for (uint32_t k = 0; end && k < end->op->operand_count; ++k) {
    datum_t *arguments[] = {values[k], tern_reference_retain(operand_of(f, end, k))};
    values[k] = NULL;
    if (tern_reference_run_region_on(e, f, &end->regions[k], arguments, 2) == FLOW_STOP) return FLOW_STOP;
    values[k] = tern_reference_retain(operand_of(f, e->terminator, 0));
  }
  return FLOW_NEXT;
}

static flow_t run_parallel(evaluator_t *e, frame_t *f, const node_t *n) {
  nest_t nest;
  if (!tern_reference_group(e, f, n, "lowerBound", nest.lower, &nest.rank) ||
      !tern_reference_group(e, f, n, "upperBound", nest.upper, &nest.rank) ||
      !tern_reference_group(e, f, n, "step", nest.step, &nest.rank) || !measure(e, n, &nest)) {
    return FLOW_STOP;
  }
  size_t count = n->op->result_count;
  datum_t **values = take_operands(f, n, n->op->operand_count - count, count);
  flow_t flow = FLOW_NEXT;
  if (tern_reference_has_elements(nest.extents, nest.rank)) {
    do {
      put_counters(f, n, &nest);
      flow = tern_reference_run_region(e, f, &n->regions[0]);
      if (flow != FLOW_STOP) flow = reduce(e, f, e->terminator, values);
    } while (flow != FLOW_STOP && tern_reference_next(nest.position, nest.extents, nest.rank));
  }
  put_results(f, n, values, count);
  return flow;
}

// Bodies see the outputs as they were at the start; slices go to copies that become the results.
static flow_t run_forall(evaluator_t *e, frame_t *f, const node_t *n) {
  nest_t nest;
  if (!tern_reference_index_list(e, f, n, "dynamicLowerBound", "staticLowerBound", nest.lower, &nest.rank) ||
      !tern_reference_index_list(e, f, n, "dynamicUpperBound", "staticUpperBound", nest.upper, &nest.rank) ||
      !tern_reference_index_list(e, f, n, "dynamicStep", "staticStep", nest.step, &nest.rank) ||
      !measure(e, n, &nest)) {
    return FLOW_STOP;
  }
  size_t count = n->op->result_count, first = n->op->operand_count - count;
  datum_t **outputs = take_operands(f, n, first, count);
  const uint32_t *arguments = n->regions[0].blocks->arguments + nest.rank;
  flow_t flow = FLOW_NEXT;
  bool is_running = tern_reference_has_elements(nest.extents, nest.rank);
  while (is_running) {
    put_counters(f, n, &nest);
    for (size_t k = 0; k < count; ++k) put_slot(f, arguments[k], tern_reference_retain(operand_of(f, n, first + k)));
    flow = tern_reference_run_region(e, f, &n->regions[0]);
    const node_t *end = e->terminator;
    if (flow == FLOW_STOP) break;
    for (size_t k = 0; k < count; ++k) put_slot(f, arguments[k], tern_reference_retain(outputs[k]));
    if (end) flow = tern_reference_run_region(e, f, &end->regions[0]);
    if (flow == FLOW_STOP) break;
    for (size_t k = 0; k < count; ++k) {
      tern_reference_release(outputs[k]);
      outputs[k] = tern_reference_retain(f->slots[arguments[k]]);
    }
    is_running = tern_reference_next(nest.position, nest.extents, nest.rank);
  }
  put_results(f, n, outputs, count);
  return flow == FLOW_STOP ? FLOW_STOP : FLOW_NEXT;
}

const reference_row_t tern_reference_loop_rows[] = {
    {TERN_SCF(FOR), run_for},
    {TERN_SCF(WHILE), run_while},
    {TERN_SCF(PARALLEL), run_parallel},
    {TERN_SCF(REDUCE), tern_reference_run_end},
    {TERN_SCF(FORALL), run_forall},
    {TERN_SCF(IN_PARALLEL), tern_reference_run_end},
    {0},
};
