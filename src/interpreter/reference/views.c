// Views of memory: the same addresses with other sizes and strides; and what can be asked about a memref.

#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/vector/vector.h"
#include "interpreter/reference/evaluator.h"

// A memref over the memory of `source`.
static datum_t *view_of(const datum_t *source, form_t form, const int64_t *sizes, uint32_t rank) {
  datum_t *view = tern_reference_memref(form, sizes, rank);
  view->base = source->base;
  view->aligned = source->aligned;
  view->offset = source->offset;
  return view;
}

static flow_t run_cast(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *value = operand_of(f, n, 0);
  const tern_type_t *type = tern_op_result(n->op, 0)->type;
  int64_t strides[REFERENCE_RANK_MAX], offset;
  bool is_right = true;
  if (tern_type_is_ranked(type)) {
    is_right = tern_type_rank(type) == value->rank;
    for (uint32_t d = 0; is_right && d < value->rank; ++d) {
      is_right = tern_type_dim(type, d) == TERN_DYNAMIC || tern_type_dim(type, d) == value->sizes[d];
    }
    if (is_right && tern_memref_type_strides(type, strides, &offset)) {
      is_right = offset == TERN_DYNAMIC || offset == value->offset;
      for (uint32_t d = 0; is_right && d < value->rank; ++d) {
        // How far apart the elements of a dimension with one of them are, nobody sees.
        is_right = strides[d] == TERN_DYNAMIC || strides[d] == value->strides[d] || value->sizes[d] <= 1;
      }
    }
  }
  if (!is_right) return STOP_UNDEFINED(e, n->op, "casts to a shape or layout that the memref does not have");
  put_result(f, n, 0, tern_reference_retain(value));
  return FLOW_NEXT;
}

// The same memrefs: what is promised about them changes nothing.
static flow_t run_same(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)e;
  for (uint32_t k = 0; k < n->op->result_count; ++k) put_result(f, n, k, tern_reference_retain(operand_of(f, n, k)));
  return FLOW_NEXT;
}

// The type that a subview would have with all its dimensions.
static const tern_type_t *full_type_of(const tern_op_t *op) {
  int64_t lists[3][REFERENCE_RANK_MAX];
  static const char *const names[] = {"static_offsets", "static_sizes", "static_strides"};
  for (size_t k = 0; k < 3; ++k) {
    const tern_attr_t *list = tern_op_attr(op, names[k]);
    for (size_t d = 0; d < tern_int_list_attr_count(list); ++d) lists[k][d] = tern_int_list_attr_at(list, d);
  }
  return tern_memref_subview_type(tern_op_operand(op, 0)->type, lists[0], lists[1], lists[2]);
}

static flow_t run_subview(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  int64_t offsets[REFERENCE_RANK_MAX], sizes[REFERENCE_RANK_MAX], strides[REFERENCE_RANK_MAX];
  bool is_dropped[REFERENCE_RANK_MAX] = {0};
  if (!tern_reference_index_list(e, f, n, "offsets", "static_offsets", offsets, NULL) ||
      !tern_reference_index_list(e, f, n, "sizes", "static_sizes", sizes, NULL) ||
      !tern_reference_index_list(e, f, n, "strides", "static_strides", strides, NULL)) {
    return FLOW_STOP;
  }
  const tern_type_t *type = tern_op_result(n->op, 0)->type;
  const tern_type_t *full = full_type_of(n->op);
  if (tern_type_rank(type) != source->rank && (!full || !tern_memref_dropped_dims(full, type, is_dropped))) {
    return STOP_UNKNOWN(e, n->op, "leaves out dimensions that cannot be told");
  }
  datum_t *view = view_of(source, source->form, sizes, (uint32_t)tern_type_rank(type));
  uint32_t at = 0;
  for (uint32_t d = 0; d < source->rank; ++d) {
    int64_t last = wrap_add(offsets[d], wrap_multiply(wrap_add(sizes[d], -1), strides[d]));
    if (!tern_reference_slice_is_inside(offsets[d], sizes[d], strides[d], source->sizes[d])) {
      tern_reference_release(view);
      return STOP_UNDEFINED(e, n->op, "takes elements %lld to %lld of dimension %u, which has %lld",
                            (long long)offsets[d], (long long)last, d, (long long)source->sizes[d]);
    }
    view->offset = wrap_add(view->offset, wrap_multiply(offsets[d], source->strides[d]));
    if (is_dropped[d]) continue;
    view->sizes[at] = sizes[d];
    view->strides[at++] = wrap_multiply(strides[d], source->strides[d]);
  }
  put_result(f, n, 0, view);
  return FLOW_NEXT;
}

static flow_t run_reinterpret(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  int64_t offset[REFERENCE_RANK_MAX], sizes[REFERENCE_RANK_MAX], strides[REFERENCE_RANK_MAX];
  size_t rank;
  if (!tern_reference_index_list(e, f, n, "offsets", "static_offsets", offset, NULL) ||
      !tern_reference_index_list(e, f, n, "sizes", "static_sizes", sizes, &rank) ||
      !tern_reference_index_list(e, f, n, "strides", "static_strides", strides, NULL)) {
    return FLOW_STOP;
  }
  datum_t *view = view_of(source, source->form, sizes, (uint32_t)rank);
  view->offset = offset[0];
  if (rank) memcpy(view->strides, strides, rank * sizeof *strides);
  put_result(f, n, 0, view);
  return FLOW_NEXT;
}

static void make_row_major(datum_t *view) {
  int64_t stride = 1;
  for (uint32_t d = view->rank; d-- > 0;) {
    view->strides[d] = stride;
    stride = wrap_multiply(stride, view->sizes[d]);
  }
}

static flow_t run_view(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  const tern_type_t *type = tern_op_result(n->op, 0)->type;
  int64_t shift, dynamic[REFERENCE_RANK_MAX], sizes[REFERENCE_RANK_MAX];
  size_t count, used = 0;
  form_t form;
  if (!tern_reference_integer(e, f, n, 1, &shift) || !tern_reference_group(e, f, n, "sizes", dynamic, &count)) {
    return FLOW_STOP;
  }
  if (!tern_reference_form_of(tern_type_element(type), &form)) return STOP_UNKNOWN(e, n->op, "views what is not held");
  uint32_t rank = tern_reference_sizes_of(type, sizes);
  for (uint32_t d = 0; d < rank; ++d) {
    if (sizes[d] == TERN_DYNAMIC) sizes[d] = dynamic[used++];
  }
  datum_t *view = view_of(source, form, sizes, rank);
  view->aligned = source->aligned + (uint64_t)wrap_add(source->offset, shift);
  view->offset = 0;
  make_row_major(view);
  put_result(f, n, 0, view);
  return FLOW_NEXT;
}

static flow_t run_type_cast(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  const tern_type_t *type = tern_op_result(n->op, 0)->type;
  int64_t sizes[REFERENCE_RANK_MAX];
  form_t form;
  uint32_t rank = tern_reference_sizes_of(type, sizes);
  if (!tern_reference_form_of(tern_type_element(type), &form)) return STOP_UNKNOWN(e, n->op, "views what is not held");
  datum_t *view = view_of(source, form, sizes, rank);
  make_row_major(view);
  put_result(f, n, 0, view);
  return FLOW_NEXT;
}

static flow_t run_reshape(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0), *shape_memory = operand_of(f, n, 1);
  datum_t *shape = tern_reference_snapshot(e, n, shape_memory);
  int64_t sizes[REFERENCE_RANK_MAX];
  if (!shape) return FLOW_STOP;
  bool is_read = shape->count <= REFERENCE_RANK_MAX;
  for (int64_t k = 0; is_read && k < shape->count; ++k) is_read = tern_reference_element(e, n, shape, k, &sizes[k]);
  uint32_t rank = (uint32_t)shape->count;
  tern_reference_release(shape);
  if (!is_read) return STOP_UNKNOWN(e, n->op, "has a rank above %d", REFERENCE_RANK_MAX);
  datum_t *view = view_of(source, source->form, sizes, rank);
  make_row_major(view);
  put_result(f, n, 0, view);
  return FLOW_NEXT;
}

static flow_t run_expand(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  const tern_attr_t *groups = tern_op_attr(n->op, "reassociation");
  int64_t sizes[REFERENCE_RANK_MAX];
  if (!tern_reference_expanded_sizes(e, f, n, sizes)) return FLOW_STOP;
  uint32_t rank = (uint32_t)tern_type_rank(tern_op_result(n->op, 0)->type);
  datum_t *view = view_of(source, source->form, sizes, rank);
  make_row_major(view);  // of a source without dimensions
  for (uint32_t g = 0; g < source->rank; ++g) {
    const tern_attr_t *group = tern_array_attr_at(groups, g);
    int64_t stride = source->strides[g];
    for (size_t k = tern_int_list_attr_count(group); k-- > 0;) {
      int64_t d = tern_int_list_attr_at(group, k);
      view->strides[d] = stride;
      stride = wrap_multiply(stride, sizes[d]);
    }
  }
  put_result(f, n, 0, view);
  return FLOW_NEXT;
}

static flow_t run_collapse(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  const tern_attr_t *groups = tern_op_attr(n->op, "reassociation");
  int64_t sizes[REFERENCE_RANK_MAX], strides[REFERENCE_RANK_MAX];
  size_t rank = tern_array_attr_count(groups);
  for (size_t g = 0; g < rank; ++g) {
    const tern_attr_t *group = tern_array_attr_at(groups, g);
    sizes[g] = 1;
    strides[g] = 1;
    // Dimensions of one element say nothing about how far apart elements are.
    int64_t expected = -1;
    for (size_t k = tern_int_list_attr_count(group); k-- > 0;) {
      int64_t d = tern_int_list_attr_at(group, k);
      if (source->sizes[d] != 1) {
        if (expected < 0) strides[g] = source->strides[d];
        if (expected >= 0 && source->strides[d] != expected) {
          return STOP_UNDEFINED(e, n->op, "joins dimensions that are not contiguous");
        }
        expected = wrap_multiply(source->strides[d], source->sizes[d]);
      }
      sizes[g] = wrap_multiply(sizes[g], source->sizes[d]);
    }
    if (expected < 0 && tern_int_list_attr_count(group)) {
      strides[g] = source->strides[tern_int_list_attr_at(group, tern_int_list_attr_count(group) - 1)];
    }
  }
  datum_t *view = view_of(source, source->form, sizes, (uint32_t)rank);
  if (rank) memcpy(view->strides, strides, rank * sizeof *strides);
  put_result(f, n, 0, view);
  (void)e;
  return FLOW_NEXT;
}

static flow_t run_transpose(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)e;
  const datum_t *source = operand_of(f, n, 0);
  const tern_affine_map_t *map = tern_affine_map_attr_value(tern_op_attr(n->op, "permutation"));
  datum_t *view = view_of(source, source->form, source->sizes, source->rank);
  for (uint32_t d = 0; d < source->rank; ++d) {
    view->sizes[d] = source->sizes[map->results[d]->value];
    view->strides[d] = source->strides[map->results[d]->value];
  }
  put_result(f, n, 0, view);
  return FLOW_NEXT;
}

// --- questions ---

flow_t tern_reference_run_dim(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t dim;
  const datum_t *shaped = operand_of(f, n, 0);
  if (!tern_reference_integer(e, f, n, 1, &dim)) return FLOW_STOP;
  if (dim < 0 || dim >= (int64_t)shaped->rank) {
    return STOP_UNDEFINED(e, n->op, "asks for dimension %lld of %u", (long long)dim, shaped->rank);
  }
  tern_reference_put_index(e, f, n, 0, shaped->sizes[dim]);
  return FLOW_NEXT;
}

flow_t tern_reference_run_rank(evaluator_t *e, frame_t *f, const node_t *n) {
  tern_reference_put_index(e, f, n, 0, operand_of(f, n, 0)->rank);
  return FLOW_NEXT;
}

static flow_t run_metadata(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  datum_t *base = view_of(source, source->form, NULL, 0);
  base->offset = 0;
  put_result(f, n, 0, base);
  tern_reference_put_index(e, f, n, 1, source->offset);
  for (uint32_t d = 0; d < source->rank; ++d) {
    tern_reference_put_index(e, f, n, 2 + d, source->sizes[d]);
    tern_reference_put_index(e, f, n, 2 + source->rank + d, source->strides[d]);
  }
  return FLOW_NEXT;
}

static flow_t run_pointer(evaluator_t *e, frame_t *f, const node_t *n) {
  tern_reference_put_index(e, f, n, 0, (int64_t)operand_of(f, n, 0)->aligned);
  return FLOW_NEXT;
}

const reference_row_t tern_reference_view_rows[] = {
    {TERN_MEMREF(CAST), run_cast},
    {TERN_MEMREF(MEMORY_SPACE_CAST), run_same},
    {TERN_MEMREF(ASSUME_ALIGNMENT), run_same},
    {TERN_MEMREF(DISTINCT_OBJECTS), run_same},
    {TERN_MEMREF(SUBVIEW), run_subview},
    {TERN_MEMREF(REINTERPRET_CAST), run_reinterpret},
    {TERN_MEMREF(VIEW), run_view},
    {TERN_MEMREF(RESHAPE), run_reshape},
    {TERN_MEMREF(EXPAND_SHAPE), run_expand},
    {TERN_MEMREF(COLLAPSE_SHAPE), run_collapse},
    {TERN_MEMREF(TRANSPOSE), run_transpose},
    {TERN_MEMREF(DIM), tern_reference_run_dim},
    {TERN_MEMREF(RANK), tern_reference_run_rank},
    {TERN_MEMREF(EXTRACT_STRIDED_METADATA), run_metadata},
    {TERN_MEMREF(EXTRACT_ALIGNED_POINTER_AS_INDEX), run_pointer},
    {TERN_VECTOR(TYPE_CAST), run_type_cast},
    {0},
};
