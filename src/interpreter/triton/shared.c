// ttg: shared memory, views of it and copies to it, as memory of the program's own. Which bytes of it hold which element is
// the encoding's affair and changes no value; a copy that was begun is done at once.

#include <math.h>

#include "dialect/ttg/ttg.h"
#include "interpreter/triton/triton.h"

// --- memory and views ---

datum_t *tern_triton_view(evaluator_t *e, const node_t *n, const datum_t *source) {
  tern_memdesc_t desc = tern_memdesc_read(tern_op_result(n->op, 0)->type);
  form_t form;
  if (desc.rank > REFERENCE_RANK_MAX || !tern_reference_form_of(desc.element, &form)) {
    STOP_UNKNOWN(e, n->op, "has elements that the reference interpreter does not hold");
    return NULL;
  }
  datum_t *view = tern_reference_memref(form, desc.dims, (uint32_t)desc.rank);
  int64_t stride = 1;
  for (size_t d = desc.rank; d-- > 0; stride *= desc.dims[d]) view->strides[d] = stride;
  if (source) {
    view->base = source->base;
    view->aligned = source->aligned;
    view->offset = source->offset;
  }
  return view;
}

static int64_t element_count(const datum_t *view) {
  int64_t count = 1;
  for (uint32_t d = 0; d < view->rank; ++d) count *= view->sizes[d];
  return count;
}

static bool is_contiguous(const datum_t *view) {
  int64_t stride = 1;
  for (uint32_t d = view->rank; d-- > 0; stride *= view->sizes[d]) {
    if (view->sizes[d] > 1 && view->strides[d] != stride) return false;
  }
  return true;
}

bool tern_triton_move(evaluator_t *e, const node_t *n, const datum_t *view, datum_t *tensor, bool is_store) {
  int64_t position[REFERENCE_RANK_MAX] = {0};
  for (int64_t k = 0; k < tensor->count; ++k) {
    bool is_done = is_store ? tern_reference_store(e, n->op, view, position, tensor, k)
                            : tern_reference_load(e, n->op, view, position, tensor, k);
    if (!is_done) return false;
    tern_reference_next(position, view->sizes, view->rank);
  }
  return true;
}

flow_t tern_triton_local_alloc(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *view = tern_triton_view(e, n, NULL);
  if (!view) return FLOW_STOP;
  put_result(f, n, 0, view);
  size_t bytes = (size_t)element_count(view) * tern_reference_element_bytes(view->form);
  view->base = view->aligned = tern_reference_new_memory(e, n->op, bytes);
  if (!view->base) return FLOW_STOP;
  tern_reference_find_memory(e, view->base)->depth = e->calls;
  if (!n->op->operand_count) return FLOW_NEXT;
  return tern_triton_move(e, n, view, operand_of(f, n, 0), true) ? FLOW_NEXT : FLOW_STOP;
}

static flow_t run_local_dealloc(evaluator_t *e, frame_t *f, const node_t *n) {
  memory_t *memory = tern_reference_find_memory(e, operand_of(f, n, 0)->base);
  if (memory) memory->is_freed = true;
  return FLOW_NEXT;
}

static flow_t run_local_load(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  return tern_triton_move(e, n, operand_of(f, n, 0), result, false) ? FLOW_NEXT : FLOW_STOP;
}

static flow_t run_local_store(evaluator_t *e, frame_t *f, const node_t *n) {
  return tern_triton_move(e, n, operand_of(f, n, 1), operand_of(f, n, 0), true) ? FLOW_NEXT : FLOW_STOP;
}

static flow_t run_index(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  datum_t *view = tern_triton_view(e, n, source);
  int64_t index;
  if (!view) return FLOW_STOP;
  put_result(f, n, 0, view);
  if (!tern_reference_integer(e, f, n, 1, &index)) return FLOW_STOP;
  if (index < 0 || index >= source->sizes[0]) {
    return STOP_UNDEFINED(e, n->op, "takes buffer %lld of %lld", (long long)index, (long long)source->sizes[0]);
  }
  uint32_t dropped = source->rank - view->rank;
  view->offset += index * source->strides[0];
  for (uint32_t d = 0; d < view->rank; ++d) view->strides[d] = source->strides[d + dropped];
  return FLOW_NEXT;
}

static flow_t run_subslice(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  const tern_attr_t *offsets = tern_op_attr(n->op, "offsets");
  datum_t *view = tern_triton_view(e, n, source);
  if (!view) return FLOW_STOP;
  put_result(f, n, 0, view);
  for (uint32_t d = 0; d < view->rank; ++d) {
    view->strides[d] = source->strides[d];
    view->offset += tern_int_list_attr_at(offsets, d) * source->strides[d];
  }
  return FLOW_NEXT;
}

static flow_t run_memory_trans(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  const tern_attr_t *order = tern_op_attr(n->op, "order");
  datum_t *view = tern_triton_view(e, n, source);
  if (!view) return FLOW_STOP;
  put_result(f, n, 0, view);
  for (uint32_t d = 0; d < view->rank; ++d) view->strides[d] = source->strides[tern_int_list_attr_at(order, d)];
  return FLOW_NEXT;
}

// Another shape, and of other elements for ttg.memdesc_reinterpret.
static flow_t run_reshape(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  if (!is_contiguous(source)) {
    return STOP_UNKNOWN(e, n->op, "gives another shape to a part of memory, which the reference interpreter cannot");
  }
  datum_t *view = tern_triton_view(e, n, source);
  if (!view) return FLOW_STOP;
  put_result(f, n, 0, view);
  view->aligned += (uint64_t)view->offset * tern_reference_element_bytes(source->form);
  view->offset = 0;
  return FLOW_NEXT;
}

// --- copies ---

void tern_triton_put_token(frame_t *f, const node_t *n, size_t index) {
  form_t form = {.number = {.width = 1, .bytes = 1}, .words = 1, .type = tern_op_result(n->op, index)->type};
  put_result(f, n, index, tern_reference_scalar(form, 0));
}

static flow_t run_token(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)e;
  tern_triton_put_token(f, n, 0);
  return FLOW_NEXT;
}

static flow_t run_async_copy(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *pointers = operand_of(f, n, 0), *view = operand_of(f, n, 1),
                *mask = tern_triton_optional(f, n, "mask"), *other = tern_triton_optional(f, n, "other");
  tern_triton_put_token(f, n, 0);
  int64_t position[REFERENCE_RANK_MAX] = {0};
  datum_t *element = tern_reference_array(view->form, NULL, 0);
  bool is_right = true;
  for (int64_t k = 0; is_right && k < pointers->count; ++k) {
    bool is_on = false;
    int64_t address = 0;
    element->words[0] = 0, element->poison[0] = 0;
    is_right = tern_triton_mask(e, n, mask, k, &is_on);
    if (is_right && is_on) {
      is_right = tern_reference_element(e, n, pointers, k, &address) &&
                 tern_triton_read(e, n->op, (uint64_t)address, element, 0);
    } else if (other) {
      tern_reference_move(element, 0, other, lane_of(other, k), 1);
    }
    is_right = is_right && tern_reference_store(e, n->op, view, position, element, 0);
    tern_reference_next(position, view->sizes, view->rank);
  }
  tern_reference_release(element);
  return is_right ? FLOW_NEXT : FLOW_STOP;
}

// --- the rest ---

static flow_t run_global_scratch(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  result->words[0] = tern_reference_new_memory(e, n->op, (size_t)integer_of(n->op, "nbytes", 0));
  return result->words[0] ? FLOW_NEXT : FLOW_STOP;
}

// Is the iteration in which a stage begins one that the loop has?
static flow_t run_predicate_stage(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t values[3];
  if (!tern_reference_integers(e, f, n, 0, 3, values)) return FLOW_STOP;
  int64_t ahead = integer_of(n->op, "maxStage", 0) - integer_of(n->op, "stage", 0);
  tern_reference_put_index(e, f, n, 0, values[0] < wrap_add(values[1], -wrap_multiply(ahead, values[2])));
  return FLOW_NEXT;
}

// Where the predicate does not hold, what comes out is open.
static flow_t run_mask(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t holds;
  if (!tern_reference_integer(e, f, n, 0, &holds)) return FLOW_STOP;
  if (holds & 1) {
    if (tern_reference_run_region(e, f, &n->regions[0]) == FLOW_STOP) return FLOW_STOP;
    tern_reference_take_yielded(e, f, n, 0);
    return FLOW_NEXT;
  }
  for (uint32_t k = 0; k < n->op->result_count; ++k) {
    datum_t *result = tern_triton_result(e, n, k);
    if (!result) return FLOW_STOP;
    tern_reference_poison(result, 0, result->count);
    put_result(f, n, k, result);
  }
  return FLOW_NEXT;
}

static flow_t run_fp4_to_fp(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  int64_t axis = integer_of(n->op, "axis", 0), position[REFERENCE_RANK_MAX] = {0};
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  for (int64_t k = 0; k < result->count; ++k) {
    int64_t place[REFERENCE_RANK_MAX];
    memcpy(place, position, sizeof place);
    place[axis] /= 2;
    int64_t at = tern_reference_number_of(place, source->sizes, source->rank);
    uint64_t pair = source->words[at], word = position[axis] % 2 ? pair >> 4 & 15 : pair & 15;
    result->words[k] = tern_interpreter_encode(result->form.number, tern_float_decode(TERN_FLOAT_F4E2M1FN, word));
    result->poison[k] = source->poison[at];
    tern_reference_next(position, result->sizes, result->rank);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

const reference_row_t tern_reference_triton_shared_rows[] = {
    {TERN_TTG(LOCAL_ALLOC), tern_triton_local_alloc},
    {TERN_TTG(LOCAL_DEALLOC), run_local_dealloc},
    {TERN_TTG(LOCAL_LOAD), run_local_load},
    {TERN_TTG(LOCAL_STORE), run_local_store},
    {TERN_TTG(MEMDESC_INDEX), run_index},
    {TERN_TTG(MEMDESC_SUBSLICE), run_subslice},
    {TERN_TTG(MEMDESC_TRANS), run_memory_trans},
    {TERN_TTG(MEMDESC_RESHAPE), run_reshape},
    {TERN_TTG(MEMDESC_REINTERPRET), run_reshape},
    {TERN_TTG(ASYNC_COPY_GLOBAL_TO_LOCAL), run_async_copy},
    {TERN_TTG(ASYNC_COMMIT_GROUP), run_token},
    {TERN_TTG(ASYNC_WAIT), run_token},
    {TERN_TTG(GLOBAL_SCRATCH_ALLOC), run_global_scratch},
    {TERN_TTG(PREDICATE_STAGE), run_predicate_stage},
    {TERN_TTG(MASK), run_mask},
    {TERN_TTG(MASK_RETURN), tern_reference_run_end},
    {TERN_TTG(FP4_TO_FP), run_fp4_to_fp},
    {0},
};
