// What a program of a grid asks for and does besides computing: its place, calls, prints, assertions, barriers.

#include <stdlib.h>

#include "dialect/gpu/gpu.h"
#include "dialect/llvm/llvm.h"
#include "dialect/ttg/ttg.h"
#include "interpreter/triton/triton.h"
#include "ir/symbol.h"

static flow_t put_of_grid(evaluator_t *e, frame_t *f, const node_t *n, const uint32_t *numbers, uint32_t alone) {
  int64_t axis = enum_of(n->op, "axis", 0);
  tern_reference_put_index(e, f, n, 0, e->launch ? (int64_t)numbers[axis] : alone);
  return FLOW_NEXT;
}
static flow_t run_program_id(evaluator_t *e, frame_t *f, const node_t *n) {
  return put_of_grid(e, f, n, e->launch ? e->launch->program : NULL, 0);
}
static flow_t run_num_programs(evaluator_t *e, frame_t *f, const node_t *n) {
  return put_of_grid(e, f, n, e->launch ? e->launch->grid : NULL, 1);
}

static flow_t run_call(evaluator_t *e, frame_t *f, const node_t *n) {
  const tern_op_t *op = n->op;
  tern_op_t *function = tern_symbol_lookup_nearest(n->op, tern_op_attr(op, "callee"));
  if (!function || !tern_op_is(function, TERN_TT(FUNC))) return STOP_UNKNOWN(e, op, "calls no tt.func");
  datum_t **values = tern_realloc_array(NULL, (size_t)op->operand_count + op->result_count + 1, sizeof *values);
  datum_t **results = values + op->operand_count;
  for (uint32_t k = 0; k < op->operand_count; ++k) values[k] = operand_of(f, n, k);
  flow_t flow = tern_reference_run_call(e, op, function, values, results);
  for (uint32_t k = 0; flow == FLOW_NEXT && k < op->result_count; ++k) put_result(f, n, k, results[k]);
  free(values);
  return flow;
}

static flow_t run_assert(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *condition = operand_of(f, n, 0);
  for (int64_t k = 0; k < condition->count; ++k) {
    int64_t holds;
    if (!tern_reference_element(e, n, condition, k, &holds)) return FLOW_STOP;
    if (holds & 1) continue;
    tern_str_t message = tern_string_attr_value(tern_op_attr(n->op, "message"));
    return tern_reference_stop(e, n->op, TERN_REFERENCE_ABORTED, "the assertion '%.*s' does not hold",
                               (int)message.size, message.data);
  }
  return FLOW_NEXT;
}

// One line for each value: which program, the prefix, the elements.
static flow_t run_print(evaluator_t *e, frame_t *f, const node_t *n) {
  static const uint32_t no_program[3];
  const uint32_t *program = e->launch ? e->launch->program : no_program;
  tern_str_t prefix = tern_string_attr_value(tern_op_attr(n->op, "prefix"));
  uint32_t lines = n->op->operand_count ? n->op->operand_count : 1;
  for (uint32_t k = 0; k < lines; ++k) {
    tern_string_builder_append_format(&e->output, "(%u, %u, %u)%.*s", program[0], program[1], program[2],
                                      (int)prefix.size, prefix.data);
    if (n->op->operand_count) tern_reference_print(operand_of(f, n, k), &e->output);
    tern_string_builder_append_cstr(&e->output, "\n");
  }
  return FLOW_NEXT;
}

// Threads of a program do each op together here.
static flow_t run_nothing(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)e, (void)f, (void)n;
  return FLOW_NEXT;
}

static flow_t run_assume(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t holds;
  if (!tern_reference_integer(e, f, n, 0, &holds)) return FLOW_STOP;
  return holds & 1 ? FLOW_NEXT : STOP_UNDEFINED(e, n->op, "assumes what does not hold");
}

const reference_row_t tern_reference_triton_program_rows[] = {
    {TERN_TT(GET_PROGRAM_ID), run_program_id},
    {TERN_TT(GET_NUM_PROGRAMS), run_num_programs},
    {TERN_TT(CALL), run_call},
    {TERN_TT(RETURN), tern_reference_run_end},
    {TERN_TT(ASSERT), run_assert},
    {TERN_TT(PRINT), run_print},
    {TERN_GPU(BARRIER), run_nothing},
    {TERN_TTG(LOCAL_BARRIER), run_nothing},
    {TERN_LLVM(INTR_ASSUME), run_assume},
    {0},
};
