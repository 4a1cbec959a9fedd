// --iree-flow-forward-elements: who reads one element of a tensor reads it where it was made.
//
//   %0 = tensor.insert_slice %a into %e[0, 0] [2, 1] [1, 1]
//   %1 = tensor.insert_slice %b into %0[0, 1] [2, 1] [1, 1]
//   %2 = tensor.extract_slice %1[1, 0] [1, 2] [1, 1]             ->   %5 = tensor.extract_slice %a[1, 0] [1, 1] [1, 1]
//   %3 = tensor.collapse_shape %2 [[0, 1]]                                 : tensor<2x1xi32> to tensor<i32>
//   %4 = tensor.extract_slice %3[0] [1] [1]
//   %5 = tensor.collapse_shape %4 []
//
// This is ours. A slice or reshape that has one element, or an element that is read at a known place, is followed back through
// slices, reshapes, insertions (which concatenations are) and ops that only move elements. Keys of random number generators are
// packed into vectors and taken apart again all the time; where nobody needs the vector as a whole, it is not made. Shapes of
// results are such vectors, too: what the host computed it need not ask the device for.

#include <string.h>

#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/affine.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/dispatch_creation/dispatch_region.h"

enum { MAX_RANK = TERN_INDEX_LIST_MAX, MAX_STEPS = 4096 };

// One element of a tensor.
typedef struct element {
  tern_value_t *tensor;
  int64_t index[MAX_RANK];
} element_t;

static bool is_static_tensor(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR && tern_type_has_static_shape(type) && tern_type_rank(type) <= MAX_RANK;
}

static bool has_one_element(const tern_type_t *type) {
  if (!is_static_tensor(type)) return false;
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    if (tern_type_dims(type)[d] != 1) return false;
  }
  return true;
}

// --- steps back ---

// The same element, in row-major order, of a tensor of another shape.
static bool step_through_reshape(const tern_op_t *op, element_t *e) {
  const tern_type_t *from = op->results[0].type, *to = tern_op_operand(op, 0)->type;
  if (!is_static_tensor(to)) return false;
  int64_t position = 0;
  for (size_t d = 0; d < tern_type_rank(from); ++d) position = position * tern_type_dims(from)[d] + e->index[d];
  for (size_t d = tern_type_rank(to); d-- > 0;) {
    e->index[d] = position % tern_type_dims(to)[d];
    position /= tern_type_dims(to)[d];
  }
  e->tensor = tern_op_operand(op, 0);
  return true;
}

typedef struct box {
  size_t rank;
  int64_t offsets[MAX_RANK], sizes[MAX_RANK], strides[MAX_RANK];
} box_t;

static bool read_box(const tern_op_t *op, box_t *out) {
  tern_slice_t slice;
  if (!tern_slice_read(op, &slice)) return false;
  out->rank = slice.count;
  tern_slice_statics(&slice, out->offsets, out->sizes, out->strides);
  for (size_t d = 0; d < out->rank; ++d) {
    bool is_static =
        out->offsets[d] != TERN_DYNAMIC && out->sizes[d] != TERN_DYNAMIC && out->strides[d] != TERN_DYNAMIC;
    if (!is_static || out->strides[d] < 1) return false;
  }
  return true;
}

// Which dimension of the small tensor each dimension of the box is; SIZE_MAX for those of size one that it lacks.
static bool match_dims(const box_t *box, const tern_type_t *small, size_t *out_dims) {
  size_t next = 0, rank = tern_type_rank(small);
  for (size_t d = 0; d < box->rank; ++d) {
    bool is_there = next < rank && box->sizes[d] == tern_type_dims(small)[next];
    if (!is_there && box->sizes[d] != 1) return false;
    out_dims[d] = is_there ? next++ : SIZE_MAX;
  }
  return next == rank;
}

static bool step_through_extract(const tern_op_t *op, element_t *e) {
  box_t box;
  size_t dims[MAX_RANK];
  int64_t index[MAX_RANK];
  if (!is_static_tensor(tern_op_operand(op, 0)->type) || !read_box(op, &box)) return false;
  if (!match_dims(&box, op->results[0].type, dims)) return false;
  for (size_t d = 0; d < box.rank; ++d) {
    index[d] = box.offsets[d] + (dims[d] == SIZE_MAX ? 0 : e->index[dims[d]] * box.strides[d]);
  }
  memcpy(e->index, index, box.rank * sizeof(index[0]));
  e->tensor = tern_op_operand(op, 0);
  return true;
}

static bool step_through_insert(const tern_op_t *op, element_t *e) {
  box_t box;
  size_t dims[MAX_RANK];
  tern_value_t *source = tern_op_operand(op, 0);
  if (!is_static_tensor(source->type) || !read_box(op, &box) || !match_dims(&box, source->type, dims)) return false;
  int64_t index[MAX_RANK] = {0};
  for (size_t d = 0; d < box.rank; ++d) {
    int64_t distance = e->index[d] - box.offsets[d];
    if (distance < 0 || distance % box.strides[d] != 0 || distance / box.strides[d] >= box.sizes[d]) {
      e->tensor = tern_op_operand(op, 1);
      return true;
    }
    if (dims[d] != SIZE_MAX) index[dims[d]] = distance / box.strides[d];
  }
  e->tensor = source;
  memcpy(e->index, index, sizeof(index));
  return true;
}

// An op that yields an element of an input as it is.
static bool step_through_move(const tern_op_t *op, const tern_value_t *result, element_t *e) {
  if (!tern_linalg_has_tensor_semantics(op) || !tern_linalg_is_all_parallel(op)) return false;
  const tern_block_t *body = tern_linalg_body(op);
  const tern_value_t *yielded = tern_op_operand(body->last_op, result->index);
  if (tern_value_arg_block(yielded) != body || yielded->index >= tern_linalg_input_count(op)) return false;
  tern_value_t *input = tern_linalg_input(op, yielded->index);
  const tern_affine_map_t *out = tern_linalg_indexing_map(op, tern_linalg_output_position(op, result->index));
  const tern_affine_map_t *in = tern_linalg_indexing_map(op, yielded->index);
  if (!is_static_tensor(input->type) || !tern_affine_map_is_permutation(out)) return false;
  int64_t loops[TERN_LINALG_MAX_LOOPS], index[MAX_RANK];
  for (size_t i = 0; i < out->result_count; ++i) loops[out->results[i]->value] = e->index[i];
  for (size_t i = 0; i < in->result_count; ++i) {
    if (!tern_affine_expr_evaluate(in->results[i], loops, NULL, &index[i])) return false;
  }
  memcpy(e->index, index, in->result_count * sizeof(index[0]));
  e->tensor = input;
  return true;
}

static bool step_back(element_t *e) {
  const tern_op_t *op = tern_value_defining_op(e->tensor);
  if (!op) return false;
  if (tern_op_is(op, TERN_TENSOR(COLLAPSE_SHAPE)) || tern_op_is(op, TERN_TENSOR(EXPAND_SHAPE))) {
    return step_through_reshape(op, e);
  }
  if (tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE))) return step_through_extract(op, e);
  if (tern_op_is(op, TERN_TENSOR(INSERT_SLICE))) return step_through_insert(op, e);
  return tern_op_is(op, TERN_LINALG(GENERIC)) && step_through_move(op, e->tensor, e);
}

// --- the new reader ---

static tern_value_t *expand_scalar(tern_builder_t *b, tern_value_t *scalar, const tern_type_t *type) {
  const tern_attr_t *none = tern_array_attr_get(b->context, NULL, 0);
  return tern_build_value(
      b, TERN_TENSOR(EXPAND_SHAPE), .operands = TERN_VALUES(scalar), .types = TERN_TYPES(type),
      .attrs = TERN_ATTRS({"reassociation", none},
                          {"static_output_shape",
                           tern_dense_i64_array_attr_get(b->context, tern_type_dims(type), tern_type_rank(type))}));
}

// A tensor of one element, of type `type`, with the element.
static tern_value_t *read_element(tern_builder_t *b, const element_t *e, const tern_type_t *type) {
  if (e->tensor->type == type) return e->tensor;
  tern_value_t *scalar = e->tensor;
  const tern_type_t *scalar_type = tern_tensor_type_get(tern_type_element(type), NULL, 0, NULL);
  if (e->tensor->type != scalar_type) {
    tern_slice_t slice = {.count = tern_type_rank(e->tensor->type)};
    for (size_t d = 0; d < slice.count; ++d) {
      slice.offsets[d] = tern_mixed_static(e->index[d]);
      slice.sizes[d] = slice.strides[d] = tern_mixed_static(1);
    }
    tern_op_t *extract = tern_slice_build(b, TERN_TENSOR(EXTRACT_SLICE), scalar_type, TERN_VALUES(e->tensor), &slice);
    scalar = &extract->results[0];
  }
  return type == scalar_type ? scalar : expand_scalar(b, scalar, type);
}

// tensor.extract at a known place.
static bool forward_extract(tern_op_t *op) {
  element_t e = {.tensor = tern_op_operand(op, 0)};
  if (!is_static_tensor(e.tensor->type)) return false;
  for (size_t d = 1; d < op->operand_count; ++d) {
    if (!tern_mixed_constant(tern_mixed_dynamic(tern_op_operand(op, d)), &e.index[d - 1])) return false;
  }
  size_t steps = 0;
  while (steps < MAX_STEPS && step_back(&e)) ++steps;
  if (steps == 0) return false;
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *operands[MAX_RANK + 1] = {e.tensor};
  size_t rank = tern_type_rank(e.tensor->type);
  for (size_t d = 0; d < rank; ++d) operands[d + 1] = tern_mixed_build(&b, tern_mixed_static(e.index[d]));
  tern_value_t *read = tern_build_value(&b, TERN_TENSOR(EXTRACT), .operands = {operands, rank + 1},
                                        .types = TERN_TYPES(op->results[0].type));
  tern_value_replace_all_uses(&op->results[0], read);
  return true;
}

static bool forward(tern_op_t *op) {
  if (tern_op_is(op, TERN_TENSOR(EXTRACT))) return forward_extract(op);
  tern_value_t *result = &op->results[0];
  if (!has_one_element(result->type) || !tern_value_has_uses(result)) return false;
  element_t e = {.tensor = result};
  size_t steps = 0;
  while (steps < MAX_STEPS && step_back(&e)) ++steps;
  const tern_op_t *extract = tern_value_defining_op(tern_op_operand(op, 0));
  bool is_short = steps < 2 || (steps == 2 && tern_op_is(op, TERN_TENSOR(EXPAND_SHAPE)) && extract &&
                                tern_op_is(extract, TERN_TENSOR(EXTRACT_SLICE)));
  if (is_short && e.tensor->type != result->type) return false;
  tern_builder_t b = tern_builder_before(op);
  tern_value_replace_all_uses(result, read_element(&b, &e, result->type));
  return true;
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  bool may_read = tern_op_is(op, TERN_TENSOR(COLLAPSE_SHAPE)) || tern_op_is(op, TERN_TENSOR(EXPAND_SHAPE)) ||
                  tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE)) || tern_op_is(op, TERN_TENSOR(EXTRACT));
  if (may_read && !tern_is_in_dispatch(op)) tern_vec_push((tern_op_list_t *)user, op);
  return tern_is_linalg(op) ? TERN_WALK_SKIP : TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t ops = {0};
  tern_op_walk_pre(root, collect, &ops);
  // Readers before what they read, which then may have no reader left.
  for (size_t i = ops.count; i-- > 0;) {
    if (forward(ops.values[i])) tern_pass_count(pass, 0, 1);
    if (tern_op_is_trivially_dead(ops.values[i])) tern_op_destroy(ops.values[i]);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_forward_elements_pass = {
    .flag = "iree-flow-forward-elements",
    .name = "ForwardElementsPass",
    .summary = "Read single elements where they were made, not from tensors they were packed into",
    .statistics = (const char *const[]){"num-forwarded - readers that were changed", NULL},
    .run = run,
};
