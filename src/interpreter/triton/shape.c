// Ops of Triton that place elements: shapes, ranges, splats, gathers; and layouts of ttg, which change no value.

#include <string.h>

#include "dialect/ttg/ttg.h"
#include "interpreter/triton/triton.h"

datum_t *tern_triton_optional(const frame_t *f, const node_t *n, const char *name) {
  const tern_op_def_t *def = n->op->def;
  size_t group = 0, start, count;
  while (group < def->operand_count && strcmp(def->operands[group].name->data, name) != 0) ++group;
  if (group == def->operand_count) return NULL;
  tern_op_operand_group(n->op, group, &start, &count);
  return count ? operand_of(f, n, start) : NULL;
}

datum_t *tern_triton_result(evaluator_t *e, const node_t *n, size_t index) {
  return tern_reference_new_of_type(e, n, tern_op_result(n->op, index)->type, NULL);
}

flow_t tern_triton_reshaped(evaluator_t *e, frame_t *f, const node_t *n, const datum_t *from) {
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  tern_reference_move(result, 0, from, 0, result->count);
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

// Elements in their order: tt.reshape, tt.expand_dims, tt.unsplat, pointers as numbers, bits as another type.
static flow_t run_same(evaluator_t *e, frame_t *f, const node_t *n) {
  return tern_triton_reshaped(e, f, n, operand_of(f, n, 0));
}

static flow_t run_make_range(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  int64_t start = integer_of(n->op, "start", 0);
  for (int64_t k = 0; k < result->count; ++k) {
    result->words[k] = tern_interpreter_truncate(result->form.number, (uint64_t)(start + k));
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_splat(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  for (int64_t k = 0; k < result->count; ++k) tern_reference_move(result, k, operand_of(f, n, 0), 0, 1);
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

// The element of a source that stands at each position of the result.
typedef int64_t (*source_fn_t)(const tern_op_t *op, const datum_t *source, const int64_t *position);

static flow_t run_placed(evaluator_t *e, frame_t *f, const node_t *n, source_fn_t source_of) {
  const datum_t *source = operand_of(f, n, 0);
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  int64_t position[REFERENCE_RANK_MAX] = {0};
  for (int64_t k = 0; k < result->count; ++k) {
    tern_reference_move(result, k, source, source_of(n->op, source, position), 1);
    tern_reference_next(position, result->sizes, result->rank);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static int64_t source_of_broadcast(const tern_op_t *op, const datum_t *source, const int64_t *position) {
  (void)op;
  int64_t number = 0;
  for (uint32_t d = 0; d < source->rank; ++d) {
    number = number * source->sizes[d] + (source->sizes[d] == 1 ? 0 : position[d]);
  }
  return number;
}
static flow_t run_broadcast(evaluator_t *e, frame_t *f, const node_t *n) {
  return run_placed(e, f, n, source_of_broadcast);
}

static int64_t source_of_trans(const tern_op_t *op, const datum_t *source, const int64_t *position) {
  const tern_attr_t *order = tern_op_attr(op, "order");
  int64_t place[REFERENCE_RANK_MAX] = {0};
  for (uint32_t d = 0; d < source->rank; ++d) place[tern_int_list_attr_at(order, d)] = position[d];
  return tern_reference_number_of(place, source->sizes, source->rank);
}
static flow_t run_trans(evaluator_t *e, frame_t *f, const node_t *n) { return run_placed(e, f, n, source_of_trans); }

// The order is open; here it is the operands'.
static flow_t run_cat(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *left = operand_of(f, n, 0), *right = operand_of(f, n, 1);
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  tern_reference_move(result, 0, left, 0, left->count);
  tern_reference_move(result, left->count, right, 0, right->count);
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_join(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  for (int64_t k = 0; k < result->count; ++k) tern_reference_move(result, k, operand_of(f, n, (size_t)k % 2), k / 2, 1);
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_split(evaluator_t *e, frame_t *f, const node_t *n) {
  for (size_t half = 0; half < 2; ++half) {
    datum_t *result = tern_triton_result(e, n, half);
    if (!result) return FLOW_STOP;
    for (int64_t k = 0; k < result->count; ++k) {
      tern_reference_move(result, k, operand_of(f, n, 0), 2 * k + (int64_t)half, 1);
    }
    put_result(f, n, half, result);
  }
  return FLOW_NEXT;
}

static flow_t run_gather(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0), *indices = operand_of(f, n, 1);
  int64_t axis = integer_of(n->op, "axis", 0), position[REFERENCE_RANK_MAX] = {0}, place[REFERENCE_RANK_MAX];
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  for (int64_t k = 0; k < result->count; ++k) {
    memcpy(place, position, sizeof place);
    if (!tern_reference_element(e, n, indices, k, &place[axis])) return FLOW_STOP;
    if (place[axis] < 0 || place[axis] >= source->sizes[axis]) {
      return STOP_UNDEFINED(e, n->op, "takes element %lld along dimension %lld, which has %lld", (long long)place[axis],
                            (long long)axis, (long long)source->sizes[axis]);
    }
    tern_reference_move(result, k, source, tern_reference_number_of(place, source->sizes, source->rank), 1);
    tern_reference_next(position, result->sizes, result->rank);
  }
  return FLOW_NEXT;
}

const reference_row_t tern_reference_triton_shape_rows[] = {
    {TERN_TT(RESHAPE), run_same},
    {TERN_TT(EXPAND_DIMS), run_same},
    {TERN_TT(UNSPLAT), run_same},
    {TERN_TT(PTR_TO_INT), run_same},
    {TERN_TT(INT_TO_PTR), run_same},
    {TERN_TT(BITCAST), run_same},
    {TERN_TT(SPLAT), run_splat},
    {TERN_TT(MAKE_RANGE), run_make_range},
    {TERN_TT(BROADCAST), run_broadcast},
    {TERN_TT(TRANS), run_trans},
    {TERN_TT(CAT), run_cat},
    {TERN_TT(JOIN), run_join},
    {TERN_TT(SPLIT), run_split},
    {TERN_TT(GATHER), run_gather},
    {TERN_TTG(CONVERT_LAYOUT), run_same},
    {0},
};
