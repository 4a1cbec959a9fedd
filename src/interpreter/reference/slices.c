// Slices of tensors, and padding.

#include "dialect/tensor/tensor.h"
#include "interpreter/reference/evaluator.h"

typedef struct slice {
  size_t rank;
  int64_t offsets[REFERENCE_RANK_MAX], sizes[REFERENCE_RANK_MAX], strides[REFERENCE_RANK_MAX];
} slice_t;

// The slice of an op, checked to lie within a tensor of `sizes`. False after a stop.
static bool read_slice(evaluator_t *e, const frame_t *f, const node_t *n, const datum_t *tensor, slice_t *out) {
  if (!tern_reference_index_list(e, f, n, "offsets", "static_offsets", out->offsets, &out->rank) ||
      !tern_reference_index_list(e, f, n, "sizes", "static_sizes", out->sizes, NULL) ||
      !tern_reference_index_list(e, f, n, "strides", "static_strides", out->strides, NULL)) {
    return false;
  }
  for (size_t d = 0; d < out->rank; ++d) {
    int64_t last = wrap_add(out->offsets[d], wrap_multiply(wrap_add(out->sizes[d], -1), out->strides[d]));
    if (!tern_reference_slice_is_inside(out->offsets[d], out->sizes[d], out->strides[d], tensor->sizes[d])) {
      STOP_UNDEFINED(e, n->op, "takes elements %lld to %lld of dimension %zu, which has %lld",
                     (long long)out->offsets[d], (long long)last, d, (long long)tensor->sizes[d]);
      return false;
    }
  }
  return true;
}

static int64_t place_of(const slice_t *slice, const int64_t *position, const datum_t *tensor) {
  int64_t place[REFERENCE_RANK_MAX];
  for (size_t d = 0; d < slice->rank; ++d) place[d] = slice->offsets[d] + position[d] * slice->strides[d];
  return tern_reference_number_of(place, tensor->sizes, slice->rank);
}

// Sizes of the slice without those unit dimensions that the type lacks; from the outside on, as the types say.
static uint32_t reduce_sizes(const tern_op_t *op, const slice_t *slice, const tern_type_t *type, int64_t *out) {
  const tern_attr_t *statics = tern_op_attr(op, "static_sizes");
  size_t rank = tern_type_rank(type), at = 0;
  for (size_t d = 0; d < slice->rank; ++d) {
    bool may_drop = tern_int_list_attr_at(statics, d) == 1 && slice->rank - d > rank - at;
    bool is_dropped = may_drop && (at == rank || tern_type_dim(type, at) != 1);
    if (!is_dropped && at < rank) out[at++] = slice->sizes[d];
  }
  return (uint32_t)at;
}

static flow_t run_extract_slice(evaluator_t *e, frame_t *f, const node_t *n) {
  slice_t slice;
  const datum_t *source = operand_of(f, n, 0);
  const tern_type_t *type = tern_op_result(n->op, 0)->type;
  int64_t sizes[REFERENCE_RANK_MAX], position[REFERENCE_RANK_MAX] = {0};
  if (!read_slice(e, f, n, source, &slice)) return FLOW_STOP;
  uint32_t rank = reduce_sizes(n->op, &slice, type, sizes);
  datum_t *result = tern_reference_new_array(e, n, type, sizes, rank);
  if (!result) return FLOW_STOP;
  for (int64_t k = 0; k < result->count; ++k) {
    tern_reference_move(result, k, source, place_of(&slice, position, source), 1);
    tern_reference_next(position, slice.sizes, slice.rank);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

// `dest` with the source in its place. NULL after a stop.
static datum_t *insert(evaluator_t *e, const frame_t *f, const node_t *n) {
  slice_t slice;
  const datum_t *source = operand_of(f, n, 0), *dest = operand_of(f, n, 1);
  int64_t position[REFERENCE_RANK_MAX] = {0}, count = 1;
  if (!read_slice(e, f, n, dest, &slice) || !tern_reference_spend(e, n->op, dest->count)) return NULL;
  for (size_t d = 0; d < slice.rank; ++d) count *= slice.sizes[d];
  if (count != source->count) {
    STOP_UNDEFINED(e, n->op, "inserts a tensor of another size");
    return NULL;
  }
  datum_t *result = tern_reference_copy(dest);
  for (int64_t k = 0; k < count; ++k) {
    tern_reference_move(result, place_of(&slice, position, dest), source, k, 1);
    tern_reference_next(position, slice.sizes, slice.rank);
  }
  return result;
}

static flow_t run_insert_slice(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = insert(e, f, n);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

// The destination is an argument of scf.forall, which collects what becomes of it.
static flow_t run_parallel_insert_slice(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = insert(e, f, n);
  if (!result) return FLOW_STOP;
  put_slot(f, n->operands[1], result);
  return FLOW_NEXT;
}

static flow_t run_pad(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t low[REFERENCE_RANK_MAX], high[REFERENCE_RANK_MAX], sizes[REFERENCE_RANK_MAX];
  int64_t position[REFERENCE_RANK_MAX] = {0}, place[REFERENCE_RANK_MAX];
  const datum_t *source = operand_of(f, n, 0);
  if (!tern_reference_index_list(e, f, n, "low", "static_low", low, NULL) ||
      !tern_reference_index_list(e, f, n, "high", "static_high", high, NULL)) {
    return FLOW_STOP;
  }
  for (uint32_t d = 0; d < source->rank; ++d) {
    sizes[d] = wrap_add(wrap_add(low[d], source->sizes[d]), high[d]);
    if (low[d] < 0 || high[d] < 0) return STOP_UNDEFINED(e, n->op, "pads by a negative number of elements");
  }
  datum_t *result = tern_reference_new_array(e, n, tern_op_result(n->op, 0)->type, sizes, source->rank);
  if (!result) return FLOW_STOP;
  form_t form;
  if (source->rank) tern_reference_form_of(tern_op_body(n->op, 0)->args[0]->type, &form);
  for (int64_t k = 0; k < result->count; ++k) {
    for (uint32_t d = 0; d < source->rank; ++d) place[d] = position[d] - low[d];
    if (tern_reference_is_inside(place, source->sizes, source->rank)) {
      tern_reference_read_element(e, n->op, source, place, result, k);
    } else {
      for (uint32_t d = 0; d < source->rank; ++d) {
        put_slot(f, n->regions[0].blocks->arguments[d], tern_reference_scalar(form, (uint64_t)position[d]));
      }
      if (tern_reference_run_region(e, f, &n->regions[0]) == FLOW_STOP) {
        tern_reference_release(result);
        return FLOW_STOP;
      }
      tern_reference_move(result, k, operand_of(f, e->terminator, 0), 0, 1);
    }
    tern_reference_next(position, sizes, source->rank);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

const reference_row_t tern_reference_slice_rows[] = {
    {TERN_TENSOR(EXTRACT_SLICE), run_extract_slice},
    {TERN_TENSOR(INSERT_SLICE), run_insert_slice},
    {TERN_TENSOR(PARALLEL_INSERT_SLICE), run_parallel_insert_slice},
    {TERN_TENSOR(PAD), run_pad},
    {0},
};
