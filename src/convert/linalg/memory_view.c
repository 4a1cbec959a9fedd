// Seeing through views of memory, from the access to what gives the memory.

#include "convert/linalg/memory_view.h"

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/iree/iree.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static tern_mixed_index_t number(int64_t value) { return (tern_mixed_index_t){.value = value}; }

static tern_mixed_index_t multiply(tern_builder_t *b, tern_mixed_index_t x, tern_mixed_index_t y) {
  int64_t constant;
  if (x.dynamic && tern_index_constant(x.dynamic, &constant)) x = number(constant);
  if (y.dynamic && tern_index_constant(y.dynamic, &constant)) y = number(constant);
  if (!x.dynamic && !y.dynamic) return number(tern_saturated_mul(x.value, y.value));
  if (!x.dynamic && x.value == 1) return y;
  if (!y.dynamic && y.value == 1) return x;
  tern_value_t *lhs = x.dynamic ? x.dynamic : tern_linear_build_constant(b, x.value);
  tern_value_t *rhs = y.dynamic ? y.dynamic : tern_linear_build_constant(b, y.value);
  if (!x.dynamic) {
    tern_value_t *swapped = lhs;
    lhs = rhs, rhs = swapped;
  }
  return (tern_mixed_index_t){.dynamic = tern_build_value(b, TERN_ARITH(MULI), .operands = TERN_VALUES(lhs, rhs))};
}

// Adds x * y.
static void add_product(tern_builder_t *b, tern_linear_t *linear, tern_mixed_index_t x, tern_mixed_index_t y) {
  int64_t constant;
  if (y.dynamic && tern_index_constant(y.dynamic, &constant)) y = number(constant);
  if (!x.dynamic && !y.dynamic) {
    linear->constant += x.value * y.value;
  } else if (x.dynamic && !y.dynamic) {
    tern_linear_add(linear, x.dynamic, y.value);
  } else if (!x.dynamic) {
    tern_linear_add(linear, y.dynamic, x.value);
  } else {
    tern_linear_add(linear, multiply(b, x, y).dynamic, 1);
  }
}

// --- roots ---

// Sizes and strides of a buffer whose dynamic dimensions are the operands from `start` on.
static bool read_root(const tern_op_t *user, tern_op_t *op, size_t start, tern_memory_view_t *view) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  int64_t strides[TERN_INDEX_LIST_MAX], offset;
  view->root = op;
  view->rank = tern_type_rank(type);
  if (view->rank > TERN_INDEX_LIST_MAX || !tern_memref_type_strides(type, strides, &offset)) {
    return tern_op_error(user, "accesses a buffer whose layout has no strides: '%s'", tern_type_text(type));
  }
  for (size_t i = 0; i < view->rank; ++i) {
    int64_t dim = tern_type_dim(type, i);
    view->sizes[i] = dim == TERN_DYNAMIC ? (tern_mixed_index_t){.dynamic = tern_op_operand(op, start++)} : number(dim);
  }
  tern_builder_t b = tern_builder_after(op);
  bool has_layout = tern_memref_type_layout(type) != NULL;
  tern_mixed_index_t stride = number(1);
  for (size_t i = view->rank; i-- > 0;) {
    if (strides[i] == TERN_DYNAMIC && has_layout) {
      return tern_op_error(user, "accesses a buffer whose strides are not known: '%s'", tern_type_text(type));
    }
    view->strides[i] = strides[i] == TERN_DYNAMIC ? stride : number(strides[i]);
    stride = multiply(&b, view->strides[i], view->sizes[i]);
  }
  if (offset == TERN_DYNAMIC) {
    return tern_op_error(user, "accesses a buffer whose offset is not known: '%s'", tern_type_text(type));
  }
  view->offset.constant = offset;
  return true;
}

// --- views ---

static bool read_subview(tern_builder_t *b, const tern_op_t *user, tern_op_t *op, tern_memory_view_t *view) {
  tern_slice_t slice;
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = tern_op_result(op, 0)->type;
  if (!tern_slice_read(op, &slice) || slice.count != view->rank)
    return tern_op_error(user, "accesses a malformed view");
  int64_t offsets[TERN_INDEX_LIST_MAX], sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX];
  bool is_dropped[TERN_INDEX_LIST_MAX] = {0};
  tern_slice_statics(&slice, offsets, sizes, strides);
  const tern_type_t *full = tern_memref_subview_type(source, offsets, sizes, strides);
  if (tern_type_rank(result) != slice.count && (!full || !tern_memref_dropped_dims(full, result, is_dropped))) {
    return tern_op_error(user, "accesses a view whose dimensions are not known to be of its source");
  }
  size_t rank = 0;
  for (size_t i = 0; i < slice.count; ++i) {
    add_product(b, &view->offset, slice.offsets[i], view->strides[i]);
    if (is_dropped[i]) continue;
    view->strides[rank] = multiply(b, slice.strides[i], view->strides[i]);
    view->sizes[rank++] = slice.sizes[i];
  }
  view->rank = rank;
  return true;
}

static bool read_reinterpret_cast(const tern_op_t *user, tern_op_t *op, tern_memory_view_t *view) {
  tern_mixed_index_t offset;
  view->offset = (tern_linear_t){0};
  view->rank = tern_type_rank(tern_op_result(op, 0)->type);
  if (view->rank > TERN_INDEX_LIST_MAX || !tern_index_list_read(op, "offsets", "static_offsets", &offset, 1) ||
      !tern_index_list_read(op, "sizes", "static_sizes", view->sizes, view->rank) ||
      !tern_index_list_read(op, "strides", "static_strides", view->strides, view->rank)) {
    return tern_op_error(user, "accesses a malformed view");
  }
  if (offset.dynamic) {
    tern_linear_add(&view->offset, offset.dynamic, 1);
  } else {
    view->offset.constant = offset.value;
  }
  return true;
}

static bool read_expand(tern_builder_t *b, tern_op_t *op, tern_memory_view_t *view) {
  const tern_attr_t *groups = tern_op_attr(op, "reassociation"), *shape = tern_op_attr(op, "static_output_shape");
  size_t start, count, rank = 0;
  tern_op_operands_named(op, "output_shape", &start, &count);
  tern_mixed_index_t sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX];
  size_t total = tern_type_rank(tern_op_result(op, 0)->type);
  for (size_t i = 0; i < total; ++i) {
    int64_t value = tern_int_list_attr_at(shape, i);
    sizes[i] = value == TERN_DYNAMIC ? (tern_mixed_index_t){.dynamic = tern_op_operand(op, start++)} : number(value);
  }
  for (size_t g = 0; g < view->rank; ++g) {
    size_t in_group = tern_array_attr_count(tern_array_attr_at(groups, g));
    tern_mixed_index_t stride = view->strides[g];
    for (size_t i = in_group; i-- > 0;) {
      strides[rank + i] = stride;
      stride = multiply(b, stride, sizes[rank + i]);
    }
    rank += in_group;
  }
  // Of a source without dimensions, all of the result's are of size 1.
  for (; rank < total; ++rank) strides[rank] = number(1);
  memcpy(view->strides, strides, total * sizeof *strides);
  memcpy(view->sizes, sizes, total * sizeof *sizes);
  view->rank = total;
  return true;
}

static bool read_collapse(tern_builder_t *b, tern_op_t *op, tern_memory_view_t *view) {
  const tern_attr_t *groups = tern_op_attr(op, "reassociation");
  size_t total = tern_type_rank(tern_op_result(op, 0)->type);
  tern_mixed_index_t sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX];
  for (size_t g = 0; g < total; ++g) {
    const tern_attr_t *group = tern_array_attr_at(groups, g);
    sizes[g] = number(1);
    size_t last = (size_t)tern_integer_attr_value(tern_array_attr_at(group, tern_array_attr_count(group) - 1));
    strides[g] = view->strides[last];
    bool has_stride = false;
    for (size_t i = tern_array_attr_count(group); i-- > 0;) {
      size_t dim = (size_t)tern_integer_attr_value(tern_array_attr_at(group, i));
      sizes[g] = multiply(b, sizes[g], view->sizes[dim]);
      // The stride of a dimension of size 1 says nothing.
      bool is_unit = !view->sizes[dim].dynamic && view->sizes[dim].value == 1;
      if (!has_stride && !is_unit) strides[g] = view->strides[dim], has_stride = true;
    }
  }
  memcpy(view->strides, strides, total * sizeof *strides);
  memcpy(view->sizes, sizes, total * sizeof *sizes);
  view->rank = total;
  return true;
}

static bool read_transpose(tern_op_t *op, tern_memory_view_t *view) {
  const tern_affine_map_t *map = tern_affine_map_attr_value(tern_op_attr(op, "permutation"));
  tern_memory_view_t source = *view;
  for (size_t i = 0; i < view->rank; ++i) {
    size_t dim = (size_t)map->results[i]->value;
    view->strides[i] = source.strides[dim];
    view->sizes[i] = source.sizes[dim];
  }
  return true;
}

static bool read_from(tern_builder_t *b, const tern_op_t *user, tern_value_t *memref, tern_memory_view_t *view) {
  tern_op_t *op = tern_value_defining_op(memref);
  if (!op) {
    tern_op_error(user, "accesses a buffer that is handed on as an argument");
    tern_emit_note(user->loc,
                   "a kernel knows its buffers by iree.placeholder or memref.alloc; inline functions and do "
                   "not carry buffers through loops");
    return false;
  }
  size_t start, count;
  if (tern_op_is(op, TERN_IREE(PLACEHOLDER))) {
    tern_op_operands_named(op, "dynamic_dims", &start, &count);
    return read_root(user, op, start, view);
  }
  if (tern_op_is(op, TERN_MEMREF(ALLOC)) || tern_op_is(op, TERN_MEMREF(ALLOCA))) {
    tern_op_operands_named(op, "dynamicSizes", &start, &count);
    return read_root(user, op, start, view);
  }
  static const tern_op_row_t *const same[] = {TERN_MEMREF(CAST), TERN_MEMREF(MEMORY_SPACE_CAST),
                                              TERN_MEMREF(ASSUME_ALIGNMENT)};
  bool is_same = false, is_view = op->operand_count > 0;
  for (size_t i = 0; i < sizeof same / sizeof same[0]; ++i) is_same |= tern_op_is(op, same[i]);
  bool is_known = is_same || tern_op_is(op, TERN_MEMREF(SUBVIEW)) || tern_op_is(op, TERN_MEMREF(REINTERPRET_CAST)) ||
                  tern_op_is(op, TERN_MEMREF(EXPAND_SHAPE)) || tern_op_is(op, TERN_MEMREF(COLLAPSE_SHAPE)) ||
                  tern_op_is(op, TERN_MEMREF(TRANSPOSE));
  if (!is_known || !is_view || memref->type->kind != TERN_TYPE_MEMREF) {
    tern_op_error(user, "accesses a buffer that comes from '%.*s', which has no counterpart in SPIR-V",
                  (int)tern_op_name(op).size, tern_op_name(op).data);
    return false;
  }
  if (tern_op_operand(op, 0)->type->kind != TERN_TYPE_MEMREF) {
    return tern_op_error(user, "accesses a buffer of unknown rank: '%s'", tern_type_text(tern_op_operand(op, 0)->type));
  }
  if (!read_from(b, user, tern_op_operand(op, 0), view)) return false;
  if (is_same) return true;
  if (tern_op_is(op, TERN_MEMREF(SUBVIEW))) return read_subview(b, user, op, view);
  if (tern_op_is(op, TERN_MEMREF(REINTERPRET_CAST))) return read_reinterpret_cast(user, op, view);
  if (tern_op_is(op, TERN_MEMREF(EXPAND_SHAPE))) return read_expand(b, op, view);
  if (tern_op_is(op, TERN_MEMREF(COLLAPSE_SHAPE))) return read_collapse(b, op, view);
  return read_transpose(op, view);
}

bool tern_memory_view_read(tern_builder_t *builder, const tern_op_t *user, tern_value_t *memref,
                           tern_memory_view_t *out_view) {
  *out_view = (tern_memory_view_t){0};
  return read_from(builder, user, memref, out_view);
}

void tern_memory_view_add_indices(tern_builder_t *builder, const tern_memory_view_t *view, tern_linear_t *linear,
                                  tern_value_t *const *indices) {
  for (size_t i = 0; i < view->rank; ++i) {
    add_product(builder, linear, (tern_mixed_index_t){.dynamic = indices[i]}, view->strides[i]);
  }
}
