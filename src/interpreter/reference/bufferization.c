// Between tensors and memory: a buffer of a tensor is memory of its own, a tensor of a buffer what is in it at the time.

#include "dialect/bufferization/bufferization.h"

#include "interpreter/reference/evaluator.h"

static flow_t run_to_tensor(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *array = tern_reference_snapshot(e, n, operand_of(f, n, 0));
  if (!array) return FLOW_STOP;
  put_result(f, n, 0, array);
  return FLOW_NEXT;
}

static flow_t run_to_buffer(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *tensor = operand_of(f, n, 0);
  datum_t *memref = tern_reference_new_memref(e, n->op, tern_op_result(n->op, 0)->type, tensor->sizes);
  if (!memref) return FLOW_STOP;
  put_result(f, n, 0, memref);
  return tern_reference_overwrite(e, n->op, memref, tensor) ? FLOW_NEXT : FLOW_STOP;
}

static flow_t run_materialize(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *source = operand_of(f, n, 0), *dest = operand_of(f, n, 1);
  bool is_same = source->rank == dest->rank;
  for (uint32_t d = 0; is_same && d < source->rank; ++d) is_same = source->sizes[d] == dest->sizes[d];
  if (!is_same) return STOP_UNDEFINED(e, n->op, "copies to a destination of another size");
  if (n->op->result_count) put_result(f, n, 0, tern_reference_retain(source));
  if (dest->kind != DATUM_MEMREF) return FLOW_NEXT;
  tern_reference_observe_write(e, n->op, source);
  return tern_reference_overwrite(e, n->op, dest, source) ? FLOW_NEXT : FLOW_STOP;
}

const reference_row_t tern_reference_bufferization_rows[] = {
    {TERN_BUFFERIZATION(TO_TENSOR), run_to_tensor},
    {TERN_BUFFERIZATION(TO_BUFFER), run_to_buffer},
    {TERN_BUFFERIZATION(MATERIALIZE_IN_DESTINATION), run_materialize},
    {0},
};
