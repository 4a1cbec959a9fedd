// Control flow but for loops: calls, branches, conditionals, casts between levels.

#include <stdlib.h>

#include "dialect/builtin/builtin.h"
#include "dialect/cf/cf.h"
#include "dialect/func/func.h"
#include "dialect/scf/scf.h"
#include "interpreter/reference/evaluator.h"
#include "ir/symbol.h"

// --- func ---

static flow_t call(evaluator_t *e, frame_t *f, const node_t *n, tern_op_t *function, size_t first) {
  const tern_op_t *op = n->op;
  datum_t **arguments = tern_realloc_array(NULL, op->operand_count + 1, sizeof *arguments);
  datum_t **results = tern_realloc_array(NULL, op->result_count + 1, sizeof *results);
  memset(results, 0, (op->result_count + 1) * sizeof *results);
  for (size_t k = first; k < op->operand_count; ++k) arguments[k - first] = operand_of(f, n, k);
  flow_t flow = tern_reference_run_call(e, op, function, arguments, results);
  for (uint32_t k = 0; k < op->result_count; ++k) {
    if (results[k]) put_result(f, n, k, results[k]);
  }
  free(arguments);
  free(results);
  return flow;
}

static flow_t run_call(evaluator_t *e, frame_t *f, const node_t *n) {
  tern_op_t *function = tern_symbol_lookup_nearest(n->op, tern_op_attr(n->op, "callee"));
  if (!function || !tern_op_is(function, TERN_FUNC(FUNC))) return STOP_UNKNOWN(e, n->op, "calls no func.func");
  if (!tern_func_body(function)) return tern_reference_run_opaque(e, f, n, tern_symbol_name(function));
  return call(e, f, n, function, 0);
}

static flow_t run_function_constant(evaluator_t *e, frame_t *f, const node_t *n) {
  tern_op_t *function = tern_symbol_lookup_nearest(n->op, tern_op_attr(n->op, "value"));
  if (!function || !tern_op_is(function, TERN_FUNC(FUNC))) return STOP_UNKNOWN(e, n->op, "names no func.func");
  datum_t *result = tern_reference_memref((form_t){0}, NULL, 0);
  result->kind = DATUM_FUNCTION;
  result->function = function;
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_call_indirect(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *callee = operand_of(f, n, 0);
  if (callee->kind != DATUM_FUNCTION) return STOP_UNDEFINED(e, n->op, "calls what is no function");
  return call(e, f, n, callee->function, 1);
}

// --- cf ---

// Operands from `first` on become the arguments of successor `index`.
static flow_t branch(evaluator_t *e, frame_t *f, const node_t *n, size_t index, size_t first) {
  const tern_block_t *block = n->op->successors[index].block;
  block_code_t *target = NULL;
  for (size_t k = 0; k < e->region->count; ++k) {
    if (e->region->blocks[k].block == block) target = &e->region->blocks[k];
  }
  if (!target) return STOP_UNKNOWN(e, n->op, "branches to another region");
  // All at once: an argument may be the operand of another.
  datum_t **values = tern_realloc_array(NULL, block->arg_count + 1, sizeof *values);
  for (uint32_t k = 0; k < block->arg_count; ++k) values[k] = tern_reference_retain(operand_of(f, n, first + k));
  for (uint32_t k = 0; k < block->arg_count; ++k) put_slot(f, target->arguments[k], values[k]);
  free(values);
  e->next = target;
  return FLOW_BRANCH;
}

flow_t tern_reference_run_br(evaluator_t *e, frame_t *f, const node_t *n) { return branch(e, f, n, 0, 0); }

flow_t tern_reference_run_cond_br(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t condition;
  size_t start, count;
  if (!tern_reference_integer(e, f, n, 0, &condition)) return FLOW_STOP;
  tern_op_operands_named(n->op, condition & 1 ? "trueDestOperands" : "falseDestOperands", &start, &count);
  return branch(e, f, n, condition & 1 ? 0 : 1, start);
}

flow_t tern_reference_run_switch(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t flag;
  if (!tern_reference_integer(e, f, n, 0, &flag)) return FLOW_STOP;
  const tern_attr_t *cases = tern_op_attr(n->op, "case_values"),
                    *segments = tern_op_attr(n->op, "case_operand_segments");
  size_t start, count;
  tern_op_operands_named(n->op, "defaultOperands", &start, &count);
  size_t first = start + count;
  for (size_t k = 0; cases && k < tern_int_list_attr_count(cases); ++k) {
    if (tern_int_list_attr_at(cases, k) == flag) return branch(e, f, n, 1 + k, first);
    first += (size_t)tern_int_list_attr_at(segments, k);
  }
  return branch(e, f, n, 0, start);
}

static flow_t run_assert(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t condition;
  if (!tern_reference_integer(e, f, n, 0, &condition)) return FLOW_STOP;
  if (condition & 1) return FLOW_NEXT;
  tern_str_t message = tern_string_attr_value(tern_op_attr(n->op, "msg"));
  return tern_reference_stop(e, n->op, TERN_REFERENCE_ABORTED, "the assertion '%.*s' does not hold", (int)message.size,
                             message.data);
}

// --- scf ---

static flow_t run_if(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t condition;
  if (!tern_reference_integer(e, f, n, 0, &condition)) return FLOW_STOP;
  if (tern_reference_run_region(e, f, &n->regions[condition & 1 ? 0 : 1]) == FLOW_STOP) return FLOW_STOP;
  tern_reference_take_yielded(e, f, n, 0);
  return FLOW_NEXT;
}

static flow_t run_execute_region(evaluator_t *e, frame_t *f, const node_t *n) {
  if (tern_reference_run_region(e, f, &n->regions[0]) == FLOW_STOP) return FLOW_STOP;
  tern_reference_take_yielded(e, f, n, 0);
  return FLOW_NEXT;
}

static flow_t run_index_switch(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t value;
  if (!tern_reference_integer(e, f, n, 0, &value)) return FLOW_STOP;
  const tern_attr_t *cases = tern_op_attr(n->op, "cases");
  size_t chosen = 0;
  for (size_t k = 0; k < tern_int_list_attr_count(cases) && !chosen; ++k) {
    if (tern_int_list_attr_at(cases, k) == value) chosen = 1 + k;
  }
  if (tern_reference_run_region(e, f, &n->regions[chosen]) == FLOW_STOP) return FLOW_STOP;
  tern_reference_take_yielded(e, f, n, 0);
  return FLOW_NEXT;
}

// --- casts between levels ---

// One value for one that holds the same: numbers of the same shape whose types differ in name only.
static flow_t run_cast(evaluator_t *e, frame_t *f, const node_t *n) {
  form_t form;
  if (n->op->operand_count != 1 || n->op->result_count != 1) {
    return STOP_UNKNOWN(e, n->op, "casts several values, or to several");
  }
  datum_t *value = operand_of(f, n, 0);
  const tern_type_t *type = tern_op_result(n->op, 0)->type;
  bool is_memref = type->kind == TERN_TYPE_MEMREF || type->kind == TERN_TYPE_UNRANKED_MEMREF;
  bool is_known = tern_reference_form_of_value(type, &form) && is_memref == (value->kind == DATUM_MEMREF) &&
                  (tern_type_is_shaped(type) || value->rank == 0) && form.words == value->form.words;
  bool is_same =
      is_known && form.number.width == value->form.number.width && form.number.is_float == value->form.number.is_float;
  // index stands for integers of other widths, which bring their sign along; nothing else changes its width.
  bool has_index = is_known && (tern_type_is_index(form.type) || tern_type_is_index(value->form.type));
  bool is_integer = has_index && !is_memref && !form.number.is_float && !value->form.number.is_float;
  if (!is_same && !is_integer) return STOP_UNKNOWN(e, n->op, "casts to what holds something else");
  datum_t *result = tern_reference_copy(value);
  result->form = form;
  for (int64_t k = 0; !is_same && k < result->count * form.words; ++k) {
    int64_t number = tern_interpreter_signed(value->form.number, value->words[k]);
    result->words[k] = tern_interpreter_truncate(form.number, (uint64_t)number);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

const reference_row_t tern_reference_control_rows[] = {
    {TERN_FUNC(RETURN), tern_reference_run_end},
    {TERN_FUNC(CALL), run_call},
    {TERN_FUNC(CALL_INDIRECT), run_call_indirect},
    {TERN_FUNC(CONSTANT), run_function_constant},
    {TERN_CF(BR), tern_reference_run_br},
    {TERN_CF(COND_BR), tern_reference_run_cond_br},
    {TERN_CF(SWITCH), tern_reference_run_switch},
    {TERN_CF(ASSERT), run_assert},
    {TERN_SCF(IF), run_if},
    {TERN_SCF(EXECUTE_REGION), run_execute_region},
    {TERN_SCF(INDEX_SWITCH), run_index_switch},
    {TERN_SCF(YIELD), tern_reference_run_end},
    {TERN_SCF(CONDITION), tern_reference_run_end},
    {TERN_SCF(REDUCE_RETURN), tern_reference_run_end},
    {TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), run_cast},
    {0},
};
