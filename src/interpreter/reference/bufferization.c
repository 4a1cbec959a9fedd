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

static flow_t run_alloc_tensor(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t sizes[REFERENCE_RANK_MAX];
  size_t start, count;
  tern_op_operands_named(n->op, "copy", &start, &count);
  if (count) {
    put_result(f, n, 0, tern_reference_retain(operand_of(f, n, start)));
    return FLOW_NEXT;
  }
  if (!tern_reference_group(e, f, n, "dynamic_sizes", sizes, &count)) return FLOW_STOP;
  datum_t *result = tern_reference_new_of_type(e, n, tern_op_result(n->op, 0)->type, sizes);
  if (!result) return FLOW_STOP;
  tern_reference_poison(result, 0, result->count);
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

// Memory of its own: nobody may tell, since both are left as they are.
static flow_t run_clone(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  const tern_type_t *type = tern_op_result(n->op, 0)->type;
  if (!tern_type_is_ranked(type)) return STOP_UNKNOWN(e, n->op, "copies to a memref without a rank");
  datum_t *array = tern_reference_snapshot(e, n, source);
  datum_t *copy = array ? tern_reference_new_memref(e, n->op, type, source->sizes) : NULL;
  bool is_written = copy && tern_reference_overwrite(e, n->op, copy, array);
  tern_reference_release(array);
  if (copy) put_result(f, n, 0, copy);
  return is_written ? FLOW_NEXT : FLOW_STOP;
}

static flow_t run_dealloc(evaluator_t *e, frame_t *f, const node_t *n) {
  size_t first_condition, count, first_retained, retained_count;
  tern_op_operands_named(n->op, "conditions", &first_condition, &count);
  tern_op_operands_named(n->op, "retained", &first_retained, &retained_count);
  for (size_t r = 0; r < retained_count; ++r) tern_reference_put_index(e, f, n, r, 0);
  for (size_t k = 0; k < count; ++k) {
    int64_t is_owned;
    const datum_t *memref = operand_of(f, n, k);
    if (!tern_reference_integer(e, f, n, first_condition + k, &is_owned)) return FLOW_STOP;
    bool stays = !(is_owned & 1);
    for (size_t r = 0; r < retained_count; ++r) {
      if (operand_of(f, n, first_retained + r)->base != memref->base || !(is_owned & 1)) continue;
      stays = true;
      tern_reference_put_index(e, f, n, r, 1);
    }
    for (size_t before = 0; before < k; ++before) {
      const datum_t *other = operand_of(f, n, first_condition + before);
      stays = stays || (operand_of(f, n, before)->base == memref->base && (other->words[0] & 1));
    }
    if (!stays && !tern_reference_free_memory(e, n->op, memref)) return FLOW_STOP;
  }
  return FLOW_NEXT;
}

static flow_t run_dealloc_tensor(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)e, (void)f, (void)n;
  return FLOW_NEXT;
}

const reference_row_t tern_reference_bufferization_rows[] = {
    {TERN_BUFFERIZATION(ALLOC_TENSOR), run_alloc_tensor},
    {TERN_BUFFERIZATION(CLONE), run_clone},
    {TERN_BUFFERIZATION(DEALLOC), run_dealloc},
    {TERN_BUFFERIZATION(DEALLOC_TENSOR), run_dealloc_tensor},
    {TERN_BUFFERIZATION(TO_TENSOR), run_to_tensor},
    {TERN_BUFFERIZATION(TO_BUFFER), run_to_buffer},
    {TERN_BUFFERIZATION(MATERIALIZE_IN_DESTINATION), run_materialize},
    {0},
};
