// Tensors, element by element and reshaped. Slices and padding are in slices.c.

#include "dialect/tensor/tensor.h"

#include "interpreter/reference/evaluator.h"

// A tensor whose dynamic sizes are the operands of a group.
static datum_t *new_with_sizes(evaluator_t *e, const frame_t *f, const node_t *n, const char *group) {
  int64_t sizes[REFERENCE_RANK_MAX];
  size_t count;
  if (!tern_reference_group(e, f, n, group, sizes, &count)) return NULL;
  return tern_reference_new_of_type(e, n, tern_op_result(n->op, 0)->type, sizes);
}

static flow_t run_empty(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = new_with_sizes(e, f, n, "dynamicSizes");
  if (!result) return FLOW_STOP;
  tern_reference_poison(result, 0, result->count);
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_splat(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = new_with_sizes(e, f, n, "dynamicSizes");
  if (!result) return FLOW_STOP;
  for (int64_t k = 0; k < result->count; ++k) tern_reference_move(result, k, operand_of(f, n, 0), 0, 1);
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_from_elements(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = tern_reference_new_of_type(e, n, tern_op_result(n->op, 0)->type, NULL);
  if (!result) return FLOW_STOP;
  for (int64_t k = 0; k < result->count; ++k) tern_reference_move(result, k, operand_of(f, n, (size_t)k), 0, 1);
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_generate(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t position[REFERENCE_RANK_MAX] = {0};
  datum_t *result = new_with_sizes(e, f, n, "dynamicExtents");
  if (!result) return FLOW_STOP;
  form_t form;
  if (result->rank) tern_reference_form_of(tern_op_body(n->op, 0)->args[0]->type, &form);
  for (int64_t k = 0; k < result->count; ++k) {
    for (uint32_t d = 0; d < result->rank; ++d) {
      put_slot(f, n->regions[0].blocks->arguments[d], tern_reference_scalar(form, (uint64_t)position[d]));
    }
    if (tern_reference_run_region(e, f, &n->regions[0]) == FLOW_STOP) {
      tern_reference_release(result);
      return FLOW_STOP;
    }
    tern_reference_move(result, k, operand_of(f, e->terminator, 0), 0, 1);
    tern_reference_next(position, result->sizes, result->rank);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_extract(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t position[REFERENCE_RANK_MAX];
  const datum_t *tensor = operand_of(f, n, 0);
  if (!tern_reference_integers(e, f, n, 1, n->op->operand_count - 1, position)) return FLOW_STOP;
  if (!tern_reference_is_inside(position, tensor->sizes, tensor->rank)) {
    return STOP_UNDEFINED(e, n->op, "reads out of bounds");
  }
  put_result(f, n, 0, tern_reference_extract(tensor, tern_reference_number_of(position, tensor->sizes, tensor->rank)));
  return FLOW_NEXT;
}

static flow_t run_insert(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t position[REFERENCE_RANK_MAX];
  const datum_t *tensor = operand_of(f, n, 1);
  if (!tern_reference_integers(e, f, n, 2, n->op->operand_count - 2, position) ||
      !tern_reference_spend(e, n->op, tensor->count)) {
    return FLOW_STOP;
  }
  datum_t *result = tern_reference_copy(tensor);
  bool is_written = tern_reference_write_element(e, n->op, result, position, operand_of(f, n, 0), 0);
  put_result(f, n, 0, result);
  return is_written ? FLOW_NEXT : FLOW_STOP;
}

// Sizes that the result's type names must be those of the value.
static flow_t run_cast(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *value = operand_of(f, n, 0);
  const tern_type_t *type = tern_op_result(n->op, 0)->type;
  bool is_right = !tern_type_is_ranked(type) || tern_type_rank(type) == value->rank;
  for (uint32_t d = 0; is_right && tern_type_is_ranked(type) && d < value->rank; ++d) {
    is_right = tern_type_dim(type, d) == TERN_DYNAMIC || tern_type_dim(type, d) == value->sizes[d];
  }
  if (!is_right) return STOP_UNDEFINED(e, n->op, "casts to a shape that the tensor does not have");
  put_result(f, n, 0, tern_reference_retain(value));
  return FLOW_NEXT;
}

// The same words in another shape or form.
static flow_t reshape_to(evaluator_t *e, frame_t *f, const node_t *n, const int64_t *sizes, uint32_t rank) {
  const datum_t *source = operand_of(f, n, 0);
  datum_t *result = tern_reference_new_array(e, n, tern_op_result(n->op, 0)->type, sizes, rank);
  if (!result) return FLOW_STOP;
  bool is_same = result->count == source->count;
  if (is_same) tern_reference_move(result, 0, source, 0, source->count);
  put_result(f, n, 0, result);
  return is_same ? FLOW_NEXT : STOP_UNDEFINED(e, n->op, "gives a shape of another number of elements");
}

static flow_t run_bitcast(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  return reshape_to(e, f, n, source->sizes, source->rank);
}

static flow_t run_reshape(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t sizes[REFERENCE_RANK_MAX];
  const datum_t *shape = operand_of(f, n, 1);
  if (shape->count > REFERENCE_RANK_MAX) return STOP_UNKNOWN(e, n->op, "has a rank above %d", REFERENCE_RANK_MAX);
  for (int64_t k = 0; k < shape->count; ++k) {
    if (!tern_reference_element(e, n, shape, k, &sizes[k])) return FLOW_STOP;
  }
  return reshape_to(e, f, n, sizes, (uint32_t)shape->count);
}

bool tern_reference_expanded_sizes(evaluator_t *e, const frame_t *f, const node_t *n, int64_t *out) {
  const tern_attr_t *groups = tern_op_attr(n->op, "reassociation");
  const datum_t *source = operand_of(f, n, 0);
  if (!tern_reference_index_list(e, f, n, "output_shape", "static_output_shape", out, NULL)) return false;
  for (size_t g = 0; g < tern_array_attr_count(groups); ++g) {
    const tern_attr_t *group = tern_array_attr_at(groups, g);
    int64_t product = 1;
    for (size_t k = 0; k < tern_int_list_attr_count(group); ++k) {
      product = wrap_multiply(product, out[tern_int_list_attr_at(group, k)]);
    }
    if (product != source->sizes[g]) {
      STOP_UNDEFINED(e, n->op, "expands dimension %zu, of size %lld, to %lld elements", g, (long long)source->sizes[g],
                     (long long)product);
      return false;
    }
  }
  return true;
}

static flow_t run_expand(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t sizes[REFERENCE_RANK_MAX];
  if (!tern_reference_expanded_sizes(e, f, n, sizes)) return FLOW_STOP;
  return reshape_to(e, f, n, sizes, (uint32_t)tern_type_rank(tern_op_result(n->op, 0)->type));
}

static flow_t run_collapse(evaluator_t *e, frame_t *f, const node_t *n) {
  const tern_attr_t *groups = tern_op_attr(n->op, "reassociation");
  const datum_t *source = operand_of(f, n, 0);
  int64_t sizes[REFERENCE_RANK_MAX];
  size_t rank = tern_array_attr_count(groups);
  for (size_t g = 0; g < rank; ++g) {
    const tern_attr_t *group = tern_array_attr_at(groups, g);
    sizes[g] = 1;
    for (size_t k = 0; k < tern_int_list_attr_count(group); ++k) {
      sizes[g] *= source->sizes[tern_int_list_attr_at(group, k)];
    }
  }
  return reshape_to(e, f, n, sizes, (uint32_t)rank);
}

static flow_t run_concat(evaluator_t *e, frame_t *f, const node_t *n) {
  uint32_t dim = (uint32_t)tern_integer_attr_value(tern_op_attr(n->op, "dim"));
  const datum_t *first = operand_of(f, n, 0);
  int64_t sizes[REFERENCE_RANK_MAX], offset = 0;
  memcpy(sizes, first->sizes, first->rank * sizeof *sizes);
  for (uint32_t k = 1; k < n->op->operand_count; ++k) {
    const datum_t *input = operand_of(f, n, k);
    for (uint32_t d = 0; d < first->rank; ++d) {
      if (d != dim && input->sizes[d] != sizes[d]) return STOP_UNDEFINED(e, n->op, "joins tensors of different sizes");
    }
    sizes[dim] += input->sizes[dim];
  }
  datum_t *result = tern_reference_new_array(e, n, tern_op_result(n->op, 0)->type, sizes, first->rank);
  if (!result) return FLOW_STOP;
  for (uint32_t k = 0; k < n->op->operand_count; ++k) {
    const datum_t *input = operand_of(f, n, k);
    int64_t position[REFERENCE_RANK_MAX] = {0};
    for (int64_t at = 0; at < input->count; ++at) {
      position[dim] += offset;
      tern_reference_move(result, tern_reference_number_of(position, sizes, result->rank), input, at, 1);
      position[dim] -= offset;
      tern_reference_next(position, input->sizes, input->rank);
    }
    offset += input->sizes[dim];
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

// --- gather and scatter ---

// Visits each element of the slices: its position in the large tensor and its number in the small one.
typedef struct slices {
  const datum_t *large, *small, *indices;
  const tern_attr_t *dims;  // that the indices are of
} slices_t;

static bool is_indexed(const tern_attr_t *dims, uint32_t dim) {
  for (size_t k = 0; k < tern_int_list_attr_count(dims); ++k) {
    if (tern_int_list_attr_at(dims, k) == (int64_t)dim) return true;
  }
  return false;
}

// Position in the large tensor of the small one's element at `position`. False after a stop.
static bool locate(evaluator_t *e, const node_t *n, const slices_t *slices, const int64_t *position, int64_t *out) {
  uint32_t batch_rank = slices->indices->rank - 1, large_rank = slices->large->rank;
  size_t coordinates = tern_int_list_attr_count(slices->dims);
  int64_t batch = tern_reference_number_of(position, slices->small->sizes, batch_rank);
  // What is indexed may have been left out of the slices, or have the size 1 there.
  bool is_left_out = slices->small->rank == batch_rank + large_rank - coordinates && coordinates > 0;
  uint32_t at = batch_rank;
  for (uint32_t d = 0; d < large_rank; ++d) {
    bool is_given = is_indexed(slices->dims, d);
    out[d] = is_given && is_left_out ? 0 : position[at++];
  }
  for (size_t k = 0; k < coordinates; ++k) {
    int64_t coordinate, dim = tern_int_list_attr_at(slices->dims, k);
    if (!tern_reference_element(e, n, slices->indices, batch * (int64_t)coordinates + (int64_t)k, &coordinate)) {
      return false;
    }
    out[dim] = wrap_add(out[dim], coordinate);
  }
  if (tern_reference_is_inside(out, slices->large->sizes, large_rank)) return true;
  STOP_UNDEFINED(e, n->op, "has an index out of bounds");
  return false;
}

static flow_t run_gather(evaluator_t *e, frame_t *f, const node_t *n) {
  slices_t slices = {operand_of(f, n, 0), NULL, operand_of(f, n, 1), tern_op_attr(n->op, "gather_dims")};
  const tern_type_t *type = tern_op_result(n->op, 0)->type;
  int64_t sizes[REFERENCE_RANK_MAX], position[REFERENCE_RANK_MAX] = {0}, place[REFERENCE_RANK_MAX];
  uint32_t rank = tern_reference_sizes_of(type, sizes), batch_rank = slices.indices->rank - 1;
  // Sizes of the batch are those of the indices; slices are whole along what is not indexed.
  memcpy(sizes, slices.indices->sizes, batch_rank * sizeof *sizes);
  bool is_left_out = rank == batch_rank + slices.large->rank - tern_int_list_attr_count(slices.dims);
  uint32_t at = batch_rank;
  for (uint32_t d = 0; d < slices.large->rank; ++d) {
    bool is_given = is_indexed(slices.dims, d);
    if (!is_given || !is_left_out) sizes[at++] = is_given ? 1 : slices.large->sizes[d];
  }
  datum_t *result = tern_reference_new_array(e, n, type, sizes, rank);
  if (!result) return FLOW_STOP;
  slices.small = result;
  flow_t flow = FLOW_NEXT;
  for (int64_t k = 0; k < result->count && flow == FLOW_NEXT; ++k) {
    flow = locate(e, n, &slices, position, place) ? FLOW_NEXT : FLOW_STOP;
    if (flow == FLOW_NEXT) tern_reference_read_element(e, n->op, slices.large, place, result, k);
    tern_reference_next(position, sizes, rank);
  }
  put_result(f, n, 0, result);
  return flow;
}

static flow_t run_scatter(evaluator_t *e, frame_t *f, const node_t *n) {
  slices_t slices = {operand_of(f, n, 1), operand_of(f, n, 0), operand_of(f, n, 2),
                     tern_op_attr(n->op, "scatter_dims")};
  int64_t position[REFERENCE_RANK_MAX] = {0}, place[REFERENCE_RANK_MAX];
  if (!tern_reference_spend(e, n->op, slices.large->count)) return FLOW_STOP;
  datum_t *result = tern_reference_copy(slices.large);
  flow_t flow = FLOW_NEXT;
  for (int64_t k = 0; k < slices.small->count && flow == FLOW_NEXT; ++k) {
    flow = locate(e, n, &slices, position, place) ? FLOW_NEXT : FLOW_STOP;
    if (flow == FLOW_NEXT) tern_reference_write_element(e, n->op, result, place, slices.small, k);
    tern_reference_next(position, slices.small->sizes, slices.small->rank);
  }
  put_result(f, n, 0, result);
  return flow;
}

const reference_row_t tern_reference_tensor_rows[] = {
    {TERN_TENSOR(EMPTY), run_empty},
    {TERN_TENSOR(SPLAT), run_splat},
    {TERN_TENSOR(FROM_ELEMENTS), run_from_elements},
    {TERN_TENSOR(GENERATE), run_generate},
    {TERN_TENSOR(EXTRACT), run_extract},
    {TERN_TENSOR(INSERT), run_insert},
    {TERN_TENSOR(DIM), tern_reference_run_dim},
    {TERN_TENSOR(RANK), tern_reference_run_rank},
    {TERN_TENSOR(CAST), run_cast},
    {TERN_TENSOR(BITCAST), run_bitcast},
    {TERN_TENSOR(RESHAPE), run_reshape},
    {TERN_TENSOR(EXPAND_SHAPE), run_expand},
    {TERN_TENSOR(COLLAPSE_SHAPE), run_collapse},
    {TERN_TENSOR(CONCAT), run_concat},
    {TERN_TENSOR(GATHER), run_gather},
    {TERN_TENSOR(SCATTER), run_scatter},
    {TERN_TENSOR(YIELD), tern_reference_run_end},
    {0},
};
